/**
 * The hand-set weights: the value of a point by the shapes that a stone there would make, how promising a move on it
 * is, and the value of the threats on the board to the side to move. In score points: some 200 mean three wins in four
 * games.
 */
import {
  CLASS_MASK,
  CLASSES,
  combinationAt,
  INFO_ENTRIES,
  MAX_VALUE,
  pointInfo,
  SCORE_MASK,
  setPointWeights,
} from '../patterns/points.ts';
import { SHAPES } from '../patterns/shapes.ts';
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

/** Value of one line of a point to the owner, by shape, in half score points. */
const lineValue = new Int32Array(SHAPES);
/** Value of the four lines together beyond their sum, by class, in half score points. */
const classValue = new Int32Array(CLASSES);
/**
 * How promising a move is, 0 to 255: for the owner of the shapes, and for the side that occupies the point against it.
 */
const ownMove = new Int32Array(CLASSES);
const otherMove = new Int32Array(CLASSES);
/** Finer order among moves of one class: by shape, the same for both sides. */
const lineMove = new Int32Array(SHAPES);

function fillLists(): void {
  lineValue.set([0, 0, 1, 3, 5, 11, 13, 16, 16, 32, 38, 34, 76, 100]);
  classValue.set([0, -6, 0, 0, 6, 8, 0, 14, 40, 0, 20, 60, 80, 120]);
  ownMove.set([0, 4, 24, 20, 42, 44, 78, 92, 120, 52, 84, 160, 210, 240]);
  otherMove.set([0, 4, 18, 14, 30, 32, 58, 70, 92, 34, 60, 124, 180, 230]);
  lineMove.set([0, 0, 0, 1, 1, 3, 4, 5, 3, 6, 7, 4, 8, 8]);
}

/** Value of each set bit of the mask, in score points; the values add up. */
function threatSum(mask: number): number {
  let sum = 0;
  if ((mask & THREAT_OTHER_FIVE) !== 0) sum -= 120;
  if ((mask & THREAT_OWN_STRAIGHT_FOUR) !== 0) sum += 600;
  if ((mask & THREAT_OTHER_STRAIGHT_FOUR) !== 0) sum -= 150;
  if ((mask & THREAT_OWN_FOUR_PLUS) !== 0) sum += 70;
  if ((mask & THREAT_OWN_FOUR) !== 0) sum += 20;
  if ((mask & THREAT_OWN_THREE_PLUS) !== 0) sum += 70;
  if ((mask & THREAT_OWN_THREE) !== 0) sum += 30;
  if ((mask & THREAT_OTHER_FOUR_PLUS) !== 0) sum -= 35;
  if ((mask & THREAT_OTHER_FOUR) !== 0) sum -= 10;
  if ((mask & THREAT_OTHER_THREE_PLUS) !== 0) sum -= 35;
  if ((mask & THREAT_OTHER_THREE) !== 0) sum -= 12;
  return sum + 20;
}

function clampTo(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** Fills the tables with the hand-set weights of the rule in force. */
export function buildHandset(): void {
  fillLists();
  for (let color = 1; color <= 2; color++) {
    const base = (color - 1) * INFO_ENTRIES;
    for (let index = 0; index < INFO_ENTRIES; index++) {
      const combination = combinationAt(index);
      const pointClass = pointInfo[base + index] & CLASS_MASK;
      let value = classValue[pointClass];
      let move = 0;
      for (let shift = 0; shift < 16; shift += 4) {
        const shape = (combination >>> shift) & 15;
        value += lineValue[shape];
        move += lineMove[shape];
      }
      setPointWeights(
        base + index,
        clampTo(ownMove[pointClass] + move, 0, SCORE_MASK),
        clampTo(otherMove[pointClass] + move, 0, SCORE_MASK),
        clampTo(value >> 1, -MAX_VALUE, MAX_VALUE),
      );
    }
    for (let mask = 0; mask < THREAT_MASKS; mask++) {
      threatValue[(color - 1) * THREAT_MASKS + mask] = threatSum(mask);
    }
  }
}
