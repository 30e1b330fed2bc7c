/**
 * The life of one think: it verifies book moves, searches the position, or finds a move without a search if neither
 * produces one in time. Its own timer answers if the search does not.
 */
import { NO_LIMIT_MS } from '../core/limits.ts';
import type { XY } from '../core/point.ts';
import { WIN } from '../kernel/search/score.ts';
import { MIN_WIN, WIN_VALUE } from '../records/book/info.ts';
import { isLegal, type Judgment, judgeMove } from '../rules/referee.ts';
import type { SearchFigures, ThinkInfo, ThinkLimits, ThinkResult, TimeLimits } from './api.ts';
import { type ChosenBookMove, checkLimitsOf, positionAfter } from './book-moves.ts';
import { BOARD_IS_FULL, EngineError } from './errors.ts';
import { type FallbackMove, fallbackMove } from './fallback.ts';
import type { PositionView } from './game.ts';
import { abortedBy, answerBy, IMMEDIATE_GRACE_MS, STOP_GRACE_MS, timesOf } from './limits.ts';
import type { ResultMessage, SearchStats, ThinkNews } from './messages.ts';
import type { ThinkRequest, ThreadPool } from './thread-pool.ts';
import type { TimePlan } from './time.ts';
import { figuresOf, positionMessageOf, rootMoves } from './translate.ts';
import { winChance } from './win-chance.ts';

/** Minimum time until a thread that has not loaded yet can search: it has to build the tables of the rule. */
const LOADING_MS = 60;
/** Turns shorter than this have their fallback computed before it is needed. */
const SHORT_MS = 500;
/** A timer set to more than 32 bits of milliseconds would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const NO_FIGURES: SearchFigures = { score: 0, winIn: null, depth: 0, selDepth: 0, nodes: 0, elapsedMs: 0, pv: [] };

/** The move that a think has returned, and the referee's judgment of it, if known. */
export interface FoundMove extends XY {
  readonly judgment: Judgment | null;
}

/** The caller that awaits the answer. */
export interface ThinkCaller {
  readonly onInfo: ((info: ThinkInfo) => void) | undefined;
  readonly resolve: (result: ThinkResult) => void;
  /** Called with an EngineError, or with what the caller's `onInfo` has thrown. */
  readonly reject: (error: unknown) => void;
}

/** What a think needs from its engine. */
export interface ThinkHost {
  readonly pool: ThreadPool;
  now(): number;
  debug(text: string): void;
  /** The think is over; its caller is notified next. @param found null: neither a search nor a book found the move */
  onSettled(found: FoundMove | null): void;
}

