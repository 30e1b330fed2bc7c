/**
 * A solver's record, and what comes next: rating, results, a streak, and failed problems, which return after some days.
 * Values are immutable.
 */
import {
  fieldsOf,
  flag,
  number,
  orNull,
  type Read,
  type ReadFields,
  stored,
  storedList,
  storedMap,
  string,
  wholeNumber,
} from '../../core/schema.ts';

const COUNT = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const DAY = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const FIGURE = number(-Number.MAX_VALUE, Number.MAX_VALUE);
const MAX_LOG = 500;

/** A solver's Glicko-2 rating. The deviation is one standard deviation. */
const RATING = fieldsOf({ rating: FIGURE, deviation: FIGURE, volatility: FIGURE });
export type SolverRating = Read<typeof RATING>;

/** One attempt. Milliseconds since 1970. */
const ATTEMPT = fieldsOf({ id: string('an id'), at: FIGURE, isSolved: flag });
type ProblemAttempt = Read<typeof ATTEMPT>;

/** A failed problem: how often it has been solved since, and the day from which it is due, see {@link dayOf}. */
const REPETITION = fieldsOf({ solved: COUNT, day: DAY });

const PRACTICE = {
  rating: RATING,
  /** Number of consecutive solved problems, and its maximum so far. */
  streak: COUNT,
  best: COUNT,
  /** The latest attempts, oldest first. */
  log: storedList(ATTEMPT),
  /** By {@link idOf}: whether the last attempt at a problem solved it. */
  results: storedMap(flag),
  repetitions: storedMap(REPETITION),
  /** Day of the last daily problem that was attempted; null: none. */
  dailyDay: orNull(DAY),
};
export type Practice = ReadFields<typeof PRACTICE>;

/** Days until a failed problem returns, by how often it has been solved since; after the last entry it is done. */
const REPEAT_AFTER = [1, 3, 7, 21];
const DAY_MS = 86_400_000;

export const NO_PRACTICE: Practice = {
  rating: { rating: 1200, deviation: 350, volatility: 0.06 },
  streak: 0,
  best: 0,
  log: [],
  results: {},
  repetitions: {},
  dailyDay: null,
};

/** @param zoneMinutes as of `Date.getTimezoneOffset` @returns the number of the local day */
export function dayOf(ms: number, zoneMinutes: number): number {
  return Math.floor((ms - zoneMinutes * 60_000) / DAY_MS);
}

/** @param day of the attempt @param rate returns the rating after a first attempt; a problem counts once */
export function afterAttempt(
  practice: Practice,
  attempt: ProblemAttempt,
  day: number,
  rate: (rating: SolverRating) => SolverRating,
): Practice {
  const { id, isSolved } = attempt;
  const isFirst = !Object.hasOwn(practice.results, id);
  const streak = isSolved ? practice.streak + 1 : 0;
  return {
    ...practice,
    rating: isFirst ? rate(practice.rating) : practice.rating,
    streak,
    best: Math.max(practice.best, streak),
    log: [...practice.log, attempt].slice(-MAX_LOG),
    results: { ...practice.results, [id]: isSolved },
    repetitions: repetitionsAfter(practice.repetitions, attempt, day),
  };
}

function repetitionsAfter(repetitions: Practice['repetitions'], { id, isSolved }: ProblemAttempt, day: number) {
  const { [id]: known, ...others } = repetitions;
  if (!isSolved) return { ...others, [id]: { solved: 0, day: day + REPEAT_AFTER[0] } };
  if (known === undefined) return repetitions;
  // Solved before it was due: that proves little.
  if (day < known.day) return repetitions;
  const solved = known.solved + 1;
  if (solved === REPEAT_AFTER.length) return others;
  return { ...others, [id]: { solved, day: day + REPEAT_AFTER[solved] } };
}

/** @returns ids of the problems that are due for repetition, the longest overdue first */
export function dueIds({ repetitions }: Practice, day: number): string[] {
  return Object.entries(repetitions)
    .filter(([, repetition]) => repetition.day <= day)
    .sort(([, a], [, b]) => a.day - b.day)
    .map(([id]) => id);
}

/** @returns the problem of a day, the same for everyone with the same set */
export function dailyProblem<T>(problems: readonly T[], day: number): T | null {
  if (problems.length === 0) return null;
  // A step that shares no factor with the length visits all of them.
  return problems[(((day * 797) % problems.length) + problems.length) % problems.length];
}

/** Number of the problems nearest in rating among which {@link nextProblem} chooses. */
const NEAREST = 20;

/**
 * @param problems with their ids: the set, filtered
 * @param random in [0, 1)
 * @returns one near the solver's rating: not yet attempted, else not yet solved, else any; null: there are none
 */
export function nextProblem<T extends { readonly id: string; readonly rating: number }>(
  problems: readonly T[],
  { results, rating }: Practice,
  random: number,
): T | null {
  const fresh = problems.filter(({ id }) => !Object.hasOwn(results, id));
  const unsolved = problems.filter(({ id }) => results[id] !== true);
  const pool = fresh.length > 0 ? fresh : unsolved.length > 0 ? unsolved : problems;
  const distance = (problem: T) => Math.abs(problem.rating - rating.rating);
  const near = [...pool].sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST);
  return near[Math.floor(random * near.length)] ?? null;
}

/** @param value as stored @returns it, with what is missing or damaged replaced */
export const practiceFrom = stored<Practice>(PRACTICE, NO_PRACTICE);
