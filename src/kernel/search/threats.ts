/**
 * What the class counts alone decide: wins and losses that need no search, and the moves that can still matter when the
 * opponent threatens a straight four.
 */
import { isForbidden, linesWith } from '../patterns/forbidden.ts';
import {
  CLASS_DOUBLE_THREE,
  CLASS_FIVE,
  CLASS_FORBIDDEN,
  CLASS_FOUR,
  CLASS_FOUR_PLUS,
  CLASS_FOUR_THREE,
  CLASS_MASK,
  CLASS_STRAIGHT_FOUR,
  INFO_ENTRIES,
  infoIndex,
  pointInfo,
} from '../patterns/points.ts';
import { hasFoulsOf, isCaro, winLength } from '../patterns/rule.ts';
import { FIVE, FOUR, halfWidth, STRAIGHT_FOUR } from '../patterns/shapes.ts';
import {
  blackInfo,
  boardHeight,
  CANDIDATE_ROWS,
  classAt,
  countOf,
  findForcing,
  flipRowBits,
  lineRows,
  play,
  record,
  records,
  shapePairAt,
  shapesAt,
  stepOf,
  stoneAt,
  undo,
  whiteInfo,
} from '../patterns/state.ts';
import { BLACK, CELLS, EMPTY, NO_POINT, PAD, WHITE } from '../point.ts';
import { lossIn, winIn } from './score.ts';

/** Colors are 1 and 2. @returns the other one */
export function otherSide(side: number): number {
  return BLACK + WHITE - side;
}

/** @returns 1 if a stone of `side` on the empty point threatens a five, counting possibly forbidden points */
export function makesFour(point: number, side: number): number {
  const pointClass = classAt(point, side);
  if (pointClass >= CLASS_FOUR) return 1;
  return pointClass === CLASS_FORBIDDEN ? hidesFour(point, side) : 0;
}

/** @returns 1 if a possibly forbidden point of `side` has a line that shows a four */
export function hidesFour(point: number, side: number): number {
  return linesWith(shapesAt[point] >> (side === BLACK ? 0 : 16), FOUR, STRAIGHT_FOUR) > 0 ? 1 : 0;
}

/** @returns on how many points `side` can make a four or a five, counting each point that might be one */
export function fourPoints(side: number): number {
  return (
    countOf(side, CLASS_FIVE) +
    countOf(side, CLASS_FOUR) +
    countOf(side, CLASS_FOUR_PLUS) +
    countOf(side, CLASS_FOUR_THREE) +
    countOf(side, CLASS_STRAIGHT_FOUR) +
    countOf(side, CLASS_FORBIDDEN)
  );
}

/**
 * A four-three wins in five plies if the forced reply makes no four and the three can become a straight four after it.
 * @returns 1 if one such point of `side`, a recent one, is proven by playing it
 */
function provesFourThree(side: number): number {
  const point = findForcing(side, CLASS_FOUR_THREE);
  if (point === NO_POINT) return 0;
  const other = otherSide(side);
  play(point, side);
  const reply = findForcing(side, CLASS_FIVE);
  const proven = reply !== NO_POINT && makesFour(reply, other) === 0 && countOf(side, CLASS_STRAIGHT_FOUR) > 0;
  undo();
  return proven ? 1 : 0;
}

/**
 * Wins and losses in at most five plies that the counts show.
 * @param ply plies from the root
 * @returns score of a forced result for `side` to move, or 0 if nothing is certain
 */
export function staticVerdict(side: number, ply: number): number {
  const other = otherSide(side);
  if (countOf(side, CLASS_FIVE) > 0) return winIn(ply + 1);
  const fives = countOf(other, CLASS_FIVE);
  if (fives > 0) {
    // Under caro one stone can block several fives from outside.
    if (isCaro !== 0) return 0;
    if (fives >= 2) return lossIn(ply + 2);
    if (hasFoulsOf(side) !== 0 && isForbidden(findForcing(other, CLASS_FIVE), side) !== 0) return lossIn(ply + 2);
    return 0;
  }
  if (countOf(side, CLASS_STRAIGHT_FOUR) > 0) return winIn(ply + 3);
  if (countOf(side, CLASS_FOUR_THREE) > 0) {
    if (hasFoulsOf(side) === 0 && fourPoints(other) === 0) return winIn(ply + 5);
    if (isCaro === 0 && provesFourThree(side) !== 0) return winIn(ply + 5);
  }
  if (countOf(side, CLASS_DOUBLE_THREE) > 0 && fourPoints(other) === 0) return winIn(ply + 5);
  return 0;
}

