/** Players without a search, for the engine to beat. */

import { type Color, EMPTY, opponentOf } from '../../src/core/color.ts';
import type { XY } from '../../src/core/point.ts';
import { DIRECTIONS } from '../../src/core/point.ts';
import { picked } from '../../src/core/random.ts';
import { type GameState, sideToMove } from '../../src/play/state/game-state.ts';
import { winningPoints } from '../../src/play/state/threats.ts';
import { cellAt, emptyPoints } from '../../src/rules/index.ts';

export type SimplePlayer = (game: GameState, random: () => number) => XY;

/** Any empty point. */
export const randomPlayer: SimplePlayer = ({ position }, random) => {
  return picked(emptyPoints(position), random);
};

/**
 * Completes a win in one, stops the opponent's win in one, and otherwise lengthens its own rows: it picks the point
 * with the most own stones in windows without the opponent's. Ties: any of them.
 */
export const greedyPlayer: SimplePlayer = (game, random) => {
  const { position, variant } = game;
  const color = sideToMove(game);
  for (const side of [color, opponentOf(color)]) {
    const wins = winningPoints(position, variant.rule, side);
    if (wins.length > 0) return picked(wins, random);
  }
  return picked(
    bestBy(emptyPoints(position), (point) => worthOf(game, point, color)),
    random,
  );
};

/**
 * The point with the highest value for either side, by the stones in every window through it that only one side holds.
 * It stops rows early, which makes it hard to beat if rows are long.
 */
export const weighingPlayer: SimplePlayer = (game, random) => {
  const color = sideToMove(game);
  const points = bestBy(
    emptyPoints(game.position),
    (point) => worthOf(game, point, color) * 1.1 + worthOf(game, point, opponentOf(color)),
  );
  return picked(points, random);
};

function bestBy(points: readonly XY[], worth: (point: XY) => number): XY[] {
  const worths = points.map(worth);
  const most = Math.max(...worths);
  return points.filter((_, i) => worths[i] === most);
}

/** Ten times as much for each further stone. */
function worthOf({ position, variant }: GameState, { x, y }: XY, color: Color): number {
  const length = variant.rule.winLength;
  let worth = 0;
  for (const [dx, dy] of DIRECTIONS) {
    for (let start = 1 - length; start <= 0; start++) {
      let own = 0;
      let isOpen = true;
      for (let i = start; i < start + length && isOpen; i++) {
        const cell = cellAt(position, x + dx * i, y + dy * i);
        if (cell === color) own++;
        else if (cell !== EMPTY) isOpen = false;
      }
      if (isOpen) worth += 10 ** own;
    }
  }
  return worth;
}
