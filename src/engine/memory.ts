/** Plans the size of the search's table. A memory limit covers the whole process: runtime, code, heap and table. */
import { PRIVATE_BYTES } from './runtime/memory-layout.ts';

const MEGABYTE = 1 << 20;

/** Default table size; under a memory limit of more than twice this, half the limit. */
const DEFAULT_TABLE_BYTES = 128 * MEGABYTE;
/** Largest supported table. */
const MAX_TABLE_BYTES = 1024 * MEGABYTE;
/** Smallest table the search works with. */
export const MIN_TABLE_BYTES = MEGABYTE / 4;
/**
 * What process and search thread are assumed to need without a table where the system does not report it. Node 20 on
 * Linux, x64: see docs/experiments/speed.md.
 */
export const EXPECTED_BASELINE_BYTES = 71 * MEGABYTE;

/** @returns bytes to leave free for what grows during a search: code being compiled, messages in transit */
function headroom(limitBytes: number): number {
  return 6 * MEGABYTE + limitBytes / 32;
}

/** What a helping thread needs in addition to the table, half of it right after the table; see speed.md. */
export const HELPER_BYTES = 20 * MEGABYTE;
/** Helping threads leave at least this much for the table. */
const MIN_TABLE_WITH_HELPERS_BYTES = 8 * MEGABYTE;
/** What a Node process holds when the engine is created in it, if the engine has the process to itself. */
export const EXPECTED_START_BYTES = 54 * MEGABYTE;

/** @param startBytes resident memory when the engine was created @returns how much of it is not the engine's */
export function hostBytes(startBytes: number): number {
  return Math.max(0, startBytes - EXPECTED_START_BYTES);
}

/** What the first search adds to a process in which it is loaded, without its table: compiled code, garbage. */
const FIRST_SEARCH_BYTES = 3.75 * MEGABYTE;

/** @param loadedBytes resident memory with the search loaded @returns what the process will need without a table */
export function baselineWhenLoaded(loadedBytes: number, ofHostBytes: number): number {
  return loadedBytes - ofHostBytes + FIRST_SEARCH_BYTES;
}

/** Per millisecond of a move: enough for the nodes of about seven moves. */
const TABLE_BYTES_PER_MS = 64 << 10;

/**
 * A larger table than the game soon fills slows the search down: more of it is outside the processor's caches, and its
 * pages have to be mapped. The sizes have few steps, because a table that grows during a game is cleared.
 * @param maxMs of a think
 * @param threads that fill the table
 * @returns bytes that such a think can use
 */
export function tableBytesForTime(maxMs: number, threads: number): number {
  const bytes = maxMs * threads * TABLE_BYTES_PER_MS;
  if (bytes <= 16 * MEGABYTE) return 16 * MEGABYTE;
  if (bytes <= 32 * MEGABYTE) return 32 * MEGABYTE;
  if (bytes <= 64 * MEGABYTE) return 64 * MEGABYTE;
  return bytes <= 128 * MEGABYTE ? 128 * MEGABYTE : MAX_TABLE_BYTES;
}

/**
 * @param limitBytes for the whole process; 0: no limit
 * @param baselineBytes resident memory of the process with the smallest table, without what belongs to its host
 * @param wishedBytes requested table size; 0: none
 * @param spareBytes to leave free for what grows
 * @returns bytes for the table, or 0 if the process does not fit into the limit even with the smallest one
 */
export function planTableBytes(
  limitBytes: number,
  baselineBytes: number,
  wishedBytes = 0,
  spareBytes = headroom(limitBytes),
): number {
  // Without a limit, it does not matter what the process holds.
  if (limitBytes === 0) return Math.floor(Math.max(MIN_TABLE_BYTES, wishedBytes || DEFAULT_TABLE_BYTES));
  if (limitBytes < baselineBytes + MIN_TABLE_BYTES) return 0;
  const room = Math.max(MIN_TABLE_BYTES, limitBytes - baselineBytes - spareBytes);
  const usual = Math.min(MAX_TABLE_BYTES, Math.max(DEFAULT_TABLE_BYTES, limitBytes / 2));
  return Math.floor(Math.max(MIN_TABLE_BYTES, Math.min(room, wishedBytes || usual)));
}

/**
 * @param wantedHelpers threads in addition to the deciding one
 * @param helperBytes what each needs
 * @returns how many of them fit, next to a table that is worth their help
 */
export function fittingHelpers(
  limitBytes: number,
  baselineBytes: number,
  wantedHelpers: number,
  helperBytes = HELPER_BYTES,
  spareBytes = headroom(limitBytes),
): number {
  const room = limitBytes - baselineBytes - spareBytes - MIN_TABLE_WITH_HELPERS_BYTES;
  return Math.min(wantedHelpers, limitBytes === 0 ? wantedHelpers : Math.floor(Math.max(0, room) / helperBytes));
}

/**
 * What counts against the system's limit on data (`ulimit -d`), as V8 requests more than it uses: process and search
 * thread without a table, and each helper with its memory after the table. Node 20 and 22 on Linux, x64: see
 * docs/experiments/speed.md.
 */
const DATA_BASELINE_BYTES = 120 * MEGABYTE;
const HELPER_DATA_BYTES = 28 * MEGABYTE;

export interface ThreadPlan {
  readonly helpers: number;
  /** Size of the table, at least the smallest. */
  readonly tableBytes: number;
  /** Maximum for the table and the memory of the helpers after it. */
  readonly mostBytes: number;
}

/** @param wantedHelpers threads in addition to the deciding one @returns how many of them fit, and the table's size */
export function planThreads(
  limitBytes: number,
  baselineBytes: number,
  wishedBytes: number,
  wantedHelpers: number,
): ThreadPlan {
  const helpers = fittingHelpers(limitBytes, baselineBytes, wantedHelpers);
  const tableBytes = planTableBytes(limitBytes, baselineBytes + helpers * HELPER_BYTES, wishedBytes);
  const elsewhereBytes = baselineBytes + headroom(limitBytes) + helpers * (HELPER_BYTES - PRIVATE_BYTES);
  const mostBytes = limitBytes === 0 ? Number.POSITIVE_INFINITY : limitBytes - elsewhereBytes;
  return { helpers, tableBytes: tableBytes || MIN_TABLE_BYTES, mostBytes };
}

/**
 * Half of what is left goes to the table and half to helpers, regardless of their number: a table whose size changed
 * with it would temporarily exist twice.
 * @param limitBytes the system's limit on data; 0: none
 * @returns `plan`, reduced if it would exceed the limit
 */
export function withinDataLimit(plan: ThreadPlan, limitBytes: number): ThreadPlan {
  if (limitBytes === 0) return plan;
  const half = Math.max(0, limitBytes - DATA_BASELINE_BYTES - headroom(limitBytes)) / 2;
  return {
    ...plan,
    helpers: Math.min(plan.helpers, Math.floor(half / HELPER_DATA_BYTES)),
    tableBytes: Math.min(plan.tableBytes, Math.max(MIN_TABLE_BYTES, Math.floor(half))),
  };
}
