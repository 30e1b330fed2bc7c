/** Moves at a level, for programs that have an engine. */
import { BLOCKED, colorAt } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import type { Ply } from '../../core/point.ts';
import type { Engine, SearchInfo } from '../../engine/api.ts';
import type { PositionView } from '../../engine/game.ts';
import { gameFromSetup } from '../state/game-state.ts';
import { levelOf } from './levels.ts';
import { chooseMove, type OpponentChoice } from './opponent.ts';

/** What a move at a level depends on in addition to the game. */
export interface LevelOptions {
  /** The same seed plays the same moves. Default: a random seed. */
  readonly seed?: number;
  /** Milliseconds for the move, at most; the highest level searches for that long. Default: only the level counts. */
  readonly maxMs?: number;
  /** Receives the progress of the search, which the lowest levels do without. */
  readonly onInfo?: (info: SearchInfo) => void;
}

/**
 * Finds a move as a player of a level would, without playing it. Clears the transposition table; `engine.cancel()`
 * cancels it.
 *
 *     const { move } = await thinkAtLevel(engine, 3);
 *     engine.play(move.x, move.y);
 *
 * @param level 1 (beginner) to 10 (full strength), see {@link LEVELS}
 * @throws RangeError for another level, UserError for a board with blocked points, EngineError as {@link Engine.think}
 */
export async function thinkAtLevel(engine: Engine, level: number, options: LevelOptions = {}): Promise<OpponentChoice> {
  const { seed = Math.floor(Math.random() * 2 ** 32), maxMs = null, onInfo } = options;
  const { rule, width, height } = engine.position;
  const game = gameFromSetup({ rule, width, height }, pliesOf(engine.position));
  return await chooseMove(engine, { game, level: levelOf(level), timeMs: maxMs, seed }, onInfo);
}

/** @returns stones as turns, with a pass wherever a side has moved twice */
function pliesOf({ stones, sideToMove }: PositionView): Ply[] {
  const plies: Ply[] = [];
  const passTo = (color: number): void => {
    if (colorAt(plies.length) !== color) plies.push(null);
  };
  for (const { x, y, color } of stones) {
    if (color === BLOCKED) throw new UserError('blocked points: levels play only on boards without; use think()');
    passTo(color);
    plies.push({ x, y });
  }
  passTo(sideToMove);
  return plies;
}
