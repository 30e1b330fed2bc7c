/**
 * Random cases of tests: a few before a change, and many others every night. TENGEN_SLOW=1 asks for many, TENGEN_SEED for
 * others, by a whole number.
 */
const SEED = Number(process.env.TENGEN_SEED ?? 0);
if (!Number.isInteger(SEED)) throw new Error(`TENGEN_SEED "${process.env.TENGEN_SEED}": expected a whole number`);

export const IS_SLOW = process.env.TENGEN_SLOW === '1';

/** @returns a number of cases */
export const casesOf = (few: number, many: number): number => (IS_SLOW ? many : few);

/** @param usual the seed without TENGEN_SEED */
export const seedOf = (usual: number): number => (usual + 7919 * SEED) | 0;
