/** Whether an engine uses the time it is given. */

import type { TimeControl } from './engine-spec.ts';

/** Own moves of a game that tell how an engine uses its clock; shorter games may be over before it matters. */
export const CLOCK_MOVES = 10;

/**
 * How much of its match time an engine uses, in whole per cent: as many numbers as there are of these, not as games.
 */
export class ClockUse {
  private readonly time: TimeControl;
  /** Games by per cent used, from 0 to 100 and more. */
  private readonly games = new Array<number>(101).fill(0);

  constructor(time: TimeControl) {
    this.time = time;
  }

  add(moves: number, usedMs: number): void {
    const { matchMs, turnMs, incrementMs } = this.time;
    if (matchMs === null || moves < CLOCK_MOVES) return;
    // What short turns do not allow to be used does not count as left.
    const usableMs = Math.min(matchMs + incrementMs * moves, (turnMs ?? Number.POSITIVE_INFINITY) * moves);
    this.games[Math.min(100, Math.floor((100 * usedMs) / usableMs))]++;
  }

  /** Null before the first game that counts. */
  get median(): number | null {
    const games = this.games.reduce((sum, count) => sum + count, 0);
    let below = 0;
    const at = this.games.findIndex((count) => {
      below += count;
      return games > 0 && 2 * below >= games;
    });
    return at < 0 ? null : at;
  }
}
