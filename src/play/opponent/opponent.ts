/**
 * The engine as an opponent: a search of the level's size, a random choice among equally good moves, and the guarantee
 * to see a win or loss in one move.
 *
 * The same game, level and seed give the same move, whatever was asked in between, unless a clock or a key ends the
 * search: it always begins with an empty table.
 */
import { BLACK, EMPTY, opponentOf } from '../../core/color.ts';
import { samePoint, type XY } from '../../core/point.ts';
import { picked, seededRandom } from '../../core/random.ts';
import { RENJU } from '../../core/rule-code.ts';
import type { SearchFigures, SearchInfo, ThinkLimits, ThinkResult } from '../../engine/api.ts';
import { isSearchFailure } from '../../engine/errors.ts';
import type { BookView } from '../../records/book/info.ts';
import { emptyPoints, legalMoves } from '../../rules/index.ts';
import { type Analyzer, bestLines, placeGame, stonesOfGame } from '../analysis/analysis.ts';
import { type GameState, isAbout, sideToMove } from '../state/game-state.ts';
import { stoppingPoints, winningPoints } from '../state/threats.ts';
import { HIGHEST_LEVEL, type Level } from './levels.ts';
import { farPoints, isMiddle } from './near.ts';
import { patternMoves } from './pattern-move.ts';

export interface OpponentRequest {
  readonly game: GameState;
  readonly level: Level;
  /** Milliseconds for the move; null: only the level counts. */
  readonly timeMs: number | null;
  /** Seeds the random choices, together with the number of the move. */
  readonly seed: number;
}

/** A move at a level. */
export interface OpponentChoice {
  readonly move: XY;
  /** What the search found about the move; null if there was no search. */
  readonly figures: SearchFigures | null;
}

/** A table that is cleared in no time and large enough for every level. */
export const TABLE_BYTES = 16 << 20;

/** Number of stones on the board up to which a second search finds moves as good as the best. */
const VARIED_STONES = 8;
/** Number of best moves that this search finds, and its share of nodes and time. */
const VARIED_LINES = 6;
const VARIED_SHARE = 0.4;
/** Levels whose equalScoreMargin is at least this large vary their play throughout the game. */
const LARGE_MARGIN = 30;

/** @returns whether the engine plays the wins of a book, as the highest level does where the book is for the game */
export function playsWinsOf(book: Pick<BookView, 'rule' | 'size'>, { game, level }: OpponentRequest): boolean {
  return level.number === HIGHEST_LEVEL && isAbout(book, game.variant);
}

/** @returns whether a book of wins after a first stone on the center can have the position of a game */
export function canHaveWins(book: Pick<BookView, 'rule' | 'size'>, { variant, position, end }: GameState): boolean {
  const center = (position.cells.length - 1) / 2;
  return end === null && isAbout(book, variant) && position.cells[center] === BLACK;
}

/** @returns a seed for the next move of a game; it does not depend on what was searched before */
export function seedOfMove({ seed, game }: Pick<OpponentRequest, 'seed' | 'game'>): number {
  return Math.imul(seed, 0x9e3779b1) ^ Math.imul(game.plies.length + 1, 0x85ebca6b);
}

/**
 * Finds a move.
 * @param isMoveNowRequested called between two searches: true if the move is wanted now
 * @throws EngineError if the board is full
 */
