/** Seeded positions for the tests of the search, and their conversion from src/rules to the search's board. */

import { type Color, EMPTY } from '../../../../src/core/color.ts';
import type { XY } from '../../../../src/core/point.ts';
import type { Rule } from '../../../../src/core/rule.ts';
import { clearBoard, play } from '../../../../src/kernel/patterns/state.ts';
import { pointAt } from '../../../../src/kernel/point.ts';
import { drawDiagram } from '../../../../src/records/notation/diagram.ts';
import { emptyPosition, isOnBoard, judgeMove, type Position } from '../../../../src/rules/index.ts';
import { between } from '../../rules/random.ts';

/** Rules, by name. */
export const RULES: readonly (readonly [name: string, code: number])[] = [
  ['freestyle', 0],
  ['standard', 1],
  ['renju', 4],
  ['caro', 8],
  ['caro, exactly five', 9],
  ['omok', 16],
];

export interface Stone extends XY {
  readonly color: Color;
}

export interface Setup {
  readonly position: Position;
  /** In playing order, Black first, alternating. */
  readonly stones: readonly Stone[];
  readonly toMove: Color;
}

/**
 * A game of random moves near each other; half of them lengthen a row of the mover's or of the opponent's, so that
 * fours and threes are common. There is no winner and no foul.
 * @param stones how many to place; fewer if no place is found
 */
export function randomGame(random: () => number, rule: Rule, width: number, height: number, stones: number): Setup {
  const position = emptyPosition(width, height);
  const played: Stone[] = [];
  for (let tries = 0; played.length < stones && tries < 20 * stones; tries++) {
    const color: Color = played.length % 2 === 0 ? 1 : 2;
    const { x, y } = nextPoint(random, played, color, width, height);
    if (!isOnBoard(position, x, y) || position.cells[y * width + x] !== EMPTY) continue;
    if (judgeMove(position, rule, x, y, color).outcome !== 'none') continue;
    position.cells[y * width + x] = color;
    played.push({ x, y, color });
  }
  return { position, stones: played, toMove: played.length % 2 === 0 ? 1 : 2 };
}

function nextPoint(random: () => number, played: readonly Stone[], color: Color, width: number, height: number): XY {
  const kind = random();
  if (played.length === 0 || kind < 0.05)
    return { x: between(random, 0, width - 1), y: between(random, 0, height - 1) };
  if (kind < 0.45) {
    const near = played[between(random, 0, played.length - 1)];
    return { x: near.x + between(random, -2, 2), y: near.y + between(random, -2, 2) };
  }
  // On the line of two stones of one color, more often the mover's.
  const wanted = random() < 0.7 ? color : 3 - color;
  const same = played.filter((stone) => stone.color === wanted);
  if (same.length < 2) return { x: between(random, 0, width - 1), y: between(random, 0, height - 1) };
  const from = same[between(random, 0, same.length - 1)];
  const to = same[between(random, 0, same.length - 1)];
  const step = { x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) };
  const far = between(random, 1, 4);
  return { x: from.x + step.x * far, y: from.y + step.y * far };
}

/** Puts a position on the search's board. src/kernel/patterns must have its tables for the rule already. */
export function setUpPatterns({ position, stones }: Setup): void {
  clearBoard(position.width, position.height);
  for (const { x, y, color } of stones) play(pointAt(x, y), color);
}

/** @returns board and side to move, for messages */
export function drawSetup({ position, toMove }: Setup): string {
  return `${drawDiagram(position)}\n${toMove === 1 ? 'X' : 'O'} to move`;
}
