/**
 * Hash of a position with the side to move.
 */
import { WHITE } from '../core/point.ts';
import { SIDE_KEY_HIGH, SIDE_KEY_LOW } from '../core/zobrist.ts';
import { HASH_HIGH, HASH_LOW, record, records } from '../patterns/state.ts';

/** Mixed into the hash while the search prunes nothing, so that it takes no entry of one that did. */
const EXHAUSTIVE_KEY = 0x2545f491;
let searchKey = 0;

/** @param isExhaustive 1 if what is stored and found from now on belongs to a search without pruning */
export function setExhaustive(isExhaustive: number): void {
  searchKey = isExhaustive !== 0 ? EXHAUSTIVE_KEY : 0;
}

/** @returns low word of the hash with `side` to move; it chooses the bucket */
export function hashLow(side: number): number {
  const low = records[record + HASH_LOW];
  return side === WHITE ? low ^ SIDE_KEY_LOW : low;
}

/** @returns high word of the hash with `side` to move */
export function hashHigh(side: number): number {
  const high = records[record + HASH_HIGH] ^ searchKey;
  return side === WHITE ? high ^ SIDE_KEY_HIGH : high;
}
