/**
 * Searches for wins by threats at the root: an own win, moves that lose to one of the opponent's, and whether the best
 * move does.
 */
import { evaluate } from '../eval/evaluate.ts';
import { CLASS_FIVE } from '../patterns/points.ts';
import { countOf, play, undo } from '../patterns/state.ts';
import { NO_POINT } from '../point.ts';
import { pvLength, pvTable } from './alphabeta.ts';
import { MAX_PLY } from './history.ts';
import { lineScore, takeLine } from './multipv.ts';
import { isStopped, kilonodes, megaNodes } from './node-count.ts';
import * as p from './params.ts';
import { params } from './params.ts';
import { ROOT_LOSES, rootExcluded, rootState } from './result.ts';
import { dropFirstRootMove, keepRootMoves, moveRootTo, rootCount, rootMove } from './root-moves.ts';
import { isDecided, winIn } from './score.ts';
import { UNTIMED_MS } from './stop.ts';
import { otherSide, staticVerdict } from './threats.ts';
import { findVct, solveThreats, vctLength, vctLine, vctLineLength, vctNodes } from './vct.ts';

/** Thousands of expected nodes of the main search beyond which the budget of the searches for threats stops growing. */
const MAX_VCT_BUDGET = 5000;

/** Substitute for that number where time is not limited. */
const UNTIMED_VCT_BUDGET = 250;

/** The same for {@link p.SOLVER_SHARE}: half a billion positions at a share of a half. */
const MAX_SOLVER_BUDGET = 1000000;

/**
 * Thousands of nodes searched beyond which the repeated search for an own win stops growing: a hundred million nodes.
 */
const MAX_NODES_FOR_VCT = 100000;

/** The best move that {@link dropLosingBest} last checked. */
let checkedMove = NO_POINT;

/** Position limit of the last search for an own win by threats. */
let vctBudgetUsed = 0;

/** Called once per search. */
export function startRootThreats(): void {
  checkedMove = NO_POINT;
}

/** @returns estimated thousands of nodes of the main search, of which the searches for threats get a share */
export function vctBudget(maximumMs: number, maxNodes: number): number {
  return nodesExpected(maximumMs, maxNodes, UNTIMED_VCT_BUDGET, MAX_VCT_BUDGET);
}

/**
 * If the opponent would win by threats if it were to move now, most moves lose. Removes those found losing from the
 * list, unless all of them are.
 * @param budget estimated thousands of nodes of the main search
 */
export function pruneLosingRootMoves(side: number, budget: number): void {
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
    moveRootTo(i, kept);
    kept++;
  }
  if (kept > 0) keepRootMoves(kept);
}

/** @returns 1 if the opponent wins by threats after `move`; {@link vctNodes} has the cost of finding out */
function losesToThreats(move: number, side: number, nodes: number): number {
  const other = otherSide(side);
  play(move, side);
  const verdict = staticVerdict(other, 0);
  const loses = verdict > 0 || (verdict === 0 && nodes > 0 && findVct(other, nodes) !== NO_POINT);
  undo();
  return loses ? 1 : 0;
}

/**
 * Does the best move lose to threats that the main search did not see? Then it is removed from the list. Each move is
 * checked once.
 * @param budget estimated thousands of nodes of the main search
 * @returns 1 if the iteration must be repeated without it
 */
export function dropLosingBest(side: number, budget: number): number {
  const best = rootMove[0];
  if (params[p.VCT_CHECK_SHARE] === 0 || best === checkedMove || rootCount === 1) return 0;
  if (isDecided(lineScore[0]) !== 0) return 0;
  checkedMove = best;
  if (losesToThreats(best, side, budget * params[p.VCT_CHECK_SHARE]) === 0) return 0;
  rootState[best] = ROOT_LOSES;
  dropFirstRootMove();
  pvLength[1] = 0;
  takeLine(0, rootMove[0], evaluate(side));
  return 1;
}

/** The longer the search lasts, the larger the search for threats may be: each time at least twice as large. */
export function lookForThreatsAgain(side: number): void {
  if (params[p.VCT_ROOT_SHARE] === 0 || isDecided(lineScore[0]) !== 0) return;
  const thousands = kilonodes();
  const share = params[megaNodes < params[p.VCT_LONG_MEGANODES] ? p.VCT_ROOT_SHARE : p.VCT_LONG_SHARE];
  const allowed = (thousands < MAX_NODES_FOR_VCT ? thousands : MAX_NODES_FOR_VCT) * share;
  if (allowed < 2 * vctBudgetUsed || staticVerdict(side, 0) !== 0) return;
  vctBudgetUsed = allowed;
  const winning = findVct(side, allowed);
  if (winning === NO_POINT || isStopped !== 0 || rootExcluded[winning] !== 0) return;
  takeProof();
  for (let i = 0; i < rootCount; i++) if (rootMove[i] === winning) moveRootTo(i, 0);
}

/** Stores the win by threats that was just found as the first line. */
export function takeProof(): void {
  pvLength[1] = vctLineLength - 1;
  for (let i = 1; i < vctLineLength; i++) pvTable[MAX_PLY + 1 + i] = vctLine[i];
  takeLine(0, vctLine[0], winIn(vctLength));
}

/** @returns the first move of a win by threats, or NO_POINT */
export function findThreats(side: number, maximumMs: number, maxNodes: number, budget: number): number {
  if (params[p.SOLVER_SHARE] > 0) {
    const thousands = nodesExpected(maximumMs, maxNodes, MAX_SOLVER_BUDGET, MAX_SOLVER_BUDGET);
    const winning = solveThreats(side, thousands * params[p.SOLVER_SHARE]);
    if (isStopped !== 0 || (winning !== NO_POINT && rootExcluded[winning] === 0)) return winning;
  }
  if (params[p.VCT_ROOT_SHARE] === 0) return NO_POINT;
  // Without a time limit, the length of the search is unknown: half of it at first, more as the search continues.
  vctBudgetUsed = (budget * params[p.VCT_ROOT_SHARE]) >> (maximumMs < UNTIMED_MS ? 0 : 1);
  const winning = findVct(side, vctBudgetUsed);
  return isStopped !== 0 || rootExcluded[winning] !== 0 ? NO_POINT : winning;
}

/**
 * @param untimed substitute for the number where time is not limited
 * @param most upper bound of the result
 * @returns estimated thousands of nodes of the main search
 */
function nodesExpected(maximumMs: number, maxNodes: number, untimed: number, most: number): number {
  const byTime = maximumMs >= UNTIMED_MS ? untimed : maximumMs >> 1;
  const byNodes = (maxNodes / 1000) | 0;
  const expected = maxNodes > 0 && byNodes < byTime ? byNodes : byTime;
  return expected < most ? expected : most;
}
