/**
 * The best moves of a game by the engine, with their lines and values: what a person, a review or an opening asks for,
 * at full strength whatever the level of the opponent.
 */
import { type Color, colorAt } from '../../core/color.ts';
import { samePoint, type XY } from '../../core/point.ts';
import type { Engine, SearchFigures, SearchInfo, ThinkLimits, ThinkResult } from '../../engine/api.ts';
import type { Stone } from '../../engine/game.ts';
import { type GameState, sideToMove, withPly } from '../state/game-state.ts';
import { winningPoints } from '../state/threats.ts';

/** The part of an engine that an analysis needs. */
export type Analyzer = Pick<Engine, 'setPosition' | 'clearHash' | 'think' | 'stop'>;

export type Searcher = Analyzer & Pick<Engine, 'cancel' | 'close'>;

/** What a search for a person found. */
export interface AnalysisReport {
  /** Best first; empty if the game is over. */
  readonly lines: readonly SearchFigures[];
  readonly isStopped: boolean;
  readonly wanted: number;
}

/** Limits of a search for a person who asks for advice. */
export const ADVICE_LIMITS: ThinkLimits = { maxNodes: 200_000 };

/** Places a game on the engine's board. @param color the side to move, if it is not the one whose turn it is */
export function placeGame(
  analyzer: Pick<Analyzer, 'setPosition'>,
  game: GameState,
  color: Color = sideToMove(game),
): void {
  const { width, height, rule } = game.variant;
  const { code, winLength } = rule;
  analyzer.setPosition({ width, height, rule: code, winLength, stones: stonesOfGame(game), sideToMove: color });
}

/** @returns the stones of a game in the order of their moves, without the passes */
export function stonesOfGame({ plies }: GameState): Stone[] {
  return plies.flatMap((ply, i) => (ply === null ? [] : [{ ...ply, color: colorAt(i) }]));
}

/**
 * Searches for the best moves of a game that is not over, with an empty table.
 * @param limits `lines`: how many moves; `excluded`: moves to ignore
 * @returns their lines, best first
 */
export async function analyze(
  analyzer: Analyzer,
  game: GameState,
  limits: ThinkLimits,
  onInfo: (info: SearchInfo) => void = () => {},
): Promise<SearchFigures[]> {
  analyzer.clearHash();
  const { lines = 1, excluded = [] } = limits;
  const wins = winningPoints(game.position, game.variant.rule, sideToMove(game)).filter(
    (point) => !excluded.some((left) => samePoint(left, point)),
  );
  if (lines > 1 && wins.length === 0) {
    placeGame(analyzer, game);
    return bestLines(analyzer, limits, onInfo);
  }
  const best = await findBest(analyzer, game, { ...limits, lines: 1 }, onInfo);
  // All wins in one are worth the same, and no other move matters.
  const others = wins.filter((point) => !samePoint(point, best.pv[0])).map((point) => ({ ...best, pv: [point] }));
  return [best, ...others].slice(0, lines);
}

/**
 * Searches for the best move of a game that is not over, with what the engine has learned so far. The engine plays an
 * only move without a search, so its value comes from a search of the position after it.
 */
export async function findBest(
  analyzer: Analyzer,
  game: GameState,
  limits: ThinkLimits,
  onInfo: (info: SearchInfo) => void = () => {},
): Promise<SearchFigures> {
  placeGame(analyzer, game);
  const best = await bestLine(analyzer, limits, onInfo);
  const isUnknown = best.isForced && best.winIn === null && best.source === 'search' && best.pv.length > 0;
  if (!isUnknown || game.plies.length === 0) return best;
  const after = withPly(game, best.pv[0]);
  if (after.end !== null) return best;
  placeGame(analyzer, after);
  const { excluded: _, ...rest } = limits;
  const reply = await bestLine(analyzer, rest, (info) => onInfo({ ...info, ...before(best, info) }));
  return { ...best, ...before(best, reply) };
}

/**
 * @param best an only move
 * @param reply figures of the position after it
 * @returns those figures as the position before it sees them
 */
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
 * Searches for the best move.
 * @returns the figures of the search, with the longest line that it reported for its move
 */
export async function bestLine(
  analyzer: Analyzer,
  limits: ThinkLimits,
  onInfo: (info: SearchInfo) => void = () => {},
): Promise<ThinkResult> {
  const reports: SearchInfo[] = [];
  const best = await analyzer.think({ ...limits, book: false }, (info) => {
    if (info.kind === 'root') return;
    reports.push(info);
    onInfo(info);
  });
  return { ...best, pv: longestLine(best.pv, reports) };
}

/**
 * The table can cut the last line of a search short; an earlier report may have more of it.
 * @param pv the last line
 * @param reports of the same search
 * @returns the longest line that begins with the same move, the latest of equally long ones
 */
export function longestLine(pv: readonly XY[], reports: readonly Pick<SearchInfo, 'pv'>[]): readonly XY[] {
  const [first] = pv;
  if (first === undefined) return pv;
  return reports
    .map((report) => report.pv)
    .filter((line) => line.length > 0 && samePoint(line[0], first))
    .reduce((longest, line) => (line.length >= longest.length ? line : longest), pv);
}

/**
 * Searches for several best moves where there is no win in one.
 * @returns their lines, best first, from the deepest iteration that has all of them
 */
export async function bestLines(
  analyzer: Analyzer,
  limits: ThinkLimits,
  onInfo: (info: SearchInfo) => void = () => {},
): Promise<SearchFigures[]> {
  let collected: SearchInfo[] = [];
  let complete: SearchInfo[] = [];
  const result = await analyzer.think(limits, (info) => {
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

/**
 * @param reports the latest report of each line, by its number; those without a report yet may be holes
 * @returns the lines of a running search, best first, without the repeated first moves of the iteration before
 */
export function linesSoFar(reports: readonly SearchInfo[]): SearchInfo[] {
  const best: SearchInfo[] = [];
  for (const info of reports.filter(({ pv }) => pv.length > 0)) {
    if (!best.some(({ pv }) => samePoint(pv[0], info.pv[0]))) best.push(info);
  }
  return best;
}
