/** Collects the data of the report page. */
import { ruleFromCode, ruleNameOf } from '../../../core/rule.ts';
import { type GameRecord, movesOf, pointsFor } from '../../../records/notation/game-record.ts';
import { emptyPosition, winningRow } from '../../../rules/index.ts';
import { estimateFromPairs } from '../../stats/index.ts';
import type { Schedule } from '../schedule.ts';
import type { MatchSummary } from '../summary.ts';
import type { EloPoint, EloValue, ReportData, ReportGame } from './data.ts';

/** Maximum number of points of an Elo history; a chart cannot show more. */
const HISTORY_POINTS = 300;

/** @param games in the order of the schedule */
export function reportData(
  summary: MatchSummary,
  schedule: Schedule,
  games: readonly GameRecord[],
  facts: ReportData['facts'],
): ReportData {
  const index = new Map(summary.engines.map(({ name }, i) => [name, i]));
  const names = summary.engines.map(({ name }) => name);
  return {
    title: names.length === 2 ? names.join(' - ') : `${names.length} engines`,
    facts: [
      ['rule', `${ruleNameOf(summary.rule)}, ${summary.size}x${summary.size}`],
      ['games', `${summary.gamesPlayed} of ${summary.gamesPlanned}`],
      ...facts,
    ],
    size: summary.size,
    engines: summary.engines,
    pairings: summary.pairings.map(({ first, second, games: counts, pairs, estimate }, i) => ({
      a: index.get(first)!,
      b: index.get(second)!,
      ...counts,
      pairs,
      elo: eloValue(estimate?.elo),
      low: eloValue(estimate?.eloLow),
      high: eloValue(estimate?.eloHigh),
      los: estimate?.los ?? null,
      history: eloHistory(i, first, schedule, games),
    })),
    sprt: summary.sprt,
    games: games.map((game) => reportGame(game, index)),
  };
}

function eloValue(value: number | undefined): EloValue {
  if (value === undefined || Number.isNaN(value)) return null;
  if (Number.isFinite(value)) return value;
  return value > 0 ? '+inf' : '-inf';
}

function reportGame(game: GameRecord, index: ReadonlyMap<string, number>): ReportGame {
  const moves = movesOf(game);
  return {
    n: game.game + 1,
    b: index.get(game.black)!,
    w: index.get(game.white)!,
    result: game.result === 'black' ? 'b' : game.result === 'white' ? 'w' : 'd',
    reason: game.reason,
    detail: game.detail,
    opening: game.openingPlies,
    moves: moves.flatMap(({ x, y }) => [x, y]),
    ms: game.timesMs,
    scores: game.scores,
    depths: game.depths,
    row: game.reason === 'five' ? rowEnds(game) : null,
    tail: game.lastLines?.slice(-8) ?? [],
  };
}

function rowEnds(game: GameRecord): number[] | null {
  const moves = movesOf(game);
  const last = moves.at(-1);
  const rule = ruleFromCode(game.rule);
  if (last === undefined || rule === null) return null;
  const position = emptyPosition(game.size, game.size);
  for (const [i, { x, y }] of moves.entries()) position.cells[y * game.size + x] = (i % 2) + 1;
  const row = winningRow(position, rule, last.x, last.y);
  if (row === null) return null;
  const [from, to] = [row[0], row[row.length - 1]];
  return [from.x, from.y, to.x, to.y];
}

/** @returns the Elo after each pair of a pairing, in the order of the schedule */
function eloHistory(pairing: number, first: string, schedule: Schedule, games: readonly GameRecord[]): EloPoint[] {
  const halves = new Map<number, number[]>();
  for (const game of games) {
    const scheduled = schedule.at(game.game);
    if (scheduled.pairing !== pairing) continue;
    halves.set(scheduled.pair, [...(halves.get(scheduled.pair) ?? []), pointsFor(game, first)]);
  }
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  const history: EloPoint[] = [];
  const whole = [...halves.values()].filter((points) => points.length === 2);
  const stride = Math.max(1, Math.ceil(whole.length / HISTORY_POINTS));
  for (const [i, [one, two]] of whole.entries()) {
    counts[(one + two) * 2]++;
    if ((i + 1) % stride !== 0 && i + 1 !== whole.length) continue;
    const found = estimateFromPairs(counts);
    if (found === null) continue;
    const point: EloPoint = [i + 1, found.elo, found.eloLow, found.eloHigh];
    if (point.every(Number.isFinite)) history.push(point);
  }
  return history;
}
