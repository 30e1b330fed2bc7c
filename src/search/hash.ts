/**
 * Hash of a position with the side to move.
 */
import { WHITE } from '../core/point.ts';
import { SIDE_KEY_HIGH, SIDE_KEY_LOW } from '../core/zobrist.ts';
import { HASH_HIGH, HASH_LOW, record, records } from '../patterns/state.ts';

/** @returns low word of the hash with `side` to move; it chooses the bucket */
export function hashLow(side: number): number {
  const low = records[record + HASH_LOW];
  return side === WHITE ? low ^ SIDE_KEY_LOW : low;
}

/** @returns high word of the hash with `side` to move */
export function hashHigh(side: number): number {
  const high = records[record + HASH_HIGH];
  return side === WHITE ? high ^ SIDE_KEY_HIGH : high;
}
