/**
 * The search as its lowering sees it: the layers below the engine in one module, and the functions that their host must
 * provide.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { HostSide } from '../lowering/top-level.ts';
import { bundleText } from './bundle-text.ts';

const ENTRY = fileURLToPath(new URL('../../src/kernel/index.ts', import.meta.url));

/** The functions of kernel/search/host.ts that the host provides. */
export const SEARCH_HOST: HostSide = {
  imports: { hostNow: { result: true }, hostStop: { result: true }, hostInfo: { result: false } },
  arrayParameters: { joinSearch: ['Int32Array'], useTable: ['Int32Array'] },
};

/**
 * @param entry a module that exports what the host uses @returns that module and its imports as one module of
 *   JavaScript
 */
export function searchScript(entry = ENTRY): Promise<string> {
  return bundleText(entry, { format: 'esm', platform: 'browser', target: 'es2022', legalComments: 'none' });
}

/** @param script of {@link searchScript} @returns a short name of it: forms of the search with the same name are alike */
export function sourceKey(script: string): string {
  return createHash('sha256').update(script).digest('hex').slice(0, 16);
}
