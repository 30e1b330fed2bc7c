/**
 * A fleet within one process: the guarantees of a transport, without a network. Can lose, repeat and delay on request.
 */
import { UserError } from '../../../../src/core/errors.ts';
import type { FleetState, Lead, PlayTask, Taking, Transport } from '../../../../src/measure/fleet/transport.ts';
import type { Announcement, FleetView, JobStatus, WorkerStatus } from '../../../../src/measure/fleet/wire.ts';

interface Work {
  readonly announcement: Announcement;
  hasCoordinator: boolean;
  isPaused: boolean;
  waiting: number[];
  positions: Map<number, string>;
  active: Set<number>;
  status: JobStatus | null;
  onResult: ((result: unknown) => Promise<void>) | null;
  onLost: (reason: string) => void;
  undelivered: unknown[];
}

export const OUT_OF_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";
export const LOADING = 'LOADING Redis is loading the dataset in memory';

export class MemoryTransport implements Transport {
  readonly jobs = new Map<string, Work>();
  readonly files = new Map<string, Uint8Array>();
  readonly cards = new Map<string, WorkerStatus>();
  readonly names = new Set<string>();
  readonly excluded = new Set<string>();
  /** Errors that the next calls of a coordinator throw instead of their results. */
  readonly broken: Record<'offer' | 'missing' | 'board' | 'report', Error[]> = {
    offer: [],
    missing: [],
    board: [],
    report: [],
  };

  /** Calls of coordinators are not answered, as when Redis hangs. */
  isSilent = false;
  /** Calls without an answer. */
  unanswered = 0;

  async lead(
    announcement: Announcement,
    files: ReadonlyMap<string, Uint8Array>,
    onResult: (result: unknown) => Promise<void>,
    onLost: (reason: string) => void,
  ): Promise<Lead> {
    const { id } = announcement;
    await this.unlessSilent();
    if (this.jobs.get(id)?.hasCoordinator) throw new UserError(`job ${id} already has another coordinator`);
    const before = this.jobs.get(id);
    const undelivered = before?.undelivered.splice(0) ?? [];
    const kept = {
      waiting: before?.waiting ?? [],
      positions: before?.positions ?? new Map<number, string>(),
      active: before?.active ?? new Set<number>(),
    };
    const work: Work = {
      announcement,
      hasCoordinator: true,
      isPaused: false,
      status: null,
      onResult,
      onLost,
      undelivered: [],
      ...kept,
    };
    this.jobs.set(id, work);
    for (const [sha256, bytes] of files) this.files.set(sha256, bytes);
    for (const result of undelivered) void this.deliver(id, result);
    return {
      offer: async (tasks, positions) => {
        await this.answer('offer');
        for (const [task, position] of positions ?? []) work.positions.set(task, position);
        for (const task of tasks) {
          if (!work.waiting.includes(task) && !work.active.has(task)) work.waiting.push(task);
        }
      },
      missing: async (tasks) => {
        await this.answer('missing');
        return tasks.filter((task) => !work.waiting.includes(task) && !work.active.has(task));
      },
      board: async () => {
        await this.answer('board');
        return { workers: [...this.cards.values()], excluded: [...this.excluded] };
      },
      report: async (status) => {
        await this.answer('report');
        work.status = status;
      },
      leave: async (isOver) => {
        work.hasCoordinator = false;
        work.onResult = null;
        work.waiting = [];
        if (isOver) this.jobs.delete(id);
      },
    };
  }

  /** Another coordinator takes over a job whose own is silent. */
  lose(id: string): void {
    this.jobs.get(id)?.onLost('another coordinator took over');
  }

  /** Loses everything that an emptied Redis loses and that is not announced again: tasks and results. */
  empty(): void {
    for (const work of this.jobs.values()) {
      work.waiting.length = 0;
      work.positions.clear();
      work.active.clear();
      work.undelivered.length = 0;
    }
  }

  /** Makes some of the next calls of a coordinator fail as Redis does. */
  breakCalls(): void {
    this.broken.offer.push(new Error(OUT_OF_MEMORY), new Error(OUT_OF_MEMORY));
    this.broken.board.push(new Error(LOADING), new Error(LOADING), new Error('Connection is closed.'));
    this.broken.report.push(new Error(OUT_OF_MEMORY));
  }

  /** The coordinator's lines about those calls, one each. */
  static readonly BROKEN_LINES = [OUT_OF_MEMORY, LOADING, 'Connection is closed.']
    .map((error) => `fleet: ${error}: retrying`)
    .sort();

  private async answer(call: keyof MemoryTransport['broken']): Promise<void> {
    await this.unlessSilent();
    const error = this.broken[call].shift();
    if (error !== undefined) throw error;
  }

  private async unlessSilent(): Promise<void> {
    if (!this.isSilent) return;
    this.unanswered++;
    await new Promise(() => {});
  }

  /** Delivers a result to the coordinator, repeatedly until it is accepted. */
  async deliver(id: string, result: unknown): Promise<void> {
    const work = this.jobs.get(id);
    if (work === undefined) return;
    try {
      if (work.onResult === null) throw new Error('no coordinator');
      await work.onResult(result);
    } catch {
      work.undelivered.push(result);
    }
  }

  async claim(name: string): Promise<boolean> {
    if (this.names.has(name)) return false;
    this.names.add(name);
    return true;
  }

  async heartbeat(card: WorkerStatus): Promise<FleetState> {
    this.cards.set(card.facts.name, card);
    const jobs = [...this.jobs.values()].map(({ announcement, hasCoordinator }) => ({
      announcement,
      hasCoordinator,
    }));
    return { jobs, excluded: [...this.excluded] };
  }

  async bye(name: string): Promise<void> {
    this.cards.delete(name);
    this.names.delete(name);
  }

  async file(sha256: string): Promise<Uint8Array | null> {
    return this.files.get(sha256) ?? null;
  }

  async take(id: string, slots: number, play: PlayTask): Promise<Taking> {
    const controller = new AbortController();
    let isDraining = false;
    const slot = async () => {
      while (!isDraining && !controller.signal.aborted) {
        const work = this.jobs.get(id);
        const task = work?.isPaused ? undefined : work?.waiting.shift();
        if (work === undefined || task === undefined) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          continue;
        }
        work.active.add(task);
        const result = await play(task, controller.signal, work.positions.get(task)).catch(() => null);
        work.active.delete(task);
        if (result === null) work.waiting.unshift(task);
        else void this.deliver(id, result); // as over a network: the next one is played meanwhile
      }
    };
    const done = Promise.all(Array.from({ length: slots }, slot)).then(() => {});
    return {
      drain: () => {
        isDraining = true;
        return done;
      },
      abort: () => {
        controller.abort();
        return done;
      },
    };
  }

  async view(): Promise<FleetView> {
    await this.unlessSilent();
    const jobs = [...this.jobs.values()].map(({ announcement, hasCoordinator, isPaused, status }) => ({
      announcement,
      hasCoordinator,
      isPaused,
      status,
    }));
    return { workers: [...this.cards.values()], jobs, excluded: [...this.excluded] };
  }

  async setPaused(id: string, isPaused: boolean): Promise<void> {
    const work = this.jobs.get(id);
    if (work !== undefined) work.isPaused = isPaused;
  }

  async setExcluded(name: string, isExcluded: boolean): Promise<void> {
    if (isExcluded) this.excluded.add(name);
    else this.excluded.delete(name);
  }

  async forget(id: string): Promise<void> {
    this.jobs.delete(id);
  }

  async close(): Promise<void> {}
}
