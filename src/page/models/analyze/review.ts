/** Win chances of positions from the searches that reached them, reviews, and their mistakes to try again. */
import { samePoint, type XY } from '../../../core/point.ts';
import type { SearchFigures } from '../../../engine/api.ts';
import { winChance } from '../../../engine/win-chance.ts';
import type { Searcher } from '../../../play/analysis/analysis.ts';
import { analyzeGame, type PositionAnalysis, REVIEW_NODES } from '../../../play/review/analyze-game.ts';
import { chanceAfter, isGoodEnough, type Mistake, mistakesOf } from '../../../play/review/mistakes.ts';
import { type Review, reviewOf } from '../../../play/review/review.ts';
import { isInTree, type TreeNode } from '../../../play/review/tree.ts';
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
type LineAnalyses = readonly (PositionAnalysis | null)[];

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

export interface ReviewedLine {
  readonly line: readonly TreeNode[];
  readonly analyses: LineAnalyses;
  readonly review: Review;
  readonly mistakes: readonly Mistake[];
}

export function reviewedLine(line: readonly TreeNode[], analyses: LineAnalyses): ReviewedLine {
  const games = line.map(({ game }) => game);
  const review = reviewOf(games, analyses);
  return { line, analyses, review, mistakes: mistakesOf(review) };
}

/** @returns the review of those moves of the line that have not been cut off; null: all have been */
export function reviewInTree(reviewed: ReviewedLine): ReviewedLine | null {
  const { line, analyses } = reviewed;
  // What follows a position is cut off with it.
  if (isInTree(line[line.length - 1])) return reviewed;
  const kept = line.filter(isInTree);
  return kept.length < 2 ? null : reviewedLine(kept, analyses);
}

/** @returns the mover's win chance by the best move in place of a mistake */
export function bestChance({ line, review }: ReviewedLine, { move }: Mistake): number {
  return blacksChance(review.chances[move.number - 1] ?? 0, sideToMove(line[move.number - 1].game));
}

/** A mistake to try again, the position before it, and the win chance of the best move there. */
export interface RetryTask {
  readonly mistake: Mistake;
  readonly node: TreeNode;
  readonly best: number;
  /** The players of the game; empty: it is the one on the board. */
  readonly title: string;
}

/** Mistakes to try again: of one review, or of many games, whose positions are made only when their turn comes. */
export interface RetryTasks {
  readonly count: number;
  /** @param index less than `count` */
  readonly task: (index: number) => RetryTask;
}

export function tasksOfReview(reviewed: ReviewedLine, mistakes: readonly Mistake[]): RetryTasks {
  const task = (index: number): RetryTask => {
    const mistake = mistakes[index];
    const node = reviewed.line[mistake.move.number - 1];
    return { mistake, node, best: bestChance(reviewed, mistake), title: '' };
  };
  return { count: mistakes.length, task };
}

/** A move in place of a mistake. */
export interface Attempt {
  readonly point: XY;
  /** Win chance of its player; null: the engine is still searching. */
  readonly chance: number | null;
  readonly isRight: boolean;
}

export interface Retry {
  readonly tasks: RetryTasks;
  /** Of the current mistake; the number of mistakes once all are done. */
  readonly index: number;
  /** Null: all are done. */
  readonly task: RetryTask | null;
  /** The last attempt at the current mistake. */
  readonly attempt: Attempt | null;
  readonly isSolutionShown: boolean;
  /** Whether the current mistake had a wrong attempt. */
  readonly hasFailed: boolean;
  /** Mistakes that the first attempt solved. */
  readonly solved: number;
}

export function beginRetry(tasks: RetryTasks, index = 0, solved = 0): Retry {
  const task = index < tasks.count ? tasks.task(index) : null;
  return { tasks, index, task, attempt: null, isSolutionShown: false, hasFailed: false, solved };
}

/** Whether the current mistake accepts another attempt. */
export function acceptsAttempt({ attempt, isSolutionShown }: Retry): boolean {
  return !isSolutionShown && attempt?.isRight !== true;
}

export function nextMistake({ tasks, index, solved }: Retry): Retry {
  return beginRetry(tasks, index + 1, solved);
}

/** @returns the attempt once it is judged; null if it needs a search */
export function knownAttempt({ mistake, best }: RetryTask, point: XY): Attempt | null {
  const [first] = mistake.move.better;
  return first !== undefined && samePoint(first, point) ? { point, chance: best, isRight: true } : null;
}

export async function judgeAttempt(engine: Searcher, { node, best }: RetryTask, point: XY): Promise<Attempt> {
  const chance = await chanceAfter(engine, node.game, point);
  return { point, chance, isRight: isGoodEnough(best, chance) };
}

export function withAttempt(retry: Retry, attempt: Attempt): Retry {
  const isFirst = attempt.isRight && !retry.hasFailed;
  const isWrong = attempt.chance !== null && !attempt.isRight;
  return {
    ...retry,
    attempt,
    hasFailed: retry.hasFailed || isWrong,
    solved: retry.solved + (isFirst ? 1 : 0),
  };
}
