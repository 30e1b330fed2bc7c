/**
 * Checks a certificate: records, each of which says that Black, to move, wins a position. Nothing is assumed: after
 * Black's move, every reply of White must lose. It does if fours win that are played out, or if an earlier record has
 * the position that it leads to, or if Black wins by making the moves of another position's records: these are played
 * out as well, on the board with White's stone where it is, again with every reply of White. As a record relies on
 * earlier ones alone, and on positions with more stones, there are no circles.
 */
import { BLACK, Board, WHITE, winsByFours } from './board.ts';

export interface ProofRecord {
  /** The position, Black to move, as in {@link Canonical.key}. */
  readonly at: string;
  /** Black's move. */
  readonly move: string;
  /** Wins by fours: each one Black's moves, as White's are forced. */
  readonly fours: readonly string[];
  /** Replies of White: the records of the positions after them show Black's moves after other replies as well. */
  readonly like?: string;
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

  /**
   * @param guide a position, Black to move, like that on the board but for stones of White
   * @returns whether Black wins on `board` with the moves of the record of `guide`
   */
  wins(board: Board, guide: Board): boolean {
    const { key, symmetry } = guide.canonical();
    const record = this.byKey.get(key);
    return record !== undefined && --this.visitsLeft >= 0 && this.faultOf(board, guide, record, symmetry) === null;
  }

  /** @param symmetry from the boards to the record @returns why Black does not win so on `board`, or null */
  faultOf(board: Board, guide: Board, record: ProofRecord, symmetry: number): string | null {
    const here = (text: string): number[] => board.turnedBack(board.cellsOf(text), symmetry);
    const [move, ...rest] = here(record.move);
    if (move === undefined || rest.length > 0) return `move "${record.move}": expected one point`;
    if (board.cells[move] !== 0) return `${record.move} is not empty`;
    const fours = record.fours.map(here);
    const like = here(record.like ?? '');
    board.play(move, BLACK);
    guide.play(move, BLACK);
    const fault = this.faultAfter(board, guide, fours, like);
    guide.undo(move);
    board.undo(move);
    return fault === null ? null : `after ${record.move}, ${fault}`;
  }

  private faultAfter(
    board: Board,
    guide: Board,
    fours: readonly (readonly number[])[],
    like: readonly number[],
  ): string | null {
    if (board.hasFive(BLACK)) return null;
    const [five] = board.completions(WHITE);
    if (five !== undefined) return `White wins at ${board.nameOf(five)}`;
    if (board.emptyCells().length === 0) return 'the game is drawn';
    const open = repliesOf(board).find((reply) => {
      this.replies++;
      board.play(reply, WHITE);
      const isMet =
        fours.some((line) => winsByFours(board, line)) ||
        this.has(board.canonical().key) ||
        [reply, ...like].some((other) => this.winsLike(board, guide, other));
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
      const fault = this.proven.faultOf(board, guide, record, symmetry);
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
    isText(read?.move) &&
    Array.isArray(read?.fours) &&
    read.fours.every(isText);
  return isRecord ? (read as ProofRecord) : null;
}
