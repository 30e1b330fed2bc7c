/** Files of SGF as other programs write them: every command reads the same game. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openGame } from '../../../src/cli/analyze/game-file.ts';
import { COMMAND as CONVERT } from '../../../src/cli/convert.ts';
import { loadedGame } from '../../../src/cli/play/files.ts';
import { runCommand } from '../../../src/cli/run.ts';
import { BLACK, type Color, colorAt, EMPTY, WHITE } from '../../../src/core/color.ts';
import { messageOf } from '../../../src/core/errors.ts';
import { type Ply, pointOfCell } from '../../../src/core/point.ts';
import { integersBelow, seededRandom } from '../../../src/core/random.ts';
import { FREESTYLE, RENJU } from '../../../src/core/rule-code.ts';
import { readTrees } from '../../../src/page/share/read.ts';
import { type LibraryGame, NO_STONE } from '../../../src/page/shelf/library/games.ts';
import { readLibraryGames } from '../../../src/page/shelf/library/read.ts';
import { sgfOfGame, treeOfGame } from '../../../src/page/shelf/library/trees.ts';
import { formatRecord } from '../../../src/play/state/notation.ts';
import { variantOf } from '../../../src/play/state/variant.ts';
import { type BookFile, readBookFile } from '../../../src/records/book/files.ts';
import { Line, PASS } from '../../../src/records/book/key.ts';
import { type GameNode, mainLineOf, mainMovesOf, setupPlies } from '../../../src/records/notation/game-tree.ts';
import { bareGame } from '../../../src/records/notation/saved-game.ts';
import { formatSgf, formatTree, parseSgf, readSgf } from '../../../src/records/notation/sgf.ts';
import { sgfPoint } from '../../../src/records/notation/sgf-text.ts';
import { temporaryFolder } from '../../folder.ts';
import { captureOutput } from './capture.ts';

let folder = '';
const written = captureOutput();
beforeEach(() => {
  folder = temporaryFolder();
});

function file(text: string, name = 'a.sgf'): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const OPTIONS = { size: 15, rule: null, winLength: null, nth: 1 };
const VARIANT = variantOf(FREESTYLE, 15, 15, null);

function bookOf(text: string, notes: string[] = [], rule: number | null = null) {
  const bookFile: BookFile = { name: 'a.sgf', pieces: () => [new TextEncoder().encode(text)] };
  const reporter = { note: (note: string) => void notes.push(note), progress: () => {} };
  return readBookFile(bookFile, { rule, size: null, plies: 1000, page: null }, reporter);
}

function libraryOf(text: string, skipped: string[] = []): LibraryGame[] {
  const source = { name: 'a.sgf', text: () => [text] };
  return [...readLibraryGames(source, { size: 15, rule: FREESTYLE }, (reason) => skipped.push(reason))];
}

/** @returns what a reader makes of a file, or why it does not */
function attempt(read: () => string): string {
  try {
    return read();
  } catch (error) {
    return messageOf(error).replace(/^.*a\.sgf: |^(?:tree|game) 1(?: skipped)?: /, '');
  }
}

/** The main line of a game with its setup, by every reader. */
function readings(text: string) {
  const record = (plies: readonly Ply[]) => formatRecord(plies, 15);
  const path = file(text);
  const skipped: string[] = [];
  const notes: string[] = [];
  return {
    analyze: attempt(() => record(openGame(path, OPTIONS).last.game.plies)),
    convert: attempt(() => record(parseSgf(text)[0].moves)),
    load: attempt(() => record(loadedGame('a.sgf', text, VARIANT).game.plies)),
    page: attempt(() => record(readTrees(text, VARIANT)[0].game.plies)),
    library: attempt(() => {
      const [game] = libraryOf(text, skipped);
      if (game === undefined) throw new Error(skipped[0]);
      return record(game.moves.map((cell) => (cell === NO_STONE ? null : pointOfCell(cell, 15))));
    }),
    book: attempt(() => {
      const book = bookOf(text, notes);
      const cut = notes.find((note) => note.includes(': cut: '));
      if (cut !== undefined) throw new Error(cut.replace(/^.*: cut: /, ''));
      const { moves } = mainLineOf(readSgf(text)[0]);
      const line = new Line(book.rule, 15);
      for (const ply of moves) line.push(ply === null ? PASS : ply.y * 15 + ply.x);
      return book.find(line.high, line.low) < 0 ? 'not in the book' : record(moves);
    }),
  };
}

