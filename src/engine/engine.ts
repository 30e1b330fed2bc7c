/**
 * The engine as a library: a game, and a search in a thread of its own that finds moves for it.
 */
import { BLOCKED, type Color, opponentOf } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { emptyCount } from '../rules/position.ts';
import { isFoul, isLegal, type Judgement, judgeMove } from '../rules/referee.ts';
import { explainForbidden, type Forbidden, forbiddenPoints } from '../rules/renju.ts';
import { KernelMemory } from '../runtime/kernel-memory.ts';
import type { Engine, EngineOptions, SearchFigures, ThinkInfo, ThinkLimits, ThinkResult } from './api.ts';
import { BEST_ID, BEST_MOVE, IS_LOADED, LIMITS_ID, MAXIMUM_MS, NEVER, OPTIMUM_MS, STOP_UP_TO } from './control.ts';
import { EngineError } from './errors.ts';
import { type FallbackMove, fallbackMove } from './fallback.ts';
import {
  addStone,
  checkedRule,
  createGame,
  type Game,
  type GameOptions,
  gameFromPosition,
  type PositionOptions,
  type PositionView,
  removeStone,
  requirePoint,
  type Stone,
  viewOf,
} from './game.ts';
import { Helpers, MAX_THREADS } from './helpers.ts';
import { answerBy, checkLimits, type Times, timesOf } from './limits.ts';
import { EXPECTED_BASELINE_BYTES, hostBytes, planTableBytes, planThreads, SMALLEST_TABLE_BYTES } from './memory.ts';
import type { Figures, FromWorker, ThinkMessage } from './messages.ts';
import type { Platform, SearchThread, ThreadEvents } from './platform.ts';
import { figuresOf, messageOf, rootMoves, warmUpPosition } from './translate.ts';

/**
 * @param platform the system that the engine runs on
 * @throws EngineError for options that cannot be met
 */
export function createEngineOn(platform: Platform, options: EngineOptions = {}): Engine {
  return new ThreadedEngine(platform, options);
}

/** How long an answer without a search may take before the fallback is taken instead. */
const AT_ONCE_GRACE_MS = 50;
/** What a thread that has not loaded yet needs at least until it can search: it has the tables of the rule to make. */
const LOADING_MS = 60;
/** How long a search that was told to stop may take to do so. */
const STOP_GRACE_MS = 100;
/** A thread that has not come back this long after its think is over is replaced. */
const HUNG_MS = 2000;
/** Turns below this have their fallback looked for before it is needed. */
const SHORT_MS = 500;
const WARM_UP_MS = 300;

/** A think that nobody has answered yet. */
interface Pending {
  readonly id: number;
  readonly startedAt: number;
  readonly limits: ThinkLimits;
  /** As the limits say, or {@link ThreadedEngine.setLimits} since. */
  times: Times;
  readonly view: PositionView;
  readonly onInfo: ((info: ThinkInfo) => void) | undefined;
  readonly resolve: (result: ThinkResult) => void;
  readonly reject: (error: EngineError) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
  last: Figures | null;
  /** Found in advance when time is short; null: not yet. */
  fallback: FallbackMove | null;
}

class ThreadedEngine implements Engine {
  private game: Game;
  private readonly platform: Platform;
  private readonly source: string | undefined;
  private readonly debug: (text: string) => void;
  private readonly epochMs: number;
  readonly now: () => number;
  private thread: SearchThread | null = null;
  /** Whether {@link thread} has had something to do. */
  private isUsed = false;
  /** Belongs to {@link thread} and its helpers; null: there is none, or the system refuses it. */
  private memory: KernelMemory | null = null;
  private pending: Pending | null = null;
  /** Number of the last think or warm-up sent, and of the last one known to be over. */
  private sentId = 0;
  private doneId = 0;
  /** Number of the last think that was answered, whether the thread has come back from it or not. */
  private settledId = 0;
  private hungTimer: ReturnType<typeof setTimeout> | undefined;
  private memoryBytes = 0;
  private wishedTableBytes = 0;
  private threadCount = 1;
  private readonly helpers = new Helpers();
  /** A think that helpers will join as soon as the table is ready for it. */
  private unhelped: ThinkMessage | null = null;
  /** What the process held for others when the engine was made. */
  private readonly hostBytes: number;
  private baselineBytes = EXPECTED_BASELINE_BYTES;
  private isMeasured = false;
  private closed = false;

