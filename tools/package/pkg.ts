/**
 * Puts the program into a Node binary by pkg (@yao-pkg/pkg) in its mode for Node's own "single executable application"
 * support. pkg's command line accepts no custom binary and does not report failures, so its function is called
 * directly, and its result is checked.
 */
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, resolve } from 'node:path';
import type { Target } from './targets.ts';

interface SeaOptions {
  readonly targets: readonly {
    readonly nodeRange: string;
    readonly platform: string;
    readonly arch: string;
    readonly output: string;
  }[];
  readonly nodePath: string;
  readonly seaConfig: { readonly main: string; readonly assets: Readonly<Record<string, string>> };
  readonly signature: boolean;
}

const require = createRequire(import.meta.url);
const sea: (script: string, options: SeaOptions) => Promise<void> = require('@yao-pkg/pkg/lib-es5/sea.js').default;

// pkg removes Apple's signature by a program that only Macs have. The binaries passed to it here have none.
require('@yao-pkg/pkg/lib-es5/mach-o.js').removeMachOExecutableSignature = () => {};

/** The marker that is flipped in a Node binary that contains a program (Node: single executable applications). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** One executable to be made. */
export interface PkgJob {
  readonly target: Target;
  /** File name of the program, one classic script in `folder`. */
  readonly script: string;
  /** Files in `folder` that the program reads as assets, by the names that it uses for them. */
  readonly assets: Readonly<Record<string, string>>;
  /** Path of the Node binary to put it into; it stays unchanged. */
  readonly base: string;
  /**
   * Path of a Node of that version that runs here, called `node`: it writes the program in a form that only this
   * version reads.
   */
  readonly node: string;
  /** Path of the executable. */
  readonly output: string;
  /** For temporary files. */
  readonly folder: string;
}

/** @throws {Error} if the result does not contain the program */
export async function makeByPkg({ target, script, assets, base, node, output, folder }: PkgJob): Promise<void> {
  const [platform, arch] = target.name.split('-');
  const made = { nodeRange: 'node', platform, arch, output: resolve(output) };
  rmSync(output, { force: true });
  await withEnvironment(
    {
      PATH: `${dirname(resolve(node))}${delimiter}${process.env.PATH}`,
      TMPDIR: resolve(folder),
      // pkg starts postject by npx from another folder: this selects the installed one, so that none is downloaded.
      npm_config_local_prefix: process.cwd(),
      npm_config_offline: 'true',
    },
    () =>
      sea(resolve(folder, script), {
        targets: [made],
        nodePath: resolve(base),
        // Paths that are the same in every clone, because they are written into the executable. pkg's working folder is
        // two levels below.
        seaConfig: {
          main: `../../${script}`,
          assets: Object.fromEntries(Object.entries(assets).map(([name, file]) => [name, `../../${file}`])),
        },
        // Signing requires a Mac; the README of the zip explains how.
        signature: false,
      }),
  );
  if (!readFileSync(output).includes(`${FUSE}:1`)) throw new Error(`${output}: the program is not in it`);
}

async function withEnvironment(changes: Readonly<Record<string, string>>, action: () => Promise<void>): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, changes);
  try {
    await action();
  } finally {
    for (const name of Object.keys(changes)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