describe('every command reads the same game', () => {
  test.each([
    // Setup after the root, one stone a node, with stones taken away.
    ['(;GM[4]FF[4]SZ[15]GN[p1];AB[hh][gg]AW[ii][jj]PL[B])', 'H8 I7 G9 J6'],
    ['(;GM[4]SZ[15];AB[hh];AW[ii];AB[gg];AW[jj];B[kk])', 'H8 I7 G9 J6 K5'],
    ['(;GM[4]SZ[15]AB[hh][gg]AW[ii];AE[gg];B[cc])', 'H8 I7 C13'],
    ['(;GM[4]SZ[15]AB[hh];AW[hh]AB[gg];B[cc])', 'G9 H8 C13'],
    ['(;GM[4]SZ[15]AB[hh]AW[ii]PL[W])', 'H8 I7 pass'],
    // Setup in mid-game.
    ['(;GM[4]SZ[15];B[hh];W[ii];AB[aa]AW[bb];B[cc])', 'H8 I7 A15 B14 C13'],
    ['(;GM[4]SZ[15];B[hh];AB[gg];B[ff])', 'H8 pass G9 pass F10'],
    ['(;GM[4]SZ[15];B[hh];AB[gg]PL[B];B[ff])', 'H8 pass G9 pass F10'],
    ['(;GM[4]SZ[15];B[hh];PL[B])', 'H8 pass'],
    ['(;GM[4]SZ[15];B[hh]PL[B];W[ii])', 'H8 I7'],
    // Nothing says whose turn it is but the first move.
    ['(;GM[4]SZ[15]AB[hh][gg]AW[ii][jj];W[kk];B[ff])', 'H8 I7 G9 J6 pass K5 F10'],
    ['(;GM[4]SZ[15]AB[hh];B[kk])', 'H8 pass K5'],
    ['(;GM[4]SZ[15]AB[hh][gg][ff]AW[ii][jj];B[kk])', 'H8 I7 G9 J6 F10 pass K5'],
    ['(;GM[4]SZ[15]AB[hh][gg]AW[ii][jj];PL[W];W[kk])', 'H8 I7 G9 J6 pass K5'],
    ['(;GM[4]SZ[15]AB[hh][gg]AW[ii][jj](;W[kk];B[ff])(;B[ll];W[mm]))', 'H8 I7 G9 J6 pass K5 F10'],
    ['(;GM[4]SZ[15];W[hh];B[ii])', 'pass H8 I7'],
    // Passes.
    ['(;GM[4]SZ[15]RE[B+];B[hh];W[ii];B[];W[jj])', 'H8 I7 pass J6'],
    ['(;GM[4]SZ[15]RE[B+];B[hh];W[ii];B[jj];W[])', 'H8 I7 J6 pass'],
    ['(;GM[4]SZ[15];B[hh];W[tt];B[jj])', 'H8 pass J6'],
    // Text around the game, and files without semicolon or GM.
    ['My game (2019): (;GM[4]SZ[15];B[hh];W[ii]) regards (me)', 'H8 I7'],
    ['(GM[4]SZ[15]\n;B[hh];W[ii])', 'H8 I7'],
    ['(;SZ[15]RU[Renju];B[hh];W[hg])', 'H8 H9'],
    ['(;GM[1]SZ[15]RU[RENJU];B[hh];W[hg])', 'H8 H9'],
    ['(;GM[4]SZ[15]AB[hh:jh]AW[aa:ab];W[cc])', 'H8 A15 I8 A14 J8 C13'],
    ['(;GM[1]SZ[15];B[hh])', expect.stringMatching(/^a game of GM\[1\], Go: expected GM\[4\], .* --rule$/)],
    // What cannot be kept.
    ['(;GM[4]SZ[15];B[hh][gg];W[ii])', 'move 1, B[hh][gg]: expected one point'],
    ['(;GM[4]SZ[15];B[hh];W[ii];AE[hh];B[cc])', 'setup after move 2 is not supported: AE[hh] removes the stone on H8'],
    ['(;GM[4]SZ[15];B[hh];W[ii];AW[hh];B[cc])', 'setup after move 2 is not supported: AW[hh] replaces the stone on H8'],
    ['(;GM[4]SZ[15]AB[hz];W[aa])', 'AB[hz]: expected two letters on the 15x15 board'],
  ])('%s', (text, expected) => {
    const found = readings(text);
    // A book keeps the moves before a fault; without any it has nothing to say.
    if (found.book === 'contains no moves and no stones') found.book = found.analyze;
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, expected])));
  });
});