  constructor(platform: Platform, options: EngineOptions) {
    this.game = createGame(options);
    this.platform = platform;
    this.source = options.workerSource;
    this.epochMs = platform.monotonicMs();
    this.now = platform.clockSince(this.epochMs);
    this.hostBytes = options.ownsProcess === true ? 0 : hostBytes(platform.residentBytes());
    this.debug = options.onDebug ?? (() => {});
    if (options.memoryBytes !== undefined) this.setMemory(options.memoryBytes);
  }

  get position(): PositionView {
    return viewOf(this.game);
  }

  get sideToMove(): Color {
    return this.game.sideToMove;
  }

  get isThinking(): boolean {
    return this.pending !== null;
  }

  newGame(options: GameOptions = {}): void {
    const game = createGame(options, this.game.rule);
    this.cancel();
    this.game = game;
    this.clearHash();
  }

  setRule(code: number, winLength?: number): void {
    const rule = checkedRule(code, winLength);
    const isNew = rule.code !== this.game.rule.code || rule.winLength !== this.game.rule.winLength;
    this.game.rule = rule;
    // The search works from tables made for one rule, which take a while.
    if (isNew && this.thread !== null && this.pending === null) this.warmUp(this.thread);
  }

  setPosition(position: PositionOptions): void {
    const { width, height } = this.game;
    const size = position.size === undefined ? { width, height } : {};
    const game = gameFromPosition({ ...size, ...position }, this.game.rule);
    this.cancel();
    this.game = game;
  }

  play(x: number, y: number, color: Color = this.game.sideToMove): Judgement {
    this.requireIdle('play');
    requirePoint(this.game, x, y);
    const before = { ...this.game, cells: this.game.cells.slice() };
    addStone(this.game, { x, y, color });
    this.game.sideToMove = opponentOf(color);
    return judgeMove(before, this.game.rule, x, y, color);
  }

  undo(point?: XY): Stone {
    this.requireIdle('undo');
    const last = this.game.stones.findLast((stone) => stone.color !== BLOCKED);
    const { x, y } = point ?? last ?? { x: -1, y: -1 };
    if (point === undefined && last === undefined) {
      throw new EngineError('nothing-to-undo', 'undo on an empty board: expected a stone');
    }
    return removeStone(this.game, x, y);
  }

