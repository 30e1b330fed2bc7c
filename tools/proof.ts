/**
 * Proves that Black wins freestyle 15x15, position by position, and checks such a proof (docs/internals/proof.md):
 *   npm run -s tool -- proof prove FILE MOVES [--nodes 1000000] [--quiet 2] [--known FILE] [--minutes N] \
 *     [--only REPLIES]
 *   npm run -s tool -- proof check FILE [MOVES] [--only REPLIES] [--book FILE]
 *   npm run -s tool -- proof fill BOOK --book FILE [--nodes 1000000] [--quiet 2] [--only REPLIES]
 *
 * MOVES, such as h8 or h8i7h6, is a game after which White is to move. `prove` goes through White's replies and adds
 * what it proves to FILE, which it continues if there is one. --nodes limits the engine's search for a win in a
 * position; it may use four times as many where it has claimed the win before. Where it finds none, Black plays its
 * best move, at most --quiet times in a row. --known has a game per line, whose last move Black is to play. With --only,
 * such as i7h7i6, it goes through these replies alone; files made this way can be joined with cat. `check` reports which
 * replies to MOVES (default: h8) lose: with a separate checker it plays out the positions of the file that they need.
 *
 * --book writes Black's moves as an opening book: all up to the third, and later ones where the engine finds no win
 * with 20,000 nodes. Without --only, it marks the last of MOVES as a win as well.
 *
 * `fill`, for use after a change of the search, goes through the replies to the winning moves of a book. Where neither
 * the book nor a search of 20,000 nodes has a win, it proves and checks one. FILE is the book with these wins. --only
 * limits it to games with these second moves.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { FREESTYLE } from '../src/core/rule-code.ts';
import { shown } from '../src/core/text.ts';
import { text, whole } from '../src/core/values.ts';
import { WIN, WIN_BOUND } from '../src/kernel/search/score.ts';
import { formatBook, parseBook } from '../src/records/book/text.ts';
import { linesOf, resumeLog } from './common/log.ts';
import { fail, readNamed, type ToolSyntax, toolArguments, withNamed } from './common/options.ts';
import { BLACK, Board, WHITE } from './proof/board.ts';
import { BookMaker } from './proof/book.ts';
import { Checker, type OpenPosition, type ProofRecord, Records, readLine } from './proof/check.ts';
import { addWins, openGames } from './proof/fill.ts';
import { KnownMoves } from './proof/known.ts';
import { type Claim, Prover } from './proof/prover.ts';
import { ask, type Limits, useBuiltKernel } from './tactics/search.ts';

const SIZE = 15;
const HEADER = JSON.stringify({ proof: 'freestyle 15x15, Black wins', version: 1 });
const PROGRESS_MS = 60_000;
/** The prover's first search of a position. */
const QUICK_NODES = 1000;
/** A book has the positions in which the engine finds no win with this many nodes. */
export const BOOK_NODES = 20_000;

const SYNTAX = {
  operands: {
    noun: 'word',
    min: 2,
    max: 3,
    expected: 'prove FILE MOVES, check FILE [MOVES], or fill BOOK --book FILE',
  },
  options: {
    nodes: { type: whole(1000), default: 1_000_000 },
    quiet: { type: whole(0), default: 2 },
    known: { type: text('FILE') },
    only: { type: text('REPLIES') },
    minutes: { type: whole(1) },
    book: { type: text('FILE') },
  },
} as const satisfies ToolSyntax;

/** Ends the work at the time limit. */
class TimeIsUp extends Error {}

/** @returns the stones on a board, Black to move, in some order of play */
export function gameOn(board: Board): number[] {
  const white = board.stones(WHITE);
  return board.stones(BLACK).flatMap((cell, i) => [cell, white[i]]);
}

/** @param game after which Black is to move @returns the engine's move and whether it wins, as far as `nodes` show */
export function searched(game: readonly number[], nodes: number, limits: Limits): Claim | null {
  const stones = game.map((cell, i) => ({
    x: cell % SIZE,
    y: Math.floor(cell / SIZE),
    color: i % 2 === 0 ? BLACK : WHITE,
  }));
  const question = { width: SIZE, height: SIZE, rule: FREESTYLE, winLength: 5, stones, color: BLACK } as const;
  const { move, score } = ask(question, { ...limits, maxNodes: nodes, stopsAtWin: true });
  return move && { move: move.y * SIZE + move.x, winIn: score >= WIN_BOUND ? WIN - score : null };
}

/** @returns whether the engine finds a win of Black, to move, after a game, as a level without the book would */
function isFound(game: readonly number[]): boolean {
  return searched(game, BOOK_NODES, {})?.winIn != null;
}

