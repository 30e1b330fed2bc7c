/**
 * A queue of queries for several engines, by priority. Each engine searches with a single thread, so that a node limit
 * makes the answer reproducible.
 */
import { messageOf } from '../core/errors.ts';
import type { SearchFigures, SearchInfo } from '../engine/api.ts';
import { isUnanswered } from '../engine/errors.ts';
import { analyze, linesSoFar, type Searcher } from '../play/analysis/analysis.ts';
import type { GameState } from '../play/state/game-state.ts';
import { emptyCount } from '../rules/index.ts';
import { lineJson, positionJson, threatsJson } from './json.ts';
import type { Id, Query } from './query.ts';

/** Receives the answers to its queries, in any order. */
export interface Asker {
  send(answer: object): void;
}

/** How a query ended; `gone`: its client left. */
export type QueryOutcome = 'answered' | 'cancelled' | 'failed' | 'gone';

export interface EndedQuery {
  readonly outcome: QueryOutcome;
  /** In the queue and in the search, in milliseconds. */
  readonly elapsedMs: number;
  readonly nodes: number;
}

export interface QueueOptions {
  /** Concurrent queries, each with its engine. */
  readonly engines: number;
  readonly open: () => Searcher;
  readonly onEnd?: (ended: EndedQuery) => void;
}

/** One of this many searches goes to the client that has waited longest, whatever the priorities. */
const FAIR_EVERY = 4;

interface Job {
  readonly query: Query;
  readonly asker: Asker;
  /** On the queue's own count of events. */
  readonly addedAt: number;
  readonly addedMs: number;
  isGone: boolean;
  /** Null: it waits. */
  searcher: Searcher | null;
}

export class SearchQueue {
  /** By priority, then by arrival. */
  private readonly waitingJobs: Job[] = [];
  private readonly busy = new Set<Job>();
  private readonly idle: Searcher[] = [];
  /** Unanswered queries of each client that has any. */
  private readonly counts = new Map<Asker, number>();
  /** When the last search of each of them began, as {@link Job.addedAt}. */
  private readonly served = new Map<Asker, number>();
  /** Counts queries that are added or started. */
  private events = 0;
  private starts = 0;
  private onChange: (() => void)[] = [];

  constructor(private readonly options: QueueOptions) {}

  get waiting(): number {
    return this.waitingJobs.length;
  }

  get running(): number {
    return this.busy.size;
  }

  add(query: Query, asker: Asker): void {
    const times = { addedAt: ++this.events, addedMs: performance.now() };
    const job: Job = { query, asker, ...times, isGone: false, searcher: null };
    const before = this.waitingJobs.findLastIndex((other) => other.query.priority >= query.priority);
    this.waitingJobs.splice(before + 1, 0, job);
    this.counts.set(asker, this.pending(asker) + 1);
    this.startNext();
  }

  /** @returns the number of unanswered queries of a client */
  pending(asker: Asker): number {
    return this.counts.get(asker) ?? 0;
  }

  /** Cancels the queries of a client with an id: each is answered by an error. @returns how many there were */
  cancel(asker: Asker, id: Id): number {
    const jobs = this.jobsOf(asker, (query) => query.id === id);
    for (const job of jobs) {
      if (job.searcher !== null) job.searcher.cancel();
      else this.dismiss(job, 'cancelled', cancelled(job.query));
    }
    return jobs.length;
  }

  /** Ends queries of a client now, each with the best lines so far. */
  terminate(asker: Asker, isMeant: (query: Query) => boolean): void {
    for (const job of this.jobsOf(asker, isMeant)) {
      if (job.searcher !== null) job.searcher.stop();
      else this.dismiss(job, 'cancelled', { ...headOf(job.query), isDuringSearch: false, noResults: true });
    }
  }

  /** Ends the queries of a client that has left; none is answered. */
  drop(asker: Asker): void {
    for (const job of this.jobsOf(asker, () => true)) {
      job.isGone = true;
      if (job.searcher !== null) job.searcher.cancel();
      else this.dismiss(job, 'gone', null);
    }
  }

  /** @returns when all queries so far of a client, or of all clients, have their answers */
  async done(asker: Asker | null = null): Promise<void> {
    while (asker === null ? this.counts.size > 0 : this.counts.has(asker)) {
      await new Promise<void>((resolve) => this.onChange.push(resolve));
    }
  }

  /** Closes the engines; there are no answers after that. */
  close(): void {
    this.waitingJobs.length = 0;
    for (const searcher of [...[...this.busy].map((job) => job.searcher), ...this.idle]) searcher?.close();
  }

  private jobsOf(asker: Asker, isMeant: (query: Query) => boolean): Job[] {
    return [...this.waitingJobs, ...this.busy].filter((job) => job.asker === asker && isMeant(job.query));
  }

