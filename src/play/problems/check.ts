/**
 * Finds out whether a position is a problem, and what solves it. A first move wins if a search of the position after
 * it, with the opponent to move, proves that the opponent loses; it loses if the search proves that the opponent wins.
 * Every legal first move is searched with the same number of nodes.
 */
import { opponentOf } from '../../core/color.ts';
import { samePoint, type XY } from '../../core/point.ts';
import { isFoul, legalMoves } from '../../rules/index.ts';
import { type Analyzer, bestLine, placeGame } from '../analysis/analysis.ts';
import { type GameState, sideToMove, withPly } from '../state/game-state.ts';
import { stoppingPoints, threatsOf, winningPoints } from '../state/threats.ts';
import type { Kind, Problem } from './problem.ts';

/** Why a position is not a problem. */
export type ProblemRefusal =
  /** The game is over, or the board is full. */
  | 'over'
  /** One side can make five at once. */
  | 'five'
  /** No win was proven, and passing does not lose. */
  | 'quiet'
  /** More than one move solves it. */
  | 'several'
  /** No move solves it, or the search lost the win along the line. */
  | 'none';

export type Checked =
  | { readonly problem: Problem }
  | { readonly refusal: ProblemRefusal /** Another move that solves it. */; readonly other?: XY };

export interface ProblemCheckOptions {
  readonly nodes: number;
  /** Called between two searches. @param share of the first moves already searched, 0 to 1 @returns false to cancel */
  readonly onProgress?: (share: number) => boolean;
}

/** The default of {@link ProblemCheckOptions.nodes}, used to make the page's problems. */
export const CHECK_NODES = 3000;
const MAX_LINE = 41;
/** Node limits of the searches that measure how soon a move is found. */
const GLANCES = [100, 400, 1600, 6400] as const;

/** @returns null if `onProgress` canceled the check */
export async function checkProblem(
  analyzer: Analyzer,
  game: GameState,
  options: ProblemCheckOptions,
): Promise<Checked | null> {
  const { position, variant } = game;
  const color = sideToMove(game);
  const other = opponentOf(color);
  const { nodes } = options;
  if (game.end !== null || position.cells.every((cell) => cell !== 0)) return { refusal: 'over' };
  const hasFive = [color, other].some((side) => winningPoints(position, variant.rule, side).length > 0);
  if (hasFive) return { refusal: 'five' };
  analyzer.clearHash();
  const first = await searchProblem(analyzer, game, nodes, { solve: true });
  const isWin = first.winIn !== null && first.winIn > 0;
  if (!isWin && !(await losesByPassing(analyzer, game, nodes))) return { refusal: 'quiet' };
  const best = first.move;
  if (best === null) return { refusal: 'over' };
  const solves = (move: XY) => (isWin ? wins(analyzer, game, move, nodes) : holds(analyzer, game, move, nodes));
  if (!(await solves(best))) return { refusal: 'none' };
  // The likeliest other solution first: most positions have one.
  const second = await searchProblem(analyzer, game, nodes, { excluded: [best] });
  const others = otherMoves(game, best, second.move);
  for (const [i, point] of others.entries()) {
    if (options.onProgress?.(i / others.length) === false) return null;
    if (await solves(point)) return { refusal: 'several', other: point };
  }
  const solution = isWin ? await lineOf(analyzer, game, best, nodes) : { line: [best], kind: 'defense' as const };
  if (solution === null) return { refusal: 'none' };
  const effort = await effortOf(analyzer, game, solution.line, isWin);
  const { line, kind } = solution;
  const { cells } = position;
  return { problem: { variant, cells, toPlay: color, kind, rating: ratingOf(effort), line } };
}

/** @returns all other legal first moves; those most likely to be solutions come first */
function otherMoves(game: GameState, best: XY, second: XY | null): XY[] {
  const { position, variant } = game;
  const color = sideToMove(game);
  const { singles, doubles } = threatsOf(position, variant.rule, color);
  const fours = [...doubles, ...singles];
  const weightOf = (point: XY): number => {
    if (samePoint(point, second)) return -2;
    if (fours.some((four) => samePoint(four, point))) return -1;
    return Math.max(Math.abs(point.x - best.x), Math.abs(point.y - best.y));
  };
  return legalMoves(position, variant.rule, color)
    .filter((point) => !samePoint(point, best))
    .map((point) => ({ point, weight: weightOf(point) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ point }) => point);
}

