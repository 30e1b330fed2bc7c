/** The clocks of a game: the time that both sides have used and what they have left. */
import { BLACK, type Color } from '../../core/color.ts';

export type SpentMs = readonly [number, number];

/** The time of either side, in milliseconds. */
export interface GameTime {
  readonly mainMs: number;
  /** Added after each move. */
  readonly incrementMs: number;
  /** Byo-yomi: once the main time is used up, every move may take this long. */
  readonly byoYomiMs: number;
}

export interface Clock {
  /** Null: time is only counted. */
  readonly control: GameTime | null;
  /** Time used, less what was added; in byo-yomi no more than the main time when a move begins. */
  readonly spentMs: SpentMs;
}

/** The engine reserves time for this many moves. */
const MOVES_AHEAD = 20;

/** @param mainMs null: no limit @returns this time, without increment or byo-yomi */
export function mainTime(mainMs: number | null): GameTime | null {
  return mainMs === null ? null : { mainMs, incrementMs: 0, byoYomiMs: 0 };
}

/** @param control null: time is only counted @returns clocks that have not run yet */
export function newClock(control: GameTime | null): Clock {
  return { control, spentMs: [0, 0] };
}

/** @returns the clocks after another `ms` milliseconds of one side */
export function clockAfter({ control, spentMs: [black, white] }: Clock, color: Color, ms: number): Clock {
  return { control, spentMs: color === BLACK ? [black + ms, white] : [black, white + ms] };
}

/** @returns the clocks after a move of one side */
export function clockPressed(clock: Clock, color: Color): Clock {
  const { control, spentMs } = clock;
  if (control === null) return clock;
  const overtime = Math.max(0, spentMs[color - 1] - control.mainMs);
  return clockAfter(clock, color, -overtime - control.incrementMs);
}

/** @returns milliseconds until one side loses on time; 0: it has lost; null: no limit */
export function leftOf({ control, spentMs }: Clock, color: Color): number | null {
  return control && Math.max(0, control.mainMs + control.byoYomiMs - spentMs[color - 1]);
}

/** @returns milliseconds of the main time or, once it is used up, of byo-yomi; null: no limit */
export function shownLeft(clock: Clock, color: Color): number | null {
  const left = leftOf(clock, color);
  if (left === null || clock.control === null) return null;
  const { byoYomiMs } = clock.control;
  return left > byoYomiMs ? left - byoYomiMs : left;
}

/** A player who changes colors keeps the clock. */
export function clockSwapped({ control, spentMs: [black, white] }: Clock): Clock {
  return { control, spentMs: [white, black] };
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
