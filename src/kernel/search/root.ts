/**
 * The search from the root: iterative deepening over the root moves, aspiration windows, several lines.
 */

import { evaluate } from '../eval/evaluate.ts';
import { isForbidden } from '../patterns/forbidden.ts';
import { CLASS_FIVE } from '../patterns/points.ts';
import { isRenju } from '../patterns/rule.ts';
import {
  boardHeight,
  boardWidth,
  classAt,
  countOf,
  findForcing,
  openPoints,
  play,
  stoneAt,
  stoneCount,
  undo,
} from '../patterns/state.ts';
import { BLACK, EMPTY, NO_POINT, PAD, STRIDE } from '../point.ts';
import { alphaBeta, baseReduction, noteRootEval, noteRootMove, pvLength, pvTable, resetLine } from './alphabeta.ts';
import { setExhaustive } from './hash.ts';
import { ageHistory, MAX_PLY } from './history.ts';
import { hostInfo, hostNow, INFO_BEST_MOVE, INFO_ITERATION } from './host.ts';
import { addEmptyPoints, generateMoves, moveOrder, pickMove, scoreMoves } from './moves.ts';
import { deepestPly, isStopped, kilonodes, megaNodes, nodeCount, startControl } from './node-count.ts';
import * as p from './params.ts';
import { ONE_PLY, params, restoreParams, setPlainForNow } from './params.ts';
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
  ROOT_DONE,
  ROOT_LOSES,
  ROOT_SEARCHING,
  result,
  rootState,
} from './result.ts';
import { INFINITE, isDecided, lossIn, WIN_BOUND, winIn } from './score.ts';
import { isTimeSpent, noteBestMoveChange, noteIteration, startStability } from './stop.ts';
import { otherSide, staticVerdict } from './threats.ts';
import { startGeneration } from './tt.ts';
import { findVct, solveThreats, vctLength, vctLine, vctLineLength, vctNodes } from './vct.ts';

/** Root moves, best first, and their scores in the last iteration that gave them one. */
const MAX_ROOT_MOVES = 512;
const rootMove = new Int32Array(MAX_ROOT_MOVES);
const rootScore = new Int32Array(MAX_ROOT_MOVES);
let rootCount = 0;

/** Lines of a multi-PV search: score and moves each. */
export const MAX_LINES = 16;
const lineScore = new Int32Array(MAX_LINES);
const linePv = new Int32Array(MAX_LINES * MAX_PV);
const linePvLength = new Int32Array(MAX_LINES);

/** With at most this many empty points the search is exhaustive and prunes nothing that is not proven. */
const EXHAUSTIVE_EMPTY = 12;
/** Iterations after a forced win was found: it may get shorter. */
const ITERATIONS_AFTER_WIN = 3;
const ITERATIONS_AFTER_LOSS = 8;
/** Iterations after all root moves but one were found losing. */
const ITERATIONS_AFTER_SINGLE = 5;
/** Nodes of a static look (no time at all). */
const STATIC_LOOK_NODES = 1500;
/** A limit this long means analysis: stop only when told. */
const UNTIMED_MS = 1 << 30;

/** Thousands of nodes expected of the main search beyond which the searches for threats get no larger. */
const LARGEST_VCT_BUDGET = 5000;
/** What stands for that number where time is not limited. */
const UNTIMED_VCT_BUDGET = 250;
/** The same for {@link p.SOLVER_SHARE}: half a thousand million positions at a share of a half. */
const LARGEST_SOLVER_BUDGET = 1000000;
/** Thousands of nodes seen beyond which the repeated search for an own win gets no larger: a hundred million nodes. */
const LARGEST_NODES_FOR_VCT = 100000;
/** Searches limited to this depth or less do without the search for threats. */
const VCT_DEPTH = 3;

let startMs = 0;
/** 0 for the thread that decides; others search the same position from different depths to fill the shared table. */
let helper = 0;
/** Root moves that are not known to lose to threats; the others stand behind them. */
let holdingCount = 0;
/** The best move that {@link dropLosingBest} was last asked about. */
let checkedMove = NO_POINT;
/** Positions that the last search for an own win by threats was allowed. */
let vctBudgetUsed = 0;

/** @param index 0 for the thread that decides, 1 and up for those that help it */
export function setHelper(index: number): void {
  helper = index;
}

/** @returns 1 if a helper leaves this depth to others: neighbours take odd and even ones in runs of growing length */
function skipsDepth(depthPlies: number): number {
  if (helper === 0 || depthPlies < 4) return 0;
  const run = 1 + ((helper - 1) >> 1);
  return (((depthPlies + helper) / run) | 0) & 1;
}

