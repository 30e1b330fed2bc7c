/** The search as its lowering sees it: the layers below the engine in one module, and what their host is to bring. */
import { fileURLToPath } from 'node:url';
import type { HostSide } from '../lowering/top-level.ts';
import { bundleText } from './bundle-text.ts';

const ENTRY = fileURLToPath(new URL('../../src/kernel/index.ts', import.meta.url));

/** What kernel/search/host.ts asks of whoever runs the search. */
export const SEARCH_HOST: HostSide = {
  imports: { hostNow: { result: true }, hostStop: { result: true }, hostInfo: { result: false } },
  arrayParameters: { joinSearch: ['Int32Array'], useTable: ['Int32Array'] },
};

/** @param entry a module that exports what the host uses @returns it, and what it imports, as one module of JavaScript */
export function searchScript(entry = ENTRY): Promise<string> {
  return bundleText(entry, { format: 'esm', platform: 'browser', target: 'es2022', legalComments: 'none' });
}
