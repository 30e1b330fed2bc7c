/** Formats the state of a match as text. */
import { ruleNameOf } from '../../core/rule.ts';
import { columns, counted } from '../../core/text.ts';
import { type Estimate, type Homogeneity, pairTotal, type SprtState } from '../stats/index.ts';
import type { PairingTotals, WorkerTotals } from './standings.ts';
import type { EngineSummary, MatchSummary, PairingSummary } from './summary.ts';

/** Percentage of its match time that an engine should use at least, in games of some length. */
const MIN_CLOCK_USE = 10;

/** @returns `+12.3`; infinite values as `+inf` */
export function signed(value: number, digits = 1): string {
  if (!Number.isFinite(value)) return value > 0 ? '+inf' : '-inf';
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? '-' : '+') + text;
}

/** @returns `+12 =3 -4` */
export function scoreText({ games }: PairingTotals): string {
  return `+${games.wins} =${games.draws} -${games.losses}`;
}

/** @returns `Elo +12.3 [-4.5, +30.1]`, or an empty text before the first game */
export function eloText(estimate: Estimate | null): string {
  if (estimate === null) return '';
  return `Elo ${signed(estimate.elo)} [${signed(estimate.eloLow)}, ${signed(estimate.eloHigh)}]`;
}

/** @returns `LLR +1.23 (-2.94, +2.94)` */
export function llrText(sprt: SprtState): string {
  return `LLR ${signed(sprt.llr, 2)} (${signed(sprt.lower, 2)}, ${signed(sprt.upper, 2)})`;
}

/** @returns the closing report of a match, lines of text */
export function summaryLines(summary: MatchSummary): string[] {
  const planned = summary.sprt === null ? ` of ${summary.gamesPlanned}` : '';
  const lines = [`${ruleNameOf(summary.rule)} ${summary.size}x${summary.size}, ${summary.gamesPlayed}${planned} games`];
  for (const pairing of summary.pairings) lines.push(...pairingLines(pairing));
  if (summary.sprt !== null) lines.push(sprtLine(summary.sprt));
  if (summary.engines.length > 2) lines.push('', ...ratingLines(summary.engines));
  lines.push('', ...engineLines(summary.engines));
  if (summary.workers !== undefined) lines.push('', homogeneityLine(summary.workers, summary.homogeneity ?? null));
  return lines;
}

/** Below this probability the workers do not agree. */
const SUSPICIOUS_P = 0.001;

/** @returns for instance `8 workers agree: chi-square 24.1 on 28 degrees of freedom, p = 0.68` */
export function homogeneityLine(workers: readonly WorkerTotals[], found: Homogeneity | null): string {
  const count = counted(workers.length, 'worker');
  if (found === null) return `${count}: too few pairs to compare any two of them`;
  const { chiSquare, degrees, p } = found;
  const figures = `chi-square ${chiSquare.toFixed(1)} on ${degrees} degrees of freedom, p = ${p.toPrecision(2)}`;
  return p < SUSPICIOUS_P
    ? `warning: ${count} do not agree: ${figures}; tengen fleet shows them`
    : `${count} agree: ${figures}`;
}

function pairingLines(pairing: PairingSummary): string[] {
  const { first, second, pairs, estimate } = pairing;
  const lines = [`${first} - ${second}: ${scoreText(pairing)}`];
  if (estimate === null) return lines;
  lines[0] += `  score ${(100 * estimate.score).toFixed(1)} %  ${eloText(estimate)}  LOS ${(100 * estimate.los).toFixed(1)} %`;
  if (pairTotal(pairs) > 0) {
    const normalized = Number.isFinite(estimate.normalizedEloError)
      ? `  normalized Elo ${signed(estimate.normalizedElo)} +-${estimate.normalizedEloError.toFixed(1)}`
      : '';
    lines.push(`  pairs by points 0, 1/2, 1, 3/2, 2: ${pairs.join(', ')}${normalized}`);
  }
  return lines;
}

function sprtLine(sprt: NonNullable<MatchSummary['sprt']>): string {
  const verdict = sprt.verdict === null ? 'undecided' : `${sprt.verdict} accepted`;
  return `SPRT ${sprt.model} [${sprt.elo0}, ${sprt.elo1}]: ${llrText(sprt)} after ${sprt.pairs} pairs: ${verdict}`;
}

function ratingLines(engines: readonly EngineSummary[]): string[] {
  const ranked = [...engines].sort((a, b) => b.elo - a.elo);
  return table([
    ['rank', 'engine', 'Elo', '+-', 'games', 'score'],
    ...ranked.map((engine, i) => [
      String(i + 1),
      engine.name,
      engine.games === 0 ? '?' : signed(engine.elo, 0),
      engine.eloError === null ? '?' : engine.eloError.toFixed(0),
      String(engine.games),
      engine.games === 0 ? '' : `${((100 * (engine.wins + engine.draws / 2)) / engine.games).toFixed(1)} %`,
    ]),
  ]);
}

function engineLines(engines: readonly EngineSummary[]): string[] {
  const rows = engines.map((engine) => [
    engine.name,
    String(engine.games),
    `${engine.winsAsBlack}+${engine.wins - engine.winsAsBlack}`,
    String(engine.timeLosses),
    String(engine.crashes),
    String(engine.illegal),
    String(engine.fouls),
    String(engine.failedStarts),
    `${engine.worstOverrunMs} ms`,
    `${engine.longestMs.toFixed(0)} ms`,
    engine.moves === 0 ? '' : `${(engine.totalMs / engine.moves).toFixed(1)} ms`,
    engine.movesWithDepth === 0 ? '' : (engine.totalDepth / engine.movesWithDepth).toFixed(1),
    engine.peakBytes === null ? '?' : `${(engine.peakBytes / 2 ** 20).toFixed(0)} MiB`,
  ]);
  const head = [
    'engine',
    'games',
    'wins B+W',
    'time',
    'crash',
    'illegal',
    'foul',
    'start',
    'worst over',
    'longest',
    'mean',
    'depth',
    'peak',
  ];
  const lines = table([head, ...rows]);
  for (const { name, ignoredEnds, strayMoves, noiseLines } of engines) {
    const oddities = [
      ignoredEnds > 0 ? `did not exit after END in ${counted(ignoredEnds, 'game')}` : '',
      strayMoves > 0 ? `printed ${counted(strayMoves, 'move')} without a request` : '',
      noiseLines > 0 ? `printed ${counted(noiseLines, 'line')} other than a move when a move was due` : '',
    ].filter((text) => text !== '');
    if (oddities.length > 0) lines.push(`note: ${name} ${oddities.join(', ')}`);
  }
  for (const { name, clockUse } of engines) {
    if (clockUse === null || clockUse >= MIN_CLOCK_USE) continue;
    lines.push(
      `warning: ${name} used ${clockUse} % of its match time (median): expected ${MIN_CLOCK_USE} % or more; see Time in docs/guide/match.md`,
    );
  }
  return lines;
}

/** Aligns names left and figures right. */
function table(rows: readonly (readonly string[])[]): string[] {
  return columns(rows, (column) => rows[0][column] === 'engine');
}
