/** Charts of strength: ratings, and the course of the Elo. */
import type { EloPoint, ReportPairing } from '../data.ts';
import { data, engineName, order } from './data.ts';
import { byId, html, svg } from './dom.ts';
import { chartWidth, emptyDrawing, niceTicks, openFrame } from './frame.ts';

/** Intervals are clipped at this, in Elo. */
const WIDEST_ERROR = 400;
const NAME_LENGTH = 18;
/** Maximum number of letters of a name. */
const NAME_WIDTH = 118;
const ROW_HEIGHT = 26;

/** Ratings with their intervals. @param width of the drawing */
export function ratingChart(width: number): SVGSVGElement {
  const engines = order.map((i) => data.engines[i]);
  const reach = Math.max(
    50,
    ...engines.map(({ elo, eloError }) => Math.abs(elo) + Math.min(eloError ?? 0, WIDEST_ERROR)),
  );
  const height = engines.length * ROW_HEIGHT + 40;
  const [left, right, bottom] = [NAME_WIDTH + 12, width - 15, height - 34];
  const x = (elo: number) => (left + right) / 2 + (elo / reach) * ((right - left) / 2);
  const drawing = emptyDrawing(width, height, 'Elo of each engine with its 95 % interval');
  for (const { value, label } of niceTicks([-reach, reach], (right - left) / 55)) {
    drawing.append(
      svg('line', { x1: x(value), x2: x(value), y1: 0, y2: bottom, class: value === 0 ? 'zero' : 'grid' }),
      svg('text', { x: x(value), y: bottom + 15, 'text-anchor': 'middle' }, label),
    );
  }
  engines.forEach(({ name, elo, eloError }, i) => {
    const y = i * ROW_HEIGHT + ROW_HEIGHT / 2;
    const error = Math.min(eloError ?? reach, WIDEST_ERROR);
    const [low, high] = [x(Math.max(-reach, elo - error)), x(Math.min(reach, elo + error))];
    drawing.append(
      svg('text', { x: NAME_WIDTH, y: y + 4, 'text-anchor': 'end' }, shortened(name)),
      svg('line', { x1: low, x2: high, y1: y, y2: y, stroke: 'var(--a)', 'stroke-width': 2 }),
      svg('circle', { cx: x(elo), cy: y, r: 5, fill: 'var(--a)' }),
    );
  });
  const title = 'Elo relative to the mean of all engines, with 95 % intervals';
  drawing.append(svg('text', { x: right, y: height - 4, 'text-anchor': 'end', class: 'axis' }, title));
  return drawing;
}

function shortened(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}\u2026` : name;
}

/** Elo of a pairing, pair by pair. @param width of the drawing */
function historyChart({ a, b, history }: ReportPairing, width: number): Element {
  if (history.length < 2) {
    return html('p', { class: 'hint' }, 'No chart: it needs at least two pairs with a finite Elo.');
  }
  // The first pairs swing so widely that the rest would look flat.
  const settled = history.slice(Math.floor(history.length / 10));
  const low = Math.min(0, ...settled.map(([, , eloLow]) => eloLow));
  const high = Math.max(0, ...settled.map(([, , , eloHigh]) => eloHigh));
  const pairs = history[history.length - 1][0];
  const { drawing, x, y, top, bottom } = openFrame({
    width,
    height: 210,
    label: 'Elo by number of game pairs',
    xRange: [0, pairs],
    yRange: [low, high],
    xTitle: 'pairs of games',
    yTitle: `Elo of ${shortened(engineName(a))} over ${shortened(engineName(b))}, with its 95 % interval`,
  });
  const at = (point: EloPoint, elo: number) => `${x(point[0])},${Math.max(top, Math.min(bottom, y(elo)))}`;
  const upper = history.map((point) => at(point, point[3]));
  const lower = history.map((point) => at(point, point[2]));
  const middle = history.map((point) => at(point, point[1]));
  drawing.append(
    svg('polygon', { points: [...upper, ...lower.reverse()].join(' '), fill: 'var(--a)', opacity: 0.18 }),
    svg('polyline', { points: middle.join(' '), fill: 'none', stroke: 'var(--a)', 'stroke-width': 2 }),
  );
  return drawing;
}

/** Draws the ratings and the history of a pairing, as wide as the window allows. */
export function drawCharts(): void {
  const ratings = byId('ratings', HTMLElement);
  ratings.replaceChildren(ratingChart(chartWidth(ratings)));
  const pairing = data.pairings[Number(choice?.value ?? 0)];
  const box = byId('elo', HTMLElement);
  if (pairing === undefined) return;
  box.replaceChildren(...(choice === null ? [] : [choice]), historyChart(pairing, chartWidth(box)));
}

/** The choice of the pairing, if there are several. */
const choice = data.pairings.length > 1 ? pairingChoice() : null;

function pairingChoice(): HTMLSelectElement {
  const options = data.pairings.map(({ a, b }, i) =>
    html('option', { value: i }, `${engineName(a)} \u2013 ${engineName(b)}`),
  );
  const select = html('select', { 'aria-label': 'pairing' }, ...options);
  select.addEventListener('change', drawCharts);
  return select;
}
