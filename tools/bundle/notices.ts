/** The licenses of other people's packages in what tengen ships, which demand that their texts go with every copy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** Name of the file with the licenses. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** Folders of the packages in all bundles that this process has made, by name. */
const bundled = new Map<string, string>();

/** A file of a package: its folder and its name. */
const IN_PACKAGE = /^(.*\bnode_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** esbuild plugin that notes the packages of a bundle. */
export const noticesPlugin: Plugin = {
  name: 'tengen-notices',
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true;
    onEnd(({ metafile }) => {
      for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
        for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
          const [, folder, name] = IN_PACKAGE.exec(path) ?? [];
          if (folder !== undefined && bytesInOutput > 0) bundled.set(name, resolve(folder));
        }
      }
    });
  },
};

/** @returns names, versions and licenses of the packages in the bundles so far @throws {Error} if one has no license */
export function thirdPartyNotices(): string {
  const notices = [...bundled].sort().map(([name, folder]) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`package ${name}: no file with its license`);
    return `## ${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return ['tengen contains code of these packages, under their own licenses.\n', ...notices].join('\n');
}