export async function chooseMove(
  analyzer: Analyzer,
  request: OpponentRequest,
  onInfo: (info: SearchInfo) => void = () => {},
  isMoveNowRequested: () => boolean = () => false,
): Promise<OpponentChoice> {
  const { game, level } = request;
  const { position, variant } = game;
  const color = sideToMove(game);
  const random = seededRandom(seedOfMove(request));
  const pick = <T>(items: readonly T[]): T => picked(items, random);

  if (position.cells.every((cell) => cell === EMPTY)) return { move: pick(openingMoves(request)), figures: null };
  const isWatchful = level.missProbability === 0;
  const wins = isWatchful ? winningPoints(position, variant.rule, color) : [];
  if (wins.length > 0) return { move: pick(wins), figures: null };
  const seen = level.nodes === 0 ? patternMoves(game, level.missProbability, random) : [];
  // Without an engine the game continues by patterns.
  const withoutSearch = (error: unknown): OpponentChoice => {
    if (!isSearchFailure(error)) throw error;
    const moves = patternMoves(game, 0, random);
    return { move: pick(moves.length > 0 ? moves : legalMoves(position, variant.rule, color)), figures: null };
  };
  const found =
    seen.length > 0
      ? { move: pick(seen), figures: null }
      : await searchMove(analyzer, request, pick, onInfo, isMoveNowRequested).catch(withoutSearch);
  if (!isWatchful || winningPoints(position, variant.rule, opponentOf(color)).length === 0) return found;
  const stops = stoppingPoints(position, variant.rule, color);
  const holds = stops.length === 0 || stops.some((point) => samePoint(point, found.move));
  return holds ? found : { move: pick(stops), figures: null };
}

async function searchMove(
  analyzer: Analyzer,
  request: OpponentRequest,
  pick: (moves: readonly OpponentChoice[]) => OpponentChoice,
  onInfo: (info: SearchInfo) => void,
  isMoveNowRequested: () => boolean,
): Promise<OpponentChoice> {
  const { game, level } = request;
  const isVaried = level.equalScoreMargin >= LARGE_MARGIN || stonesOfGame(game).length <= VARIED_STONES;
  const limits = (share: number): ThinkLimits => ({
    ...limitsOf(request, share),
    excluded: farPoints(game),
    book: 'anywhere',
  });
  placeGame(analyzer, game);
  // What the engine has learned from other games must not change the move.
  analyzer.clearHash();
  const best = await analyzer.think(limits(isVaried ? 1 - VARIED_SHARE : 1), (info) => {
    if (info.kind !== 'root') onInfo(info);
  });
  const choice = { move: { x: best.x, y: best.y }, figures: best };
  if (!isVaried || isSettled(best) || isMoveNowRequested()) return choice;
  const others = await bestLines(analyzer, { ...limits(VARIED_SHARE), lines: VARIED_LINES });
  const least = (others[0]?.score ?? 0) - level.equalScoreMargin;
  const asGood = others
    .filter(({ score, winIn, pv }) => score >= least && winIn === null && pv.length > 0)
    .filter(({ pv }) => !samePoint(pv[0], choice.move))
    .map((figures) => ({ move: figures.pv[0], figures }));
  return pick([choice, ...asGood]);
}

/** Whether no other move is worth considering: it is forced, its result is proven, or it comes from a book. */
function isSettled(result: ThinkResult): boolean {
  return result.isForced || result.winIn !== null || result.source !== 'search';
}

/** With a time per move, the highest level searches for that long, without a node limit. */
function limitsOf({ level, timeMs }: OpponentRequest, share: number): ThinkLimits {
  const nodes = Math.max(1, Math.round(level.nodes * share));
  return {
    ...(timeMs !== null && level.number === HIGHEST_LEVEL ? {} : { maxNodes: nodes }),
    ...(level.maxDepth === null ? {} : { maxDepth: level.maxDepth }),
    ...(timeMs === null ? {} : { maxMs: Math.max(1, Math.round(timeMs * share)) }),
  };
}

/**
 * The center; on larger boards the points around it too, except in renju, where Black must begin on the center, and at
 * the highest level, whose book of wins begins there.
 */
function openingMoves({ game, level }: OpponentRequest): XY[] {
  const { position, variant } = game;
  const isCenter = variant.rule.code === RENJU || level.number === HIGHEST_LEVEL;
  const reach = Math.min(position.width, position.height) >= 9 && !isCenter ? 1 : 0;
  return emptyPoints(position).filter((point) => isMiddle(game, point, reach));
}
