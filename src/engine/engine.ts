/**
 * The engine as a library: a game, and the think that somebody waits for. What searches is in thread-pool.ts.
 */
import type { BookView } from '../book/info.ts';
import { BLOCKED, type Color, opponentOf } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { NO_LIMIT_MS } from '../core/time.ts';
import { emptyCount, emptyPoints } from '../rules/position.ts';
import { isFoul, isLegal, type Judgment, judgeMove } from '../rules/referee.ts';
import { explainForbidden, type Forbidden, forbiddenPoints } from '../rules/renju.ts';
import type {
  BookOptions,
  Engine,
  EngineOptions,
  SearchFigures,
  ThinkInfo,
  ThinkLimits,
  ThinkResult,
  TimeLimits,
} from './api.ts';
import { type BookMove, BookMoves, checkLimitsOf, positionAfter } from './book-moves.ts';
import { disposable, type PlainEngine } from './disposal.ts';
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
import { abortedBy, answerBy, checkLimits, IMMEDIATE_GRACE_MS, STOP_GRACE_MS, timesOf } from './limits.ts';
import type { ResultMessage, SearchStats, ThinkNews } from './messages.ts';
import { requireBooks, requireFunction, requireKnown } from './options.ts';
import type { Platform } from './platform.ts';
import { type ThinkRequest, ThreadPool } from './thread-pool.ts';
import { MAX_PONDERING_MS, type TimePlan } from './time.ts';
import { figuresOf, messageOf, rootMoves, warmUpPosition } from './translate.ts';

/**
 * @param platform the system that the engine runs on
 * @param more names of options that the platform has seen to
 * @throws EngineError for options that cannot be met
 */
export function createEngineOn(platform: Platform, options: EngineOptions = {}, more: readonly string[] = []): Engine {
  requireKnown('createEngine', options, more);
  return disposable(new ThreadedEngine(platform, options));
}

/** What a thread that has not loaded yet needs at least until it can search: it has the tables of the rule to make. */
const LOADING_MS = 60;
/** Turns below this have their fallback looked for before it is needed. */
const SHORT_MS = 500;

/** A timer that is set to more than 32 bits of milliseconds goes off at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A think that nobody has answered yet. */
interface Pending {
  /** Of the search that runs for it. */
  id: number;
  readonly startedAt: number;
  readonly limits: ThinkLimits;
  /** As the limits say, or {@link ThreadedEngine.setLimits} since. */
  times: TimePlan;
  readonly view: PositionView;
  readonly onInfo: ((info: ThinkInfo) => void) | undefined;
  readonly resolve: (result: ThinkResult) => void;
  /** With an EngineError, or what the caller's `onInfo` has thrown. */
  readonly reject: (error: unknown) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
  last: SearchStats | null;
  /** Found in advance when time is short; null: not yet. */
  fallback: FallbackMove | null;
  /** Moves of the book still to be tried; the first is being looked at. */
  bookMoves: readonly BookMove[];
  /** Listens to the caller's signal no longer. */
  release: () => void;
}

class ThreadedEngine implements PlainEngine {
  private game: Game;
  private readonly debug: (text: string) => void;
  private readonly pool: ThreadPool;
  readonly now: () => number;
  private pending: Pending | null = null;
  /** What the last think has found, as long as nothing has changed since. */
  private found: XY | null = null;
  private wantsPondering: boolean;
  private ponderTimer: ReturnType<typeof setTimeout> | undefined;
  /** The search in the opponent's time; 0: there is none. */
  private ponderId = 0;
  private closed = false;
  private books: BookMoves | null = null;

