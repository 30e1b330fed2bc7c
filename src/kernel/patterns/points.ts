/**
 * What a stone on a point would make along its four lines together: the point class, and the weights that the
 * evaluation has added to it. One packed int32 per combination and color, indexed by the four shapes.
 *
 * Layout of an entry: class (bits 0-3), move score for the owner (4-11), move score for the other side (12-19),
 * evaluation of the point for its owner (20-31, signed).
 */
import {
  BLOCKED_THREE,
  FIVE,
  FOUR,
  OVERLINE,
  SHAPES,
  STRAIGHT_FOUR,
  THREE,
  THREE_OPEN,
  TWO,
  TWO_OPEN,
} from './shapes.ts';

/** Nothing of interest. */
export const CLASS_NONE = 0;
/**
 * Renju, Black; omok: possibly forbidden; kernel/patterns/forbidden.ts decides. Ranks lowest, so that a test
 * `>= CLASS_FOUR` excludes it.
 */
export const CLASS_FORBIDDEN = 1;
export const CLASS_TWO = 2;
export const CLASS_BLOCKED_THREE = 3;
export const CLASS_TWO_TWO = 4;
/** Two blocked threes, or one and a two. */
export const CLASS_BLOCKED_THREE_PLUS = 5;
export const CLASS_THREE = 6;
/** A three and a blocked three or a two. */
export const CLASS_THREE_PLUS = 7;
export const CLASS_DOUBLE_THREE = 8;
/** A simple four and nothing else. */
export const CLASS_FOUR = 9;
/** A simple four and a blocked three or a two. */
export const CLASS_FOUR_PLUS = 10;
export const CLASS_FOUR_THREE = 11;
/** A straight four or two fours: wins unless a five comes first. */
export const CLASS_STRAIGHT_FOUR = 12;
export const CLASS_FIVE = 13;
/** Number of classes. */
export const CLASSES = 14;

export const CLASS_MASK = 15;
export const OWN_SCORE_SHIFT = 4;
export const OTHER_SCORE_SHIFT = 12;
export const SCORE_MASK = 255;
export const VALUE_SHIFT = 20;
/** Largest evaluation of one point: what 12 signed bits hold. */
export const MAX_VALUE = 2047;

/** What {@link classOf} takes as forbidden. */
export const FORBIDS_NOTHING = 0;
export const FORBIDS_AS_RENJU = 1;
export const FORBIDS_DOUBLE_THREE = 2;

/** Unordered pairs of shapes. */
const PAIRS = (SHAPES * (SHAPES + 1)) / 2;
/** Number of a pair by its two shapes, four bits each, in either order. */
const pairNumber = new Uint8Array(256);
/** The same shapes by the number of the pair. */
const pairShapes = new Uint8Array(PAIRS);
/** Entries of {@link pointInfo} for one color. */
export const INFO_ENTRIES = PAIRS * PAIRS;

function fillPairs(): void {
  let pair = 0;
  for (let a = 0; a < SHAPES; a++) {
    for (let b = 0; b <= a; b++) {
      pairNumber[(a << 4) | b] = pair;
      pairNumber[(b << 4) | a] = pair;
      pairShapes[pair++] = (a << 4) | b;
    }
  }
}

fillPairs();

/**
 * Entries by (color - 1) * {@link INFO_ENTRIES} + {@link infoIndex}. The order of two shapes does not matter, so the
 * table has a sixth of the entries of one indexed by all sixteen bits, and stays in a cache.
 */
export const pointInfo = new Int32Array(2 * INFO_ENTRIES);

/** @param combination four shapes, four bits each @returns place of its entry among those of a color */
export function infoIndex(combination: number): number {
  return pairNumber[combination >>> 8] * PAIRS + pairNumber[combination & 255];
}

/** @param index of an entry @returns four shapes that have it, four bits each */
export function combinationAt(index: number): number {
  const high = (index / PAIRS) | 0;
  return (pairShapes[high] << 8) | pairShapes[index - high * PAIRS];
}

/**
 * @param combination four shapes, four bits each
 * @param forbids what the owner may not play: one of the constants above
 * @returns the class of a point whose four lines would show these shapes
 */
export function classOf(combination: number, forbids: number): number {
  let fives = 0;
  let overlines = 0;
  let straightFours = 0;
  let fours = 0;
  let threes = 0;
  let blockedThrees = 0;
  let twos = 0;
  for (let direction = 0; direction < 4; direction++) {
    const shape = (combination >>> (direction << 2)) & 15;
    if (shape === FIVE) fives++;
    else if (shape === OVERLINE) overlines++;
    else if (shape === STRAIGHT_FOUR) straightFours++;
    else if (shape === FOUR) fours++;
    else if (shape === THREE || shape === THREE_OPEN) threes++;
    else if (shape === BLOCKED_THREE) blockedThrees++;
    else if (shape >= TWO && shape <= TWO_OPEN) twos++;
  }
  if (fives > 0) return CLASS_FIVE;
  if (forbids !== FORBIDS_NOTHING && threes >= 2) return CLASS_FORBIDDEN;
  if (forbids === FORBIDS_AS_RENJU && (overlines > 0 || straightFours + fours >= 2)) return CLASS_FORBIDDEN;
  if (straightFours > 0 || fours >= 2) return CLASS_STRAIGHT_FOUR;
  if (fours > 0) {
    if (threes > 0) return CLASS_FOUR_THREE;
    return blockedThrees + twos > 0 ? CLASS_FOUR_PLUS : CLASS_FOUR;
  }
  if (threes >= 2) return CLASS_DOUBLE_THREE;
  if (threes === 1) return blockedThrees + twos > 0 ? CLASS_THREE_PLUS : CLASS_THREE;
  if (blockedThrees + twos >= 2) return blockedThrees > 0 ? CLASS_BLOCKED_THREE_PLUS : CLASS_TWO_TWO;
  if (blockedThrees > 0) return CLASS_BLOCKED_THREE;
  return twos > 0 ? CLASS_TWO : CLASS_NONE;
}

/** Fills in the classes of both colors; weights become 0. @param renju 1 for renju @param omok 1 for omok */
export function buildPoints(renju: number, omok: number): void {
  const white = omok !== 0 ? FORBIDS_DOUBLE_THREE : FORBIDS_NOTHING;
  const black = renju !== 0 ? FORBIDS_AS_RENJU : white;
  for (let index = 0; index < INFO_ENTRIES; index++) {
    const combination = combinationAt(index);
    pointInfo[index] = classOf(combination, black);
    pointInfo[INFO_ENTRIES + index] = classOf(combination, white);
  }
}

/** Adds the weights of an entry of {@link pointInfo} to its class. */
export function setPointWeights(at: number, own: number, other: number, value: number): void {
  pointInfo[at] =
    (pointInfo[at] & CLASS_MASK) |
    ((own & SCORE_MASK) << OWN_SCORE_SHIFT) |
    ((other & SCORE_MASK) << OTHER_SCORE_SHIFT) |
    (value << VALUE_SHIFT);
}
