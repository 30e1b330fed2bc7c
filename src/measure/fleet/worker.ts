/**
 * A worker: sends heartbeats and serves one job at a time. If several are open it picks one at random, and again now
 * and then, so that workers spread. Its preparation decides what a task is and how it is played.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../core/errors.ts';
import { picked } from '../../core/random.ts';
import { asPlain } from '../../core/schema.ts';
import type { WorkerFacts } from '../../records/notation/game-record.ts';
import { Resilience } from './resilience.ts';
import { orAborted } from './signal.ts';
import type { FleetState, Taking, Transport } from './transport.ts';
import { type Announcement, isExcluded, MAX_TEXT, type TaskOutcome, WIRE_VERSION, type WorkerStatus } from './wire.ts';

/** A job that this worker is ready for. */
export interface Prepared {
  /** @param task what the number does not say, see Lead.offer() */
  play(task: number, signal: AbortSignal, position?: string): Promise<TaskOutcome>;
  /** The factor for the times of this job on this worker. */
  readonly timeScale: number;
  /** Called after the last task. */
  close?(): Promise<void>;
}

export interface WorkerOptions {
  readonly facts: WorkerFacts;
  readonly slots: number;
  /**
   * Fetches what a job needs and checks it.
   * @param signal fires when the worker has to leave
   * @throws errors with the reason why this worker does not take the job
   */
  readonly prepare: (work: Announcement, file: Transport['file'], signal: AbortSignal) => Promise<Prepared>;
  readonly load: () => number;
  readonly onNotice: (line: string) => void;
  /** Called after each heartbeat. */
  readonly onCard?: (card: WorkerStatus) => void;
  readonly heartbeatMs?: number;
  /** From 0 to 1, for the choice between jobs. */
  readonly random?: () => number;
  /** How long a job that could not be prepared is refused, ms. */
  readonly refuseMs?: number;
}

const HEARTBEAT_MS = 2000;
const REFUSE_MS = 60_000;
/** Probability at each heartbeat that a worker with a choice chooses again: about once a minute. */
const CHANGE_CHANCE = 1 / 30;

interface Serving {
  readonly work: Announcement;
  readonly prepared: Prepared;
  readonly taking: Taking;
}

/**
 * Works until a signal fires.
 * @param drain fires first: the tasks in progress are finished
 * @param leave fires second: they are returned
 */
export async function runWorker(
  options: WorkerOptions,
  transport: Transport,
  drain: AbortSignal,
  leave: AbortSignal,
): Promise<void> {
  await new FleetWorker(options, transport, drain, leave).run();
}

class FleetWorker {
  private readonly startMs = performance.now();
  private readonly refusals = new Map<string, { readonly reason: string; readonly untilMs: number }>();
  private serving: Serving | null = null;
  /** Preparing takes a while, and the worker sends heartbeats meanwhile. */
  private preparing: Promise<void> | null = null;
  /** All jobs with tasks in progress, including those that are drained. */
  private readonly takings = new Set<Taking>();
  /** No new task is begun. */
  private readonly isEnding: AbortSignal;
  private readonly resilience: Resilience;
  private busy = 0;
  private tasksDone = 0;

  constructor(
    private readonly options: WorkerOptions,
    private readonly transport: Transport,
    drain: AbortSignal,
    private readonly leave: AbortSignal,
  ) {
    this.isEnding = AbortSignal.any([drain, leave]);
    this.resilience = new Resilience((line) => leave.aborted || options.onNotice(line));
  }

  async run(): Promise<void> {
    const { leave, isEnding } = this;
    while (!isEnding.aborted) {
      const board = await this.heartbeat(isEnding);
      if (board !== null) await this.follow(board);
      await this.pause(isEnding);
    }
    let isDone = false;
    const done = this.finish().then(() => {
      isDone = true;
    });
    // Heartbeats continue while the last tasks are played.
    while (!isDone && !leave.aborted) {
      await Promise.race([done, this.pause(leave)]);
      if (!isDone) await this.heartbeat(leave);
    }
    await Promise.all([...this.takings].map((taking) => taking.abort()));
    await Promise.race([this.transport.bye(this.options.facts.name).catch(() => {}), sleep(2000)]);
  }

  /** @returns the open jobs; null: unknown, or the signal fired first */
  private async heartbeat(signal: AbortSignal): Promise<FleetState | null> {
    const board = await orAborted(this.transport.heartbeat(this.card()).catch(this.resilience.report), signal);
    this.options.onCard?.(this.card());
    return board ?? null;
  }

  private async pause(until: AbortSignal): Promise<void> {
    await sleep(this.options.heartbeatMs ?? HEARTBEAT_MS, null, { signal: until }).catch(() => {});
  }

  /** Waits until the tasks in progress are done. */
  private async finish(): Promise<void> {
    await this.preparing;
    await this.serving?.taking.drain();
  }

