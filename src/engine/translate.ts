import { opponentOf } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { WIN, WIN_BOUND } from '../kernel/search/score.ts';
import { isLegal } from '../rules/referee.ts';
import type { RootInfo, SearchFigures } from './api.ts';
import { addStone, createGame, type Game, type PositionView } from './game.ts';
import type { PositionMessage, SearchStats } from './messages.ts';

const ROOT_STATES = ['searching', 'done', 'loses'] as const;

export function positionMessageOf(view: PositionView): PositionMessage {
  const { width, height, rule } = view;
  const stones = view.stones.flatMap(({ x, y, color }) => [x, y, color]);
  return { width, height, rule: rule.code, winLength: rule.winLength, stones, color: view.sideToMove };
}

/** @returns a position with some stones around the center, so that the warm-up meets threats */
export function warmUpPosition(game: Game): PositionView {
  const { width, height, rule } = game;
  const warm = createGame({ width, height, rule: rule.code, winLength: rule.winLength });
  const [centerX, centerY] = [width >> 1, height >> 1];
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [-1, 0],
    [-1, 1],
    [0, 1],
  ]) {
    if (isLegal(warm, centerX + dx, centerY + dy)) {
      addStone(warm, { x: centerX + dx, y: centerY + dy, color: warm.sideToMove });
      warm.sideToMove = opponentOf(warm.sideToMove);
    }
  }
  return warm;
}

/** @returns statistics from the search thread as the library reports them */
export function figuresOf(figures: SearchStats, elapsedMs: number): SearchFigures {
  const { score, depth, selDepth, nodes } = figures;
  return { score, winIn: winIn(score), depth, selDepth, nodes, elapsedMs, pv: pairs(figures.pv) };
}

function winIn(score: number): number | null {
  if (score >= WIN_BOUND) return WIN - score;
  return score <= -WIN_BOUND ? -(WIN + score) : null;
}

function pairs(flat: readonly number[]): XY[] {
  const points: XY[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) points.push({ x: flat[i], y: flat[i + 1] });
  return points;
}

export function rootMoves(changes: readonly number[]): RootInfo['moves'] {
  const moves: RootInfo['moves'][number][] = [];
  for (let i = 0; i + 2 < changes.length; i += 3) {
    const state = ROOT_STATES[changes[i + 2] - 1];
    if (state !== undefined) moves.push({ x: changes[i], y: changes[i + 1], state });
  }
  return moves;
}
