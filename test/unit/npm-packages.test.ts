import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedManifest, unnamedAddresses } from '../../tools/npm-packages.ts';

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

test('every address that is missing or still the placeholder is named', () => {
  const advice = 'has no address: replace OWNER-TO-BE-NAMED by the owner of the repository';
  const all = ['repository', 'homepage', 'bugs'].map((field) => `package.json: "${field}" ${advice}`);
  expect(unnamedAddresses('{}')).toEqual(all);
  expect(unnamedAddresses('{ "homepage": "https://example.org", "bugs": { "url": "x/OWNER-TO-BE-NAMED" } }')).toEqual([
    all[0],
    all[2],
  ]);
});

test('replacing the placeholder everywhere is enough', () => {
  expect(unnamedAddresses(manifest.replaceAll('OWNER-TO-BE-NAMED', 'someone'))).toEqual([]);
});

test('the published package has nothing of the clone, and stays private without an address', () => {
  const named = publishedManifest(manifest.replaceAll('OWNER-TO-BE-NAMED', 'someone'));
  for (const field of ['private', 'scripts', 'devDependencies', 'workspaces']) expect(named).not.toHaveProperty(field);
  const { version } = JSON.parse(manifest);
  expect(named.optionalDependencies).toMatchObject({ '@tengen/linux-x64': version, '@tengen/win32-x64': version });
  expect(publishedManifest(manifest.replace('OWNER-TO-BE-NAMED', 'someone')).private).toBe(true);
});
