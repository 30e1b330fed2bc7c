/**
 * The main search: principal variation search with the prunings and extensions that work in gomoku. One long function
 * in a fixed order; every tunable value is a named number in params.ts.
 */
import { evaluate } from '../eval/evaluate.ts';
import { isForbidden } from '../patterns/forbidden.ts';
import {
  CLASS_FIVE,
  CLASS_FORBIDDEN,
  CLASS_FOUR,
  CLASS_MASK,
  CLASS_NONE,
  CLASS_STRAIGHT_FOUR,
  CLASS_THREE,
  CLASS_TWO_TWO,
} from '../patterns/points.ts';
import { hasFouls, isFreestyle } from '../patterns/rule.ts';
import {
  blackInfo,
  classAt,
  countOf,
  moveBefore,
  openPoints,
  play,
  shapesAt,
  stoneAt,
  stoneCount,
  undo,
  whiteInfo,
} from '../patterns/state.ts';
import { BLACK, CELLS, EMPTY, NO_POINT } from '../point.ts';
import { stoneKey } from '../zobrist.ts';
import {
  AFTER_OTHER,
  AFTER_OWN,
  continuationRow,
  continuationScore,
  NO_ROW,
  updateContinuation,
} from './continuation.ts';
import { hashHigh, hashLow, hashLowAfter } from './hash.ts';
import {
  ATTACK,
  addKiller,
  counterMove,
  history,
  historyBonus,
  historyTable,
  killers,
  MAX_PLY,
  QUIET,
  updateHistory,
} from './history.ts';
import { LOG_SIZE, naturalLog } from './logarithm.ts';
import { ALL_CANDIDATES, DEFEND_FOUR, generateMoves, LIST_SIZE, moveList, restriction } from './movegen.ts';
import { moveOrder, pickMove, scoreMoves } from './movepick.ts';
import { countNode, isStopped } from './node-count.ts';
import * as p from './params.ts';
import { ONE_PLY, params } from './params.ts';
import { quiescence } from './quiescence.ts';
import { noteSample } from './sample.ts';
import { DRAW, INFINITE, isDecided, lossIn, WIN_BOUND, winIn } from './score.ts';
import { shapeSlot, updateShapes } from './shape-history.ts';
import { otherSide, staticVerdict } from './threats.ts';
import { SEARCH_FULL, SEARCH_PV, SEARCH_REDUCED, traceMove, traceNode, traceResult, traceSearch } from './trace.ts';
import {
  BOUND_LOWER,
  BOUND_NONE,
  BOUND_UPPER,
  betterEstimate,
  boundOf,
  entryBound,
  entryDepth,
  entryEval,
  entryIsPv,
  entryMove,
  entryScore,
  fetchBucket,
  isProof,
  NO_EVAL,
  probe,
  store,
} from './tt.ts';

/** Triangular table of principal variations. */
const PV_STRIDE = MAX_PLY + 2;
export const pvTable = new Int32Array(PV_STRIDE * PV_STRIDE);
export const pvLength = new Int32Array(PV_STRIDE);

/** The best reply to the root move searched last, even if it did not refute the move. */
let bestReply = NO_POINT;

/** Per ply: static evaluation, move made, its class for the mover, its shapes, and extensions in the line so far. */
const evalAt = new Int32Array(MAX_PLY + 4);
const playedAt = new Int32Array(MAX_PLY + 4);
const playedClass = new Int32Array(MAX_PLY + 4);
const playedShapes = new Int32Array(MAX_PLY + 4);
const extensionsAt = new Int32Array(MAX_PLY + 4);
/** Move that the singular search at this ply excludes, or NO_POINT. */
const excludedAt = new Int32Array(MAX_PLY + 4);

/** Quiet and attacking moves tried before the one that failed high, by ply. */
const TRIED = 64;
const tried = new Int32Array((MAX_PLY + 2) * TRIED);

/** A move that fails high after more than this many others is a late one: move ordering has more to learn from it. */
const EARLY_MOVES = 2;

/** A change of the static evaluation counts within plus and minus this many points. */
const MAX_EVAL_CHANGE = 400;

/** Chessboard distance up to which a move is near another one: it can share a line of five with it. */
const NEAR_DISTANCE = 4;

/** Depths, in plies, with an entry in {@link moveCountLimit}; deeper nodes use the last one. */
const COUNTED_DEPTHS = 64;
/** Number of moves that the limit lets through, by depth in plies. */
const moveCountLimit = new Int32Array(COUNTED_DEPTHS);

