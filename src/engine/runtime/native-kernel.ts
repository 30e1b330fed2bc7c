/**
 * The search as machine code, an addon of Node (tools/addon): on the memory and in the place that wasm-kernel.ts uses,
 * with the same results.
 */
import { layout, source } from 'tengen:search-wasm';
import type { Kernel, KernelHost } from './kernel.ts';
import { type ArrayPlace, allocator, type KernelExports, kernelOn } from './kernel-layout.ts';
import type { WasmMemory } from './webassembly.ts';

export interface NativeAddon {
  readonly source: string;
  readonly arrays: Readonly<Record<string, ArrayPlace>>;
  readonly end: number;
  /** Vector instructions of this processor that it uses in addition to the usual ones; may be empty. */
  readonly vectors: string;
  /**
   * @param base first byte of the state, which is all zeros and a multiple of 64 @param busy its first word is 1 while
   * a function runs
   * @throws RangeError if the state does not fit; TypeError if an argument has another type
   */
  open(
    memory: Uint8Array,
    base: number,
    callbacks: NativeCallbacks,
    busy: Int32Array,
  ): KernelExports & { start(): void };
  /** Ends the process at once, whatever its threads are doing. */
  exit(status: number): never;
}

interface NativeCallbacks {
  allocate(which: number, bytes: number): number;
  hostNow(): number;
  hostStop(): number;
  hostInfo(kind: number): void;
}

/** @returns whether an addon is made from the kernel of this program */
export function isCurrent(addon: NativeAddon): boolean {
  return addon.source === source;
}

/** The parameters are those of wasmKernel(). @param busy its first word is 1 while the search runs */
export function nativeKernel(
  addon: NativeAddon,
  memory: WasmMemory,
  base: number,
  host: KernelHost,
  dirtyBytes = 0,
  busy: Int32Array = new Int32Array(1),
): Kernel {
  const { buffer } = memory;
  // The memory after the table may hold data of threads that have ended.
  new Uint8Array(buffer, base, base > 0 ? addon.end : dirtyBytes).fill(0);
  const exports = addon.open(
    new Uint8Array(buffer),
    base,
    {
      allocate: allocator(buffer, base, layout.pointers, addon.end),
      hostNow: () => host.now() | 0,
      hostStop: () => host.stop(),
      hostInfo: (kind) => host.info(kind),
    },
    busy,
  );
  exports.start();
  return kernelOn(buffer, base, addon.arrays, exports);
}
