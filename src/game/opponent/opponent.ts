/**
 * The engine as somebody to play against: a search of the level's size, chance among moves of equal worth, and the
 * promise to see what is won or lost in one move.
 *
 * The same game, level and seed give the same move, whatever was asked in between, as long as no clock and no key ends
 * the search: it always begins with an empty table.
 */
import { BLACK, EMPTY, opponentOf, WHITE } from '../../core/color.ts';
import { samePoint, type XY } from '../../core/point.ts';
import { seededRandom } from '../../core/random.ts';
import { RENJU } from '../../core/rule-code.ts';
import type { Engine, SearchFigures, SearchInfo, ThinkLimits, ThinkResult } from '../../engine/api.ts';
import type { Stone } from '../../engine/game.ts';
import { emptyPoints } from '../../rules/index.ts';
import { type GameState, sideToMove, withPly } from '../state/game-state.ts';
import { stoppingPoints, winningPoints } from '../state/threats.ts';
import { HIGHEST_LEVEL, type Level } from './levels.ts';
import { farPoints, isMiddle } from './near.ts';
import { patternMoves } from './pattern-move.ts';

/** What the opponent needs of an engine. */
export type Analyzer = Pick<Engine, 'setPosition' | 'clearHash' | 'think' | 'stop'>;

export interface OpponentRequest {
  readonly game: GameState;
  readonly level: Level;
  /** Milliseconds for the move; null: only the level counts. */
  readonly timeMs: number | null;
  /** Chance is drawn from this and the number of the move. */
  readonly seed: number;
}

export interface OpponentChoice {
  readonly move: XY;
  /** What the search found about the move; null if nothing was searched. */
  readonly figures: SearchFigures | null;
}

/** A table that is emptied in no time and large enough for every level. */
export const TABLE_BYTES = 16 << 20;

/** Stones on the board up to which a second search looks for moves as good as the best. */
const VARIED_STONES = 8;
/** Best moves that search looks for, and its share of nodes and time. */
const VARIED_LINES = 6;
const VARIED_SHARE = 0.4;
/** Levels whose equalScoreMargin is at least this large vary their play all through the game. */
const LARGE_MARGIN = 30;
/** What a person's position is looked at with. */
export const ADVICE_LIMITS: ThinkLimits = { maxNodes: 200_000 };

/**
 * Finds a move.
 * @param isMoveNowRequested asked between two searches: true if the move is wanted now
 * @throws EngineError if the board is full
 */
export async function chooseMove(
  thinker: Analyzer,
  request: OpponentRequest,
  onInfo: (info: SearchInfo) => void = () => {},
  isMoveNowRequested: () => boolean = () => false,
): Promise<OpponentChoice> {
  const { game, level } = request;
  const { position, variant } = game;
  const color = sideToMove(game);
  const random = seededRandom(Math.imul(request.seed, 0x9e3779b1) ^ Math.imul(game.plies.length + 1, 0x85ebca6b));
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)];

  if (position.cells.every((cell) => cell === EMPTY)) return { move: pick(openingMoves(game)), figures: null };
  const isWatchful = level.missProbability === 0;
  const wins = isWatchful ? winningPoints(position, variant.rule, color) : [];
  if (wins.length > 0) return { move: pick(wins), figures: null };
  const seen = level.nodes === 0 ? patternMoves(game, level.missProbability, random) : [];
  const found =
    seen.length > 0
      ? { move: pick(seen), figures: null }
      : await searchMove(thinker, request, pick, onInfo, isMoveNowRequested);
  if (!isWatchful || winningPoints(position, variant.rule, opponentOf(color)).length === 0) return found;
  const stops = stoppingPoints(position, variant.rule, color);
  const holds = stops.length === 0 || stops.some((point) => samePoint(point, found.move));
  return holds ? found : { move: pick(stops), figures: null };
}

/** Gives the engine a game to think about. What it has learned from others is forgotten. */
function setUp(thinker: Analyzer, game: GameState): void {
  place(thinker, game);
  thinker.clearHash();
}

function place(thinker: Analyzer, game: GameState): void {
  const { width, height, rule } = game.variant;
  thinker.setPosition({
    width,
    height,
    rule: rule.code,
    winLength: rule.winLength,
    stones: stonesOf(game),
    sideToMove: sideToMove(game),
  });
}

async function searchMove(
  thinker: Analyzer,
  request: OpponentRequest,
  pick: (moves: readonly OpponentChoice[]) => OpponentChoice,
  onInfo: (info: SearchInfo) => void,
  isMoveNowRequested: () => boolean,
): Promise<OpponentChoice> {
  const { game, level } = request;
  const isVaried = level.equalScoreMargin >= LARGE_MARGIN || stonesOf(game).length <= VARIED_STONES;
  const limits = (share: number): ThinkLimits => ({
    ...limitsOf(request, share),
    excluded: farPoints(game),
    book: 'anywhere',
  });
  setUp(thinker, game);
  const best = await thinker.think(limits(isVaried ? 1 - VARIED_SHARE : 1), (info) => {
    if (info.kind !== 'root') onInfo(info);
  });
  const choice = { move: { x: best.x, y: best.y }, figures: best };
  if (!isVaried || isSettled(best) || isMoveNowRequested()) return choice;
  const others = await bestLines(thinker, { ...limits(VARIED_SHARE), lines: VARIED_LINES });
  const least = (others[0]?.score ?? 0) - level.equalScoreMargin;
  const asGood = others
    .filter(({ score, winIn, pv }) => score >= least && winIn === null && pv.length > 0)
    .filter(({ pv }) => !samePoint(pv[0], choice.move))
    .map((figures) => ({ move: figures.pv[0], figures }));
  return pick([choice, ...asGood]);
}