function fillMoveCountLimits(): void {
  // depth ^ (4/3): the largest n with n^3 <= depth^4.
  for (let depth = 0; depth < COUNTED_DEPTHS; depth++) {
    let n = 0;
    while ((n + 1) * (n + 1) * (n + 1) <= depth * depth * depth * depth) n++;
    moveCountLimit[depth] = n;
  }
}

fillMoveCountLimits();

/** @returns chessboard distance of two points; large if one is NO_POINT */
function distance(a: number, b: number): number {
  if (b === NO_POINT) return 32;
  const dx = (a & 31) - (b & 31);
  const dy = (a >> 5) - (b >> 5);
  const width = dx < 0 ? -dx : dx;
  const height = dy < 0 ? -dy : dy;
  return width > height ? width : height;
}

/** @returns reduction of the `index`-th move (from 1) at `depth`, before adjustments */
export function baseReduction(depth: number, index: number): number {
  const plies = depth >> 6 < LOG_SIZE ? depth >> 6 : LOG_SIZE - 1;
  // Logarithm of depth in plies, from that of quarter plies: ln 4 = 355 / 256.
  const depthLog = naturalLog[plies] - 355;
  if (depthLog <= 0) return 0;
  const indexLog = naturalLog[index < LOG_SIZE ? index : LOG_SIZE - 1];
  const factor = params[isFreestyle !== 0 ? p.LMR_FACTOR_FREESTYLE_256 : p.LMR_FACTOR_256];
  return (((depthLog * indexLog) >> 8) * factor) >> 8;
}

function setPv(ply: number, move: number): void {
  const at = ply * PV_STRIDE;
  const from = at + PV_STRIDE;
  const length = pvLength[ply + 1];
  pvTable[at] = move;
  for (let i = 0; i < length; i++) pvTable[at + 1 + i] = pvTable[from + i];
  pvLength[ply] = length + 1;
}

/** @returns 1 if the last two moves of the side to move were fours: an attack that must not be cut short */
function isAttacking(ply: number): number {
  return ply >= 4 && playedClass[ply - 2] >= CLASS_FOUR && playedClass[ply - 4] >= CLASS_FOUR ? 1 : 0;
}

/** Clears the per-search state. */
export function resetLine(): void {
  evalAt.fill(0);
  playedAt.fill(0);
  playedClass.fill(0);
  playedShapes.fill(0);
  extensionsAt.fill(0);
  excludedAt.fill(0);
  pvLength.fill(0);
}

/** Records the root move at the start of the line. */
export function noteRootMove(move: number, moveClass: number): void {
  playedAt[0] = move;
  playedClass[0] = moveClass;
  extensionsAt[0] = 0;
  bestReply = NO_POINT;
}

/**
 * @returns the reply to show for a root move that has no line; NO_POINT if another move was searched since or none is
 *   known
 */
export function replyTo(move: number): number {
  return playedAt[0] === move ? bestReply : NO_POINT;
}

/** Records the static evaluation of the root, for the plies below. */
export function noteRootEval(staticEval: number): void {
  evalAt[0] = staticEval;
}

/** @returns 1 if the side has a point that is not forbidden, whether or not it is a candidate */
function hasLegalPoint(side: number): number {
  for (let point = 0; point < CELLS; point++) {
    if (stoneAt[point] === EMPTY && isForbidden(point, side) === 0) return 1;
  }
  return 0;
}

/**
 * Updates the history of a move, as an attack if it makes a three or more, else as a quiet move if `quietToo` is set,
 * and that of its shapes.
 */
function updateMove(side: number, move: number, bonus: number, quietToo: number): void {
  const isAttack = classAt(move, side) >= CLASS_THREE;
  if (isAttack || quietToo !== 0) updateHistory(historyTable(side, isAttack ? ATTACK : QUIET) + move, bonus);
  if (params[p.SHAPE_ORDER_256] !== 0) updateShapes(shapeSlot(side, shapesAt[move]), bonus);
}

/** @returns row of the moves that follow the opponent's last one, for {@link continuationIndex} */
function rowAfterOther(side: number, ply: number): number {
  if (params[p.USE_CONTINUATION] === 0) return NO_ROW;
  return continuationRow(AFTER_OTHER, side, playedAt[ply - 1], playedClass[ply - 1]);
}