/** @param lines of a file after the first @returns what they say; ends the process at a damaged one */
function* readLines(file: string, lines: Iterable<string>): Generator<ProofRecord | OpenPosition> {
  let number = 1;
  for (const line of lines) {
    number++;
    // The first line of a file that was joined to another.
    if (line === HEADER) continue;
    const read = readLine(line);
    if (read === null) return fail(`${file}: line ${number}: expected a position, found ${shown(line)}`);
    yield read;
  }
}

/**
 * The same with a search for threats, unless what the engine remembers suffices: that win may be longer, but takes a
 * tenth of the nodes.
 * @param isFresh whether the engine forgets what it has learned
 */
function claimOf(board: Board, nodes: number, isFresh: boolean): Claim | null {
  const quick = isFresh ? null : searched(gameOn(board), QUICK_NODES, { keepsTable: true });
  if (quick !== null && quick.winIn !== null) return quick;
  return searched(gameOn(board), nodes, { solves: true, keepsTable: !isFresh });
}

/** @param only some of White's replies; null: all */
function repliesOn(board: Board, only: string | null): number[] {
  return only === null ? board.emptyCells() : board.cellsOf(only);
}

/** Ends the process with an error unless White is to move after the moves, and may play each of the replies. */
function checkMoves(moves: string, only: string | null): void {
  const board = new Board(SIZE);
  withNamed(moves, () => board.playGame(moves));
  if (board.stones(BLACK).length === board.stones(WHITE).length)
    fail(`${moves}: expected an odd number of moves, as White is to move after them`);
  withNamed('--only', () => {
    for (const cell of board.cellsOf(only ?? '')) board.play(cell, WHITE);
  });
}

/** @param file with a game per line, whose last move Black is to play; null: none */
function readKnown(file: string | null): KnownMoves {
  const known = new KnownMoves();
  if (file !== null) for (const game of readNamed(file, String).split('\n')) if (game !== '') known.add(game);
  return known;
}

/** Prints how far the prover has come. */
class Progress {
  private readonly start = Date.now();
  private next = this.start + PROGRESS_MS;
  private readonly before: number;

  constructor(private readonly prover: Prover) {
    this.before = prover.proven.size;
  }

  report(what: string): void {
    const { proven, claims } = this.prover;
    const rate = Math.round((proven.size - this.before) / ((Date.now() - this.start) / 60_000));
    console.log(`${what}; ${proven.size} positions, ${rate} a minute, ${claims} searches`);
  }

  /** The same once a minute. @param moves that are being proven, to which Black's next one and a reply are added */
  reportEveryMinute(moves: string): void {
    const { board, path } = this.prover;
    if (Date.now() < this.next || path.length === 0) return;
    this.next = Date.now() + PROGRESS_MS;
    const { move, reply, toCome } = path[0];
    this.report(`${moves}${board.namesOf([move, reply])}: ${toCome} replies to come`);
  }
}

/** @returns exit status: 1 if a reply stays open */
function fill(file: string, out: string, { nodes, quiet, only }: Filled): number {
  const book = withNamed(file, () => parseBook(readNamed(file, String)));
  const checker = new Checker(SIZE);
  const prover = new Prover(new Records(), new Map(), nodes, new KnownMoves(), {
    claim: claimOf,
    keep: (record) => checker.take(record),
    leaveOpen: () => {},
    checkTime: () => {},
  });
  const { board } = prover;
  const maker = new BookMaker(checker.records, isFound);
  const seconds = only === null ? null : board.cellsOf(only);
  const open: string[] = [];
  let filled = 0;
  let next = Date.now() + PROGRESS_MS;
  const report = (index: number): void => {
    if (Date.now() < next) return;
    next = Date.now() + PROGRESS_MS;
    console.log(`position ${index} of ${book.count}; ${filled} replies filled, ${open.length} open`);
  };
  for (const game of openGames(book, seconds, isFound, report)) {
    const names = board.namesOf(game);
    board.playGame(names);
    if (prover.settle(quiet)) {
      const fault = checker.faultAt(board.canonical().key);
      if (fault !== null) return fail(`${names}: ${fault}`);
      maker.addPosition(board, game);
      filled++;
    } else open.push(names);
  }
  const raised = addWins(book, maker.book);
  writeFileSync(out, [...formatBook(book)].join(''));
  console.log(`${out}: ${book.count} positions, ${raised} wins longer than before`);
  console.log(`${filled} replies filled, open: ${open.join(' ') || 'none'}`);
  return open.length > 0 ? 1 : 0;
}

