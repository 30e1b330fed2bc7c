/**
 * The search as its host uses it. There are two forms of it, from the same source and of the same results: lowered to
 * WebAssembly (wasm-kernel.ts), which plays, and as JavaScript (js-kernel.ts), where there is no memory for that.
 */
import type { LearnedTables } from './learned-weights.ts';
import type { NetworkArrays } from './network-weights.ts';

/** What the search asks of its host, see kernel/search/host.ts. */
export interface KernelHost {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** 1 if the search must return at once; asked every few dozen nodes. */
  stop(): number;
  /** Something to tell, by kind. */
  info(kind: number): void;
}

/** A transposition table in the memory that all threads of an engine share; see kernel-memory.ts. */
export interface TableRegion {
  /** First byte. */
  readonly at: number;
  /** See kernel/search/table-size.ts. */
  readonly bytes: number;
}

/**
 * Functions and arrays as in kernel/index.ts; the search writes the arrays, but for `params` and `rootExcluded`, and
 * its host reads.
 */
export interface Kernel extends LearnedTables, NetworkArrays {
  readonly result: Int32Array;
  readonly pv: Int32Array;
  readonly rootState: Uint8Array;
  readonly rootExcluded: Uint8Array;
  readonly params: Int32Array;
  /** See kernel/search/sample.ts. */
  readonly samples: Int32Array;
  kilonodes(): number;
  newGame(): void;
  clearSamples(): void;
  place(x: number, y: number, color: number): void;
  setUp(width: number, height: number, rule: number, winLength: number): void;
  think(color: number, optimumMs: number, maximumMs: number, maxDepth: number, maxNodes: number, lines: number): void;
  /** A table of its own, that only this search uses. */
  setTableBytes(bytes: number): void;
  /** A table in shared memory, that only this search uses for now. */
  useTable(room: TableRegion): void;
  /** A table in shared memory that several threads use; see kernel/search/search.ts. */
  joinSearch(room: TableRegion, search: number, index: number): void;
}
