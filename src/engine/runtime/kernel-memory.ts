/**
 * The memory of the lowered search, shared by all threads of one engine:
 *
 *     0            what the deciding thread needs for itself
 *     PRIVATE      transposition table
 *     + its size   what each of the other threads needs for itself, one after the other
 */
import { MAX_TABLE_SIZE, tableSize } from '../../kernel/search/table-size.ts';
import type { TableRegion } from './kernel.ts';
import { MAX_PAGES, PAGE_BYTES, PRIVATE_BYTES } from './memory-layout.ts';
import { type WasmMemory, WebAssembly } from './webassembly.ts';

/** Most memory to keep of what engines have returned. */
const MAX_KEPT_BYTES = 512 << 20;
/**
 * Words per bucket and per entry of the table, as in kernel/search/tt.ts; number of buckets sampled to estimate how
 * full it is.
 */
const BUCKET_WORDS = 16;
const ENTRY_WORDS = 3;
const USE_SAMPLE = 2048;

/** Most unneeded memory that is kept in use when a smaller table is wanted. */
const WASTE_BYTES = 16 << 20;

const givenBack: KernelMemory[] = [];

export class KernelMemory {
  private tableBytes = 0;
  /** Bytes from the start of the table that may have been written; the rest is zero. */
  private usedBytes = 0;
  /** Most helping threads that have had memory after the table. */
  private mostHelpers = 0;
  /** Bytes from the beginning that a former user has written; the first thread of the next user clears them. */
  private dirtyBytes = 0;

  private constructor(readonly memory: WasmMemory) {}

  /**
   * @param tableBytes that will be wanted, with `helpers` helping threads: decides whether a returned memory fits
   * @param pages maximum sizes to try, one after the other
   * @returns null if the system refuses: it takes some gigabytes of addresses, though not of memory
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
        // Addresses are scarce: a smaller one may be granted.
      }
    }
    return null;
  }

  /**
   * Returns a memory that no thread uses any longer, for the next engine. A dropped memory stays with the process until
   * the garbage collector runs, which may not happen for gigabytes.
   */
  giveBack(): void {
    this.dirtyBytes = PRIVATE_BYTES + this.usedBytes;
    this.mostHelpers = 0;
    const kept = givenBack.reduce((sum, { dirtyBytes }) => sum + dirtyBytes, 0);
    if (kept + this.dirtyBytes <= MAX_KEPT_BYTES) givenBack.push(this);
  }

  /** @returns bytes from the beginning that the thread about to use the memory must clear */
  takeDirtyBytes(): number {
    const bytes = this.dirtyBytes;
    this.dirtyBytes = 0;
    return bytes;
  }

  /**
   * Whether this allocation (see {@link allocate}) would leave much memory in use that nothing needs any longer. Memory
   * of threads that no longer help may stay, as they are likely to come back.
   * @param mostBytes for table and threads under the memory limit; more than that is always too large
   */
  isTooLargeFor(bytes: number, helpers: number, mostBytes = Number.POSITIVE_INFINITY): boolean {
    const size = sizeWithin(bytes);
    const keptBytes = Math.min(mostBytes, bytesWithHelpers(size, Math.max(helpers, this.mostHelpers)));
    return this.usedBytes - Math.max(keptBytes, bytesWithHelpers(size, helpers)) > WASTE_BYTES;
  }

  /** Whether this allocation would change the size of the table, and so overwrite the memory of helping threads. */
  isResizedBy(bytes: number): boolean {
    return sizeWithin(bytes) !== this.tableBytes;
  }

  /**
   * Allocates a table. If its size changes, it starts empty.
   * @param bytes upper bound of the table, see table-size.ts
   * @param helpers threads that need their own memory after it
   * @returns null if there is not enough memory
   */
  allocate(bytes: number, helpers: number): TableRegion | null {
    const size = sizeWithin(bytes);
    const wanted = bytesWithHelpers(size, helpers);
    if (!this.grow(PRIVATE_BYTES + wanted)) return null;
    if (size !== this.tableBytes) {
      new Int32Array(this.memory.buffer, PRIVATE_BYTES, Math.min(size, this.usedBytes) >> 2).fill(0);
      this.tableBytes = size;
    }
    this.usedBytes = Math.max(this.usedBytes, wanted);
    this.mostHelpers = Math.max(this.mostHelpers, helpers);
    return { at: PRIVATE_BYTES, bytes: size };
  }

  /** @returns roughly the fraction of the table in use, 0 to 1, from a sample of its entries */
  tableUse(): number {
    const words = new Int32Array(this.memory.buffer, PRIVATE_BYTES, this.tableBytes >> 2);
    const step = Math.max(1, Math.floor(words.length / BUCKET_WORDS / USE_SAMPLE)) * BUCKET_WORDS;
    let [seen, used] = [0, 0];
    for (let bucket = 0; bucket < words.length; bucket += step) {
      for (let word = ENTRY_WORDS - 1; word < BUCKET_WORDS - 1; word += ENTRY_WORDS) {
        seen++;
        // A bucket that was last written before the table was cleared is empty, see kernel/search/tt.ts.
        if (words[bucket + word] !== 0 && words[bucket + BUCKET_WORDS - 1] === words[BUCKET_WORDS - 1]) used++;
      }
    }
    return seen === 0 ? 0 : used / seen;
  }

  /** @param helper number of a helping thread, from 1 @returns first byte of its memory, after the table */
  static baseOf(table: TableRegion, helper: number): number {
    return table.at + table.bytes + (helper - 1) * PRIVATE_BYTES;
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

function bytesWithHelpers(size: number, helpers: number): number {
  return size + helpers * PRIVATE_BYTES;
}

/** @param bytes any number, also infinity */
function sizeWithin(bytes: number): number {
  return tableSize(Math.min(bytes, MAX_TABLE_SIZE));
}
