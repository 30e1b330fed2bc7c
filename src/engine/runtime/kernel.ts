/**
 * The search as its host uses it. It has three forms, made from the same source and with the same results: lowered to C
 * and compiled to an addon of Node (native-kernel.ts), lowered to WebAssembly (wasm-kernel.ts), and as JavaScript
 * (js-kernel.ts), where WebAssembly gets no memory.
 */
import type { LearnedTables } from './learned-weights.ts';
import type { NetworkArrays } from './network-weights.ts';

/** What the search asks of its host, see kernel/search/host.ts. */
export interface KernelHost {
  now(): number;
  /** 1 if the search must return at once; called every few dozen nodes. */
  stop(): number;
  info(kind: number): void;
}

/** A transposition table in the memory that all threads of an engine share; see kernel-memory.ts. */
export interface TableRegion {
  readonly at: number;
  /** See kernel/search/table-size.ts. */
  readonly bytes: number;
}

/**
 * Functions and arrays as in kernel/index.ts. The search writes the arrays and its host reads them, except for
 * `params` and `rootExcluded`, which the host writes.
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
  think(color: number, optimumMs: number, maxMs: number, maxDepth: number, maxNodes: number, lines: number): void;
  /** Makes a separate table that only this search uses. */
  setTableBytes(bytes: number): void;
  /** Uses a table in shared memory that no other search uses for now. */
  useTable(table: TableRegion): void;
  /** Uses a table in shared memory together with other threads; see kernel/search/search.ts. */
  joinSearch(table: TableRegion, search: number, index: number): void;
}
