/** Engines of a match use no files, except those whose options name one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { EngineSpec } from '../../../../src/measure/match/engine-spec.ts';
import { launchPlayer } from '../../../../src/measure/match/player.ts';
import { temporaryFolder } from '../../../folder.ts';
import { scripted } from './scripted.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

/** Reports what it finds in its environment. */
const TELLER = `
process.stdin.on('data', (text) => {
  if (/ABOUT/.test(text)) console.log('name="' + (process.env.TENGEN_NO_FILES ?? 'files') + '"');
  if (/END/.test(text)) process.exit(0);
});
`;

test.each<[EngineSpec['options'], string]>([
  [[], '1'],
  [
    [
      ['evaluate', '7,7'],
      ['books', 'x'],
    ],
    '1',
  ],
  [[['book', 'x.tbook']], 'files'],
  [
    [
      ['a', '1'],
      ['BOOK', 'x.tbook'],
    ],
    'files',
  ],
])('options %j: %s', async (options, told) => {
  const teller = join(folder, 'teller.mjs');
  writeFileSync(teller, TELLER);
  const spec = scripted('teller', { argv: [process.execPath, teller], options });
  const player = launchPlayer(spec, { strict: false, suspend: false });
  expect(await player.client.about(30_000)).toEqual({ name: told });
  await player.end();
});
