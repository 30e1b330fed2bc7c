/**
 * Coordinates one job of a fleet: announces it, holds its lease, offers its tasks, checks what workers send, and has it
 * written. The file of the job is the only record: a result is acknowledged when it is on the disk, and whatever exists
 * on the wire alone can be lost and is offered again. What the tasks are is up to the {@link Work}.
 */
import { hostname } from 'node:os';
import { messageOf, UserError } from '../../core/errors.ts';
import { diskError, RUN_AGAIN } from '../../platform/node/disk-error.ts';
import type { WorkerFacts } from '../../records/notation/game-record.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { Offers } from './offers.ts';
import { Resilience } from './resilience.ts';
import { Bell, orAborted } from './signal.ts';
import type { Lead, Transport } from './transport.ts';
import {
  type Announcement,
  isExcluded,
  type JobStatus,
  readOutcome,
  readSentResult,
  type SentResult,
  type TaskOutcome,
  WIRE_VERSION,
  type WorkerStatus,
} from './wire.ts';

/** What the tasks of a job are, and what becomes of their results. */
export interface Work<Result> {
  readonly announcement: Pick<Announcement, 'kind' | 'id' | 'title' | 'engines' | 'signature'>;
  /** All that workers have to know, as JSON that their reader of it accepts. */
  readonly spec: string;
  /** What the spec refers to, by SHA-256. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** File of the results, for messages. */
  readonly file: string;
  /** Tasks have numbers below this. */
  readonly taskCount: number;
  /** Nothing is left to do. */
  readonly isDone: boolean;
  /** @returns a task in messages, such as `pair 4` */
  nameOf(task: number): string;
  /** @returns whether the job has the result of a task: another one is a duplicate */
  has(task: number): boolean;
  /**
   * @param held results that wait to be written
   * @returns the tasks that may be offered now, in the order in which they are needed; those held are skipped
   */
  wanted(held: HeldResults<Result>): Iterable<number>;
  /** @returns what a worker has to know of tasks in addition to their numbers, see Lead.offer() */
  positionsOf?(tasks: readonly number[]): ReadonlyMap<number, string>;
  /** Called once, when the job is announced and before its first result. */
  begin?(): void;
  /**
   * Checks what a worker sends for a task.
   * @param present the workers that are not excluded
   * @returns what is to be written; null: nothing, the task is offered again without a line
   * @throws errors that say what is wrong with it: it is rejected, and the task offered again
   */
  check(task: number, outcome: TaskOutcome, worker: WorkerFacts, present: readonly WorkerStatus[]): Result | null;
  /**
   * Writes results whose turn has come. Called again after each call that wrote some, after each result, and at each
   * tick; never while a call is running.
   * @param held changes while this waits: results arrive, and those of excluded workers go
   * @param reject drops a result with a line that says what is wrong with it; its task is offered again
   * @returns results that may be acknowledged: they are on the disk
   * @throws what ends the job
   */
  write(
    held: HeldResults<Result>,
    reject: (held: Held<Result>, fault: string) => void,
  ): Promise<readonly Held<Result>[]>;
  /** Removes what excluded workers have written before. */
  exclude?(excluded: readonly string[]): Promise<void>;
  progress(held: HeldResults<Result>): Pick<JobStatus, 'tasksDone' | 'tasksPlanned' | 'lines'>;
}

/** A checked result that is not acknowledged, or that its work has no use for yet. */
export interface Held<Result> {
  readonly task: number;
  readonly worker: WorkerFacts;
  readonly result: Result;
}

export type HeldResults<Result> = ReadonlyMap<number, Held<Result>>;

export interface CoordinatorOptions {
  /** How often workers are counted and the status is reported, ms. */
  readonly tickMs?: number;
  /** How long a task may be on offer before the coordinator checks that it still exists, ms. */
  readonly searchAfterMs?: number;
  /** Lines for people: results that are rejected, errors of the transport. */
  readonly onNotice?: (line: string) => void;
}

const TICK_MS = 1000;
const DISK_ADVICE = `${RUN_AGAIN}; written results are kept, and the fleet holds the rest`;

/** A held result with the delivery that waits for it. */
interface Delivered<Result> extends Held<Result> {
  readonly acknowledge: () => void;
  readonly giveBack: (error: Error) => void;
  isAcknowledged: boolean;
}

