/** Players that know nothing of searching, for the engine to beat. */
import { type Game, sideToMove } from '../../src/cli/play/game.ts';
import { emptyPoints } from '../../src/cli/play/threats.ts';
import { type Color, cellAt, DIRECTIONS, EMPTY_CELL, isOnBoard, opponentOf, type XY } from '../../src/rules/index.ts';

export type SimplePlayer = (game: Game, random: () => number) => XY;

/** Any empty point. */
export const randomPlayer: SimplePlayer = ({ position }, random) => {
  const points = emptyPoints(position);
  return points[Math.floor(random() * points.length)];
};

/**
 * The point that is worth most for either side, counting the stones of every stretch through it that one side alone
 * holds. It so takes a win in one, stops one, and lengthens its rows. Among equals: any.
 */
export const greedyPlayer: SimplePlayer = (game, random) => {
  const { position, variant } = game;
  const color = sideToMove(game);
  const length = variant.rule.winLength;
  let best = Number.NEGATIVE_INFINITY;
  let points: XY[] = [];
  for (const point of emptyPoints(position)) {
    const worth = worthOf(game, point, color, length) * 1.1 + worthOf(game, point, opponentOf(color), length);
    if (worth > best) points = [];
    if (worth >= best) points.push(point);
    best = Math.max(best, worth);
  }
  return points[Math.floor(random() * points.length)];
};

/** Ten times as much for each stone more. */
function worthOf({ position }: Game, { x, y }: XY, color: Color, length: number): number {
  let worth = 0;
  for (const [dx, dy] of DIRECTIONS) {
    for (let start = 1 - length; start <= 0; start++) {
      let own = 0;
      let isOpen = true;
      for (let i = start; i < start + length && isOpen; i++) {
        const cell = isOnBoard(position, x + dx * i, y + dy * i) ? cellAt(position, x + dx * i, y + dy * i) : -1;
        if (cell === color) own++;
        else if (cell !== EMPTY_CELL) isOpen = false;
      }
      if (isOpen) worth += 10 ** own;
    }
  }
  return worth;
}
