/** The best lines: one in a game, several on request. They fill the results that the host reads. */
import { MAX_LINES } from '../../core/limits.ts';
import { isForbidden } from '../patterns/forbidden.ts';
import { CLASS_FIVE } from '../patterns/points.ts';
import { hasFouls } from '../patterns/rule.ts';
import { classAt, play, stoneAt, undo } from '../patterns/state.ts';
import { EMPTY, NO_POINT } from '../point.ts';
import { pvLength, pvTable, replyTo } from './alphabeta.ts';
import { hashHigh, hashLow } from './hash.ts';
import { MAX_PLY } from './history.ts';
import { hostInfo, INFO_ITERATION } from './host.ts';
import { deepestPly, megaNodes, nodeCount } from './node-count.ts';
import {
  MAX_PV,
  pv,
  RESULT_BEST,
  RESULT_DEPTH,
  RESULT_ELAPSED_MS,
  RESULT_FORCED,
  RESULT_LINE,
  RESULT_LINES,
  RESULT_MEGANODES,
  RESULT_NODES,
  RESULT_PV_LENGTH,
  RESULT_SCORE,
  RESULT_SELDEPTH,
  result,
} from './result.ts';
import { moveRootTo } from './root-moves.ts';
import { isDecided } from './score.ts';
import { elapsedMs } from './stop.ts';
import { otherSide } from './threats.ts';
import { entryMove, probe } from './tt.ts';

/** Moves of a line that is read from the table. */
const MAX_FROM_TABLE = 24;
export const lineScore = new Int32Array(MAX_LINES);
const linePv = new Int32Array(MAX_LINES * MAX_PV);
export const linePvLength = new Int32Array(MAX_LINES);

/**
 * Stores the move and the line below it as line `index`. A move that failed high or low has no line below it: then it
 * keeps its previous one, unless that cannot lead to a forced result, or else gets the best reply.
 */
export function takeLine(index: number, move: number, score: number): void {
  lineScore[index] = score;
  const at = index * MAX_PV;
  if (pvLength[1] === 0 && linePv[at] === move && linePvLength[index] > 1 && isDecided(score) === 0) return;
  linePv[at] = move;
  const from = MAX_PLY + 2;
  let length = pvLength[1];
  if (length > MAX_PV - 1) length = MAX_PV - 1;
  for (let i = 0; i < length; i++) linePv[at + 1 + i] = pvTable[from + i];
  if (length === 0 && isDecided(score) === 0) {
    const reply = replyTo(move);
    linePv[at + 1] = reply;
    if (reply !== NO_POINT) length = 1;
  }
  linePvLength[index] = length + 1;
}

/**
 * Extends the best line from the table if it has at most two moves: the case of a move that failed high just before the
 * search ended.
 */
export function lengthenLine(side: number): void {
  const known = linePvLength[0];
  if (known === 0 || known > 2) return;
  let toMove = side;
  let length = 0;
  let move = linePv[0];
  for (;;) {
    linePv[length] = move;
    length++;
    const isFive = classAt(move, toMove) === CLASS_FIVE;
    play(move, toMove);
    toMove = otherSide(toMove);
    if (isFive || length >= MAX_FROM_TABLE) break;
    if (length < known) move = linePv[length];
    else {
      if (probe(hashLow(toMove), hashHigh(toMove)) === 0) break;
      move = entryMove();
    }
    if (move === NO_POINT || stoneAt[move] !== EMPTY) break;
    if (hasFouls !== 0 && isForbidden(move, toMove) !== 0) break;
  }
  for (let i = 0; i < length; i++) undo();
  linePvLength[0] = length;
}

/** Clears the lines of the last search. */
export function clearLines(lines: number): void {
  for (let i = 0; i < lines; i++) {
    lineScore[i] = 0;
    linePvLength[i] = 0;
  }
}

/** Fills `result` with the line `index` as far as it is known. */
export function fillResult(depthPlies: number, index: number, lines: number): void {
  result[RESULT_BEST] = linePv[index * MAX_PV];
  result[RESULT_SCORE] = lineScore[index];
  result[RESULT_DEPTH] = depthPlies;
  result[RESULT_SELDEPTH] = deepestPly;
  result[RESULT_NODES] = nodeCount;
  result[RESULT_MEGANODES] = megaNodes;
  result[RESULT_ELAPSED_MS] = elapsedMs();
  result[RESULT_LINE] = index;
  result[RESULT_LINES] = lines;
  const length = linePvLength[index];
  result[RESULT_PV_LENGTH] = length;
  for (let i = 0; i < length; i++) pv[i] = linePv[index * MAX_PV + i];
}

/** Sorts the lines by score: a later one may have turned out better than an earlier one. */
export function sortLines(lines: number): void {
  for (let i = 1; i < lines; i++) {
    for (let j = i; j > 0 && lineScore[j] > lineScore[j - 1]; j--) swapLines(j - 1, j);
  }
}

function swapLines(a: number, b: number): void {
  moveRootTo(b, a);
  const score = lineScore[a];
  lineScore[a] = lineScore[b];
  lineScore[b] = score;
  const length = linePvLength[a];
  linePvLength[a] = linePvLength[b];
  linePvLength[b] = length;
  for (let i = 0; i < MAX_PV; i++) {
    const move = linePv[a * MAX_PV + i];
    linePv[a * MAX_PV + i] = linePv[b * MAX_PV + i];
    linePv[b * MAX_PV + i] = move;
  }
}

export function answerAtOnce(move: number, score: number): void {
  pvLength[1] = 0;
  takeLine(0, move, score);
  if (move === NO_POINT) linePvLength[0] = 0;
  reportAtOnce();
}

export function reportAtOnce(): void {
  fillResult(1, 0, 1);
  result[RESULT_FORCED] = 1;
  hostInfo(INFO_ITERATION);
}
