/** Spellings of options: a command still accepts everything that it has ever accepted, with the same exit code. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { tengen } from '../processes.ts';

const BOOK = fileURLToPath(new URL('../../books/freestyle-15.tbook', import.meta.url));
const SHA = 'a'.repeat(64);
const folder = temporaryFolder();
beforeAll(() => writeFileSync(join(folder, 'a.pos'), 'h8i9j10\n'));

/** No fleet has this address, so this message comes right after the arguments have been parsed. */
const NO_FLEET = /expected redis:\/\/HOST/;

test.each<[words: string, status: number, output: RegExp, input?: string]>([
  ['--size=5 --rule exact --win 5', 0, /^OK$/m, 'START 15\nEND\n'],
  ['--rule=GOMOKU+ --size 20', 0, /^/, 'END\n'],
  ['--rule 2', 0, /^/, 'END\n'],
  ['-v', 0, /^tengen \d/],
  ['--version', 0, /^tengen \d/],
  ['help bench', 0, /^Usage: tengen bench/],
  ['board --open --port=x', 2, /expected/],
  ['serve --engines=1 -port x', 2, /expected/],
  ['serve --cors ftp://x', 2, /expected an origin/],
  ['bench 1', 0, / nps$/m],
  ['bench depth=1', 0, / nps$/m],
  ['forbidden h8 --size=9', 0, /^no forbidden points$/m],
  ['forbidden --rule RENJU -- h8 i9', 0, /^no forbidden points$/m],
  ['forbidden h8 --rule=2', 0, /^rule 2 has no forbidden points/m],
  ['convert a.pos -to psq', 0, /^Piskvorky 15x15/],
  ['convert -size=19 a.pos --to=SGF -game 1', 0, /SZ\[19\]/],
  ['convert - - -from pos -to pos -ply 2', 0, /^h8i9\n$/, 'h8i9j10\n'],
  ['convert a.pos --rule 6 --to jsonl', 0, /"rule":6/],
  ['convert --help', 0, /^Usage: tengen convert/],
  ['convert -help', 0, /^Usage: tengen convert/],
  ['analyze h8 i9 --depth=1', 0, /^Line|score/m],
  ['analyze --size 15x10 --depth 1 --json h8', 0, /"height":10/],
  ['analyze --time OFF --depth 1 --solve h8', 0, /score/],
  ['analyze -\th8 --depth 1', 0, /score/],
  ['analyze --batch --threads=2 --table 16', 0, /"id":1/, '{"id": 1, "depth": 1}\n'],
  ['analyze --threads 2 --batch', 0, /^$/, ''],
  [`book stats ${BOOK} --json`, 0, /"positions":/],
  [`book --json stats --size 15x15 --rule=0 ${BOOK}`, 0, /"positions":/],
  [`book show ${BOOK} h8`, 0, /^h8/],
  [`book expand ${BOOK} -fleet http://x --positions=3 --nodes 1000`, 1, NO_FLEET],
  ['selfplay --out games --games 0 --sizes 9,10 --handset', 0, /games: 0 games/],
  ['selfplay --out games --games 0 --handset -fleet http://x --range 3', 1, NO_FLEET],
  ['check', 2, /^Usage: tengen check/],
  ['check -full --only=999 brain', 2, /expected/],
  ['match', 2, /^Usage: tengen match/],
  ['match -HELP', 0, /^Usage: tengen match/],
  [`worker http://x --slots=2 --allow a=${SHA} --allow b=${SHA} --no-speed --json --check --name a.b`, 1, NO_FLEET],
  ['fleet http://x --watch --json --exclude a --exclude b --include c --pause all', 1, NO_FLEET],
  [
    'play --level=3 --win 5 --rule exact --begins Engine --time off --clock 10.5 --seed 4 --ascii',
    0,
    /tengen/,
    'quit\n',
  ],
  ['play --moves=-\th8 --forbidden OFF --human-vs-human', 0, /H8/, 'moves\nquit\n'],
  ['play --size=15*10 --black h8', 0, /^/, 'quit\n'],
  ['play --opening SWAP2', 0, /stones/, 'quit\n'],
])('tengen %s', (words, status, output, input = '') => {
  // A tab represents a blank within an argument.
  const args = words.split(' ').map((word) => word.replace('\t', ' '));
  const done = tengen(args, { input, cwd: folder });
  expect(`${done.stdout}${done.stderr}`).toMatch(output);
  expect(done.status).toBe(status);
});
