/** The review of a game from a file, for programs that have an engine. */
import { BLACK, WHITE } from '../../core/color.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import type { ThinkLimits } from '../../engine/api.ts';
import { type GameTree, treeOfMoves } from '../../records/notation/game-tree.ts';
import type { SavedGame } from '../../records/notation/saved-game.ts';
import type { Analyzer } from '../analysis/analysis.ts';
import { analyzeGame, type PositionAnalysis, REVIEW_NODES } from './analyze-game.ts';
import { annotate } from './annotate.ts';
import { type Review, reviewOf, type SideSummary, summaryOf } from './review.ts';
import { lineThrough, treeOf } from './tree.ts';
import { gameTreeFrom, variantOfFacts } from './tree-sgf.ts';

/** How thorough a review is. */
export interface ReviewOptions {
  /** For each position. Default: 60,000 nodes. */
  readonly limits?: ThinkLimits;
  /** Called after each position with the number of positions analyzed, and of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What was good and bad in a game. */
export interface GameReview extends Omit<Review, 'games'> {
  readonly black: SideSummary;
  readonly white: SideSummary;
  /** The game with verdicts as comments and better lines as variations, for `formatTree` of tengen/notation. */
  readonly tree: GameTree;
}

/**
 * Analyzes each position of a game, from the last to the first. Replaces the engine's position; `engine.cancel()`
 * cancels it.
 *
 *     const [game] = readGames(text);
 *     const { moves, tree } = await reviewGame(engine, game);
 *     for (const { number, verdict } of moves) if (verdict !== null) console.log(number, verdict);
 *     const sgf = formatTree(tree);
 *
 * @param game without a rule, it is freestyle; of a tree, its main line, up to the end of the game
 * @throws UserError for a move that cannot be played, EngineError as {@link Engine.think}
 */
export async function reviewGame(
  engine: Analyzer,
  game: SavedGame | GameTree,
  { limits = { maxNodes: REVIEW_NODES }, onProgress = () => {} }: ReviewOptions = {},
): Promise<GameReview> {
  const source = 'root' in game ? game : treeOfMoves(game);
  const { facts } = source;
  const line = lineThrough(treeOf(source, variantOfFacts(facts, FREESTYLE)));
  const games = line.map((node) => node.game);
  const analyses: (PositionAnalysis | null)[] = games.map(() => null);
  await analyzeGame(engine, games, limits, (index, analysis) => {
    analyses[index] = analysis;
    onProgress(games.length - index, games.length);
  });
  const review = reviewOf(games, analyses);
  annotate(line, review, facts);
  const { chances, moves } = review;
  const [black, white] = [summaryOf(review, BLACK), summaryOf(review, WHITE)];
  return { chances, moves, black, white, tree: gameTreeFrom(line[0], facts) };
}
