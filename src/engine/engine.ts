/** The engine as a library: a game, and the think that a caller awaits. thread-pool.ts has the threads that search. */
import { BLOCKED, type Color, EMPTY, opponentOf, WHITE } from '../core/color.ts';
import { nameOf, parseName, type XY } from '../core/point.ts';
import { forbiddenSide, forbidsTo } from '../core/rule.ts';
import { shown } from '../core/text.ts';
import type { BookView } from '../records/book/info.ts';
import { emptyCount, emptyPoints, isOnBoard } from '../rules/position.ts';
import { isFoul, type Judgment, judgeMove, legalMoves, winningRow } from '../rules/referee.ts';
import { explainForbidden, type Forbidden, forbiddenPoints } from '../rules/renju.ts';
import type {
  BookOptions,
  Engine,
  EngineOptions,
  GameOutcome,
  ThinkInfo,
  ThinkLimits,
  ThinkResult,
  TimeLimits,
} from './api.ts';
import { BookMoves } from './book-moves.ts';
import { BOARD_IS_FULL, EngineError } from './errors.ts';
import { fallbackMove } from './fallback.ts';
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
  requireFree,
  requirePoint,
  type Stone,
  viewOf,
} from './game.ts';
import { abortedBy, checkLimits } from './limits.ts';
import type { ThinkNews } from './messages.ts';
import { requireBooks, requireFunction, requireKnown } from './options.ts';
import type { Platform } from './platform.ts';
import { type FoundMove, requestOf, Think, type ThinkCaller, type ThinkHost } from './think.ts';
import { ThreadPool } from './thread-pool.ts';
import { MAX_PONDERING_MS } from './time.ts';
import { positionMessageOf, warmUpPosition } from './translate.ts';

/**
 * @param platform the system that the engine runs on
 * @param more names of additional options, which the platform handles
 * @throws EngineError for options that cannot be met
 */
export function createEngineOn(platform: Platform, options: EngineOptions = {}): Engine {
  requireKnown('createEngine', options);
  return disposable(new ThreadedEngine(platform, options));
}

/** Why a thread that hangs is replaced. */
const HUNG = 'no answer to stop';

