/**
 * Transposition table: one flat array of int32 words, five entries of three words in a bucket of sixteen (one cache
 * line). Scores of forced wins are stored relative to the entry's position.
 *
 * Several threads may share it without locks: an entry's first word is the high word of the hash combined with the
 * other two words, so a half-written entry does not match (Hyatt and Mann 2002).
 *
 * The last word of a bucket counts how often the table had been cleared when the bucket was last written, and that of
 * the first bucket how often it has been cleared: a bucket with another count is empty. So clearing costs nothing.
 *
 * Words of an entry: 0 high word of the hash xor words 1 and 2; 1 score << 16 | staticEval (16 bits); 2 move (10 bits),
 * bound (2), pv flag (1), generation (6), depth (8, half plies above {@link DEPTH_FLOOR}), key bits (5).
 */
import { ONE_PLY } from './params.ts';
import { WIN_BOUND } from './score.ts';
import { MIN_TABLE_SIZE, SIZE_BITS, tableSize } from './table-size.ts';

export const BOUND_NONE = 0;
export const BOUND_UPPER = 1;
export const BOUND_LOWER = 2;
export const BOUND_EXACT = 3;

const BUCKET_WORDS = 16;
const ENTRY_WORDS = 3;
const BUCKET_ENTRIES = 5;
const CLEARED = BUCKET_WORDS - 1;

const BOUND_SHIFT = 10;
const PV_SHIFT = 12;
const GENERATION_SHIFT = 13;
const DEPTH_SHIFT = 19;
const KEY_SHIFT = 27;
const MOVE_MASK = 1023;
const GENERATION_MASK = 63;

/** Depths are stored in half plies from this many plies below zero. */
const DEPTH_FLOOR = 4;
const HALF_PLY = ONE_PLY >> 1;
/** An entry's value drops by this many half plies with every search that did not touch it. */
const AGE_WEIGHT = 8;

/** Stored in place of a static evaluation that was not computed. */
export const NO_EVAL = -32768;

/** The table has `parts << partShift` buckets; a table whose size is a power of two has 128 parts. */
const PART_MASK = (1 << (SIZE_BITS - 1)) - 1;
/** Highest bits of the low word, which choose between parts where there are more than 128. */
const FRACTION_BITS = 9;
/** Bits that choose a part. */
const PLACE_BITS = SIZE_BITS - 1 + FRACTION_BITS;

let words: Int32Array = new Int32Array(MIN_TABLE_SIZE >> 2);
let parts = 0;
let partShift = 0;
let inPartMask = 0;
measureTable();
let generation = 0;
/** 1 while {@link words} belongs to several threads. */
let isShared = 0;
/** Words 1 and 2 of the entry that {@link probe} found. */
let foundValues = 0;
let foundData = 0;

function measureTable(): void {
  const buckets = (words.length / BUCKET_WORDS) | 0;
  partShift = 32 - SIZE_BITS - Math.clz32(buckets);
  parts = buckets >> partShift;
  inPartMask = (1 << partShift) - 1;
}

/**
 * Buckets are filled evenly, whatever their number: the part is the high half of a product (Lemire 2019). The bits of
 * the factor are ordered so that a table whose size is a power of two uses the lowest bits of the hash, as they are.
 * @returns where the bucket of a hash begins
 */
function bucketAt(low: number): number {
  const place = (((low >>> partShift) & PART_MASK) << FRACTION_BITS) | (low >>> (32 - FRACTION_BITS));
  return (((((place * parts) >> PLACE_BITS) << partShift) | (low & inPartMask)) * BUCKET_WORDS) | 0;
}

/**
 * Announces that a {@link probe} will soon need a bucket: in C, the processor prefetches it while the search continues.
 * Otherwise a search spends a quarter of its time waiting for its table.
 */
export function fetchBucket(low: number): void {
  fetchWord(bucketAt(low));
}

/** Nothing to do here. The form in C has an instruction for it, see tools/lowering/c-kernels.ts. */
function fetchWord(_at: number): void {}

/** @param bytes upper bound, see {@link tableSize}. A table of another size starts empty */
export function resizeTable(bytes: number): void {
  const size = tableSize(bytes);
  if (isShared === 0 && words.length === size >> 2) return;
  isShared = 0;
  // Release the old one first: both together may not fit the memory limit.
  words = new Int32Array(0);
  words = new Int32Array(size >> 2);
  measureTable();
}

/**
 * Uses a table shared with other threads until the next {@link resizeTable}.
 * @param table int32 words of a {@link tableSize}
 * @param search number of the search, the same in all threads
 */
export function shareTable(table: Int32Array, search: number): void {
  adoptTable(table);
  isShared = 1;
  generation = search & GENERATION_MASK;
}

/**
 * Uses a table that the host has allocated. @param table int32 words of a {@link tableSize}; empty, or with the
 * contents of earlier searches
 */
export function adoptTable(table: Int32Array): void {
  words = table;
  isShared = 0;
  measureTable();
}

/** @returns size of the table in bytes */
export function tableBytes(): number {
  return words.length << 2;
}

/** Empties the table. A shared one is left alone: its owner empties it, between two searches. */
export function clearTable(): void {
  if (isShared !== 0) return;
  const cleared = words[CLEARED] + 1;
  words.fill(0, 0, BUCKET_WORDS);
  words[CLEARED] = cleared;
  generation = 0;
}