  private dismiss(job: Job, outcome: QueryOutcome, answer: object | null): void {
    this.waitingJobs.splice(this.waitingJobs.indexOf(job), 1);
    this.finish(job, outcome, 0, answer);
  }

  private startNext(): void {
    if (this.waitingJobs.length === 0) return;
    const { engines, open } = this.options;
    const searcher = this.idle.pop() ?? (this.busy.size < engines ? open() : null);
    if (searcher === null) return;
    const running = this.takeNext();
    running.searcher = searcher;
    this.busy.add(running);
    this.served.set(running.asker, ++this.events);
    void answerTo(running, searcher).then(({ outcome, nodes, answer }) => {
      this.busy.delete(running);
      this.idle.push(searcher);
      this.finish(running, running.isGone ? 'gone' : outcome, nodes, answer);
      this.startNext();
    });
  }

  /**
   * Takes a job of the highest priority. Clients with such jobs take turns, each with its own in the order of arrival.
   * Every few searches, the client that has waited longest gets a turn though others have higher priorities.
   */
  private takeNext(): Job {
    const jobs = this.waitingJobs;
    this.starts++;
    if (this.counts.size === 1) return jobs.shift() as Job;
    const isAnyPriority = this.starts % FAIR_EVERY === 0;
    const candidates = isAnyPriority ? jobs : jobs.filter(({ query }) => query.priority === jobs[0].query.priority);
    const oldest = new Map<Asker, number>();
    for (const { asker, addedAt } of candidates) {
      oldest.set(asker, Math.min(addedAt, oldest.get(asker) ?? Number.POSITIVE_INFINITY));
    }
    const waitsSince = ([asker, addedAt]: [Asker, number]) => Math.max(addedAt, this.served.get(asker) ?? 0);
    const [next] = [...oldest].reduce((best, one) => (waitsSince(one) < waitsSince(best) ? one : best));
    const index = jobs.findIndex(({ asker }) => asker === next);
    return jobs.splice(index, 1)[0];
  }

  private finish(job: Job, outcome: QueryOutcome, nodes: number, answer: object | null): void {
    const { asker } = job;
    const rest = this.pending(asker) - 1;
    if (rest === 0) {
      this.counts.delete(asker);
      this.served.delete(asker);
    } else this.counts.set(asker, rest);
    if (answer !== null && !job.isGone) asker.send(answer);
    this.options.onEnd?.({ outcome, nodes, elapsedMs: performance.now() - job.addedMs });
    const waiters = this.onChange;
    this.onChange = [];
    for (const resolve of waiters) resolve();
  }
}

async function answerTo(
  job: Job,
  searcher: Searcher,
): Promise<Omit<EndedQuery, 'elapsedMs'> & { readonly answer: object }> {
  const { query } = job;
  try {
    const lines = isOver(query.game) ? [] : await search(job, searcher);
    const nodes = Math.max(0, ...lines.map((line) => line.nodes));
    return { outcome: 'answered', nodes, answer: answerJson(query, lines, false) };
  } catch (error) {
    if (isUnanswered(error)) return { outcome: 'cancelled', nodes: 0, answer: cancelled(query) };
    return { outcome: 'failed', nodes: 0, answer: { id: query.id, error: messageOf(error), code: 'failed' } };
  }
}

/** Searches, and reports from time to time if the query wants that. */
async function search(job: Job, searcher: Searcher): Promise<SearchFigures[]> {
  const { query, asker } = job;
  const { game, limits, reportEveryMs } = query;
  if (reportEveryMs === null) return analyze(searcher, game, limits);
  const reports: SearchInfo[] = [];
  const timer = setInterval(() => {
    const lines = linesSoFar(reports).slice(0, limits.lines ?? 1);
    if (lines.length > 0 && !job.isGone) asker.send(answerJson(query, lines, true));
  }, reportEveryMs);
  try {
    return await analyze(searcher, game, limits, (info) => {
      reports[info.line] = info;
    });
  } finally {
    clearInterval(timer);
  }
}

/** @returns whether no move is left to search */
export function isOver({ end, position }: GameState): boolean {
  return end !== null || emptyCount(position) === 0;
}

function headOf({ id, turnNumber }: Query): object {
  return { id, turnNumber };
}

function answerJson(query: Query, lines: readonly SearchFigures[], isDuringSearch: boolean): object {
  const { game } = query;
  return {
    ...headOf(query),
    isDuringSearch,
    ...positionJson(game),
    ...(query.isSetup ? { moves: null } : {}),
    lines: lines.map((line) => lineJson(line, game.variant.height)),
    ...(query.wantsThreats && !isDuringSearch ? threatsJson(game) : {}),
  };
}

function cancelled({ id }: Query): object {
  return { id, error: 'cancelled', code: 'cancelled' };
}
