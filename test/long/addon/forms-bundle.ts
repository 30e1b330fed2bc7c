/** All forms of the search, and the choice between them, in one bundle. */
export { BENCH_TABLE_BYTES, runBench } from '../../../src/cli/bench.ts';
export { KernelMemory } from '../../../src/engine/runtime/kernel-memory.ts';
export { nativeKernel } from '../../../src/engine/runtime/native-kernel.ts';
export { useAllLearned } from '../../../src/engine/runtime/networks.ts';
export { openJsKernel, openKernel, setUpMoves } from '../../../src/engine/runtime/open-kernel.ts';
export { chooseKernel } from '../../../src/platform/node/kernel-choice.ts';
export { loadAddon } from '../../../src/platform/node/load-addon.ts';