export class Coordinator<Result> {
  private readonly work: Work<Result>;
  private readonly options: CoordinatorOptions;
  private readonly offers: Offers;
  private readonly resilience: Resilience;
  private readonly held = new Map<number, Delivered<Result>>();
  private lead: Lead | null = null;
  private excluded: readonly string[] = [];
  private present: readonly WorkerStatus[] = [];
  /** From the first tick on: what waits on the wire arrives before tasks are offered. */
  private isOffering = false;
  /** The last change of the files: they follow each other. */
  private changing: Promise<void> = Promise.resolve();
  private nextCommit: Promise<void> | null = null;
  private failure: unknown = null;
  /** Nothing more is accepted, written or offered. */
  private isClosed = false;
  private readonly bell = new Bell();
  /** Results may arrive before the run has begun. */
  private start: () => void = () => {};
  private readonly started = new Promise<void>((resolve) => {
    this.start = resolve;
  });
  private readonly startMs = performance.now();
  private tasksHere = 0;
  private lateResults = 0;

  private constructor(work: Work<Result>, options: CoordinatorOptions) {
    this.work = work;
    this.options = options;
    this.offers = new Offers(options.searchAfterMs);
    this.resilience = new Resilience(
      // Calls that are still open at the end of a run fail, which is expected.
      (line) => this.isClosed || this.notice(line),
      (error) => this.fail(error),
    );
  }

  /**
   * Announces a job to the workers of a fleet, unless nothing of it is left without the results of excluded workers.
   * @param signal ends the wait for the transport; the run then ends at once
   * @throws UserError while another coordinator holds its lease
   */
  static async open<Result>(
    work: Work<Result>,
    transport: Transport,
    options: CoordinatorOptions,
    signal: AbortSignal,
  ): Promise<Coordinator<Result>> {
    const coordinator = new Coordinator(work, options);
    const view = await orAborted(transport.view(), signal);
    // Results may already be waiting: those of excluded workers must not count.
    if (view !== null) await coordinator.exclude(view.excluded);
    if (view === null || coordinator.isOver) return coordinator;
    const spec = Buffer.from(work.spec);
    const hash = sha256Of(spec);
    const place = { wire: WIRE_VERSION, spec: hash, coordinator: `${hostname()}, process ${process.pid}` };
    const leading = transport.lead(
      { ...work.announcement, ...place },
      new Map([...work.files, [hash, spec]]),
      (result) => coordinator.receive(result),
      (reason) => coordinator.fail(new UserError(reason)),
      coordinator.resilience.report,
    );
    coordinator.lead = await orAborted(leading, signal);
    // A lease that is granted too late would make the next coordinator wait.
    if (coordinator.lead === null) void leading.then((lead) => lead.leave(false)).catch(() => {});
    return coordinator;
  }

  /**
   * Runs the job until it is done, and gives up its lease.
   * @param signal stops it: what is not written stays on the wire
   * @throws UserError if the lease is lost or the disk is full; what Work.write() throws
   */
  async run(signal: AbortSignal): Promise<void> {
    const { lead, bell } = this;
    signal.addEventListener('abort', bell.ring);
    try {
      this.work.begin?.();
      // Some of what earlier runs left may be next.
      await this.refresh();
      this.start();
      while (lead !== null && !this.isOver && !signal.aborted && this.failure === null) {
        // A Redis that does not answer must not keep the run from ending.
        await bell.during(this.tick(lead).catch(this.resilience.report));
        await bell.wait(this.options.tickMs ?? TICK_MS);
      }
    } finally {
      signal.removeEventListener('abort', bell.ring);
      this.isClosed = true;
      this.start();
      await this.changing;
      this.giveBackAll();
      await lead?.leave(this.isOver);
    }
    if (this.failure !== null) throw this.failure;
  }

  /** Results that are not acknowledged yet. */
  get unacknowledged(): number {
    return [...this.held.values()].filter(({ isAcknowledged }) => !isAcknowledged).length;
  }

  /** Writes what can be written, and offers what is wanted. @returns when that is done, or the run has ended */
  refresh(): Promise<void> {
    this.nextCommit ??= this.alone(async () => {
      this.nextCommit = null; // what arrives from now on is for another one
      while (!this.isClosed && this.failure === null) {
        const written = await this.work.write(this.held, (held, fault) => this.reject(held, fault));
        for (const one of written) this.acknowledge(one);
        if (written.length === 0) break;
      }
    });
    return this.nextCommit;
  }

  private get isOver(): boolean {
    return this.failure === null && this.work.isDone;
  }

  private fail(error: unknown): void {
    this.failure ??= diskError(error, this.work.file, DISK_ADVICE);
    this.giveBackAll();
    this.bell.ring();
  }

  private notice(line: string): void {
    this.options.onNotice?.(line);
  }

