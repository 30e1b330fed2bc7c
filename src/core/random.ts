/** Seeded random numbers: the same seed gives the same numbers on every machine. */

/** @param seed any integer @returns generator of numbers in [0, 1) (mulberry32, public domain, T. Ettinger) */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @returns a function of n that draws a random integer from 0 to n - 1 */
export function integersBelow(random: () => number): (n: number) => number {
  return (n) => Math.floor(random() * n);
}

/** @returns one of `items` at random; undefined if there are none */
export function picked<T>(items: readonly T[], random: () => number): T {
  return items[integersBelow(random)(items.length)];
}

/** @returns a shuffled copy of `items` (Fisher-Yates) */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  const below = integersBelow(random);
  for (let i = result.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}
