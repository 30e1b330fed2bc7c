/**
 * The search threads of an engine: the deciding one and its helpers, the memory they share, and the handling of threads
 * that fail or hang. Deals with positions and limits as messages; the game and the caller that awaits an answer belong
 * to the engine.
 */
import type { XY } from '../core/point.ts';
import { BEST_ID, BEST_MOVE, IS_LOADED, STOP_UP_TO, setTimes } from './control.ts';
import { EngineError } from './errors.ts';
import { Helpers, MAX_THREADS } from './helpers.ts';
import {
  baselineWhenLoaded,
  EXPECTED_BASELINE_BYTES,
  hostBytes,
  MIN_TABLE_BYTES,
  planTableBytes,
  planThreads,
  type ThreadPlan,
  tableBytesForTime,
  withinDataLimit,
} from './memory.ts';
import type { FromWorker, PositionMessage, StartedMessage, ThinkMessage, ThinkNews } from './messages.ts';
import type { Platform, SearchThread, ThreadEvents } from './platform.ts';
import { KernelMemory } from './runtime/kernel-memory.ts';
import { LOOK_MS, StallWatch } from './stall.ts';
import type { TimePlan } from './time.ts';

const WARM_UP_MS = 300;
/** A thread that cannot be notified to stop has this long to send a result that may be on its way. */
const UNSTOPPABLE_MS = 100;

/** A think as the engine requests it; the pool decides where its table is. */
export type ThinkRequest = Omit<ThinkMessage, 'type' | 'tableBytes' | 'table' | 'isShared' | 'helper'>;

export interface SearchEvents {
  /** Start, progress or result of a think, from the deciding thread. */
  onMessage(message: ThinkNews): void;
  /** The deciding thread has failed. Called before it is dropped, so that its best move can still be read. */
  onFailure(text: string): void;
  /** The deciding thread does not return from a think that is to end, and has been dropped. */
  onHang(): void;
}

export interface ThreadPoolOptions {
  readonly platform: Platform;
  readonly epochMs: number;
  readonly ownsProcess: boolean;
  readonly workerSource: string | undefined;
}

export class ThreadPool {
  private thread: SearchThread | null = null;
  isUsed = false;
  /** Memory of {@link thread} and its helpers; null: there is no thread, or the system refuses the memory. */
  private memory: KernelMemory | null = null;
  private helpers = new Helpers();
  /** A think that helpers join as soon as the table is ready. */
  private awaitingHelpers: ThinkMessage | null = null;
  /** Number of the last think or warm-up sent, of the last one known to be over, and of the last think answered. */
  private sentId = 0;
  private doneId = 0;
  private settledId = 0;
  private hungTimer: ReturnType<typeof setTimeout> | undefined;
  private memoryBytes = 0;
  private wishedTableBytes = 0;
  /** What the longest think so far can use. */
  private neededTableBytes = 0;
  private threadCount = 1;
  /** What the process held for others when the engine was created. */
  private readonly hostBytes: number;
  /** What the process is expected to need without a table, then what it has been measured to need. */
  private baselineBytes: number;
  private isMeasured = false;
  /** Whether a think has been sent: its table is in memory, and cannot be distinguished from the rest. */
  private hasSearched = false;
  /** Whether a thread has loaded the search: later ones find the table of the first in memory. */
  private hasLoaded = false;

  constructor(
    private readonly options: ThreadPoolOptions,
    private readonly events: SearchEvents,
  ) {
    const startBytes = options.platform.residentBytes();
    this.hostBytes = options.ownsProcess ? 0 : hostBytes(startBytes);
    const { searchBytes = 0 } = options.platform;
    const isReported = startBytes > 0 && searchBytes > 0;
    this.baselineBytes = isReported ? startBytes - this.hostBytes + searchBytes : EXPECTED_BASELINE_BYTES;
  }

  get isOpen(): boolean {
    return this.thread !== null;
  }

  /** Whether the deciding thread has loaded the search, so that it can answer a think at once. */
  get isLoaded(): boolean {
    return this.thread !== null && Atomics.load(this.thread.control, IS_LOADED) !== 0;
  }

  nextId(): number {
    return ++this.sentId;
  }

  open(): SearchThread {
    if (this.thread === null) {
      const { helpers, tableBytes } = this.plan();
      this.memory = KernelMemory.create(tableBytes, helpers, this.options.platform.sharedPages);
      const thread: SearchThread = this.start(0, this.memory?.takeDirtyBytes() ?? 0, tableBytes, {
        onMessage: (message) => this.thread === thread && this.receive(message),
        onFailure: (text) => this.thread === thread && this.events.onFailure(text),
      });
      this.thread = thread;
    }
    return this.thread;
  }

