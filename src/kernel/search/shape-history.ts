/**
 * Shape history: scores of moves by what both colors would make on the point along each of its four lines. Points that
 * look alike share a score, and a point takes another one as its surroundings change.
 */
import { withBonus } from './history.ts';

/** Slots for each side. Shapes are hashed, and a few of those on the board share a slot. */
const SLOT_BITS = 14;
const SPREAD = 0x9e3779b1 | 0;

/** Scores within plus and minus MAX_HISTORY, by slot. */
export const shapeHistory = new Int16Array(2 << SLOT_BITS);

/** @param side that moves @param shapes of the point, see shapesAt @returns index into {@link shapeHistory} */
export function shapeSlot(side: number, shapes: number): number {
  return ((side - 1) << SLOT_BITS) | (Math.imul(shapes, SPREAD) >>> (32 - SLOT_BITS));
}

export function updateShapes(slot: number, bonus: number): void {
  shapeHistory[slot] = withBonus(shapeHistory[slot], bonus);
}

/** Forgets everything. */
export function clearShapeHistory(): void {
  shapeHistory.fill(0);
}
