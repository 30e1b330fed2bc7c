/** What tests open a search of the addon with. */
import { WebAssembly } from '../../../src/engine/runtime/webassembly.ts';

/** @returns zeros from the beginning of a page, as an engine has them, with room for one search */
export function newMemory(): Uint8Array {
  return new Uint8Array(new WebAssembly.Memory({ initial: 128, maximum: 128, shared: true }).buffer);
}

/** Callbacks of a search that is never asked to think. */
export const IDLE_CALLBACKS = { allocate: () => 0, hostNow: () => 0, hostStop: () => 0, hostInfo: () => {} };