/** Fills `result` with the line `index` as far as it is known. */
function fillResult(depthPlies: number, index: number, lines: number): void {
  result[RESULT_BEST] = linePv[index * MAX_PV];
  result[RESULT_SCORE] = lineScore[index];
  result[RESULT_DEPTH] = depthPlies;
  result[RESULT_SELDEPTH] = deepestPly;
  result[RESULT_NODES] = nodeCount;
  result[RESULT_MEGANODES] = megaNodes;
  result[RESULT_ELAPSED_MS] = (hostNow() - startMs) | 0;
  result[RESULT_LINE] = index;
  result[RESULT_LINES] = lines;
  const length = linePvLength[index];
  result[RESULT_PV_LENGTH] = length;
  for (let i = 0; i < length; i++) pv[i] = linePv[index * MAX_PV + i];
}

/** Takes the move and the line below it over as line `index`. */
function takeLine(index: number, move: number, score: number): void {
  lineScore[index] = score;
  const at = index * MAX_PV;
  linePv[at] = move;
  const from = MAX_PLY + 2;
  let length = pvLength[1];
  if (length > MAX_PV - 1) length = MAX_PV - 1;
  for (let i = 0; i < length; i++) linePv[at + 1 + i] = pvTable[from + i];
  linePvLength[index] = length + 1;
}

/** Lists the root moves, best first by the static order. Black's forbidden points are left out. */
function listRootMoves(side: number): void {
  // Asked for several lines where a five can be made: the others are worth seeing too.
  let count = countOf(side, CLASS_FIVE) > 0 ? 0 : generateMoves(side, 0);
  if (count === 0) count = addEmptyPoints(0);
  rootCount = keepLegal(side, count);
  if (rootCount === 0) {
    // The only stop is forbidden, or every candidate is: any legal point will do.
    rootCount = keepLegal(side, addEmptyPoints(0));
  }
}

function keepLegal(side: number, count: number): number {
  scoreMoves(side, 0, count, NO_POINT);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = pickMove(0, i, count);
    if (isRenju !== 0 && side === BLACK && isForbidden(move) !== 0) continue;
    rootMove[kept] = move;
    rootScore[kept] = moveOrder[i];
    kept++;
  }
  return kept;
}

/**
 * If the opponent would win by threats were it to move now, most moves do not stop that: those that do not are put
 * last. Those that seem to remain in their order.
 * @param budget thousands of nodes the main search will see
 */
function sortOutLosingMoves(side: number, budget: number): void {
  const other = otherSide(side);
  if (params[p.VCT_THREAT_SHARE] === 0 || countOf(other, CLASS_FIVE) > 0) return;
  if (staticVerdict(other, 0) <= 0 && findVct(other, budget * params[p.VCT_THREAT_SHARE]) === NO_POINT) return;
  let nodesLeft = budget * params[p.VCT_STOP_SHARE];
  let kept = 0;
  for (let i = 0; i < rootCount && isStopped === 0; i++) {
    const allowed =
      nodesLeft < budget * params[p.VCT_STOP_MOVE_SHARE] ? nodesLeft : budget * params[p.VCT_STOP_MOVE_SHARE];
    const isLost = losesToThreats(rootMove[i], side, allowed);
    nodesLeft -= vctNodes;
    if (isLost !== 0) continue;
    promote(i, kept);
    kept++;
  }
  holdingCount = kept;
}

/** @returns 1 if the opponent wins by threats after `move`; {@link vctNodes} tells what it took to see that */
function losesToThreats(move: number, side: number, nodes: number): number {
  const other = otherSide(side);
  play(move, side);
  const verdict = staticVerdict(other, 0);
  const loses = verdict > 0 || (verdict === 0 && nodes > 0 && findVct(other, nodes) !== NO_POINT);
  undo();
  return loses ? 1 : 0;
}

/**
 * Does the best move lose to threats that the main search did not see? Then it is taken off the list. A move is asked
 * once.
 * @param budget thousands of nodes the main search will see @returns 1 if the iteration has to be repeated without it
 */
function dropLosingBest(side: number, budget: number): number {
  const best = rootMove[0];
  if (params[p.VCT_CHECK_SHARE] === 0 || best === checkedMove || rootCount === 1) return 0;
  if (isDecided(lineScore[0]) !== 0) return 0;
  checkedMove = best;
  if (losesToThreats(best, side, budget * params[p.VCT_CHECK_SHARE]) === 0) return 0;
  rootState[best] = ROOT_LOSES;
  rootCount--;
  for (let i = 0; i < rootCount; i++) {
    rootMove[i] = rootMove[i + 1];
    rootScore[i] = rootScore[i + 1];
  }
  pvLength[1] = 0;
  takeLine(0, rootMove[0], evaluate(side));
  return 1;
}

