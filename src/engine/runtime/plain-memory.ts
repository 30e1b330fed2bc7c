/**
 * Memory of the lowered search for a thread that cannot share memory. It has its full size from the start, because
 * growing it would detach the arrays that read and write it.
 */
import { MAX_TABLE_SIZE, tableSize } from '../../kernel/search/table-size.ts';
import type { TableRegion } from './kernel.ts';
import { PAGE_BYTES, PRIVATE_BYTES } from './memory-layout.ts';
import { type PlainMemory, WebAssembly } from './webassembly.ts';

const MIN_TABLE_BYTES = 1 << 20;

/** The module's import entry of its memory: `host`.`memory`, a memory (2), shared and with a maximum size (3). */
const SHARED_IMPORT = [...lengthAndText('host'), ...lengthAndText('memory'), 2, 3];
/** Not shared, with a maximum size. */
const PLAIN = 1;

/**
 * @param tableBytes maximum size of the table; halved until there is enough memory
 * @returns null if there is no memory even for a small table
 */
export function createPlainMemory(tableBytes: number): { memory: PlainMemory; table: TableRegion } | null {
  const max = Math.min(MAX_TABLE_SIZE, Math.max(MIN_TABLE_BYTES, tableBytes));
  for (let bytes = tableSize(max); bytes >= MIN_TABLE_BYTES; bytes = tableSize(bytes >> 1)) {
    const pages = Math.ceil((PRIVATE_BYTES + bytes) / PAGE_BYTES);
    try {
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
      return { memory, table: { at: PRIVATE_BYTES, bytes } };
    } catch {
      // A smaller one may be granted: phones give a page a few hundred megabytes at most.
    }
  }
  return null;
}

/**
 * @param module bytes of the lowered search, which imports a shared memory but has no instruction that requires one
 * @returns the same module for a memory that is not shared
 * @throws Error if the module imports no such memory
 */
export function forPlainMemory(module: Uint8Array): Uint8Array {
  const isAt = (start: number) => SHARED_IMPORT.every((byte, i) => module[start + i] === byte);
  const start = module.findIndex((_, i) => isAt(i));
  if (start < 0) throw new Error('module of the search: expected a shared memory among its imports');
  const plain = module.slice();
  plain[start + SHARED_IMPORT.length - 1] = PLAIN;
  return plain;
}

function lengthAndText(text: string): number[] {
  return [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))];
}
