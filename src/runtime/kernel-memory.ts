/**
 * The memory of the lowered search, shared by all threads of one engine:
 *
 *     0            what the deciding thread needs for itself
 *     PRIVATE      transposition table
 *     + its size   what each of the other threads needs for itself, one after the other
 */

import { MAX_TABLE_SIZE, tableSize } from '../kernel/search/table-size.ts';
import type { TableRegion } from './kernel.ts';
import { MAX_PAGES, PAGE_BYTES, PRIVATE_BYTES } from './memory-layout.ts';
import { type WasmMemory, WebAssembly } from './webassembly.ts';

/** Most that is kept of memories that were given back. */
const MAX_KEPT_BYTES = 512 << 20;
/**
 * Buckets of the table and entries in them, as kernel/search/tt.ts has them; buckets looked at to see how full it is.
 */
const BUCKET_WORDS = 16;
const ENTRY_WORDS = 3;
const USE_SAMPLE = 2048;

/** More memory than this is not kept when a smaller table is wanted. */
const WASTE_BYTES = 16 << 20;

const givenBack: KernelMemory[] = [];

export class KernelMemory {
  readonly memory: WasmMemory;
  private tableBytes = 0;
  /** Bytes from the table on that may have been written: the rest is zero. */
  private usedBytes = 0;
  /** Most threads that have had room behind the table. */
  private mostHelpers = 0;
  /** Bytes from the beginning on that a former user has written, for the first thread of the next to make zero. */
  private dirtyBytes = 0;

  private constructor(memory: WasmMemory) {
    this.memory = memory;
  }

  /**
   * @param tableBytes that will be wanted, for `helpers` helping threads: decides whether a memory that was given back
   * fits
   * @param pages that it may grow to at most: sizes to try one after the other
   * @returns null if the system has no room for it: it takes some gigabytes of addresses, though not of memory
   */
  static create(
    tableBytes = Number.POSITIVE_INFINITY,
    helpers = 0,
    pages: readonly number[] = [MAX_PAGES],
  ): KernelMemory | null {
    if (pages.length === 0) return null;
    const at = givenBack.findIndex((memory) => !memory.isTooLargeFor(tableBytes, helpers));
    if (at >= 0) return givenBack.splice(at, 1)[0];
    const initial = PRIVATE_BYTES / PAGE_BYTES;
    for (const maximum of pages) {
      try {
        return new KernelMemory(new WebAssembly.Memory({ initial, maximum, shared: true }));
      } catch {
        // Addresses are scarce: less may be granted.
      }
    }
    return null;
  }

  /**
   * Takes a memory back that no thread uses any more, for the next engine: a memory that is dropped stays with the
   * process until the garbage collector comes, and it may not come for gigabytes.
   */
  giveBack(): void {
    this.dirtyBytes = PRIVATE_BYTES + this.usedBytes;
    this.mostHelpers = 0;
    const kept = givenBack.reduce((sum, { dirtyBytes }) => sum + dirtyBytes, 0);
    if (kept + this.dirtyBytes <= MAX_KEPT_BYTES) givenBack.push(this);
  }

  /** @returns bytes from the beginning on that the thread about to use the memory has to make zero */
  takeDirtyBytes(): number {
    const bytes = this.dirtyBytes;
    this.dirtyBytes = 0;
    return bytes;
  }

  /**
   * Whether such a room (see {@link makeRoom}) would leave much memory in use that nothing needs any more. What threads
   * had that help no longer may stay, as they are likely to come back.
   * @param mostBytes for table and threads under the memory limit; more than that is too large, whoever had it
   */
  isTooLargeFor(bytes: number, helpers: number, mostBytes = Number.POSITIVE_INFINITY): boolean {
    const size = sizeWithin(bytes);
    const keptBytes = Math.min(mostBytes, roomBytes(size, Math.max(helpers, this.mostHelpers)));
    return this.usedBytes - Math.max(keptBytes, roomBytes(size, helpers)) > WASTE_BYTES;
  }

  /**
   * Makes room for a table; one of another size than before starts empty.
   * @param bytes upper bound of the table, see table-size.ts
   * @param helpers threads that need room of their own behind it
   * @returns null if there is not so much memory
   */
  makeRoom(bytes: number, helpers: number): TableRegion | null {
    const size = sizeWithin(bytes);
    const wanted = roomBytes(size, helpers);
    if (!this.grow(PRIVATE_BYTES + wanted)) return null;
    if (size !== this.tableBytes) {
      new Int32Array(this.memory.buffer, PRIVATE_BYTES, Math.min(size, this.usedBytes) >> 2).fill(0);
      this.tableBytes = size;
    }
    this.usedBytes = Math.max(this.usedBytes, wanted);
    this.mostHelpers = Math.max(this.mostHelpers, helpers);
    return { at: PRIVATE_BYTES, bytes: size };
  }

  /** @returns about which part of the table holds something, 0 to 1: a sample of its entries */
  tableUse(): number {
    const words = new Int32Array(this.memory.buffer, PRIVATE_BYTES, this.tableBytes >> 2);
    const step = Math.max(1, Math.floor(words.length / BUCKET_WORDS / USE_SAMPLE)) * BUCKET_WORDS;
    let [seen, used] = [0, 0];
    for (let bucket = 0; bucket < words.length; bucket += step) {
      for (let word = ENTRY_WORDS - 1; word < BUCKET_WORDS - 1; word += ENTRY_WORDS) {
        seen++;
        if (words[bucket + word] !== 0) used++;
      }
    }
    return seen === 0 ? 0 : used / seen;
  }

  /** @returns where the `helper`-th helping thread, from 1, has its room behind a table */
  static baseOf(room: TableRegion, helper: number): number {
    return room.at + room.bytes + (helper - 1) * PRIVATE_BYTES;
  }

  private grow(bytes: number): boolean {
    const pages = Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE_BYTES);
    try {
      if (pages > 0) this.memory.grow(pages);
      return true;
    } catch {
      return false;
    }
  }
}

/** @returns bytes of a table and of the helping threads behind it */
function roomBytes(size: number, helpers: number): number {
  return size + helpers * PRIVATE_BYTES;
}

/** @param bytes any number, endless too */
function sizeWithin(bytes: number): number {
  return tableSize(Math.min(bytes, MAX_TABLE_SIZE));
}
