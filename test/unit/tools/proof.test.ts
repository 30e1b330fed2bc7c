import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { FREESTYLE } from '../../../src/core/rule-code.ts';
import { type Book, infoAt, movesFrom } from '../../../src/records/book/book.ts';
import { MIN_WIN, WIN_VALUE, WON } from '../../../src/records/book/info.ts';
import { Line } from '../../../src/records/book/key.ts';
import { cellName, formatBook, parseBook } from '../../../src/records/book/text.ts';
import { BLACK, Board, FoursAfter, type Side, WHITE, winsByFours } from '../../../tools/proof/board.ts';
import { BookMaker } from '../../../tools/proof/book.ts';
import { Checker, type ProofRecord, Records, repliesOf } from '../../../tools/proof/check.ts';
import { addWins, openGames } from '../../../tools/proof/fill.ts';
import { findFours } from '../../../tools/proof/fours.ts';
import { KnownMoves } from '../../../tools/proof/known.ts';
import { Prover } from '../../../tools/proof/prover.ts';
import { gameOn, main, searched } from '../../../tools/proof.ts';
import { temporaryFolder } from '../../folder.ts';

const SIZE = 6;
/** Black has an open four and White nothing: after each reply Black makes five. */
const OPEN_FOUR = 'h8a1h9c3h10e5h11';

afterEach(() => {
  vi.restoreAllMocks();
});

/** @returns whether the side has five in a row: read from the text of the board, a line at a time */
function hasRow(board: Board, side: Side): boolean {
  const { size } = board;
  const line = (x: number, y: number, dx: number, dy: number): string => {
    let text = '';
    for (; x >= 0 && x < size && y >= 0 && y < size; x += dx, y += dy) text += board.cells[y * size + x];
    return text;
  };
  const row = `${side}`.repeat(5);
  for (let i = 0; i < size; i++) {
    const starts = [line(0, i, 1, 0), line(i, 0, 0, 1), line(i, 0, 1, 1), line(0, i, 1, 1), line(i, 0, -1, 1)];
    if ([...starts, line(size - 1, i, -1, 1)].some((text) => text.includes(row))) return true;
  }
  return false;
}

/** @returns a move with which the side to move wins, or null: by trying every game */
function winningMove(board: Board, side: Side): number | null {
  const other = side === BLACK ? WHITE : BLACK;
  for (const cell of board.emptyCells()) {
    board.play(cell, side);
    const wins = hasRow(board, side) || loses(board, other);
    board.undo(cell);
    if (wins) return cell;
  }
  return null;
}

/** @returns whether the side to move loses against best play; a full board is a draw */
function loses(board: Board, side: Side): boolean {
  const other = side === BLACK ? WHITE : BLACK;
  const cells = board.emptyCells();
  return (
    cells.length > 0 &&
    cells.every((cell) => {
      board.play(cell, side);
      const isLost = !hasRow(board, side) && winningMove(board, other) !== null;
      board.undo(cell);
      return isLost;
    })
  );
}

/** Positions of 6x6 with Black to move, few empty points and no five. */
const crowded = fc
  .record({
    order: fc.shuffledSubarray([...Array(SIZE * SIZE).keys()], { minLength: SIZE * SIZE }),
    empty: fc.constantFrom(4, 6),
  })
  .map(({ order, empty }) => {
    const board = new Board(SIZE);
    for (const [i, cell] of order.slice(empty).entries()) board.play(cell, i % 2 === 0 ? BLACK : WHITE);
    return board;
  })
  .filter((board) => !hasRow(board, BLACK) && !hasRow(board, WHITE));

/**
 * @param isMisled whether the host is wrong unless it searches afresh
 * @returns what the prover proves about a position, with a host that knows every winning move
 */
