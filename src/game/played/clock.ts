/** The clocks of a game: what both sides have used, and what of it they have left. */
import { BLACK, type Color } from '../../core/color.ts';

/** Milliseconds of Black and White. */
export type SpentMs = readonly [number, number];

export interface Clock {
  /** Milliseconds that either side has for the game; null: time is only counted. */
  readonly limitMs: number | null;
  readonly spentMs: SpentMs;
}

/** The engine keeps time for so many moves. */
const MOVES_AHEAD = 20;

/** @param limitMs null: time is only counted @returns clocks that have not run yet */
export function newClock(limitMs: number | null): Clock {
  return { limitMs, spentMs: [0, 0] };
}

/** @returns the same after so many milliseconds more of one side */
export function clockAfter({ limitMs, spentMs: [black, white] }: Clock, color: Color, ms: number): Clock {
  return { limitMs, spentMs: color === BLACK ? [black + ms, white] : [black, white + ms] };
}

/** @returns milliseconds left to one side, at least 0: then it has lost; null: no limit */
export function leftOf({ limitMs, spentMs }: Clock, color: Color): number | null {
  return limitMs === null ? null : Math.max(0, limitMs - spentMs[color - 1]);
}

/** A player who changes colors keeps the clock. */
export function clockSwapped({ limitMs, spentMs: [black, white] }: Clock): Clock {
  return { limitMs, spentMs: [white, black] };
}

/**
 * @param leftMs to the engine for the game; null: no limit
 * @param timeMs that its move may take; null: as long as its level takes
 * @returns milliseconds that its move may take, at least 1; null: as long as its level takes
 */
export function timeForMove(leftMs: number | null, timeMs: number | null): number | null {
  if (leftMs === null) return timeMs;
  return Math.max(1, Math.min(timeMs ?? leftMs, Math.floor(leftMs / MOVES_AHEAD)));
}

/** @returns `m:ss`, part of a second left out */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
