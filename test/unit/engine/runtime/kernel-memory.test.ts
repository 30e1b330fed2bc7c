import { expect, test } from 'vitest';
import { KernelMemory } from '../../../../src/engine/runtime/kernel-memory.ts';
import { PRIVATE_BYTES } from '../../../../src/engine/runtime/memory-layout.ts';

const MB = 1 << 20;

test('the same allocation again is not too large, however many threads have theirs after it', () => {
  for (const helpers of [0, 1, 2, 5]) {
    const memory = KernelMemory.create()!;
    const table = memory.allocate(MB, helpers)!;
    expect(table).toEqual({ at: PRIVATE_BYTES, bytes: MB });
    expect(KernelMemory.baseOf(table, helpers) + PRIVATE_BYTES).toBeLessThanOrEqual(memory.memory.buffer.byteLength);
    expect(memory.isTooLargeFor(MB, helpers)).toBe(false);
  }
});

test('a memory much larger than needed is too large', () => {
  const memory = KernelMemory.create()!;
  memory.allocate(64 * MB, 0);
  expect(memory.isTooLargeFor(32 * MB, 0)).toBe(true);
  expect(memory.isTooLargeFor(64 * MB, 0)).toBe(false);
});

test('memory of former helpers may stay for later ones, unless the limit is lower', () => {
  const memory = KernelMemory.create()!;
  memory.allocate(8 * MB, 7);
  expect(memory.isTooLargeFor(8 * MB, 0)).toBe(false);
  expect(memory.isTooLargeFor(8 * MB, 0, 78 * MB)).toBe(false);
  expect(memory.isTooLargeFor(8 * MB, 0, 30 * MB)).toBe(true);
  expect(memory.isTooLargeFor(8 * MB, 7, 30 * MB)).toBe(false);
});

test('a table of another size starts empty; one of the same size keeps its contents', () => {
  const memory = KernelMemory.create()!;
  const words = () => new Int32Array(memory.memory.buffer, PRIVATE_BYTES, MB >> 2);
  memory.allocate(MB, 0);
  words()[5] = 7;
  memory.allocate(MB, 0);
  expect(words()[5]).toBe(7);
  memory.allocate(2 * MB, 0);
  expect(words()[5]).toBe(0);
});

test('released memory is reused, but only if it is not too large', () => {
  const large = KernelMemory.create(1, 0)!;
  large.allocate(64 * MB, 0);
  large.giveBack();
  const small = KernelMemory.create(MB, 0)!;
  expect(small).not.toBe(large);
  expect(small.takeDirtyBytes()).toBe(0);
  expect(KernelMemory.create(64 * MB, 0)).toBe(large);
  expect(large.takeDirtyBytes()).toBe(PRIVATE_BYTES + 64 * MB);
  expect(large.takeDirtyBytes()).toBe(0);
  expect(KernelMemory.create(64 * MB, 0)).not.toBe(large);
});
