/**
 * Loops of the kernel in C, replacing their source, which defines their meaning: the same on vectors of the target
 * processor's length, or unrolled. Sums of 16 and 32 bits wrap in both.
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
  enum { WIDTH = ${constant('WIDTH')}, PARTS = WIDTH / LANES };
  const vector zero = {0};
  vector sums[PARTS], biases[PARTS];
#pragma GCC unroll 4
  for (int i = 0; i < PARTS; i++) {
    biases[i] = *(const loaded *)(${nameOf('lineBias')} + i * LANES);
    sums[i] = *(const loaded *)(${nameOf('accumulators')} + from + i * LANES);
  }
  // GCC 12 makes five instructions of each conversion and two of each maximum; there is one for either.
#ifdef __AVX2__
#define WIDENED(from) (vector)_mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(from)))
#define POSITIVE(sum) (vector)_mm256_max_epi16((__m256i)(sum), _mm256_setzero_si256())
#else
  typedef int8_t loaded_bytes __attribute__((vector_size(BYTES / 2), aligned(1)));
#define WIDENED(from) __builtin_convertvector(*(const loaded_bytes *)(from), vector)
#define POSITIVE(sum) ((sum) & (vector)((sum) > zero))
#endif
#define WEIGHTS(row) WIDENED(${nameOf('lineWeights')} + (row) + i * LANES)
#define OTHERS(line) biases[i] + WEIGHTS(rows[(line) ^ 1]) + WEIGHTS(rows[(line) ^ 2]) + WEIGHTS(rows[(line) ^ 3])
  const int32_t *const rows = ${nameOf('rowAt')}, *const changes = ${nameOf('lineLog')};
  if (taken >= 0) {
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++) {
      const vector before = OTHERS(taken) + WEIGHTS(rows[taken]);
      sums[i] += POSITIVE(biases[i]) - POSITIVE(before);
    }
  }
  for (const int32_t *at = changes + start; at < changes + end; at += 2) {
    const uint32_t line = (uint32_t)at[0] >> ${constant('LOG_LINE_SHIFT')};
#pragma GCC unroll 4
    for (int i = 0; i < PARTS; i++) {
      const vector others = OTHERS(line), with = others + WEIGHTS(rows[line]), without = others + WEIGHTS(at[1]);
      sums[i] += POSITIVE(with) - POSITIVE(without);
    }
  }
#undef OTHERS
#undef WEIGHTS
#undef POSITIVE
#undef WIDENED
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
#ifdef __AVX2__
  const __m256i most = _mm256_set1_epi32(MOST), zero = _mm256_setzero_si256();
  const int16_t *const outputs = ${nameOf('outputWeights')} + side * HIDDEN;
  words total = {0};
#pragma GCC unroll 4
  for (int i = 0; i < PARTS; i++) {
    const __m256i active = _mm256_min_epi32(_mm256_max_epi32(_mm256_srai_epi32((__m256i)parts[i], SHIFT), zero), most);
    const __m256i output = _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)(outputs + i * 8)));
    total += (words)_mm256_mullo_epi32(active, output);
  }
  memcpy(sums, &total, sizeof total);
  return sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
#endif
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

/** The inner loop is unrolled for rules that look four cells to either side, and for those that look five. */
const listChanges: CHandwritten = (nameOf, constant) => `  int32_t *const list = ${nameOf('changes')};
  for (int32_t direction = 0; direction < ${constant('DIRECTIONS')}; direction++) {
    const int32_t line = ${nameOf('lineIndexAt')}[direction * ${constant('CELLS')} + point];
    const int32_t step = ${nameOf('stepOf')}[direction], nibble = direction * 4;
    const int32_t keep = (int32_t)~(0x000f000fu << nibble);
    const int32_t bit = direction == 0 ? point & ${constant('STRIDE') - 1} : point >> 5;
    const uint32_t turn = (uint32_t)(bit - 2 * half) & 31;
    const uint32_t black_row = (uint32_t)${nameOf('lineRows')}[line], white_row = (uint32_t)${nameOf('lineRows')}[line + 1];
    // Cells in front of the row read as those of its other end, which are walls as well.
    const uint32_t black = black_row >> turn | black_row << (-turn & 31);
    const uint32_t white = white_row >> turn | white_row << (-turn & 31);
#define CHANGE(half) { \\
      enum { SIDE = (1 << half) - 1 }; \\
      uint32_t neighbor = (uint32_t)(point - half * step); \\
      _Pragma("GCC unroll 11") \\
      for (int i = 0; i <= 2 * half; i++, neighbor += step) { \\
        if (i == half) continue; \\
        const uint32_t behind = (black >> i & SIDE) | (white >> i & SIDE) << half; \\
        const uint32_t ahead = (black >> (i + half + 1) & SIDE) | (white >> (i + half + 1) & SIDE) << half; \\
        const uint32_t pair = ${nameOf('lineShapes')}[${nameOf('behindRow')}[behind] + ${nameOf('aheadColumn')}[ahead]]; \\
        const int32_t shapes = ${nameOf('shapesAt')}[neighbor]; \\
        const int32_t changed = (shapes & keep) | (int32_t)(((pair & 15) | (pair & 0xf0) << 12) << nibble); \\
        list[top] = neighbor; \\
        list[top + 1] = changed; \\
        top += ((changed != shapes) & (${nameOf('stoneAt')}[neighbor] == ${constant('EMPTY')})) * ${constant('CHANGE_WORDS')}; \\
      } \\
    }
    if (half == 4) CHANGE(4) else CHANGE(5)
#undef CHANGE
  }
  return top;
`;

