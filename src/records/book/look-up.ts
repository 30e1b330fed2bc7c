import { infoAt, movesFrom } from './book.ts';
import type { BookView, PositionInfo } from './info.ts';
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

function rank({ weight, value }: PositionInfo): number {
  return weight * 100_000 + (value ?? -50_000);
}

export function gamesOf({ black, draws, white }: PositionInfo): number {
  return black + draws + white;
}