/** A move that was not a matter of taste. */
function isSettled(result: ThinkResult): boolean {
  return result.isForced || result.winIn !== null || result.source !== 'search';
}

/**
 * Searches for the best move.
 * @returns the figures of the search, with the longest line it has shown for its move: the last one may be cut short,
 * where the table knew the rest
 */
async function bestLine(
  thinker: Analyzer,
  limits: ThinkLimits,
  onInfo: (info: SearchInfo) => void,
): Promise<ThinkResult> {
  const shown: SearchInfo[] = [];
  const best = await thinker.think({ ...limits, book: false }, (info) => {
    if (info.kind === 'root') return;
    shown.push(info);
    onInfo(info);
  });
  const lines = shown.map(({ pv }) => pv).filter((pv) => pv.length > 0 && samePoint(pv[0], best));
  const pv = lines.reduce((longest, line) => (line.length >= longest.length ? line : longest), best.pv);
  return { ...best, pv };
}

/**
 * Looks for the best moves of a game that is not over, with an empty table.
 * @param limits with `lines`, how many, and `excluded`, which moves are not to be looked at
 * @returns their lines, best first
 */
export async function analyze(
  thinker: Analyzer,
  game: GameState,
  limits: ThinkLimits,
  onInfo: (info: SearchInfo) => void = () => {},
): Promise<SearchFigures[]> {
  thinker.clearHash();
  const { lines = 1, excluded = [] } = limits;
  const wins = winningPoints(game.position, game.variant.rule, sideToMove(game)).filter(
    (point) => !excluded.some((left) => samePoint(left, point)),
  );
  if (lines > 1 && wins.length === 0) {
    place(thinker, game);
    return bestLines(thinker, limits, onInfo);
  }
  const best = await lookAt(thinker, game, { ...limits, lines: 1 }, onInfo);
  // All wins in one are worth the same, and nothing else is worth looking at.
  const others = wins.filter((point) => !samePoint(point, best.pv[0])).map((point) => ({ ...best, pv: [point] }));
  return [best, ...others].slice(0, lines);
}

/**
 * Looks for the best move of a game that is not over, with what the engine has learned so far. An only move is answered
 * by a search without a thought; what it is worth shows the position after it. /
 */
export async function lookAt(
  thinker: Analyzer,
  game: GameState,
  limits: ThinkLimits,
  onInfo: (info: SearchInfo) => void = () => {},
): Promise<SearchFigures> {
  place(thinker, game);
  const best = await bestLine(thinker, limits, onInfo);
  const isUnknown = best.isForced && best.winIn === null && best.source === 'search' && best.pv.length > 0;
  if (!isUnknown || game.plies.length === 0) return best;
  const after = withPly(game, best.pv[0]);
  if (after.end !== null) return best;
  place(thinker, after);
  const { excluded: _, ...rest } = limits;
  const reply = await bestLine(thinker, rest, (info) => onInfo({ ...info, ...before(best, info) }));
  return { ...best, ...before(best, reply) };
}

/** @param best an only move @param reply figures of the position after it @returns the same from before that move */
function before(best: SearchFigures, reply: SearchFigures): SearchFigures {
  const { score, winIn, depth, selDepth, nodes, elapsedMs, pv } = reply;
  return {
    score: 0 - score,
    winIn: winIn === null ? null : winIn > 0 ? -winIn - 1 : -winIn + 1,
    depth: depth + 1,
    selDepth: selDepth + 1,
    nodes: best.nodes + nodes,
    elapsedMs: best.elapsedMs + elapsedMs,
    pv: [best.pv[0], ...pv],
  };
}

/**
 * Searches for several best moves where there is no win in one.
 * @returns their lines, best first, from the deepest iteration that has all of them
 */
async function bestLines(
  thinker: Analyzer,
  limits: ThinkLimits,
  onInfo: (info: SearchInfo) => void = () => {},
): Promise<SearchFigures[]> {
  let collected: SearchInfo[] = [];
  let complete: SearchInfo[] = [];
  const result = await thinker.think(limits, (info) => {
    if (info.kind === 'root') return;
    onInfo(info);
    if (info.kind !== 'iteration' || info.pv.length === 0) return;
    if (info.line === 0) collected = [];
    collected[info.line] = info;
    const isComplete = info.line === info.lines - 1 && collected.filter(Boolean).length === info.lines;
    if (isComplete) complete = collected;
  });
  return complete.length > 0 ? complete : [result];
}

/** The highest level with a time for each move thinks for that time, whatever it can search in it. */
function limitsOf({ level, timeMs }: OpponentRequest, share: number): ThinkLimits {
  const nodes = Math.max(1, Math.round(level.nodes * share));
  return {
    ...(timeMs !== null && level.number === HIGHEST_LEVEL ? {} : { maxNodes: nodes }),
    ...(level.maxDepth === null ? {} : { maxDepth: level.maxDepth }),
    ...(timeMs === null ? {} : { maximumMs: Math.max(1, Math.round(timeMs * share)) }),
  };
}

/** The middle; on larger boards the points around it as well, but for renju, where Black begins on the very middle. */
function openingMoves(game: GameState): XY[] {
  const { position, variant } = game;
  const reach = Math.min(position.width, position.height) >= 9 && variant.rule.code !== RENJU ? 1 : 0;
  return emptyPoints(position).filter((point) => isMiddle(game, point, reach));
}

function stonesOf({ plies }: GameState): Stone[] {
  return plies.flatMap((ply, i) => (ply === null ? [] : [{ ...ply, color: i % 2 === 0 ? BLACK : WHITE }]));
}