function recordsOf(board: Board, isMisled = false): { readonly wins: boolean; readonly records: ProofRecord[] } {
  const records: ProofRecord[] = [];
  const prover = new Prover(
    new Records(),
    new Map(),
    1,
    new KnownMoves(),
    {
      claim: (at, _, isFresh) => {
        // A move that may not win at first; later, no win.
        const [first] = at.emptyCells();
        if (isMisled && !isFresh)
          return { move: first, winIn: at.emptyCells().length === board.emptyCells().length ? 3 : null };
        const move = winningMove(at, BLACK);
        return move === null ? null : { move, winIn: 1 };
      },
      keep: (record) => records.push(record),
      leaveOpen: () => {},
      checkTime: () => {},
    },
    board.size,
  );
  prover.board.setUp(board.canonical().key);
  return { wins: prover.settle(0), records };
}

/** @returns why a record does not hold, as the checker says, or null */
function faultOf(checker: Checker, record: ProofRecord): string | null {
  checker.take(record);
  return checker.faultAt(record.at);
}

test('rows and fours are those that a search through the lines finds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(SIZE * SIZE - 1), { maxLength: 60 }), (cells) => {
      const board = new Board(SIZE);
      for (const [i, cell] of cells.entries()) {
        // Some stones are removed again, as in a search.
        if (board.cells[cell] !== 0) board.undo(cell);
        else board.play(cell, i % 3 === 0 ? WHITE : BLACK);
      }
      for (const side of [BLACK, WHITE] as const) {
        expect(board.hasFive(side)).toBe(hasRow(board, side));
        if (hasRow(board, side)) continue;
        const fives = board.emptyCells().filter((cell) => {
          board.play(cell, side);
          const isFive = hasRow(board, side);
          board.undo(cell);
          return isFive;
        });
        expect(board.completions(side).sort((a, b) => a - b)).toEqual(fives);
        expect(board.threatensFive(side)).toBe(fives.length > 0);
      }
    }),
  );
});

test('a win is proven, and its records are accepted, exactly where trying every game finds one', () => {
  let wins = 0;
  fc.assert(
    fc.property(crowded, (board) => {
      const proof = recordsOf(board);
      expect(proof.wins).toBe(winningMove(board, BLACK) !== null);
      expect(recordsOf(board, true).wins).toBe(proof.wins);
      const checker = new Checker(SIZE);
      for (const record of proof.records) expect(faultOf(checker, record)).toBeNull();
      expect(checker.records.has(board.canonical().key)).toBe(proof.wins);
      if (proof.wins) wins++;
    }),
    { numRuns: 150 },
  );
  expect(wins).toBeGreaterThan(0);
});

/**
 * Plays the book's moves, whatever White replies: each leads to a five within the plies of its value.
 * @param game moves so far, Black to move @returns plies until Black's five, at most
 */
function pliesOf(book: Book, board: Board, game: readonly number[]): number {
  const line = new Line(FREESTYLE, board.size, game);
  const [found] = movesFrom(book, line).filter(({ index }) => (book.info(index).value ?? 0) >= MIN_WIN);
  if (found === undefined) {
    const fours = findFours(board);
    expect(fours).not.toBeNull();
    return 2 * (fours?.length ?? 0) + 1;
  }
  const { cell, index } = found;
  board.play(cell, BLACK);
  let plies = hasRow(board, BLACK) ? 1 : 3;
  for (const reply of repliesOf(board)) {
    board.play(reply, WHITE);
    plies = Math.max(plies, 2 + pliesOf(book, board, [...game, cell, reply]));
    board.undo(reply);
  }
  board.undo(cell);
  expect(plies).toBeLessThanOrEqual(WIN_VALUE - (book.info(index).value ?? 0));
  return plies;
}

