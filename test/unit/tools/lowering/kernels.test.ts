import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyRecord, RECORD_WORDS, records } from '../../../../src/kernel/patterns/state.ts';
import { listByte, moveList } from '../../../../src/kernel/search/movegen.ts';
import { firstHighest, moveOrder } from '../../../../src/kernel/search/movepick.ts';
import { KERNELS } from '../../../../tools/lowering/kernels.ts';
import { lower } from '../../../../tools/lowering/lower.ts';
import { started } from './programs.ts';

/** Vector code of single loops against their source. test/kernel/eval compares the network's. */

const ROOM = 4 * RECORD_WORDS;

/** The source is empty: the code under test replaces it. */
function asModule(
  name: 'firstHighest' | 'copyRecord',
  array: string,
): Record<string, (...numbers: number[]) => number> {
  const source = `
    const RECORD_WORDS = ${RECORD_WORDS};
    const ${array} = new Int32Array(${ROOM});
    function put(i, value) { ${array}[i] = value; return 0; }
    function get(i) { return ${array}[i]; }
    function ${name}(from, to) { ${name === 'firstHighest' ? 'return from;' : `${array}[to] = ${array}[from];`} }
    export { put, get, ${name} };`;
  return started(lower(source, { handwritten: { [name]: KERNELS[name] } }).bytes) as unknown as ReturnType<
    typeof asModule
  >;
}

test('firstHighest: the first of the highest, however many there are and wherever they begin', () => {
  const module = asModule('firstHighest', 'moveOrder');
  const order = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }));
  const cases = fc.tuple(fc.array(order, { minLength: 1, maxLength: 150 }), fc.nat(20));
  const before = moveOrder.slice();
  fc.assert(
    fc.property(cases, ([orders, from]) => {
      // Values on either side must not count.
      const all = [...new Array(from).fill(2 ** 31 - 1), ...orders, ...new Array(8).fill(2 ** 31 - 1)];
      for (const [i, value] of all.entries()) module.put(i, value);
      moveOrder.set(all);
      const expected = from + orders.indexOf(orders.reduce((a, b) => Math.max(a, b)));
      expect(firstHighest(from, from + orders.length)).toBe(expected);
      expect(module.firstHighest(from, from + orders.length)).toBe(expected);
    }),
    { numRuns: 3000 },
  );
  moveOrder.set(before);
});

test('copyRecord: all words of a record and no others', () => {
  const module = asModule('copyRecord', 'records');
  const before = records.slice(0, ROOM);
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: ROOM, maxLength: ROOM }), fc.nat(2), (words, first) => {
      for (const [i, word] of words.entries()) module.put(i, word);
      records.set(words);
      const [from, to] = [first * RECORD_WORDS, (first + 1) * RECORD_WORDS];
      copyRecord(from, to);
      module.copyRecord(from, to);
      const expected = words.map((word, i) => (i >= to && i < to + RECORD_WORDS ? words[i - RECORD_WORDS] : word) | 0);
      expect([...records.subarray(0, ROOM)]).toEqual(expected);
      expect(words.map((_, i) => module.get(i))).toEqual(expected);
    }),
    { numRuns: 200 },
  );
  records.set(before);
});

test('listByte: the bits of every byte, lowest first, and nothing but eight entries', () => {
  const source = `
    const bitPlaces = new Uint8Array(2048);
    const moveList = new Int32Array(24);
    function put(i, value) { bitPlaces[i] = value; return 0; }
    function get(i) { return moveList[i]; }
    function listByte(byte, point, to) { moveList[to] = point + bitPlaces[byte]; }
    export { put, get, listByte };`;
  const module = started(lower(source, { handwritten: { listByte: KERNELS.listByte } }).bytes);
  const before = moveList.slice(0, 24);
  for (let byte = 0; byte < 256; byte++) {
    const places = [0, 1, 2, 3, 4, 5, 6, 7].filter((place) => (byte >> place) & 1);
    for (let i = 0; i < 8; i++) module.put(byte * 8 + i, places[i] ?? 0);
    moveList.fill(-1, 0, 24);
    const [point, to] = [byte * 3, byte % 16];
    listByte(byte, point, to);
    const entries = [...moveList.subarray(0, 24)];
    expect(entries.slice(to, to + places.length)).toEqual(places.map((place) => point + place));
    expect(entries.filter((entry, i) => entry !== -1 && (i < to || i >= to + 8))).toEqual([]);
    const old = Array.from({ length: 24 }, (_, i) => module.get(i));
    module.listByte(byte, point, to);
    const written = entries.map((entry, i) => (i >= to && i < to + 8 ? entry : old[i]));
    expect(Array.from({ length: 24 }, (_, i) => module.get(i))).toEqual(written);
  }
  moveList.set(before);
});
