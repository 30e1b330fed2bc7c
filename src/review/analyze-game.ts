/** Every position of a game, looked at by the engine. */
import type { SearchFigures, ThinkLimits } from '../engine/api.ts';
import { type Analyzer, findBest } from '../game/analysis/analysis.ts';
import { type GameState, sideToMove } from '../game/state/game-state.ts';
import { emptyCount } from '../rules/index.ts';
import { blacksChance, chanceOf } from './chance.ts';

/** Nodes for each position unless something else is asked for. */
export const REVIEW_NODES = 60_000;

/** A position that has been looked at. */
export interface PositionAnalysis {
  /** Black's chance of winning, 0 to 1. */
  readonly chance: number;
  /** What the engine would play and expect; null if the game is over. */
  readonly best: SearchFigures | null;
}

/**
 * Looks at the positions of a line from the last one back, as what is learned there helps with those before.
 *
 * The position after a move is seen one ply deeper than the one before it. So where a move that was played turns out
 * better than the search before it thought, its position was as good as that: nobody gains by a move what was not
 * there.
 * @param games each one move longer than the one before
 * @param onLooked told of each position, by its index
 */
export async function analyzeGame(
  analyzer: Analyzer,
  games: readonly GameState[],
  limits: ThinkLimits,
  onLooked: (index: number, looked: PositionAnalysis) => void,
): Promise<void> {
  let after: PositionAnalysis | null = null;
  for (let i = games.length - 1; i >= 0; i--) {
    const looked: PositionAnalysis = await lookOnce(analyzer, games[i], limits, after);
    after = looked;
    onLooked(i, looked);
  }
}

async function lookOnce(
  analyzer: Analyzer,
  game: GameState,
  limits: ThinkLimits,
  after: PositionAnalysis | null,
): Promise<PositionAnalysis> {
  const { end, position } = game;
  if (end !== null || emptyCount(position) === 0) {
    return { chance: end === null || end.result === 'draw' ? 0.5 : end.result === 'black' ? 1 : 0, best: null };
  }
  const best = await findBest(analyzer, game, limits);
  const color = sideToMove(game);
  const own = chanceOf(best);
  const played = after === null || best.winIn !== null ? own : blacksChance(after.chance, color);
  return { chance: blacksChance(Math.max(own, played), color), best };
}
