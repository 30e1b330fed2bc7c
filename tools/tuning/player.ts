/**
 * One side of the tuner's games. The search keeps its state in its modules, so each side evaluates this file for itself, as
 * a classic script: V8 runs the search nearly twice as fast there as in an ES module.
 */
import { columnOf, rowOf } from '../../src/core/point.ts';
import { useLearnedWeights } from '../../src/engine/learned-weights.ts';
import * as learned from '../../src/eval/learned.ts';
import type { XY } from '../../src/rules/position.ts';
import { setHost } from '../../src/search/host.ts';
import * as searchParams from '../../src/search/params.ts';
import { RESULT_BEST, RESULT_SCORE, result } from '../../src/search/result.ts';
import { newGame, place, setTableBytes, setUp, think } from '../../src/search/search.ts';

/** What the script exports. */
export interface Player {
  startGame(values: Readonly<Record<string, number>>, rule: number, size: number): void;
  choose(moves: readonly XY[], nodes: number): { move: XY; score: number };
}

const TABLE_BYTES = 16 << 20;
const WIN_LENGTH = 5;
const ANY_DEPTH = 200;
const UNTIMED_MS = 1 << 30;

let rule = 0;
let size = 0;

useLearnedWeights(learned);
setHost(
  () => 0,
  () => 0,
  () => {},
);
setTableBytes(TABLE_BYTES);

/** @param values parameters by name; all others are the engine's */
export function startGame(values: Readonly<Record<string, number>>, ruleCode: number, boardSize: number): void {
  const indices = searchParams as unknown as Readonly<Record<string, number>>;
  searchParams.setDefaults();
  for (const [name, value] of Object.entries(values)) searchParams.params[indices[name]] = value;
  rule = ruleCode;
  size = boardSize;
  setUp(size, size, rule, WIN_LENGTH);
  newGame();
}

/** @param moves from the empty board, Black first @returns the move after them, and its score for the mover */
export function choose(moves: readonly XY[], nodes: number): { move: XY; score: number } {
  setUp(size, size, rule, WIN_LENGTH);
  for (const [i, { x, y }] of moves.entries()) place(x, y, 1 + (i & 1));
  think(1 + (moves.length & 1), UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, nodes, 1);
  return { move: { x: columnOf(result[RESULT_BEST]), y: rowOf(result[RESULT_BEST]) }, score: result[RESULT_SCORE] };
}
