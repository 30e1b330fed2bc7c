/** Draws the board of a game. */
import { at, gridPath, lengthOf, STONE, starPoints } from '../../../../records/notation/board-drawing.ts';
import type { ReportGame } from '../data.ts';
import { data, plyCount } from './data.ts';
import { byId, svg } from './dom.ts';

const WOOD = '#5b4320';
const MARK = '#d22';

/** Draws the position after this many plies. */
export function reportBoard(game: ReportGame, plies: number): void {
  const side = lengthOf(data.size);
  const board = byId('board', SVGSVGElement);
  board.setAttribute('viewBox', `0 0 ${side} ${side}`);
  board.replaceChildren(...emptyBoard(side), ...stones(game, plies), ...marks(game, plies));
}

function emptyBoard(side: number): SVGElement[] {
  const { size } = data;
  const parts: SVGElement[] = [svg('rect', { width: side, height: side, rx: 6, fill: '#e9c583' })];
  const label = { 'text-anchor': 'middle', style: `fill:${WOOD}` };
  for (let i = 0; i < size; i++) {
    parts.push(
      svg('text', { x: at(i), y: side - 6, ...label }, String.fromCharCode(65 + i)),
      svg('text', { x: 12, y: at(i) + 4, ...label }, size - i),
    );
  }
  parts.push(svg('path', { d: gridPath(size, size, at), stroke: WOOD, fill: 'none' }));
  for (const { x, y } of starPoints(size, size)) parts.push(svg('circle', { cx: at(x), cy: at(y), r: 3, fill: WOOD }));
  return parts;
}

function stones(game: ReportGame, plies: number): SVGElement[] {
  const parts: SVGElement[] = [];
  for (let k = 0; k < plies; k++) {
    const [x, y] = [at(game.moves[2 * k]), at(game.moves[2 * k + 1])];
    const isBlack = k % 2 === 0;
    const [ofOpening, played] = isBlack ? ['#e0a458', '#fff'] : ['#a0580c', '#111'];
    const ink = k < game.opening ? ofOpening : played;
    parts.push(
      svg('circle', { cx: x, cy: y, r: STONE, fill: isBlack ? '#111' : '#fff', stroke: '#111', class: 'stone' }),
      svg('text', { x, y: y + 4, 'text-anchor': 'middle', style: `fill:${ink}` }, k + 1),
    );
  }
  return parts;
}

/** Marks the last stone, and the winning row after the last move. */
function marks(game: ReportGame, plies: number): SVGElement[] {
  const { moves, row } = game;
  const parts: SVGElement[] = [];
  if (plies > 0) {
    const [cx, cy] = [at(moves[2 * plies - 2]), at(moves[2 * plies - 1])];
    parts.push(svg('circle', { cx, cy, r: 15, fill: 'none', stroke: MARK, 'stroke-width': 2 }));
  }
  if (row !== null && plies === plyCount(game)) {
    const [x1, y1, x2, y2] = row.map(at);
    const line = { stroke: MARK, 'stroke-width': 4, 'stroke-linecap': 'round', opacity: 0.65 };
    parts.push(svg('line', { x1, y1, x2, y2, ...line }));
  }
  return parts;
}
