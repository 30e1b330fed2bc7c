/** Seeded boards for the tests: every run uses the same ones. */
import { BLACK, BLOCKED, WHITE } from '../../../src/core/color.ts';
import { integersBelow } from '../../../src/core/random.ts';
import { emptyPosition, type Position } from '../../../src/rules/index.ts';

/** @returns a whole number from `low` to `high`, both included */
export function between(random: () => number, low: number, high: number): number {
  return low + integersBelow(random)(high - low + 1);
}

/**
 * A board with stones crowded into a random rectangle, so that lines meet. It need not come from a game: it may have
 * rows of any length.
 * @param black share of Black's among the stones, 0 to 1
 * @param blocked probability that a stone is a blocked cell instead, 0 to 1
 */
export function crowdedPosition(
  random: () => number,
  width: number,
  height: number,
  { black = 0.6, blocked = 0 } = {},
): Position {
  const position = emptyPosition(width, height);
  const boxWidth = between(random, Math.min(width, 4), Math.min(width, 10));
  const boxHeight = between(random, Math.min(height, 4), Math.min(height, 10));
  const left = between(random, 0, width - boxWidth);
  const top = between(random, 0, height - boxHeight);
  const density = 0.2 + random() * 0.4;
  for (let y = top; y < top + boxHeight; y++) {
    for (let x = left; x < left + boxWidth; x++) {
      if (random() >= density) continue;
      const stone = random() < black ? BLACK : WHITE;
      position.cells[y * width + x] = random() < blocked ? BLOCKED : stone;
    }
  }
  return position;
}