/** @returns the candidates in a row of the padded board, as bits; bit = column */
export function candidateBits(row: number): number {
  return records[record + CANDIDATE_ROWS + row] & ~(lineRows[row << 1] | lineRows[(row << 1) + 1]);
}

/** How many of the straight-four threats each point answers. */
const answers = new Uint8Array(CELLS);
/** Points that answer at least one threat, for clearing {@link answers}. */
const answered = new Int32Array(CELLS);
let answeredCount = 0;

function addAnswer(point: number, threat: number): void {
  // Counted once per threat, and only if all previous threats were answered too.
  if (answers[point] !== threat) return;
  if (threat === 0) answered[answeredCount++] = point;
  answers[point] = threat + 1;
}

/** @returns 1 if a stone of the defender at `point` leaves the attacker less than a straight four at `target` */
function answersStraightFour(point: number, target: number, attacker: number, direction: number): number {
  const isBlack = attacker === BLACK;
  const shapes = (shapesAt[target] >>> (isBlack ? 0 : 16)) & 0xffff;
  const nibble = direction << 2;
  const defender = otherSide(attacker);
  flipRowBits(point, defender);
  const pair = shapePairAt(target, direction);
  flipRowBits(point, defender);
  const left = (shapes & ~(15 << nibble)) | ((isBlack ? pair & 15 : pair >>> 4) << nibble);
  return (pointInfo[(isBlack ? 0 : INFO_ENTRIES) + infoIndex(left)] & CLASS_MASK) < CLASS_STRAIGHT_FOUR ? 1 : 0;
}

/** @returns 1 if the line of `target` along `direction` shows a four of the attacker */
function isFourLine(target: number, attacker: number, direction: number): number {
  const shapes = shapesAt[target] >>> (attacker === BLACK ? 0 : 16);
  return ((shapes >>> (direction << 2)) & 15) >= FOUR ? 1 : 0;
}

/**
 * Points that the last {@link listAnswersTo} or {@link listCounterFours} listed: at most ten on each line, plus one.
 */
export const listedPoints = new Int32Array(48);

/**
 * Lists in {@link listedPoints} the points whose occupation by the defender leaves the attacker less than a straight
 * four at `target`, the target first.
 * @returns number of points
 */
export function listAnswersTo(target: number, attacker: number): number {
  let count = 0;
  listedPoints[count++] = target;
  for (let direction = 0; direction < 4; direction++) {
    if (isFourLine(target, attacker, direction) === 0) continue;
    for (let i = -halfWidth; i <= halfWidth; i++) {
      const point = target + i * stepOf[direction];
      if (stoneAt[point] !== EMPTY || i === 0) continue;
      if (answersStraightFour(point, target, attacker, direction) !== 0) listedPoints[count++] = point;
    }
  }
  return count;
}

/**
 * Lists in {@link listedPoints} the points whose occupation by `side` would let its forced reply at `reply` make a
 * four, and so seize the initiative.
 * @returns number of points
 */
export function listCounterFours(reply: number, side: number): number {
  let count = 0;
  for (let direction = 0; direction < 4; direction++) {
    for (let i = -halfWidth; i <= halfWidth; i++) {
      const point = reply + i * stepOf[direction];
      if (stoneAt[point] !== EMPTY || i === 0) continue;
      flipRowBits(point, side);
      const pair = shapePairAt(reply, direction);
      flipRowBits(point, side);
      if ((side === BLACK ? pair & 15 : pair >>> 4) >= FOUR) listedPoints[count++] = point;
    }
  }
  return count;
}

/** @returns another point on the lines of `first` where the attacker can make a straight four, or NO_POINT */
function otherStraightFour(first: number, attacker: number): number {
  for (let direction = 0; direction < 4; direction++) {
    if (isFourLine(first, attacker, direction) === 0) continue;
    for (let i = -halfWidth; i <= halfWidth; i++) {
      const point = first + i * stepOf[direction];
      if (stoneAt[point] === EMPTY && i !== 0 && classAt(point, attacker) === CLASS_STRAIGHT_FOUR) return point;
    }
  }
  return NO_POINT;
}

/** No point can answer this many threats, and the counts in {@link answers} can hold them. */
const MOST_THREATS = 250;
/** Points where the attacker threatens to make a straight four. */
const threatened = new Int32Array(MOST_THREATS);

/**
 * The opponent of `side` threatens at least one straight four (or double four): finds the points that answer all of
 * them. The side's fours are included only if they do, too; the caller adds the others.
 * @param list receives the points from `at` @returns number of points
 */