test('a book of records wins whatever White replies, within the plies of its values', () => {
  const counts = { wins: 0, allWin: 0 };
  fc.assert(
    fc.property(crowded, (board) => {
      // White's first stone is a reply to be met.
      const [reply, ...others] = board.stones(WHITE);
      const game = board.stones(BLACK).flatMap((cell, i) => (i === 0 ? [cell] : [others[i - 1], cell]));
      board.undo(reply);
      const checker = new Checker(SIZE);
      const replies = board.emptyCells();
      const won = replies.filter((other) => {
        board.play(other, WHITE);
        const { wins, records } = hasRow(board, WHITE) ? { wins: false, records: [] } : recordsOf(board);
        board.undo(other);
        for (const record of records) expect(faultOf(checker, record)).toBeNull();
        return wins;
      });
      const maker = new BookMaker(checker.records, () => false, SIZE);
      const { book } = maker;
      maker.addReplies(board, game, replies);
      const win = infoAt(book, new Line(FREESTYLE, SIZE, game));
      expect((win.mark & WON) !== 0).toBe(won.length === replies.length);
      if (won.length === replies.length) counts.allWin++;
      for (const other of won) {
        counts.wins++;
        board.play(other, WHITE);
        const plies = pliesOf(book, board, [...game, other]);
        if (won.length === replies.length) expect(2 + plies).toBeLessThanOrEqual(WIN_VALUE - (win.value ?? 0));
        board.undo(other);
      }
    }),
    { numRuns: 150 },
  );
  expect(counts.wins).toBeGreaterThan(0);
  expect(counts.allWin).toBeGreaterThan(0);
});

test('no record is accepted for a position that Black does not win, whatever it names as models', () => {
  const lines = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 3 });
  let accepted = 0;
  fc.assert(
    fc.property(crowded, fc.nat(), lines, (board, pick, lines) => {
      board.setUp(board.canonical().key);
      const empty = board.emptyCells();
      const [move, ...replies] = [...empty.slice(pick % empty.length), ...empty.slice(0, pick % empty.length)];
      const checker = new Checker(SIZE);
      // The positions after some replies are proven, where Black wins them.
      board.play(move, BLACK);
      for (const reply of replies.slice(0, pick % 4)) {
        board.play(reply, WHITE);
        for (const record of hasRow(board, BLACK) || hasRow(board, WHITE) ? [] : recordsOf(board).records) {
          expect(faultOf(checker, record)).toBeNull();
        }
        board.undo(reply);
      }
      board.undo(move);
      // And so is one with White's stones elsewhere.
      const whites = board.stones(WHITE);
      const elsewhere = board.copy();
      const [from, to] = [whites[pick % whites.length], empty[pick % empty.length]];
      elsewhere.undo(from);
      elsewhere.play(to, WHITE);
      if (!hasRow(elsewhere, WHITE)) {
        for (const record of recordsOf(elsewhere).records) expect(faultOf(checker, record)).toBeNull();
      }
      const name = (n: number): string => board.nameOf(empty[n % empty.length]);
      const fours = lines.map((line) => line.map(name).join(''));
      const { key, symmetry } = board.canonical();
      const named = (cells: readonly number[]): string => board.namesOf(board.turned(cells, symmetry));
      const as = named(elsewhere.stones(WHITE));
      const fault = faultOf(checker, { at: key, move: named([move]), fours, like: named(replies), as });
      if (fault !== null) return;
      accepted++;
      expect(winningMove(board, BLACK)).not.toBeNull();
    }),
    { numRuns: 400 },
  );
  expect(accepted).toBeGreaterThan(0);
});

test('a reply is met as another one is, and not if White has more', () => {
  // Black's open three at h8 and a second one to be made; the replies in the corners change nothing.
  const records = new Records();
  const board = new Board(15);
  const guide = new Board(15);
  guide.setUp('h8i8j8/a1b1c3');
  const { key, symmetry } = guide.canonical();
  const turned = (text: string): string => board.namesOf(board.turned(board.cellsOf(text), symmetry));
  records.add({ at: key, move: turned('k8'), fours: [] });
  board.setUp('h8i8j8/a1b1c15');
  expect(records.movesBy(board, guide)).not.toBeNull();
  // A second record of the position, from a file that was joined, does not hide the first one.
  records.add({ at: key, move: turned('o15'), fours: [] });
  expect(records.movesBy(board, guide)).not.toBeNull();
  // A stone at each end of the three: one five is left, and White takes it.
  board.setUp('h8i8j8/a1g8c15');
  expect(records.movesBy(board, guide)).toBeNull();
  // White's four is not stopped.
  board.setUp('h8i8j8/a1b1c1d1');
  expect(records.movesBy(board, guide)).toBeNull();
  // White holds Black's point.
  board.setUp('h8i8j8/a1b1k8');
  expect(records.movesBy(board, guide)).toBeNull();
});