/** @returns the request of a think with these limits */
export function requestOf(
  limits: ThinkLimits,
  times: TimePlan,
  view: PositionView,
): Omit<ThinkRequest, 'id' | 'startedAt'> {
  return {
    position: positionMessageOf(view),
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

/** Whether a think is answered by static evaluation. */
function isAtOnce(limits: ThinkLimits): boolean {
  return limits.maxMs === 0;
}

export class Think {
  /** Whether the caller's clock was running before the think began: then an answer in time matters most. */
  private readonly isOnClock: boolean;
  /** On the caller's clock, or since the search began. */
  private startedAt: number;
  /** Whether the time runs. */
  private hasStarted: boolean;
  /** Whether a second thread has taken this think over. */
  private isRestarted = false;
  private isStopped = false;
  /** Where the answer is currently expected from. */
  private stage: ThinkResult['source'];
  private isSettled = false;
  /** From the limits, or set since by {@link setLimits}. */
  private times: TimePlan;
  /** Number of the running search. */
  private id: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last: SearchStats | null = null;
  /** Computed in advance when time is short; null: not yet. */
  private fallback: FallbackMove | null = null;
  /** Stops listening to the caller's signal. */
  private release: () => void = () => {};

  /** @param view that later moves do not change @param bookMoves to try first */
  constructor(
    private readonly host: ThinkHost,
    private readonly view: PositionView,
    private readonly limits: ThinkLimits,
    /** Book moves still to be tried; the first is being verified. */
    private bookMoves: readonly ChosenBookMove[],
    private readonly caller: ThinkCaller,
  ) {
    this.stage = bookMoves.length > 0 ? 'book' : 'search';
    this.id = host.pool.nextId();
    this.isOnClock = limits.startedAt !== undefined;
    this.hasStarted = this.isOnClock;
    this.startedAt = limits.startedAt ?? host.now();
    this.times = timesOf(limits);
  }

  start(): void {
    this.listen();
    this.send();
    if (!this.isAnswerDue) return;
    const { maxMs } = this.times;
    const answerMs = isAtOnce(this.limits) ? this.elapsedMs + IMMEDIATE_GRACE_MS : answerBy(maxMs);
    if (answerMs - this.elapsedMs < LOADING_MS && !this.host.pool.isLoaded) {
      // Waiting would gain nothing, and if many programs start at once a late answer would be even later.
      this.armTimer(0);
      return;
    }
    this.armTimer(answerMs);
    if (maxMs - this.elapsedMs < SHORT_MS) this.prepareFallback();
  }

  /** Starts the search that is due now, or restarts it in another thread. */
  send(): void {
    if (this.isSettled) return;
    if (this.stage === 'book') this.sendBookMove(this.bookMoves[0]);
    else this.sendRequest(this.limits, this.times, this.view);
  }

  /** Handles a message of the search; messages of other thinks are ignored. */
  receive(message: ThinkNews): void {
    if (message.id !== this.id) return;
    if (message.type === 'started') this.begin(message.startedAt);
    else if (this.stage === 'book') {
      if (message.type === 'result') this.bookMoveChecked(message);
    } else if (message.type === 'result') {
      const { best } = message;
      this.answer(best.length === 2 ? { x: best[0], y: best[1] } : null, message);
    } else if (message.type === 'info') {
      if (message.line === 0) this.last = message;
      const { kind, line, lines } = message;
      this.inform({ ...this.figuresOf(message), kind, line, lines });
    } else {
      this.inform({ kind: 'root', moves: rootMoves(message.changes) });
    }
  }

  /** Makes the search end; the answer follows soon. */
  stop(): void {
    const { pool } = this.host;
    this.isStopped = true;
    pool.stop(this.id);
    this.armTimer(this.elapsedMs + (pool.canStop ? STOP_GRACE_MS : 0));
  }

  setLimits(limits: TimeLimits & { readonly maxMs: number }): void {
    this.times = timesOf(limits);
    this.host.pool.setTimes(this.id, this.times);
    if (this.hasStarted) this.armTimer(Math.max(answerBy(this.times.maxMs), this.elapsedMs + IMMEDIATE_GRACE_MS));
  }

  /** @returns the search's best move so far */
  bestSoFar(): XY | null {
    return this.host.pool.bestSoFar(this.id);
  }

  /**
   * Whether another thread is to try again after one has failed: once, with all of the time, unless an answer is due or
   * the search could not even start.
   */
  canRestart(hasStarted: boolean): boolean {
    return hasStarted && !this.isRestarted && !this.isAnswerDue;
  }

  /** Searches in another thread. */
  restart(): void {
    clearTimeout(this.timer);
    this.isRestarted = true;
    this.hasStarted = false;
    this.last = null;
    this.send();
  }

  /** The search has failed. @param best the best move so far, which has to do if there is one */
  giveUp(text: string, best: XY | null): void {
    if (best !== null || this.isAnswerDue) this.answer(best);
    else this.reject(new EngineError('search-failed', text));
  }

  /** Ends the think without an answer. */
  reject(error: unknown): void {
    this.settle(null, () => this.caller.reject(error));
  }

  private get elapsedMs(): number {
    return this.host.now() - this.startedAt;
  }

  /** Whether the caller prefers a move without a search to waiting for one, or to an error. */
  get isAnswerDue(): boolean {
    return this.isOnClock || this.isStopped || isAtOnce(this.limits);
  }

  /** The search has begun, and with it the time, unless the caller's clock is running. */
  private begin(startedAt: number): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    this.startedAt = startedAt;
    if (!this.isAnswerDue) this.armTimer(answerBy(this.times.maxMs));
  }

  /** Lets the caller's signal cancel the think. */
  private listen(): void {
    const { signal } = this.limits;
    if (signal === undefined) return;
    const abort = () => this.reject(abortedBy(signal));
    signal.addEventListener('abort', abort);
    this.release = () => signal.removeEventListener('abort', abort);
  }

  private sendRequest(limits: ThinkLimits, times: TimePlan, view: PositionView): void {
    const startedAt = this.hasStarted ? this.startedAt : null;
    this.host.pool.think({ ...requestOf(limits, times, view), id: this.id, startedAt });
  }

  // The book.

  /** Searches the reply to a book move that needs it. */
  private sendBookMove(move: ChosenBookMove): void {
    const view = move.isVerified ? null : positionAfter(this.view, move);
    if (view === null) {
      this.answerFromBook(move, null);
      return;
    }
    const { limits, times } = checkLimitsOf(this.limits, this.times);
    this.sendRequest(limits, times, view);
  }

  /** The reply to the book move has been searched. */
  private bookMoveChecked(message: SearchStats): void {
    const [move, ...others] = this.bookMoves;
    const { winIn } = figuresOf(message, 0);
    if (winIn === null || winIn <= 0) {
      this.answerFromBook(move, message);
      return;
    }
    this.host.pool.settle(this.id);
    this.id = this.host.pool.nextId();
    this.bookMoves = others;
    if (others.length === 0) this.stage = 'search';
    this.send();
  }

  /** @param figures of the reply, if it was searched */
  private answerFromBook({ x, y, value }: ChosenBookMove, figures: SearchStats | null): void {
    const { elapsedMs } = this;
    const reply = figures === null ? NO_FIGURES : this.figuresOf(figures);
    const winIn = value !== null && value >= MIN_WIN ? WIN_VALUE - value : null;
    this.resolve(
      {
        ...reply,
        elapsedMs,
        searchMs: elapsedMs,
        score: winIn === null ? (value ?? -reply.score) : WIN - winIn,
        winIn: winIn ?? (reply.winIn === null ? null : 1 - reply.winIn),
        pv: [{ x, y }, ...reply.pv],
        x,
        y,
        source: 'book',
        isForced: false,
        isFoul: false,
      },
      { x, y, judgment: null },
    );
  }

  // The search.

  /** If the caller's function throws, the think ends with that error: nothing else could catch it. */
  private inform(info: ThinkInfo): void {
    try {
      this.caller.onInfo?.(info);
    } catch (error) {
      this.reject(error);
    }
  }

  /** Statistics of the deciding thread, with the nodes of all threads. */
  private figuresOf(stats: SearchStats): SearchFigures {
    const figures = figuresOf(stats, this.elapsedMs);
    return { ...figures, nodes: figures.nodes + this.host.pool.helperNodes() };
  }

  /**
   * Answers with the search's move if the rules allow it, otherwise without a search.
   * @param ended null: the search has not finished
   */
  answer(best: XY | null, ended: ResultMessage | null = null): void {
    if (this.stage === 'book') {
      this.answerFromBook(this.bookMoves[0], null);
      return;
    }
    const { view, elapsedMs } = this;
    const isPossible = best !== null && isLegal(view, best.x, best.y);
    const judgment = isPossible ? judgeMove(view, view.rule, best.x, best.y, view.sideToMove) : null;
    if (best === null || judgment === null || judgment.outcome === 'foul') {
      this.answerWithoutSearch(best);
      return;
    }
    const stats = ended ?? this.last;
    const figures = stats === null ? NO_FIGURES : this.figuresOf(stats);
    const { forced: isForced, searchMs } = ended ?? { forced: false, searchMs: elapsedMs };
    this.resolve(
      { ...figures, elapsedMs, searchMs, ...best, source: 'search', isForced, isFoul: false },
      { ...best, judgment },
    );
  }

  // Without a search.

  /** @param refused a move of the search that the rules do not allow */
  private answerWithoutSearch(refused: XY | null): void {
    const { elapsedMs } = this;
    this.stage = 'fallback';
    const move = this.findFallback();
    if (move === null) {
      this.reject(new EngineError('no-move', BOARD_IS_FULL));
      return;
    }
    const problem = refused === null ? 'found no move' : `proposed ${refused.x},${refused.y}, which is not allowed`;
    if (!move.isFoul && !this.isAnswerDue) {
      this.giveUp(`the search ${problem}`, null);
      return;
    }
    if (!move.isFoul && refused !== null) this.host.debug(`search ${problem}; playing ${move.x},${move.y}`);
    const pv = [{ x: move.x, y: move.y }];
    const figures = { ...NO_FIGURES, elapsedMs, searchMs: elapsedMs, pv };
    this.resolve({ ...figures, ...move, source: 'fallback', isForced: false }, null);
  }

  /** Finding a fallback takes some milliseconds, which a short turn does not have at its end. */
  private prepareFallback(): void {
    const inMs = Math.max(0, (this.times.maxMs - this.elapsedMs) / 3);
    setTimeout(() => {
      if (!this.isSettled) this.fallback = this.findFallback();
    }, inMs);
  }

  private findFallback(): FallbackMove | null {
    const { fallback, view, limits } = this;
    return fallback ?? fallbackMove(view, view.rule, view.sideToMove, limits.excluded);
  }

  // The end.

  /** @param atMs from the start of the think */
  private armTimer(atMs: number): void {
    clearTimeout(this.timer);
    if (this.isSettled || atMs === NO_LIMIT_MS) return;
    const leftMs = Math.max(0, atMs - this.elapsedMs);
    this.timer =
      leftMs > MAX_TIMER_MS
        ? setTimeout(() => this.armTimer(atMs), MAX_TIMER_MS)
        : setTimeout(() => this.timeIsUp(), leftMs);
  }

  /** The search did not return in time: the best move it has found so far has to do, if there is one. */
  private timeIsUp(): void {
    const { pool } = this.host;
    const best = this.bestSoFar();
    if (best === null && this.stage === 'search' && !this.isAnswerDue) {
      // On a busy machine, the thread may not have had the processor yet.
      pool.expectEnd(this.id);
      return;
    }
    pool.stop(this.id);
    this.answer(best);
  }

  private resolve(result: Omit<ThinkResult, 'winChance'>, found: FoundMove | null): void {
    this.settle(found, () => this.caller.resolve({ ...result, winChance: winChance(result) }));
  }

  /** Ends the think, once, and then notifies its caller. */
  private settle(found: FoundMove | null, notify: () => void): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.timer);
    this.release();
    this.host.pool.settle(this.id);
    this.host.onSettled(found);
    notify();
  }
}
