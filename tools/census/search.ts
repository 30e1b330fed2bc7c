/** Thread of the census: plays games, searches a position of each while counting, returns the counts. */
import { parentPort, workerData } from 'node:worker_threads';
import { colorAt } from '../../src/core/color.ts';
import type { XY } from '../../src/core/point.ts';
import { seededRandom } from '../../src/core/random.ts';
import { ruleFromCode } from '../../src/core/rule.ts';
import { useAllLearned } from '../../src/engine/runtime/networks.ts';
import { openJsKernel, setUpMoves } from '../../src/engine/runtime/open-kernel.ts';
import { ANY_DEPTH, nodesOf, pointXY, UNTIMED_MS } from '../../src/engine/runtime/think.ts';
import { RESULT_BEST, RESULT_DEPTH, RESULT_SCORE } from '../../src/kernel/search/result.ts';
import { WIN_BOUND } from '../../src/kernel/search/score.ts';
import { emptyPosition } from '../../src/rules/position.ts';
import { judgeMove } from '../../src/rules/referee.ts';
import * as counts from './trace.ts';

/** Everything that the search calls must exist. */
const trace = counts satisfies typeof import('../../src/kernel/search/trace.ts');

/** What to count: a position of one game for each opening, all of one rule and size. */
export interface CensusRequest {
  readonly rule: number;
  readonly size: number;
  readonly openings: readonly (readonly XY[])[];
  /** Nodes per move of the games, and of the search that is counted. */
  readonly gameNodes: number;
  readonly nodes: number;
  readonly seed: number;
  /** Shared: kind of the running node, see trace.ts. */
  readonly current: Int32Array;
}

export interface Census {
  /** All nodes of the searches, including those of the threat search. */
  readonly total: number;
  readonly depths: readonly number[];
  readonly nodes: readonly (readonly number[])[];
  readonly opened: readonly number[];
  readonly below: readonly number[];
  readonly moves: typeof counts.moves;
  readonly searches: typeof counts.searches;
}

const WIN_LENGTH = 5;
const TABLE_BYTES = 64 << 20;
/** The last plies of a game are skipped: moves there are forced. */
const LAST_PLIES = 8;

const request = workerData as CensusRequest;
const { rule: code, size } = request;
const board = { width: size, height: size, rule: code, winLength: WIN_LENGTH };
const search = openJsKernel(TABLE_BYTES);
useAllLearned(search);

function think(moves: readonly XY[], nodes: number): XY {
  const color = setUpMoves(search, board, moves);
  search.think(color, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, nodes, 1);
  return pointXY(search.result[RESULT_BEST]);
}

/** @returns the moves of a game against itself, until one side has a proven win */
function playGame(opening: readonly XY[]): XY[] {
  const rule = ruleFromCode(code)!;
  const position = emptyPosition(size, size);
  for (const [i, { x, y }] of opening.entries()) position.cells[y * size + x] = colorAt(i);
  const moves = [...opening];
  search.newGame();
  while (moves.length < size * size) {
    const move = think(moves, request.gameNodes);
    if (Math.abs(search.result[RESULT_SCORE]) >= WIN_BOUND) break;
    const color = colorAt(moves.length);
    if (judgeMove(position, rule, move.x, move.y, color).outcome !== 'none') break;
    position.cells[move.y * size + move.x] = color;
    moves.push(move);
  }
  return moves;
}

/** @returns the moves to a position of a game; null if the game was too short */
function pick(opening: readonly XY[], random: () => number): XY[] | null {
  const moves = playGame(opening);
  const room = moves.length - LAST_PLIES - opening.length;
  return room > 0 ? moves.slice(0, opening.length + Math.floor(random() * room)) : null;
}

function take(): Census {
  const random = seededRandom(request.seed);
  const positions = request.openings.flatMap((opening) => {
    const moves = pick(opening, random);
    return moves === null ? [] : [moves];
  });
  trace.startCounting(request.current);
  let total = 0;
  const depths = positions.map((moves) => {
    search.newGame();
    think(moves, request.nodes);
    trace.endSearch();
    total += nodesOf(search.result);
    return search.result[RESULT_DEPTH];
  });
  const { nodes, opened, below, moves, searches } = trace;
  return { total, depths, nodes, opened, below, moves, searches };
}

parentPort!.postMessage(take());
