/** What the tests of both forms of the search need, in one bundle. */

export { SearchMemory } from '../../../src/runtime/kernel-memory.ts';
export { openScriptSearch, openSearch } from '../../../src/runtime/open-kernel.ts';
export { loweredSearch } from '../../../src/runtime/wasm-kernel.ts';