function prove(file: string, moves: string, { nodes, quiet, known, only, minutes }: Work): void {
  const proven = new Records();
  const open = new Map<string, number>();
  for (const line of readLines(file, resumeLog(file, HEADER))) {
    if ('at' in line) proven.add(line);
    else open.set(line.open, line.nodes);
  }
  const end = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const save = (record: object): void => appendFileSync(file, `${JSON.stringify(record)}\n`);
  const prover = new Prover(proven, open, nodes, readKnown(known), {
    claim: claimOf,
    keep: save,
    leaveOpen: (key, nodes) => save({ open: key, nodes }),
    checkTime: () => {
      if (Date.now() > end) throw new TimeIsUp();
      progress.reportEveryMinute(proving);
    },
  });
  const { board } = prover;
  board.playGame(moves);
  const replies = repliesOn(board, only);
  const progress = new Progress(prover);
  let proving = moves;
  let closed = 0;
  // Distant replies are met alike: the last proven one shows how.
  let guide: Board | null = null;
  try {
    for (const [i, reply] of replies.entries()) {
      proving = `${moves}${board.nameOf(reply)}`;
      board.play(reply, WHITE);
      if (prover.settle(quiet, guide)) {
        closed++;
        guide = board.copy();
      }
      board.undo(reply);
      const toCome = replies.length - i - 1;
      progress.report(`${proving}: ${closed} of ${i + 1} replies proven, ${toCome} to come`);
    }
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error;
    console.log(`time is up: ${closed} replies proven; ${prover.proven.size} positions. The same command continues`);
  }
}

function check(file: string, moves: string, { book, only }: Checked): number {
  const lines = linesOf(file);
  if (withNamed(file, () => lines.next()).value !== HEADER) return fail(`${file}: line 1: expected ${HEADER}`);
  const checker = new Checker(SIZE);
  for (const line of readLines(file, lines)) if ('at' in line) checker.take(line);
  const { records } = checker;
  const board = new Board(SIZE);
  board.playGame(moves);
  const replies = repliesOn(board, only);
  const [lost, open]: [string[], string[]] = [[], []];
  for (const reply of replies) {
    const name = board.nameOf(reply);
    board.play(reply, WHITE);
    const { key } = board.canonical();
    board.undo(reply);
    if (!records.has(key)) {
      open.push(name);
      continue;
    }
    const before = records.checked;
    const fault = checker.faultAt(key);
    if (fault !== null) return fail(`${file}: ${fault}`);
    lost.push(name);
    if (records.checked > before) console.log(`${moves}${name} loses; ${records.checked} positions hold`);
  }
  console.log(
    `${records.checked} positions and ${records.fours} wins by fours hold; ${records.replies} replies checked`,
  );
  console.log(`${moves}: ${lost.length} of ${replies.length} replies lose: ${lost.join(' ')}`);
  if (open.length > 0) console.log(`open: ${open.join(' ')}`);
  if (book !== null) writeBook(book, records, moves, only);
  return open.length > 0 ? 1 : 0;
}

/** Writes a book of the wins after some moves and White's replies to them. */
function writeBook(file: string, proven: Records, moves: string, only: string | null): void {
  useBuiltKernel();
  const maker = new BookMaker(proven, isFound);
  const board = new Board(SIZE);
  board.playGame(moves);
  maker.addReplies(board, board.cellsOf(moves), repliesOn(board, only));
  writeFileSync(file, [...formatBook(maker.book)].join(''));
  console.log(`${file}: ${maker.book.count} positions`);
}

interface Checked {
  readonly book: string | null;
  /** Replies of White to check, and that the book is for; null: all. */
  readonly only: string | null;
}

interface Filled {
  readonly nodes: number;
  readonly quiet: number;
  /** Second moves; null: all. */
  readonly only: string | null;
}

interface Work {
  readonly nodes: number;
  readonly quiet: number;
  readonly known: string | null;
  readonly only: string | null;
  readonly minutes: number | null;
}

/** @returns exit status: 0 if every reply loses, 1 if some are open, 2 for a proof that does not hold or wrong usage */
export function main(args: readonly string[]): number {
  const { values, operands } = toolArguments(SYNTAX, args, 'proof');
  const [command, file, moves = 'h8'] = operands;
  checkMoves(moves, values.only);
  if (command === 'fill' && values.book !== null && operands.length === 2) {
    useBuiltKernel();
    return fill(file, values.book, values);
  }
  if (command === 'check') return check(file, moves, values);
  if (command !== 'prove' || operands.length < 3) return fail(`expected ${SYNTAX.operands.expected}`);
  useBuiltKernel();
  prove(file, moves, values);
  return 0;
}
