/** Iterative deepening over the root moves, with aspiration windows. */
import { MAX_LINES } from '../../core/limits.ts';
import { evaluate } from '../eval/evaluate.ts';
import { CLASS_FIVE } from '../patterns/points.ts';
import { classAt, openPoints, play, stoneCount, undo } from '../patterns/state.ts';
import { alphaBeta, baseReduction, noteRootMove, pvLength } from './alphabeta.ts';
import { MAX_PLY } from './history.ts';
import { hostInfo, INFO_BEST_MOVE, INFO_ITERATION } from './host.ts';
import { clearLines, fillResult, lengthenLine, linePvLength, lineScore, sortLines, takeLine } from './multipv.ts';
import { isStopped, megaNodes, nodeCount, nodesSince } from './node-count.ts';
import * as p from './params.ts';
import { ONE_PLY, params } from './params.ts';
import { RESULT_DEPTH, ROOT_DONE, ROOT_LOSES, ROOT_SEARCHING, result, rootState } from './result.ts';
import { isOnlyOneNotLosing, moveRootTo, rootCount, rootMove, rootScore } from './root-moves.ts';
import { dropLosingBest, lookForThreatsAgain, startRootThreats } from './root-threats.ts';
import { INFINITE, isDecided, WIN_BOUND, winIn } from './score.ts';
import { elapsedMs, isTimeSpent, noteBestMoveChange, noteIteration, noteRootNodes, UNTIMED_MS } from './stop.ts';
import { otherSide } from './threats.ts';

/** An aspiration window that failed grows by half, plus this many points. */
const WINDOW_GROWTH = 6;
/** Iterations after a forced win was found: a shorter one may exist. */
const ITERATIONS_AFTER_WIN = 3;

const ITERATIONS_AFTER_LOSS = 8;

/** Iterations after all root moves but one were found losing. */
const ITERATIONS_AFTER_SINGLE = 5;

/** Searches limited to this depth or less skip the search for threats. */
export const VCT_DEPTH = 3;

/** 0 for the thread whose result counts; helpers search the same position at other depths to fill the shared table. */
export let helper = 0;

/** @param index 0 for the thread whose result counts, 1 and up for its helpers */
export function setHelper(index: number): void {
  helper = index;
}

/**
 * @returns 1 if a helper leaves this depth to others: neighboring helpers take odd and even ones in runs of growing
 *   length
 */
function skipsDepth(depthPlies: number): number {
  if (helper === 0 || depthPlies < 4) return 0;
  const run = 1 + ((helper - 1) >> 1);
  return (((depthPlies + helper) / run) | 0) & 1;
}

/**
 * Searches all root moves from place `first` on with one window.
 * @returns best score; if it raised alpha, the move is at place `first`
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
    const mega = megaNodes;
    const rest = nodeCount;
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
    if (first === 0) noteRootNodes(i, score > alpha ? 1 : 0, nodesSince(mega, rest));
    rootState[move] = score <= -WIN_BOUND ? ROOT_LOSES : ROOT_DONE;
    rootScore[i] = i === first || score > alpha ? score : -INFINITE;
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        if (i > first) {
          if (first === 0) noteBestMoveChange();
          moveRootTo(i, first);
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

/** One iteration for the line at place `first`, widening the window until it contains the score. */
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
    delta += (delta >> 1) + WINDOW_GROWTH;
    if (delta > params[p.ASPIRATION_MAX] || isDecided(score) !== 0) {
      if (score <= alpha + delta) alpha = -INFINITE;
      beta = INFINITE;
    }
    if (alpha < -INFINITE) alpha = -INFINITE;
    if (beta > INFINITE) beta = INFINITE;
  }
}

/**
 * Iterative deepening.
 * @param wantedLines how many best lines, at least 1 @param budget see {@link vctBudget}
 */
export function deepen(
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
  clearLines(lines);
  pvLength[1] = 0;
  takeLine(0, rootMove[0], evaluate(side));
  fillResult(0, 0, lines);
  let decided = 0;
  startRootThreats();
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
      // An unfinished iteration counts as far as it raised alpha: its best move is first.
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
    single = isOnlyOneNotLosing() !== 0 && score > -WIN_BOUND ? single + 1 : 0;
    if (single >= ITERATIONS_AFTER_SINGLE && maximumMs < UNTIMED_MS) break;
    if (isTimeSpent(elapsedMs(), optimumMs, maximumMs, depthPlies, scoreBefore, score) !== 0) break;
  }
  if (isStopped !== 0 || isDecided(lineScore[0]) === 0) lengthenLine(side);
  fillResult(result[RESULT_DEPTH], 0, lines);
}
