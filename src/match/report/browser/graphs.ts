/** Evaluation and time of a game, move by move. */

import type { ReportGame } from '../data.ts';
import { engineName, plyCount } from './data.ts';
import { byId, html, svg } from './dom.ts';
import { type Frame, openFrame } from './frame.ts';

const WIDTH = 560;
/** A forced win, beyond every other score. */
const WIN = 1e4;
/** Of Black and of White. */
const COLORS = ['var(--a)', 'var(--b)'];

/** Draws the graphs of a game. @param onPly takes the number of plies that a click stands for */
export function drawGraphs(game: ReportGame, onPly: (plies: number) => void): void {
  const key = html(
    'div',
    { class: 'key' },
    html('b', { style: `background:${COLORS[0]}` }),
    `${engineName(game.b)} (Black)`,
    html('b', { style: `background:${COLORS[1]}` }),
    `${engineName(game.w)} (White)`,
  );
  byId('graphs', HTMLElement).replaceChildren(
    key,
    html('div', { class: 'hint' }, 'Evaluation, Black up (logarithmic)'),
    evaluationGraph(game, onPly),
    html('div', { class: 'hint' }, 'Time for each move, ms'),
    timeGraph(game, onPly),
  );
}

/** Sets the cursors of the graphs behind so many plies. */
export function moveCursors(plies: number): void {
  for (const cursor of document.querySelectorAll<SVGElement>('.cursor')) {
    const x = Number(cursor.dataset.left) + plies * Number(cursor.dataset.step);
    cursor.setAttribute('x1', String(x));
    cursor.setAttribute('x2', String(x));
  }
}

function evaluationGraph(game: ReportGame, onPly: (plies: number) => void): SVGSVGElement {
  return graph(game, 'evaluation by move, Black up', [-1, 1], onPly, ({ drawing, x, y }) => {
    // The axis is not that of the squeezed values.
    for (const text of drawing.querySelectorAll('text')) text.remove();
    for (const value of [-WIN, -1000, -100, 0, 100, 1000, WIN]) {
      const label = Math.abs(value) < WIN ? value : value < 0 ? '\u2212win' : 'win';
      drawing.append(svg('text', { x: 41, y: y(squeeze(value)) + 4, 'text-anchor': 'end' }, label));
    }
    COLORS.forEach((stroke, parity) => {
      const points = game.scores.flatMap((score, k) => {
        const value = blackPoints(score, k);
        return value === null || k % 2 !== parity ? [] : [`${x(k + 1)},${y(squeeze(value))}`];
      });
      const line = { fill: 'none', stroke, 'stroke-width': 2, class: 'evaluation' };
      drawing.append(svg('polyline', { points: points.join(' '), ...line }));
    });
  });
}

function timeGraph(game: ReportGame, onPly: (plies: number) => void): SVGSVGElement {
  const longest = Math.max(1, ...game.ms);
  return graph(game, 'time by move, ms', [0, longest], onPly, ({ drawing, x, y, bottom }) => {
    const width = Math.max(1, (x(1) - x(0)) * 0.8);
    game.ms.forEach((ms, k) => {
      if (ms <= 0) return;
      const bar = { x: x(k + 1) - width / 2, width, y: y(ms), height: bottom - y(ms) };
      drawing.append(svg('rect', { ...bar, fill: COLORS[k % 2], class: 'time' }));
    });
  });
}

/** A graph over the moves of a game, with a cursor. */
function graph(
  game: ReportGame,
  label: string,
  yRange: readonly [number, number],
  onPly: (plies: number) => void,
  draw: (frame: Frame) => void,
): SVGSVGElement {
  const count = plyCount(game);
  const frame = openFrame(WIDTH, 150, [0, Math.max(1, count)], yRange, label);
  draw(frame);
  const { drawing, x, left, right, top, bottom } = frame;
  drawing.append(
    svg('line', { y1: top, y2: bottom, class: 'cursor', 'data-left': x(0), 'data-step': x(1) - x(0) }),
    svg('text', { x: right, y: 147, 'text-anchor': 'end' }, `move ${count}`),
  );
  drawing.addEventListener('click', (event) => {
    const box = drawing.getBoundingClientRect();
    const clicked = ((event.clientX - box.left) / box.width) * WIDTH;
    onPly(Math.round(((clicked - left) / (right - left)) * count));
  });
  return drawing;
}

/** @returns a score as points of Black; forced wins lie outside of everything else */
function blackPoints(score: ReportGame['scores'][number], ply: number): number | null {
  if (score === null) return null;
  const own = typeof score === 'number' ? score : score.startsWith('-') ? -WIN : WIN;
  return ply % 2 === 0 ? own : -own;
}

/** Squeezes scores so that small ones are told apart and large ones fit. @returns -1 to 1 */
function squeeze(value: number): number {
  return Math.sign(value) * (Math.log1p(Math.abs(value) / 50) / Math.log1p(WIN / 50));
}
