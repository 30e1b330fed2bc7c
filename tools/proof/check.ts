/**
 * Checks a certificate: records, each of which says that Black, to move, wins a position. Nothing is assumed: after
 * Black's move, every reply of White must lose. It does if fours win that are played out, or if an earlier record has
 * the position that it leads to, or if Black wins by making the moves of another position's records: these are played
 * out as well, on the board with White's stone where it is, again with every reply of White. As a record relies on
 * earlier ones alone, and on positions with more stones, there are no circles.
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

/** Records, and games that follow them. */
export class Records {
  private readonly byKey = new Map<string, ProofRecord>();
  /** How many more positions may be visited. */
  visitsLeft = Number.POSITIVE_INFINITY;
  /** Replies that were tried. */
  replies = 0;

  get size(): number {
    return this.byKey.size;
  }

  has(key: string): boolean {
    return this.byKey.has(key);
  }

  add(record: ProofRecord): void {
    this.byKey.set(record.at, record);
  }

  /** @returns the record of a position; several times for a symmetric position, once for each way to turn it */
  find(board: Board): Found[] {
    const { key, symmetries } = board.canonical();
    const record = this.byKey.get(key);
    return record === undefined ? [] : symmetries.map((symmetry) => ({ record, symmetry }));
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
   * @returns whether Black wins on `board` with the moves of the record of `guide`
   */
  wins(board: Board, guide: Board): boolean {
    const found = this.find(guide);
    if (found.length === 0 || --this.visitsLeft < 0) return false;
    return found.some((one) => this.faultOf(board, guide, one) === null);
  }

  /** @param found the record of `guide` @returns why Black does not win so on `board`, or null */
  faultOf(board: Board, guide: Board, found: Found): string | null {
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
    const fault = this.faultAfter(board, [guide, ...others], fours, like);
    guide.undo(move);
    board.undo(move);
    return fault === null ? null : `after ${record.move}, ${fault}`;
  }

  private faultAfter(
    board: Board,
    guides: readonly Board[],
    fours: readonly (readonly number[])[],
    like: readonly number[],
  ): string | null {
    if (board.hasFive(BLACK)) return null;
    const [five] = board.completions(WHITE);
    if (five !== undefined) return `White wins at ${board.nameOf(five)}`;
    if (board.emptyCells().length === 0) return 'the game is drawn';
    const wins = fours.map((line) => new FoursAfter(board, line));
    const open = repliesOf(board).find((reply) => {
      this.replies++;
      if (wins.some((win) => win.meets(reply))) return false;
      board.play(reply, WHITE);
      const isMet =
        this.has(board.canonical().key) ||
        [reply, ...like].some((other) => guides.some((guide) => this.winsLike(board, guide, other)));
      board.undo(reply);
      return !isMet;
    });
    return open === undefined ? null : `nothing shows that ${board.nameOf(open)} loses`;
  }

  /** @returns whether Black wins on `board` as it does if White plays `reply` on the guide */
  winsLike(board: Board, guide: Board, reply: number): boolean {
    if (guide.cells[reply] !== 0) return false;
    guide.play(reply, WHITE);
    const wins = this.wins(board, guide);
    guide.undo(reply);
    return wins;
  }
}

export class Checker {
  /** Positions that are proven. */
  readonly proven = new Records();
  private readonly board: Board;
  private readonly guide: Board;

  constructor(size = 15) {
    this.board = new Board(size);
    this.guide = new Board(size);
  }

  /** @returns why the record proves nothing, or null if it does: then its position counts as proven */
  add(record: ProofRecord): string | null {
    const { board, guide } = this;
    try {
      board.setUp(record.at);
      guide.setUp(record.at);
      const { key, symmetry } = board.canonical();
      if (key !== record.at) return 'the position is not in its canonical form';
      if (board.stones(BLACK).length !== board.stones(WHITE).length) return 'it is not Black to move';
      if (board.hasFive(BLACK) || board.hasFive(WHITE)) return 'the game is over';
      const fault = this.proven.faultOf(board, guide, { record, symmetry });
      if (fault === null) this.proven.add(record);
      return fault;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /**
   * Which replies of White to some moves lose?
   * @param moves Black's first; White is to move after them
   */
  replyTable(moves: string): { readonly proven: string[]; readonly open: string[] } {
    const { board } = this;
    board.playGame(moves);
    const table: { proven: string[]; open: string[] } = { proven: [], open: [] };
    for (const reply of board.emptyCells()) {
      board.play(reply, WHITE);
      (this.proven.has(board.canonical().key) ? table.proven : table.open).push(board.nameOf(reply));
      board.undo(reply);
    }
    return table;
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
