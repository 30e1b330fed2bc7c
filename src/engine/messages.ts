/**
 * What the engine and its search thread say to each other. Points are pairs of x and y in flat arrays; times are
 * milliseconds from the start of the think.
 */
import type { Color } from '../core/color.ts';
import type { TableRegion } from '../runtime/kernel.ts';
import type { WasmMemory } from '../runtime/webassembly.ts';
import type { InfoKind } from './api.ts';
import type { TimePlan } from './time.ts';

/** Given to the thread when it is made. */
export interface WorkerSetup {
  readonly control: Int32Array;
  /** Zero of the engine's clock, see clock.ts. */
  readonly epochMs: number;
  /** Memory of the lowered search; null: none can be had, or none can be shared. */
  readonly memory: WasmMemory | null;
  /** What a thread without such memory may use for a table of its own. */
  readonly tableBytes: number;
  /** Where this thread has its part of it. */
  readonly base: number;
  /** Bytes of the memory that an engine before this one has written; this thread makes them zero. */
  readonly dirtyBytes: number;
}

/** A position whole, so that the thread keeps nothing but its tables. */
export interface PositionMessage {
  readonly width: number;
  readonly height: number;
  readonly rule: number;
  readonly winLength: number;
  /** x, y, color (3 blocked) of every stone in playing order. */
  readonly stones: readonly number[];
  readonly color: Color;
}

export interface ThinkMessage extends TimePlan {
  readonly type: 'think';
  readonly id: number;
  /** When the think began, by the engine's clock. */
  readonly startedAt: number;
  readonly position: PositionMessage;
  /** Answer without searching, whatever the clock says. */
  readonly atOnce: boolean;
  readonly maxDepth: number;
  /** 0: no limit. */
  readonly maxNodes: number;
  readonly lines: number;
  /** Look for a win by threats first. */
  readonly solve: boolean;
  /** x and y of the points that are not to be played. */
  readonly excluded: readonly number[];
  /** Report which root moves are being searched. */
  readonly showRoot: boolean;
  readonly tableBytes: number;
  /** The table in the memory of the lowered search; null: the thread makes one of its own. */
  readonly room: TableRegion | null;
  /** Several threads use the table at once. */
  readonly isShared: boolean;
  /** 0 for the thread whose result counts, 1 and up for those that help it and report nothing. */
  readonly helper: number;
}

/** A short think whose only purpose is to have the search compiled; its results are forgotten. */
export interface WarmUpMessage {
  readonly type: 'warmUp';
  readonly id: number;
  readonly position: PositionMessage;
  readonly forMs: number;
}

export interface ForgetMessage {
  readonly type: 'forget';
}

export type ToWorker = ThinkMessage | WarmUpMessage | ForgetMessage;

/** The figures of a search, finished or running. */
export interface SearchStats {
  /** Moves, x and y in turn; the first is the best move. Empty if there is none. */
  readonly pv: readonly number[];
  readonly score: number;
  readonly depth: number;
  readonly selDepth: number;
  readonly nodes: number;
  /** Which of several best lines this is, from 0, and how many there are. */
  readonly line: number;
  readonly lines: number;
}

export interface InfoMessage extends SearchStats {
  readonly type: 'info';
  readonly id: number;
  readonly kind: InfoKind;
}

/** Changes at the root: x, y, state (1 being searched, 2 done, 3 loses) of each move. */
export interface RootMessage {
  readonly type: 'root';
  readonly id: number;
  readonly changes: readonly number[];
}

export interface ResultMessage extends SearchStats {
  readonly type: 'result';
  readonly id: number;
  /** x and y of the move, or nothing if the search found none. */
  readonly best: readonly number[];
  readonly forced: boolean;
  /** How long the search ran, milliseconds. */
  readonly searchMs: number;
}

export interface ErrorMessage {
  readonly type: 'error';
  readonly id: number;
  readonly text: string;
}

/** The table is ready for the position of this think: from here on helpers may join. */
export interface StartedMessage {
  readonly type: 'started';
  readonly id: number;
}

/** The thread has been warmed up. */
export interface ReadyMessage {
  readonly type: 'ready';
  /** Resident memory of the whole process, with the smallest table. */
  readonly rssBytes: number;
}

/** What is told of a think while it runs, and in the end. */
export type ThinkNews = InfoMessage | RootMessage | ResultMessage;
export type FromWorker = ThinkNews | ErrorMessage | StartedMessage | ReadyMessage;
