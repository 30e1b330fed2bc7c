/**
 * Which form of the search this process runs: machine code (an addon, see tools/addon), WebAssembly or JavaScript. All
 * have the same results. An addon is in the package `@tengen/PLATFORM-ARCH`, next to the program where it was
 * built, or in the executable; without a usable one the search is WebAssembly.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KERNEL_VARIABLE } from '../../core/environment.ts';
import { reasonOf } from '../../core/errors.ts';
import { embeddedAddons } from './embedded-addon.ts';
import { type LoadedAddon, loadAddon } from './load-addon.ts';

export type KernelForm = 'native' | 'wasm' | 'js';

export interface KernelChoice {
  readonly form: KernelForm;
  /** Of the native form. */
  readonly addon: LoadedAddon | null;
  /** For people: `native, AVX2`. */
  readonly text: string;
}

let chosen: KernelChoice | null = null;

/** @returns the choice of this process, made at the first call */
export function kernelChoice(): KernelChoice {
  chosen ??= chooseKernel(process.env[KERNEL_VARIABLE] ?? '', addonPaths());
  return chosen;
}

/**
 * @param wanted value of TENGEN_KERNEL, empty for the usual form
 * @param paths of addons: the first that loads is used
 */
export function chooseKernel(wanted: string, paths: Iterable<string>): KernelChoice {
  if (wanted === 'js') return { form: 'js', addon: null, text: 'JavaScript' };
  const wasm = (why = ''): KernelChoice => ({ form: 'wasm', addon: null, text: `WebAssembly${why}` });
  if (wanted === 'wasm') return wasm();
  if (wanted !== '' && wanted !== 'native') return wasm(` (${KERNEL_VARIABLE}=${wanted}: expected native, wasm or js)`);
  let why = 'no addon found';
  for (const path of paths) {
    try {
      const addon = loadAddon(path);
      const { vectors } = addon.exports;
      return { form: 'native', addon, text: vectors === '' ? 'native' : `native, ${vectors}` };
    } catch (error) {
      why = `${path}: ${reasonOf(error)}`;
    }
  }
  return wasm(wanted === 'native' ? ` (${why})` : '');
}

function addonPaths(): Iterable<string> {
  const name = `${process.platform}-${process.arch}`;
  const here = import.meta.url;
  // In the executables, which are one file each.
  if (!here) return embeddedAddons();
  const own = join(dirname(fileURLToPath(here)), 'native', `kernel-${name}.node`);
  return [...installed(here, `@tengen/${name}`), own].filter((path) => existsSync(path));
}

function installed(here: string, name: string): string[] {
  try {
    return [createRequire(here).resolve(name)];
  } catch {
    return [];
  }
}
