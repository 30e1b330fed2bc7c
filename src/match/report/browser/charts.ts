/** Strength in charts: ratings, and Elo as it developed. */

import type { EloPoint, ReportPairing } from '../data.ts';
import { data, engineName, order } from './data.ts';
import { html, svg } from './dom.ts';
import { emptyDrawing, niceStep, openFrame } from './frame.ts';

/** Intervals are drawn as far as this, Elo. */
const WIDEST_ERROR = 400;
const NAME_LENGTH = 20;

/** Ratings with their intervals. */
export function ratingChart(): SVGSVGElement {
  const engines = order.map((i) => data.engines[i]);
  const reach = Math.max(
    50,
    ...engines.map(({ elo, eloError }) => Math.abs(elo) + Math.min(eloError ?? 0, WIDEST_ERROR)),
  );
  const rowHeight = 26;
  const height = engines.length * rowHeight + 24;
  const x = (elo: number) => 340 + (elo / reach) * 205;
  const drawing = emptyDrawing(560, height, 'Elo of each engine');
  const step = niceStep(2 * reach, 5);
  for (let value = -Math.floor(reach / step) * step; value <= reach; value += step) {
    drawing.append(
      svg('line', { x1: x(value), x2: x(value), y1: 0, y2: height - 18, class: value === 0 ? 'zero' : 'grid' }),
      svg('text', { x: x(value), y: height - 4, 'text-anchor': 'middle' }, value),
    );
  }
  engines.forEach(({ name, elo, eloError }, i) => {
    const y = i * rowHeight + 13;
    const error = Math.min(eloError ?? reach, WIDEST_ERROR);
    const [low, high] = [x(Math.max(-reach, elo - error)), x(Math.min(reach, elo + error))];
    drawing.append(
      svg('text', { x: 128, y: y + 4, 'text-anchor': 'end' }, shortened(name)),
      svg('line', { x1: low, x2: high, y1: y, y2: y, stroke: 'var(--a)', 'stroke-width': 2 }),
      svg('circle', { cx: x(elo), cy: y, r: 5, fill: 'var(--a)' }),
    );
  });
  return drawing;
}

function shortened(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}\u2026` : name;
}

/** Elo of a pairing as it developed, pair by pair. */
function historyChart({ history }: ReportPairing): Element {
  if (history.length < 2) return html('p', { class: 'hint' }, 'Too few pairs for a chart.');
  // The first pairs swing so far that the rest would lie flat.
  const settled = history.slice(Math.floor(history.length / 10));
  const low = Math.min(0, ...settled.map(([, , eloLow]) => eloLow));
  const high = Math.max(0, ...settled.map(([, , , eloHigh]) => eloHigh));
  const pairs = history[history.length - 1][0];
  const { drawing, x, y, right, top, bottom } = openFrame(
    560,
    190,
    [0, pairs],
    [low, high],
    'Elo by number of game pairs',
  );
  const at = (point: EloPoint, elo: number) => `${x(point[0])},${Math.max(top, Math.min(bottom, y(elo)))}`;
  const upper = history.map((point) => at(point, point[3]));
  const lower = history.map((point) => at(point, point[2]));
  const middle = history.map((point) => at(point, point[1]));
  drawing.append(
    svg('polygon', { points: [...upper, ...lower.reverse()].join(' '), fill: 'var(--a)', opacity: 0.18 }),
    svg('polyline', { points: middle.join(' '), fill: 'none', stroke: 'var(--a)', 'stroke-width': 2 }),
    svg('text', { x: right, y: 187, 'text-anchor': 'end' }, `pairs: ${pairs}`),
  );
  return drawing;
}

/** The history of a pairing, with a choice where there are several. */
export function eloSection(): HTMLElement {
  const chart = html('div', {}, historyChart(data.pairings[0]));
  const hint = 'Elo of the first engine over the second with its 95 % interval, after each pair of games';
  const box = html('div', {}, chart, html('div', { class: 'hint' }, hint));
  if (data.pairings.length > 1) {
    const options = data.pairings.map(({ a, b }, i) =>
      html('option', { value: i }, `${engineName(a)} \u2013 ${engineName(b)}`),
    );
    const choice = html('select', { 'aria-label': 'pairing' }, ...options);
    choice.addEventListener('change', () => chart.replaceChildren(historyChart(data.pairings[Number(choice.value)])));
    box.prepend(choice);
  }
  return box;
}
