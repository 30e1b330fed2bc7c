/** Time management: how long to think about a move. Times are milliseconds from the moment the command was read. */
import { NO_LIMIT_MS } from '../core/limits.ts';

/** Longest pondering: an opponent that takes longer about a move without any message is assumed to be gone. */
export const MAX_PONDERING_MS = 600_000;
/** Time per turn if the manager has set none. */
export const DEFAULT_TURN_MS = 30_000;

/** The clocks as the manager set them, and the brain's own measurements. */
export interface Clocks {
  /** INFO timeout_turn. 0: play at once. */
  readonly turnMs: number;
  /** INFO timeout_match. 0: no limit. */
  readonly matchMs: number;
  /** The last INFO time_left; null if it has never been sent. May be negative. */
  readonly timeLeftMs: number | null;
  /** The brain's thinking time since `timeLeftMs` was sent or, without it, since the game began. */
  readonly usedMs: number;
  /** Time added after each move (INFO time_increment). */
  readonly incrementMs: number;
  /** Recent cost of a move in addition to its search: see {@link MoveCost}. Default: unknown. */
  readonly moveCostMs?: number;
}

/** Both 0: answer at once, by static evaluation. */
export interface TimePlan {
  /** Stop here unless the position is unclear. */
  readonly optimumMs: number;
  /** Stop here in any case. */
  readonly maxMs: number;
}

export const AT_ONCE: TimePlan = { optimumMs: 0, maxMs: 0 };

const MOVES_AHEAD = 64;
/** How a move's time is derived from the clocks. Integers, so that the tools that tune the search can tune them too. */
export interface Sharing {
  /** Largest share of the remaining match time that one move may take, and its usual share, in 1/1024. */
  readonly MAX_SHARE_1024: number;
  readonly USUAL_SHARE_1024: number;
  /** With scarce time: largest percentage of the maximum for an ordinary move, and that of an important one. */
  readonly SCARCE_PERCENT: number;
  readonly TURN_PERCENT: number;
}

/** The engine's values. Measured in docs/experiments/clocks.md. */
export const SHARING: Sharing = {
  MAX_SHARE_1024: 145,
  USUAL_SHARE_1024: 75,
  SCARCE_PERCENT: 75,
  TURN_PERCENT: 75,
};

/**
 * Reserve for the manager's pipes and for pauses of the runtime: 40 ms, or less if the whole limit is short, so that
 * 20 ms still leave some time to think.
 */
export function reserveMs(limitMs: number): number {
  return Math.min(40, 5 + limitMs / 5);
}

/**
 * Assumed minimum cost of a future move without any search: pipes, two threads, static evaluation. Measured: 2 ms on
 * an idle machine, 4 ms if three processes share a processor.
 */
const MIN_MOVE_COST_MS = 5;
/** Or this multiple of the recent cost of moves, as some cost more. */
const COST_MARGIN = 3 / 2;
/**
 * The engine's expected number of moves when a match begins. Each stone on the board adds one, as far as the board has
 * empty points: few games fill it, but one that has lasted long is likely to continue.
 */
const USUAL_MATCH_MOVES = 40;
/** Additional reserve for occasional pauses of the system: this fraction of the match time, up to a maximum. */
const MATCH_PAUSES = 1 / 60;
const MAX_MATCH_PAUSES_MS = 500;
/** Largest reserve, as a fraction of the match time. */
const MAX_MATCH_RESERVE = 1 / 3;
const NEWEST_COST = 1 / 8;
/** A move counts for at most this multiple of the average cost plus some milliseconds: a single pause says little. */
const MAX_COST_GROWTH = 4;
const MAX_COST_STEP_MS = 10;

/**
 * Measures what moves cost in addition to their searches: messages between threads, waiting for a processor, searches
 * that end late, and time that the manager counts but the brain does not see. A moving average.
 */
export class MoveCost {
  ms = 0;

  /** @param ms cost of one move in addition to its search */
  note(ms: number): void {
    this.ms = nextMoveCost(this.ms, ms);
  }
}

