/** Some games of a run, played apart from the others. */
import type { Kernel } from '../../engine/runtime/kernel.ts';
import { canonicalHash } from './generate.ts';
import type { Piece, Product } from './product.ts';

/**
 * Plays games as if each were the first of its run. Where its opening is new to the run it is the game of the run.
 * @param kernel from startGenerator()
 */
export function playRange(
  kernel: Kernel,
  product: Product,
  first: number,
  count: number,
  onPiece: (piece: Piece) => void,
): void {
  for (let index = first; index < first + count; index++) onPiece(product.make(kernel, index, () => true));
}

/**
 * Plays those games of a range again whose opening is taken by an earlier one, with the opening that the run gives
 * them.
 * @param kernel from startGenerator()
 * @param openings of the games of the range, as playRange() gave them @param taken those of all games before the range
 */
export function redrawRange(
  kernel: Kernel,
  product: Product,
  first: number,
  openings: readonly number[],
  taken: Iterable<number>,
  onPiece: (piece: Piece) => void,
): void {
  const seen = new Set(taken);
  for (const [i, opening] of openings.entries()) {
    if (seen.has(opening)) {
      const piece = product.make(kernel, first + i, (size, moves) => !seen.has(canonicalHash(size, moves)));
      seen.add(piece.opening);
      onPiece(piece);
    } else seen.add(opening);
  }
}
