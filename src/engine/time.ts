/**
 * How long to think about a move. Times are milliseconds, counted from the moment the command was read.
 */
import { NO_LIMIT_MS } from '../core/time.ts';

/**
 * Nobody thinks longer about a move than this without a sign of life: so long lasts thinking in the opponent's time.
 */
export const MAX_PONDERING_MS = 600_000;
/** Per turn, when no manager has said anything. */
export const DEFAULT_TURN_MS = 30_000;

/** The clocks as a manager set them, and what the brain itself has measured. */
export interface Clocks {
  /** INFO timeout_turn. 0: play at once. */
  readonly turnMs: number;
  /** INFO timeout_match. 0: no limit. */
  readonly matchMs: number;
  /** The last INFO time_left; null if it has never been sent. May be negative. */
  readonly timeLeftMs: number | null;
  /** Own thinking time since `timeLeftMs` was sent or, without it, since the game began. */
  readonly usedMs: number;
  /** What each move gives back (INFO time_increment). */
  readonly incrementMs: number;
  /** What a move has cost lately beside its search: see {@link MoveCost}. Default: nothing known. */
  readonly moveCostMs?: number;
}

/** Both 0: answer at once, from a static look. */
export interface TimePlan {
  /** Stop here unless the position is unclear. */
  readonly optimumMs: number;
  /** Stop here, come what may. */
  readonly maximumMs: number;
}

export const AT_ONCE: TimePlan = { optimumMs: 0, maximumMs: 0 };

/** No plan reckons with more moves than this. */
const MOVES_AHEAD = 64;
/**
 * How a move's time follows from the clocks. Whole numbers, so that the tools that tune the search can tune them as
 * well.
 */
export interface Sharing {
  /** Most of the match time left that one move may take, and what it usually takes, in 1/1024. */
  readonly MAX_SHARE_1024: number;
  readonly USUAL_SHARE_1024: number;
  /** Where time is plenty: part of the maximum after which a search starts nothing new, in per cent. */
  readonly AMPLE_PERCENT: number;
  /**
   * Where it is not: most of the maximum that is meant for a usual move, and what an important one gets, in per cent.
   */
  readonly SCARCE_PERCENT: number;
  readonly TURN_PERCENT: number;
}

/** As the engine plays. Measured in docs/experiments/clocks.md. */
export const SHARING: Sharing = {
  MAX_SHARE_1024: 145,
  USUAL_SHARE_1024: 75,
  AMPLE_PERCENT: 85,
  SCARCE_PERCENT: 75,
  TURN_PERCENT: 75,
};

/**
 * What is kept back for the manager's pipes and for pauses of the runtime: 60 ms, less when the whole limit is short,
 * so that 20 ms still leave something to think.
 */
export function reserveMs(limitMs: number): number {
  return Math.min(60, 5 + limitMs / 5);
}

/**
 * What moves to come are taken to cost each, although nothing is searched: pipes, two threads, a static look. It is 2
 * ms on a quiet machine and 4 where three processes share a processor.
 */
const MIN_MOVE_COST_MS = 5;
/** Or so many times what moves have cost lately, as some cost more. */
const COST_MARGIN = 3 / 2;
/**
 * Own moves that a match is expected to last still when it begins. Each stone on the board makes it one more, until the
 * board has no room for them: few games fill it, but one that has lasted long is likely to go on.
 */
const USUAL_MATCH_MOVES = 40;
/**
 * Kept back besides for the pauses that a system makes now and then: this part of the match time, and no more than
 * that.
 */
const MATCH_PAUSES = 1 / 60;
const MAX_MATCH_PAUSES_MS = 500;
/** Of a match time too short for all that, this part is kept back. */
const MAX_MATCH_RESERVE = 1 / 3;
/** Part of the measured cost that the newest move decides. */
const NEWEST_COST = 1 / 8;
/** A move counts as no more than so many times the measured cost and some milliseconds: a single pause says little. */
const MAX_COST_GROWTH = 4;
const MAX_COST_STEP_MS = 10;

/**
 * Measures what moves cost beside their searches: messages between threads, waiting for a processor, searches that end
 * late, and time that the manager counts and the brain does not see. A moving average.
 */
export class MoveCost {
  private averageMs = 0;

  get ms(): number {
    return this.averageMs;
  }

  /** @param ms of one move beside its search */
  note(ms: number): void {
    this.averageMs = nextMoveCost(this.averageMs, ms);
  }
}

/** @param averageMs until now @param ms of one move beside its search @returns the average with it */
export function nextMoveCost(averageMs: number, ms: number): number {
  const counted = Math.min(Math.max(0, ms), averageMs * MAX_COST_GROWTH + MAX_COST_STEP_MS);
  return averageMs + (counted - averageMs) * NEWEST_COST;
}

/**
 * What is kept back of the match time for the moves to come, which cost some milliseconds each even when none is left
 * to search, and for pauses.
 * @param matchMs the whole of it: a reserve that shrank with the time left would be spent in a long game
 * @param incrementMs what each of these moves gives back /
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
 * Shares out the time. With plenty left in the match every turn is used nearly in full; else a move gets a share of
 * what is left, and the first half of a game, where it is decided, more than the rest.
 * @param stonesOnBoard plies played @param emptyPoints points still free /
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
    ? (maximum * sharing.AMPLE_PERCENT) / 100
    : Math.min(
        scarce,
        ((maximum * sharing.TURN_PERCENT) / 100) * importance(stonesOnBoard),
        (shared * sharing.USUAL_SHARE_1024) / 1024 + (gainMs * sharing.SCARCE_PERCENT) / 100,
      );
  return maximum < 1 ? AT_ONCE : { optimumMs: Math.floor(optimum), maximumMs: Math.floor(maximum) };
}

/** How much a move matters by its number: 1.1 at first, 1 at ply 40, 0.9 at 60, 0.6 from 100 on. */
function importance(ply: number): number {
  if (ply <= 40) return 1.1 - ply * 0.0025;
  if (ply <= 60) return 1 - (ply - 40) * 0.005;
  return Math.max(0.6, 0.9 - (ply - 60) * 0.0075);
}

/** @returns own moves until the board is full */
function ownMovesLeft(emptyPoints: number): number {
  return Math.ceil(emptyPoints / 2);
}
