/** Which moves to try in a position. movepick.ts orders them. */
import {
  CLASS_FIVE,
  CLASS_FORBIDDEN,
  CLASS_FOUR,
  CLASS_FOUR_THREE,
  CLASS_MASK,
  CLASS_STRAIGHT_FOUR,
} from '../patterns/points.ts';
import { isCaro } from '../patterns/rule.ts';
import { blackInfo, boardHeight, boardWidth, countOf, findForcing, stoneAt, whiteInfo } from '../patterns/state.ts';
import { BLACK, CELLS, EMPTY, NO_POINT, PAD, STRIDE } from '../point.ts';
import { MAX_PLY } from './history.ts';
import { params, USE_DEFENSE_SETS, USE_FOUR_THREE_SETS } from './params.ts';
import {
  candidateBits,
  findAnswers,
  findCaroDefenses,
  findFourThreeAnswers,
  fourPoints,
  makesFour,
  otherSide,
} from './threats.ts';

/** Room for the moves of one ply: every point of the largest board. */
export const LIST_SIZE = 512;
/** Moves of ply p from p * LIST_SIZE. */
export const moveList = new Int32Array((MAX_PLY + 2) * LIST_SIZE);

/** Places of the set bits of a byte, lowest first, by byte * 8. */
const bitPlaces = new Uint8Array(256 * 8);
/** How many bits of a byte are set. */
const bitCount = new Uint8Array(256);

function fillBitPlaces(): void {
  for (let byte = 0; byte < 256; byte++) {
    for (let place = 0; place < 8; place++) {
      if (((byte >> place) & 1) !== 0) bitPlaces[byte * 8 + bitCount[byte]++] = place;
    }
  }
}

fillBitPlaces();

/**
 * Writes eight entries of the list: the points of the set bits of a byte, then entries that the next call overwrites.
 * How many candidates there are is hard to predict, so no branch depends on it. The lowering recognizes this loop by
 * name and writes vector code for it.
 * @param point of the lowest bit @param to place in {@link moveList}
 */
export function listByte(byte: number, point: number, to: number): void {
  for (let i = 0; i < 8; i++) moveList[to + i] = point + bitPlaces[(byte << 3) + i];
}

/** Writes all candidates to the list. @returns how many */
function addCandidatesTo(at: number): number {
  let to = at;
  for (let row = PAD; row < PAD + boardHeight; row++) {
    const bits = candidateBits(row) >> PAD;
    for (let column = 0; column < boardWidth; column += 8) {
      const byte = (bits >> column) & 255;
      listByte(byte, (row << 5) + PAD + column, to);
      to += bitCount[byte];
    }
  }
  return to - at;
}

/** Writes all empty points to the list. @returns how many */
export function addEmptyPoints(at: number): number {
  let count = 0;
  for (let row = PAD; row < PAD + boardHeight; row++) {
    for (let column = PAD; column < PAD + boardWidth; column++) {
      const point = row * STRIDE + column;
      if (stoneAt[point] === EMPTY) moveList[at + count++] = point;
    }
  }
  return count;
}

/** Marks of points; all 0 between calls of {@link addOwnFours}. */
const listed = new Uint8Array(CELLS);

/**
 * Appends the points that make a four for `side` to a list of `count` moves, without duplicates. @returns the new count
 */
function addOwnFours(side: number, at: number, count: number): number {
  const info = side === BLACK ? blackInfo : whiteInfo;
  let left = fourPoints(side);
  if (left === 0) return count;
  for (let i = 0; i < count; i++) listed[moveList[at + i]] = 1;
  const answers = count;
  for (let row = PAD; left > 0 && row < PAD + boardHeight; row++) {
    for (let bits = candidateBits(row); bits !== 0; bits &= bits - 1) {
      const point = (row << 5) + 31 - Math.clz32(bits & -bits);
      const pointClass = info[point] & CLASS_MASK;
      if (pointClass < CLASS_FOUR && pointClass !== CLASS_FORBIDDEN) continue;
      left--;
      if (listed[point] === 0 && makesFour(point, side) !== 0) moveList[at + count++] = point;
    }
  }
  for (let i = 0; i < answers; i++) listed[moveList[at + i]] = 0;
  return count;
}