  private card(): WorkerStatus {
    const { facts, slots } = this.options;
    const now = performance.now();
    for (const [id, { untilMs }] of this.refusals) if (untilMs < now) this.refusals.delete(id);
    return {
      facts: { ...facts, load: this.options.load(), timeScale: this.serving?.prepared.timeScale ?? 1 },
      slots,
      working: this.serving?.work.id ?? null,
      busy: this.busy,
      tasksDone: this.tasksDone,
      upMs: Math.round(now - this.startMs),
      refusals: Object.fromEntries([...this.refusals].map(([id, { reason }]) => [id, reason])),
    };
  }

  /** Follows the state of the fleet: leaves a job, or begins one. */
  private async follow(board: FleetState): Promise<void> {
    const isOut = isExcluded(board.excluded, this.options.facts);
    const { serving } = this;
    const found = board.jobs.find(({ announcement }) => announcement.id === serving?.work.id);
    if (serving !== null && (found === undefined || isOut)) {
      this.serving = null;
      await serving.taking.abort();
      this.options.onNotice(isOut ? 'excluded by the fleet: takes no jobs' : `${serving.work.title}: finished`);
    } else if (serving !== null && !found!.hasCoordinator) {
      this.serving = null;
      this.options.onNotice(`${serving.work.title}: no coordinator; finishing the tasks in progress`);
      // Not awaited here: heartbeats continue, and a signal to leave must get through.
      this.prepare(serving.taking.drain());
    }
    if (this.preparing !== null || isOut) return;
    const open = board.jobs.filter(
      ({ announcement, hasCoordinator }) => hasCoordinator && !this.refusals.has(announcement.id),
    );
    if (open.length === 0) return;
    const random = this.options.random ?? Math.random;
    if (this.serving !== null && (open.length === 1 || random() >= CHANGE_CHANCE)) return;
    const next = picked(open, random).announcement;
    if (next.id === this.serving?.work.id) return;
    this.prepare(this.change(next));
  }

  private prepare(change: Promise<void>): void {
    const preparing = change.finally(() => {
      if (this.preparing === preparing) this.preparing = null;
    });
    this.preparing = preparing;
  }

  private async change(next: Announcement): Promise<void> {
    const { serving } = this;
    this.serving = null;
    await serving?.taking.drain();
    await this.begin(next);
  }

  private async begin(work: Announcement): Promise<void> {
    const { slots, facts, onNotice } = this.options;
    try {
      if (work.wire !== WIRE_VERSION) {
        throw new Error(
          `fleet protocol ${work.wire}, this worker has ${WIRE_VERSION}: use the same tengen on all hosts`,
        );
      }
      const prepared = await this.options.prepare(work, (sha256) => this.transport.file(sha256), this.isEnding);
      if (this.isEnding.aborted) return await prepared.close?.();
      const taking = await this.transport.take(work.id, slots, async (task, signal, position) => {
        this.busy++;
        try {
          const outcome = await prepared.play(task, signal, position);
          if (signal.aborted) return null;
          if (outcome.kind === 'failed-start') this.giveUp(work, outcome.detail);
          else this.tasksDone++;
          const played = { ...facts, timeScale: prepared.timeScale, load: this.options.load() };
          return { id: work.id, task, worker: played, outcome };
        } catch (error) {
          if (!signal.aborted) this.giveUp(work, messageOf(error));
          return null;
        } finally {
          this.busy--;
        }
      });
      this.serving = { work, prepared, taking: this.kept(taking, prepared) };
      onNotice(`${work.title}: playing, ${slots} at a time`);
    } catch (error) {
      if (!this.isEnding.aborted) this.refuse(work, messageOf(error));
    }
  }

  /** @returns the hold on a job, which is given up when the worker leaves */
  private kept(taking: Taking, prepared: Prepared): Taking {
    const over = async () => {
      this.takings.delete(kept);
      await prepared.close?.();
    };
    const kept = { drain: () => taking.drain().finally(over), abort: () => taking.abort().finally(over) };
    this.takings.add(kept);
    return kept;
  }

  private refuse(work: Announcement, why: string): void {
    const { onNotice, refuseMs } = this.options;
    const reason = asPlain(why, MAX_TEXT);
    if (!this.refusals.has(work.id)) onNotice(`${work.title}: not taken: ${reason}`);
    this.refusals.set(work.id, { reason, untilMs: performance.now() + (refuseMs ?? REFUSE_MS) });
  }

  /** Leaves a job that this worker has begun and cannot play: others may. */
  private giveUp(work: Announcement, reason: string): void {
    this.refuse(work, reason);
    const { serving } = this;
    if (serving?.work.id !== work.id) return;
    this.serving = null;
    // Until its other tasks have ended, no job begins, and leaving waits for them.
    this.prepare(serving.taking.drain());
  }
}
