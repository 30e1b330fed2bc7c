/** The page's problems, and what this device stores: the user's own problems and the practice record. */
import { messageOf } from '../../../core/errors.ts';
import { afterAttempt, dayOf, dueIds, type Practice, practiceFrom } from '../../../play/problems/practice.ts';
import {
  formatProblem,
  type ListedProblem,
  listedProblem,
  listedProblems,
  type Problem,
} from '../../../play/problems/problem.ts';
import { Model } from '../../state/model.ts';
import { keep, readKept } from '../../state/storage.ts';
import { afterProblem } from './rating.ts';

/** Names in the browser's storage. */
const PRACTICE = 'practice';
const OWN = 'problems.own';

const FILE = 'problems.txt';

export class ProblemStore extends Model {
  private builtIn: readonly ListedProblem[] | null = null;
  private saved: readonly ListedProblem[] = [];
  private done: Practice = practiceFrom(null);
  private reason = '';

  /** The problems of the page; null: not loaded yet. */
  get set(): readonly ListedProblem[] | null {
    return this.builtIn;
  }

  get own(): readonly ListedProblem[] {
    return this.saved;
  }

  get practice(): Practice {
    return this.done;
  }

  /** Why the problems could not be loaded; empty: they could. */
  get fault(): string {
    return this.reason;
  }

  /** Failed problems that are due again. */
  get due(): ListedProblem[] {
    const ids = dueIds(this.done, today());
    return ids.flatMap((id) => this.find(id) ?? []);
  }

  find(id: string): ListedProblem | null {
    const isIt = (one: ListedProblem) => one.id === id;
    return this.saved.find(isIt) ?? this.builtIn?.find(isIt) ?? null;
  }

  /** Reads the stored data, which another tab may have changed. */
  refresh(): void {
    this.done = practiceFrom(readKept(PRACTICE));
    const lines = readKept(OWN);
    const texts = Array.isArray(lines) ? lines.filter((line): line is string => typeof line === 'string') : [];
    this.saved = texts.map(listedProblem);
    this.changed();
  }

  async load(): Promise<void> {
    if (this.builtIn !== null) return;
    try {
      const response = await fetch(new URL(FILE, document.baseURI));
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      this.builtIn = listedProblems(await response.text());
      this.reason = '';
    } catch (error) {
      this.reason = messageOf(error);
    }
    this.changed();
  }

  /** Records an attempt. @returns the change in the rating */
  record({ id, rating }: ListedProblem, isSolved: boolean, isDaily: boolean): number {
    this.refresh();
    const before = this.done.rating.rating;
    const attempt = { id, at: Date.now(), isSolved };
    const after = afterAttempt(this.done, attempt, today(), (own) => afterProblem(own, rating, isSolved));
    this.done = isDaily ? { ...after, dailyDay: today() } : after;
    keep(PRACTICE, this.done);
    this.changed();
    return this.done.rating.rating - before;
  }

  /** Saves a problem of the user, unless it is already saved. */
  save(problem: Problem): ListedProblem {
    this.refresh();
    const listed = listedProblem(formatProblem(problem));
    if (!this.saved.some(({ id }) => id === listed.id)) this.keepOwn([...this.saved, listed]);
    return listed;
  }

  remove(id: string): void {
    this.refresh();
    this.keepOwn(this.saved.filter((one) => one.id !== id));
  }

  private keepOwn(problems: readonly ListedProblem[]): void {
    this.saved = problems;
    keep(
      OWN,
      problems.map(({ text }) => text),
    );
    this.changed();
  }
}

/** @returns the number of the local day */
export function today(): number {
  const now = new Date();
  return dayOf(now.getTime(), now.getTimezoneOffset());
}
