/** The mistakes of a review, put before their player again one after the other. */
import { samePoint, type XY } from '../../core/point.ts';
import type { Searcher } from '../../game/analysis/analysis.ts';
import { sideToMove } from '../../game/state/game-state.ts';
import { blacksChance } from '../../review/chance.ts';
import { chanceAfter, isGoodEnough, type Mistake, mistakesOf } from '../../review/mistakes.ts';
import { type Review, reviewOf } from '../../review/review.ts';
import type { TreeNode } from '../../review/tree.ts';
import type { LineAnalyses } from './review.ts';

/** A review of a line of the tree. */
export interface ReviewedLine {
  readonly line: readonly TreeNode[];
  readonly review: Review;
  readonly mistakes: readonly Mistake[];
}

export function reviewedLine(line: readonly TreeNode[], analyses: LineAnalyses): ReviewedLine {
  const games = line.map(({ game }) => game);
  const review = reviewOf(games, analyses);
  return { line, review, mistakes: mistakesOf(review) };
}

/** A move in place of a mistake. */
export interface Attempt {
  readonly point: XY;
  /** Win chance of its player; null: the engine is still searching. */
  readonly chance: number | null;
  readonly isRight: boolean;
}

export interface Retry {
  readonly reviewed: ReviewedLine;
  readonly mistakes: readonly Mistake[];
  /** Of the current mistake; the number of mistakes once all are done. */
  readonly index: number;
  /** The last attempt at the current mistake. */
  readonly attempt: Attempt | null;
  readonly isSolutionShown: boolean;
  /** Whether the current mistake had a wrong attempt. */
  readonly hasFailed: boolean;
  /** Mistakes that the first attempt solved. */
  readonly solved: number;
}

export function beginRetry(reviewed: ReviewedLine, mistakes: readonly Mistake[]): Retry {
  return { reviewed, mistakes, index: 0, attempt: null, isSolutionShown: false, hasFailed: false, solved: 0 };
}

/** A mistake to try again, the position before it, and the win chance of the best move there. */
export interface RetryTask {
  readonly mistake: Mistake;
  readonly node: TreeNode;
  readonly best: number;
}

/** @returns the current mistake; null: all are done */
export function retryTask({ reviewed, mistakes, index }: Retry): RetryTask | null {
  const mistake = mistakes[index];
  if (mistake === undefined) return null;
  const at = mistake.move.number - 1;
  const node = reviewed.line[at];
  return { mistake, node, best: blacksChance(reviewed.review.chances[at] ?? 0, sideToMove(node.game)) };
}

/** Whether the current mistake accepts another attempt. */
export function acceptsAttempt({ attempt, isSolutionShown }: Retry): boolean {
  return !isSolutionShown && attempt?.isRight !== true;
}

export function nextMistake(retry: Retry): Retry {
  const { reviewed, mistakes } = retry;
  return { ...beginRetry(reviewed, mistakes), index: retry.index + 1, solved: retry.solved };
}

/** @returns the attempt once it is judged; null if it needs no search */
export function knownAttempt(retry: Retry, point: XY): Attempt | null {
  const task = retryTask(retry);
  if (task === null) return null;
  const [best] = task.mistake.move.better;
  return best !== undefined && samePoint(best, point) ? { point, chance: task.best, isRight: true } : null;
}

export async function judgeAttempt(engine: Searcher, retry: Retry, point: XY): Promise<Attempt | null> {
  const task = retryTask(retry);
  if (task === null) return null;
  const chance = await chanceAfter(engine, task.node.game, point);
  return { point, chance, isRight: isGoodEnough(task.best, chance) };
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