/** @returns row of the moves that follow the side's own last one */
function rowAfterOwn(side: number, ply: number): number {
  if (params[p.USE_CONTINUATION] === 0 || ply < 2) return NO_ROW;
  return continuationRow(AFTER_OWN, side, playedAt[ply - 2], playedClass[ply - 2]);
}

/** Raises the continuation history of the move that failed high, and lowers that of the moves tried before it. */
function updateContinuations(
  side: number,
  ply: number,
  move: number,
  bonus: number,
  triedCount: number,
  afterOther: number,
  afterOwn: number,
): void {
  for (let i = -1; i < triedCount; i++) {
    const point = i < 0 ? move : tried[ply * TRIED + i];
    const gain = i < 0 ? bonus : -bonus;
    const moveClass = classAt(point, side);
    updateContinuation(afterOther, point, moveClass, gain);
    updateContinuation(afterOwn, point, moveClass, gain);
  }
}

/** Adds the continuation history to the order of the moves of a ply. */
function addContinuationScores(side: number, ply: number, count: number, afterOther: number, afterOwn: number): void {
  const otherWeight = params[p.CONTINUATION_ORDER_OTHER_256];
  const ownWeight = params[p.CONTINUATION_ORDER_OWN_256];
  const info = side === BLACK ? blackInfo : whiteInfo;
  const from = ply * LIST_SIZE;
  for (let i = from; i < from + count; i++) {
    const move = moveList[i];
    const moveClass = info[move] & CLASS_MASK;
    moveOrder[i] += continuationScore(afterOther, afterOwn, move, moveClass, otherWeight, ownWeight) >> 16;
  }
}

/** Rewards the move that failed high and penalizes those tried before it, more strongly if it was a late one. */
function updateHistories(
  side: number,
  ply: number,
  move: number,
  depth: number,
  triedCount: number,
  last: number,
  quietToo: number,
): void {
  const bonus = historyBonus(triedCount > EARLY_MOVES ? depth + params[p.HISTORY_LATE_CUT] : depth);
  updateMove(side, move, bonus, quietToo);
  if (quietToo !== 0) {
    addKiller(ply, move);
    if (last !== NO_POINT) counterMove[(side - 1) * CELLS + last] = move;
  }
  for (let i = 0; i < triedCount; i++) updateMove(side, tried[ply * TRIED + i], -bonus, quietToo);
}

/** Rewards or penalizes the opponent's last move, if it was quiet, and its shapes by its change of the evaluation. */
function rewardEvalChange(other: number, ply: number): void {
  const last = playedAt[ply - 1];
  if (last === NO_POINT || playedClass[ply - 1] >= CLASS_THREE) return;
  const change = 0 - evalAt[ply] - evalAt[ply - 1];
  const bounded = change > MAX_EVAL_CHANGE ? MAX_EVAL_CHANGE : change < -MAX_EVAL_CHANGE ? -MAX_EVAL_CHANGE : change;
  const bonus = (bounded * params[p.HISTORY_EVAL_CHANGE_256]) >> 8;
  updateHistory(historyTable(other, QUIET) + last, bonus);
  if (params[p.SHAPE_ORDER_256] !== 0) updateShapes(shapeSlot(other, playedShapes[ply - 1]), bonus);
}

/**
 * @param side to move
 * @param alpha,beta window; a window wider than 1 makes a PV node
 * @param depth in units of 1 / ONE_PLY ply
 * @param ply plies from the root, at least 1
 * @param cutNode 1 if expected to fail high
 * @returns score for `side`, void if the search was stopped
 */
