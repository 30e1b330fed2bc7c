/** Hash of a position with the side to move. */
import { stonesHashHigh, stonesHashLow } from '../patterns/state.ts';
import { CELLS, WHITE } from '../point.ts';
import { KEY_WORDS, SIDE_KEY_HIGH, SIDE_KEY_LOW, stoneKey } from '../zobrist.ts';

/** Mixed into the hash while the search prunes nothing, so that it uses no entry of a search that did. */
const EXHAUSTIVE_KEY = 0x2545f491;
let searchKey = 0;
/** Distinguishes games with the same stones: boards, rules, win lengths. */
let gameKey = 0;

/** Odd numbers that spread a small one over 32 bits. */
const SPREAD = 0x9e3779b1;
const SPREAD_MORE = 0x85ebca6b;

/** Called for every position, so that a table entry of another game never matches. */
export function setGame(width: number, height: number, rule: number, winLength: number): void {
  const game = (((width << 5) | height) << 16) | (rule << 8) | winLength;
  const mixed = Math.imul(game, SPREAD);
  gameKey = Math.imul(mixed ^ (mixed >>> 15), SPREAD_MORE);
}

/** @param isExhaustive 1 if what is stored and probed from now on belongs to a search without pruning */
export function setExhaustive(isExhaustive: number): void {
  searchKey = isExhaustive !== 0 ? EXHAUSTIVE_KEY : 0;
}

/** @returns low word of the hash with `side` to move; it chooses the bucket */
export function hashLow(side: number): number {
  const low = stonesHashLow();
  return side === WHITE ? low ^ SIDE_KEY_LOW : low;
}

/** @returns {@link hashLow} of the position after `side` has played `move` */
export function hashLowAfter(move: number, side: number): number {
  const low = stonesHashLow() ^ stoneKey[((side - 1) * CELLS + move) * KEY_WORDS];
  return side === WHITE ? low : low ^ SIDE_KEY_LOW;
}

/** @returns high word of the hash with `side` to move */
export function hashHigh(side: number): number {
  const high = stonesHashHigh() ^ searchKey ^ gameKey;
  return side === WHITE ? high ^ SIDE_KEY_HIGH : high;
}
