/**
 * Loops of the kernel in C, replacing their source, which defines their meaning (kernels.ts lists them): the same on
 * vectors, of the length of the target processor's. Sums of 16 and 32 bits wrap in both.
 */
import type { CHandwritten } from './c-writer.ts';

const VECTOR_BYTES = `#ifdef __AVX2__
  enum { BYTES = 32 };
#else
  enum { BYTES = 16 };
#endif
`;

/** Unaligned vectors of 16-bit numbers. */
const VECTORS = `${VECTOR_BYTES}  enum { LANES = BYTES / 2 };
  typedef int16_t vector __attribute__((vector_size(BYTES)));
  typedef int16_t loaded __attribute__((vector_size(BYTES), aligned(2)));
`;

const replaceRows: CHandwritten = (nameOf, constant) => `${VECTORS}
  enum { WIDTH = ${constant('WIDTH')}, WORDS = ${constant('REPLACEMENT_WORDS')}, PARTS = WIDTH / LANES };
  const vector zero = {0};
  vector sums[PARTS], biases[PARTS];
#pragma GCC unroll 4
  for (int i = 0; i < PARTS; i++) {
    biases[i] = *(const loaded *)(${nameOf('lineBias')} + i * LANES);
    const vector positive = biases[i] & (vector)(biases[i] > zero);
    sums[i] = *(const loaded *)(${nameOf('accumulators')} + from + i * LANES) + positive * (int16_t)taken;
  }
  typedef int8_t loaded_bytes __attribute__((vector_size(BYTES / 2), aligned(1)));
#define WEIGHTS(row) __builtin_convertvector(*(const loaded_bytes *)(${nameOf('lineWeights')} + at[row] + i * LANES), vector)
  const int32_t *at = ${nameOf('replacements')}, *const end = at + count * WORDS;
  if (taken) {
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++) {
      const vector without = biases[i] + WEIGHTS(2) + WEIGHTS(3) + WEIGHTS(4) + WEIGHTS(0);
      sums[i] -= without & (vector)(without > zero);
    }
    at += WORDS;
  }
  for (; at < end; at += WORDS) {
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++) {
      const vector others = biases[i] + WEIGHTS(2) + WEIGHTS(3) + WEIGHTS(4);
      const vector with = others + WEIGHTS(1), without = others + WEIGHTS(0);
      sums[i] += (with & (vector)(with > zero)) - (without & (vector)(without > zero));
    }
  }
#undef WEIGHTS
#pragma GCC unroll 4
  for (int i = 0; i < PARTS; i++) *(loaded *)(${nameOf('accumulators')} + to + i * LANES) = sums[i];
`;

const outputOf: CHandwritten = (nameOf, constant) => `${VECTORS}
  enum { WIDTH = ${constant('WIDTH')}, EXTRA = ${constant('EXTRA_INPUTS')}, INPUTS = ${constant('INPUTS')} };
  enum { HIDDEN = ${constant('HIDDEN')}, SHIFT = ${constant('HIDDEN_SHIFT')}, MOST = ${constant('MAX_ACTIVE')} };
  int32_t sums[HIDDEN] __attribute__((aligned(32))) = {0};
  const int16_t *weights = ${nameOf('hiddenWeights')} + side * INPUTS * HIDDEN;
#if defined(__SSE2__)
  // Two inputs in every 32-bit lane, multiplied with the weights of both.
  typedef int32_t words __attribute__((vector_size(BYTES)));
  enum { PARTS = HIDDEN * 4 / BYTES };
  words parts[PARTS];
#pragma GCC unroll 8
  for (int i = 0; i < PARTS; i++) parts[i] = (words){0};
  for (int input = 0; input < INPUTS; input += 2, weights += 2 * HIDDEN) {
    const int16_t *from2 =
        input < WIDTH ? ${nameOf('accumulators')} + from + input : ${nameOf('extraInputs')} + (input - WIDTH);
    int32_t two;
    memcpy(&two, from2, sizeof two);
    const vector pair = (vector)((words){0} + two);
#pragma GCC unroll 8
    for (int i = 0; i < PARTS; i++) {
      const vector both = *(const loaded *)(weights + i * LANES);
#ifdef __AVX2__
      parts[i] += (words)__builtin_ia32_pmaddwd256(pair, both);
#else
      parts[i] += (words)__builtin_ia32_pmaddwd128(pair, both);
#endif
    }
  }
  memcpy(sums, parts, sizeof sums);
#else
  for (int input = 0; input < INPUTS; input += 2, weights += 2 * HIDDEN) {
    const int16_t *two =
        input < WIDTH ? ${nameOf('accumulators')} + from + input : ${nameOf('extraInputs')} + (input - WIDTH);
    for (int unit = 0; unit < HIDDEN; unit++)
      sums[unit] += two[0] * weights[2 * unit] + two[1] * weights[2 * unit + 1];
  }
#endif
  int32_t output = 0;
  for (int unit = 0; unit < HIDDEN; unit++) {
    const int32_t sum = sums[unit] >> SHIFT;
    const int32_t active = sum < 0 ? 0 : sum > MOST ? MOST : sum;
    output += active * ${nameOf('outputWeights')}[side * HIDDEN + unit];
  }
  return output;
`;

/** GCC compiles memcpy of a known length to `rep movs`, which starts slowly. */
const copyRecord: CHandwritten = (
  nameOf,
  constant,
) => `  typedef int32_t words __attribute__((vector_size(16), aligned(4), may_alias));
  const words *const source = (const words *)(${nameOf('records')} + from);
  words *const target = (words *)(${nameOf('records')} + to);
#pragma GCC unroll 32
  for (int i = 0; i < ${constant('RECORD_WORDS')} / 4; i++) target[i] = source[i];
`;

const firstHighest: CHandwritten = (nameOf) => `${VECTOR_BYTES}  enum { WORDS = BYTES / 4 };
  typedef int32_t words __attribute__((vector_size(BYTES)));
  typedef int32_t loaded_words __attribute__((vector_size(BYTES), aligned(4)));
  const int32_t *const order_at = ${nameOf('moveOrder')};
  int32_t highest = from, order = INT32_MIN;
  if (from <= to - 2 * WORDS) {
    words orders = (words){0} + INT32_MIN, places = {0}, here = {0};
    for (int i = 0; i < WORDS; i++) here[i] = from + i;
    for (; from <= to - WORDS; from += WORDS, here += WORDS) {
      const words next = *(const loaded_words *)(order_at + from), above = next > orders;
      orders = (next & above) | (orders & ~above);
      places = (here & above) | (places & ~above);
    }
    // What is higher, or as high and before it.
    for (int i = 0; i < WORDS; i++) {
      if (orders[i] > order || (orders[i] == order && places[i] < highest)) {
        order = orders[i];
        highest = places[i];
      }
    }
  }
  for (; from < to; from++) {
    if (order_at[from] > order) {
      order = order_at[from];
      highest = from;
    }
  }
  return highest;
`;

/**
 * A prefetch hint to the processor, which portable TypeScript cannot express (src/kernel/search/tt.ts). It affects only
 * the time.
 */
const fetchWord: CHandwritten = (nameOf) => `  __builtin_prefetch(${nameOf('words')} + _at);
`;

/** By name; for the option `handwritten` of writeC(). */
export const C_KERNELS: Readonly<Record<string, CHandwritten>> = {
  replaceRows,
  outputOf,
  fetchWord,
  copyRecord,
  firstHighest,
};
