/**
 * The search below depth 0: fours only. A four leaves the opponent one answer (under caro a few), so a line of them is
 * narrow and either wins or becomes quiet; the attacker may stop at any time and take the static evaluation.
 */
import { evaluate, evaluateFrom, isRough } from '../eval/evaluate.ts';
import { isForbidden } from '../patterns/forbidden.ts';
import { CLASS_FIVE, CLASS_FOUR_PLUS } from '../patterns/points.ts';
import { hasFouls, isCaro } from '../patterns/rule.ts';
import { classAt, countOf, findForcing, moveBefore, openPoints, play, stoneCount, undo } from '../patterns/state.ts';
import { NO_POINT } from '../point.ts';
import { hashHigh, hashLow, hashLowAfter } from './hash.ts';
import { MAX_PLY } from './history.ts';
import { generateFours, generateMoves, LIST_SIZE, moveList } from './movegen.ts';
import { pickMove, scoreMoves } from './movepick.ts';
import { countNode } from './node-count.ts';
import {
  DELTA_BASE,
  DELTA_PER_PLY,
  LAZY_MARGIN,
  ONE_PLY,
  params,
  QUIESCENCE_FOURS,
  QUIESCENCE_NEARBY,
  QUIESCENCE_PLAIN_FOURS,
  SAMPLE_PERIOD,
  USE_DELTA,
  USE_TABLE_PROOFS,
} from './params.ts';
import { noteSample } from './sample.ts';
import { DRAW, lossIn, WIN_BOUND, winIn } from './score.ts';
import { makesFour, otherSide, staticVerdict } from './threats.ts';
import { traceNode } from './trace.ts';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_NONE,
  BOUND_UPPER,
  boundOf,
  entryBound,
  entryDepth,
  entryEval,
  entryMove,
  entryScore,
  fetchBucket,
  isProof,
  NO_EVAL,
  probe,
  store,
} from './tt.ts';

/** Depth of table entries for positions where a line of fours begins, and for those within one. */
const DEPTH_START = 0;
const DEPTH_INSIDE = -ONE_PLY;

/**
 * Searches fours of `side`, which is to move.
 * @param depth minus the number of fours so far; their answers cost nothing
 * @param near point of the last four, or NO_POINT at the start of a line
 * @returns score for `side`
 */
