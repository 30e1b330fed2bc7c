/**
 * Checks a certificate: records, each of which says that Black, to move, wins a position. Nothing is assumed: after
 * Black's move, every reply of White must lose, either to fours that are played out, or because an earlier record has
 * the position that it leads to. As a record relies on earlier ones alone, and on positions with more stones, there
 * are no circles.
 */

import { BLACK, Board, WHITE, winsByFours } from './board.ts';

export interface ProofRecord {
  /** The position, Black to move, as in {@link Canonical.key}. */
  readonly at: string;
  /** Black's move. */
  readonly move: string;
  /** Wins by fours: each one Black's moves, as White's are forced. Every reply must be met by one, or by a record. */
  readonly fours: readonly string[];
}

/** @returns White's replies that do not lose at once: all, the only one that stops a four, or none */
export function repliesOf(board: Board): number[] {
  const fives = board.completions(BLACK);
  if (board.hasFive(BLACK) || fives.length > 1) return [];
  return fives.length === 1 ? fives : board.emptyCells();
}

export class Checker {
  /** Positions that are proven, by key. */
  readonly proven = new Set<string>();
  /** Replies that were met, by fours and in all. */
  byFours = 0;
  replies = 0;
  private readonly board: Board;

  constructor(size = 15) {
    this.board = new Board(size);
  }

  /** @returns why the record proves nothing, or null if it does: then its position counts as proven */
  add(record: ProofRecord): string | null {
    try {
      this.board.setUp(record.at);
      const fault = this.faultOf(record);
      if (fault === null) this.proven.add(record.at);
      return fault;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private faultOf({ at, move, fours }: ProofRecord): string | null {
    const { board } = this;
    if (board.canonical().key !== at) return 'the position is not in its canonical form';
    if (board.stones(BLACK).length !== board.stones(WHITE).length) return 'it is not Black to move';
    if (board.hasFive(BLACK) || board.hasFive(WHITE)) return 'the game is over';
    const [cell, ...rest] = board.cellsOf(move);
    if (cell === undefined || rest.length > 0) return `move "${move}": expected one point`;
    const lines = fours.map((line) => board.cellsOf(line));
    board.play(cell, BLACK);
    if (board.hasFive(BLACK)) return null;
    const [five] = board.completions(WHITE);
    if (five !== undefined) return `after ${move} White wins at ${board.nameOf(five)}`;
    if (board.emptyCells().length === 0) return `after ${move} the game is drawn`;
    const open = repliesOf(board).find((reply) => !this.isMet(reply, lines));
    return open === undefined ? null : `after ${move}, nothing shows that ${board.nameOf(open)} loses`;
  }

  /** @returns whether Black wins after White's reply */
  private isMet(reply: number, lines: readonly (readonly number[])[]): boolean {
    const { board } = this;
    this.replies++;
    board.play(reply, WHITE);
    const meets = lines.some((line) => winsByFours(board, line));
    if (meets) this.byFours++;
    const isMet = meets || this.proven.has(board.canonical().key);
    board.undo(reply);
    return isMet;
  }

  /**
   * Which replies of White to some moves lose?
   * @param moves Black's first; White is to move after them
   */
  replyTable(moves: string): { readonly proven: string[]; readonly open: string[] } {
    const { board } = this;
    board.playGame(moves);
    const table: { proven: string[]; open: string[] } = { proven: [], open: [] };
    for (const reply of board.emptyCells())
      (this.isMet(reply, []) ? table.proven : table.open).push(board.nameOf(reply));
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
  const isRecord = isText(read?.at) && isText(read?.move) && Array.isArray(read?.fours) && read.fours.every(isText);
  return isRecord ? (read as ProofRecord) : null;
}