/** Called once per search, so that entries of earlier searches are replaced first. */
export function startGeneration(): void {
  // Threads that share a table get the number of their search from the host.
  if (isShared !== 0) return;
  generation = (generation + 1) & GENERATION_MASK;
}

/**
 * Probes a position; the entry readers below read what it found, until the next probe.
 *
 * Every word is read once. Another thread may write the entry at any moment, so only the copy that was checked is used,
 * and only the copy is written back.
 * @returns 1 if there is an entry, else 0
 */
export function probe(low: number, high: number): number {
  let at = bucketAt(low);
  if (words[at + CLEARED] !== words[CLEARED]) return 0;
  const keyBits = low >>> KEY_SHIFT;
  for (let i = 0; i < BUCKET_ENTRIES; i++, at += ENTRY_WORDS) {
    const data = words[at + 2];
    if (data === 0 || data >>> KEY_SHIFT !== keyBits) continue;
    const values = words[at + 1];
    if ((words[at] ^ values ^ data) !== high) continue;
    const touched = (data & ~(GENERATION_MASK << GENERATION_SHIFT)) | (generation << GENERATION_SHIFT);
    words[at + 2] = touched;
    words[at] = high ^ values ^ touched;
    foundValues = values;
    foundData = data;
    return 1;
  }
  return 0;
}

export function entryMove(): number {
  return foundData & MOVE_MASK;
}
export function entryBound(): number {
  return (foundData >>> BOUND_SHIFT) & 3;
}
export function entryIsPv(): number {
  return (foundData >>> PV_SHIFT) & 1;
}
/** @returns depth in units of 1 / ONE_PLY ply */
export function entryDepth(): number {
  return (((foundData >>> DEPTH_SHIFT) & 255) - 2 * DEPTH_FLOOR) * HALF_PLY;
}
export function entryEval(): number {
  return (foundValues << 16) >> 16;
}
/** @returns score as seen from a node `ply` plies from the root */
export function entryScore(ply: number): number {
  const score = foundValues >> 16;
  if (score >= WIN_BOUND) return score - ply;
  if (score <= -WIN_BOUND) return score + ply;
  return score;
}

/** @returns `estimate`, or a stored score where its bound shows that the true score lies on that side */
export function betterEstimate(estimate: number, score: number, bound: number): number {
  if (score > estimate && (bound & BOUND_LOWER) !== 0) return score;
  return score < estimate && (bound & BOUND_UPPER) !== 0 ? score : estimate;
}

/**
 * @returns 1 if a stored score is a forced win or loss that holds whatever the depth it was found at. A bound on the
 *   other side only says that a faster one was not found.
 */
export function isProof(score: number, bound: number): number {
  if (score >= WIN_BOUND) return (bound & BOUND_LOWER) !== 0 ? 1 : 0;
  return score <= -WIN_BOUND && (bound & BOUND_UPPER) !== 0 ? 1 : 0;
}

/** @returns what `score`, found with the window from `alpha` to `beta`, means for the true score */
export function boundOf(score: number, alpha: number, beta: number): number {
  return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

/**
 * Stores a result: replaces the entry of the same position, or else the least valuable one of the bucket.
 * @param depth in units of 1 / ONE_PLY ply
 * @param move point, 0 for none
 */
export function store(
  low: number,
  high: number,
  score: number,
  staticEval: number,
  isPv: number,
  bound: number,
  move: number,
  depth: number,
  ply: number,
): void {
  const keyBits = low >>> KEY_SHIFT;
  let stored = (depth / HALF_PLY) | 0;
  stored += 2 * DEPTH_FLOOR;
  if (stored < 0) stored = 0;
  if (stored > 255) stored = 255;
  let at = bucketAt(low);
  if (words[at + CLEARED] !== words[CLEARED]) {
    words.fill(0, at, at + CLEARED);
    words[at + CLEARED] = words[CLEARED];
  }
  let victim = at;
  let victimWorth = 1 << 20;
  let kept = move;
  for (let i = 0; i < BUCKET_ENTRIES; i++, at += ENTRY_WORDS) {
    const data = words[at + 2];
    if (data !== 0 && data >>> KEY_SHIFT === keyBits && (words[at] ^ words[at + 1] ^ data) === high) {
      const oldDepth = (data >>> DEPTH_SHIFT) & 255;
      if (
        bound !== BOUND_EXACT &&
        stored + 4 < oldDepth &&
        ((data >>> GENERATION_SHIFT) & GENERATION_MASK) === generation
      )
        return;
      if (kept === 0) kept = data & MOVE_MASK;
      victim = at;
      break;
    }
    const age = (generation - ((data >>> GENERATION_SHIFT) & GENERATION_MASK)) & GENERATION_MASK;
    const worth = data === 0 ? -(1 << 20) : ((data >>> DEPTH_SHIFT) & 255) - age * AGE_WEIGHT;
    if (worth < victimWorth) {
      victimWorth = worth;
      victim = at;
    }
  }
  let relative = score;
  if (score >= WIN_BOUND) relative += ply;
  else if (score <= -WIN_BOUND) relative -= ply;
  const values = (relative << 16) | (staticEval & 0xffff);
  const data =
    kept |
    (bound << BOUND_SHIFT) |
    (isPv << PV_SHIFT) |
    (generation << GENERATION_SHIFT) |
    (stored << DEPTH_SHIFT) |
    (keyBits << KEY_SHIFT);
  words[victim] = high ^ values ^ data;
  words[victim + 1] = values;
  words[victim + 2] = data;
}