/** Kinds of list that {@link generateMoves} makes: everything near the stones, or only what can answer a threat. */
export const ALL_CANDIDATES = 0;
export const DEFEND_FIVE = 1;
export const DEFEND_FOUR = 2;
export const DEFEND_FOUR_THREE = 3;
/** Kind of the last list. */
export let restriction = ALL_CANDIDATES;

/**
 * Lists the moves that can matter for `side` at `ply`, unordered and unscored. Forbidden points are included.
 * @returns number of moves; 0 if nothing stops the opponent's straight four, or no point is empty
 */
export function generateMoves(side: number, ply: number): number {
  const at = ply * LIST_SIZE;
  const other = otherSide(side);
  if (countOf(other, CLASS_FIVE) > 0) {
    restriction = DEFEND_FIVE;
    if (isCaro !== 0) return addCaroDefenses(side, at);
    moveList[at] = findForcing(other, CLASS_FIVE);
    return 1;
  }
  if (countOf(other, CLASS_STRAIGHT_FOUR) > 0 && params[USE_DEFENSE_SETS] !== 0) {
    restriction = DEFEND_FOUR;
    return addOwnFours(side, at, findAnswers(side, moveList, at));
  }
  if (
    countOf(other, CLASS_FOUR_THREE) > 0 &&
    params[USE_FOUR_THREE_SETS] !== 0 &&
    countOf(side, CLASS_STRAIGHT_FOUR) === 0
  ) {
    const answers = findFourThreeAnswers(side, moveList, at);
    if (answers > 0) {
      restriction = DEFEND_FOUR_THREE;
      return addOwnFours(side, at, answers);
    }
  }
  restriction = ALL_CANDIDATES;
  const count = addCandidatesTo(at);
  return count > 0 ? count : addEmptyPoints(at);
}

/** Lists the points where `side` can stop the opponent's fives. */
function addCaroDefenses(side: number, at: number): number {
  const other = otherSide(side);
  const info = other === BLACK ? blackInfo : whiteInfo;
  let left = countOf(other, CLASS_FIVE);
  if (left === 1) return findCaroDefenses(findForcing(other, CLASS_FIVE), side, moveList, at);
  let count = 0;
  for (let row = PAD; left > 0 && row < PAD + boardHeight; row++) {
    for (let bits = candidateBits(row); bits !== 0; bits &= bits - 1) {
      const point = (row << 5) + 31 - Math.clz32(bits & -bits);
      if ((info[point] & CLASS_MASK) !== CLASS_FIVE) continue;
      left--;
      const found = findCaroDefenses(point, side, moveList, at + count);
      // A defense may serve two fives: keep its first occurrence.
      let kept = 0;
      for (let i = 0; i < found; i++) {
        const defense = moveList[at + count + i];
        let isNew = 1;
        for (let j = 0; j < count + kept; j++) if (moveList[at + j] === defense) isNew = 0;
        if (isNew !== 0) moveList[at + count + kept++] = defense;
      }
      count += kept;
    }
  }
  return count;
}

/** A square of radius two and lines of four around a point: the next four of an attack is nearly always there. */
const NEAR_OFFSETS = 40;
const nearOffset = new Int32Array(NEAR_OFFSETS);

function fillNearOffsets(): void {
  let count = 0;
  for (let dy = -4; dy <= 4; dy++) {
    for (let dx = -4; dx <= 4; dx++) {
      if (dx === 0 && dy === 0) continue;
      const isInSquare = dx >= -2 && dx <= 2 && dy >= -2 && dy <= 2;
      const isOnLine = dx === 0 || dy === 0 || dx === dy || dx === -dy;
      if (isInSquare || isOnLine) nearOffset[count++] = dy * STRIDE + dx;
    }
  }
}

fillNearOffsets();

/**
 * Lists the points where `side` makes a four: of all candidates, or only near its last attack.
 * @param near point of the last attack, or NO_POINT for the whole board @returns number of moves
 */
export function generateFours(side: number, ply: number, near: number): number {
  const at = ply * LIST_SIZE;
  if (near === NO_POINT) return addOwnFours(side, at, 0);
  if (fourPoints(side) === 0) return 0;
  let count = 0;
  for (let i = 0; i < NEAR_OFFSETS; i++) {
    const point = near + nearOffset[i];
    // Fours are rarer than stones, so they are tested first. The class of an occupied point is that of earlier on.
    if (makesFour(point, side) !== 0 && stoneAt[point] === EMPTY) moveList[at + count++] = point;
  }
  return count;
}
