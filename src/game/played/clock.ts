/** Time that both sides have used in a game, and what of it they have left. */
import { BLACK, type Color } from '../../core/color.ts';

/** Milliseconds that Black and White have used. */
export type SpentMs = readonly [number, number];

/** The engine keeps time for so many moves. */
const MOVES_AHEAD = 20;

/** @param spent null: no clock has run yet @returns the same after so many milliseconds more of one side */
export function spentAfter(spent: SpentMs | null, color: Color, ms: number): SpentMs {
  const [black, white] = spent ?? [0, 0];
  return color === BLACK ? [black + ms, white] : [black, white + ms];
}

/** @param clockMs that either side has for the game @returns milliseconds left to one side, at least 0: then it has lost */
export function leftOf(spent: SpentMs | null, color: Color, clockMs: number): number {
  return Math.max(0, clockMs - (spent?.[color - 1] ?? 0));
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

/** A player who changes colors keeps the clock. */
export function clocksSwapped(spent: SpentMs | null): SpentMs | null {
  return spent === null ? null : [spent[1], spent[0]];
}

/** @returns `m:ss`, part of a second left out */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