class ThreadedEngine implements PlainEngine {
  private game: Game;
  private readonly debug: (text: string) => void;
  private readonly pool: ThreadPool;
  readonly now: () => number;
  /** Cached {@link position}, until the game changes. */
  private snapshot: PositionView | null = null;
  /** Cached {@link outcome}, until the game changes. */
  private ending: GameOutcome | null | undefined;
  private thinking: Think | null = null;
  /** Result of the last think, until anything changes. */
  private found: FoundMove | null = null;
  private wantsPondering: boolean;
  private ponderTimer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the pondering search; 0: none. */
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
    this.snapshot ??= viewOf(this.game);
    return this.snapshot;
  }

  get sideToMove(): Color {
    return this.game.sideToMove;
  }

  get isThinking(): boolean {
    return this.thinking !== null;
  }

  get isPondering(): boolean {
    return this.ponderTimer !== undefined || this.ponderId !== 0;
  }

  newGame(options: GameOptions = {}): void {
    requireKnown('newGame', options);
    const game = createGame(options, this.game.rule);
    this.cancel();
    this.gameChanged();
    this.game = game;
    this.clearHash();
  }

  setRule(code: number, winLength?: number): void {
    const rule = checkedRule(code, winLength);
    this.gameChanged();
    const isNew = rule.code !== this.game.rule.code || rule.winLength !== this.game.rule.winLength;
    this.game.rule = rule;
    // The search uses tables built for one rule, which takes a while.
    if (isNew && this.pool.isOpen && this.thinking === null) this.warmUp();
  }

  setPosition(position: PositionOptions): void {
    requireKnown('setPosition', position);
    const { width, height } = this.game;
    const size = position.size === undefined ? { width, height } : {};
    const game = gameFromPosition({ ...size, ...position }, this.game.rule);
    this.cancel();
    this.gameChanged();
    this.game = game;
  }

  play(point: number | string, yOrColor?: number, given?: Color): Judgment {
    this.requireIdle('play');
    const { x, y } = typeof point === 'string' ? this.pointNamed(point) : { x: point, y: yOrColor ?? Number.NaN };
    const color = (typeof point === 'string' ? (yOrColor as Color | undefined) : given) ?? this.game.sideToMove;
    this.endPondering();
    const { game, found } = this;
    requireFree(game, { x, y, color });
    const isFound = found?.x === x && found.y === y && color === game.sideToMove;
    const known = isFound ? found.judgment : null;
    const judgment = known ?? judgeMove(game, game.rule, x, y, color);
    this.gameChanged();
    addStone(game, { x, y, color });
    game.sideToMove = opponentOf(color);
    if (isFound && judgment.outcome === 'none') this.ponder();
    return judgment;
  }

  private pointNamed(name: string): XY {
    const { width, height } = this.game;
    const point = parseName(name, height);
    if (point !== null && isOnBoard(this.game, point.x, point.y)) return point;
    const last = nameOf({ x: width - 1, y: 0 }, height);
    throw new EngineError('bad-point', `point ${shown(name)}: expected a letter and a number from a1 to ${last}`);
  }

  history(): string[] {
    const { stones, height } = this.game;
    return stones.filter(({ color }) => color !== BLOCKED).map((stone) => nameOf(stone, height));
  }

  legalMoves(): XY[] {
    const { position } = this;
    return this.isOver ? [] : legalMoves(position, position.rule, position.sideToMove);
  }

  get outcome(): GameOutcome | null {
    if (this.ending === undefined) this.ending = outcomeOf(this.position);
    return this.ending;
  }

  get isOver(): boolean {
    return this.outcome !== null;
  }

  undo(point?: XY): Stone {
    this.requireIdle('undo');
    const last = this.game.stones.findLast((stone) => stone.color !== BLOCKED);
    const { x, y } = point ?? last ?? { x: -1, y: -1 };
    if (point === undefined && last === undefined) {
      throw new EngineError('nothing-to-undo', 'undo on an empty board: there is no stone');
    }
    this.gameChanged();
    return removeStone(this.game, x, y);
  }

  think(limits: ThinkLimits = {}, onInfo?: (info: ThinkInfo) => void): Promise<ThinkResult> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new EngineError('closed', 'think after close: create a new engine');
      this.requireIdle('think');
      this.endPondering();
      requireKnown('think', limits);
      requireFunction('onInfo', onInfo);
      checkLimits(limits);
      if (emptyCount(this.game) === 0) throw new EngineError('no-move', BOARD_IS_FULL);
      if (hasNoneLeft(this.game, limits.excluded ?? [])) {
        throw new EngineError('no-move', 'every empty point is excluded: leave at least one');
      }
      if (limits.signal?.aborted) throw abortedBy(limits.signal);
      this.startThink(limits, { onInfo, resolve, reject });
    });
  }

  private startThink(limits: ThinkLimits, caller: ThinkCaller): void {
    this.found = null;
    const view = viewOf(this.game);
    const host: ThinkHost = {
      pool: this.pool,
      now: this.now,
      debug: this.debug,
      onSettled: (found) => {
        this.thinking = null;
        this.found = found;
      },
    };
    const think = new Think(host, view, limits, this.books?.movesFor(view, limits) ?? [], caller);
    this.thinking = think;
    think.start();
  }

  setPondering(isWanted: boolean): void {
    this.wantsPondering = isWanted;
    if (!isWanted) this.endPondering();
  }

  /**
   * Searches the opponent's move, once the caller has played the engine's own move. The results stay in the table.
   * Searching the position after the expected reply gained no more: two out of three replies are different ones
   * (docs/experiments/clocks.md).
   */
  private ponder(): void {
    if (!this.wantsPondering || this.closed || !this.pool.canStop || emptyCount(this.game) === 0) return;
    this.ponderTimer = setTimeout(() => {
      this.ponderTimer = undefined;
      this.ponderId = this.pool.nextId();
      this.pool.think(
        {
          ...requestOf({}, { optimumMs: MAX_PONDERING_MS, maxMs: MAX_PONDERING_MS }, viewOf(this.game)),
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

  /** Drops what belongs to the previous position. */
  private gameChanged(): void {
    this.endPondering();
    this.found = null;
    this.snapshot = null;
    this.ending = undefined;
  }

  stop(): void {
    this.endPondering();
    this.thinking?.stop();
  }

  cancel(): void {
    this.endPondering();
    this.thinking?.reject(new EngineError('cancelled', 'think cancelled'));
  }

  setLimits(limits: TimeLimits & { readonly maxMs: number }): void {
    requireKnown('setLimits', limits);
    if (this.thinking === null) return;
    checkLimits(limits);
    if (limits.maxMs === 0) this.stop();
    else this.thinking.setLimits(limits);
  }

  setBook(book: BookView | readonly BookView[] | null, options: BookOptions = {}): void {
    const books = book === null ? [] : isOne(book) ? [book] : book;
    requireBooks(books);
    this.books = book === null ? null : new BookMoves(books, options);
  }

  clearHash(): void {
    this.endPondering();
    this.pool.clear();
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
    const { rule, sideToMove } = this.game;
    return forbiddenPoints(this.game, rule, forbiddenSide(rule, sideToMove));
  }

  explainForbidden(x: number, y: number): Forbidden | null {
    requirePoint(this.game, x, y);
    const { rule, sideToMove } = this.game;
    return explainForbidden(this.game, x, y, rule, forbiddenSide(rule, sideToMove));
  }

  open(): void {
    if (!this.closed) this.pool.open();
  }

  prepare(): void {
    if (this.closed || this.pool.isUsed) return;
    this.warmUp();
    // The fallback has to be fast when it is needed, so it is warmed up as well.
    const view = warmUpPosition(this.game);
    setTimeout(() => this.thinking ?? fallbackMove(view, view.rule, view.sideToMove), 0);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.endPondering();
    this.thinking?.reject(new EngineError('closed', 'engine closed while thinking'));
    await this.pool.drop();
  }

  private warmUp(): void {
    this.pool.warmUp(positionMessageOf(warmUpPosition(this.game)));
  }

  private requireIdle(what: string): void {
    if (this.thinking !== null) throw new EngineError('busy', `${what} while thinking: call stop or cancel first`);
  }

  private receive(message: ThinkNews): void {
    if (message.id !== this.ponderId) this.thinking?.receive(message);
    // Pondering has searched everything.
    else if (message.type === 'result') this.endPondering();
  }

  private threadFailed(text: string): void {
    const { thinking } = this;
    const hasStarted = this.pool.isLoaded;
    const problem = hasStarted ? text : `the search thread did not start: ${text}`;
    const isRestarted = thinking?.canRestart(hasStarted) ?? false;
    // A failure while pondering is not reported: no one has asked for anything.
    if (this.ponderId === 0) this.reportFailure(problem, isRestarted);
    this.endPondering();
    const best = thinking?.bestSoFar() ?? null;
    void this.pool.drop();
    if (isRestarted) thinking?.restart();
    else thinking?.giveUp(problem, best);
  }

  /** The thread did not return from a think that was to end; a think begun since has time left for another thread. */
  private threadHung(): void {
    const { thinking } = this;
    const isRestarted = thinking?.canRestart(true) ?? false;
    this.reportFailure(HUNG, isRestarted);
    if (isRestarted) thinking?.restart();
    else if (thinking?.isAnswerDue) thinking.send();
    else thinking?.giveUp(HUNG, null);
  }

  private reportFailure(text: string, isRestarted: boolean): void {
    this.debug(`search ${isRestarted ? 'restarted' : 'failed'}: ${text}`);
  }
}

/** @returns how the game has ended; null if it has not */
function outcomeOf(view: PositionView): GameOutcome | null {
  const { rule, stones } = view;
  const colored = stones.filter((stone): stone is typeof stone & { color: Color } => stone.color <= WHITE);
  // The last one first: a game may have continued after its end.
  const five = colored.findLast(({ x, y }) => winningRow(view, rule, x, y) !== null);
  if (five !== undefined) return { winner: five.color, reason: 'five' };
  const last = colored.at(-1);
  if (last !== undefined && forbidsTo(rule, last.color)) {
    const cells = view.cells.slice();
    cells[last.y * view.width + last.x] = EMPTY;
    if (isFoul({ ...view, cells }, rule, last, last.color)) return { winner: opponentOf(last.color), reason: 'foul' };
  }
  return emptyCount(view) === 0 ? { winner: null, reason: 'full' } : null;
}

/** @returns whether every empty point is excluded @throws EngineError if an excluded point is not on the board */
function hasNoneLeft(game: Game, excluded: readonly XY[]): boolean {
  for (const { x, y } of excluded) requirePoint(game, x, y);
  const isExcluded = (point: XY) => excluded.some(({ x, y }) => x === point.x && y === point.y);
  return excluded.length > 0 && emptyPoints(game).every(isExcluded);
}

function isOne(book: BookView | readonly BookView[]): book is BookView {
  return !Array.isArray(book);
}

export type PlainEngine = Omit<Engine, typeof Symbol.dispose | typeof Symbol.asyncDispose>;

/** The two symbols. Browsers from before 2025 lack them, so no program there can use them. */
export type DisposalSymbols = Partial<Pick<SymbolConstructor, 'dispose' | 'asyncDispose'>>;

/** @returns the same engine, with methods that close it on disposal */
export function disposable(engine: PlainEngine, symbols: DisposalSymbols = Symbol): Engine {
  const { dispose, asyncDispose } = symbols;
  // Without this check the method would be named "undefined".
  if (dispose !== undefined) Object.defineProperty(engine, dispose, { value: () => void engine.close() });
  if (asyncDispose !== undefined) Object.defineProperty(engine, asyncDispose, { value: () => engine.close() });
  return engine as Engine;
}
