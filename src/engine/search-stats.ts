import { columnOf, rowOf } from '../kernel/point.ts';
import {
  RESULT_DEPTH,
  RESULT_LINE,
  RESULT_LINES,
  RESULT_PV_LENGTH,
  RESULT_SCORE,
  RESULT_SELDEPTH,
} from '../kernel/search/result.ts';
import type { SearchStats } from './messages.ts';
import type { Kernel } from './runtime/kernel.ts';
import { nodesOf } from './runtime/think.ts';

export function searchStats({ result, pv }: Pick<Kernel, 'result' | 'pv'>): SearchStats {
  const line: number[] = [];
  for (let i = 0; i < result[RESULT_PV_LENGTH]; i++) line.push(columnOf(pv[i]), rowOf(pv[i]));
  return {
    pv: line,
    score: result[RESULT_SCORE],
    depth: result[RESULT_DEPTH],
    selDepth: result[RESULT_SELDEPTH],
    nodes: nodesOf(result),
    line: result[RESULT_LINE],
    lines: Math.max(1, result[RESULT_LINES]),
  };
}
