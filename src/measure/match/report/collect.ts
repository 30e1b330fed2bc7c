/** The data of the report page: plain JSON, embedded in the page, whose script (browser/) reads exactly these names. */
import { ruleFromCode, ruleNameOf } from '../../../core/rule.ts';
import { type GameRecord, movesOf, pointsFor } from '../../../records/notation/game-record.ts';
import { emptyPosition, winningRow } from '../../../rules/index.ts';
import { estimateFromPairs } from '../../stats/index.ts';
import type { Schedule } from '../schedule.ts';
import type { MatchSummary } from '../summary.ts';
import { eloText, llrText } from '../summary-text.ts';

/** Maximum number of points of an Elo history; a chart cannot show more. */
const HISTORY_POINTS = 300;

export type ReportData = ReturnType<typeof reportData>;
export type ReportGame = ReturnType<typeof reportGame>;

/** Elo after some pairs of games, with its interval. */
type EloPoint = readonly [pairs: number, elo: number, low: number, high: number];

/** @param games in the order of the schedule @param facts conditions of the match, labels and texts */
export function reportData(
  summary: MatchSummary,
  schedule: Schedule,
  games: readonly GameRecord[],
  facts: readonly (readonly [string, string])[],
) {
  const { engines, pairings, size } = summary;
  return {
    title: engines.length === 2 ? engines.map(({ name }) => name).join(' - ') : `${engines.length} engines`,
    facts: [
      ['rule', `${ruleNameOf(summary.rule)}, ${size}x${size}`],
      ['games', `${summary.gamesPlayed} of ${summary.gamesPlanned}`],
      ...facts,
    ] as const,
    size,
    engines,
    pairings: pairings.map(({ first, second, games: counts }, i) => ({
      first,
      second,
      ...counts,
      history: eloHistory(i, first, schedule, games),
    })),
    verdict: verdictOf(summary),
    games: games.map(reportGame),
  };
}

/** @returns the result of a match of two engines in a sentence; null before the first game and for more engines */
function verdictOf({ pairings, sprt }: MatchSummary): string | null {
  const [{ first, second, pairs, estimate }] = pairings;
  if (pairings.length !== 1 || estimate === null) return null;
  const elo = `${withMinus(eloText(estimate))}, LOS ${(100 * estimate.los).toFixed(1)} %`;
  const text = `${first} over ${second}: ${elo}, pairs by points 0, \u00bd, 1, 1\u00bd, 2: ${pairs.join(', ')}`;
  if (sprt === null) return text;
  const verdict = sprt.verdict === null ? 'undecided' : `${sprt.verdict} accepted`;
  return `${text}. SPRT [${sprt.elo0}, ${sprt.elo1}] ${sprt.model}: ${withMinus(llrText(sprt))}, ${verdict}`;
}

function withMinus(text: string): string {
  return text.replaceAll('-', '\u2212');
}

function reportGame(record: GameRecord) {
  const { game, black, white, result, reason, detail, openingPlies, moves, timesMs, scores, depths } = record;
  return {
    ...{ game, black, white, result, reason, detail, openingPlies, moves, timesMs, scores, depths },
    /** Ends of the winning row, `[x1, y1, x2, y2]`. */
    row: reason === 'five' ? rowEnds(record) : null,
    /** Last lines of the engine at fault. */
    tail: record.lastLines?.slice(-8) ?? [],
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