test('a symmetric position shows its move and the mirrored one', () => {
  // Two open threes, mirrored at row 8; White's stones are in that row.
  const guide = new Board(15);
  guide.setUp('h9i9j9h7i7j7/a8c8e8k8m8o8');
  const { key, symmetry, symmetries } = guide.canonical();
  expect(symmetries).toHaveLength(2);
  const records = new Records();
  records.add({ at: key, move: guide.namesOf(guide.turned(guide.cellsOf('k9'), symmetry)), fours: [] });
  const board = new Board(15);
  for (const white of ['l9', 'l7']) {
    board.setUp(`h9i9j9h7i7j7/a8c8e8k8m8${white}`);
    expect(records.movesBy(board, guide)).not.toBeNull();
  }
  // Both threes are closed.
  board.setUp('h9i9j9h7i7j7/a8c8e8k8l9l7');
  expect(records.movesBy(board, guide)).toBeNull();
});

test('fours win after a reply as they do with the reply on the board', () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(crowded, fc.array(fc.nat(), { maxLength: 4 }), (board, picks) => {
      fc.pre(!board.threatensFive(WHITE));
      const empty = board.emptyCells();
      const fours = findFours(board) ?? [];
      for (const line of [fours, picks.map((pick) => empty[pick % empty.length])]) {
        const after = new FoursAfter(board, line);
        for (const reply of empty) {
          board.play(reply, WHITE);
          const wins = winsByFours(board, line);
          board.undo(reply);
          expect(after.meets(reply)).toBe(wins);
          outcomes.add(`${winsByFours(board, line)} ${wins}`);
        }
      }
    }),
    { numRuns: 3000 },
  );
  expect(outcomes).toEqual(new Set(['false false', 'true false', 'true true']));
});

test('distant replies are met as the ones before them, which their records name', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const file = join(temporaryFolder(), 'file');
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 61_000));
  main(['prove', file, 'h8a15i9b15g9', '--only', 'o15n1o2']);
  clock.mockRestore();
  expect(log.mock.calls[0][0]).toMatch(/^h8a15i9b15g9o15([a-o]\d+){2}: \d+ replies to come; \d+ positions, /);
  main(['check', file, 'h8a15i9b15g9']);
  expect(log.mock.calls.flat().join('\n')).toContain('lose: o15 o2 n1\n');
  const records: ProofRecord[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));
  const checker = new Checker();
  let drawn = 0;
  for (const [i, record] of records.entries()) {
    const faultWith = (changed: ProofRecord): string | null => {
      const other = new Checker();
      for (const before of records.slice(0, i)) other.take(before);
      return faultOf(other, changed);
    };
    if (record.as !== undefined) {
      const { as, ...alone } = record;
      expect(faultWith(alone)).toMatch(/nothing shows/);
      // A position without a record shows nothing.
      expect(faultWith({ ...record, as: 'a8a9a10' })).toMatch(/nothing shows/);
      drawn++;
    }
    expect(faultOf(checker, record)).toBeNull();
  }
  expect(drawn).toBe(2);
});

test('a claim that does not hold is replaced, on the way to a claimed win as well', () => {
  let wrong = 0;
  const prover = new Prover(new Records(), new Map(), 20_000, new KnownMoves(), {
    claim: (board, nodes, isFresh) => {
      const isMisled = board.stones(BLACK).length === 5 && !isFresh;
      if (isMisled) wrong++;
      return isMisled ? { move: board.cellsOf('a1')[0], winIn: 9 } : searched(gameOn(board), nodes, { solves: true });
    },
    keep: () => {},
    leaveOpen: () => {},
    checkTime: () => {},
  });
  prover.board.playGame('h8g9i9g7i10g10g11h10');
  expect(prover.settle(0)).toBe(true);
  expect(wrong).toBe(2);
});

