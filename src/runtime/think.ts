/** What every caller of the search's `think` needs besides: limits that are none, and how nodes are counted. */

import { RESULT_MEGANODES, RESULT_NODES } from '../kernel/search/result.ts';

export { UNTIMED_MS } from '../kernel/search/stop.ts';

/** Depth that no search reaches: no limit. */
export const ANY_DEPTH = 200;

/**
 * @param result of a search, as in the kernel's result.ts @returns its nodes, which are kept in millions and the rest
 */
export function nodesOf(result: Int32Array): number {
  return result[RESULT_MEGANODES] * 1_000_000 + result[RESULT_NODES];
}