/** The longer the search lasts, the further the search for threats may go: each time at least twice as far. */
function lookForThreatsAgain(side: number): void {
  if (params[p.VCT_ROOT_SHARE] === 0 || isDecided(lineScore[0]) !== 0) return;
  const thousands = kilonodes();
  const share = params[megaNodes < params[p.VCT_LONG_MEGANODES] ? p.VCT_ROOT_SHARE : p.VCT_LONG_SHARE];
  const allowed = (thousands < LARGEST_NODES_FOR_VCT ? thousands : LARGEST_NODES_FOR_VCT) * share;
  if (allowed < 2 * vctBudgetUsed || staticVerdict(side, 0) !== 0) return;
  vctBudgetUsed = allowed;
  const winning = findVct(side, allowed);
  if (winning === NO_POINT || isStopped !== 0) return;
  takeProof();
  for (let i = 0; i < rootCount; i++) if (rootMove[i] === winning) promote(i, 0);
}

/** Takes the win by threats that was just found over as the first line. */
function takeProof(): void {
  pvLength[1] = vctLineLength - 1;
  for (let i = 1; i < vctLineLength; i++) pvTable[MAX_PLY + 1 + i] = vctLine[i];
  takeLine(0, vctLine[0], winIn(vctLength));
}

/** Brings root move `from` to place `to`, the others in between move back by one. */
function promote(from: number, to: number): void {
  const move = rootMove[from];
  const score = rootScore[from];
  for (let i = from; i > to; i--) {
    rootMove[i] = rootMove[i - 1];
    rootScore[i] = rootScore[i - 1];
  }
  rootMove[to] = move;
  rootScore[to] = score;
}

/**
 * Searches all root moves from place `first` on with one window.
 * @returns best score; the move stands at place `first` then if it raised alpha
 */
function searchRoot(
  side: number,
  depth: number,
  alpha: number,
  beta: number,
  first: number,
  depthPlies: number,
  lines: number,
): number {
  const other = otherSide(side);
  let best = -INFINITE;
  for (let i = first; i < rootCount; i++) {
    const move = rootMove[i];
    const moveClass = classAt(move, side);
    noteRootMove(move, moveClass);
    rootState[move] = ROOT_SEARCHING;
    play(move, side);
    const newDepth = depth - ONE_PLY;
    const isFive = moveClass === CLASS_FIVE;
    let score = isFive ? winIn(1) : -INFINITE;
    let needsFull = i > first && !isFive;
    if (isFive) pvLength[1] = 0;
    if (needsFull && params[p.USE_LMR] !== 0 && i > first + 1 && depth >= 2 * ONE_PLY) {
      const reduction = baseReduction(depth, i - first + 1) - params[p.LMR_ROOT];
      if (reduction > 0) {
        const reduced = newDepth - reduction;
        score = -alphaBeta(other, -alpha - 1, -alpha, reduced > ONE_PLY ? reduced : ONE_PLY, 1, 1);
        needsFull = score > alpha;
      }
    }
    if (needsFull && isStopped === 0) score = -alphaBeta(other, -alpha - 1, -alpha, newDepth, 1, 1);
    if (!isFive && (i === first || (score > alpha && score < beta)) && isStopped === 0) {
      score = -alphaBeta(other, -beta, -alpha, newDepth, 1, 0);
    }
    undo();
    if (isStopped !== 0) return best;
    rootState[move] = score <= -WIN_BOUND ? ROOT_LOSES : ROOT_DONE;
    rootScore[i] = i === first || score > alpha ? score : -INFINITE;
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        if (i > first) {
          if (first === 0) noteBestMoveChange();
          promote(i, first);
        }
        takeLine(first, move, score);
        if (i > first && lines === 1) {
          fillResult(depthPlies, first, lines);
          hostInfo(INFO_BEST_MOVE);
        }
        if (score >= beta) return best;
      }
    }
    if (i === first && best <= alpha && lineScore[first] !== best && linePvLength[first] === 0)
      takeLine(first, move, score);
  }
  return best;
}

/** Puts the lines in the order of their scores: a later one may have turned out better than one before it. */
function sortLines(lines: number): void {
  for (let i = 1; i < lines; i++) {
    for (let j = i; j > 0 && lineScore[j] > lineScore[j - 1]; j--) swapLines(j - 1, j);
  }
}