test('what is read in another form, or skipped, is reported', () => {
  const notes = (text: string) => openGame(file(text), { ...OPTIONS, rule: FREESTYLE }).notes;
  expect(notes('(;GM[4]SZ[15];B[hh];W[ii];AB[aa]AW[bb];B[cc])')).toEqual([
    'setup after move 2 is read as moves and passes: AB[aa]AW[bb]',
  ]);
  const text = '(;GM[4]SZ[15]RE[Bob won];B[hh];W[ii](;B[jj])(;B[hh])(;B[ii])(;AE[hh]))';
  expect(notes(text)).toEqual([
    'a variation is cut: move 3, H8: already occupied by a black stone; and 2 more',
    'RE[Bob won] is not a known result',
  ]);
  expect(notes('(;GM[4]SZ[15];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae];W[be];B[oo])')).toEqual([
    'the game ends with move 9; not played: 2 later moves',
  ]);
});

test('a file of Go whose rule the user names', async () => {
  const path = file('(;GM[1];B[ss];W[hg])');
  expect(openGame(path, { ...OPTIONS, size: 19, rule: RENJU }).last.game).toMatchObject({
    variant: { width: 19, rule: { code: RENJU } },
    plies: [
      { x: 18, y: 18 },
      { x: 7, y: 6 },
    ],
  });
  expect(await runCommand(CONVERT, [path, '--to', 'pos', '--rule', 'renju', '--size', '19'])).toBe(0);
  expect(written.output).toBe('s19h7\n');
  expect(bookOf('(;GM[1]SZ[15];B[hh])', [], RENJU).rule).toBe(RENJU);
});

describe('tengen convert', () => {
  const convert = async (text: string, ...args: string[]) => {
    const before = written.output.length;
    const code = await runCommand(CONVERT, [file(text), ...args]);
    return code === 0 ? written.output.slice(before) : written.errors;
  };

  test('from SGF to SGF everything stays', async () => {
    const text =
      '(;GM[4]SZ[10:7]RU[Odd]PB[Ann]RE[W+Five]GN[x]AB[aa]AW[bb][cc]PL[W]C[a\nb];W[dd]TR[dd](;B[]C[passes])(;B[ee]LB[aa:1]))';
    expect(await convert(text, '--to', 'sgf')).toBe(
      [
        '(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[10:7]PB[Ann]RE[W+Five]AB[aa]AW[bb][cc]PL[W]C[a\nb]RU[Odd]GN[x]',
        ';W[dd]TR[dd]',
        '(;B[]C[passes])',
        '(;B[ee]LB[aa:1]))\n',
      ].join('\n'),
    );
  });

  test('what another notation cannot hold is named', async () => {
    const text = '(;GM[4]SZ[15];B[hh]C[good](;W[ii])(;W[jj]))';
    expect(await convert(text, '--to', 'pos')).toBe('h8i9\n');
    expect(written.errors).toBe('note: game 1: skipped: 1 variation and 1 comment\n');
    expect(await convert('(;GM[4]SZ[15];B[hh];W[];B[ii])', '--to', 'psq')).toMatch(/a\.sgf: turn 2 is a pass: /);
    expect(await convert('(;GM[4]SZ[15:10];B[hh])', '--to', 'psq')).toMatch(/a\.sgf: board 15x10: .* square board/);
    expect(await convert('(;GM[4]SZ[15])', '--to', 'psq')).toMatch(/a\.sgf: contains no moves\n$/);
  });

  test('boards that a notation has no letters for', async () => {
    const path = file('Piskvorky 40x40, 11:11, 0\n35,35,0\n1,1,0\n-1\n', 'a.psq');
    for (const notation of ['jsonl', 'pos']) {
      expect(await runCommand(CONVERT, [path, '--to', notation])).toBe(1);
      expect(written.errors).toMatch(/board 40x40: expected at most 26x26 for names such as h8\n$/);
    }
    expect(await runCommand(CONVERT, [path, '--to', 'sgf'])).toBe(0);
    expect(parseSgf(written.output)[0]).toMatchObject({
      size: 40,
      moves: [
        { x: 34, y: 34 },
        { x: 0, y: 0 },
      ],
    });
    expect(() => formatSgf(bareGame(60, []))).toThrow('board 60x60: expected at most 52x52 in SGF');
    expect(await convert('(;GM[4]SZ[60];B[hh])', '--to', 'psq')).toMatch(/SZ\[60\]: expected 1 to 52/);
  });

  test('a picture has passes and setup stones', async () => {
    expect(
      await runCommand(CONVERT, [file('(;GM[4]SZ[15]AB[aa][bb]PL[W];W[cc];B[];W[dd])'), join(folder, 'a.svg')]),
    ).toBe(0);
    const svg = readFileSync(join(folder, 'a.svg'), 'utf8');
    expect(svg.match(/fill="#111" stroke/g)).toHaveLength(2);
    expect([...svg.matchAll(/fill="#111">(\d)</g)].map(([, number]) => number)).toEqual(['1', '3']);
    expect(svg).toContain('4 stones');
  });
});

