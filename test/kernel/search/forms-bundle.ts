/** What the tests of both forms of the search need, in one bundle. */
export { loweredSearch } from '../../../src/engine/lowered-search.ts';
export { openScriptSearch, openSearch } from '../../../src/engine/search-here.ts';
export { SearchMemory } from '../../../src/engine/search-memory.ts';
