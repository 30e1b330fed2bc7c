/** The clocks of a game: the time that both sides have used and what they have left. */
import { BLACK, type Color } from '../../core/color.ts';

export type SpentMs = readonly [number, number];

export interface Clock {
  /** Milliseconds for the game, for either side; null: time is only counted. */
  readonly limitMs: number | null;
  readonly spentMs: SpentMs;
}

/** The engine reserves time for this many moves. */
const MOVES_AHEAD = 20;

/** @param limitMs null: time is only counted @returns clocks that have not run yet */
export function newClock(limitMs: number | null): Clock {
  return { limitMs, spentMs: [0, 0] };
}

/** @returns the clocks after another `ms` milliseconds of one side */
export function clockAfter({ limitMs, spentMs: [black, white] }: Clock, color: Color, ms: number): Clock {
  return { limitMs, spentMs: color === BLACK ? [black + ms, white] : [black, white + ms] };
}

/** @returns milliseconds left to one side; 0: it has lost on time; null: no limit */
export function leftOf({ limitMs, spentMs }: Clock, color: Color): number | null {
  return limitMs === null ? null : Math.max(0, limitMs - spentMs[color - 1]);
}

/** A player who changes colors keeps the clock. */
export function clockSwapped({ limitMs, spentMs: [black, white] }: Clock): Clock {
  return { limitMs, spentMs: [white, black] };
}

/**
 * @param leftMs left to the engine for the game; null: no limit
 * @param timeMs limit for its move; null: as long as its level takes
 * @returns limit for its move, in milliseconds, at least 1; null: as long as its level takes
 */
export function timeForMove(leftMs: number | null, timeMs: number | null): number | null {
  if (leftMs === null) return timeMs;
  return Math.max(1, Math.min(timeMs ?? leftMs, Math.floor(leftMs / MOVES_AHEAD)));
}

export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
