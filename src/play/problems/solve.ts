/** Judges a solver's moves: by the stored solution where possible, otherwise by search. */
import { samePoint, type XY } from '../../core/point.ts';
import { isLegal } from '../../rules/index.ts';
import type { Analyzer } from '../analysis/analysis.ts';
import { gameOfSetup } from '../review/setup.ts';
import { type GameState, withPlies, withPly } from '../state/game-state.ts';
import { searchProblem, stubbornReply, wins } from './check.ts';
import type { Problem } from './problem.ts';

export type Judged =
  | { readonly kind: 'solved' }
  /** Right; the other side answers. */
  | { readonly kind: 'reply'; readonly reply: XY }
  /** Wrong: a line that refutes it, and the plies to the other side's win; null: none is proven. */
  | { readonly kind: 'wrong'; readonly line: readonly XY[]; readonly winIn: number | null };

export const JUDGE_NODES = 30_000;
const REFUTATION_PLIES = 14;

/** @param moves from the first position of the problem */
export function gameAfter(problem: Problem, moves: readonly XY[]): GameState {
  return withPlies(gameOfSetup(problem), moves);
}

/** @returns the next move of the stored solution; null: the moves deviate from it, or it has ended */
export function knownMove({ line }: Problem, moves: readonly XY[]): XY | null {
  return moves.every((move, i) => samePoint(move, line[i] ?? null)) ? (line[moves.length] ?? null) : null;
}

/**
 * @param moves the last one is the solver's, a legal one
 * @returns its judgment by the stored solution; null: not covered, use {@link searchedJudgment}
 */
export function knownJudgment(problem: Problem, moves: readonly XY[]): Judged | null {
  if (gameAfter(problem, moves).end?.reason === 'five') return { kind: 'solved' };
  const isOnLine = moves.every((move, i) => samePoint(move, problem.line[i] ?? null));
  if (!isOnLine) return null;
  const reply = problem.line[moves.length];
  return reply === undefined ? { kind: 'solved' } : { kind: 'reply', reply };
}

/** Judges the last move by search, which accepts every move that it proves to win. */
export async function searchedJudgment(analyzer: Analyzer, problem: Problem, moves: readonly XY[]): Promise<Judged> {
  const before = gameAfter(problem, moves.slice(0, -1));
  const point = moves[moves.length - 1];
  const after = withPly(before, point);
  analyzer.clearHash();
  if (after.end === null && problem.kind !== 'defense' && (await wins(analyzer, before, point, JUDGE_NODES))) {
    const reply = await stubbornReply(analyzer, after, JUDGE_NODES);
    return reply === null ? { kind: 'solved' } : { kind: 'reply', reply };
  }
  if (after.end !== null) return { kind: 'wrong', line: [], winIn: null };
  const { pv, winIn } = await searchProblem(analyzer, after, JUDGE_NODES, { solve: true });
  const line = legalStart(after, pv.slice(0, REFUTATION_PLIES));
  return { kind: 'wrong', line, winIn: winIn !== null && winIn > 0 ? winIn : null };
}

/** @returns the moves of a line up to the end of the game or the first illegal one */
function legalStart(game: GameState, line: readonly XY[]): XY[] {
  const played: XY[] = [];
  let position = game;
  for (const point of line) {
    if (position.end !== null || !isLegal(position.position, point.x, point.y)) break;
    position = withPly(position, point);
    played.push(point);
  }
  return played;
}