/**
 * @returns the reply that delays a proven loss longest, or otherwise the best move; null: no legal move
 * @param nodes of the search
 */
export async function stubbornReply(analyzer: Analyzer, game: GameState, nodes: number): Promise<XY | null> {
  const { position, variant } = game;
  const color = sideToMove(game);
  const own = winningPoints(position, variant.rule, color);
  if (own.length > 0) return own[0];
  const threats = winningPoints(position, variant.rule, opponentOf(color));
  const stops = threats.length === 0 ? [] : stoppingPoints(position, variant.rule, color);
  if (threats.length > 0 && stops.length === 0) {
    return (
      threats.find((point) => !isFoul(position, variant.rule, point, color)) ??
      legalMoves(position, variant.rule, color)[0] ??
      null
    );
  }
  if (stops.length === 1) return stops[0];
  return (await searchProblem(analyzer, game, nodes)).move;
}

/** The result of a search, from the view of the side to move. */
export interface ProblemSearch {
  readonly move: XY | null;
  /** Plies to the end of a proven win, negative for a loss; null: nothing is proven. */
  readonly winIn: number | null;
  readonly pv: readonly XY[];
}

/** Longest sequence of forced moves that {@link searchProblem} follows. */
const MAX_FORCED = 20;

/**
 * Searches a position that is not over. Where one move alone stops a five, the engine plays it without a search, which
 * proves nothing: then the position after it is searched, from the view of the other side.
 */
export async function searchProblem(
  analyzer: Analyzer,
  game: GameState,
  maxNodes: number,
  limits: { readonly solve?: boolean; readonly excluded?: readonly XY[] } = {},
  mostForced = MAX_FORCED,
): Promise<ProblemSearch> {
  placeGame(analyzer, game);
  const { x, y, winIn, isForced, isFoul, pv } = await bestLine(analyzer, { maxNodes, ...limits });
  if (isFoul) return { move: null, winIn: -2, pv };
  const move = { x, y };
  const found = { move, winIn, pv };
  if (!isForced || winIn !== null || mostForced === 0) return found;
  const next = withPly(game, move);
  if (next.end !== null) return found;
  const after = await searchProblem(analyzer, next, maxNodes, { solve: limits.solve !== true }, mostForced - 1);
  if (after.winIn === null) return found;
  return { move, winIn: -after.winIn - Math.sign(after.winIn), pv: [move, ...after.pv] };
}

async function losesByPassing(analyzer: Analyzer, game: GameState, nodes: number): Promise<boolean> {
  const { winIn } = await searchProblem(analyzer, withPly(game, null), nodes, { solve: true });
  return winIn !== null && winIn > 0;
}

/** @returns whether the opponent is proven to lose after the move */
export async function wins(analyzer: Analyzer, game: GameState, move: XY, nodes: number): Promise<boolean> {
  const after = withPly(game, move);
  if (after.end !== null) return after.end.reason === 'five';
  const { winIn } = await searchProblem(analyzer, after, nodes);
  return winIn !== null && winIn < 0;
}

/** @returns whether the opponent is not proven to win after the move */
async function holds(analyzer: Analyzer, game: GameState, move: XY, nodes: number): Promise<boolean> {
  const after = withPly(game, move);
  if (after.end !== null) return after.end.reason !== 'foul';
  const { winIn } = await searchProblem(analyzer, after, nodes, { solve: true });
  return winIn === null || winIn < 0;
}