export function alphaBeta(
  side: number,
  alpha: number,
  beta: number,
  depth: number,
  ply: number,
  cutNode: number,
): number {
  pvLength[ply] = 0;
  // Step 1. At the horizon only fours are searched.
  if (depth <= 0) return quiescence(side, alpha, beta, 0, ply, NO_POINT);
  const isPv = beta - alpha > 1 ? 1 : 0;
  const excluded = excludedAt[ply];

  // Step 2. The end: search stopped, board full, result certain by the counts, line too long.
  if (countNode(ply) !== 0) return 0;
  traceNode(side, ply, depth);
  if (stoneCount >= openPoints) return DRAW;
  if (excluded === NO_POINT) {
    const verdict = staticVerdict(side, ply);
    if (verdict !== 0) return verdict;
  }
  if (ply >= MAX_PLY - 2) return evaluate(side);

  // Step 3. Mate distance: nothing here can beat a shorter win found elsewhere. Step 2 has already seen an own five.
  const fastestWin = winIn(ply + 3);
  const fastestLoss = lossIn(ply + 2);
  if (fastestWin < beta) {
    beta = fastestWin;
    if (alpha >= beta) return alpha;
  }
  if (fastestLoss > alpha) {
    alpha = fastestLoss;
    if (alpha >= beta) return beta;
  }

  // Step 4. Table. An entry whose bound settles this window ends the node (not in the PV). It must be at least as deep
  // as the search, or a proof.
  let low = hashLow(side);
  let high = hashHigh(side);
  if (excluded !== NO_POINT) {
    low ^= stoneKey[(2 * CELLS + excluded) * 2];
    high ^= stoneKey[(2 * CELLS + excluded) * 2 + 1];
  }
  const hasEntry = probe(low, high) !== 0;
  const tableBound = hasEntry ? entryBound() : BOUND_NONE;
  const tableDepth = hasEntry ? entryDepth() : 0;
  const tableScore = hasEntry ? entryScore(ply) : 0;
  let tableMove = hasEntry ? entryMove() : NO_POINT;
  const wasPv = isPv !== 0 || (hasEntry && entryIsPv() !== 0) ? 1 : 0;
  if (
    isPv === 0 &&
    excluded === NO_POINT &&
    hasEntry &&
    (tableDepth >= depth || (params[p.USE_TABLE_PROOFS] !== 0 && isProof(tableScore, tableBound) !== 0))
  ) {
    if (
      (tableScore >= beta && (tableBound & BOUND_LOWER) !== 0) ||
      (tableScore <= alpha && (tableBound & BOUND_UPPER) !== 0)
    ) {
      return tableScore;
    }
  }

  // Step 5. Static evaluation, unless a five or straight four must be stopped: then the counts say too little.
  const other = otherSide(side);
  const mustDefendFive = countOf(other, CLASS_FIVE) > 0;
  const mustDefendFour = !mustDefendFive && countOf(other, CLASS_STRAIGHT_FOUR) > 0;
  const isThreatened = mustDefendFive || (mustDefendFour && params[p.USE_EVAL_BEFORE_THREAT] !== 0);
  let staticEval = NO_EVAL;
  if (isThreatened) {
    evalAt[ply] = -evalAt[ply - 1];
  } else {
    staticEval = hasEntry ? entryEval() : NO_EVAL;
    if (staticEval === NO_EVAL) {
      staticEval = evaluate(side);
      if (params[p.SAMPLE_PERIOD] !== 0) noteSample(side, alpha, beta, staticEval);
      if (!hasEntry) store(low, high, staticEval, staticEval, wasPv, BOUND_NONE, NO_POINT, -3 * ONE_PLY, ply);
    }
    evalAt[ply] = staticEval;
  }
  if (!isThreatened && excluded === NO_POINT && ply >= 2 && params[p.HISTORY_EVAL_CHANGE_256] !== 0)
    rewardEvalChange(other, ply);
  const improving = ply >= 2 && !isThreatened && evalAt[ply] > evalAt[ply - 2] ? 1 : 0;
  const betterEval = isThreatened ? -INFINITE : betterEstimate(evalAt[ply], tableScore, tableBound);

  if (isPv === 0 && !mustDefendFive && excluded === NO_POINT) {
    // Step 6. Razoring. Far below alpha only fours can help.
    if (
      params[p.USE_RAZORING] !== 0 &&
      depth < params[p.RAZOR_DEPTH] &&
      betterEval + params[p.RAZOR_BASE] + ((params[p.RAZOR_PER_PLY] * depth) >> 8) < alpha
    ) {
      return quiescence(side, alpha, beta, 0, ply, NO_POINT);
    }
    // Step 7. Futility. A position far above beta stays above it, unless the side is carrying out an attack.
    if (params[p.USE_FUTILITY] !== 0 && betterEval < WIN_BOUND && beta > -WIN_BOUND && isAttacking(ply) === 0) {
      const perPly = params[p.FUTILITY_PER_PLY] - (cutNode !== 0 && !hasEntry ? params[p.FUTILITY_CUT_NODE] : 0);
      const plies = depth - ONE_PLY - improving * ONE_PLY;
      const margin = (perPly * (plies > 0 ? plies : 0)) >> 8;
      if (betterEval - margin >= beta) return betterEval;
    }
  }

  // Step 8. Internal reductions: a node without a table move is not yet worth the full depth.
  if (params[p.USE_IIR] !== 0 && excluded === NO_POINT) {
    if (isPv !== 0) {
      if (tableMove === NO_POINT) depth -= params[p.IIR_PV];
      else if (tableDepth < depth) {
        const less = ((depth - tableDepth) * params[p.IIR_PV_SHALLOW_256]) >> 8;
        depth -= less < params[p.IIR_PV_SHALLOW_MAX] ? less : params[p.IIR_PV_SHALLOW_MAX];
      }
    } else if (tableMove === NO_POINT && depth >= params[p.IIR_OTHER_DEPTH]) depth -= params[p.IIR_OTHER];
    if (depth <= 0) depth = 1;
  }

  // Step 9. Moves. The table move first, before the others are even listed.
  const last = moveBefore(1);
  const ownLast = moveBefore(2);
  const afterOther = rowAfterOther(side, ply);
  const afterOwn = rowAfterOwn(side, ply);
  let count = -1;
  let restricted = ALL_CANDIDATES;
  let best = -INFINITE;
  let bestMove = NO_POINT;
  let highestMove = NO_POINT;
  let score = 0;
  let moveIndex = 0;
  let listIndex = 0;
  let triedCount = 0;
  const alphaBefore = alpha;
  const isLikelyHigh =
    cutNode !== 0 &&
    isPv === 0 &&
    !mustDefendFive &&
    !mustDefendFour &&
    betterEval >= beta + params[p.FAIL_HIGH_BASE] + ((params[p.FAIL_HIGH_PER_PLY] * depth) >> 8);
  const at = ply * LIST_SIZE;
  if (mustDefendFive) tableMove = NO_POINT;

  for (;;) {
    let move = NO_POINT;
    if (tableMove !== NO_POINT && moveIndex === 0 && count < 0) {
      move = tableMove;
      if (move === excluded) {
        tableMove = NO_POINT;
        continue;
      }
      // The table move is not verified: one from another position with the same key is merely a bad move on an empty
      // point.
      if (stoneAt[move] !== EMPTY) {
        tableMove = NO_POINT;
        continue;
      }
    } else {
      if (count < 0) {
        count = generateMoves(side, ply);
        restricted = restriction;
        if (count > 1) {
          scoreMoves(side, ply, count, last);
          if (depth >= params[p.CONTINUATION_DEPTH]) addContinuationScores(side, ply, count, afterOther, afterOwn);
        }
      }
      if (listIndex >= count) break;
      move = count > 1 ? pickMove(ply, listIndex, count) : moveList[at];
      listIndex++;
      if (move === tableMove || move === excluded) continue;
    }
    if (hasFouls !== 0 && isForbidden(move, side) !== 0) {
      if (move === tableMove) tableMove = NO_POINT;
      continue;
    }
    moveIndex++;

    const ownClass = classAt(move, side);
    const otherClass = classAt(move, other);
    const isTrivial = ownClass === CLASS_NONE && otherClass === CLASS_NONE;
    const isImportant =
      ownClass >= CLASS_TWO_TWO ||
      otherClass >= CLASS_THREE ||
      ownClass === CLASS_FORBIDDEN ||
      otherClass === CLASS_FORBIDDEN;
    const isFar = distance(move, last) > NEAR_DISTANCE && distance(move, ownLast) > NEAR_DISTANCE;

    // Step 10. Shallow pruning, once some move is not losing.
    if (
      best > -WIN_BOUND &&
      (isPv === 0 || params[p.USE_PRUNING_PV] !== 0) &&
      (restricted === ALL_CANDIDATES || params[p.USE_PRUNING_RESTRICTED] !== 0)
    ) {
      if (params[p.USE_MOVE_COUNT] !== 0) {
        const plies = depth >> 8 < 63 ? depth >> 8 : 63;
        const allowed = (params[p.MOVE_COUNT_BASE] + moveCountLimit[plies]) >> (1 - improving);
        // The moves come best first: those after this one are no better.
        if (moveIndex > allowed && ownClass < CLASS_FOUR) break;
      }
      if (params[p.USE_TRIVIAL_PRUNING] !== 0 && isTrivial && depth < params[p.TRIVIAL_DEPTH]) continue;
    }

    // Step 11. Extensions.
    let extension = 0;
    if (mustDefendFive) extension = params[p.FORCED_REPLY_EXTENSION];
    else if (move === tableMove) {
      if (
        params[p.USE_SINGULAR] !== 0 &&
        depth >= params[p.SINGULAR_DEPTH] &&
        excluded === NO_POINT &&
        (tableBound & BOUND_LOWER) !== 0 &&
        tableDepth >= depth - 2 * ONE_PLY &&
        isDecided(tableScore) === 0
      ) {
        const bound = tableScore - ((params[p.SINGULAR_MARGIN_PER_PLY_16] * depth) >> 12);
        excludedAt[ply] = move;
        const others = alphaBeta(side, bound - 1, bound, (depth * params[p.SINGULAR_DEPTH_256]) >> 8, ply, cutNode);
        excludedAt[ply] = NO_POINT;
        pvLength[ply] = 0;
        if (isStopped !== 0) return 0;
        if (others < bound) {
          extension = ONE_PLY;
          const isFarApart = others < bound - params[p.SINGULAR_DOUBLE_MARGIN];
          if (isPv === 0 && isFarApart && extensionsAt[ply - 1] < params[p.SINGULAR_DOUBLE_MAX])
            extension = 2 * ONE_PLY;
        } else if (bound >= beta && others < WIN_BOUND) return bound;
        else if (tableScore >= beta) extension = -(ONE_PLY + (ONE_PLY >> 1));
      }
      if (extension === 0) {
        extension = isPv !== 0 ? params[p.TABLE_MOVE_EXTENSION_PV] : params[p.TABLE_MOVE_EXTENSION];
        if (ownClass >= CLASS_FOUR && distance(move, ownLast) <= NEAR_DISTANCE)
          extension += params[p.TABLE_FOUR_EXTENSION];
      }
    }
    if (isLikelyHigh) {
      if (ownClass < CLASS_FOUR) extension -= params[p.FAIL_HIGH];
      else if (ply >= 2 && playedClass[ply - 2] >= CLASS_FOUR) extension += params[p.FAIL_HIGH];
    }
    let newDepth = depth - ONE_PLY + extension;

    // Step 12. Make the move.
    playedAt[ply] = move;
    playedClass[ply] = ownClass;
    playedShapes[ply] = shapesAt[move];
    extensionsAt[ply] = extensionsAt[ply - 1] + (extension > 0 ? extension : 0);
    excludedAt[ply + 1] = NO_POINT;
    fetchBucket(hashLowAfter(move, side));
    traceMove(ply, moveIndex, ownClass, otherClass, restricted === ALL_CANDIDATES ? 0 : 1);
    play(move, side);

    // Step 13. Late moves are searched less deep, with a null window first.
    let needsFull = true;
    if (params[p.USE_LMR] !== 0 && depth >= 2 * ONE_PLY && moveIndex > 1 && !mustDefendFive) {
      let r = baseReduction(depth, moveIndex);
      if (isPv === 0 && improving === 0 && r > ONE_PLY) r += params[p.LMR_NOT_IMPROVING];
      if (wasPv !== 0) r -= params[p.LMR_TABLE_PV];
      if (tableBound === BOUND_UPPER) r += params[p.LMR_UPPER_BOUND];
      if (cutNode !== 0 && move !== killers[2 * ply] && move !== killers[2 * ply + 1]) r += params[p.LMR_CUT_NODE];
      if (isImportant) {
        const near = distance(move, ownLast) <= NEAR_DISTANCE;
        if (
          ply >= 2 &&
          playedClass[ply - 2] >= CLASS_THREE &&
          (ownClass >= CLASS_THREE || (near && ownClass >= CLASS_TWO_TWO))
        )
          r -= params[p.LMR_ATTACK];
      } else if (isFar) r += params[p.LMR_FAR];
      const asAttack = history[historyTable(side, ATTACK) + move];
      const asQuiet = history[historyTable(side, QUIET) + move];
      const ofMove =
        params[p.USE_BOTH_HISTORIES] !== 0
          ? asAttack + ((asQuiet * params[p.LMR_QUIET_HISTORY_256]) >> 8)
          : ownClass >= CLASS_THREE
            ? asAttack
            : asQuiet;
      const otherWeight = params[p.LMR_CONTINUATION_OTHER_256];
      const ownWeight = params[p.LMR_CONTINUATION_OWN_256];
      const experience =
        ofMove + (continuationScore(afterOther, afterOwn, move, ownClass, otherWeight, ownWeight) >> 8);
      r += params[p.LMR_HISTORY_BASE] - (((experience * ONE_PLY) / params[p.LMR_HISTORY_PER_PLY]) | 0);
      if (r < -params[p.LMR_EXTENSION_MAX]) r = -params[p.LMR_EXTENSION_MAX];
      let reduced = newDepth - r;
      if (reduced < ONE_PLY) reduced = ONE_PLY < newDepth || params[p.LMR_EXTENSION_MAX] > 0 ? ONE_PLY : newDepth;
      if (reduced !== newDepth) {
        traceSearch(ply, SEARCH_REDUCED);
        score = -alphaBeta(other, -alpha - 1, -alpha, reduced, ply + 1, 1);
        needsFull = score > alpha && reduced < newDepth;
        if (needsFull && params[p.LMR_DEEPER] > 0) {
          const missing = (newDepth - reduced) >> 8;
          if (score > alpha + params[p.LMR_DEEPER] + params[p.LMR_DEEPER_PER_PLY] * missing) newDepth += ONE_PLY;
          if (score > alpha + params[p.LMR_EVEN_DEEPER] + params[p.LMR_EVEN_DEEPER_PER_PLY] * missing)
            newDepth += ONE_PLY;
          if (score < best + (newDepth >> 8)) newDepth -= ONE_PLY;
          needsFull = reduced < newDepth;
        } else if (needsFull && isPv === 0 && score > alpha + params[p.LMR_EVEN_DEEPER]) newDepth += ONE_PLY >> 1;
      }
    }
    // Step 14. Full depth: null window, then the full window in the PV.
    if (needsFull && (isPv === 0 || moveIndex > 1)) {
      traceSearch(ply, SEARCH_FULL);
      score = -alphaBeta(other, -alpha - 1, -alpha, newDepth, ply + 1, isPv !== 0 ? 1 : cutNode ^ 1);
    }
    if (isPv !== 0 && (moveIndex === 1 || (score > alpha && score < beta && isStopped === 0))) {
      traceSearch(ply, SEARCH_PV);
      score = -alphaBeta(other, -beta, -alpha, newDepth, ply + 1, 0);
    }
    undo();
    if (isStopped !== 0) return 0;
    traceResult(ply, score > alpha ? 1 : 0, score >= beta ? 1 : 0);

    // Step 15. New best.
    if (score > best) {
      best = score;
      highestMove = move;
      if (ply === 1) bestReply = move;
      if (score > alpha) {
        bestMove = move;
        if (isPv !== 0) setPv(ply, move);
        if (score >= beta) break;
        alpha = score;
        const isOpen = score < params[p.ALPHA_RAISED_SCORE] && score > -params[p.ALPHA_RAISED_SCORE];
        if (depth > 2 * ONE_PLY && depth < params[p.ALPHA_RAISED_DEPTH] && isOpen) depth -= params[p.ALPHA_RAISED];
      }
    }
    if (move !== bestMove && triedCount < TRIED) tried[ply * TRIED + triedCount++] = move;
  }

  // Step 16. No move: nothing stops the straight four, or every point is forbidden.
  if (moveIndex === 0) {
    if (excluded !== NO_POINT) return alpha;
    if (mustDefendFive) return lossIn(ply + 2);
    if (restricted === DEFEND_FOUR) return lossIn(ply + 4);
    return hasLegalPoint(side) !== 0 ? evaluate(side) : lossIn(ply + 2);
  }

  // Step 17. Update the histories and store the result.
  if (best >= beta && !mustDefendFive) {
    updateHistories(side, ply, bestMove, depth, triedCount, last, mustDefendFour ? 0 : 1);
    if (depth >= params[p.CONTINUATION_DEPTH])
      updateContinuations(side, ply, bestMove, historyBonus(depth), triedCount, afterOther, afterOwn);
  }
  if (excluded === NO_POINT) {
    // Where every move fails low but not all of them lose, the next search tries the one with the highest score first.
    const isHint = params[p.USE_FAIL_LOW_MOVE] !== 0 && bestMove === NO_POINT && isDecided(best) === 0;
    const stored = isHint ? highestMove : bestMove;
    store(low, high, best, staticEval, wasPv, boundOf(best, alphaBefore, beta), stored, depth, ply);
  }
  return best;
}
