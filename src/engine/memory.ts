/**
 * How large the search's table may be. A memory limit counts the whole process: runtime, code, heap and table.
 */
import { PRIVATE_BYTES } from '../runtime/memory-layout.ts';

const MEGABYTE = 1 << 20;

/** Largest table unless a limit has room for more: then it takes half of that. */
const DEFAULT_TABLE_BYTES = 128 * MEGABYTE;
/** Largest table there is. */
const MAX_TABLE_BYTES = 1024 * MEGABYTE;
/** Smallest table the search works with. */
export const MIN_TABLE_BYTES = MEGABYTE / 4;
/**
 * What process and search thread need without a table, until it has been measured on this machine. Node 20 on Linux,
 * x64: see docs/experiments/speed.md.
 */
export const EXPECTED_BASELINE_BYTES = 66 * MEGABYTE;

/**
 * Room left for what grows during a search: code being compiled, messages on their way.
 * @returns bytes
 */
function headroom(limitBytes: number): number {
  return 6 * MEGABYTE + limitBytes / 32;
}

/** What a helping thread needs beside the table, half of it right behind that; see docs/experiments/speed.md. */
export const HELPER_BYTES = 20 * MEGABYTE;
/** Helping threads leave the table at least this much. */
const TABLE_BESIDE_HELPERS_BYTES = 8 * MEGABYTE;
/** What a process of Node's holds when the engine is made in it, if the process is the engine's alone. */
export const EXPECTED_START_BYTES = 52 * MEGABYTE;

/** How much of what a process holds is not the engine's. @param startBytes resident memory when the engine was made */
export function hostBytes(startBytes: number): number {
  return Math.max(0, startBytes - EXPECTED_START_BYTES);
}

/** Room for the nodes of some seven moves, for each millisecond of a move. */
const TABLE_BYTES_PER_MS = 64 << 10;

/**
 * A larger table than a game soon fills makes the search slower: more of it lies outside the processor's caches, and
 * its pages have to be brought in. In few steps, as a table that grows in the middle of a game is emptied.
 * @param maximumMs of a think @param threads that fill the table @returns bytes that it has use for /
 */
export function tableBytesForTime(maximumMs: number, threads: number): number {
  const bytes = maximumMs * threads * TABLE_BYTES_PER_MS;
  if (bytes <= 16 * MEGABYTE) return 16 * MEGABYTE;
  if (bytes <= 32 * MEGABYTE) return 32 * MEGABYTE;
  if (bytes <= 64 * MEGABYTE) return 64 * MEGABYTE;
  return bytes <= 128 * MEGABYTE ? 128 * MEGABYTE : MAX_TABLE_BYTES;
}

/**
 * @param limitBytes for the whole process; 0: no limit given
 * @param baselineBytes resident memory of the process with the smallest table, without what belongs to its host
 * @param wishedBytes table size somebody asked for; 0: none
 * @param spareBytes kept free for what grows
 * @returns bytes for the table, or 0 if the process does not fit into the limit even with the smallest one
 */
export function planTableBytes(
  limitBytes: number,
  baselineBytes: number,
  wishedBytes = 0,
  spareBytes = headroom(limitBytes),
): number {
  // Without a limit what the process holds is nobody's business.
  if (limitBytes === 0) return Math.floor(Math.max(MIN_TABLE_BYTES, wishedBytes || DEFAULT_TABLE_BYTES));
  if (limitBytes < baselineBytes + MIN_TABLE_BYTES) return 0;
  const room = Math.max(MIN_TABLE_BYTES, limitBytes - baselineBytes - spareBytes);
  const usual = Math.min(MAX_TABLE_BYTES, Math.max(DEFAULT_TABLE_BYTES, limitBytes / 2));
  return Math.floor(Math.max(MIN_TABLE_BYTES, Math.min(room, wishedBytes || usual)));
}

/**
 * @param wantedHelpers threads beside the deciding one @param helperBytes what each needs
 * @returns how many of them there is room for, beside a table that is worth their help
 */
export function fittingHelpers(
  limitBytes: number,
  baselineBytes: number,
  wantedHelpers: number,
  helperBytes = HELPER_BYTES,
  spareBytes = headroom(limitBytes),
): number {
  const room = limitBytes - baselineBytes - spareBytes - TABLE_BESIDE_HELPERS_BYTES;
  return Math.min(wantedHelpers, limitBytes === 0 ? wantedHelpers : Math.floor(Math.max(0, room) / helperBytes));
}

/**
 * What counts against a limit of the system's on data (`ulimit -d`), as V8 asks for more than it uses: process and
 * search thread without a table, and each helper with what it has behind the table. Node 20 and 22 on Linux, x64: see
 * docs/experiments/speed.md.
 */
const DATA_BASELINE_BYTES = 120 * MEGABYTE;
const HELPER_DATA_BYTES = 28 * MEGABYTE;

export interface ThreadPlan {
  readonly helpers: number;
  /** For the table, at least the smallest. */
  readonly tableBytes: number;
  /** For the table and what each helper has behind it, at most. */
  readonly mostBytes: number;
}

/** @param wantedHelpers threads beside the deciding one @returns how many of them there is room for, and the memory */
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
 * Half of what is left goes to the table and half to helpers, however many there are: a table that changed with them
 * would for a while be there twice.
 * @param limitBytes of the system on data; 0: none @returns `plan`, or less where that would pass the limit /
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
