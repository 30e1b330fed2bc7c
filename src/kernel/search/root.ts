/**
 * A search from its beginning: positions that need no search are answered at once, the others by iterative deepening.
 */
import { evaluate } from '../eval/evaluate.ts';
import { CLASS_FIVE } from '../patterns/points.ts';
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
import { EMPTY, NO_POINT, PAD, STRIDE } from '../point.ts';
import { alphaBeta, noteRootEval, noteRootMove, resetLine } from './alphabeta.ts';
import { hashHigh, hashLow, setExhaustive } from './hash.ts';
import { ageHistory } from './history.ts';
import { hostNow } from './host.ts';
import { deepen, helper, VCT_DEPTH } from './iterate.ts';
import { answerAtOnce, reportAtOnce } from './multipv.ts';
import { isStopped, startControl } from './node-count.ts';
import { ONE_PLY, restoreParams, setPlainForNow } from './params.ts';
import { result, rootExcluded, rootState } from './result.ts';
import { listRootMoves, rootCount, rootMove } from './root-moves.ts';
import { findThreats, pruneLosingRootMoves, takeProof, vctBudget } from './root-threats.ts';
import { INFINITE, lossIn, winIn } from './score.ts';
import { startClock, UNTIMED_MS } from './stop.ts';
import { otherSide, staticVerdict } from './threats.ts';
import { entryBound, entryScore, isProof, probe, startGeneration } from './tt.ts';

/** With at most this many empty points, the search is exhaustive: it prunes nothing without proof. */
const EXHAUSTIVE_EMPTY = 12;

/** Plies searched after an only move, for its score: nearly all wins that were announced before are found again. */
const PLIES_AFTER = 4;

/** Nodes of a search without any time. */
const STATIC_LOOK_NODES = 1500;

/** @returns 1 if the search of the position on the board is exhaustive */
export function isExhaustive(): number {
  return openPoints - stoneCount <= EXHAUSTIVE_EMPTY ? 1 : 0;
}

/** @returns the center point of the board, or the free one nearest to it */
function centerPoint(): number {
  let best = NO_POINT;
  let bestDistance = 1 << 20;
  for (let y = 0; y < boardHeight; y++) {
    for (let x = 0; x < boardWidth; x++) {
      const point = (y + PAD) * STRIDE + x + PAD;
      if (stoneAt[point] !== EMPTY || rootExcluded[point] !== 0) continue;
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

/**
 * Searches the position until a limit is reached or the host says stop; always leaves a legal move in `result` if there
 * is one.
 * @param side to move, 1 or 2
 * @param optimumMs time after which no new iteration starts unless the position is unclear
 * @param maximumMs time after which the search returns at once; 0: static look only
 * @param maxDepth plies, at least 1
 * @param maxNodes node limit, 0 for none
 * @param lines number of best moves to find
 */
export function think(
  side: number,
  optimumMs: number,
  maximumMs: number,
  maxDepth: number,
  maxNodes: number,
  lines: number,
): void {
  startClock(hostNow());
  result.fill(0);
  rootState.fill(0);
  startControl(maximumMs === 0 ? STATIC_LOOK_NODES : maxNodes);
  resetLine();
  ageHistory();
  startGeneration();
  if (stoneCount === openPoints) {
    answerAtOnce(NO_POINT, 0);
    return;
  }
  if (stoneCount === 0) {
    answerAtOnce(centerPoint(), 0);
    return;
  }
  if (countOf(side, CLASS_FIVE) > 0 && lines === 1) {
    const five = findForcing(side, CLASS_FIVE);
    if (rootExcluded[five] === 0) {
      answerAtOnce(five, winIn(1));
      return;
    }
  }
  listRootMoves(side);
  if (rootCount === 0) {
    // Every point is forbidden to the side: there is no legal move.
    answerAtOnce(NO_POINT, lossIn(2));
    return;
  }
  const staticEval = evaluate(side);
  noteRootEval(staticEval);
  // An only move needs no search, unless the caller wants the score.
  if (rootCount === 1 && lines === 1 && (maximumMs < UNTIMED_MS || maxNodes > 0)) {
    answerAtOnce(rootMove[0], scoreAfter(rootMove[0], side));
    return;
  }
  const budget = vctBudget(maximumMs, maxNodes);
  if (lines === 1 && maxDepth > VCT_DEPTH) {
    if (helper === 0 && staticVerdict(side, 0) === 0 && findThreats(side, maximumMs, maxNodes, budget) !== NO_POINT) {
      takeProof();
      reportAtOnce();
      return;
    }
    pruneLosingRootMoves(side, budget);
  }
  const isPlain = isExhaustive();
  setExhaustive(isPlain);
  if (isPlain !== 0) setPlainForNow();
  deepen(side, optimumMs, maximumMs, maxDepth, lines < rootCount ? lines : rootCount, budget);
  if (isPlain !== 0) restoreParams();
}

/**
 * @returns score of an only move: the win or loss that the table has for the position after it, or else that of a
 *   search of {@link PLIES_AFTER} plies. The static evaluation before the move means little if it answers a five.
 */
function scoreAfter(move: number, side: number): number {
  const other = otherSide(side);
  noteRootMove(move, classAt(move, side));
  play(move, side);
  const isProven = probe(hashLow(other), hashHigh(other)) !== 0 && isProof(entryScore(1), entryBound()) !== 0;
  let score = isProven ? -entryScore(1) : -alphaBeta(other, -INFINITE, INFINITE, PLIES_AFTER * ONE_PLY, 1, 0);
  if (isStopped !== 0) score = -evaluate(other);
  undo();
  return score;
}