/** Adds to all counts of a color at once, so there is no branch on whether a class has changed. */
const applyChanges: CHandwritten = (
  nameOf,
  constant,
) => `  typedef int32_t counts __attribute__((vector_size(16), aligned(4), may_alias));
  enum { CLASS = ${constant('CLASS_MASK')}, FORCING = ${constant('CLASS_FOUR_THREE')}, SHIFT = ${constant('VALUE_SHIFT')} };
  int32_t *const into = ${nameOf('records')} + to;
  int32_t *const recent = into + ${constant('RECENT_FIVE')} + ${constant('CLASS_FIVE')};
  counts black = *(counts *)(into + ${constant('BLACK_COUNTS')}), white = *(counts *)(into + ${constant('WHITE_COUNTS')});
  int32_t sum = into[${constant('VALUE_SUM')}];
  for (int32_t *at = ${nameOf('changes')} + from, *const end = ${nameOf('changes')} + top; at < end; at += ${constant('CHANGE_WORDS')}) {
    const uint32_t neighbor = (uint32_t)at[0], changed = (uint32_t)at[1];
    const int32_t old_black = ${nameOf('blackInfo')}[neighbor], old_white = ${nameOf('whiteInfo')}[neighbor];
#define INFO(color, shapes) ${nameOf('pointInfo')}[color * ${constant('INFO_ENTRIES')} + \\
      ${nameOf('pairNumber')}[(shapes) >> 8 & 255] * ${constant('PAIRS')} + ${nameOf('pairNumber')}[(shapes) & 255]]
    const int32_t new_black = INFO(0, changed), new_white = INFO(1, changed >> 16);
#undef INFO
    at[1] = ${nameOf('shapesAt')}[neighbor];
    at[2] = old_black;
    at[3] = old_white;
    ${nameOf('shapesAt')}[neighbor] = changed;
    ${nameOf('blackInfo')}[neighbor] = new_black;
    ${nameOf('whiteInfo')}[neighbor] = new_white;
    sum += (new_black >> SHIFT) - (old_black >> SHIFT) - (new_white >> SHIFT) + (old_white >> SHIFT);
    const int32_t black_before = old_black & CLASS, black_after = new_black & CLASS;
    const int32_t white_before = old_white & CLASS, white_after = new_white & CLASS;
    black += *(const counts *)(${nameOf('countChange')} + (black_before << 4 | black_after) * 4);
    white += *(const counts *)(${nameOf('countChange')} + (white_before << 4 | white_after) * 4);
    // Classes have four bits.
    if (((black_after + 16 - FORCING) | (white_after + 16 - FORCING)) & 16) {
      if (black_after >= FORCING && black_after != black_before) recent[-black_after] = neighbor;
      if (white_after >= FORCING && white_after != white_before) recent[${constant('RECENT_WORDS')} - white_after] = neighbor;
    }
  }
  *(counts *)(into + ${constant('BLACK_COUNTS')}) = black;
  *(counts *)(into + ${constant('WHITE_COUNTS')}) = white;
  into[${constant('VALUE_SUM')}] = sum;
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

const listByte: CHandwritten = (nameOf) => `  const uint8_t *const places = ${nameOf('bitPlaces')} + byte * 8;
  int32_t *const list = ${nameOf('moveList')} + to;
#ifdef __AVX2__
  const __m256i offsets = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)places));
  _mm256_storeu_si256((__m256i *)list, _mm256_add_epi32(_mm256_set1_epi32(point), offsets));
#else
  for (int i = 0; i < 8; i++) list[i] = point + places[i];
#endif
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
  listChanges,
  applyChanges,
  firstHighest,
  listByte,
};
