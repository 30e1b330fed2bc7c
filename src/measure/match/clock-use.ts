/** Measures how much of its match time an engine uses. */
import type { TimeControl } from './engine-spec.ts';

/** Minimum number of an engine's moves for a game to count; shorter games say little about clock use. */
export const CLOCK_MOVES = 10;

/** The share of the match time that an engine uses, as a histogram in whole percent, of constant size. */
export class ClockUse {
  /** Games by percent used, from 0 to 100 and more. */
  private readonly games = new Array<number>(101).fill(0);

  constructor(private readonly time: TimeControl) {}

  add(moves: number, usedMs: number): void {
    const { matchMs, turnMs, incrementMs } = this.time;
    if (matchMs === null || moves < CLOCK_MOVES) return;
    // Match time that the turn limit keeps out of reach does not count as unused.
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