test('fours do not win if White can answer with a five', () => {
  const board = new Board(15);
  board.setUp('h8i8j8c1/g8a1b2c3');
  expect(findFours(board)).toBeNull();
  board.setUp('h8i8j8h9h10/g8a1b2c3g1');
  const fours = findFours(board);
  expect(fours).not.toBeNull();
  expect(winsByFours(board, fours ?? [])).toBe(true);
  // White's forced stone at k8 makes a four, and Black's next four does not stop them.
  board.setUp('h8i8j8h9h10/g8k7k6k5g1');
  expect(winsByFours(board, board.cellsOf('l8h7'))).toBe(false);
});

test('a record is refused with the reason', () => {
  const at = (text: string): string => {
    const board = new Board(15);
    board.setUp(text);
    return board.canonical().key;
  };
  const reasonFor = (record: Partial<ProofRecord>): string | null => {
    const whole = { at: at('h8i8j8/a1b2c3'), move: 'k8', fours: [], ...record };
    return faultOf(new Checker(), whole)?.replace(`position ${whole.at}: `, '') ?? null;
  };
  expect(reasonFor({ at: 'h8/a1b2' })).toMatch(/canonical|Black to move/);
  expect(reasonFor({ at: at('h8h9/a1') })).toBe('it is not Black to move');
  expect(reasonFor({ at: at('h8h9h10h11h12/a1b1c1d1f1') })).toBe('the game is over');
  expect(reasonFor({ at: 'h8' })).toBe('position "h8": expected BLACK/WHITE');
  expect(reasonFor({ move: 'h8' })).toMatch(/not empty|nothing shows/);
  expect(reasonFor({ move: 'z99' })).toBe('point z99 is not on the board');
  expect(reasonFor({ move: '' })).toBe('move "": expected one point');
  expect(reasonFor({ at: at('h8i8j8a15/a1b2c3d4'), move: 'g15' })).toMatch(/^after g15, White wins at [a-o]\d+$/);
  expect(reasonFor({ move: 'o9' })).toMatch(/^after o9, nothing shows that a15 loses$/);
  expect(new Checker().faultAt(at('h8i8j8/a1b2c3'))).toMatch(/ has no record$/);
});

test('a file cut at any byte is continued, and ends as one that was written at once', () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const folder = temporaryFolder();
  const [whole, cut] = ['whole', 'cut'].map((name) => join(folder, name));
  expect(main(['prove', whole, OPEN_FOUR])).toBe(0);
  const bytes = readFileSync(whole);
  fc.assert(
    fc.property(fc.nat(bytes.length), (length) => {
      writeFileSync(cut, bytes.subarray(0, length));
      main(['prove', cut, OPEN_FOUR]);
      expect(readFileSync(cut).equals(bytes)).toBe(true);
    }),
    { numRuns: 12 },
  );
});

