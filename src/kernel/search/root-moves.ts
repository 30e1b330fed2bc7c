/** The moves of the root: listed once a search, kept in order, best first. */

import { isForbidden } from '../patterns/forbidden.ts';
import { CLASS_FIVE } from '../patterns/points.ts';
import { isRenju } from '../patterns/rule.ts';
import { countOf } from '../patterns/state.ts';
import { BLACK, NO_POINT } from '../point.ts';
import { addEmptyPoints, generateMoves } from './movegen.ts';
import { moveOrder, pickMove, scoreMoves } from './movepick.ts';
import { ROOT_LOSES, rootExcluded, rootState } from './result.ts';

/** Root moves, best first, and their scores in the last iteration that gave them one. */
const MAX_ROOT_MOVES = 512;
export const rootMove = new Int32Array(MAX_ROOT_MOVES);
export const rootScore = new Int32Array(MAX_ROOT_MOVES);
export let rootCount = 0;

/**
 * Lists the root moves, best first by the static order. Black's forbidden points are left out, and what the host
 * excludes.
 */
export function listRootMoves(side: number): void {
  // Asked for several lines where a five can be made: the others are worth seeing too.
  let count = countOf(side, CLASS_FIVE) > 0 ? 0 : generateMoves(side, 0);
  if (count === 0) count = addEmptyPoints(0);
  rootCount = keepLegal(side, count);
  if (rootCount === 0) {
    // The only stop is forbidden, or every candidate is: any legal point will do.
    rootCount = keepLegal(side, addEmptyPoints(0));
  }
}

function keepLegal(side: number, count: number): number {
  scoreMoves(side, 0, count, NO_POINT);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = pickMove(0, i, count);
    if (rootExcluded[move] !== 0) continue;
    if (isRenju !== 0 && side === BLACK && isForbidden(move) !== 0) continue;
    rootMove[kept] = move;
    rootScore[kept] = moveOrder[i];
    kept++;
  }
  return kept;
}

/** Brings root move `from` to place `to`, the others in between move back by one. */
export function moveRootTo(from: number, to: number): void {
  const move = rootMove[from];
  const score = rootScore[from];
  for (let i = from; i > to; i--) {
    rootMove[i] = rootMove[i - 1];
    rootScore[i] = rootScore[i - 1];
  }
  rootMove[to] = move;
  rootScore[to] = score;
}

/** Only the first `count` root moves are searched from now on. */
export function keepRootMoves(count: number): void {
  rootCount = count;
}

/** Takes the first root move off the list. */
export function dropFirstRootMove(): void {
  rootCount--;
  for (let i = 0; i < rootCount; i++) {
    rootMove[i] = rootMove[i + 1];
    rootScore[i] = rootScore[i + 1];
  }
}

/** @returns 1 if every root move but the first is known to lose */
export function isOnlyOneNotLosing(): number {
  for (let i = 1; i < rootCount; i++) if (rootState[rootMove[i]] !== ROOT_LOSES) return 0;
  return 1;
}
