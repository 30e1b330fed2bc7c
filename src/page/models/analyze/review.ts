/** Win chances of positions, from the searches that reached them. */
import type { SearchFigures } from '../../../engine/api.ts';
import { winChance } from '../../../engine/win-chance.ts';
import type { Searcher } from '../../../play/analysis/analysis.ts';
import { analyzeGame, type PositionAnalysis, REVIEW_NODES } from '../../../play/review/analyze-game.ts';
import type { TreeNode } from '../../../play/review/tree.ts';
import { blacksChance } from '../../../play/review/verdicts.ts';
import { sideToMove } from '../../../play/state/game-state.ts';

/**
 * Stores the result of a search in a position, unless it has that of a larger search.
 * @param chance Black's, if the moves after it say more than the search
 */
export function noteFigures(
  node: TreeNode,
  figures: SearchFigures,
  chance = blacksChance(winChance(figures), sideToMove(node.game)),
): void {
  // A proof stays: a larger search that does not find it proves nothing.
  const isProven = node.chance === 0 || node.chance === 1;
  if (figures.winIn === null ? isProven || figures.nodes < node.weight : isProven) return;
  node.chance = chance;
  node.weight = figures.nodes;
}

/** The analyses of the positions of a line; null: not analyzed. */
export type LineAnalyses = readonly (PositionAnalysis | null)[];

/**
 * Searches every position of a line, from the last to the first, and stores their chances.
 * @param onProgress called after each position with the finished share of the line, 0 to 1
 * @returns what the searches found
 */
export async function reviewLine(
  engine: Searcher,
  line: readonly TreeNode[],
  isCurrent: () => boolean,
  onProgress: (share: number) => void,
): Promise<LineAnalyses> {
  let done = 0;
  const analyses: (PositionAnalysis | null)[] = line.map(() => null);
  const games = line.map(({ game }) => game);
  await analyzeGame(engine, games, { maxNodes: REVIEW_NODES }, (index, analysis) => {
    if (!isCurrent()) return;
    const { chance, best } = analysis;
    analyses[index] = analysis;
    if (best !== null) noteFigures(line[index], best, chance);
    onProgress(++done / line.length);
  });
  return analyses;
}
