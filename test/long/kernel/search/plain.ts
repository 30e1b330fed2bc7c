/**
 * The search without its selective parts against plain minimax. Bundled and imported by minimax.test.ts, so that both
 * work on one board at full speed.
 */

import type { Color } from '../../../../src/core/color.ts';
import type { Rule } from '../../../../src/core/rule.ts';
import { UNTIMED_MS } from '../../../../src/engine/runtime/think.ts';
import { evaluate } from '../../../../src/kernel/eval/evaluate.ts';
import { CLASS_FIVE } from '../../../../src/kernel/patterns/points.ts';
import { countOf, openPoints, play, stoneAt, stoneCount, undo } from '../../../../src/kernel/patterns/state.ts';
import { columnOf, EMPTY, pointAt, rowOf } from '../../../../src/kernel/point.ts';
import { setHost } from '../../../../src/kernel/search/host.ts';
import { setDefaults, setPlain } from '../../../../src/kernel/search/params.ts';
import {
  RESULT_DEPTH,
  RESULT_FORCED,
  RESULT_NODES,
  RESULT_SCORE,
  result,
} from '../../../../src/kernel/search/result.ts';
import { think } from '../../../../src/kernel/search/root.ts';
import { DRAW, winIn } from '../../../../src/kernel/search/score.ts';
import { newGame, place, setTableBytes, setUp } from '../../../../src/kernel/search/search.ts';
import { staticVerdict } from '../../../../src/kernel/search/threats.ts';
import { forbiddenAt } from '../../../../src/rules/index.ts';
import { drawSetup, type Setup } from '../../../unit/kernel/search/boards.ts';

let rule: Rule;
let setup: Setup;
/** The board for src/rules, parallel to the search's own. */
let cells = new Uint8Array(0);

/** Chooses rule and position for the calls that follow. */
export function choose(newRule: Rule, newSetup: Setup): void {
  rule = newRule;
  setup = newSetup;
  const { width, height } = setup.position;
  setHost(
    () => 0,
    () => 0,
    () => {},
  );
  setUp(width, height, rule.code, rule.winLength);
  for (const { x, y, color } of setup.stones) place(x, y, color);
  cells = setup.position.cells.slice();
}

/** @returns true if every empty point is near enough to a stone to be a move that the search tries */
export function isAllNear(): boolean {
  const { width, height } = setup.position;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isNear = setup.stones.some((stone) => {
        const dx = Math.abs(stone.x - x);
        const dy = Math.abs(stone.y - y);
        const isOnLine = dx === 0 || dy === 0 || dx === dy;
        return Math.max(dx, dy) <= 3 || (isOnLine && Math.max(dx, dy) <= 4);
      });
      if (!isNear) return false;
    }
  }
  return true;
}

function legalPoints(side: number): number[] {
  const { width, height } = setup.position;
  const points: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (stoneAt[pointAt(x, y)] !== EMPTY) continue;
      if (forbiddenAt({ width, height, cells }, x, y, rule, side as Color) !== null) continue;
      points.push(pointAt(x, y));
    }
  }
  return points;
}

/** @returns best score of the moves of `side`; every legal one is tried */
function bestOfMoves(side: number, depth: number, ply: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (const point of legalPoints(side)) {
    const at = rowOf(point) * setup.position.width + columnOf(point);
    play(point, side);
    cells[at] = side;
    const score = 0 - minimax(3 - side, depth - 1, ply + 1);
    if (score > best) best = score;
    cells[at] = 0;
    undo();
  }
  return best;
}

function minimax(side: number, depth: number, ply: number): number {
  if (stoneCount >= openPoints) return DRAW;
  const verdict = staticVerdict(side, ply);
  if (verdict !== 0) return verdict;
  if (depth === 0) return evaluate(side);
  return bestOfMoves(side, depth, ply);
}

/** @returns score by minimax of the chosen position, with static results at every node but the root */
export function minimaxScore(depth: number): number {
  if (countOf(setup.toMove, CLASS_FIVE) > 0) return winIn(1);
  return bestOfMoves(setup.toMove, depth, 0);
}

export interface Searched {
  readonly score: number;
  /** May be less than requested if a forced result was found. */
  readonly depth: number;
  readonly nodes: number;
  /** There was no choice, so the score is not from a search. */
  readonly isForced: boolean;
}

/** Searches the chosen position from an empty table. */
export function searched(kind: 'plain' | 'default', depth: number, tableBytes: number): Searched {
  choose(rule, setup);
  setTableBytes(tableBytes);
  newGame();
  if (kind === 'plain') setPlain();
  else setDefaults();
  think(setup.toMove, UNTIMED_MS, UNTIMED_MS, depth, 0, 1);
  setDefaults();
  return {
    score: result[RESULT_SCORE],
    depth: result[RESULT_DEPTH],
    nodes: result[RESULT_NODES],
    isForced: result[RESULT_FORCED] !== 0,
  };
}

/** @returns the chosen position for a message */
export function drawChosen(): string {
  return drawSetup(setup);
}