test('a whole file is checked; a damaged one is refused with the position', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const file = join(temporaryFolder(), 'file');
  main(['prove', file, OPEN_FOUR]);
  expect(main(['check', file, OPEN_FOUR])).toBe(0);
  expect(log.mock.lastCall?.[0]).toContain('218 of 218 replies lose');
  // More replies are open from elsewhere.
  expect(main(['check', file])).toBe(1);
  const lines = readFileSync(file, 'utf8').split('\n');
  const record = JSON.parse(lines[9]);
  const damaged = lines.with(9, JSON.stringify({ ...record, move: 'h8' }));
  writeFileSync(file, damaged.join('\n'));
  expect(() => main(['check', file, OPEN_FOUR])).toThrow('exit 2');
  expect(error.mock.lastCall?.[0]).toContain(`file: position ${record.at}: h8 is not empty`);
  writeFileSync(file, lines.with(9, lines[9].slice(1)).join('\n'));
  for (const command of ['check', 'prove']) {
    expect(() => main([command, file, OPEN_FOUR])).toThrow('exit 2');
    expect(error.mock.lastCall?.[0]).toContain('line 10: expected a position, found ');
  }
  // Only what the replies need is checked.
  writeFileSync(file, damaged.join('\n'));
  expect(main(['check', file, OPEN_FOUR, '--only', 'a15o1'])).toBe(0);
  expect(log.mock.lastCall?.[0]).toContain('2 of 2 replies lose: a15 o1');
  expect(log.mock.calls.flat().at(-2)).toMatch(/^2 positions and /);
  writeFileSync(file, lines.join('\n'));
  // Files of parts are joined.
  const part = `${file}-part`;
  main(['prove', part, OPEN_FOUR, '--only', 'a15h12']);
  expect(readFileSync(part, 'utf8').trim().split('\n')).toHaveLength(3);
  writeFileSync(file, lines.join('\n') + readFileSync(part, 'utf8'));
  expect(main(['check', file, OPEN_FOUR])).toBe(0);
  // Without the record, one reply is open.
  writeFileSync(file, lines.toSpliced(9, 1).join('\n'));
  expect(main(['check', file, OPEN_FOUR])).toBe(1);
  expect(log.mock.lastCall?.[0]).toMatch(/^open: [a-o]\d+$/);
});

test('moves after which it is not White to move are refused, and replies on stones', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const file = join(temporaryFolder(), 'file');
  for (const [args, line] of [
    [['h8e11'], 'h8e11: expected an odd number of moves, as White is to move after them'],
    [['h8h8i9'], 'h8h8i9: h8 is not empty'],
    [['h8', '--only', 'e11h8'], '--only: h8 is not empty'],
  ] as const) {
    expect(() => main(['prove', file, ...args])).toThrow('exit 2');
    expect(error.mock.lastCall?.[0]).toBe(line);
  }
  expect(existsSync(file)).toBe(false);
});

test('open games are those that neither the book nor the engine answers, after every reply to its won moves', () => {
  const book = parseBook('tengen-book 1 rule=freestyle size=15\nh8,a15,i8 +M9\n b15,j8 +M5\n');
  const name = (game: readonly number[]): string => game.map((cell) => cellName(cell, 15)).join(' ');
  const asked: string[] = [];
  const isFound = (game: readonly number[]): boolean => {
    asked.push(name(game));
    return !/i8 (c15|g8)$|j8 c3$/.test(name(game));
  };
  const open = [...openGames(book, null, isFound, () => {})].map(name);
  expect(open.sort()).toEqual(['h8 a15 i8 b15 j8 c3', 'h8 a15 i8 c15', 'h8 a15 i8 g8']);
  expect(asked).not.toContain('h8 a15 i8 b15');
  expect(asked).toHaveLength(225 - 3 - 1 + 225 - 5);
  const [corner, next] = new Board(15).cellsOf('a15b15');
  expect([...openGames(book, [corner], isFound, () => {})]).toHaveLength(3);
  expect([...openGames(book, [next], isFound, () => {})]).toEqual([]);
});

test('added wins make the wins before them longer, up to symmetry, and shorten none', () => {
  const head = 'tengen-book 1 rule=freestyle size=15\n';
  const book = parseBook(`${head}h8,a15,i8 +M9\n b15,j8 +M5\n c15,k8 +M11\n`);
  // The same games, mirrored.
  expect(addWins(book, parseBook(`${head}h8,o15,g8\n o1,e8 +M13\n  n1,d8 +M15\n n15,f8 +M7\n`))).toBe(2);
  const added = parseBook(`${head}h8,a15,i8 +M19\n a1,k8 +M17\n  b1,l8 +M15\n b15,j8 +M5\n c15,k8 +M11\n`);
  expect([...formatBook(book)].join('')).toBe([...formatBook(added)].join(''));
  expect(addWins(book, added)).toBe(0);
});
