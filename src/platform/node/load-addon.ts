/** Loads the native form of the search (tools/addon). */
import { isCurrent, type NativeAddon } from '../../engine/runtime/native-kernel.ts';

export interface LoadedAddon {
  /** Its file, from which other threads load it again. */
  readonly path: string;
  readonly exports: NativeAddon;
}

/** @throws Error if the file is no addon for this system, or was made from another kernel than the program */
export function loadAddon(path: string): LoadedAddon {
  const loaded = { exports: {} };
  process.dlopen(loaded, path);
  const exports = loaded.exports as NativeAddon;
  if (!isCurrent(exports)) throw new Error(`made from kernel ${exports.source}, expected that of the program`);
  return { path, exports };
}
