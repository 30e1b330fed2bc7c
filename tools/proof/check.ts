/**
 * Checks a certificate: records, each of which says that Black, to move, wins a position. Nothing is assumed: after
 * Black's move, every reply of White must lose. It does if fours win that are played out; or if a record has the
 * position that it leads to, which is then checked as well; or if Black wins by making the moves of another position's
 * records: these are played out too, on the board with White's stone where it is, again with every reply of White. As a
 * record relies on positions with more stones alone, there are no circles.
 */
import { BLACK, Board, FoursAfter, WHITE } from './board.ts';

export interface ProofRecord {
  /** The position, Black to move, as in {@link Canonical.key}. */
  readonly at: string;
  /** Black's move. */
  readonly move: string;
  /** Wins by fours: each one Black's moves, as White's are forced. */
  readonly fours: readonly string[];
  /** Replies of White: the records of the positions after them show Black's moves after other replies as well. */
  readonly like?: string;
  /**
   * White's stones in a position with the same stones of Black: its records show Black's moves in this one as well, and
   * so do those of the position that it names.
   */
  readonly as?: string;
}

/** Positions that a record may draw on: one that it names, one that this one names, and so on. */
export const MAX_CHAIN = 3;

export interface Found {
  readonly record: ProofRecord;
  /** From the board to the record. */
  readonly symmetry: number;
}

/** @returns White's replies that do not lose at once: all, the only one that stops a four, or none */
export function repliesOf(board: Board): number[] {
  const fives = board.completions(BLACK);
  if (board.hasFive(BLACK) || fives.length > 1) return [];
  return fives.length === 1 ? fives : board.emptyCells();
}

/** How Black wins after a reply of White: as the record of another position, or of this one, shows. */
export interface Answer {
  /** Black's moves until five, at most; NaN: a record was taken for granted. */
  readonly moves: number;
  /** White to move; the record is that of the position after {@link reply}. */
  readonly guide: Board;
  readonly reply: number;
}

/** @param answer to a reply to the move just played; its boards are valid during the call */
type OnReply = (reply: number, answer: Answer) => void;

interface KeptRecord extends ProofRecord {
  /** Black's moves until five, at most; NaN: the record is taken for granted; null: it has not been checked. */
  moves: number | null;
}

interface KeptFound extends Found {
  readonly record: KeptRecord;
}

/** A record that does not hold. */
class WrongRecord extends Error {}

/** Records, and games that follow them. */
export class Records {
  /** By position. One that is in several joined files has several records, and others may draw on each of them. */
  private readonly byKey = new Map<string, KeptRecord | KeptRecord[]>();
  /** How many more positions may be visited. */
  visitsLeft = Number.POSITIVE_INFINITY;
  /** Replies that were tried. */
  replies = 0;
  /** Records that were checked, and their wins by fours. */
  checked = 0;
  fours = 0;

  get size(): number {
    return this.byKey.size;
  }

  has(key: string): boolean {
    return this.byKey.has(key);
  }

  /** @param moves NaN: the record is taken for granted; null: it is checked when a position needs it */
  add(record: ProofRecord, moves: number | null = Number.NaN): void {
    const before = this.byKey.get(record.at);
    const kept = { ...record, moves };
    this.byKey.set(record.at, before === undefined ? kept : [before, kept].flat());
  }

  /** @returns the records of a position; several times for a symmetric position, once for each way to turn it */
  find(board: Board): KeptFound[] {
    const { key, symmetries } = board.canonical();
    const records = this.byKey.get(key);
    if (records === undefined) return [];
    if (Array.isArray(records))
      return symmetries.flatMap((symmetry) => records.map((record) => ({ record, symmetry })));
    return symmetries.map((symmetry) => ({ record: records, symmetry }));
  }

  /** Checks a position's record if need be. @returns Black's moves until five, at most @throws WrongRecord */
  movesAt(board: Board, found: KeptFound): number {
    const { record } = found;
    if (record.moves !== null) return record.moves;
    let moves: number | string;
    try {
      moves = this.movesOf(board, board.copy(), found);
    } catch (error) {
      if (error instanceof WrongRecord) throw error;
      moves = error instanceof Error ? error.message : String(error);
    }
    if (typeof moves === 'string') throw new WrongRecord(`position ${record.at}: ${moves}`);
    this.checked++;
    this.fours += record.fours.length;
    record.moves = moves;
    return moves;
  }

  /** @returns the positions that a record of `guide` draws on, in the guide's orientation */
  chainOf(guide: Board, found: readonly Found[], levels: number): Board[] {
    const chain = new Map<string, Board>();
    let level = found;
    for (let i = 0; i < levels && level.length > 0; i++) {
      const others = level.flatMap(({ record, symmetry }) => {
        if (record.as === undefined) return [];
        const other = new Board(guide.size);
        for (const cell of guide.stones(BLACK)) other.play(cell, BLACK);
        for (const cell of guide.turnedBack(guide.cellsOf(record.as), symmetry)) other.play(cell, WHITE);
        return [other];
      });
      for (const other of others) chain.set(other.namesOf(other.stones(WHITE)), other);
      level = others.flatMap((other) => this.find(other));
    }
    return [...chain.values()];
  }

