/** Thinking in the opponent's time: what about, and how long. The search itself is one like any other. */
import { opponentOf } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { emptyCount } from '../rules/position.ts';
import { isLegal, judgeMove } from '../rules/referee.ts';
import type { ThinkResult } from './api.ts';
import { addStone, type Game, type PositionView, viewOf } from './game.ts';

/** Nobody thinks longer about a move than this without a sign of life. */
export const LONGEST_PONDERING_MS = 600_000;

/** A move that a think has found, and the reply to it that the think expects. */
export interface FoundMove extends XY {
  readonly reply: XY | undefined;
}

/** @returns what is to be remembered of a think */
export function foundMove({ x, y, pv }: ThinkResult): FoundMove {
  return { x, y, reply: pv[0]?.x === x && pv[0].y === y ? pv[1] : undefined };
}

/**
 * @param game with the opponent to move
 * @returns the position after the expected reply, or the game's own where none is known that the game goes on after; null if
 * there is nothing to think about
 */
export function positionToPonder(game: Game, reply: XY | undefined): PositionView | null {
  const position: Game = { ...viewOf(game), stones: game.stones.slice() };
  const { sideToMove, rule } = game;
  if (emptyCount(game) === 0) return null;
  if (reply === undefined || !isLegal(game, reply.x, reply.y) || emptyCount(game) === 1) return position;
  if (judgeMove(game, rule, reply.x, reply.y, sideToMove).outcome !== 'none') return position;
  addStone(position, { ...reply, color: sideToMove });
  position.sideToMove = opponentOf(sideToMove);
  return position;
}
