/** A search in the calling thread, for programs that wait for it: bench, self-play. */

import { scriptSearch } from './js-kernel.ts';
import type { SearchForm, SearchHost } from './kernel.ts';
import { SearchMemory } from './kernel-memory.ts';
import { loweredSearch } from './wasm-kernel.ts';

/** No clock: a search that ends by depth or nodes. */
const NO_HOST: SearchHost = { now: () => 0, stop: () => 0, info: () => {} };

/**
 * @param tableBytes upper bound for the transposition table
 * @returns the lowered search, or the one in JavaScript (one a thread) if there is no memory for that
 */
export function openSearch(tableBytes: number, host = NO_HOST): SearchForm {
  const memory = SearchMemory.create();
  const room = memory?.makeRoom(tableBytes, 0) ?? null;
  if (memory === null || room === null) return openScriptSearch(tableBytes, host);
  const search = loweredSearch(memory.memory, 0, host, memory.takeDirtyBytes());
  search.useTable(room);
  return search;
}

/** @returns the search in JavaScript, see {@link openSearch} */
export function openScriptSearch(tableBytes: number, host = NO_HOST): SearchForm {
  const search = scriptSearch(host);
  search.setTableBytes(tableBytes);
  return search;
}