/** @returns the moves of the win up to the five, and its kind; null: the search lost the win along the line */
async function lineOf(
  analyzer: Analyzer,
  start: GameState,
  first: XY,
  nodes: number,
): Promise<{ line: XY[]; kind: Kind } | null> {
  const color = sideToMove(start);
  let game = withPly(start, first);
  const line = [first];
  let isFours = true;
  let isByFoul = false;
  while (game.end === null && line.length < MAX_LINE) {
    const { position, variant } = game;
    if (sideToMove(game) === color) {
      const move =
        (isFours ? await winningFour(analyzer, game, nodes) : null) ?? (await winningMove(analyzer, game, nodes));
      if (move === null) return null;
      line.push(move);
    } else {
      const fives = winningPoints(position, variant.rule, color);
      isFours &&= fives.length > 0;
      isByFoul = fives.length === 1 && isFoul(position, variant.rule, fives[0], opponentOf(color));
      const reply = await stubbornReply(analyzer, game, nodes);
      if (reply === null) return null;
      line.push(reply);
    }
    game = withPly(game, line[line.length - 1]);
  }
  if (game.end?.reason !== 'five' || line.length % 2 === 0) return null;
  return { line, kind: isByFoul ? 'foul' : isFours ? 'fours' : 'threes' };
}

/** @returns the four that wins soonest, or the five; null: no four is proven to win */
async function winningFour(analyzer: Analyzer, game: GameState, nodes: number): Promise<XY | null> {
  const { wins: fives, singles, doubles } = threatsOf(game.position, game.variant.rule, sideToMove(game));
  if (fives.length > 0) return fives[0];
  let best: XY | null = null;
  let soonest = Number.NEGATIVE_INFINITY;
  for (const point of [...doubles, ...singles]) {
    const { winIn } = await searchProblem(analyzer, withPly(game, point), nodes);
    if (winIn === null || winIn > 0 || winIn <= soonest) continue;
    best = point;
    soonest = winIn;
  }
  return best;
}

async function winningMove(analyzer: Analyzer, game: GameState, nodes: number): Promise<XY | null> {
  const { move, winIn } = await searchProblem(analyzer, game, nodes, { solve: true });
  return winIn !== null && winIn > 0 ? move : null;
}

async function effortOf(analyzer: Analyzer, game: GameState, line: readonly XY[], isWin: boolean) {
  const { rule } = game.variant;
  const color = sideToMove(game);
  let quiet = 0;
  let after = game;
  for (const [i, point] of line.entries()) {
    after = withPly(after, point);
    const isOwn = i % 2 === 0 && after.end === null;
    if (isOwn && winningPoints(after.position, rule, color).length === 0) quiet++;
  }
  let glances = 0;
  for (const nodes of GLANCES) {
    analyzer.clearHash();
    const { move, winIn } = await searchProblem(analyzer, game, nodes);
    if (samePoint(move, line[0]) && (!isWin || (winIn ?? 0) > 0)) break;
    glances++;
  }
  const { singles, doubles } = threatsOf(game.position, rule, color);
  const tempting = [...singles, ...doubles].filter((point) => !samePoint(point, line[0])).length;
  return {
    /** The solver's moves in the solution. */
    moves: (line.length + 1) >> 1,
    /** How many of them make no four. */
    quiet,
    /** How many searches, each with four times the nodes of the one before, fail to find the first move; 0 to 4. */
    glances,
    /** Other first moves that make a four. */
    tempting,
    /** Whether the task is a win, not a defense. */
    isWin,
  };
}

const MIN_RATING = 600;
const MAX_RATING = 2600;

/**
 * Points for each part of the effort. Estimates: no solvers have been measured. A defense is as hard as the win that it
 * prevents, which its own single move does not show.
 */
const BASE = 560;
const FOR_DEFENSE = 350;
const PER_MOVE = 85;
const PER_QUIET = 90;
const PER_GLANCE = 130;
const PER_TEMPTING = 15;
const MAX_TEMPTING = 12;

/** @returns the difficulty, estimated: a rating on the scale of the solvers' ratings, a multiple of ten */
function ratingOf({ moves, quiet, glances, tempting, isWin }: Awaited<ReturnType<typeof effortOf>>): number {
  const points =
    BASE +
    (isWin ? 0 : FOR_DEFENSE) +
    PER_MOVE * moves +
    PER_QUIET * quiet +
    PER_GLANCE * glances +
    PER_TEMPTING * Math.min(tempting, MAX_TEMPTING);
  return Math.min(MAX_RATING, Math.max(MIN_RATING, Math.round(points / 10) * 10));
}