function swapLines(a: number, b: number): void {
  promote(b, a);
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

/** One iteration for the line at place `first`, widening the window until the score lies inside. */
function searchLine(side: number, depthPlies: number, first: number, lines: number): number {
  const depth = depthPlies * ONE_PLY;
  let delta = params[p.ASPIRATION];
  const before = lineScore[first];
  let alpha = -INFINITE;
  let beta = INFINITE;
  if (delta > 0 && depthPlies >= params[p.ASPIRATION_DEPTH] && isDecided(before) === 0) {
    alpha = before - delta;
    beta = before + delta;
  }
  for (;;) {
    const score = searchRoot(side, depth, alpha, beta, first, depthPlies, lines);
    if (isStopped !== 0) return score;
    if (score <= alpha && alpha > -INFINITE) {
      beta = (alpha + beta) >> 1;
      alpha = score - delta;
    } else if (score >= beta && beta < INFINITE) {
      beta = score + delta;
    } else return score;
    delta += (delta >> 1) + 6;
    if (delta > 1500 || isDecided(score) !== 0) {
      if (score <= alpha + delta) alpha = -INFINITE;
      beta = INFINITE;
    }
    if (alpha < -INFINITE) alpha = -INFINITE;
    if (beta > INFINITE) beta = INFINITE;
  }
}

/** @returns the point in the middle of the board, or the free one nearest to it */
function centrePoint(): number {
  let best = NO_POINT;
  let bestDistance = 1 << 20;
  for (let y = 0; y < boardHeight; y++) {
    for (let x = 0; x < boardWidth; x++) {
      const point = (y + PAD) * STRIDE + x + PAD;
      if (stoneAt[point] !== EMPTY) continue;
      const dx = 2 * x + 1 - boardWidth;
      const dy = 2 * y + 1 - boardHeight;
      const distance = dx * dx + dy * dy;
      if (distance < bestDistance) {
        bestDistance = distance;
        best = point;
      }
    }
  }
  return best;
}

function answerAtOnce(move: number, score: number): void {
  pvLength[1] = 0;
  takeLine(0, move, score);
  if (move === NO_POINT) linePvLength[0] = 0;
  reportAtOnce();
}

function reportAtOnce(): void {
  fillResult(1, 0, 1);
  result[RESULT_FORCED] = 1;
  hostInfo(INFO_ITERATION);
}

/** See search.ts. */
export function searchPosition(
  side: number,
  optimumMs: number,
  maximumMs: number,
  maxDepth: number,
  maxNodes: number,
  lines: number,
): void {
  startMs = hostNow();
  result.fill(0);
  rootState.fill(0);
  startControl(maximumMs === 0 ? STATIC_LOOK_NODES : maxNodes);
  resetLine();
  ageHistory();
  startGeneration();
  startStability();
  const empty = openPoints - stoneCount;
  if (empty === 0) {
    answerAtOnce(NO_POINT, 0);
    return;
  }
  if (stoneCount === 0) {
    answerAtOnce(centrePoint(), 0);
    return;
  }
  if (countOf(side, CLASS_FIVE) > 0 && lines === 1) {
    answerAtOnce(findForcing(side, CLASS_FIVE), winIn(1));
    return;
  }
  listRootMoves(side);
  if (rootCount === 0) {
    // Every point is forbidden to Black: nothing legal is left.
    answerAtOnce(NO_POINT, lossIn(2));
    return;
  }
  holdingCount = rootCount;
  const staticEval = evaluate(side);
  noteRootEval(staticEval);
  // An only move needs no thought, unless it is the score that is wanted.
  if (rootCount === 1 && lines === 1 && (maximumMs < UNTIMED_MS || maxNodes > 0)) {
    answerAtOnce(rootMove[0], countOf(otherSide(side), CLASS_FIVE) > 1 ? lossIn(2) : staticEval);
    return;
  }
  const budget = nodesExpected(maximumMs, maxNodes, UNTIMED_VCT_BUDGET, LARGEST_VCT_BUDGET);
  if (lines === 1 && maxDepth > VCT_DEPTH) {
    if (helper === 0 && staticVerdict(side, 0) === 0 && findThreats(side, maximumMs, maxNodes, budget) !== NO_POINT) {
      takeProof();
      reportAtOnce();
      return;
    }
    sortOutLosingMoves(side, budget);
    if (holdingCount > 0) rootCount = holdingCount;
  }
  const isExhaustive = empty <= EXHAUSTIVE_EMPTY;
  setExhaustive(isExhaustive ? 1 : 0);
  if (isExhaustive) setPlainForNow();
  deepen(side, optimumMs, maximumMs, maxDepth, lines < rootCount ? lines : rootCount, budget);
  if (isExhaustive) restoreParams();
}

/** @returns the first move of a win by threats, or NO_POINT */
function findThreats(side: number, maximumMs: number, maxNodes: number, budget: number): number {
  if (params[p.SOLVER_SHARE] > 0) {
    const thousands = nodesExpected(maximumMs, maxNodes, LARGEST_SOLVER_BUDGET, LARGEST_SOLVER_BUDGET);
    const winning = solveThreats(side, thousands * params[p.SOLVER_SHARE]);
    if (winning !== NO_POINT || isStopped !== 0) return winning;
  }
  if (params[p.VCT_ROOT_SHARE] === 0) return NO_POINT;
  // Without a limit of time nobody knows how long the search will be: half at first, more as it goes on.
  vctBudgetUsed = (budget * params[p.VCT_ROOT_SHARE]) >> (maximumMs < UNTIMED_MS ? 0 : 1);
  const winning = findVct(side, vctBudgetUsed);
  return isStopped !== 0 ? NO_POINT : winning;
}

function deepen(
  side: number,
  optimumMs: number,
  maximumMs: number,
  maxDepth: number,
  wantedLines: number,
  budget: number,
): void {
  const lines = wantedLines < MAX_LINES ? wantedLines : MAX_LINES;
  const empty = openPoints - stoneCount;
  let deepest = maxDepth < MAX_PLY - 40 ? maxDepth : MAX_PLY - 40;
  if (empty < deepest) deepest = empty;
  for (let i = 0; i < lines; i++) {
    lineScore[i] = 0;
    linePvLength[i] = 0;
  }
  pvLength[1] = 0;
  takeLine(0, rootMove[0], evaluate(side));
  fillResult(0, 0, lines);
  let decided = 0;
  checkedMove = NO_POINT;
  let single = 0;
  for (let depthPlies = 1; depthPlies <= deepest; depthPlies++) {
    if (skipsDepth(depthPlies) !== 0) continue;
    const scoreBefore = lineScore[0];
    noteIteration();
    for (let line = 0; line < lines && isStopped === 0; line++) {
      searchLine(side, depthPlies, line, lines);
    }
    if (isStopped === 0 && lines > 1) {
      sortLines(lines);
      for (let line = 0; line < lines; line++) {
        fillResult(depthPlies, line, lines);
        hostInfo(INFO_ITERATION);
      }
    }
    if (isStopped !== 0) {
      // An unfinished iteration counts as far as it raised alpha: its best move stands first.
      fillResult(depthPlies - 1, 0, lines);
      break;
    }
    if (helper === 0 && lines === 1 && depthPlies > VCT_DEPTH) {
      if (dropLosingBest(side, budget) !== 0) {
        depthPlies--;
        continue;
      }
      lookForThreatsAgain(side);
    }
    fillResult(depthPlies, 0, lines);
    if (isStopped !== 0) break;
    if (lines === 1) hostInfo(INFO_ITERATION);
    const score = lineScore[0];
    decided = isDecided(score) !== 0 ? decided + 1 : 0;
    if (score >= WIN_BOUND && (decided >= ITERATIONS_AFTER_WIN || score >= winIn(5))) break;
    if (score <= -WIN_BOUND && decided >= ITERATIONS_AFTER_LOSS) break;
    single = isOnlyOneNotLosing() !== 0 ? single + 1 : 0;
    if (single >= ITERATIONS_AFTER_SINGLE && maximumMs < UNTIMED_MS) break;
    const elapsedMs = (hostNow() - startMs) | 0;
    if (isTimeSpent(elapsedMs, optimumMs, maximumMs, depthPlies, scoreBefore, score) !== 0) break;
  }
  fillResult(result[RESULT_DEPTH], 0, lines);
}

/**
 * @param untimed stands for the number where time is not limited @param most larger ones are not wanted
 * @returns thousands of nodes the main search will see, about
 */
function nodesExpected(maximumMs: number, maxNodes: number, untimed: number, most: number): number {
  const byTime = maximumMs >= UNTIMED_MS ? untimed : maximumMs >> 1;
  const byNodes = (maxNodes / 1000) | 0;
  const expected = maxNodes > 0 && byNodes < byTime ? byNodes : byTime;
  return expected < most ? expected : most;
}

/** @returns 1 if every root move but the first is known to lose */
function isOnlyOneNotLosing(): number {
  for (let i = 1; i < rootCount; i++) if (rootState[rootMove[i]] !== ROOT_LOSES) return 0;
  return lineScore[0] > -WIN_BOUND ? 1 : 0;
}
