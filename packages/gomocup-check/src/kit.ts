/** Helpers that steps of several files share. */
import { readNames, samePoint, type XY } from '../../../src/core/point.ts';
import type { BoardStone } from '../../../src/measure/match/client.ts';
import { boardStones } from '../../../src/measure/match/player.ts';
import type { Probe } from './probe.ts';
import type { SentenceNumber } from './sentences.ts';
import { type Finding, fail } from './step.ts';

/** Overrun that the Gomocup judge and Piskvork tolerate, ms. */
export const TOLERANCE_MS = 1000;

/** Gomocup's memory limit, bytes. */
export const GOMOCUP_MEMORY = 367_001_600;

/** The longest line any manager can read: liskvork has a buffer of 2048 bytes. */
export const MAX_LINE_OF_MANAGERS = 2000;

/** Plays `count` moves of the brain against stones placed far from the center. */
export async function playSome(brain: Probe, count: number, turnMs: number, size = 15): Promise<Finding[]> {
  const stones: XY[] = [];
  const findings: Finding[] = [];
  for (let i = 0; i < count; i++) {
    const last = stones.at(-1);
    const { move } = last === undefined ? await brain.begin(turnMs) : await brain.turn(last, turnMs);
    const fault = illegal(move, size, stones);
    findings.push(...fault);
    if (fault.length > 0) break;
    stones.push(move);
    const reply = quietPoint(stones, size);
    if (reply === null) break;
    stones.push(reply);
  }
  return findings;
}

/** @returns a point near a corner that is not `point` */
export function awayFrom(point: XY): XY {
  return samePoint(point, { x: 3, y: 3 }) ? { x: 4, y: 4 } : { x: 3, y: 3 };
}

/** @returns a free point of a pattern in which no two stones touch, so that the opponent has no threats */
export function quietPoint(stones: readonly XY[], size: number): XY | null {
  for (let y = 0; y < size; y += 3) {
    for (let x = (y / 3) % 2; x < size; x += 4)
      if (!stones.some((stone) => samePoint(stone, { x, y }))) return { x, y };
  }
  return null;
}

/**
 * @param says sentence of the protocol that the finding quotes
 * @param board what the finding calls the board
 * @returns a finding if `move` is off the board or on a stone
 */
export function illegal(
  move: XY,
  size: number,
  stones: readonly XY[],
  says?: SentenceNumber,
  board = `${size}x${size} board`,
): Finding[] {
  const { x, y } = move;
  if (x < 0 || y < 0 || x >= size || y >= size) return [fail(`move ${x},${y} is off the ${board}`, says)];
  return stones.some((stone) => samePoint(stone, move)) ? [fail(`move ${x},${y} is on an occupied point`, says)] : [];
}

/** @returns the first `count` stones in playing order, as the side to move sees them; without a count all of them */
export function boardStonesOf(text: string, count?: number): BoardStone[] {
  return seenByMover(points(text).slice(0, count));
}

/** @param stones in playing order @returns them as the side to move sees them */
export function seenByMover(stones: readonly XY[]): BoardStone[] {
  return boardStones(stones, stones.length % 2 === 0 ? 0 : 1);
}

/** @param text names such as `a1o15`, whose rows count from the top */
export function points(text: string): XY[] {
  const found = readNames(text, (row) => row - 1);
  if (found === null) throw new RangeError(`"${text}": expected points`);
  return found;
}

export function brief(line: string): string {
  return line.length > 80 ? `${line.slice(0, 80)}...` : line;
}

/** @returns the stones of both sides in turn; the side with one stone more goes first */
export function alternating(own: string, other: string): BoardStone[] {
  const mine = points(own).map((point): BoardStone => ({ ...point, field: 1 }));
  const theirs = points(other).map((point): BoardStone => ({ ...point, field: 2 }));
  const [first, second] = mine.length === theirs.length ? [mine, theirs] : [theirs, mine];
  return first.flatMap((stone, i) => [stone, ...second.slice(i, i + 1)]);
}