  /**
   * @param guide a position, Black to move, like that on the board but for stones of White
   * @returns in how many moves at most Black wins on `board` with the moves of the record of `guide`, or null
   */
  movesBy(board: Board, guide: Board): number | null {
    const found = this.find(guide);
    if (found.length === 0 || --this.visitsLeft < 0) return null;
    for (const one of found) {
      const moves = this.movesOf(board, guide, one);
      if (typeof moves === 'number') return moves;
    }
    return null;
  }

  /**
   * @param found the record of `guide`
   * @param onReply is called for every reply to Black's move that a record meets, not fours
   * @returns how many moves Black needs on `board`, at most, or why Black does not win so
   */
  movesOf(board: Board, guide: Board, found: Found, onReply?: OnReply): number | string {
    const { record, symmetry } = found;
    const here = (text: string): number[] => board.turnedBack(board.cellsOf(text), symmetry);
    const [move, ...rest] = here(record.move);
    if (move === undefined || rest.length > 0) return `move "${record.move}": expected one point`;
    if (board.cells[move] !== 0) return `${record.move} is not empty`;
    const fours = record.fours.map(here);
    const like = here(record.like ?? '');
    const others = this.chainOf(guide, [found], MAX_CHAIN).filter(({ cells }) => cells[move] === 0);
    board.play(move, BLACK);
    for (const other of [guide, ...others]) other.play(move, BLACK);
    const moves = this.movesAfter(board, [guide, ...others], fours, like, onReply);
    guide.undo(move);
    board.undo(move);
    return typeof moves === 'number' ? moves : `after ${record.move}, ${moves}`;
  }

  private movesAfter(
    board: Board,
    guides: readonly Board[],
    fours: readonly (readonly number[])[],
    like: readonly number[],
    onReply?: OnReply,
  ): number | string {
    if (board.hasFive(BLACK)) return 1;
    const [five] = board.completions(WHITE);
    if (five !== undefined) return `White wins at ${board.nameOf(five)}`;
    if (board.emptyCells().length === 0) return 'the game is drawn';
    const wins = fours.map((line) => new FoursAfter(board, line));
    // Without a reply, Black threatens two fives.
    let moves = 2;
    for (const reply of repliesOf(board)) {
      this.replies++;
      const fours = wins.find((win) => win.meets(reply));
      const answer = fours === undefined ? this.answerTo(board, reply, guides, like) : null;
      const after = (fours ?? answer)?.moves;
      if (after === undefined) return `nothing shows that ${board.nameOf(reply)} loses`;
      moves = Math.max(moves, 1 + after);
      if (answer !== null) onReply?.(reply, answer);
    }
    return moves;
  }

  private answerTo(board: Board, reply: number, guides: readonly Board[], like: readonly number[]): Answer | null {
    board.play(reply, WHITE);
    const [own] = this.find(board);
    let answer: Answer | null = own === undefined ? null : { moves: this.movesAt(board, own), guide: board, reply };
    for (const other of [reply, ...like]) {
      for (const guide of guides) {
        const moves = answer === null ? this.movesLike(board, guide, other) : null;
        if (moves !== null) answer = { moves, guide, reply: other };
      }
    }
    board.undo(reply);
    return answer;
  }

  /** @returns in how many moves at most Black wins on `board` as if White had played `reply` on the guide, or null */
  movesLike(board: Board, guide: Board, reply: number): number | null {
    if (guide.cells[reply] !== 0) return null;
    guide.play(reply, WHITE);
    const moves = this.movesBy(board, guide);
    guide.undo(reply);
    return moves;
  }
}

/** @param found the record of a position @returns Black's move there */
export function moveOf(board: Board, { record, symmetry }: Found): number {
  return board.turnedBack(board.cellsOf(record.move), symmetry)[0];
}

export class Checker {
  readonly records = new Records();
  private readonly board: Board;

  constructor(size = 15) {
    this.board = new Board(size);
  }

  /** Takes up a record, to be checked when a position needs it. */
  take(record: ProofRecord): void {
    this.records.add(record, null);
  }

  /** @returns why Black's win in a position, see {@link Canonical.key}, is not proven; null: it is */
  faultAt(key: string): string | null {
    const { board } = this;
    try {
      board.setUp(key);
      if (board.canonical().key !== key) return `position ${key} is not in its canonical form`;
      if (board.stones(BLACK).length !== board.stones(WHITE).length) return `position ${key}: it is not Black to move`;
      if (board.hasFive(BLACK) || board.hasFive(WHITE)) return `position ${key}: the game is over`;
      const [found] = this.records.find(board);
      if (found === undefined) return `position ${key} has no record`;
      this.records.movesAt(board, found);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

/** A position, Black to move, in which the engine found no win within that many nodes. It proves nothing. */
export interface OpenPosition {
  readonly open: string;
  readonly nodes: number;
}

/** @param line of a certificate, after the first @returns null if it is damaged */
export function readLine(line: string): ProofRecord | OpenPosition | null {
  let read: Partial<ProofRecord & OpenPosition> | null;
  try {
    read = JSON.parse(line);
  } catch {
    return null;
  }
  const isText = (value: unknown): boolean => typeof value === 'string';
  if (isText(read?.open) && typeof read?.nodes === 'number') return read as OpenPosition;
  const isRecord =
    isText(read?.at) &&
    isText(read?.like ?? '') &&
    isText(read?.as ?? '') &&
    isText(read?.move) &&
    Array.isArray(read?.fours) &&
    read.fours.every(isText);
  return isRecord ? (read as ProofRecord) : null;
}
