/**
 * The search lowered to WebAssembly (tools/lowering): one instance per thread, on the memory that the threads share.
 */
import { fixed, layout, movable } from 'tengen:search-wasm';
import type { Kernel, KernelHost } from './kernel.ts';
import { allocator, type KernelExports, kernelOn } from './kernel-layout.ts';
import { forPlainMemory } from './plain-memory.ts';
import { type PlainMemory, type WasmMemory, WebAssembly } from './webassembly.ts';

const DIGIT_0 = 48;
const LETTER_A = 97;

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
    allocate: allocator(buffer, base, layout.pointers, layout.end),
    hostNow: () => host.now() | 0,
    hostStop: () => host.stop(),
    hostInfo: (kind: number) => host.info(kind),
  };
  const { exports } = new WebAssembly.Instance(module, { host: imports });
  exports.$start();
  return kernelOn(buffer, base, layout.arrays, exports as unknown as KernelExports);
}

function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (digitAt(hex, 2 * i) << 4) | digitAt(hex, 2 * i + 1);
  return bytes;
}

function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < LETTER_A ? code - DIGIT_0 : code - LETTER_A + 10;
}
