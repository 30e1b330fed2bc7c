/** Hash keys: two int32 words per stone, from a fixed seed, so that a position has the same hash in every run. */
import { CELLS } from './point.ts';

export const KEY_WORDS = 2;

/** Low word of the key, by color (0 black, 1 white, 2 blocked) and point; the high word follows it. */
export const stoneKey = new Int32Array(3 * CELLS * KEY_WORDS);
/** Mixed into the hash when White is to move. */
export const SIDE_KEY_LOW = 0x3c6ef372;
export const SIDE_KEY_HIGH = 0x1b873593;

/** xorshift32 (Marsaglia 2003): never 0 for a seed that is not 0. */
export function nextRandom(state: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state | 0;
}

function fillKeys(): void {
  let state = 0x2545f491;
  for (let i = 0; i < stoneKey.length; i++) {
    state = nextRandom(state);
    // A second scrambling: neighboring xorshift states differ in few bits.
    let word = Math.imul(state, 0x9e3779b1 | 0);
    word ^= word >>> 15;
    word = Math.imul(word, 0x85ebca6b | 0);
    stoneKey[i] = word ^ (word >>> 13);
  }
}

fillKeys();
