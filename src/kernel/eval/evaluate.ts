/**
 * Static evaluation: the value of all empty points to either side, updated incrementally, and the value of the threats
 * on the board to the side to move.
 */
import {
  BLACK_COUNTS,
  COUNT_OF_DOUBLE_THREE,
  COUNT_OF_FIVE,
  COUNT_OF_FOUR,
  COUNT_OF_FOUR_PLUS,
  COUNT_OF_FOUR_THREE,
  COUNT_OF_STRAIGHT_FOUR,
  COUNT_OF_THREE,
  COUNT_OF_THREE_PLUS,
  FOUR_COUNTS,
  RECORD_WORDS,
  record,
  records,
  stoneCount,
  THREE_COUNTS,
  VALUE_SUM,
  WHITE_COUNTS,
  WIN_COUNTS,
} from '../patterns/state.ts';
import { BLACK } from '../point.ts';
import { correction, networkWeight } from './network.ts';
import {
  THREAT_MASKS,
  THREAT_OTHER_FIVE,
  THREAT_OTHER_FOUR,
  THREAT_OTHER_FOUR_PLUS,
  THREAT_OTHER_STRAIGHT_FOUR,
  THREAT_OTHER_THREE,
  THREAT_OTHER_THREE_PLUS,
  THREAT_OWN_FOUR,
  THREAT_OWN_FOUR_PLUS,
  THREAT_OWN_STRAIGHT_FOUR,
  THREAT_OWN_THREE,
  THREAT_OWN_THREE_PLUS,
  threatValue,
} from './threat-mask.ts';

/** Evaluations are clamped to plus and minus this. */
export const MAX_EVAL = 6000;
/** More than the tables can give. */
const MAX_TABLE_SCORE = 1 << 28;

/** 1 if the last evaluation skipped the network because the tables' score was low, see {@link evaluateFrom}. */
export let isRough = 0;

export function threatMask(side: number): number {
  const own = record + (side === BLACK ? BLACK_COUNTS : WHITE_COUNTS);
  const other = record + (side === BLACK ? WHITE_COUNTS : BLACK_COUNTS);
  let mask = 0;
  const ownThrees = records[own + THREE_COUNTS];
  const ownFours = records[own + FOUR_COUNTS];
  const otherThrees = records[other + THREE_COUNTS];
  const otherFours = records[other + FOUR_COUNTS];
  const otherWins = records[other + WIN_COUNTS];
  if ((otherWins & COUNT_OF_FIVE) !== 0) mask |= THREAT_OTHER_FIVE;
  if ((records[own + WIN_COUNTS] & COUNT_OF_STRAIGHT_FOUR) !== 0) mask |= THREAT_OWN_STRAIGHT_FOUR;
  if ((otherWins & COUNT_OF_STRAIGHT_FOUR) !== 0) mask |= THREAT_OTHER_STRAIGHT_FOUR;
  if ((ownFours & (COUNT_OF_FOUR_THREE | COUNT_OF_FOUR_PLUS)) !== 0) mask |= THREAT_OWN_FOUR_PLUS;
  if ((ownFours & COUNT_OF_FOUR) !== 0) mask |= THREAT_OWN_FOUR;
  if ((ownThrees & (COUNT_OF_DOUBLE_THREE | COUNT_OF_THREE_PLUS)) !== 0) mask |= THREAT_OWN_THREE_PLUS;
  if ((ownThrees & COUNT_OF_THREE) !== 0) mask |= THREAT_OWN_THREE;
  if ((otherFours & (COUNT_OF_FOUR_THREE | COUNT_OF_FOUR_PLUS)) !== 0) mask |= THREAT_OTHER_FOUR_PLUS;
  if ((otherFours & COUNT_OF_FOUR) !== 0) mask |= THREAT_OTHER_FOUR;
  if ((otherThrees & (COUNT_OF_DOUBLE_THREE | COUNT_OF_THREE_PLUS)) !== 0) mask |= THREAT_OTHER_THREE_PLUS;
  if ((otherThrees & COUNT_OF_THREE) !== 0) mask |= THREAT_OTHER_THREE;
  return mask;
}

/** @returns value of the position to `side`, which is to move, in score points */
export function evaluate(side: number): number {
  return evaluateFrom(side, -MAX_TABLE_SCORE);
}

/**
 * Like {@link evaluate}, but skips the network where the tables alone give less than `lowest`, score points.
 * {@link isRough} shows whether it did so.
 */
export function evaluateFrom(side: number, lowest: number): number {
  // The mean of this ply's sum and the previous ply's: a stone just placed makes its owner look too good.
  const before = stoneCount > 0 ? record - RECORD_WORDS : record;
  const sum = records[record + VALUE_SUM] + records[before + VALUE_SUM];
  // Not -sum: minus zero is not an integer.
  const points = (side === BLACK ? sum : 0 - sum) >> 1;
  const mask = threatMask(side);
  let score = points + threatValue[(side - 1) * THREAT_MASKS + mask];
  isRough = 0;
  if (networkWeight !== 0) {
    if (score < lowest) isRough = 1;
    else score += correction(side, score, mask);
  }
  return score > MAX_EVAL ? MAX_EVAL : score < -MAX_EVAL ? -MAX_EVAL : score;
}
