/** The moves of the root: listed once per search and kept in order, best first. */
import { isForbidden } from '../patterns/forbidden.ts';
import { CLASS_FIVE } from '../patterns/points.ts';
import { hasFouls } from '../patterns/rule.ts';
import { countOf } from '../patterns/state.ts';
import { NO_POINT } from '../point.ts';
import { addEmptyPoints, generateMoves } from './movegen.ts';
import { moveOrder, pickMove, scoreMoves } from './movepick.ts';
import { ROOT_LOSES, rootExcluded, rootState } from './result.ts';

/** Root moves, best first, and their scores in the last iteration that gave them one. */
const MAX_ROOT_MOVES = 512;
export const rootMove = new Int32Array(MAX_ROOT_MOVES);
export const rootScore = new Int32Array(MAX_ROOT_MOVES);
export let rootCount = 0;

/**
 * Lists the root moves, best first by the static order, without forbidden points and those that the host
 * excludes.
 */
export function listRootMoves(side: number): void {
  // Several lines were requested where a five can be made: the other moves are worth showing, too.
  let count = countOf(side, CLASS_FIVE) > 0 ? 0 : generateMoves(side, 0);
  if (count === 0) count = addEmptyPoints(0);
  rootCount = keepLegal(side, count);
  if (rootCount === 0) {
    // The only defense is forbidden, or every candidate is: any legal point will do.
    rootCount = keepLegal(side, addEmptyPoints(0));
  }
}

function keepLegal(side: number, count: number): number {
  scoreMoves(side, 0, count, NO_POINT);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = pickMove(0, i, count);
    if (rootExcluded[move] !== 0) continue;
    if (hasFouls !== 0 && isForbidden(move, side) !== 0) continue;
    rootMove[kept] = move;
    rootScore[kept] = moveOrder[i];
    kept++;
  }
  return kept;
}

/** Moves root move `from` to place `to`, and those in between back by one. */
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

/** Restricts the search to the first `count` root moves. */
export function keepRootMoves(count: number): void {
  rootCount = count;
}

/** Removes the first root move from the list. */
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
