/** The native form of the search in dist/, for tools that search. */
import { fileURLToPath } from 'node:url';
import { KERNEL_VARIABLE } from '../../src/core/environment.ts';
import { chooseKernel } from '../../src/platform/node/kernel-choice.ts';
import type { LoadedAddon } from '../../src/platform/node/load-addon.ts';
import { addonName } from '../addon/targets.ts';

/** @returns null if it has not been built from these sources: the search in them finds the same, only slower */
export function builtAddon(): LoadedAddon | null {
  const built = fileURLToPath(new URL(`../../dist/native/${addonName()}`, import.meta.url));
  return chooseKernel(process.env[KERNEL_VARIABLE] ?? '', [built]).addon;
}
