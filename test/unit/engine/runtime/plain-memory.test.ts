import { fixed } from 'tengen:search-wasm';
import { afterEach, expect, test } from 'vitest';
import { BLACK } from '../../../../src/core/color.ts';
import { KernelMemory } from '../../../../src/engine/runtime/kernel-memory.ts';
import { PAGE_BYTES } from '../../../../src/engine/runtime/memory-layout.ts';
import { openKernel, setUpMoves } from '../../../../src/engine/runtime/open-kernel.ts';
import { createPlainMemory, forPlainMemory } from '../../../../src/engine/runtime/plain-memory.ts';
import { wasmKernel } from '../../../../src/engine/runtime/wasm-kernel.ts';
import { WebAssembly } from '../../../../src/engine/runtime/webassembly.ts';
import { RESULT_BEST, RESULT_NODES, RESULT_SCORE } from '../../../../src/kernel/search/result.ts';

const system = WebAssembly as { Memory: typeof WebAssembly.Memory };
const { Memory } = system;
afterEach(() => {
  system.Memory = Memory;
});

/** A system that grants no memory of more than this many pages, neither initially nor by growing. */
function grantAtMost(pages: number): void {
  system.Memory = class extends (Memory as new (descriptor: { initial: number; maximum: number }) => object) {
    constructor(descriptor: { initial: number; maximum: number }) {
      if (descriptor.maximum > pages) throw new RangeError('could not allocate memory');
      super(descriptor);
    }
  } as unknown as typeof Memory;
}

const BOARD = { width: 15, height: 15, rule: 0, winLength: 5 };
const MOVES = [
  { x: 7, y: 7 },
  { x: 8, y: 6 },
  { x: 8, y: 7 },
];

test('on memory that is not shared, the search counts the same nodes', () => {
  const host = { now: () => 0, stop: () => 0, info: () => {} };
  const own = createPlainMemory(4 << 20)!;
  const plain = wasmKernel(own.memory, 0, host);
  plain.useTable(own.table);
  const shared = openKernel(4 << 20);
  const figures = [plain, shared].map((kernel) => {
    const color = setUpMoves(kernel, BOARD, MOVES);
    expect(color).not.toBe(BLACK);
    kernel.think(color, 1 << 30, 1 << 30, 200, 20_000, 1);
    return [kernel.result[RESULT_BEST], kernel.result[RESULT_SCORE], kernel.result[RESULT_NODES]];
  });
  expect(figures[0]).toEqual(figures[1]);
});

test('if the system lacks memory for a table, the table is halved until it fits', () => {
  grantAtMost((42 << 20) / PAGE_BYTES);
  expect(createPlainMemory(128 << 20)?.table.bytes).toBe(32 << 20);
  grantAtMost(16);
  expect(createPlainMemory(128 << 20)).toBeNull();
});

test('shared memory is requested in the given sizes until one is granted', () => {
  grantAtMost(8192);
  expect(KernelMemory.create(1 << 20, 0, [65536, 16384])).toBeNull();
  expect(KernelMemory.create(1 << 20, 0, [65536, 8192])).not.toBeNull();
  expect(KernelMemory.create(1 << 20, 0, [])).toBeNull();
});

test('a module that does not import shared memory is rejected', () => {
  const module = Uint8Array.from(Buffer.from(fixed, 'hex'));
  const plain = forPlainMemory(module);
  expect(module.filter((byte, i) => byte !== plain[i])).toHaveLength(1);
  expect(() => forPlainMemory(plain)).toThrow('expected a shared memory');
});
