/**
 * Continuation history: scores of moves by what they follow. The key is the offset from an earlier move, not a point,
 * and what both moves make, so what is learned in one corner applies in another.
 */
import { CLASS_FOUR, CLASS_MASK, CLASS_THREE, CLASS_TWO_TWO } from '../patterns/points.ts';
import { CELLS, NO_POINT, STRIDE } from '../point.ts';
import { withBonus } from './history.ts';

/** Offsets of up to this many rows in either direction have separate scores; the few larger ones share them. */
const ROW_REACH = 10;
const OFFSETS = (2 * ROW_REACH + 1) * STRIDE;
const CENTER = ROW_REACH * STRIDE + (STRIDE >> 1);
/** Groups of classes: two twos, a three, a four, and everything below. */
const GROUPS = 4;
const ROW = GROUPS * OFFSETS;
/** Room before the first row and after the last ones, for the larger offsets. */
const MARGIN = CELLS;

/** The earlier move is the opponent's last one, or the side's own last one. */
export const AFTER_OTHER = 0;
export const AFTER_OWN = 1;

/** Scores within plus and minus MAX_HISTORY, by kind, side, groups of the earlier and the later move, and offset. */
export const continuation = new Int16Array((2 * 2 * GROUPS + 1) * ROW + 3 * MARGIN);
/** The last row, for moves that follow none: all 0. */
export const NO_ROW = MARGIN + 2 * 2 * GROUPS * ROW + MARGIN;

const groupOf = new Int32Array(CLASS_MASK + 1);

function fillGroups(): void {
  for (let moveClass = 0; moveClass <= CLASS_MASK; moveClass++) {
    groupOf[moveClass] =
      moveClass >= CLASS_FOUR ? 3 : moveClass >= CLASS_THREE ? 2 : moveClass >= CLASS_TWO_TWO ? 1 : 0;
  }
}

fillGroups();

/**
 * @param kind AFTER_OTHER or AFTER_OWN @param side that moves now @param earlier point, or NO_POINT
 * @param earlierClass what the earlier move made
 * @returns row of the moves that follow it, for {@link continuationIndex}
 */
export function continuationRow(kind: number, side: number, earlier: number, earlierClass: number): number {
  if (earlier === NO_POINT) return NO_ROW;
  return MARGIN + CENTER - earlier + ((kind * 2 + side - 1) * GROUPS + groupOf[earlierClass]) * ROW;
}

/** @param row of {@link continuationRow} @returns index of a move in {@link continuation} */
export function continuationIndex(row: number, move: number, moveClass: number): number {
  return row + groupOf[moveClass] * OFFSETS + move;
}

/**
 * @param afterOther row after the opponent's last move @param afterOwn row after the side's own
 * @returns weighted sum of both scores of a move
 */
export function continuationScore(
  afterOther: number,
  afterOwn: number,
  move: number,
  moveClass: number,
  otherWeight: number,
  ownWeight: number,
): number {
  return (
    continuation[continuationIndex(afterOther, move, moveClass)] * otherWeight +
    continuation[continuationIndex(afterOwn, move, moveClass)] * ownWeight
  );
}

export function updateContinuation(row: number, move: number, moveClass: number, bonus: number): void {
  if (row === NO_ROW) return;
  const at = continuationIndex(row, move, moveClass);
  continuation[at] = withBonus(continuation[at], bonus);
}

/** Forgets everything. */
export function clearContinuation(): void {
  continuation.fill(0);
}
