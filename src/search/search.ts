/**
 * Entry points of the search for its host (the worker shell). One thread holds one search.
 */
import { NO_POINT, pointAt } from '../core/point.ts';
import { hostInfo, hostNow, INFO_ITERATION } from './host.ts';
import { pv, RESULT_BEST, RESULT_DEPTH, RESULT_ELAPSED_MS, RESULT_NODES, RESULT_PV_LENGTH, RESULT_SCORE, result } from './result.ts';

// PLACEHOLDER until the real search lands: plays the free point nearest to the centre.
const occupied = new Uint8Array(1024);
let boardWidth = 15;
let boardHeight = 15;

/** Sizes the transposition table. @param bytes upper bound; the table takes the largest power of two of entries in it */
export function setTableBytes(bytes: number): void {
  void bytes;
}

/** Forgets everything learned from earlier positions (table, histories). */
export function newGame(): void {}

/**
 * Starts a position: an empty board. Keeps the table if board and rule are those of the last position.
 * @param rule sum of bits as in INFO rule, already checked @param winLength 3 to 6
 */
export function setUp(width: number, height: number, rule: number, winLength: number): void {
  void rule;
  void winLength;
  boardWidth = width;
  boardHeight = height;
  occupied.fill(0);
}

/** Puts a stone on a free point. @param color 1 black, 2 white, 3 blocked */
export function place(x: number, y: number, color: number): void {
  void color;
  occupied[pointAt(x, y)] = 1;
}

/**
 * Searches the position until a limit is reached or the host says stop; always leaves a legal move in `result` if
 * there is one.
 * @param color side to move, 1 or 2
 * @param optimumMs time after which no new iteration starts unless the position is unclear
 * @param maximumMs time after which the search returns at once; 0: static look only
 * @param maxDepth plies, at least 1 @param maxNodes nodes, 0 for no limit @param lines how many best moves are wanted
 */
export function think(color: number, optimumMs: number, maximumMs: number, maxDepth: number, maxNodes: number, lines: number): void {
  void color;
  void optimumMs;
  void maximumMs;
  void maxDepth;
  void maxNodes;
  void lines;
  const start = hostNow();
  let best = NO_POINT;
  let bestDistance = 1 << 20;
  for (let y = 0; y < boardHeight; y++) {
    for (let x = 0; x < boardWidth; x++) {
      const distance = Math.abs(2 * x + 1 - boardWidth) + Math.abs(2 * y + 1 - boardHeight);
      if (occupied[pointAt(x, y)] === 0 && distance < bestDistance) {
        bestDistance = distance;
        best = pointAt(x, y);
      }
    }
  }
  result.fill(0);
  result[RESULT_BEST] = best;
  result[RESULT_SCORE] = 0;
  result[RESULT_DEPTH] = 1;
  result[RESULT_NODES] = 1;
  result[RESULT_PV_LENGTH] = best === NO_POINT ? 0 : 1;
  pv[0] = best;
  result[RESULT_ELAPSED_MS] = hostNow() - start;
  hostInfo(INFO_ITERATION);
}
