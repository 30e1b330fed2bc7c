/** How the search in machine code, WebAssembly's or the processor's, lies in memory; see kernel-memory.ts. */
import type { Kernel, TableRegion } from './kernel.ts';
import { PRIVATE_BYTES } from './memory-layout.ts';

/** Where an exported array lies: bytes from the base of its thread, and elements. */
export interface ArrayPlace {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

export type KernelExports = Pick<
  Kernel,
  'kilonodes' | 'newGame' | 'clearSamples' | 'place' | 'setUp' | 'think' | 'setTableBytes'
> & {
  useTable(at: number, words: number): unknown;
  joinSearch(at: number, words: number, search: number, index: number): unknown;
};

/** Bytes of a cache line. Slots begin on one. */
const LINE = 64;

/**
 * The arrays that the search replaces are in slots, each as large as its array ever gets: the memo of the shapes, a
 * separate transposition table, the table of the threat search. So no order of replacements can leave a gap that is too
 * small for the next.
 */
const SLOT_BYTES: Readonly<Record<string, number>> = {
  memo: 1 << 20,
  words: 1 << 18,
  table: 4 << 20,
};

/**
 * @param pointers names of the arrays that the search replaces, by number
 * @param end first byte after its fixed arrays, from the base
 * @returns a function that clears `bytes` bytes for array `which` of the thread whose memory begins at `base`, and
 * returns their address
 */
export function allocator(
  buffer: ArrayBufferLike,
  base: number,
  pointers: readonly string[],
  end: number,
): (which: number, bytes: number) => number {
  let next = base + ((end + LINE - 1) & -LINE);
  const slots = pointers.map((name) => {
    const start = next;
    next += SLOT_BYTES[name] ?? 0;
    return start;
  });
  return (which, bytes) => {
    const name = pointers[which];
    const max = SLOT_BYTES[name] ?? 0;
    const start = slots[which];
    if (bytes > max || start + bytes > base + PRIVATE_BYTES) {
      throw new RangeError(`${bytes} bytes for ${name}: expected at most ${max}`);
    }
    new Uint8Array(buffer, start, bytes).fill(0);
    return start;
  };
}

/** @param base first byte of the thread's part of the memory @returns functions and arrays of the search */
export function kernelOn(
  buffer: ArrayBufferLike,
  base: number,
  arrays: Readonly<Record<string, ArrayPlace>>,
  exports: KernelExports,
): Kernel {
  const placeOf = (name: string, type: string): [number, number] => {
    const place = arrays[name];
    if (place?.type !== type) throw new Error(`${name} of the search is ${place?.type}: expected ${type}`);
    return [base + place.offset, place.length];
  };
  const bytes = (name: string) => new Uint8Array(buffer, ...placeOf(name, 'Uint8Array'));
  const signedBytes = (name: string) => new Int8Array(buffer, ...placeOf(name, 'Int8Array'));
  const shorts = (name: string) => new Int16Array(buffer, ...placeOf(name, 'Int16Array'));
  const words = (name: string) => new Int32Array(buffer, ...placeOf(name, 'Int32Array'));
  return {
    ...exports,
    useTable: ({ at, bytes: size }: TableRegion) => void exports.useTable(at, size >> 2),
    joinSearch: ({ at, bytes: size }: TableRegion, search, index) =>
      void exports.joinSearch(at, size >> 2, search, index),
    result: words('result'),
    pv: words('pv'),
    rootState: bytes('rootState'),
    rootExcluded: bytes('rootExcluded'),
    params: words('params'),
    samples: words('samples'),
    hasLearnedValue: bytes('hasLearnedValue'),
    hasLearnedMoves: bytes('hasLearnedMoves'),
    learnedValue: shorts('learnedValue'),
    learnedOwn: bytes('learnedOwn'),
    learnedOther: bytes('learnedOther'),
    learnedThreat: shorts('learnedThreat'),
    hasNetwork: words('hasNetwork'),
    lineWeights: signedBytes('lineWeights'),
    lineBias: shorts('lineBias'),
    hiddenWeights: shorts('hiddenWeights'),
    outputWeights: shorts('outputWeights'),
  };
}
