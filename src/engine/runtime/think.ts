/** What every caller of the search's `think` needs: values that mean no limit, and a result's nodes and points. */
import type { XY } from '../../core/point.ts';
import { columnOf, rowOf } from '../../kernel/point.ts';
import { RESULT_MEGANODES, RESULT_NODES } from '../../kernel/search/result.ts';

export { UNTIMED_MS } from '../../kernel/search/stop.ts';

/** Depth that no search reaches: no limit. */
export const ANY_DEPTH = 200;

/**
 * @param result of a search, as in the kernel's result.ts
 * @returns its nodes, which it stores as millions and a remainder
 */
export function nodesOf(result: Int32Array): number {
  return result[RESULT_MEGANODES] * 1_000_000 + result[RESULT_NODES];
}

/** @param point of the padded board, not `NO_POINT` */
export function pointXY(point: number): XY {
  return { x: columnOf(point), y: rowOf(point) };
}
