/**
 * The search lowered to WebAssembly (tools/lowering): one instance per thread, on the memory that the threads share.
 */
import { fixed, layout, movable } from 'tengen:search-wasm';
import type { Kernel, KernelHost, TableRegion } from './kernel.ts';
import { PRIVATE_BYTES } from './memory-layout.ts';
import { forPlainMemory } from './plain-memory.ts';
import { type PlainMemory, type WasmMemory, WebAssembly } from './webassembly.ts';

const DIGIT_0 = 48;
const LETTER_A = 97;

/** Bytes of a cache line. Slots begin on one. */
const LINE = 64;

/**
 * The arrays that the search replaces are in slots, each as large as its array ever gets: tables of a rule, a separate
 * transposition table, the table of the threat search. So no order of replacements can leave a gap that is too small
 * for the next.
 */
const SLOT_BYTES: Readonly<Record<string, number>> = {
  lineShapes: 1 << 20,
  memo: 1 << 20,
  words: 1 << 18,
  table: 4 << 20,
};

/** Where each of these arrays begins in the private part of a thread's memory; in the order of `layout.pointers`. */
const SLOTS: readonly number[] = slotsOf(layout.pointers);

function slotsOf(names: readonly string[]): number[] {
  let end = (layout.end + LINE - 1) & -LINE;
  return names.map((name) => {
    const start = end;
    end += SLOT_BYTES[name] ?? 0;
    return start;
  });
}

/**
 * @returns a function that clears `bytes` bytes for array `which` of the thread whose memory begins at `base`, and
 * returns their address
 */
function allocator(buffer: ArrayBufferLike, base: number): (which: number, bytes: number) => number {
  return (which, bytes) => {
    const name = layout.pointers[which];
    const most = SLOT_BYTES[name] ?? 0;
    const start = base + SLOTS[which];
    if (bytes > most || start + bytes > base + PRIVATE_BYTES) {
      throw new RangeError(`${bytes} bytes for ${name}: expected at most ${most}`);
    }
    new Uint8Array(buffer, start, bytes).fill(0);
    return start;
  };
}

/**
 * @param memory see kernel-memory.ts and plain-memory.ts
 * @param base first byte of this thread's private part, 0 for the deciding thread
 * @param dirtyBytes bytes from the beginning of the memory that may not be zero
 * @throws RangeError if the memory is too small
 */
export function wasmKernel(memory: WasmMemory | PlainMemory, base: number, host: KernelHost, dirtyBytes = 0): Kernel {
  const { buffer } = memory;
  // The memory after the table may hold data of threads that have ended.
  new Uint8Array(buffer, base, base > 0 ? layout.end : dirtyBytes).fill(0);
  const shared = bytesOf(base > 0 ? movable : fixed);
  const module = new WebAssembly.Module(buffer instanceof ArrayBuffer ? forPlainMemory(shared) : shared);
  const imports = {
    memory,
    base,
    allocate: allocator(buffer, base),
    hostNow: () => host.now() | 0,
    hostStop: () => host.stop(),
    hostInfo: (kind: number) => host.info(kind),
  };
  const { exports } = new WebAssembly.Instance(module, { host: imports });
  exports.$start();
  const bytes = (name: string) => new Uint8Array(buffer, ...placeOf(name, 'Uint8Array', base));
  const signedBytes = (name: string) => new Int8Array(buffer, ...placeOf(name, 'Int8Array', base));
  const shorts = (name: string) => new Int16Array(buffer, ...placeOf(name, 'Int16Array', base));
  const words = (name: string) => new Int32Array(buffer, ...placeOf(name, 'Int32Array', base));
  return {
    ...(exports as unknown as Pick<
      Kernel,
      'kilonodes' | 'newGame' | 'clearSamples' | 'place' | 'setUp' | 'think' | 'setTableBytes'
    >),
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

/** @returns offset and length of an exported array @throws Error if there is none of that name and type */
function placeOf(name: string, type: string, base: number): [number, number] {
  const place = layout.arrays[name];
  if (place?.type !== type) throw new Error(`${name} of the lowered search is ${place?.type}: expected ${type}`);
  return [base + place.offset, place.length];
}

function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digitAt(hex, 2 * i) << 4) | digitAt(hex, 2 * i + 1);
  return bytes;
}

/** @returns value of a digit, 0 to 9 or a to f */
function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < LETTER_A ? code - DIGIT_0 : code - LETTER_A + 10;
}
