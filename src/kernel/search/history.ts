/** What earlier parts of the search have learned about moves: history scores, killers, counter moves. */
import { CELLS } from '../point.ts';
import { ONE_PLY } from './params.ts';

/** Longest line of play the search follows, in plies. */
export const MAX_PLY = 160;

/** History scores stay within plus and minus this. */
export const MAX_HISTORY = 10692;

/** Tables of {@link history}: moves that make at least a three, and quiet ones. */
export const ATTACK = 0;
export const QUIET = 1;

/** Score by ((side - 1) * 2 + table) * CELLS + point. */
export const history = new Int32Array(4 * CELLS);
/** Reply that refuted the opponent's last move, by (side - 1) * CELLS + last move; 0 for none. */
export const counterMove = new Int32Array(2 * CELLS);
/** Two moves a ply that refuted a sibling. */
export const killers = new Int32Array(2 * (MAX_PLY + 2));

/** @returns offset into {@link history} of a table */
export function historyTable(side: number, table: number): number {
  return (((side - 1) << 1) + table) * CELLS;
}

/** A bonus is a quadratic polynomial of the depth in plies, clamped. */
const BONUS_PER_SQUARE = 25;
const BONUS_PER_PLY = 105;
const BONUS_OFFSET = 50;
const MIN_BONUS = 20;
const MAX_BONUS = 8000;

/** @param depth units of 1 / ONE_PLY ply @returns the bonus of a move that failed high at this depth */
export function historyBonus(depth: number): number {
  const plies = (depth / ONE_PLY) | 0;
  const bonus = BONUS_PER_SQUARE * plies * plies + BONUS_PER_PLY * plies - BONUS_OFFSET;
  return bonus < MIN_BONUS ? MIN_BONUS : bonus > MAX_BONUS ? MAX_BONUS : bonus;
}

/** @returns the score after a bonus: closer to plus or minus {@link MAX_HISTORY}, by smaller steps the closer it is */
export function withBonus(score: number, bonus: number): number {
  const size = bonus < 0 ? -bonus : bonus;
  return score + bonus - (((score * size) / MAX_HISTORY) | 0);
}

export function updateHistory(at: number, bonus: number): void {
  history[at] = withBonus(history[at], bonus);
}

export function addKiller(ply: number, move: number): void {
  if (killers[2 * ply] === move) return;
  killers[2 * ply + 1] = killers[2 * ply];
  killers[2 * ply] = move;
}

export function clearHistory(): void {
  history.fill(0);
  counterMove.fill(0);
  killers.fill(0);
}

/** Called once per search: what the last search learned counts for less now. */
export function ageHistory(): void {
  for (let i = 0; i < history.length; i++) history[i] >>= 1;
  killers.fill(0);
}
