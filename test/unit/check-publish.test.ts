import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unnamedAddresses } from '../../tools/check-publish.ts';

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

test('npm publish runs the check', () => {
  expect(JSON.parse(manifest).scripts.prepublishOnly).toBe('node tools/run.mjs check-publish');
});
