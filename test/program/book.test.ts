import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMAND as ANALYZE } from '../../src/cli/analyze.ts';
import { GrowingFile, saveBook } from '../../src/cli/book/save.ts';
import { COMMAND as BOOK } from '../../src/cli/book.ts';
import { runCommand } from '../../src/cli/run.ts';
import { createEngine } from '../../src/platform/node/engine.ts';
import { lockFile } from '../../src/platform/node/lock.ts';
import { analyze } from '../../src/play/analysis/analysis.ts';
import { levelOf } from '../../src/play/opponent/levels.ts';
import { chooseMove } from '../../src/play/opponent/opponent.ts';
import { newGame, withPlies } from '../../src/play/state/game-state.ts';
import { variantOf } from '../../src/play/state/variant.ts';
import { parseBook } from '../../src/records/book/text.ts';
import { temporaryFolder } from '../folder.ts';

let folder = '';
let [out, err] = ['', ''];

beforeEach(() => {
  folder = temporaryFolder();
  [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const at = (name: string) => join(folder, name);
const put = (name: string, text: string) => writeFileSync(at(name), text);
const get = (name: string) => readFileSync(at(name), 'utf8');
const HEAD = 'tengen-book 1 rule=renju size=15\n';
const SMALL = `${HEAD}h8 w=10\n g9 x v=-40 d=9 # no\\ngood\n h9 ! w=3 v=12 d=20\n  g9 t=A\n`;

describe('a book during a search', () => {
  test('analyze shows the contents of the book for the position', async () => {
    put('a.tbook', SMALL);
    const args = ['h8 i9', '--rule', 'renju', '--nodes', '500', '--book', at('a.tbook')];
    expect(await runCommand(ANALYZE, args)).toBe(0);
    expect(out).toContain(
      'Book:\n  h8 i9\n    value -40 for the side that moved, depth 9; marks x\n    no\n    good\n',
    );
    out = '';
    expect(await runCommand(ANALYZE, [...args, '--json'])).toBe(0);
    expect(JSON.parse(out).book).toMatchObject({ isKnown: true, info: { value: -40 } });
    out = '';
    expect(await runCommand(ANALYZE, ['h8', '--nodes', '500', '--book', at('a.tbook')])).toBe(0);
    expect(out).toContain('This book is for renju 15x15.');
    expect(await runCommand(ANALYZE, ['h8', '--book', at('none.tbk')])).toBe(2);
    expect(err).toContain('none.tbk": no such file or folder');
  });

  test('analyze reports the wins of the package', async () => {
    const analyzed = async (moves: string, ...options: string[]) => {
      out = '';
      expect(await runCommand(ANALYZE, [moves, '--nodes', '500', ...options])).toBe(0);
      return out;
    };
    for (const moves of ['h8', 'h8 a15 i9', 'h8 h9'])
      expect(await analyzed(moves)).toMatch(/^Proven: Black wins in at most \d+ moves\.$/m);
    const { knownWin } = JSON.parse(await analyzed('h8 a15', '--json'));
    const { knownWin: after } = JSON.parse(await analyzed('h8 a15 i9', '--json'));
    expect(knownWin).toEqual({ moves: after.moves + 1, move: 'i9' });
    expect(after.move).toBeNull();
    for (const other of [await analyzed('h9'), await analyzed('h8 h9', '--rule', 'renju')])
      expect(other).not.toContain('Black wins');
  });

  test('the engine of play chooses its moves from it, and hints do not', async () => {
    const thinker = createEngine({ book: parseBook(`${HEAD}h8\n i9 w=1 v=777\n`) });
    const game = withPlies(newGame(variantOf(4, 15, 15, null)), [{ x: 7, y: 7 }]);
    const choice = await chooseMove(thinker, { game, level: levelOf(10), timeMs: 300, seed: 1 });
    expect([choice.move.x, choice.move.y].map((n) => Math.abs(n - 7))).toEqual([1, 1]);
    expect(choice.figures?.score).toBe(777);
    const [best] = await analyze(thinker, game, { maxNodes: 500 });
    expect(best.score).not.toBe(777);
    await thinker.close();
  });
});

describe('tengen book', () => {
  test.each(['tbk', 'sgf', 'lib', 'db'])('build writes a book as .%s and reads it again', async (kind) => {
    put('a.tbook', SMALL);
    expect(await runCommand(BOOK, ['build', at('a.tbook'), '--out', at(`b.${kind}`)])).toBe(0);
    expect(await runCommand(BOOK, ['build', at(`b.${kind}`), '--out', at('c.tbook')])).toBe(0);
    const read = parseBook(get('c.tbook'));
    expect(read.count).toBe(parseBook(SMALL).count);
    if (kind === 'tbk' || kind === 'sgf') expect(get('c.tbook')).toBe(SMALL);
    expect(get('c.tbook')).toContain('# no\\ngood');
    expect(get('c.tbook')).toContain('t=A');
  });

  test('games are counted, and skipped ones are reported', async () => {
    put('a.sgf', '(;GM[4]SZ[15]RU[Renju]RE[B+];B[hh];W[hg];B[ii])(;GM[4]SZ[15]RE[W+];B[hh];W[ig])');
    put('b.pos', 'h8h7\n');
    expect(await runCommand(BOOK, ['build', at('a.sgf'), at('b.pos'), '--rule', 'renju', '--out', at('c.tbook')])).toBe(
      0,
    );
    expect(get('c.tbook')).toContain('h8 r=1/0/1\n');
    expect(err).toContain('b.pos: 0 of 3 positions are new');
    expect(await runCommand(BOOK, ['stats', at('c.tbook'), '--json'])).toBe(0);
    expect(JSON.parse(out.split('\n')[1])).toMatchObject({ positions: 5, games: { black: 1, draws: 0, white: 1 } });
  });

  test('trees of another rule or winning length are skipped', async () => {
    put(
      'a.sgf',
      '(;GM[4]SZ[15]RU[Renju];B[hh])(;GM[4]SZ[15]RU[Freestyle];B[aa])(;GM[4]SZ[15]RU[Freestyle, 4 in a row];B[bb])',
    );
    expect(await runCommand(BOOK, ['build', at('a.sgf'), '--out', at('c.tbook')])).toBe(0);
    expect(parseBook(get('c.tbook')).count).toBe(2);
    expect(err).toContain('a.sgf: 2 of 3 trees skipped: rule 0, not 4');
    put('b.sgf', '(;GM[4]SZ[15]RU[Freestyle];B[hh])(;GM[4]SZ[15]RU[Freestyle, 4 in a row]RE[B+];B[bb])');
    expect(await runCommand(BOOK, ['build', at('b.sgf'), '--out', at('d.tbook')])).toBe(0);
    expect(err).toContain('b.sgf: 1 of 2 trees skipped: 4 in a row, not 5');
    expect(get('d.tbook')).not.toContain('r=');
  });

  test('merge keeps the first values, reports differences and exits with 1', async () => {
    put('a.tbook', SMALL);
    put('b.tbook', `${HEAD}h8 w=7\n h9 v=30 d=24 r=1/0/0 # new\n  j9 v=1 d=2\n`);
    expect(await runCommand(BOOK, ['merge', at('a.tbook'), at('b.tbook'), '--out', at('c.tbook')])).toBe(1);
    expect(err).toContain(`conflict: h8: keeping weight 10, ${at('b.tbook')} has 7`);
    expect(err).toContain('keeping value 12 at depth 20');
    expect(get('c.tbook')).toContain(' h9 ! w=3 v=12 d=20 r=1/0/0 # new\n');
    expect(parseBook(get('c.tbook')).count).toBe(6);
    expect(
      await runCommand(BOOK, ['merge', at('a.tbook'), at('b.tbook'), '--out', at('c.tbook'), '--deeper', '--force']),
    ).toBe(1);
    expect(get('c.tbook')).toContain(' h9 ! w=3 v=30 d=24 r=1/0/0 # new\n');
    // The same book again has no conflicts.
    expect(await runCommand(BOOK, ['merge', at('c.tbook'), at('c.tbook'), '--out', at('d.tbook')])).toBe(0);
    expect(get('d.tbook')).toBe(get('c.tbook'));
  });

  test('an existing file is not replaced', async () => {
    put('a.tbook', SMALL);
    expect(await runCommand(BOOK, ['build', at('a.tbook'), '--out', at('a.tbook')])).toBe(1);
    expect(err).toContain('already exists; use --force to overwrite it');
    expect(get('a.tbook')).toBe(SMALL);
  });

  test('a file that another program creates meanwhile is not replaced', () => {
    const theirs = () => put('a.lib', 'theirs');
    const save = () =>
      saveBook(at('a.lib'), parseBook(SMALL), { page: null, isRaw: false, replaces: false, note: theirs });
    expect(save).toThrow(`${at('a.lib')}: already exists; use --force to overwrite it`);
    expect(get('a.lib')).toBe('theirs');
    expect(readdirSync(folder)).toEqual(['a.lib']);
  });

  test.skipIf(process.platform === 'win32')(
    'a book that grows does not replace a file that another program writes meanwhile',
    () => {
      const notes: string[] = [];
      put('a.tbook', SMALL);
      symlinkSync('missing.tbook', at('a.edits.tbook'));
      const growing = new GrowingFile(at('a.tbook'));
      const book = parseBook(SMALL);
      const info = book.info.bind(book);
      book.info = (index) => {
        put('a.tbook', 'theirs');
        return info(index);
      };
      growing.save(book, (text) => notes.push(text));
      expect(get('a.tbook')).toBe('theirs');
      expect(growing.path).toBe(at('a.edits-2.tbook'));
      expect(notes).toEqual([expect.stringContaining(`the book is now saved as ${growing.path}`)]);
      expect(parseBook(readFileSync(growing.path, 'utf8')).count).toBe(book.count);
    },
  );

  test('a file that another process is writing is not even read by actions that would write it', async () => {
    put('a.tbook', 'broken');
    put('b.tbook', SMALL);
    const unlock = lockFile(at('a.tbook'));
    expect(await runCommand(BOOK, ['expand', at('a.tbook')])).toBe(1);
    expect(await runCommand(BOOK, ['build', at('b.tbook'), '--out', at('a.tbook'), '--force'])).toBe(1);
    unlock();
    expect(err.match(/is being written by process/g)).toHaveLength(2);
    expect(get('a.tbook')).toBe('broken');
  });

  test('show prints a position and its moves, as text and as JSON, from every format', async () => {
    put('a.tbook', SMALL);
    await runCommand(BOOK, ['build', at('a.tbook'), '--out', at('a.tbk')]);
    out = '';
    expect(await runCommand(BOOK, ['show', at('a.tbk'), 'h8'])).toBe(0);
    expect(out).toBe(
      [
        'h8',
        '  move  mark  weight  value  depth  B/draw/W',
        '  h9    !     3       12     20               also g8 i8 h7',
        '  g9    x             -40    9                also i9 g7 i7; no',
        '',
      ].join('\n'),
    );
    out = '';
    expect(await runCommand(BOOK, ['show', at('a.tbook'), 'h8 i9', '--json'])).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ rule: 4, size: 15, isKnown: true, info: { value: -40 }, next: [] });
    expect(await runCommand(BOOK, ['show', at('a.tbook'), 'h8 h8'])).toBe(1);
    expect(err).toContain('moves "h8 h8", move 2: expected an empty point on the board');
  });

  test('check finds faults', async () => {
    put('a.tbook', `${HEAD}h8 !?\n i8 x w=2\n`);
    expect(await runCommand(BOOK, ['check', at('a.tbook')])).toBe(1);
    expect(out).toContain('h8: marked good and bad\n');
    expect(out).toContain('marked as no move to play');
    put('b.tbook', `${HEAD}g8 a1 f8 a3 h7 a5 h6 a7 h8 w=9\n`);
    out = '';
    expect(await runCommand(BOOK, ['check', at('b.tbook')])).toBe(0);
    expect(out).toContain('1 of them without a predecessor; 0 faults');
    put('c.tbook', `${HEAD}g8\n a1\n  f8\n   a3\n    h7\n     a5\n      h6\n       a7\n        h8 w=9\n         o15\n`);
    out = '';
    expect(await runCommand(BOOK, ['check', at('c.tbook')])).toBe(1);
    expect(out).toContain('forbidden to Black, and not marked x');
    expect(out).toContain('the game continues after a forbidden move');
    // With H6 last it is legal.
    const other = '      h8\n       a7\n        h6\n         o15\n';
    put('d.tbook', `${HEAD}g8\n a1\n  f8\n   a3\n    h7\n     a5\n      h6\n       a7\n${other}`);
    out = '';
    expect(await runCommand(BOOK, ['check', at('d.tbook')])).toBe(0);
    expect(out).toContain('0 faults');
  });

  test("expand adds the engine's best moves, resumes where it ended, and replaces no deeper value", async () => {
    put('a.tbook', 'tengen-book 1 rule=freestyle size=9\ne5\n e6 v=0 d=99\n  b2\n');
    const args = ['--nodes', '3000', '--lines', '3', '--even', '30000'];
    expect(await runCommand(BOOK, ['expand', at('a.tbook'), '--positions', '2', ...args])).toBe(0);
    const first = parseBook(get('a.tbook'));
    expect(first.count).toBeGreaterThanOrEqual(4 + 3);
    expect(get('a.tbook')).toMatch(/ v=0 d=99/);
    expect(await runCommand(BOOK, ['expand', at('a.tbook'), '--positions', '1', ...args])).toBe(0);
    const stopped = get('a.tbook');
    put('b.tbook', 'tengen-book 1 rule=freestyle size=9\ne5\n e6 v=0 d=99\n  b2\n');
    expect(await runCommand(BOOK, ['expand', at('b.tbook'), '--positions', '3', ...args])).toBe(0);
    expect(get('b.tbook')).toBe(stopped);
  });

  test('expand leaves a book that was edited during the search as it is, and saves its own elsewhere', async () => {
    const start = 'tengen-book 1 rule=freestyle size=9\ne5\n e6 v=0 d=99\n  b2\n';
    const edited = `${start} e4 # a thought\n`;
    const args = ['--nodes', '3000', '--lines', '3', '--even', '30000', '--positions', '2'];
    put('a.tbook', start);
    put('a.edits.tbook', 'another book');
    // Once the book is read, with the first turn of the event loop.
    setTimeout(() => put('a.tbook', edited), 0);
    expect(await runCommand(BOOK, ['expand', at('a.tbook'), ...args])).toBe(0);
    expect(get('a.tbook')).toBe(edited);
    expect(get('a.edits.tbook')).toBe('another book');
    const own = at('a.edits-2.tbook');
    expect(err).toContain(
      `${at('a.tbook')}: changed by another program and left as it is; the book is now saved as ${own}\n`,
    );
    expect(out).toContain(`${own}: 2 positions searched`);
    put('b.tbook', start);
    expect(await runCommand(BOOK, ['expand', at('b.tbook'), ...args])).toBe(0);
    expect(get('a.edits-2.tbook')).toBe(get('b.tbook'));
  });

  test.each([
    [[], 2, ''],
    [['shwo', 'a'], 2, 'did you mean show?'],
    [['build', 'a.tbook'], 2, '--out is missing'],
    [['show'], 2, '0 files: expected one'],
    [['stats', 'a.tbook', '--deeper'], 2, '--deeper with stats: expected only with build or merge'],
    [['check', 'a.tbook', '--json'], 2, '--json with check: expected only with show or stats'],
    [['build', 'a.tbook', '--out', 'b.tbook', '--until', '9'], 2, '--until with build: expected only with expand'],
    [['build', 'a.tbook', '--out', 'b.tbook', '--plies', 'x'], 2, '--plies x: expected a whole number from 1 to 1000'],
    [['build', 'a.lib', '--out', 'b.xyz'], 1, 'expected a name that ends with .tbook'],
    [['build', 'none.lib', '--out', 'b.tbook'], 1, 'none.lib: no such file or folder'],
    [['expand', 'a.lib'], 1, '"a.lib": expected a .tbook'],
  ])('%j exits with %i', async (args, code, message) => {
    expect(await runCommand(BOOK, args)).toBe(code);
    expect(err).toContain(message);
  });

  test('an invalid file is reported with its line', async () => {
    put('a.tbook', `${HEAD}h8\n  i9\n`);
    expect(await runCommand(BOOK, ['stats', at('a.tbook')])).toBe(1);
    expect(err).toContain(`a.tbook: line 3 "i9": expected indentation of 1 at most`);
  });
});
