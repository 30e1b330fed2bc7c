/** Whether labeled positions that come from elsewhere can be those of a game of a run. */
import type { XY } from '../../core/point.ts';
import type { GenerateOptions } from './generate.ts';
import type { Sample } from './sample-record.ts';

/** @returns what is wrong with the positions of a game, or null */
export function samplesFault(samples: readonly Sample[], options: GenerateOptions, index: number): string | null {
  const { size } = samples[0];
  if (!options.sizes.includes(size)) return `game ${index}: a board of size ${size}`;
  if (!samples.some(({ isPlayed }) => isPlayed)) return `game ${index}: no position of the game itself`;
  for (const [i, sample] of samples.entries()) {
    const where = `game ${index}, position ${i + 1}`;
    if (sample.game !== index) return `game ${sample.game}: expected game ${index}`;
    if (sample.size !== size) return `${where}: a board of size ${sample.size}: expected ${size}`;
    if (sample.result > 2) return `${where}: result ${sample.result}`;
    if (!areOnPoints(sample.moves, size))
      return `${where}: expected one stone or more, each on a different point of the board`;
  }
  return null;
}

/** @returns whether there is a stone, and each is on a different point of the board */
function areOnPoints(moves: readonly XY[], size: number): boolean {
  const points = new Set(moves.map(({ x, y }) => y * size + x));
  return moves.length > 0 && points.size === moves.length && moves.every(({ x, y }) => x < size && y < size);
}
