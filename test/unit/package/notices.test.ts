/** The licenses of other people's packages go with every form of the program. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPTIONAL_PACKAGES } from '../../../tools/bundle/generated.ts';
import { NOTICES, thirdPartyNotices } from '../../../tools/bundle/notices.ts';
import { boardFiles } from '../../../tools/bundle/web.ts';
import { programSource } from '../../../tools/package/program.ts';

/** @returns the packages that sources import, without those that only types need */
function importedPackages(): string[] {
  const sources = ['src', 'packages/gomocup-check/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const names = sources.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^.':]+)';$/gm)].map(([, name]) => name.split('/')[0]),
  );
  return [...new Set(names)].filter((name) => !OPTIONAL_PACKAGES.includes(name)).sort();
}

/** @returns the packages that a text has licenses of */
const listed = (text: string) => [...text.matchAll(/^## (\S+) \d/gm)].map(([, name]) => name);

test('they list every package that is bundled', async () => {
  const files = await boardFiles();
  const packages = importedPackages();
  expect(packages).toContain('preact');
  expect(listed(files[NOTICES])).toEqual(packages);
  await programSource();
  expect(listed(thirdPartyNotices())).toEqual(packages);
  for (const text of thirdPartyNotices().split('\n## ').slice(1)) {
    expect(text).toMatch(/Copyright[\s\S]*Permission is hereby granted/);
  }
});