  /** Accepts a result from the wire. @returns when it is on the disk, or is of no use */
  private async receive(value: unknown): Promise<void> {
    await this.started;
    if (this.failure !== null || this.isClosed) throw new Error('the coordinator has stopped');
    const sent = this.read(value);
    if (sent === null) return;
    const written = this.resilience.accept(
      () => this.accept(sent),
      (fault) => this.reject(sent, fault),
    );
    void this.refresh();
    await written;
  }

  /** @returns a result of this job; null: it is rejected */
  private read(value: unknown): SentResult | null {
    try {
      const sent = readSentResult(value);
      const { id } = this.work.announcement;
      const who = `worker ${sent.worker.name}: a result of`;
      if (sent.id !== id) throw new UserError(`${who} job ${sent.id}, expected ${id}`);
      const { taskCount } = this.work;
      if (sent.task >= taskCount) {
        throw new UserError(`${who} task ${sent.task}, expected a number from 0 to ${taskCount - 1}`);
      }
      return sent;
    } catch (error) {
      this.notice(`${messageOf(error)}: rejected`);
      return null;
    }
  }

  /** @returns a promise that is kept when the result is on the disk; null: it is of no use */
  private accept({ task, worker, outcome }: SentResult): Promise<void> | null {
    this.offers.back(task);
    if (isExcluded(this.excluded, worker)) return null;
    if (this.held.has(task) || this.work.has(task)) {
      this.lateResults++;
      return null;
    }
    const result = this.work.check(task, readOutcome(outcome), worker, this.present);
    if (result === null) return null;
    this.tasksHere++;
    return new Promise((acknowledge, giveBack) => {
      this.held.set(task, { task, worker, result, acknowledge, giveBack, isAcknowledged: false });
    });
  }

  private reject({ task, worker }: Pick<SentResult, 'task' | 'worker'>, fault: string): null {
    this.notice(`worker ${worker.name}, ${this.work.nameOf(task)}: ${fault}: rejected and offered again`);
    this.drop(task);
    return null;
  }

  /** Forgets a held result: its task is offered again. */
  private drop(task: number): void {
    this.held.get(task)?.acknowledge();
    this.held.delete(task);
    this.offers.back(task);
  }

  private acknowledge(written: Held<Result>): void {
    const held = this.held.get(written.task);
    // Its worker may have been excluded during the write, and another result have taken its place.
    if (held === undefined || held !== written) return;
    held.acknowledge();
    held.isAcknowledged = true;
    if (this.work.has(held.task)) this.held.delete(held.task);
  }

  /** What is not written stays on the wire. */
  private giveBackAll(): void {
    for (const { giveBack } of this.held.values()) giveBack(new Error('the coordinator has stopped'));
    this.held.clear();
  }

  /** Changes the files, after all earlier changes. @returns when that is done, or the run has ended */
  private alone(change: () => Promise<void>): Promise<void> {
    this.changing = this.changing.then(async () => {
      if (this.isClosed || this.failure !== null) return;
      try {
        await change();
      } catch (error) {
        this.fail(error);
      }
      if (this.isOver) this.bell.ring();
      else this.pump();
    });
    return this.changing;
  }

  private pump(): void {
    const { lead } = this;
    if (lead === null || !this.isOffering || this.failure !== null || this.isClosed || this.isOver) return;
    const offer = (tasks: readonly number[]) => lead.offer(tasks, this.work.positionsOf?.(tasks));
    this.offers.pump({ offer }, this.wanted()).catch(this.resilience.report);
  }

  private *wanted(): Generator<number> {
    for (const task of this.work.wanted(this.held)) if (!this.held.has(task)) yield task;
  }

  private async tick(lead: Lead): Promise<void> {
    const { workers, excluded } = await lead.board();
    this.isOffering = true;
    this.present = this.offers.count(this.work.announcement.id, workers, excluded);
    if (excluded.join('\n') !== this.excluded.join('\n')) await this.exclude(excluded);
    void this.refresh();
    await this.offers.search(lead);
    this.pump();
    await lead.report(this.status());
  }

  /** Drops what excluded workers have sent. */
  private async exclude(excluded: readonly string[]): Promise<void> {
    this.excluded = excluded;
    for (const { task, worker } of this.held.values()) if (isExcluded(excluded, worker)) this.drop(task);
    if (this.work.exclude !== undefined && excluded.length > 0)
      await this.alone(async () => this.work.exclude?.(excluded));
  }

  private status(): JobStatus {
    const { id, title } = this.work.announcement;
    return {
      id,
      title,
      tasksOffered: this.offers.size,
      tasksPerMinute: (this.tasksHere * 60_000) / Math.max(1, performance.now() - this.startMs),
      lateResults: this.lateResults,
      ...this.work.progress(this.held),
    };
  }
}