  /**
   * Starts a think in the deciding thread and its helpers.
   * @param isAwaited whether a program that has nothing else to do waits for it
   */
  think(request: ThinkRequest, isAwaited = true): void {
    const { id } = request;
    const plan = this.plan();
    const { helpers, tableBytes: largest } = plan;
    // The duration of pondering is unknown: it uses the table of the engine's own moves.
    const needed = tableBytesForTime(isAwaited ? request.maxMs : 0, 1 + helpers);
    this.neededTableBytes = Math.max(this.neededTableBytes, needed);
    const tableBytes = this.wishedTableBytes > 0 ? largest : Math.min(largest, this.neededTableBytes);
    const isUnusable =
      this.isMemoryTooLargeFor(plan) ||
      this.helpers.areStuck ||
      (this.helpers.mayBeSearching && this.memory?.isResizedBy(tableBytes) === true);
    if (isUnusable || this.isBusyAndUnstoppable()) void this.drop();
    const thread = this.open();
    this.isUsed = true;
    this.hasSearched = true;
    this.doneId = Math.min(this.doneId, id - 1);
    Atomics.store(thread.control, STOP_UP_TO, id - 1);
    thread.keepAlive(isAwaited);
    const table = this.memory?.allocate(tableBytes, helpers) ?? null;
    const message: ThinkMessage = {
      ...request,
      type: 'think',
      // If the shared memory is too small, there is still the thread's own.
      tableBytes: table === null && this.memory !== null ? MIN_TABLE_BYTES : tableBytes,
      table,
      isShared: helpers > 0,
      helper: 0,
    };
    this.awaitingHelpers = helpers > 0 && !request.atOnce && table !== null ? message : null;
    thread.post(message);
  }

  /** Whether a think can be stopped without ending the thread. */
  get canStop(): boolean {
    return this.thread?.readsControl ?? true;
  }

  /** Whether the thread is still busy with a think that is over for the engine, and cannot be notified. */
  private isBusyAndUnstoppable(): boolean {
    return !this.canStop && this.doneId < this.settledId;
  }

  setTimes(id: number, times: TimePlan): void {
    setTimes(this.open().control, id, times);
    this.helpers.setTimes(id, times);
  }

  stop(id: number): void {
    if (this.thread !== null) Atomics.store(this.thread.control, STOP_UP_TO, id);
    this.helpers.stop(id);
  }

  /** Call when think `id` has been answered, by a thread or otherwise. */
  settle(id: number): void {
    this.stop(id);
    this.thread?.keepAlive(false);
    this.settledId = id;
    this.watch(id);
  }

  /** Makes think `id` return at once, while its caller waits for that. */
  expectEnd(id: number): void {
    this.stop(id);
    this.watch(id);
  }

  bestSoFar(id: number): XY | null {
    const control = this.thread?.control;
    if (control === undefined || Atomics.load(control, BEST_ID) !== id) return null;
    const move = Atomics.load(control, BEST_MOVE);
    return { x: move & 0xff, y: move >> 8 };
  }

  helperNodes(): number {
    return this.helpers.nodes();
  }

  tableUse(): number {
    return this.memory?.tableUse() ?? 0;
  }

  clear(): void {
    this.thread?.post({ type: 'clear' });
    this.helpers.clear();
  }

  warmUp(position: PositionMessage): void {
    const thread = this.open();
    this.isUsed = true;
    const id = this.nextId();
    Atomics.store(thread.control, STOP_UP_TO, id - 1);
    thread.post({ type: 'warmUp', id, position, forMs: WARM_UP_MS });
  }

  /** @throws EngineError `bad-memory` if the process cannot keep within the limit */
  setMemory(bytes: number): void {
    if (!Number.isFinite(bytes) || bytes < 0) {
      throw new EngineError('bad-memory', `memory limit ${bytes}: expected bytes, 0 for no limit`);
    }
    if (planTableBytes(bytes, this.baselineBytes) === 0) {
      const needed = megabytes(this.baselineBytes + MIN_TABLE_BYTES);
      throw new EngineError('bad-memory', `memory limit ${megabytes(bytes)} MB: expected at least ${needed} MB`);
    }
    this.memoryBytes = bytes;
  }

  setTableBytes(bytes: number): void {
    if (!Number.isFinite(bytes) || bytes < 0) {
      throw new EngineError('bad-memory', `table of ${bytes} bytes: expected a size, 0 for the usual one`);
    }
    this.wishedTableBytes = bytes;
  }

  setThreads(count: number): void {
    if (!(Number.isInteger(count) && count >= 1 && count <= MAX_THREADS)) {
      throw new EngineError('bad-limits', `${count} threads: expected a number from 1 to ${MAX_THREADS}`);
    }
    this.threadCount = count;
    if (count === 1 && this.helpers.areRunning) void this.helpers.end().then(() => this.collectGarbage());
  }