  constructor(platform: Platform, options: EngineOptions) {
    this.game = createGame(options);
    requireFunction('onDebug', options.onDebug);
    this.debug = options.onDebug ?? (() => {});
    const epochMs = platform.monotonicMs();
    this.now = platform.clockSince(epochMs);
    this.wantsPondering = options.pondering ?? false;
    const { ownsProcess = false, workerSource } = options;
    this.pool = new ThreadPool(
      { platform, epochMs, ownsProcess, workerSource },
      {
        onMessage: (message) => this.receive(message),
        onFailure: (text) => this.threadFailed(text),
        onHang: () => this.threadHung(),
      },
    );
    if (options.book !== undefined) this.setBook(options.book, options.bookOptions);
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

  get isPondering(): boolean {
    return this.ponderTimer !== undefined || this.ponderId !== 0;
  }

  newGame(options: GameOptions = {}): void {
    requireKnown('newGame', options);
    const game = createGame(options, this.game.rule);
    this.cancel();
    this.found = null;
    this.game = game;
    this.clearHash();
  }

  setRule(code: number, winLength?: number): void {
    const rule = checkedRule(code, winLength);
    this.leaveFound();
    const isNew = rule.code !== this.game.rule.code || rule.winLength !== this.game.rule.winLength;
    this.game.rule = rule;
    // The search works from tables made for one rule, which take a while.
    if (isNew && this.pool.isOpen && this.pending === null) this.warmUp();
  }

  setPosition(position: PositionOptions): void {
    requireKnown('setPosition', position);
    const { width, height } = this.game;
    const size = position.size === undefined ? { width, height } : {};
    const game = gameFromPosition({ ...size, ...position }, this.game.rule);
    this.cancel();
    this.found = null;
    this.game = game;
  }

  play(x: number, y: number, color: Color = this.game.sideToMove): Judgment {
    this.requireIdle('play');
    this.endPondering();
    requirePoint(this.game, x, y);
    const { found } = this;
    const isFound = found?.x === x && found.y === y && color === this.game.sideToMove;
    const before = { ...this.game, cells: this.game.cells.slice() };
    addStone(this.game, { x, y, color });
    this.leaveFound();
    this.game.sideToMove = opponentOf(color);
    const judgment = judgeMove(before, this.game.rule, x, y, color);
    if (isFound && judgment.outcome === 'none') this.ponder();
    return judgment;
  }

  undo(point?: XY): Stone {
    this.requireIdle('undo');
    const last = this.game.stones.findLast((stone) => stone.color !== BLOCKED);
    const { x, y } = point ?? last ?? { x: -1, y: -1 };
    if (point === undefined && last === undefined) {
      throw new EngineError('nothing-to-undo', 'undo on an empty board: expected a stone');
    }
    this.leaveFound();
    return removeStone(this.game, x, y);
  }

  think(limits: ThinkLimits = {}, onInfo?: (info: ThinkInfo) => void): Promise<ThinkResult> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new EngineError('closed', 'think after close: expected a new engine');
      this.requireIdle('think');
      this.endPondering();
      requireKnown('think', limits);
      requireFunction('onInfo', onInfo);
      checkLimits(limits);
      if (emptyCount(this.game) === 0) throw new EngineError('no-move', 'board is full: expected an empty point');
      if (hasNoneLeft(this.game, limits.excluded ?? [])) {
        throw new EngineError('no-move', 'every empty point is excluded: expected one that is not');
      }
      if (limits.signal?.aborted) throw abortedBy(limits.signal);
      this.startThink(limits, { onInfo, resolve, reject });
    });
  }

  private startThink(limits: ThinkLimits, caller: Pick<Pending, 'onInfo' | 'resolve' | 'reject'>): void {
    this.found = null;
    const id = this.pool.nextId();
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
      bookMoves: this.books?.movesFor(view, limits) ?? [],
      release: () => {},
    };
    this.pending = pending;
    this.listen(pending);
    this.sendNext(pending);
    const answerMs = isAtOnce(limits) ? this.elapsed(pending) + IMMEDIATE_GRACE_MS : answerBy(times.maximumMs);
    if (answerMs - this.elapsed(pending) < LOADING_MS && !this.pool.isLoaded) {
      // Waiting would gain nothing, and where many programs start at once an answer given late comes later still.
      this.armTimer(pending, 0);
      return;
    }
    this.armTimer(pending, answerMs);
    if (times.maximumMs - this.elapsed(pending) < SHORT_MS) this.prepareFallback(pending);
  }

  /** Has the caller's signal drop the think. */
  private listen(pending: Pending): void {
    const { signal } = pending.limits;
    if (signal === undefined) return;
    const abort = () => this.settle(() => pending.reject(abortedBy(signal)));
    signal.addEventListener('abort', abort);
    pending.release = () => signal.removeEventListener('abort', abort);
  }

  /** Has the first move of the book looked at, or the position itself if there is none. */
  private sendNext(pending: Pending): void {
    const [move] = pending.bookMoves;
    if (move === undefined) {
      this.sendThink(pending);
      return;
    }
    const view = positionAfter(pending.view, move);
    if (view === null) {
      this.answerFromBook(pending, move, null);
      return;
    }
    const { limits, times } = checkLimitsOf(pending.limits, pending.times);
    this.pool.think({ ...requestOf(limits, times, view), id: pending.id, startedAt: pending.startedAt });
  }

  /** The reply to the book's move has been looked for. */
  private bookChecked(pending: Pending, message: SearchStats): void {
    const [move, ...others] = pending.bookMoves;
    const { winIn } = figuresOf(message, 0);
    if (winIn === null || winIn <= 0) {
      this.answerFromBook(pending, move, message);
      return;
    }
    this.pool.settle(pending.id);
    pending.id = this.pool.nextId();
    pending.bookMoves = others;
    this.sendNext(pending);
  }

  /** @param figures of the reply, if it was looked for */
  private answerFromBook(pending: Pending, move: BookMove, figures: SearchStats | null): void {
    const elapsedMs = this.elapsed(pending);
    const told = figures === null ? NO_FIGURES : this.figuresOf(figures, pending);
    const winIn = told.winIn === null ? null : 1 - told.winIn;
    const { x, y } = move;
    const pv = [{ x, y }, ...told.pv];
    const score = move.value ?? -told.score;
    const book = {
      ...told,
      elapsedMs,
      searchMs: elapsedMs,
      score,
      winIn,
      pv,
      x,
      y,
      source: 'book',
      isForced: false,
      isFoul: false,
    } as const;
    this.found = { x, y };
    this.settle(() => pending.resolve(book));
  }

  private sendThink({ id, limits, times, view, startedAt }: Pending): void {
    this.pool.think({ ...requestOf(limits, times, view), id, startedAt });
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

  private findFallback({ fallback, view, limits }: Pending): FallbackMove | null {
    return fallback ?? fallbackMove(view, view.rule, view.sideToMove, limits.excluded);
  }

  setPondering(isWanted: boolean): void {
    this.wantsPondering = isWanted;
    if (!isWanted) this.endPondering();
  }

  /**
   * Thinks about the opponent's move, as soon as whoever has played the own one has told it. What is found stays in the table.
   * Searching behind the expected reply was worth no more: two out of three replies are others (docs/strength.md).
   */
  private ponder(): void {
    if (!this.wantsPondering || this.closed || !this.pool.hearsStop || emptyCount(this.game) === 0) return;
    this.ponderTimer = setTimeout(() => {
      this.ponderTimer = undefined;
      this.ponderId = this.pool.nextId();
      this.pool.think(
        {
          ...requestOf({}, { optimumMs: MAX_PONDERING_MS, maximumMs: MAX_PONDERING_MS }, viewOf(this.game)),
          id: this.ponderId,
          startedAt: this.now(),
        },
        false,
      );
    }, 0);
  }

  private endPondering(): void {
    clearTimeout(this.ponderTimer);
    this.ponderTimer = undefined;
    if (this.ponderId !== 0) this.pool.settle(this.ponderId);
    this.ponderId = 0;
  }

  /** The game has changed: what has been found is of another position. */
  private leaveFound(): void {
    this.endPondering();
    this.found = null;
  }

  stop(): void {
    this.endPondering();
    const { pending } = this;
    if (pending === null) return;
    this.pool.stop(pending.id);
    this.armTimer(pending, this.elapsed(pending) + (this.pool.hearsStop ? STOP_GRACE_MS : 0));
  }

  cancel(): void {
    this.endPondering();
    this.settle((pending) => pending.reject(new EngineError('cancelled', 'think cancelled')));
  }

  setLimits(limits: TimeLimits & { readonly maximumMs: number }): void {
    requireKnown('setLimits', limits);
    const { pending } = this;
    if (pending === null) return;
    checkLimits(limits);
    if (limits.maximumMs === 0) {
      this.stop();
      return;
    }
    const times = timesOf(limits);
    pending.times = times;
    this.pool.setTimes(pending.id, times);
    this.armTimer(pending, Math.max(answerBy(times.maximumMs), this.elapsed(pending) + IMMEDIATE_GRACE_MS));
  }

  setBook(book: BookView | readonly BookView[] | null, options: BookOptions = {}): void {
    const books = book === null ? [] : isOne(book) ? [book] : book;
    requireBooks(books);
    this.books = book === null ? null : new BookMoves(books, options);
  }

  clearHash(): void {
    this.endPondering();
    this.pool.forget();
  }

  tableUse(): number {
    return this.pool.tableUse();
  }

  setMemory(bytes: number): void {
    this.endPondering();
    this.pool.setMemory(bytes);
  }

  setTableBytes(bytes: number): void {
    this.endPondering();
    this.pool.setTableBytes(bytes);
  }

  setThreads(count: number): void {
    this.endPondering();
    this.pool.setThreads(count);
  }

  forbiddenPoints(): XY[] {
    return this.game.rule.renju ? forbiddenPoints(this.game) : [];
  }

  explainForbidden(x: number, y: number): Forbidden | null {
    requirePoint(this.game, x, y);
    return this.game.rule.renju && isLegal(this.game, x, y) ? explainForbidden(this.game, x, y) : null;
  }

  open(): void {
    if (!this.closed) this.pool.open();
  }

  prepare(): void {
    if (this.closed || this.pool.isUsed) return;
    this.warmUp();
    // The fallback has to be quick when it is needed, so it is compiled as well.
    const view = warmUpPosition(this.game);
    setTimeout(() => this.pending ?? fallbackMove(view, view.rule, view.sideToMove), 0);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.endPondering();
    this.settle((pending) => pending.reject(new EngineError('closed', 'engine closed while thinking')));
    await this.pool.drop();
  }

  private warmUp(): void {
    this.pool.warmUp(messageOf(warmUpPosition(this.game)));
  }

  private requireIdle(what: string): void {
    if (this.pending !== null) throw new EngineError('busy', `${what} while thinking: expected stop or cancel first`);
  }

  private receive(message: ThinkNews): void {
    if (message.id === this.ponderId) {
      // It has nothing more to find.
      if (message.type === 'result') this.endPondering();
      return;
    }
    const { pending } = this;
    if (pending === null || pending.id !== message.id) return;
    if (pending.bookMoves.length > 0) {
      if (message.type === 'result') this.bookChecked(pending, message);
    } else if (message.type === 'result') {
      const { best } = message;
      this.answer(pending, best.length === 2 ? { x: best[0], y: best[1] } : null, message);
    } else if (message.type === 'info') {
      if (message.line === 0) pending.last = message;
      const { kind, line, lines } = message;
      this.inform(pending, { ...this.figuresOf(message, pending), kind, line, lines });
    } else {
      this.inform(pending, { kind: 'root', moves: rootMoves(message.changes) });
    }
  }

  /** What the caller's function throws ends the think: nobody else could catch it. */
  private inform(pending: Pending, info: ThinkInfo): void {
    try {
      pending.onInfo?.(info);
    } catch (error) {
      this.settle(({ reject }) => reject(error));
    }
  }

  /** The search did not come back in time: what it had found by then has to do. */
  private timeIsUp(pending: Pending): void {
    this.pool.stop(pending.id);
    this.answer(pending, this.pool.bestSoFar(pending.id), null);
  }

  private threadFailed(text: string): void {
    const { pending } = this;
    // In the opponent's time nothing is said: nobody has asked for anything.
    if (this.ponderId === 0) this.debug(`search failed: ${text}`);
    this.endPondering();
    const best = pending === null ? null : this.pool.bestSoFar(pending.id);
    void this.pool.drop();
    if (pending !== null) this.answer(pending, best, null);
  }

  /** The thread did not come back from a think that is over; one begun since has time left for another thread. */
  private threadHung(): void {
    this.debug('search failed: no answer to stop');
    if (this.pending !== null) this.sendNext(this.pending);
  }

  /**
   * Settles a think with the search's move if the rules allow it, else with the fallback.
   * @param ended null: the search has not come to its end
   */
  private answer(pending: Pending, best: XY | null, ended: ResultMessage | null): void {
    const { view } = pending;
    if (pending.bookMoves.length > 0) {
      this.answerFromBook(pending, pending.bookMoves[0], null);
      return;
    }
    const elapsedMs = this.elapsed(pending);
    const isSound = best !== null && isLegal(view, best.x, best.y) && !isFoul(view, view.rule, best, view.sideToMove);
    if (isSound) {
      const figures = ended ?? pending.last;
      const told = figures === null ? NO_FIGURES : this.figuresOf(figures, pending);
      const { forced: isForced, searchMs } = ended ?? { forced: false, searchMs: elapsedMs };
      const result: ThinkResult = { ...told, elapsedMs, searchMs, ...best, source: 'search', isForced, isFoul: false };
      this.found = best;
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
    const told = { ...NO_FIGURES, elapsedMs, searchMs: elapsedMs, pv };
    this.settle(() => pending.resolve({ ...told, ...move, source: 'fallback', isForced: false }));
  }

  /** Ends the pending think, if there is one, before telling its caller. */
  private settle(tell: (pending: Pending) => void): void {
    const { pending } = this;
    if (pending === null) return;
    clearTimeout(pending.timer);
    pending.release();
    this.pending = null;
    this.pool.settle(pending.id);
    tell(pending);
  }

  /** @param atMs from the start of the think */
  private armTimer(pending: Pending, atMs: number): void {
    clearTimeout(pending.timer);
    if (atMs === NO_LIMIT_MS) return;
    const leftMs = Math.max(0, atMs - this.elapsed(pending));
    pending.timer =
      leftMs > MAX_TIMER_MS
        ? setTimeout(() => this.armTimer(pending, atMs), MAX_TIMER_MS)
        : setTimeout(() => this.timeIsUp(pending), leftMs);
  }

  /** What the deciding thread found, with the nodes of all. */
  private figuresOf(figures: SearchStats, pending: Pending): SearchFigures {
    const told = figuresOf(figures, this.elapsed(pending));
    return { ...told, nodes: told.nodes + this.pool.helperNodes() };
  }

  private elapsed(pending: Pending): number {
    return this.now() - pending.startedAt;
  }
}

const NO_FIGURES: SearchFigures = { score: 0, winIn: null, depth: 0, selDepth: 0, nodes: 0, elapsedMs: 0, pv: [] };

/** @returns whether no empty point is left without those excluded @throws EngineError if one is not on the board */
function hasNoneLeft(game: Game, excluded: readonly XY[]): boolean {
  for (const { x, y } of excluded) requirePoint(game, x, y);
  const isExcluded = (point: XY) => excluded.some(({ x, y }) => x === point.x && y === point.y);
  return excluded.length > 0 && emptyPoints(game).every(isExcluded);
}

/** @returns a think as its limits say */
function requestOf(limits: ThinkLimits, times: TimePlan, view: PositionView): Omit<ThinkRequest, 'id' | 'startedAt'> {
  return {
    position: messageOf(view),
    ...times,
    atOnce: isAtOnce(limits),
    maxDepth: limits.maxDepth ?? 0,
    maxNodes: limits.maxNodes ?? 0,
    lines: limits.lines ?? 1,
    solve: limits.solve ?? false,
    excluded: (limits.excluded ?? []).flatMap(({ x, y }) => [x, y]),
    showRoot: limits.showRoot ?? false,
  };
}

/** Whether a think is answered from a static look. */
function isAtOnce(limits: ThinkLimits): boolean {
  return limits.maximumMs === 0;
}

function isOne(book: BookView | readonly BookView[]): book is BookView {
  return !Array.isArray(book);
}
