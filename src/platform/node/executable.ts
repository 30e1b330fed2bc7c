/** The program as a single executable. */

/** @returns Node's module for single executables; undefined in runtimes without one, such as Bun and Deno */
function sea(): typeof import('node:sea') | undefined {
  return process.getBuiltinModule?.('node:sea');
}

/** @returns whether the program runs as a single executable */
export function isExecutable(): boolean {
  return sea()?.isSea() === true;
}

/** @returns an asset of the executable; null in a program of another kind, or if there is no such asset */
export function assetOfExecutable(name: string): Uint8Array | null {
  try {
    const asset = sea()?.getRawAsset(name);
    return asset === undefined ? null : new Uint8Array(asset as ArrayBuffer);
  } catch {
    return null;
  }
}