/** @param averageMs so far @param ms cost of one more move @returns the new average */
export function nextMoveCost(averageMs: number, ms: number): number {
  const counted = Math.min(Math.max(0, ms), averageMs * MAX_COST_GROWTH + MAX_COST_STEP_MS);
  return averageMs + (counted - averageMs) * NEWEST_COST;
}

/**
 * @returns how much of the match time to reserve for future moves, which cost some milliseconds each even without a
 * search, and for pauses
 * @param matchMs the whole match time: a reserve that shrank with the remaining time would be spent in a long game
 * @param incrementMs added after each of these moves
 */
export function matchReserveMs(
  matchMs: number,
  stonesOnBoard: number,
  emptyPoints: number,
  moveCostMs: number,
  incrementMs: number,
): number {
  const moves = Math.min(USUAL_MATCH_MOVES + stonesOnBoard, ownMovesLeft(emptyPoints));
  const each = Math.max(MIN_MOVE_COST_MS, moveCostMs * COST_MARGIN - incrementMs);
  const pauses = Math.min(MAX_MATCH_PAUSES_MS, matchMs * MATCH_PAUSES);
  return Math.min(pauses + moves * each, matchMs * MAX_MATCH_RESERVE);
}

/** @returns milliseconds left in the match; Infinity if it has no limit */
export function matchTimeLeft(clocks: Clocks): number {
  if (clocks.timeLeftMs !== null) {
    return clocks.timeLeftMs >= NO_LIMIT_MS ? Number.POSITIVE_INFINITY : clocks.timeLeftMs - clocks.usedMs;
  }
  return clocks.matchMs > 0 && clocks.matchMs < NO_LIMIT_MS ? clocks.matchMs - clocks.usedMs : Number.POSITIVE_INFINITY;
}

/**
 * Allocates the time of a move. With ample match time, every turn is used in full; otherwise a move gets a share of
 * what is left, and the first half of a game, where it is decided, more than the rest.
 * @param stonesOnBoard plies played
 * @param emptyPoints on the board
 */
export function planTime(
  clocks: Clocks,
  stonesOnBoard: number,
  emptyPoints: number,
  sharing: Sharing = SHARING,
): TimePlan {
  const left = matchTimeLeft(clocks);
  if (clocks.turnMs <= 0 || left <= 0) return AT_ONCE;
  const hardest = Math.min(clocks.turnMs, left);
  const costMs = clocks.moveCostMs ?? 0;
  const hardLimit = Math.max(0, hardest - Math.max(reserveMs(hardest), costMs));
  const reserve = matchReserveMs(clocks.matchMs || left, stonesOnBoard, emptyPoints, costMs, clocks.incrementMs);
  const shared = Math.max(0, left - reserve);
  const gainMs = Math.max(0, clocks.incrementMs - costMs);
  const maximum = Math.min(hardLimit, (shared * sharing.MAX_SHARE_1024) / 1024 + gainMs);
  const movesLeft = Math.min(MOVES_AHEAD, ownMovesLeft(emptyPoints));
  const isAmple = clocks.turnMs * movesLeft <= left + clocks.incrementMs * movesLeft;
  const scarce = (maximum * sharing.SCARCE_PERCENT) / 100;
  const optimum = isAmple
    ? maximum
    : Math.min(
        scarce,
        ((maximum * sharing.TURN_PERCENT) / 100) * importance(stonesOnBoard),
        (shared * sharing.USUAL_SHARE_1024) / 1024 + (gainMs * sharing.SCARCE_PERCENT) / 100,
      );
  return maximum < 1 ? AT_ONCE : { optimumMs: Math.floor(optimum), maxMs: Math.floor(maximum) };
}

/** @returns how much a move matters by its number: 1.1 at first, 1 at ply 40, 0.9 at 60, 0.6 from 100 on */
function importance(ply: number): number {
  if (ply <= 40) return 1.1 - ply * 0.0025;
  if (ply <= 60) return 1 - (ply - 40) * 0.005;
  return Math.max(0.6, 0.9 - (ply - 60) * 0.0075);
}

function ownMovesLeft(emptyPoints: number): number {
  return Math.ceil(emptyPoints / 2);
}
