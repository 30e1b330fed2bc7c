/**
 * Messages between the engine and its search threads. Points are pairs of x and y in flat arrays; times are
 * milliseconds from the start of the think.
 */
import type { Color } from '../core/color.ts';
import type { InfoKind } from './api.ts';
import type { TableRegion } from './runtime/kernel.ts';
import type { WasmMemory } from './runtime/webassembly.ts';
import type { TimePlan } from './time.ts';

/** Passed to a thread when it is created. */
export interface WorkerSetup {
  readonly control: Int32Array;
  /** Origin of the engine's clock, see clock.ts. */
  readonly epochMs: number;
  /** Memory of the lowered search; null: none is available, or none can be shared. */
  readonly memory: WasmMemory | null;
  /** Size of its table for a thread without such memory. */
  readonly tableBytes: number;
  /** First byte of this thread's part of the memory. */
  readonly base: number;
  /** Bytes of the memory that an earlier engine has written; this thread clears them. */
  readonly dirtyBytes: number;
}

/** A complete position, so that the thread keeps no state except its tables. */
export interface PositionMessage {
  readonly width: number;
  readonly height: number;
  readonly rule: number;
  readonly winLength: number;
  /** x, y and color (3 blocked) of every stone, in playing order. */
  readonly stones: readonly number[];
  readonly color: Color;
}

export interface ThinkMessage extends TimePlan {
  readonly type: 'think';
  readonly id: number;
  /** When the think began, on the engine's clock; null: when the thread begins to search. */
  readonly startedAt: number | null;
  readonly position: PositionMessage;
  /** Answer without searching, regardless of the clock. */
  readonly atOnce: boolean;
  readonly maxDepth: number;
  /** 0: no limit. */
  readonly maxNodes: number;
  readonly lines: number;
  /** First look for a win by threats. */
  readonly solve: boolean;
  /** x and y of the excluded moves. */
  readonly excluded: readonly number[];
  /** Report which root moves are being searched. */
  readonly showRoot: boolean;
  readonly tableBytes: number;
  /** The table in the memory of the lowered search; null: the thread makes its own. */
  readonly table: TableRegion | null;
  /** Whether several threads use the table at once. */
  readonly isShared: boolean;
  /** 0 for the deciding thread, 1 and up for helping threads, which report nothing. */
  readonly helper: number;
}

/** A short think whose only purpose is to get the search compiled; its results are discarded. */
export interface WarmUpMessage {
  readonly type: 'warmUp';
  readonly id: number;
  readonly position: PositionMessage;
  readonly forMs: number;
}

export type ToWorker =
  | ThinkMessage
  | WarmUpMessage
  /** Clears everything learned from earlier positions. */
  | { readonly type: 'clear' };

/** Statistics of a search, finished or running. */
export interface SearchStats {
  /** Alternating x and y of its moves; the first is the best move. Empty if there is none. */
  readonly pv: readonly number[];
  readonly score: number;
  readonly depth: number;
  readonly selDepth: number;
  readonly nodes: number;
  /** Rank of this line, from 0, and the number of lines. */
  readonly line: number;
  readonly lines: number;
}

export interface InfoMessage extends SearchStats {
  readonly type: 'info';
  readonly id: number;
  readonly kind: InfoKind;
}

export interface ResultMessage extends SearchStats {
  readonly type: 'result';
  readonly id: number;
  /** x and y of the move; empty if the search found none. */
  readonly best: readonly number[];
  readonly forced: boolean;
  /** Duration of the search, milliseconds. */
  readonly searchMs: number;
}

/** The position and the table of this think are ready: the search begins, and helpers may now join. */
export interface StartedMessage {
  readonly type: 'started';
  readonly id: number;
  /** When the think began, on the engine's clock. */
  readonly startedAt: number;
}

/** Start, progress and result of a think. */
export type ThinkNews =
  | StartedMessage
  | InfoMessage
  /** Changes at the root: x, y and state (1 being searched, 2 done, 3 loses) of each move. */
  | { readonly type: 'root'; readonly id: number; readonly changes: readonly number[] }
  | ResultMessage;
/** Resident memory is that of the whole process; 0 if the system does not report it. */
export type FromWorker =
  | ThinkNews
  | { readonly type: 'error'; readonly id: number; readonly text: string }
  /** The thread has loaded the search, and has no table yet. */
  | { readonly type: 'loaded'; readonly rssBytes: number }
  /** The thread has been warmed up, with the smallest table. */
  | { readonly type: 'ready'; readonly rssBytes: number };
