/**
 * Static evaluation: the value of all empty points to either side, updated incrementally, and the value of the threats
 * on the board to the side to move.
 */
import {
  CLASS_DOUBLE_THREE,
  CLASS_FIVE,
  CLASS_FOUR,
  CLASS_FOUR_PLUS,
  CLASS_FOUR_THREE,
  CLASS_STRAIGHT_FOUR,
  CLASS_THREE,
  CLASS_THREE_PLUS,
} from '../patterns/points.ts';
import { countOf, RECORD_WORDS, record, records, stoneCount, VALUE_SUM } from '../patterns/state.ts';
import { BLACK, WHITE } from '../point.ts';
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
  const other = BLACK + WHITE - side;
  let mask = 0;
  if (countOf(other, CLASS_FIVE) !== 0) mask |= THREAT_OTHER_FIVE;
  if (countOf(side, CLASS_STRAIGHT_FOUR) !== 0) mask |= THREAT_OWN_STRAIGHT_FOUR;
  if (countOf(other, CLASS_STRAIGHT_FOUR) !== 0) mask |= THREAT_OTHER_STRAIGHT_FOUR;
  if ((countOf(side, CLASS_FOUR_THREE) | countOf(side, CLASS_FOUR_PLUS)) !== 0) mask |= THREAT_OWN_FOUR_PLUS;
  if (countOf(side, CLASS_FOUR) !== 0) mask |= THREAT_OWN_FOUR;
  if ((countOf(side, CLASS_DOUBLE_THREE) | countOf(side, CLASS_THREE_PLUS)) !== 0) mask |= THREAT_OWN_THREE_PLUS;
  if (countOf(side, CLASS_THREE) !== 0) mask |= THREAT_OWN_THREE;
  if ((countOf(other, CLASS_FOUR_THREE) | countOf(other, CLASS_FOUR_PLUS)) !== 0) mask |= THREAT_OTHER_FOUR_PLUS;
  if (countOf(other, CLASS_FOUR) !== 0) mask |= THREAT_OTHER_FOUR;
  if ((countOf(other, CLASS_DOUBLE_THREE) | countOf(other, CLASS_THREE_PLUS)) !== 0) mask |= THREAT_OTHER_THREE_PLUS;
  if (countOf(other, CLASS_THREE) !== 0) mask |= THREAT_OTHER_THREE;
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
