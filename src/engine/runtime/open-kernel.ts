/** A search in the calling thread, for programs that wait for it: bench, self-play. */
import { type Color, colorAt } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { jsKernel } from './js-kernel.ts';
import type { Kernel, KernelHost } from './kernel.ts';
import { KernelMemory } from './kernel-memory.ts';
import { type NativeAddon, nativeKernel } from './native-kernel.ts';
import { networkInUse } from './network-in-use.ts';
import { type BoardSetup, provideNetwork, setUpBoard } from './networks.ts';
import { wasmKernel } from './wasm-kernel.ts';

provideNetwork(networkInUse);

/** No clock: the search ends by depth or nodes. */
const NO_HOST: KernelHost = { now: () => 0, stop: () => 0, info: () => {} };

/**
 * @param tableBytes upper bound for the transposition table
 * @param addon runs the native form; null: WebAssembly
 * @returns that form, or the one in JavaScript (one per thread) if there is not enough memory
 */
export function openKernel(tableBytes: number, host = NO_HOST, addon: NativeAddon | null = null): Kernel {
  const memory = KernelMemory.create();
  const table = memory?.allocate(tableBytes, 0) ?? null;
  if (memory === null || table === null) return openJsKernel(tableBytes, host);
  const dirtyBytes = memory.takeDirtyBytes();
  const search =
    addon === null
      ? wasmKernel(memory.memory, 0, host, dirtyBytes)
      : nativeKernel(addon, memory.memory, 0, host, dirtyBytes);
  search.useTable(table);
  return search;
}

/** @returns the search in JavaScript, see {@link openKernel} */
export function openJsKernel(tableBytes: number, host = NO_HOST): Kernel {
  const search = jsKernel(host);
  search.setTableBytes(tableBytes);
  return search;
}

/** Sets up the position after moves from the empty board, Black first. @returns the side to move */
export function setUpMoves(kernel: Kernel, board: BoardSetup, moves: readonly XY[]): Color {
  setUpBoard(kernel, board);
  for (const [i, { x, y }] of moves.entries()) kernel.place(x, y, colorAt(i));
  return colorAt(moves.length);
}
