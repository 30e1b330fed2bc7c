/**
 * The search lowered to WebAssembly (tools/lowering): one instance a thread, on the memory that the threads share.
 */
import { fixed, layout, movable } from 'tengen:search-wasm';
import { PRIVATE_BYTES } from './lowered-layout.ts';
import type { SearchForm, SearchHost, TableRoom } from './search-form.ts';
import { type WasmMemory, WebAssembly } from './webassembly.ts';

/** Rooms begin on a cache line. */
const LINE = 64;

/** Gives room to the arrays that the search replaces by others: first fit, all within the private part of the memory. */
class Rooms {
  private readonly rooms = new Map<number, { readonly start: number; readonly end: number }>();
  private readonly base: number;
  private readonly bytes: Uint8Array;

  constructor(buffer: SharedArrayBuffer, base: number) {
    this.base = base;
    this.bytes = new Uint8Array(buffer, base, PRIVATE_BYTES);
  }

  /** @returns address of `size` bytes of zeros for array `which`, whose former room is free again */
  readonly allocate = (which: number, size: number): number => {
    this.rooms.delete(which);
    let start = aligned(layout.end);
    for (const room of [...this.rooms.values()].sort((a, b) => a.start - b.start)) {
      if (room.start - start >= size) break;
      start = Math.max(start, aligned(room.end));
    }
    const end = start + size;
    if (end > PRIVATE_BYTES) throw new RangeError(`${size} bytes for ${layout.pointers[which]}: expected fewer`);
    this.rooms.set(which, { start, end });
    this.bytes.fill(0, start, end);
    return this.base + start;
  };
}

function aligned(at: number): number {
  return (at + LINE - 1) & -LINE;
}

/**
 * @param memory see search-memory.ts @param base first byte of this thread's private part, 0 for the deciding thread
 * @throws RangeError if the memory is too small
 */
export function loweredSearch(memory: WasmMemory, base: number, host: SearchHost): SearchForm {
  const { buffer } = memory;
  const rooms = new Rooms(buffer, base);
  // Behind a table there may be what was left by threads that are gone.
  if (base > 0) new Uint8Array(buffer, base, layout.end).fill(0);
  const module = new WebAssembly.Module(bytesOf(base > 0 ? movable : fixed));
  const imports = {
    memory,
    base,
    allocate: rooms.allocate,
    hostNow: () => host.now() | 0,
    hostStop: () => host.stop(),
    hostInfo: (kind: number) => host.info(kind),
  };
  const { exports } = new WebAssembly.Instance(module, { host: imports });
  exports.$start();
  const bytes = (name: string) => new Uint8Array(buffer, ...placeOf(name, 'Uint8Array', base));
  const shorts = (name: string) => new Int16Array(buffer, ...placeOf(name, 'Int16Array', base));
  const words = (name: string) => new Int32Array(buffer, ...placeOf(name, 'Int32Array', base));
  return {
    ...(exports as unknown as Pick<
      SearchForm,
      'kilonodes' | 'newGame' | 'place' | 'setUp' | 'think' | 'setTableBytes'
    >),
    useTable: ({ at, bytes: size }: TableRoom) => void exports.useTable(at, size >> 2),
    joinSearch: ({ at, bytes: size }: TableRoom, search, index) =>
      void exports.joinSearch(at, size >> 2, search, index),
    result: words('result'),
    pv: words('pv'),
    rootState: bytes('rootState'),
    params: words('params'),
    hasLearnedValue: bytes('hasLearnedValue'),
    hasLearnedMoves: bytes('hasLearnedMoves'),
    learnedValue: shorts('learnedValue'),
    learnedOwn: bytes('learnedOwn'),
    learnedOther: bytes('learnedOther'),
    learnedThreat: shorts('learnedThreat'),
  };
}

/** @returns offset and length of an exported array @throws Error if there is none of that name and type */
function placeOf(name: string, type: string, base: number): [number, number] {
  const place = layout.arrays[name];
  if (place?.type !== type) throw new Error(`${name} of the lowered search is ${place?.type}: expected ${type}`);
  return [base + place.offset, place.length];
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