  /** Ends all threads; the next think starts new ones. @returns when all that can be ended have ended */
  async drop(): Promise<void> {
    clearTimeout(this.hungTimer);
    this.hungTimer = undefined;
    this.awaitingHelpers = null;
    const { memory } = this;
    // A memory that was too large for this engine's limit is too large for the process.
    const isTooLarge = this.isMemoryTooLargeFor(this.plan());
    const gone = Promise.all([this.thread?.end(), this.helpers.end()]).then((ends) => {
      if (isTooLarge) this.collectGarbage();
      else if (!ends.includes(false)) memory?.giveBack();
    });
    this.thread = null;
    this.helpers = new Helpers();
    this.isUsed = false;
    this.memory = null;
    this.doneId = this.sentId;
    await gone;
  }

  /**
   * Frees at once what ended threads and dropped memories held. In a process that the engine shares, garbage collection
   * is left to the host.
   */
  private collectGarbage(): void {
    if (this.options.ownsProcess) this.options.platform.collectGarbage?.();
  }

  /** @returns how many threads may help and how large the table is under the memory limit */
  private plan(): ThreadPlan {
    const plan = planThreads(this.memoryBytes, this.baselineBytes, this.wishedTableBytes, this.threadCount - 1);
    return withinDataLimit(plan, this.options.platform.dataLimitBytes?.() ?? 0);
  }

  private isMemoryTooLargeFor({ helpers, tableBytes, mostBytes }: ThreadPlan): boolean {
    return this.memory?.isTooLargeFor(tableBytes, helpers, mostBytes) ?? false;
  }

  private start(base: number, dirtyBytes: number, tableBytes: number, events: ThreadEvents): SearchThread {
    const { platform, epochMs, workerSource } = this.options;
    const memory = this.memory?.memory ?? null;
    return platform.startThread({ epochMs, memory, base, dirtyBytes, tableBytes }, events, workerSource);
  }

  private receive(message: FromWorker): void {
    if (message.type === 'loaded') {
      const { rssBytes } = message;
      if (rssBytes > 0 && !this.isMeasured && !this.hasLoaded) {
        this.baselineBytes = baselineWhenLoaded(rssBytes, this.hostBytes);
      }
      this.hasLoaded = true;
    } else if (message.type === 'ready') {
      // Only the first time: later the table is in use, and cannot be distinguished from the rest.
      const isReported = message.rssBytes > 0 && !this.hasSearched;
      if (isReported && !this.isMeasured) this.baselineBytes = message.rssBytes - this.hostBytes;
      this.isMeasured ||= isReported;
    } else if (message.type === 'error') {
      this.events.onFailure(message.text);
    } else {
      if (message.type === 'result') this.doneId = message.id;
      else if (message.type === 'started') this.startHelpers(message);
      this.events.onMessage(message);
    }
  }

  /** Makes the helpers join a think whose table is ready. */
  private startHelpers({ id, startedAt }: StartedMessage): void {
    const message = this.awaitingHelpers;
    if (message?.id !== id) return;
    const { table } = message;
    this.awaitingHelpers = null;
    if (table === null) return;
    const create = (base: number, onFailure: () => void) =>
      this.start(base, 0, 0, { onMessage: ({ type }) => type === 'error' && onFailure(), onFailure });
    void this.helpers.start({ ...message, startedAt }, table, this.plan().helpers, create, () => this.settledId < id);
  }

  /**
   * Replaces the thread if it does not return from think `id`, which is to end. Thinks sent in the meantime do not
   * postpone that: they wait for the same think.
   */
  private watch(id: number): void {
    const { thread } = this;
    if (this.hungTimer !== undefined || this.doneId >= id || thread === null) return;
    const isDoomed = !this.canStop && this.settledId >= id;
    const stall = new StallWatch(thread.control, this.options.platform);
    const look = () => {
      this.hungTimer = undefined;
      if (this.doneId >= id) this.watch(this.settledId);
      else if (isDoomed) {
        // The next thread has its own table to fill, so it may as well be ready for the next request.
        void this.drop();
        this.open();
      } else if (stall.isHung()) {
        void this.drop();
        this.events.onHang();
      } else lookLater();
    };
    const lookLater = () => {
      this.hungTimer = setTimeout(look, isDoomed ? UNSTOPPABLE_MS : LOOK_MS);
      unref(this.hungTimer);
    };
    lookLater();
  }
}

/** Keeps a timer from holding a Node process open; other platforms do not need this. */
function unref(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / (1 << 20));
}
