/** The modules that the tests of both forms of the search need, in one bundle. */

export { KernelMemory } from '../../../../src/engine/runtime/kernel-memory.ts';
export { openJsKernel, openKernel } from '../../../../src/engine/runtime/open-kernel.ts';
export { wasmKernel } from '../../../../src/engine/runtime/wasm-kernel.ts';
