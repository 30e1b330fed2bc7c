/** Self-play games without a search, generated instantly: each move is the best of a few by the static evaluation. */

import { integersBelow, picked, seededRandom } from '../../../../src/core/random.ts';
import { evaluate } from '../../../../src/kernel/eval/evaluate.ts';
import { isForbidden } from '../../../../src/kernel/patterns/forbidden.ts';
import { CLASS_FIVE } from '../../../../src/kernel/patterns/points.ts';
import { countOf, findForcing, play, stoneAt, undo } from '../../../../src/kernel/patterns/state.ts';
import { BLACK, columnOf, EMPTY, pointAt, rowOf, WHITE } from '../../../../src/kernel/point.ts';
import { WIN } from '../../../../src/kernel/search/score.ts';
import { setUp } from '../../../../src/kernel/search/search.ts';
import { encodeHeader } from '../../../../src/measure/selfplay/file-header.ts';
import {
  encodeGame,
  GAMES,
  type GamePly,
  NO_SCORE,
  type SelfPlayGame,
} from '../../../../src/measure/selfplay/record.ts';

const SIZE = 11;
const OPENING_PLIES = 4;
const MAX_PLIES = 70;
/** Moves tried before one is chosen: so few that threats are overlooked and games decided. */
const TRIES = 12;

const SEED = 6;
/** Header of the file that the games could be in. */
export const toyHeader = (rule: number) => ({ rule, nodes: 1, seed: SEED, options: 0 });

/** @returns games of the rule, the same ones each time */
export function toyGames(rule: number, count: number): SelfPlayGame[] {
  const random = seededRandom(SEED);
  return Array.from({ length: count }, (_, index) => toyGame(rule, index, random));
}

/** @returns the bytes of a self-play file */
export function toyFile(rule: number, count: number): Uint8Array {
  return Buffer.concat([encodeHeader(GAMES, toyHeader(rule)), ...toyGames(rule, count).map(encodeGame)]);
}

function toyGame(rule: number, index: number, random: () => number): SelfPlayGame {
  setUp(SIZE, SIZE, rule, 5);
  const plies: GamePly[] = [];
  const add = (point: number, score: number) => {
    const side = 1 + (plies.length & 1);
    plies.push({ x: columnOf(point), y: rowOf(point), score, varied: false });
    play(point, side);
  };
  const end = (result: number) => ({ index, size: SIZE, result, openingPlies: OPENING_PLIES, plies });
  const below = integersBelow(random);
  while (plies.length < OPENING_PLIES) {
    const point = pointAt(3 + below(5), 3 + below(5));
    if (stoneAt[point] === EMPTY) add(point, NO_SCORE);
  }
  while (plies.length < MAX_PLIES) {
    const side = 1 + (plies.length & 1);
    if (countOf(side, CLASS_FIVE) > 0) {
      add(findForcing(side, CLASS_FIVE), WIN - 1);
      return end(side === BLACK ? 2 : 0);
    }
    const score = evaluate(side);
    const point = bestOfSome(side, plies, random);
    if (point === 0) break;
    add(point, score);
  }
  return end(1);
}

/**
 * @returns the move of a few near stones after which the opponent's evaluation is lowest; 0 if none of them is legal
 */
function bestOfSome(side: number, plies: readonly GamePly[], random: () => number): number {
  let best = 0;
  let bestValue = -Infinity;
  const below = integersBelow(random);
  for (let tries = 0; tries < TRIES; tries++) {
    const { x, y } = picked(plies, random);
    const column = x - 2 + below(5);
    const row = y - 2 + below(5);
    if (column < 0 || row < 0 || column >= SIZE || row >= SIZE) continue;
    const point = pointAt(column, row);
    if (stoneAt[point] !== EMPTY) continue;
    if (isForbidden(point, side) !== 0) continue;
    play(point, side);
    const value = -evaluate(BLACK + WHITE - side);
    undo();
    if (value <= bestValue) continue;
    best = point;
    bestValue = value;
  }
  return best;
}
