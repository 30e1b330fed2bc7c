/**
 * The state of one session with a manager: settings, clocks, the pending move. The engine holds the game, session.ts
 * parses the protocol.
 */
import { joinedBytes } from '../core/bytes.ts';
import { BLACK, type Color, opponentOf } from '../core/color.ts';
import { reasonOf } from '../core/errors.ts';
import { NO_LIMIT_MS } from '../core/limits.ts';
import type { XY } from '../core/point.ts';
import type { Engine, SearchInfo, ThinkLimits, ThinkResult } from '../engine/api.ts';
import { bookLineOf } from '../engine/book-moves.ts';
import { EngineError } from '../engine/errors.ts';
import { fallbackMove } from '../engine/fallback.ts';
import { AT_ONCE, type TimePlan } from '../engine/time.ts';
import { readBook } from '../records/book/binary.ts';
import type { BookView } from '../records/book/info.ts';
import { emptyCount } from '../rules/position.ts';
import type { Files } from './database.ts';
import { DatabaseSession } from './database-session.ts';
import { Dialect } from './dialect.ts';
import { ExcludedMoves } from './excluded-moves.ts';
import { ManagerClock } from './manager-clock.ts';
import { asLine, quote } from './parse.ts';
import { SearchProgress } from './progress.ts';
import { NOTHING, ProtocolError, type Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';
import { applySetting, defaultSettings, type ManagerSettings, ruleInForce } from './settings.ts';

/** Total thinking time of a search during which the input ends. */
export const LAST_THINK_MS = 400;
/**
 * Delay between the answer to START and the start of the search thread. The rule and the memory limit mostly follow
 * right after the answer, and preparations for other values would be wasted.
 */
const PREPARE_AFTER_MS = 60;
const ENDLESS: TimePlan = { optimumMs: NO_LIMIT_MS, maxMs: NO_LIMIT_MS };

export interface BrainOptions {
  readonly engine: Engine;
  /** Sends one line; its line end is added. */
  readonly write: (line: string) => void;
  /** Called once, at the end of the session. */
  readonly onEnd: () => void;
  /** Called after an answer that took a search or file operations. */
  readonly onAnswer?: () => void;
  /** Time from the start of the process to its first command, in milliseconds. */
  readonly startupMs?: () => number;
  /** Used by INFO book and the database commands. */
  readonly files?: Files;
  /** Played unless INFO book names another book for these games, or none. */
  readonly knownWins?: KnownWins;
  /** @returns a number from 0 to below 1; chooses between openings */
  readonly random?: () => number;
  readonly settings?: Partial<ManagerSettings>;
}

/** Wins in a book, for games of one rule and size. */
export interface KnownWins extends Pick<BookView, 'rule' | 'size'> {
  /**
   * @param plies of a game, cells `y * size + x` @returns the wins in its last position, and perhaps others; always the
   *   same object
   * @throws if the file is missing
   */
  load(plies: readonly number[]): BookView;
}

/** An answer that requires a search. */
export interface Job {
  readonly startedAt: number;
  /** Whether it is a plain move, whose time limits may change during the search. */
  readonly isMove: boolean;
  /** Answer if the search fails. */
  readonly fallback: () => Reply;
  /** Latest end of the search of a plain move, in milliseconds; null: not planned yet. */
  plannedMs: number | null;
  /** Duration of its last search, in milliseconds; Infinity until the search has ended. */
  searchMs: number;
  /** Latest end of any search of the job, in milliseconds from its start; 0 after a request to stop. */
  limitMs: number;
  /** Restores what the job has changed; called once, before the answer or when the job is dropped. */
  readonly cleanUp: () => void;
}

export interface SearchOptions {
  /** Number of best moves (multi-PV). */
  readonly lines: number;
  readonly excluded: readonly XY[];
  readonly isReported: boolean;
  readonly onInfo?: (info: SearchInfo) => void;
}

export class Brain {
  readonly engine: Engine;
  readonly settings: ManagerSettings;
  readonly random: () => number;
  /** Whether a START or RECTSTART has been answered with OK. */
  hasGame = false;
  readonly excludedMoves = new ExcludedMoves();
  /** The manager's dialect, as far as its commands have revealed it. */
  readonly dialect = new Dialect();
  private readonly clock: ManagerClock;
  /** The color the brain plays; null while it is unknown. */
  own: Color | null = null;
  /** When the command being answered was read. */
  readAt = 0;
  readonly databaseSession: DatabaseSession;
  /** Books loaded by INFO book, and the known wins, at most one per rule and size. */
  books: readonly BookView[] = [];
  /** Whether the known wins are played where no other book is used: not turned off, nor missing. */
  private mayLoadWins = true;
  /** The known wins; null until a move needs them. */
  private wins: BookView | null = null;
  private job: Job | null = null;
  private isResuming = false;
  /** Score of the last move, from the brain's view; null if no search chose it. */
  lastScore: number | null = null;
  /** Whether the pending answer has been requested by STOP or by a new game. */
  private isCalledFor = false;
  /** Whether INFO max_memory has been sent since the last command that it can make fail. */
  private isLimitNew = false;
  isEnded = false;
  private inputEnded = false;

  constructor(private readonly options: BrainOptions) {
    this.engine = options.engine;
    this.databaseSession = new DatabaseSession({
      files: options.files,
      now: () => this.engine.now(),
      send: (lines) => this.send(lines),
      onDone: () => this.resume(),
    });
    this.random = options.random ?? Math.random;
    this.settings = { ...defaultSettings(), ...options.settings };
    this.clock = new ManagerClock(this.settings, options.startupMs);
    this.applyRule();
  }

  get isThinking(): boolean {
    return this.job !== null;
  }

  /** Whether the running search has been asked to stop: its answer comes before the next command is executed. */
  get isStopping(): boolean {
    return this.job !== null && this.isCalledFor;
  }

  /** Yixin's front ends expect the move of a search that a new game interrupts; other managers must not receive it. */
  get owesMoveAtNewGame(): boolean {
    return this.job !== null && this.dialect.isYixin;
  }

  /** Handles the end of input: sends a pending move within {@link LAST_THINK_MS}, then ends the session. */
  endOfInput(): void {
    if (this.isEnded || this.inputEnded) return;
    this.inputEnded = true;
    // Commands received earlier are executed first.
    if (this.databaseSession.isBusy) return;
    const { job } = this;
    if (job === null) {
      this.end();
      return;
    }
    const allowed = Math.min(LAST_THINK_MS, this.plan().maxMs);
    if (this.engine.now() - job.startedAt >= allowed) this.stop();
    else this.limitThink({ optimumMs: allowed, maxMs: allowed });
  }

  /** Handles an error outside the session: reports it, and answers a pending move. */
  internalError(error: unknown): void {
    if (this.isEnded) return;
    this.debug(`internal: ${String(error)}`);
    const { job } = this;
    if (job === null) return;
    this.engine.cancel();
    this.finish(job, job.fallback);
  }

  debug(text: string): void {
    if (!this.isEnded) this.options.write(`DEBUG ${asLine(text)}`);
  }

  /** END: drops everything and sends no more answers. */
  end(): void {
    this.drop();
    this.endPondering();
    this.isEnded = true;
    for (const line of this.databaseSession.close()) this.options.write(line);
    this.options.onEnd();
  }

  /** START and similar commands: resets the state of the last game, keeps the settings of INFO. */
  startGame(size: { width: number; height: number }): void {
    this.drop();
    this.engine.newGame(size);
    this.hasGame = true;
    this.own = null;
    this.lastScore = null;
    this.clock.startGame();
    setTimeout(() => this.isEnded || this.engine.prepare(), PREPARE_AFTER_MS);
  }

  /** Stops pondering, because a command has arrived. */
  endPondering(): void {
    if (this.engine.isPondering) this.engine.cancel();
  }

  /** Drops a running search without a move. */
  drop(): void {
    const { job } = this;
    if (job === null) return;
    this.job = null;
    this.clock.use(this.engine.now() - job.startedAt);
    job.cleanUp();
    this.engine.cancel();
  }

  /** Has a running search answer now. */
  stop(): void {
    if (this.job === null) return;
    this.job.limitMs = 0;
    this.engine.stop();
  }

  /** The same; later commands wait until the move has been sent. */
  stopAndWait(): void {
    this.isCalledFor = true;
    this.stop();
  }

  /** INFO. */
  set(text: string): void {
    this.dialect.noteInfo(text);
    const book = /^book[ \t]+(.+?)[ \t]*$/i.exec(text);
    if (book !== null) {
      this.useBook(book[1]);
      return;
    }
    const leftBeforeMs = this.settings.timeLeftMs;
    const effect = applySetting(this.settings, text);
    if (effect === 'rule') this.applyRule();
    if (effect === 'memory') this.applyMemory(/^max_memory/i.test(text));
    if (effect === 'database') this.databaseSession.isReadOnly = this.settings.databaseReadOnly;
    if (effect === 'pondering') this.engine.setPondering(this.settings.pondering);
    if (effect === 'time') this.applyTime(/^time_left/i.test(text), leftBeforeMs);
  }

  /** INFO book: adds a book, replacing one of the same rule and size; 0 removes all. */
  private useBook(path: string): void {
    try {
      if (path === '0') {
        this.mayLoadWins = false;
        this.books = [];
      } else {
        const book = readBook(joinedBytes([...this.databaseSession.files.read(this.databaseSession.texts.read(path))]));
        this.books = [...this.books.filter(({ rule, size }) => rule !== book.rule || size !== book.size), book];
      }
      this.engine.setBook(this.books.length === 0 ? null : this.books);
    } catch (error) {
      this.send([`MESSAGE book "${quote(path)}": ${asLine(reasonOf(error))}`]);
    }
  }

  /** Loads the known wins that a move may need. */
  private loadKnownWins({ knownWins }: BrainOptions): void {
    if (!this.mayLoadWins || knownWins === undefined) return;
    const line = bookLineOf(this.engine.position);
    if (line?.rule !== knownWins.rule || line.size !== knownWins.size) return;
    if (line.sideToMove !== BLACK || line.plies.length === 0) return;
    const own = this.books.find(({ rule, size }) => rule === line.rule && size === line.size);
    if (own !== undefined && own !== this.wins) return;
    try {
      this.wins = knownWins.load(line.plies);
      if (own !== undefined) return;
      this.books = [...this.books, this.wins];
      this.engine.setBook(this.books);
    } catch (error) {
      this.mayLoadWins = false;
      this.send([`MESSAGE book of wins: ${asLine(reasonOf(error))}`]);
    }
  }

  get hasRoom(): boolean {
    return emptyCount(this.engine.position) > 0;
  }

  /** @throws ProtocolError if the board is full */
  requireRoom(): void {
    if (!this.hasRoom) throw new ProtocolError(REPLY_TEXTS.boardFull());
  }

  /** Searches a move for the side to move, plays it and sends it. */
  startMove(lines = 1): Reply {
    this.requireRoom();
    this.loadKnownWins(this.options);
    this.own = this.engine.sideToMove;
    const reply = ({ x, y }: XY): Reply => {
      this.engine.play(x, y);
      return [`${x},${y}`];
    };
    return this.startJob(
      async (job) => {
        const result = await this.think(job, this.plan(), lines);
        if (result.source === 'search') this.lastScore = result.score;
        return () => reply(result);
      },
      { isMove: true, fallback: () => reply(this.fallbackMove()) },
    );
  }

  /**
   * Starts an answer that requires a search.
   * @param work finds the answer; the function it returns is called only if the job has not been dropped meanwhile
   */
  startJob(
    work: (job: Job) => Promise<() => Reply>,
    options: { isMove: boolean; fallback: () => Reply; cleanUp?: () => void },
  ): Reply {
    const job: Job = {
      cleanUp: () => {},
      ...options,
      startedAt: this.clock.startOf(this.readAt),
      plannedMs: null,
      searchMs: Number.POSITIVE_INFINITY,
      limitMs: NO_LIMIT_MS,
    };
    this.job = job;
    this.isCalledFor = false;
    work(job).then(
      (answer) => this.finish(job, answer),
      (error) => {
        if (this.job !== job) return;
        this.debug(`internal: ${String(error)}`);
        this.finish(job, job.fallback);
      },
    );
    return NOTHING;
  }

  /** Runs one search for a job and reports it as the manager has requested. */
  think(job: Job, plan: TimePlan, lines = 1): Promise<ThinkResult> {
    return this.search(job, plan, { lines, excluded: this.excludedPoints(), isReported: true });
  }

  /**
   * Runs one search for a job, which may take several.
   * @param plan times from the start of the job; a limit set since then may shorten them
   */
  async search(job: Job, plan: TimePlan, options: SearchOptions): Promise<ThinkResult> {
    const { maxDepth, maxNodes, showDetail } = this.settings;
    const { lines, excluded, isReported, onInfo } = options;
    const maxMs = Math.min(plan.maxMs, job.limitMs);
    job.plannedMs = maxMs;
    const send = (reply: Reply): void => {
      if (this.job === job && isReported) this.send(reply);
    };
    const progress = new SearchProgress({
      send,
      now: () => this.engine.now(),
      nameOf: this.dialect.naming(this.engine.position, this.settings),
      isRapfiForm: this.dialect.isRapfiForm(this.settings),
      showDetail: isReported ? showDetail : 0,
    });
    const limits: ThinkLimits = {
      optimumMs: Math.min(plan.optimumMs, maxMs),
      maxMs,
      ...(maxDepth > 0 ? { maxDepth } : {}),
      ...(maxNodes > 0 ? { maxNodes } : {}),
      lines,
      excluded,
      showRoot: progress.wantsRoot,
      book: job.isMove,
      startedAt: job.startedAt,
    };
    const result = await this.engine.think(limits, (info) => {
      if (info.kind !== 'root') onInfo?.(info);
      progress.report(info);
    });
    job.searchMs = result.searchMs;
    progress.reportResult(result);
    return result;
  }

  /** @returns the points that the front end has excluded; empty if it has excluded every empty point */
  excludedPoints(): XY[] {
    const { position } = this.engine;
    const points = this.excludedMoves.pointsFor(position);
    return new Set(points.map(({ x, y }) => `${x},${y}`)).size < emptyCount(position) ? points : [];
  }

  plan(): TimePlan {
    return this.dialect.isEndless(this.settings) ? ENDLESS : this.clock.plan(this.engine.position);
  }

  /** Records a command of Yixin's front ends: from now on rule 2 means renju. */
  noteYixin(name: string): void {
    const wasYixin = this.dialect.isYixin;
    this.dialect.noteYixin(name);
    if (!wasYixin) this.applyRule();
  }

  /** @returns why the memory limit set by INFO cannot be met, reported once; null if it can */
  takeMemoryProblem(): string | null {
    if (!this.isLimitNew) return null;
    this.isLimitNew = false;
    // What the process needs may have been measured in the meantime.
    return this.limitMemory();
  }

  /** Applies the memory limit. @returns why it cannot be met; null if it can */
  private limitMemory(): string | null {
    try {
      this.engine.setMemory(this.settings.maxMemory);
      return null;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return error.message;
    }
  }

  send(lines: Reply): void {
    for (const line of lines) {
      if (!this.isEnded) this.options.write(line);
    }
  }

  private finish(job: Job, answer: () => Reply): void {
    if (this.job !== job) return;
    this.job = null;
    const elapsedMs = this.engine.now() - job.startedAt;
    const { plannedMs, searchMs } = job;
    const isTimed = job.isMove && plannedMs !== null;
    this.clock.answered(elapsedMs, isTimed ? Math.max(0, elapsedMs - Math.min(plannedMs, searchMs)) : null);
    job.cleanUp();
    this.send(this.answerOrFallback(job, answer));
    this.resume();
  }

  /** Executes the commands that had to wait. One of them may end at once and call this again. */
  private resume(): void {
    if (this.isResuming) return;
    this.isResuming = true;
    try {
      this.options.onAnswer?.();
    } finally {
      this.isResuming = false;
    }
    if (!this.inputEnded || this.isEnded) return;
    // A command received before the end of input may have started another search.
    this.inputEnded = false;
    this.endOfInput();
  }

  private answerOrFallback(job: Job, answer: () => Reply): Reply {
    try {
      return answer();
    } catch (error) {
      this.debug(`internal: ${String(error)}`);
      return job.fallback();
    }
  }

  /** @returns a move without a search @throws ProtocolError if the board is full */
  fallbackMove(): XY {
    this.requireRoom();
    const view = this.engine.position;
    return fallbackMove(view, view.rule, view.sideToMove, this.excludedPoints()) as XY;
  }

  private applyRule(): void {
    const rule = ruleInForce(this.settings, this.dialect.isYixin);
    this.engine.setRule(rule.code, rule.winLength);
  }

  /** @param isLimit whether the command was INFO max_memory: a bad limit is reported once each time it is set */
  private applyMemory(isLimit: boolean): void {
    this.engine.setTableBytes(this.settings.hashBytes);
    this.engine.setThreads(this.settings.threads);
    if (!isLimit) return;
    this.isLimitNew = true;
    this.limitMemory();
  }

  /** @param isLeft whether the command was INFO time_left @param leftBeforeMs its previous value */
  private applyTime(isLeft: boolean, leftBeforeMs: number | null): void {
    if (isLeft) {
      const runningMs = this.job === null ? null : this.engine.now() - this.job.startedAt;
      this.clock.noteTimeLeft(leftBeforeMs, runningMs);
    }
    if (this.job?.isMove) this.limitThink(this.plan());
    else if (this.settings.turnMs === 0) this.stop();
  }

  private limitThink(plan: TimePlan): void {
    if (this.job !== null) {
      this.job.plannedMs = plan.maxMs;
      if (!this.job.isMove) this.job.limitMs = Math.min(this.job.limitMs, plan.maxMs);
    }
    if (plan.maxMs === AT_ONCE.maxMs) this.stop();
    else this.engine.setLimits(plan);
  }

  /** @returns the color of a stone played by TURN: the opponent's, who is Black if the board is empty */
  opponentColor(): Color {
    if (this.engine.position.stones.length === 0) return BLACK;
    return this.own === null ? this.engine.sideToMove : opponentOf(this.own);
  }
}
