/// <reference lib="esnext.disposable" preserve="true" />
/** What the library offers: the engine, what it is asked and what it answers. */
import type { BookView } from '../book/info.ts';
import type { AbortSignalLike } from '../core/abort-signal.ts';
import type { Color } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import type { Judgment } from '../rules/referee.ts';
import type { Forbidden } from '../rules/renju.ts';
import type { GameOptions, PositionOptions, PositionView, Stone } from './game.ts';

/** The times of a think, in milliseconds. */
export interface TimeLimits {
  /** From `startedAt`, after which the move must be there. 0: answer at once, without a search. */
  readonly maximumMs?: number;
  /** From `startedAt`, after which the search ends unless the position is unclear. Default: the maximum. */
  readonly optimumMs?: number;
}

/** How long to think. All that are given hold; with neither time, depth nor nodes the limit is five seconds. */
export interface ThinkLimits extends TimeLimits {
  /** Plies. */
  readonly maxDepth?: number;
  /** Positions that the search may visit. */
  readonly maxNodes?: number;
  /** How many best moves to look for; `onInfo` is told each of them with its number. Default 1. */
  readonly lines?: number;
  /** When the time began to run, by {@link Engine.now}. Default: now. */
  readonly startedAt?: number;
  /** Points that are not to be played now; one at least must remain. */
  readonly excluded?: readonly XY[];
  /** Report which root moves are being searched (`onInfo` with kind `root`). */
  readonly showRoot?: boolean;
  /**
   * Look for a win by continuous threats first, with up to about half of the time or nodes: finds long ones that a
   * search for the best move does not, and leaves it less time. Only for a single line.
   */
  readonly solve?: boolean;
  /**
   * Whether the move may come from a book, if there is one; `anywhere`: even one that `excluded` keeps from the search.
   * Default: true, for a single line.
   */
  readonly book?: boolean | 'anywhere';
  /** Drops the think when it is aborted, as {@link Engine.cancel} does; its reason becomes the `cause` of the error. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Figures of a search. */
export interface SearchFigures {
  /** From the view of the side to move; a forced win or loss is told by `winIn`. */
  readonly score: number;
  /** Plies to the end of a forced win, negative of a forced loss; null if neither is proven. */
  readonly winIn: number | null;
  /** Plies of the last finished iteration. */
  readonly depth: number;
  /** Deepest ply reached. */
  readonly selDepth: number;
  readonly nodes: number;
  /** Since the time began to run. */
  readonly elapsedMs: number;
  /** Expected line of play, the move itself first. */
  readonly pv: readonly XY[];
}

/** `iteration`: told by a finished iteration, once for each of the best lines; `best`: a new best move inside one. */
export type InfoKind = 'iteration' | 'best';

/** Progress of a search. */
export interface SearchInfo extends SearchFigures {
  readonly kind: InfoKind;
  /** Which of the best lines this is, from 0, and how many are looked for. */
  readonly line: number;
  readonly lines: number;
}

/** Root moves whose state has changed. */
export interface RootInfo {
  readonly kind: 'root';
  readonly moves: readonly { readonly x: number; readonly y: number; readonly state: 'searching' | 'done' | 'loses' }[];
}

/** What `onInfo` is told. */
export type ThinkInfo = SearchInfo | RootInfo;

/** A move and how it was found. */
export interface ThinkResult extends SearchFigures, XY {
  /**
   * `book`: chosen from a book and verified by a brief search. `fallback`: there was no time for a search, or it
   * failed.
   */
  readonly source: 'search' | 'book' | 'fallback';
  /** Of `elapsedMs` in which the search ran; all of it where no search came to its end. */
  readonly searchMs: number;
  /** The search had no choice to make. */
  readonly isForced: boolean;
  /** Renju: Black has only forbidden points left, and this is one of them. */
  readonly isFoul: boolean;
}

/** How a move is chosen from books. */
export interface BookOptions {
  /** Moves worth less than the best by more than this are not chosen. Default 40. */
  readonly margin?: number;
  /** The same seed chooses the same moves. Default: chance. */
  readonly seed?: number;
}

export interface EngineOptions extends GameOptions {
  /** Books to choose moves from, as `readBook` reads them; see {@link Engine.setBook}. */
  readonly book?: BookView | readonly BookView[];
  readonly bookOptions?: BookOptions;
  /** Limit in bytes, see {@link Engine.setMemory}. */
  readonly memoryBytes?: number;
  /**
   * The process is the engine's alone, as a brain's is: all its memory counts against the limit. Otherwise what the
   * process held when the engine was made does not, but for what any process of Node's holds.
   */
  readonly ownsProcess?: boolean;
  /** Think in the opponent's time too, see {@link Engine.setPondering}. Default: false. */
  readonly pondering?: boolean;
  /** Told when something went wrong that did not keep the engine from answering. */
  readonly onDebug?: (text: string) => void;
  /** Script of the search thread, for tests of its failures. */
  readonly workerSource?: string;
}

/** One game and one search. Calls that cannot be obeyed throw an {@link EngineError} and change nothing. */
export interface Engine {
  /** Board, rule, stones in playing order and side to move, as they are now: later changes make another one. */
  readonly position: PositionView;
  readonly sideToMove: Color;
  /** Whether somebody waits for a think. */
  readonly isThinking: boolean;
  /** Whether the engine thinks in the opponent's time; see {@link setPondering}. */
  readonly isPondering: boolean;
  /** Milliseconds of the engine's clock. */
  now(): number;
  /** Starts a game on an empty board, forgetting the last one; a running think is cancelled. */
  newGame(options?: GameOptions): void;
  /** Changes the rule in the middle of a game; the stones stay. */
  setRule(code: number, winLength?: number): void;
  /** Replaces the position; size and rule stay unless given. A running think is cancelled. */
  setPosition(position: PositionOptions): void;
  /**
   * Places a stone, of the side to move unless told otherwise; then the other side is to move. The game may go on
   * after a win or a foul: what to do about them is the caller's business.
   * @returns what the move does
   */
  play(x: number, y: number, color?: Color): Judgment;
  /** Takes the last stone back, or the one on the point given. @returns the stone */
  undo(point?: XY): Stone;
  /**
   * Looks for a move of the side to move. It is not played. The promise is settled once: with a move, or with an
   * EngineError `busy`, `no-move` (full board), `bad-limits`, `bad-option`, `cancelled` or `closed`; or with what
   * `onInfo` throws.
   */
  think(limits?: ThinkLimits, onInfo?: (info: ThinkInfo) => void): Promise<ThinkResult>;
  /**
   * Whether the engine is to think in the opponent's time. Then it goes on by itself once the move that it has found is
   * played: about the opponent's move, until the next call that plays, thinks, stops, cancels or changes anything, ten
   * minutes at most. Nothing is told of it; what it finds stays in the table, which is no larger for it. Nothing
   * happens in pages where a search hears of no stop (not cross-origin isolated).
   */
  setPondering(isWanted: boolean): void;
  /** Has a running think answer now, with the best move so far. */
  stop(): void;
  /** Drops a running think: its promise is rejected with `cancelled`. */
  cancel(): void;
  /** New times for a running think, counted from its start. Other limits stay. */
  setLimits(limits: TimeLimits & { readonly maximumMs: number }): void;
  /**
   * Has `think` choose from books first: among the moves they recommend, by weight. Only the book of the game's rule
   * and size is asked. A move that is forbidden, or that a short search sees losing, is not taken.
   * @param book one or several; null: none /
   */
  setBook(book: BookView | readonly BookView[] | null, options?: BookOptions): void;
  /** Forgets what earlier searches have learned. */
  clearHash(): void;
  /** @returns about which part of the table holds something, 0 to 1 */
  tableUse(): number;
  /**
   * Limits the memory of the process, runtime and all, but not what its host held when the engine was made (see
   * {@link EngineOptions.ownsProcess}). Threads that do not fit do not help.
   * @param bytes 0: no limit given, and a table of 128 MB @throws EngineError `bad-memory` if Node itself needs more
   */
  setMemory(bytes: number): void;
  /** Asks for a table of this many bytes; the memory limit comes first. 0: as large as is usual. */
  setTableBytes(bytes: number): void;
  /**
   * How many threads a think uses, 1 to 64; fewer where a memory limit has no room for them. More than one shares one
   * table and makes results depend on timing.
   */
  setThreads(count: number): void;
  /** @returns what Black may not play now; nothing under other rules than renju */
  forbiddenPoints(): XY[];
  /** @returns why Black may not play (x, y); null if he may, or under other rules than renju */
  explainForbidden(x: number, y: number): Forbidden | null;
  /** Starts the search thread in the background; whatever comes first would start it as well. */
  open(): void;
  /** Starts the search thread and warms it up in the background, so that the first think finds it ready. */
  prepare(): void;
  /**
   * Ends the search thread. A running think is rejected with `closed`.
   * @returns when the thread is gone, which nobody has to wait for
   */
  close(): Promise<void>;
  /** `using engine = createEngine()` closes it at the end of the block. */
  [Symbol.dispose](): void;
  /** `await using` waits until the thread is gone. */
  [Symbol.asyncDispose](): Promise<void>;
}