export function quiescence(
  side: number,
  alpha: number,
  beta: number,
  depth: number,
  ply: number,
  near: number,
): number {
  if (countNode(ply) !== 0) return 0;
  traceNode(side, ply, near === NO_POINT ? 0 : -ONE_PLY);
  if (stoneCount >= openPoints) return DRAW;
  const verdict = staticVerdict(side, ply);
  if (verdict !== 0) return verdict;
  if (ply >= MAX_PLY || params[QUIESCENCE_FOURS] === 0) return evaluate(side);
  const other = otherSide(side);
  const mustDefend = countOf(other, CLASS_FIVE) > 0;
  if (mustDefend && near === NO_POINT) return answerFive(side, alpha, beta, depth, ply, NO_POINT);

  const bestPossible = winIn(ply + 5);
  if (bestPossible < beta) {
    beta = bestPossible;
    if (alpha >= beta) return alpha;
  }
  const low = hashLow(side);
  const high = hashHigh(side);
  const wantedDepth = near === NO_POINT ? DEPTH_START : DEPTH_INSIDE;
  const hasEntry = probe(low, high) !== 0;
  const tableBound = hasEntry ? entryBound() : BOUND_NONE;
  const tableScore = hasEntry ? entryScore(ply) : 0;
  let tableMove = NO_POINT;
  let staticEval = NO_EVAL;
  if (hasEntry) {
    if (params[USE_TABLE_PROOFS] !== 0 && isProof(tableScore, tableBound) !== 0) return tableScore;
    if (entryDepth() >= wantedDepth) {
      if (tableBound === BOUND_EXACT) return tableScore;
      if (tableBound === BOUND_LOWER && tableScore >= beta) return tableScore;
      if (tableBound === BOUND_UPPER && tableScore <= alpha) return tableScore;
    }
    tableMove = entryMove();
    staticEval = entryEval();
  }
  let storedEval = staticEval;
  if (staticEval === NO_EVAL) {
    const margin = params[LAZY_MARGIN];
    staticEval = margin === 0 ? evaluate(side) : evaluateFrom(side, alpha - margin);
    // A rough one is not stored, because the main search needs the full evaluation when it reaches the position.
    storedEval = isRough !== 0 ? NO_EVAL : staticEval;
    if (params[SAMPLE_PERIOD] !== 0) noteSample(side, alpha, beta, staticEval);
  }
  let best = mustDefend ? lossIn(ply + 2) : staticEval;
  const alphaBefore = alpha;
  if (!mustDefend) {
    if (best >= beta) {
      if (!hasEntry) store(low, high, best, staticEval, 0, BOUND_LOWER, NO_POINT, DEPTH_START, ply);
      return best;
    }
    if (params[USE_DELTA] !== 0 && staticEval + params[DELTA_BASE] + params[DELTA_PER_PLY] * depth < alpha) return best;
    if (best > alpha) alpha = best;
  }
  if (depth <= -params[QUIESCENCE_FOURS]) return staticEval;

  const at = ply * LIST_SIZE;
  let count = 0;
  if (mustDefend) {
    // The opponent answered with a four: only an answer that is a four itself continues the line.
    const defense = findForcing(other, CLASS_FIVE);
    if (isCaro !== 0 || makesFour(defense, side) === 0) return staticEval;
    moveList[at] = defense;
    count = 1;
  } else {
    const isStart = near === NO_POINT;
    count = generateFours(side, ply, isStart && params[QUIESCENCE_NEARBY] !== 0 ? moveBefore(2) : near);
    if (count > 1) scoreMoves(side, ply, count, NO_POINT);
  }
  let bestMove = NO_POINT;
  for (let i = 0; i < count; i++) {
    const move = count > 1 ? pickMove(ply, i, count) : moveList[at];
    if (hasFouls !== 0 && isForbidden(move, side) !== 0) continue;
    // Far down the line, only fours that do something more.
    if (depth < -params[QUIESCENCE_PLAIN_FOURS] && !mustDefend && classAt(move, side) < CLASS_FOUR_PLUS) continue;
    play(move, side);
    const score = -answerFive(other, -beta, -alpha, depth - 1, ply + 1, move);
    undo();
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        bestMove = move;
        if (score >= beta) break;
      }
    }
  }
  if (mustDefend && bestMove === NO_POINT) return best > -WIN_BOUND ? best : staticEval;
  store(
    low,
    high,
    best,
    mustDefend ? NO_EVAL : storedEval,
    0,
    boundOf(best, alphaBefore, beta),
    bestMove !== NO_POINT ? bestMove : tableMove,
    wantedDepth,
    ply,
  );
  return best;
}

/**
 * `side` must stop a five and does so, then its opponent continues.
 * @param near point of the opponent's four, or NO_POINT
 * @returns score for `side`
 */
function answerFive(side: number, alpha: number, beta: number, depth: number, ply: number, near: number): number {
  if (near !== NO_POINT) {
    if (countNode(ply) !== 0) return 0;
    traceNode(side, ply, -ONE_PLY);
    if (stoneCount >= openPoints) return DRAW;
    const verdict = staticVerdict(side, ply);
    if (verdict !== 0) return verdict;
    if (ply >= MAX_PLY) return evaluate(side);
  }
  const other = otherSide(side);
  // A "four" that was none, as possibly forbidden points may suggest.
  if (countOf(other, CLASS_FIVE) === 0) return evaluate(side);
  const count = generateMoves(side, ply);
  const at = ply * LIST_SIZE;
  let best = lossIn(ply + 2);
  for (let i = 0; i < count; i++) {
    const move = moveList[at + i];
    if (hasFouls !== 0 && isForbidden(move, side) !== 0) continue;
    fetchBucket(hashLowAfter(move, side));
    play(move, side);
    const score = -quiescence(other, -beta, -alpha, depth, ply + 1, near);
    undo();
    if (score > best) {
      best = score;
      if (score > alpha) alpha = score;
      if (score >= beta) break;
    }
  }
  return best;
}
