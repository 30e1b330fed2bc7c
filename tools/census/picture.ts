/** Draws the nodes of a census by depth, as a small SVG that needs no style sheet. */
import { added, type Named, sum } from './report.ts';
import { KINDS } from './trace.ts';

const WIDTH = 680;
const HEIGHT = 300;
const LEFT = 44;
const BOTTOM = 34;
const TOP = 24;
const BARS_RIGHT = 460;
/** Largest depth drawn; bars beyond it are too small to see. */
const DEEPEST = 14;
const COLORS = ['#bbb', '#d62728', '#ff9896', '#ffbb78', '#9467bd', '#1f77b4', '#98df8a', '#2ca02c'];

/** @returns an SVG with a bar for each depth left, its kinds of node stacked */
export function drawDepths(all: readonly Named[]): string {
  const nodes = KINDS.map((_, kind) => added(all.map(({ taken }) => taken.census.nodes[kind])));
  const total = sum(nodes.map(sum));
  const depths = Array.from({ length: DEEPEST + 1 }, (_, depth) => depth);
  const highest = Math.max(...depths.map((depth) => sum(nodes.map((row) => row[depth])))) / total;
  const step = (BARS_RIGHT - LEFT) / depths.length;
  const height = (share: number) => ((HEIGHT - TOP - BOTTOM) * share) / highest;
  const bars = depths.flatMap((depth) => {
    let top = HEIGHT - BOTTOM;
    return nodes.map((row, kind) => {
      const tall = height(row[depth] / total);
      top -= tall;
      const x = (LEFT + depth * step + 3).toFixed(1);
      return `<rect x="${x}" y="${top.toFixed(1)}" width="${(step - 6).toFixed(1)}" height="${tall.toFixed(1)}" fill="${COLORS[kind]}"/>`;
    });
  });
  const text = (x: number, y: number, content: string, anchor = 'start') =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#444">${content}</text>`;
  const names = KINDS.map((name, kind) => {
    const y = TOP + 18 * (KINDS.length - kind);
    const share = ((100 * sum(nodes[kind])) / total).toFixed(1);
    return `<rect x="${BARS_RIGHT + 12}" y="${y - 9}" width="10" height="10" fill="${COLORS[kind]}"/>${text(BARS_RIGHT + 28, y, `${name} ${share} %`)}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    '<title>Nodes by depth and kind</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(LEFT, 14, 'Share of the nodes of the main search, by plies left'),
    `<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${BARS_RIGHT}" fill="none" stroke="#999"/>`,
    text(LEFT - 4, TOP + 4, `${(100 * highest).toFixed(0)} %`, 'end'),
    text(LEFT - 4, HEIGHT - BOTTOM, '0', 'end'),
    ...depths.map((depth) => text(LEFT + (depth + 0.5) * step, HEIGHT - BOTTOM + 14, String(depth), 'middle')),
    text((LEFT + BARS_RIGHT) / 2, HEIGHT - 6, 'plies left; 0 is the quiescence search', 'middle'),
    ...bars,
    ...names,
    '</svg>',
    '',
  ].join('\n');
}
