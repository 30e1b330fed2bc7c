/**
 * How large the search's table may be. A memory limit counts the whole process: runtime, code, heap and table.
 */

const MEGABYTE = 1 << 20;

/** What a brain may use when nobody said anything: the limit of the Gomocup tournament. */
export const DEFAULT_MEMORY_BYTES = 350 * MEGABYTE;
/** Largest table unless a limit above the default asks for more. */
const DEFAULT_TABLE_BYTES = 128 * MEGABYTE;
/** Largest table there is. */
const LARGEST_TABLE_BYTES = 1024 * MEGABYTE;
/** Smallest table the search works with. */
export const SMALLEST_TABLE_BYTES = MEGABYTE / 4;
/**
 * What process and search thread need without a table, until it has been measured on this machine. Node 20 on Linux,
 * x64: see docs/performance.md.
 */
export const EXPECTED_BASELINE_BYTES = 66 * MEGABYTE;

/**
 * Room left for what grows during a search: code being compiled, messages on their way.
 * @returns bytes
 */
function headroom(limitBytes: number): number {
  return 6 * MEGABYTE + limitBytes / 32;
}

/**
 * @param limitBytes for the whole process; 0: no limit given
 * @param baselineBytes resident memory of the process with the smallest table
 * @param wishedBytes table size somebody asked for; 0: none
 * @returns bytes for the table, or 0 if the process does not fit into the limit even with the smallest one
 */
export function planTableBytes(limitBytes: number, baselineBytes: number, wishedBytes = 0): number {
  const limit = limitBytes || DEFAULT_MEMORY_BYTES;
  if (limit < baselineBytes + SMALLEST_TABLE_BYTES) return 0;
  const room = Math.max(SMALLEST_TABLE_BYTES, limit - baselineBytes - headroom(limit));
  const usual = limit > DEFAULT_MEMORY_BYTES ? Math.min(limit / 2, LARGEST_TABLE_BYTES) : DEFAULT_TABLE_BYTES;
  return Math.floor(Math.max(SMALLEST_TABLE_BYTES, Math.min(room, wishedBytes || usual)));
}