  think(limits: ThinkLimits = {}, onInfo?: (info: ThinkInfo) => void): Promise<ThinkResult> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new EngineError('closed', 'think after close: expected a new engine');
      this.requireIdle('think');
      checkLimits(limits);
      if (emptyCount(this.game) === 0) throw new EngineError('no-move', 'board is full: expected an empty point');
      this.startThink(limits, { onInfo, resolve, reject });
    });
  }

  private startThink(limits: ThinkLimits, caller: Pick<Pending, 'onInfo' | 'resolve' | 'reject'>): void {
    const id = ++this.sentId;
    const startedAt = limits.startedAt ?? this.now();
    const times = timesOf(limits);
    const view = viewOf(this.game);
    const pending: Pending = {
      ...caller,
      id,
      startedAt,
      limits,
      times,
      view,
      timer: undefined,
      last: null,
      fallback: null,
    };
    this.pending = pending;
    const thread = this.sendThink(pending);
    const answerMs = isAtOnce(limits) ? this.elapsed(pending) + AT_ONCE_GRACE_MS : answerBy(times.maximumMs);
    if (answerMs - this.elapsed(pending) < LOADING_MS && Atomics.load(thread.control, IS_LOADED) === 0) {
      // Waiting would gain nothing, and where many programs start at once an answer given late comes later still.
      this.armTimer(pending, 0);
      return;
    }
    this.armTimer(pending, answerMs);
    if (times.maximumMs - this.elapsed(pending) < SHORT_MS) this.prepareFallback(pending);
  }

  /** Has the search thread, and those that help it, work on a think. */
  private sendThink({ id, limits, times, view, startedAt }: Pending): SearchThread {
    const { helpers, tableBytes } = this.planMemory();
    if (this.memory?.isTooLargeFor(tableBytes, helpers)) this.dropThread();
    const thread = this.openThread();
    this.isUsed = true;
    this.doneId = Math.min(this.doneId, id - 1);
    Atomics.store(thread.control, STOP_UP_TO, id - 1);
    thread.keepAlive(true);
    const room = this.memory?.makeRoom(tableBytes, helpers) ?? null;
    const atOnce = isAtOnce(limits);
    const message: ThinkMessage = {
      type: 'think',
      id,
      startedAt,
      position: messageOf(view),
      ...times,
      atOnce,
      maxDepth: limits.maxDepth ?? 0,
      maxNodes: limits.maxNodes ?? 0,
      lines: limits.lines ?? 1,
      solve: limits.solve ?? false,
      showRoot: limits.showRoot ?? false,
      // Without room in the shared memory there is still that of the thread itself.
      tableBytes: room === null && this.memory !== null ? SMALLEST_TABLE_BYTES : tableBytes,
      room,
      isShared: helpers > 0,
      helper: 0,
    };
    this.unhelped = helpers > 0 && !atOnce && room !== null ? message : null;
    thread.post(message);
    return thread;
  }

  /** The table is ready for a think: the other threads join it. */
  private startHelpers(message: ThinkMessage): void {
    const { room, id } = message;
    this.unhelped = null;
    if (room === null) return;
    const create = (base: number, onFailure: () => void) =>
      this.createThread(base, 0, { onMessage: ({ type }) => type === 'error' && onFailure(), onFailure });
    void this.helpers.start(message, room, this.planMemory().helpers, create, () => this.pending?.id === id);
  }

  /** @returns how many threads may help and how large the table is under the memory limit */
  private planMemory(): { helpers: number; tableBytes: number } {
    return planThreads(this.memoryBytes, this.baselineBytes, this.wishedTableBytes, this.threadCount - 1);
  }

  /** Looking for a fallback takes some milliseconds, which a short turn does not have at its end. */
  private prepareFallback(pending: Pending): void {
    setTimeout(
      () => {
        if (this.pending === pending) pending.fallback = this.findFallback(pending);
      },
      Math.max(0, (pending.times.maximumMs - this.elapsed(pending)) / 3),
    );
  }

  private findFallback({ fallback, view }: Pending): FallbackMove | null {
    return fallback ?? fallbackMove(view, view.rule, view.sideToMove);
  }

  stop(): void {
    const { pending } = this;
    if (pending === null) return;
    this.stopThread(pending.id);
    this.armTimer(pending, this.elapsed(pending) + STOP_GRACE_MS);
  }

  cancel(): void {
    this.settle((pending) => pending.reject(new EngineError('cancelled', 'think cancelled')));
  }

  setLimits(limits: { readonly maximumMs: number; readonly optimumMs?: number }): void {
    const { pending } = this;
    if (pending === null) return;
    checkLimits(limits);
    if (limits.maximumMs === 0) {
      this.stop();
      return;
    }
    const times = timesOf(limits);
    pending.times = times;
    const control = this.openThread().control;
    Atomics.store(control, OPTIMUM_MS, times.optimumMs);
    Atomics.store(control, MAXIMUM_MS, times.maximumMs);
    Atomics.store(control, LIMITS_ID, pending.id);
    this.armTimer(pending, Math.max(answerBy(times.maximumMs), this.elapsed(pending) + AT_ONCE_GRACE_MS));
  }

  clearHash(): void {
    this.thread?.post({ type: 'forget' });
    this.helpers.forget();
  }

  setMemory(bytes: number): void {
    if (!Number.isFinite(bytes) || bytes < 0) {
      throw new EngineError('bad-memory', `memory limit ${bytes}: expected bytes, 0 for no limit`);
    }
    if (planTableBytes(bytes, EXPECTED_BASELINE_BYTES) === 0) {
      const needed = megabytes(EXPECTED_BASELINE_BYTES + SMALLEST_TABLE_BYTES);
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
    if (count === 1) void this.helpers.end();
  }

  forbiddenPoints(): XY[] {
    return this.game.rule.renju ? forbiddenPoints(this.game) : [];
  }

  explainForbidden(x: number, y: number): Forbidden | null {
    requirePoint(this.game, x, y);
    return this.game.rule.renju && isLegal(this.game, x, y) ? explainForbidden(this.game, x, y) : null;
  }

  open(): void {
    if (!this.closed) this.openThread();
  }

  prepare(): void {
    if (this.closed || this.isUsed) return;
    this.warmUp(this.openThread());
    // The fallback has to be quick when it is needed, so it is compiled as well.
    const view = warmUpPosition(this.game);
    setTimeout(() => this.pending ?? fallbackMove(view, view.rule, view.sideToMove), 0);
  }

  close(): void {
    this.closed = true;
    this.settle((pending) => pending.reject(new EngineError('closed', 'engine closed while thinking')));
    this.dropThread();
  }

  private warmUp(thread: SearchThread): void {
    this.isUsed = true;
    const id = ++this.sentId;
    Atomics.store(thread.control, STOP_UP_TO, id - 1);
    thread.post({ type: 'warmUp', id, position: messageOf(warmUpPosition(this.game)), forMs: WARM_UP_MS });
  }

  private requireIdle(what: string): void {
    if (this.pending !== null) throw new EngineError('busy', `${what} while thinking: expected stop or cancel first`);
  }

  private openThread(): SearchThread {
    if (this.thread === null) {
      const { helpers, tableBytes } = this.planMemory();
      this.memory = KernelMemory.create(tableBytes, helpers);
      const thread: SearchThread = this.createThread(0, this.memory?.takeDirtyBytes() ?? 0, {
        onMessage: (message) => this.thread === thread && this.receive(message),
        onFailure: (text) => this.thread === thread && this.threadFailed(text),
      });
      this.thread = thread;
    }
    return this.thread;
  }

  private createThread(base: number, dirtyBytes: number, events: ThreadEvents): SearchThread {
    const memory = this.memory?.memory ?? null;
    const setup = { epochMs: this.epochMs, memory, base, dirtyBytes };
    return this.platform.startThread(setup, events, this.source);
  }

  private dropThread(): void {
    clearTimeout(this.hungTimer);
    this.hungTimer = undefined;
    this.unhelped = null;
    const { memory } = this;
    const { helpers, tableBytes } = this.planMemory();
    const gone = Promise.all([this.thread?.end(), this.helpers.end()]);
    // One that was too large for this engine's limit is too large for the process.
    if (memory !== null && !memory.isTooLargeFor(tableBytes, helpers)) void gone.then(() => memory.giveBack());
    this.thread = null;
    this.isUsed = false;
    this.memory = null;
    this.doneId = this.sentId;
  }

  private stopThread(id: number): void {
    if (this.thread !== null) Atomics.store(this.thread.control, STOP_UP_TO, id);
    this.helpers.stop(id);
  }

  private receive(message: FromWorker): void {
    if (message.type === 'ready') {
      // Later on the table is in use, and cannot be told from the rest.
      if (!this.isMeasured) this.baselineBytes = message.rssBytes - this.hostBytes;
      this.isMeasured = true;
      return;
    }
    if (message.type === 'error') {
      this.threadFailed(message.text);
      return;
    }
    if (message.type === 'result') this.doneId = message.id;
    const { pending } = this;
    if (pending === null || pending.id !== message.id) return;
    if (message.type === 'started') {
      if (this.unhelped?.id === message.id) this.startHelpers(this.unhelped);
      return;
    }
    if (message.type === 'result') {
      const { best } = message;
      this.answer(pending, best.length === 2 ? { x: best[0], y: best[1] } : null, message, message.forced);
    } else if (message.type === 'info') {
      if (message.line === 0) pending.last = message;
      pending.onInfo?.({
        ...this.figuresOf(message, pending),
        kind: message.kind,
        line: message.line,
        lines: message.lines,
      });
    } else {
      pending.onInfo?.({ kind: 'root', moves: rootMoves(message.changes) });
    }
  }

  /** The search did not come back in time: what it had found by then has to do. */
  private timeIsUp(pending: Pending): void {
    this.stopThread(pending.id);
    this.answer(pending, this.bestSoFar(pending), pending.last, false);
  }

  private threadFailed(text: string): void {
    this.debug(`search failed: ${text}`);
    const { pending } = this;
    const best = pending === null ? null : this.bestSoFar(pending);
    this.dropThread();
    if (pending !== null) this.answer(pending, best, pending.last, false);
  }

  /** The thread does not come back from a think that is over; one begun since has time left for another thread. */
  private threadHangs(): void {
    const { pending } = this;
    this.debug('search failed: no answer to stop');
    this.dropThread();
    if (pending !== null) this.sendThink(pending);
  }

  private bestSoFar(pending: Pending): XY | null {
    const control = this.thread?.control;
    if (control === undefined || Atomics.load(control, BEST_ID) !== pending.id) return null;
    const move = Atomics.load(control, BEST_MOVE);
    return { x: move & 0xff, y: move >> 8 };
  }

  /** Settles a think with the search's move if the rules allow it, else with the fallback. */
  private answer(pending: Pending, best: XY | null, figures: Figures | null, isForced: boolean): void {
    const { view } = pending;
    const elapsedMs = this.elapsed(pending);
    const isSound = best !== null && isLegal(view, best.x, best.y) && !isFoul(view, view.rule, best, view.sideToMove);
    if (isSound) {
      const told = figures === null ? NO_FIGURES : this.figuresOf(figures, pending);
      const result: ThinkResult = { ...told, elapsedMs, ...best, source: 'search', isForced, isFoul: false };
      this.settle(() => pending.resolve(result));
      return;
    }
    const move = this.findFallback(pending);
    if (move === null) {
      this.settle(() => pending.reject(new EngineError('no-move', 'board is full: expected an empty point')));
      return;
    }
    if (best !== null && !move.isFoul) {
      this.debug(`search proposed ${best.x},${best.y}, which is not allowed; playing ${move.x},${move.y}`);
    }
    const pv = [{ x: move.x, y: move.y }];
    this.settle(() => pending.resolve({ ...NO_FIGURES, elapsedMs, pv, ...move, source: 'fallback', isForced: false }));
  }

  /** Ends the pending think, if there is one, before telling its caller. */
  private settle(tell: (pending: Pending) => void): void {
    const { pending } = this;
    if (pending === null) return;
    clearTimeout(pending.timer);
    this.pending = null;
    this.stopThread(pending.id);
    this.thread?.keepAlive(false);
    this.settledId = pending.id;
    this.watchThread();
    tell(pending);
  }

  /**
   * Replaces the thread if it does not come back from the last think that was answered. Thinks that follow meanwhile do not
   * put that off: they wait behind the same think. Asks twice, as a suspended process wakes up late.
   */
  private watchThread(): void {
    const id = this.settledId;
    if (this.hungTimer !== undefined || this.doneId >= id) return;
    const look = (whenHung: () => void) => () => {
      this.hungTimer = undefined;
      if (this.doneId >= id) this.watchThread();
      else whenHung();
    };
    const lookAfter = (ms: number, whenHung: () => void) => {
      this.hungTimer = setTimeout(look(whenHung), ms);
      this.hungTimer.unref();
    };
    lookAfter(HUNG_MS, () => lookAfter(HUNG_MS / 4, () => this.threadHangs()));
  }

  /** @param atMs from the start of the think */
  private armTimer(pending: Pending, atMs: number): void {
    clearTimeout(pending.timer);
    if (atMs === NEVER) return;
    pending.timer = setTimeout(() => this.timeIsUp(pending), Math.max(0, atMs - this.elapsed(pending)));
  }

  /** What the deciding thread found, with the nodes of all. */
  private figuresOf(figures: Figures, pending: Pending): SearchFigures {
    const told = figuresOf(figures, this.elapsed(pending));
    return { ...told, nodes: told.nodes + this.helpers.nodes() };
  }

  private elapsed(pending: Pending): number {
    return this.now() - pending.startedAt;
  }
}

const NO_FIGURES: SearchFigures = { score: 0, winIn: null, depth: 0, selDepth: 0, nodes: 0, elapsedMs: 0, pv: [] };

/** Whether a think is answered from a static look. */
function isAtOnce(limits: ThinkLimits): boolean {
  return limits.maximumMs === 0;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / (1 << 20));
}
