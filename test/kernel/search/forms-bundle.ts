/** The modules that the tests of both forms of the search need, in one bundle. */

export { KernelMemory } from '../../../src/runtime/kernel-memory.ts';
export { openJsKernel, openKernel } from '../../../src/runtime/open-kernel.ts';
export { wasmKernel } from '../../../src/runtime/wasm-kernel.ts';
