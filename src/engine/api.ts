/// <reference lib="esnext.disposable" preserve="true" />
/** The public interface of the library: the engine, its options and its results. */

import type { AbortSignalLike } from '../core/abort-signal.ts';
import type { Color } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import type { BookView } from '../records/book/info.ts';
import type { Judgment } from '../rules/referee.ts';
import type { Forbidden } from '../rules/renju.ts';
import type { GameOptions, PositionOptions, PositionView, Stone } from './game.ts';

/** The times of a think, in milliseconds from when the search begins, or from `startedAt`. */
export interface TimeLimits {
  /** Deadline of the move. 0: answer at once, without a search. */
  readonly maxMs?: number;
  /** After this time, the search ends unless the position is unclear. Default: the maximum. */
  readonly optimumMs?: number;
}

/** How long to think. All given limits apply; with neither time, depth nor nodes the limit is five seconds. */
export interface ThinkLimits extends TimeLimits {
  /** Plies. */
  readonly maxDepth?: number;
  /** Positions that the search may visit. */
  readonly maxNodes?: number;
  /** Number of best moves to search for; `onInfo` receives each of them with its number. Default 1. */
  readonly lines?: number;
  /**
   * When the time started, on the clock of {@link Engine.now}: the player's clock is running. The move then comes in
   * time even if the search thread is not ready or has failed, see `source` of {@link ThinkResult}. Default: the time
   * starts when the search thread, which may have to be loaded, begins to search.
   */
  readonly startedAt?: number;
  /** Moves excluded from this search; at least one empty point must remain. */
  readonly excluded?: readonly XY[];
  /** Report which root moves are being searched (`onInfo` with kind `root`). */
  readonly showRoot?: boolean;
  /**
   * First look for a win by continuous threats, with up to about half of the time or nodes. Finds long wins that the
   * search for the best move misses, but leaves less time for that search. Only for a single line.
   */
  readonly solve?: boolean;
  /**
   * Whether the move may come from a book, if there is one; `anywhere`: even a move listed in `excluded`. Default:
   * true, for a single line.
   */
  readonly book?: boolean | 'anywhere';
  /** Cancels the think when aborted, as {@link Engine.cancel} does; its reason becomes the `cause` of the error. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Statistics of a search. */
export interface SearchFigures {
  /**
   * From the view of the side to move. 200 points are odds of 2.7 : 1, see {@link winChance}. A forced win in n plies
   * is 30,000 - n, a loss the same below 0; `winIn` reports both.
   */
  readonly score: number;
  /** Plies to the end of a forced win, negative for a forced loss; null if neither is proven. */
  readonly winIn: number | null;
  /** Plies of the last finished iteration. */
  readonly depth: number;
  /** Deepest ply reached. */
  readonly selDepth: number;
  readonly nodes: number;
  /** Since the time started. */
  readonly elapsedMs: number;
  /** Principal variation, starting with the move itself. */
  readonly pv: readonly XY[];
}

/** `iteration`: an iteration has finished, reported once per best line; `best`: a new best move within an iteration. */
export type InfoKind = 'iteration' | 'best';

/** Progress of a search. */
export interface SearchInfo extends SearchFigures {
  readonly kind: InfoKind;
  /** Rank of this line, from 0, and the number of lines searched. */
  readonly line: number;
  readonly lines: number;
}

/** Root moves whose state has changed. */
export interface RootInfo {
  readonly kind: 'root';
  readonly moves: readonly { readonly x: number; readonly y: number; readonly state: 'searching' | 'done' | 'loses' }[];
}

/** What `onInfo` receives. */
export type ThinkInfo = SearchInfo | RootInfo;

/** A move and how it was found. */
export interface ThinkResult extends SearchFigures, XY {
  /**
   * `book`: chosen from a book and verified by a brief search. `fallback`: chosen without a search, as only fouls were
   * left, or the caller wanted an answer before the search had a move (`startedAt`, `maxMs: 0`, `stop`).
   */
  readonly source: 'search' | 'book' | 'fallback';
  /** Win chance of the side to move, see {@link winChance}. */
  readonly winChance: number;
  /** The part of `elapsedMs` in which the search ran; all of it if no search finished. */
  readonly searchMs: number;
  /** There was only one move to choose. */
  readonly isForced: boolean;
  /** The side to move has only forbidden points left, and this is one of them. */
  readonly isFoul: boolean;
}

/** How a move is chosen from books. */
export interface BookOptions {
  /** Moves whose value is lower than the best by more than this are not chosen. Default 40. */
  readonly margin?: number;
  /** The same seed chooses the same moves. Default: a random seed. */
  readonly seed?: number;
}

export interface EngineOptions extends GameOptions {
  /** Books to choose moves from, as returned by `readBook`; see {@link Engine.setBook}. */
  readonly book?: BookView | readonly BookView[];
  readonly bookOptions?: BookOptions;
  /** Limit in bytes, see {@link Engine.setMemory}. */
  readonly memoryBytes?: number;
  /**
   * Whether the engine has the process to itself, as in a brain: all memory of the process then counts against the
   * limit. Otherwise, what the process held when the engine was created does not count, except for what every Node
   * process holds.
   */
  readonly ownsProcess?: boolean;
  /** Also think in the opponent's time, see {@link Engine.setPondering}. Default: false. */
  readonly pondering?: boolean;
  /** Called with the description of an error that did not prevent the engine from answering. */
  readonly onDebug?: (text: string) => void;
  /**
   * In a web page: URL of the search worker's script (`tengen/search` of the package), or a function that creates the
   * worker. Default: next to the library, where Vite, webpack and Parcel put it; esbuild does not. Elsewhere unused.
   */
  readonly workerUrl?: string | { readonly href: string } | (() => object);
  /** Script of the search thread, for tests of its failures. */
  readonly workerSource?: string;
}

/** How a game has ended. */
export interface GameOutcome {
  /** Null: a draw. */
  readonly winner: Color | null;
  /** `five`: a winning row; `foul`: the last move was forbidden; `full`: no empty point is left. */
  readonly reason: 'five' | 'foul' | 'full';
}

/** One game and one search. A call that cannot be carried out throws an {@link EngineError} and changes nothing. */
export interface Engine {
  /** Board, rule, stones in playing order and side to move. A snapshot: later changes create another one. */
  readonly position: PositionView;
  readonly sideToMove: Color;
  /** Whether a think is running. */
  readonly isThinking: boolean;
  /** Whether the engine is pondering; see {@link setPondering}. */
  readonly isPondering: boolean;
  /** Milliseconds of the engine's clock. */
  now(): number;
  /** Starts a game on an empty board and clears the table. A running think is cancelled. */
  newGame(options?: GameOptions): void;
  /** Changes the rule during a game; the stones stay. */
  setRule(code: number, winLength?: number): void;
  /** Replaces the position. Size and rule stay unless given. A running think is cancelled. */
  setPosition(position: PositionOptions): void;
  /**
   * Places a stone, by default of the side to move; then the other side is to move. The game may continue after a win
   * or a foul: handling them is up to the caller.
   * @returns the outcome of the move
   */
  play(x: number, y: number, color?: Color): Judgment;
  /**
   * The same by name: a column letter from a and a row number from 1 at the bottom.
   *
   *     engine.play('h8');
   */
  play(point: string, color?: Color): Judgment;
  /** @returns the names of all stones in playing order, such as `['h8', 'i9']`; without blocked points */
  history(): string[];
  /** @returns the empty points that are not forbidden to the side to move, row by row from the top; none at the end */
  legalMoves(): XY[];
  /** How the game has ended; null if it has not. Moves can still be played after that. */
  readonly outcome: GameOutcome | null;
  /** Whether the game has ended. */
  readonly isOver: boolean;
  /** Removes the last stone, or the one on the given point. @returns the stone */
  undo(point?: XY): Stone;
  /**
   * Finds a move for the side to move, without playing it. The promise resolves with a move, or rejects with an
   * EngineError: `busy`, `no-move` (full board), `bad-limits`, `bad-option`, `cancelled`, `closed`, or `search-failed`
   * if the search thread cannot be started or has failed twice; or with what `onInfo` throws.
   */
  think(limits?: ThinkLimits, onInfo?: (info: ThinkInfo) => void): Promise<ThinkResult>;
  /**
   * Turns pondering (thinking in the opponent's time) on or off. Once the move that the engine has found is played, it
   * searches the opponent's move, until the next call that plays, thinks, stops, cancels or changes anything, for at
   * most ten minutes. Nothing is reported; the results stay in the table, which does not grow for it. Has no effect in
   * pages that are not cross-origin isolated, where a running search cannot be notified to stop.
   */
  setPondering(isWanted: boolean): void;
  /** Makes a running think answer now, with the best move so far. */
  stop(): void;
  /** Cancels a running think: its promise rejects with `cancelled`. */
  cancel(): void;
  /** Sets new times for a running think, counted from its start. Other limits stay. */
  setLimits(limits: TimeLimits & { readonly maxMs: number }): void;
  /**
   * Makes `think` choose from books first: among the moves that they recommend, by weight. Only the book of the game's
   * rule and size is used. A move that is forbidden, or that a brief search shows to lose, is not chosen.
   * @param book one or several; null: none
   */
  setBook(book: BookView | readonly BookView[] | null, options?: BookOptions): void;
  /** Clears the transposition table. */
  clearHash(): void;
  /** @returns roughly the fraction of the table in use, 0 to 1; 0 where threads cannot share memory */
  tableUse(): number;
  /**
   * Limits the memory of the process including the runtime, but excluding what its host held when the engine was
   * created (see {@link EngineOptions.ownsProcess}). Threads that do not fit are not used.
   * @param bytes 0: no limit, and a table of 128 MB
   * @throws EngineError `bad-memory` if Node itself needs more
   */
  setMemory(bytes: number): void;
  /** Sets the desired size of the table in bytes; the memory limit takes precedence. 0: the default size. */
  setTableBytes(bytes: number): void;
  /**
   * Sets how many threads a think uses, 1 to 64; fewer if the memory limit does not permit that many. Several threads
   * share one table and make results depend on timing.
   */
  setThreads(count: number): void;
  /** @returns the points currently forbidden: in renju to Black, in omok to the side to move; none under other rules */
  forbiddenPoints(): XY[];
  /** @returns why (x, y) is one of {@link forbiddenPoints}; null if it is not */
  explainForbidden(x: number, y: number): Forbidden | null;
  /** Starts the search thread in the background. Optional: the first call that needs the thread also starts it. */
  open(): void;
  /** Starts the search thread and warms it up in the background, so that the first think finds it ready. */
  prepare(): void;
  /**
   * Ends the search thread. A running think rejects with `closed`.
   * @returns a promise that resolves when the thread has ended; there is no need to await it
   */
  close(): Promise<void>;
  /** `using engine = createEngine()` closes it at the end of the block. */
  [Symbol.dispose](): void;
  /** `await using` waits until the thread has ended. */
  [Symbol.asyncDispose](): Promise<void>;
}
