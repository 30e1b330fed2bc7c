/** The page's problems, and what this device stores: the user's own problems and the practice record. */
import rate from 'glicko2-lite';
import { messageOf } from '../../../core/errors.ts';
import {
  afterAttempt,
  dayOf,
  dueIds,
  type Practice,
  practiceFrom,
  type SolverRating,
} from '../../../play/problems/practice.ts';
import {
  formatProblem,
  type ListedProblem,
  listedProblem,
  listedProblems,
  type Problem,
} from '../../../play/problems/problem.ts';
import { StateModel } from '../../state/model.ts';
import { keep, readKept } from '../../state/storage.ts';

/** Names in the browser's storage. */
const PRACTICE = 'practice';
const OWN = 'problems.own';

const FILE = 'problems.txt';

interface ProblemStoreState {
  /** The problems of the page; null: not loaded yet. */
  readonly set: readonly ListedProblem[] | null;
  readonly own: readonly ListedProblem[];
  readonly practice: Practice;
  /** Why the problems could not be loaded; empty: they could. */
  readonly fault: string;
}

export class ProblemStore extends StateModel<ProblemStoreState> {
  constructor() {
    super({ set: null, own: [], practice: practiceFrom(null), fault: '' });
  }

  /** Failed problems that are due again. */
  get due(): ListedProblem[] {
    const ids = dueIds(this.shown.practice, today());
    return ids.flatMap((id) => this.find(id) ?? []);
  }

  find(id: string): ListedProblem | null {
    const isIt = (one: ListedProblem) => one.id === id;
    return this.shown.own.find(isIt) ?? this.shown.set?.find(isIt) ?? null;
  }

  /** Reads the stored data, which another tab may have changed. */
  refresh(): void {
    const lines = readKept(OWN);
    const texts = Array.isArray(lines) ? lines.filter((line): line is string => typeof line === 'string') : [];
    this.set({ practice: practiceFrom(readKept(PRACTICE)), own: texts.map(listedProblem) });
  }

  async load(): Promise<void> {
    if (this.shown.set !== null) return;
    try {
      const response = await fetch(new URL(FILE, document.baseURI));
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      this.set({ set: listedProblems(await response.text()), fault: '' });
    } catch (error) {
      this.set({ fault: messageOf(error) });
    }
  }

  /** Records an attempt. @returns the change in the rating */
  record({ id, rating }: ListedProblem, isSolved: boolean, isDaily: boolean): number {
    this.refresh();
    const before = this.shown.practice;
    const attempt = { id, at: Date.now(), isSolved };
    const after = afterAttempt(before, attempt, today(), (own) => afterProblem(own, rating, isSolved));
    const practice = isDaily ? { ...after, dailyDay: today() } : after;
    keep(PRACTICE, practice);
    this.set({ practice });
    return practice.rating.rating - before.rating.rating;
  }

  /** Saves a problem of the user, unless it is already saved. */
  save(problem: Problem): ListedProblem {
    this.refresh();
    const listed = listedProblem(formatProblem(problem));
    const { own } = this.shown;
    if (!own.some(({ id }) => id === listed.id)) this.keepOwn([...own, listed]);
    return listed;
  }

  remove(id: string): void {
    this.refresh();
    this.keepOwn(this.shown.own.filter((one) => one.id !== id));
  }

  private keepOwn(own: readonly ListedProblem[]): void {
    keep(
      OWN,
      own.map(({ text }) => text),
    );
    this.set({ own });
  }
}

/** @returns the number of the local day */
export function today(): number {
  const now = new Date();
  return dayOf(now.getTime(), now.getTimezoneOffset());
}

/** Glicko-2's constraint on the volatility. */
const TAU = 0.5;
/** The problems' ratings are estimates. */
const PROBLEM_DEVIATION = 150;
/** Keeps the rating responsive after many problems. */
const MIN_DEVIATION = 45;

/** @param opponents of one rating period; score 1 won, 0 lost */
export function rated(
  { rating, deviation, volatility }: SolverRating,
  opponents: readonly { readonly rating: number; readonly deviation: number; readonly score: number }[],
): SolverRating {
  const games = opponents.map((one): [number, number, number] => [one.rating, one.deviation, one.score]);
  const after = rate(rating, deviation, volatility, games, { tau: TAU });
  return { rating: after.rating, deviation: after.rd, volatility: after.vol };
}

/** @param problem its rating @returns the rating after one problem */
export function afterProblem(rating: SolverRating, problem: number, isSolved: boolean): SolverRating {
  const after = rated(rating, [{ rating: problem, deviation: PROBLEM_DEVIATION, score: isSolved ? 1 : 0 }]);
  return { ...after, deviation: Math.max(MIN_DEVIATION, after.deviation) };
}
