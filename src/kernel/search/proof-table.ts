/** The table of the proof-number search: what is known of each position on the way to a win. */

/** Proof numbers at or beyond this are settled. */
export const SETTLED = 1 << 28;

/**
 * Entry: high hash word, proof number, disproof number, and plies to the five when proven (8 bits), number of the
 * search (10) and key bits (14). With those of the bucket and the high word, 57 to 62 bits of the hash count: among
 * 2^30 positions, a collision is unlikely, whereas the high word alone let some happen.
 */
const ENTRY_WORDS = 4;
const BUCKET_ENTRIES = 4;
const MIN_ENTRIES = 1 << 13;
const MAX_ENTRIES = 1 << 18;
let entries = MAX_ENTRIES;
let table = new Int32Array(0);
const LENGTH_BITS = 8;
const LENGTH_MASK = 255;
const SEARCH_BITS = 10;
/** Searches are numbered from 1 to this, then the table is emptied. */
const SEARCHES = (1 << SEARCH_BITS) - 1;
/** The bits of the low hash word above those that choose the bucket of the largest table. */
const KEY_SHIFT = 18;
/** Number of the current search. Entries of other searches count as free. */
let search = 0;

/** Proof and disproof number and length of the entry {@link probeProof} found. */
export let foundProof = 1;
export let foundDisproof = 1;
export let foundLength = 0;

/** Invalidates all entries, for a new search. */
export function startProofSearch(): void {
  if (table.length === 0) table = new Int32Array(entries * ENTRY_WORDS);
  search = search < SEARCHES ? search + 1 : 1;
  if (search === 1) table.fill(0);
}

/** @param bytes upper bound for the table of this search; its size is a power of two from 128 KB to 4 MB */
export function resizeProofTable(bytes: number): void {
  let size = MIN_ENTRIES;
  while (size < MAX_ENTRIES && size * 2 * ENTRY_WORDS * 4 <= bytes) size <<= 1;
  if (size === entries) return;
  entries = size;
  table = new Int32Array(0);
}

/** @returns the part of an entry above its length, for a position in this search */
function tagOf(low: number): number {
  return ((low >>> KEY_SHIFT) << SEARCH_BITS) | search;
}

/** Probes a position; an unknown one gets `proof` and `disproof`. */
export function probeProof(low: number, high: number, proof: number, disproof: number): void {
  const tag = tagOf(low);
  let at = (low & (entries - 1) & ~(BUCKET_ENTRIES - 1)) * ENTRY_WORDS;
  for (let i = 0; i < BUCKET_ENTRIES; i++, at += ENTRY_WORDS) {
    if (table[at] === high && table[at + 3] >>> LENGTH_BITS === tag) {
      foundProof = table[at + 1];
      foundDisproof = table[at + 2];
      foundLength = table[at + 3] & LENGTH_MASK;
      return;
    }
  }
  foundProof = proof;
  foundDisproof = disproof;
  foundLength = 0;
}

export function storeProof(low: number, high: number, proof: number, disproof: number, length: number): void {
  const tag = tagOf(low);
  let at = (low & (entries - 1) & ~(BUCKET_ENTRIES - 1)) * ENTRY_WORDS;
  let victim = at;
  let victimWorth = SETTLED * 2;
  for (let i = 0; i < BUCKET_ENTRIES; i++, at += ENTRY_WORDS) {
    const known = table[at + 3] >>> LENGTH_BITS;
    if ((known & SEARCHES) !== search || (table[at] === high && known === tag)) {
      victim = at;
      break;
    }
    // Small numbers were cheap to find; settled ones are the results that matter.
    const worth = table[at + 1] > table[at + 2] ? table[at + 1] : table[at + 2];
    if (worth < victimWorth) {
      victimWorth = worth;
      victim = at;
    }
  }
  table[victim] = high;
  table[victim + 1] = proof;
  table[victim + 2] = disproof;
  table[victim + 3] = (length & LENGTH_MASK) | (tag << LENGTH_BITS);
}
