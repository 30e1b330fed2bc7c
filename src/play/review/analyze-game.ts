import type { SearchFigures, ThinkLimits } from '../../engine/api.ts';
import { winChance } from '../../engine/win-chance.ts';
import { emptyCount } from '../../rules/index.ts';
import { type Analyzer, findBest } from '../analysis/analysis.ts';
import { type GameState, sideToMove } from '../state/game-state.ts';
import { blacksChance } from './verdicts.ts';

export const REVIEW_NODES = 60_000;

export interface PositionAnalysis {
  /** Black's win chance, 0 to 1. */
  readonly chance: number;
  /** The engine's choice and expectation; null if the game is over. */
  readonly best: SearchFigures | null;
}

/**
 * Analyzes the positions of a line from last to first, because the transposition table then helps with earlier ones.
 *
 * A search after a move sees one ply further than the search before it. So if the played move turns out better than the
 * earlier search thought, the earlier position gets the better value: a move cannot improve its player's win chance.
 * @param games each one move longer than the one before
 * @param onAnalyzed called with each analysis and the index of its position
 */
export async function analyzeGame(
  analyzer: Analyzer,
  games: readonly GameState[],
  limits: ThinkLimits,
  onAnalyzed: (index: number, analysis: PositionAnalysis) => void,
): Promise<void> {
  let after: PositionAnalysis | null = null;
  for (let i = games.length - 1; i >= 0; i--) {
    const analysis: PositionAnalysis = await analyzePosition(analyzer, games[i], limits, after);
    after = analysis;
    onAnalyzed(i, analysis);
  }
}

/** @param after the analysis of the next position of the line, if there is one */
export async function analyzePosition(
  analyzer: Analyzer,
  game: GameState,
  limits: ThinkLimits,
  after: PositionAnalysis | null = null,
): Promise<PositionAnalysis> {
  const { end, position } = game;
  if (end !== null || emptyCount(position) === 0) {
    return { chance: end === null || end.result === 'draw' ? 0.5 : end.result === 'black' ? 1 : 0, best: null };
  }
  const best = await findBest(analyzer, game, limits);
  const color = sideToMove(game);
  const own = winChance(best);
  const played = after === null || best.winIn !== null ? own : blacksChance(after.chance, color);
  return { chance: blacksChance(Math.max(own, played), color), best };
}