describe('the library', () => {
  test('moves after the end stay in place, with their remarks', () => {
    const moves = ['aa', 'ba', 'ab', 'bb', 'ac', 'bc', 'ad', 'bd', 'ae', 'oo', 'on', 'om'];
    const text = moves.map((move, i) => `;${i % 2 === 0 ? 'B' : 'W'}[${move}]${i === 10 ? 'C[late]' : ''}`).join('');
    const [game] = libraryOf(`(;GM[4]SZ[15]RU[Freestyle]${text})`);
    expect(game.moves).toHaveLength(12);
    expect(game.result).toBe('black');
    expect(game.sgf.match(/;[BW]\[/g)).toHaveLength(12);
    expect(game.sgf).toContain(';B[on]C[late]\n;W[om]');
    expect(libraryOf(sgfOfGame(game))).toEqual([game]);
    const last = treeOfGame(game);
    expect(last.game.plies).toHaveLength(9);
    expect(last.comment).toBe('');
    expect(mainMovesOf({ root: last })).toHaveLength(3);
  });

  test('a board that tengen does not play on is not another one', () => {
    const skipped: string[] = [];
    const source = { name: 'a.psq', text: () => ['Piskvorky 30x30, 11:11, 0\n29,29,0\n1,1,0\n-1\n'] };
    const games = [...readLibraryGames(source, { size: 15, rule: null }, (reason) => skipped.push(reason))];
    expect(games).toEqual([]);
    expect(skipped).toEqual(['game 1: board 30x30: expected sides from 3 to 22']);
    expect(libraryOf('(;GM[4]SZ[30];B[hh])', skipped)).toEqual([]);
    expect(skipped[1]).toBe('game 1: board 30x30: expected sides from 3 to 22');
  });

  test('a variation that cannot be read is reported', () => {
    const skipped: string[] = [];
    expect(libraryOf('(;GM[4]SZ[15];B[hh](;W[ii])(;W[hh]))(;GM[4]SZ[15])', skipped)).toHaveLength(1);
    expect(skipped).toEqual([
      'game 1: a variation is cut: move 2, H8: already occupied by a black stone',
      'game 2: no moves',
    ]);
  });
});

/** A position by the words of SGF: what each node puts on the board, by its color. */
interface Truth {
  readonly cells: Uint8Array;
  readonly toPlay: Color;
}

const SIDE = 11;

/**
 * A random game with variations: setup of all kinds before the first move, moves and passes, setup of new stones in
 * mid-game. @returns its text, and the last position of the main line
 */
function randomGame(seed: number): { text: string; truth: Truth } {
  const below = integersBelow(seededRandom(seed));
  const value = (cell: number) => `[${sgfPoint(pointOfCell(cell, SIDE))}]`;
  const emptyCells = (cells: Uint8Array) => [...cells.keys()].filter((cell) => cells[cell] === EMPTY);
  let text = `(;GM[4]SZ[${SIDE}]RU[Freestyle]`;
  let cells = new Uint8Array(SIDE * SIDE);
  let toPlay: Color = BLACK;
  let isOpen = false;
  /** Puts stones on a node; those of the start may be replaced and removed. */
  const setUp = (isStart: boolean): string => {
    let node = '';
    const taken = new Set<number>();
    for (const [name, content] of [
      ['AB', BLACK],
      ['AW', WHITE],
      ['AE', EMPTY],
    ] as const) {
      if (below(2) === 0 || (content === EMPTY && !isStart)) continue;
      const from = isStart ? [...cells.keys()] : emptyCells(cells);
      const chosen = Array.from({ length: 1 + below(2) }, () => from[below(from.length)]).filter(
        (cell) => !taken.has(cell),
      );
      if (chosen.length === 0) continue;
      for (const cell of chosen) {
        taken.add(cell);
        cells[cell] = content;
      }
      node += name + chosen.map(value).join('');
      if (content !== EMPTY) isOpen = true;
    }
    return node;
  };
  let hasPlayer = false;
  for (let i = below(4); i >= 0; i--) {
    text += setUp(true);
    if (below(5) === 0) {
      toPlay = below(2) === 0 ? BLACK : WHITE;
      hasPlayer = true;
      text += `PL[${toPlay === BLACK ? 'B' : 'W'}]`;
    }
    text += ';';
  }
  isOpen = cells.some((cell) => cell !== EMPTY);
  if (!hasPlayer) {
    const count = (color: Color) => cells.filter((cell) => cell === color).length;
    toPlay = count(BLACK) > count(WHITE) ? WHITE : BLACK;
  }
  /**
   * @param others first moves of the other variations, which are different points: equal ones would be one
   * @returns nodes of a line, with variations
   */
  const line = (length: number, depth: number, others: Set<number> | null): string => {
    let made = '';
    for (let i = 0; i < length; i++) {
      const isFirst = i === 0 && others !== null;
      if (!isFirst && depth < 3 && below(8) === 0) {
        const firsts = new Set<number>();
        const before = { cells, toPlay, isOpen };
        const branches = [below(6) + 1, below(4) + 1].map((more) => {
          ({ toPlay, isOpen } = before);
          cells = before.cells.slice();
          const branch = `(;${line(more, depth + 1, firsts)})`;
          return { branch, after: { cells, toPlay, isOpen } };
        });
        ({ cells, toPlay, isOpen } = branches[0].after);
        return `${made}C[x]${branches.map(({ branch }) => branch).join('')}`;
      }
      if (!isFirst && below(10) === 0) {
        made += setUp(false);
        if (below(2) === 0) {
          toPlay = below(2) === 0 ? BLACK : WHITE;
          isOpen = false;
          made += `PL[${toPlay === BLACK ? 'B' : 'W'}]`;
        }
        made += ';';
      }
      if (isOpen && below(2) === 0) toPlay = toPlay === BLACK ? WHITE : BLACK;
      const free = emptyCells(cells).filter((cell) => !isFirst || !others.has(cell));
      const cell = !isFirst && below(8) === 0 ? null : free[below(free.length)];
      made += `${toPlay === BLACK ? 'B' : 'W'}${cell === null ? ['[]', '[tt]'][below(2)] : value(cell)}`;
      if (cell !== null) cells[cell] = toPlay;
      if (isFirst && cell !== null) others.add(cell);
      toPlay = toPlay === BLACK ? WHITE : BLACK;
      isOpen = false;
      if (below(4) === 0) made += 'C[remark]';
      if (i < length - 1) made += ';';
    }
    return made;
  };
  text += line(1 + below(12), 0, null);
  return { text: `${text})`, truth: { cells, toPlay } };
}

const cellsOf = (plies: readonly Ply[]): Uint8Array => {
  const cells = new Uint8Array(SIDE * SIDE);
  for (const [turn, ply] of plies.entries()) if (ply !== null) cells[ply.y * SIDE + ply.x] = colorAt(turn);
  return cells;
};

const plain = ({ ply, comment, children }: GameNode): unknown => [ply, comment, children.map(plain)];

test('every reader comes to the position that the file describes, and the writer keeps it', () => {
  for (let seed = 1; seed <= 2500; seed++) {
    const { text, truth } = randomGame(seed);
    const [tree] = readSgf(text, { onFault: (reason) => expect.unreachable(`${reason}, seed ${seed}: ${text}`) });
    const moves = mainLineOf(tree).moves;
    const place = `seed ${seed}: ${text}`;
    expect(tree.losses, place).toEqual([]);
    expect(cellsOf(moves), place).toEqual(truth.cells);
    expect(colorAt(moves.length), place).toBe(truth.toPlay);
    const again = readSgf(formatTree(tree))[0];
    expect({ ...again, root: plain(again.root), notes: [] }, place).toEqual({
      ...tree,
      root: plain(tree.root),
      notes: [],
    });
    expect(formatTree(again), place).toBe(formatTree(tree));
    const [last] = readTrees(text, VARIANT);
    const played = [...last.game.plies, ...mainMovesOf({ root: last }).map(({ ply }) => ply)];
    expect(played, place).toEqual(moves);
    const [game] = libraryOf(text);
    expect(
      game.moves.map((cell) => (cell === NO_STONE ? null : pointOfCell(cell, SIDE))),
      place,
    ).toEqual(moves);
    expect(libraryOf(sgfOfGame(game)), place).toEqual([game]);
    const pointsOf = (color: Color) =>
      [...truth.cells.keys()].filter((cell) => truth.cells[cell] === color).map((cell) => pointOfCell(cell, SIDE));
    const plies = setupPlies(pointsOf(BLACK), pointsOf(WHITE), truth.toPlay);
    const key = new Line(
      FREESTYLE,
      SIDE,
      plies.map((ply) => (ply === null ? PASS : ply.y * SIDE + ply.x)),
    );
    expect(bookOf(text).find(key.high, key.low), place).toBeGreaterThanOrEqual(0);
  }
});
