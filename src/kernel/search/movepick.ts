/** The order in which the moves of a position are tried: by learned scores, history and the answer to the last move. */
import { CLASS_MASK, CLASS_THREE, OTHER_SCORE_SHIFT, OWN_SCORE_SHIFT, SCORE_MASK } from '../patterns/points.ts';
import { blackInfo, shapesAt, whiteInfo } from '../patterns/state.ts';
import { BLACK, CELLS } from '../point.ts';
import { ATTACK, counterMove, history, historyTable, MAX_PLY, QUIET } from './history.ts';
import { LIST_SIZE, moveList } from './movegen.ts';
import { params, SHAPE_ORDER_256 } from './params.ts';
import { shapeHistory, shapeSlot } from './shape-history.ts';

/** Score of each move of the list, by place: the highest is tried first. */
export const moveOrder = new Int32Array((MAX_PLY + 2) * LIST_SIZE);

const COUNTER_MOVE_BONUS = 21;
const HISTORY_SHIFT = 7;
const QUIET_HISTORY_SHIFT = 8;

/** Scores the moves of a ply for {@link pickMove}. @param last the opponent's last move, or NO_POINT */
export function scoreMoves(side: number, ply: number, count: number, last: number): void {
  const at = ply * LIST_SIZE;
  const own = side === BLACK ? blackInfo : whiteInfo;
  const others = side === BLACK ? whiteInfo : blackInfo;
  const attack = historyTable(side, ATTACK);
  const quiet = historyTable(side, QUIET);
  const counter = counterMove[(side - 1) * CELLS + last];
  const shapeWeight = params[SHAPE_ORDER_256];
  for (let i = 0; i < count; i++) {
    const point = moveList[at + i];
    const ownInfo = own[point];
    let order = ((ownInfo >> OWN_SCORE_SHIFT) & SCORE_MASK) + ((others[point] >> OTHER_SCORE_SHIFT) & SCORE_MASK);
    order +=
      (ownInfo & CLASS_MASK) >= CLASS_THREE
        ? history[attack + point] >> HISTORY_SHIFT
        : history[quiet + point] >> QUIET_HISTORY_SHIFT;
    if (point === counter) order += COUNTER_MOVE_BONUS;
    if (shapeWeight !== 0) order += (shapeHistory[shapeSlot(side, shapesAt[point])] * shapeWeight) >> 16;
    moveOrder[at + i] = order;
  }
}

/**
 * The lowering recognizes this loop by name and writes vector code for it.
 * @param from,to places of {@link moveOrder}, at least one
 * @returns place of the highest, the first of equal ones
 */
export function firstHighest(from: number, to: number): number {
  let highest = from;
  let order = moveOrder[from];
  for (let i = from + 1; i < to; i++) {
    if (moveOrder[i] > order) {
      order = moveOrder[i];
      highest = i;
    }
  }
  return highest;
}

/**
 * Moves the best of the moves from `index` on to `index`. Most nodes end after one to three moves, so picking beats
 * sorting.
 * @returns the move
 */
export function pickMove(ply: number, index: number, count: number): number {
  const at = ply * LIST_SIZE;
  const first = at + index;
  const best = firstHighest(first, at + count);
  const move = moveList[best];
  if (best !== first) {
    const order = moveOrder[best];
    moveList[best] = moveList[first];
    moveOrder[best] = moveOrder[first];
    moveList[first] = move;
    moveOrder[first] = order;
  }
  return move;
}
