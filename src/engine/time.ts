/**
 * How long to think about a move. Times are milliseconds, counted from the moment the command was read.
 */

/** Sent by managers for "no limit". */
export const UNLIMITED_MS = 2147483647;
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
/** Parts of the time left that one move may take: at most, and usually. */
const LARGEST_SHARE = 7;
const USUAL_SHARE = 21;
/** Parts of the maximum after which a search that may use all of its turn starts nothing new. */
const AMPLE_PART = 0.85;
const SCARCE_PART = 0.75;

/**
 * What is kept back for the manager's pipes and for pauses of the runtime: 60 ms, less when the whole limit is short,
 * so that 20 ms still leave something to think.
 */
export function reserveMs(limitMs: number): number {
  return Math.min(60, 5 + limitMs / 5);
}

/** @returns milliseconds left in the match; Infinity if it has no limit */
export function matchTimeLeft(clocks: Clocks): number {
  if (clocks.timeLeftMs !== null) {
    return clocks.timeLeftMs >= UNLIMITED_MS ? Number.POSITIVE_INFINITY : clocks.timeLeftMs - clocks.usedMs;
  }
  return clocks.matchMs > 0 && clocks.matchMs < UNLIMITED_MS
    ? clocks.matchMs - clocks.usedMs
    : Number.POSITIVE_INFINITY;
}

/**
 * Shares out the time. With plenty left in the match every turn is used nearly in full; else a move gets about a
 * twentieth of what is left, a seventh at most, and the first half of a game, where it is decided, more than the rest.
 * @param stonesOnBoard plies played @param emptyPoints points still free
 */
export function planTime(clocks: Clocks, stonesOnBoard: number, emptyPoints: number): TimePlan {
  const left = matchTimeLeft(clocks);
  if (clocks.turnMs <= 0 || left <= 0) return AT_ONCE;
  const hardest = Math.min(clocks.turnMs, left);
  const hardLimit = hardest - reserveMs(hardest);
  const maximum = Math.min(hardLimit, left / LARGEST_SHARE + clocks.incrementMs);
  const movesLeft = Math.min(MOVES_AHEAD, Math.ceil(emptyPoints / 2));
  const isAmple = clocks.turnMs * movesLeft <= left + clocks.incrementMs * movesLeft;
  const optimum = isAmple
    ? maximum * AMPLE_PART
    : Math.min(
        maximum * SCARCE_PART,
        (maximum / 1.7) * importance(stonesOnBoard),
        left / USUAL_SHARE + clocks.incrementMs * SCARCE_PART,
      );
  return maximum < 1 ? AT_ONCE : { optimumMs: Math.floor(optimum), maximumMs: Math.floor(maximum) };
}

/** How much a move matters by its number: 1.1 at first, 1 at ply 40, 0.9 at 60, 0.6 from 100 on. */
function importance(ply: number): number {
  if (ply <= 40) return 1.1 - ply * 0.0025;
  if (ply <= 60) return 1 - (ply - 40) * 0.005;
  return Math.max(0.6, 0.9 - (ply - 60) * 0.0075);
}
