import { infoAt, movesFrom } from './book.ts';
import { type BookView, MIN_WIN, movesToWin, type PositionInfo, WON } from './info.ts';
import type { Line } from './key.ts';
import { cellName } from './text.ts';

/** A position of a book with its moves; of symmetric moves, only one. */
export interface Shown {
  readonly moves: readonly string[];
  readonly isKnown: boolean;
  readonly info: PositionInfo;
  readonly next: readonly { readonly move: string; readonly images: readonly string[]; readonly info: PositionInfo }[];
}

/**
 * @param line a position, not normalized @returns its data in the book; its moves with the most weight first, then
 * those of the best value
 */
export function lookUp(book: BookView, line: Line): Shown {
  const byIndex = new Map<number, string[]>();
  for (const { cell, index: next } of movesFrom(book, line)) {
    byIndex.set(next, [...(byIndex.get(next) ?? []), cellName(cell, book.size)]);
  }
  const next = [...byIndex].map(([place, images]) => ({ move: images[0], images, info: book.info(place) }));
  next.sort((a, b) => rank(b.info) - rank(a.info) || gamesOf(b.info) - gamesOf(a.info));
  return {
    moves: line.plies.map((cell) => cellName(cell, book.size)),
    isKnown: book.find(line.high, line.low) >= 0,
    info: infoAt(book, line),
    next,
  };
}

/** A proven win of a book in a position. */
export interface BookWin {
  /** The winner's moves to the five, at most. */
  readonly moves: number;
  /** The winning move; null: the other side is to move. */
  readonly move: string | null;
}

/** @returns the win of the side to move, or of the other one; null: the book has none */
export function winShown({ info, next }: Shown): BookWin | null {
  for (const { move, info: after } of next) {
    const moves = movesAfter(after);
    if (moves !== null) return { moves, move };
  }
  const moves = movesAfter(info);
  return moves === null ? null : { moves: moves - 1, move: null };
}

/** @returns the moves in which the player whose move led to a position wins, that move included; null: no proven win */
function movesAfter({ value, mark }: PositionInfo): number | null {
  return value === null || value < MIN_WIN || (mark & WON) === 0 ? null : movesToWin(value);
}

function rank({ weight, value }: PositionInfo): number {
  return weight * 100_000 + (value ?? -50_000);
}

export function gamesOf({ black, draws, white }: PositionInfo): number {
  return black + draws + white;
}
