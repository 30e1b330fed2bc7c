/** Tables of the engines' results and behavior. */
import { data, engineName, order } from './data.ts';
import { html, table } from './dom.ts';
import { percent, signedForPage } from './words.ts';

type Results = readonly [wins: number, draws: number, losses: number];

/** The cross table, strongest engine first. */
export function crossTable(): HTMLTableElement {
  const results = new Map<string, Results>();
  for (const { a, b, wins, draws, losses } of data.pairings) {
    results.set(`${a} ${b}`, [wins, draws, losses]);
    results.set(`${b} ${a}`, [losses, draws, wins]);
  }
  return table(
    ['#', 'engine', 'Elo', '\u00b1', 'games', 'points', ...order.map((_, place) => String(place + 1))],
    order.map((i, place) => {
      const { name, elo, eloError, games, wins, draws } = data.engines[i];
      const cells = order.map((j) => (i === j ? html('td', {}, '\u00b7') : resultCell(results.get(`${i} ${j}`))));
      const error = eloError === null ? '?' : eloError.toFixed(0);
      return [String(place + 1), name, signedForPage(elo), error, games, wins + draws / 2, ...cells];
    }),
    [1],
  );
}

function resultCell(results: Results | undefined): HTMLTableCellElement {
  if (results === undefined) return html('td', {}, '');
  const [wins, draws, losses] = results;
  const share = wins + draws / 2 - (wins + draws + losses) / 2;
  const title = `${wins} won, ${draws} drawn, ${losses} lost`;
  return html(
    'td',
    { class: share > 0 ? 'good' : share < 0 ? 'bad' : '', title },
    `+${wins} =${draws} \u2212${losses}`,
  );
}

/** Faults, time and memory of each engine. */
export function engineTable(): HTMLTableElement {
  const count = (value: number) => html('td', value > 0 ? { class: 'bad' } : {}, value);
  const head = ['engine', 'won as Black', 'as White', 'time', 'crash', 'illegal', 'foul', 'start'];
  return table(
    [...head, 'worst overrun', 'longest', 'mean', 'depth', 'memory'],
    data.engines.map((engine) => [
      engine.name,
      engine.winsAsBlack,
      engine.wins - engine.winsAsBlack,
      count(engine.timeLosses),
      count(engine.crashes),
      count(engine.illegal),
      count(engine.fouls),
      count(engine.failedStarts),
      `${engine.worstOverrunMs} ms`,
      `${Math.round(engine.longestMs)} ms`,
      engine.moves > 0 ? `${(engine.totalMs / engine.moves).toFixed(1)} ms` : '',
      engine.movesWithDepth > 0 ? (engine.totalDepth / engine.movesWithDepth).toFixed(1) : '',
      engine.peakBytes === null ? '?' : `${(engine.peakBytes / 2 ** 20).toFixed(0)} MiB`,
    ]),
    [0],
  );
}

/** @returns the result of a match of two engines in a sentence; null before the first game and for more engines */
export function verdict(): HTMLElement | null {
  if (data.pairings.length !== 1) return null;
  const [{ a, b, elo, low, high, los, pairs }] = data.pairings;
  if (elo === null && los === null) return null;
  const strength = `Elo ${signedForPage(elo, 1)} [${signedForPage(low, 1)}, ${signedForPage(high, 1)}], LOS ${percent(los ?? 0.5)}`;
  const text = `${engineName(a)} over ${engineName(b)}: ${strength}, pairs by points 0, \u00bd, 1, 1\u00bd, 2: ${pairs.join(', ')}`;
  return html('p', {}, text + sprtText());
}

function sprtText(): string {
  if (data.sprt === null) return '';
  const { elo0, elo1, model, llr, lower, upper, verdict } = data.sprt;
  const ratio = `LLR ${signedForPage(llr, 2)} (${signedForPage(lower, 2)}, ${signedForPage(upper, 2)})`;
  return `. SPRT [${elo0}, ${elo1}] ${model}: ${ratio}, ${verdict === null ? 'undecided' : `${verdict} accepted`}`;
}