export function findAnswers(side: number, list: Int32Array, at: number): number {
  const attacker = otherSide(side);
  const info = attacker === BLACK ? blackInfo : whiteInfo;
  const total = countOf(attacker, CLASS_STRAIGHT_FOUR);
  const threats = total < MOST_THREATS ? total : MOST_THREATS;
  // Most often there are one or two, the second on a line of the first.
  const first = threats <= 2 ? findForcing(attacker, CLASS_STRAIGHT_FOUR) : NO_POINT;
  const second = threats === 2 ? otherStraightFour(first, attacker) : first;
  threatened[0] = first < second ? first : second;
  threatened[1] = first < second ? second : first;
  let found = second !== NO_POINT ? threats : 0;
  // A point where a stone makes a straight four is near stones.
  for (let row = PAD; found < threats && row < PAD + boardHeight; row++) {
    for (let bits = candidateBits(row); bits !== 0 && found < threats; bits &= bits - 1) {
      const point = (row << 5) + 31 - Math.clz32(bits & -bits);
      if ((info[point] & CLASS_MASK) === CLASS_STRAIGHT_FOUR) threatened[found++] = point;
    }
  }
  answeredCount = 0;
  for (let threat = 0; threat < found; threat++) {
    const listed = listAnswersTo(threatened[threat], attacker);
    for (let i = 0; i < listed; i++) addAnswer(listedPoints[i], threat);
  }
  let count = 0;
  for (let i = 0; i < answeredCount; i++) {
    const point = answered[i];
    if (answers[point] === found) list[at + count++] = point;
    answers[point] = 0;
  }
  return count;
}

/** Adds a point to a list of `count` points unless it contains it. @returns the new count */
function addOnce(list: Int32Array, at: number, count: number, point: number): number {
  for (let i = 0; i < count; i++) if (list[at + i] === point) return count;
  list[at + count] = point;
  return count + 1;
}

/**
 * The opponent of `side` threatens a four-three: finds the points that stop it. The threat is proven by playing the
 * four and its forced answer, and examining the straight four that follows: any other move loses, unless it makes a
 * four. Not for caro, where a four has more than one answer.
 * @param list receives the points from `at`
 * @returns number of points; 0 if there is no such threat, so that all moves matter
 */
export function findFourThreeAnswers(side: number, list: Int32Array, at: number): number {
  const attacker = otherSide(side);
  const threat = findForcing(attacker, CLASS_FOUR_THREE);
  if (threat === NO_POINT || isCaro !== 0) return 0;
  let count = 0;
  play(threat, attacker);
  const reply = findForcing(attacker, CLASS_FIVE);
  const isForced =
    reply !== NO_POINT &&
    countOf(attacker, CLASS_FIVE) === 1 &&
    countOf(side, CLASS_FIVE) === 0 &&
    makesFour(reply, side) === 0 &&
    (hasFoulsOf(side) === 0 || isForbidden(reply, side) === 0);
  if (isForced) {
    play(reply, side);
    const next = countOf(attacker, CLASS_STRAIGHT_FOUR) > 0 ? findForcing(attacker, CLASS_STRAIGHT_FOUR) : NO_POINT;
    if (next !== NO_POINT) count = listAnswersTo(next, attacker);
    undo();
    if (count > 0) {
      for (let i = 0; i < count; i++) list[at + i] = listedPoints[i];
      count = addOnce(list, at, count, reply);
      const counters = listCounterFours(reply, side);
      for (let i = 0; i < counters; i++) count = addOnce(list, at, count, listedPoints[i]);
    }
  }
  undo();
  return count > 0 ? addOnce(list, at, count, threat) : 0;
}

/**
 * Caro: the points where `side` can stop a five of the opponent at `five`: the point itself, and the far end of the row
 * if the near one is already blocked, because a row blocked at both ends does not win.
 * @param list receives the points from `at` @returns number of points
 */
export function findCaroDefenses(five: number, side: number, list: Int32Array, at: number): number {
  const attacker = otherSide(side);
  const shapes = shapesAt[five] >>> (attacker === BLACK ? 0 : 16);
  let count = 0;
  list[at + count++] = five;
  for (let direction = 0; direction < 4; direction++) {
    if (((shapes >>> (direction << 2)) & 15) !== FIVE) continue;
    const step = stepOf[direction];
    let ahead = five + step;
    let behind = five - step;
    while (stoneAt[ahead] === attacker) ahead += step;
    while (stoneAt[behind] === attacker) behind -= step;
    if ((((ahead - behind) / step) | 0) - 1 !== winLength) continue;
    if (stoneAt[ahead] === side && stoneAt[behind] === EMPTY) list[at + count++] = behind;
    else if (stoneAt[behind] === side && stoneAt[ahead] === EMPTY) list[at + count++] = ahead;
  }
  return count;
}
