/** Evaluation and time of a game, move by move. */
import type { ReportGame } from '../data.ts';
import { engineName, plyCount } from './data.ts';
import { byId, html, svg } from './dom.ts';
import { chartWidth, type Frame, type FrameOptions, openFrame, type Tick } from './frame.ts';
import { minus } from './words.ts';

/** Score of a forced win, above every other score. */
const WIN = 1e4;
/** Of Black and of White. */
const COLORS = ['var(--a)', 'var(--b)'];

/** Draws the graphs of a game. @param onPly called with the number of plies at a clicked place */
export function drawGraphs(game: ReportGame, onPly: (plies: number) => void): void {
  const key = html(
    'div',
    { class: 'key' },
    html('b', { style: `background:${COLORS[0]}` }),
    `${engineName(game.b)} (Black)`,
    html('b', { style: `background:${COLORS[1]}` }),
    `${engineName(game.w)} (White)`,
  );
  const box = byId('graphs', HTMLElement);
  const width = chartWidth(box);
  box.replaceChildren(key, evaluationGraph(game, width, onPly), timeGraph(game, width, onPly));
}

/** Sets the cursors of the graphs after this many plies. */
export function moveCursors(plies: number): void {
  for (const cursor of document.querySelectorAll<SVGElement>('.cursor')) {
    const x = Number(cursor.dataset.left) + plies * Number(cursor.dataset.step);
    cursor.setAttribute('x1', String(x));
    cursor.setAttribute('x2', String(x));
  }
}

type OnPly = (plies: number) => void;

function evaluationGraph(game: ReportGame, width: number, onPly: OnPly): SVGSVGElement {
  const axes = {
    height: 230,
    label: 'evaluation by move, Black up',
    yRange: [-1, 1],
    yTitle: 'score, Black up (logarithmic)',
    yTicks: EVALUATION_TICKS,
  } as const;
  return graph(game, width, axes, onPly, ({ drawing, x, y }) => {
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

function timeGraph(game: ReportGame, width: number, onPly: OnPly): SVGSVGElement {
  const longest = Math.max(1, ...game.ms);
  const axes = {
    height: 160,
    label: 'time by move, ms',
    yRange: [0, longest],
    yTitle: 'time for the move, ms',
  } as const;
  return graph(game, width, axes, onPly, ({ drawing, x, y, bottom }) => {
    const barWidth = Math.max(1, (x(1) - x(0)) * 0.8);
    game.ms.forEach((ms, k) => {
      if (ms <= 0) return;
      const bar = { x: x(k + 1) - barWidth / 2, width: barWidth, y: y(ms), height: bottom - y(ms) };
      drawing.append(svg('rect', { ...bar, fill: COLORS[k % 2], class: 'time' }));
    });
  });
}

/** A graph over the moves of a game, with a cursor. */
function graph(
  game: ReportGame,
  width: number,
  axes: Pick<FrameOptions, 'height' | 'label' | 'yRange' | 'yTitle' | 'yTicks'>,
  onPly: OnPly,
  draw: (frame: Frame) => void,
): SVGSVGElement {
  const count = plyCount(game);
  // Half a move of space on the right for the last bar.
  const frame = openFrame({ ...axes, width, xRange: [0, Math.max(1, count) + 0.5], xTitle: 'move' });
  draw(frame);
  const { drawing, x, left, top, bottom } = frame;
  const step = x(1) - x(0);
  drawing.append(svg('line', { y1: top, y2: bottom, class: 'cursor', 'data-left': x(0), 'data-step': step }));
  drawing.addEventListener('click', (event) => {
    const box = drawing.getBoundingClientRect();
    const clicked = ((event.clientX - box.left) / box.width) * width;
    onPly(Math.round((clicked - left) / step));
  });
  return drawing;
}

/** @returns a score in points from Black's view; forced wins are beyond all other scores */
function blackPoints(score: ReportGame['scores'][number], ply: number): number | null {
  if (score === null) return null;
  const own = typeof score === 'number' ? score : score.startsWith('-') ? -WIN : WIN;
  return ply % 2 === 0 ? own : -own;
}

/** Compresses scores so that small ones are distinguishable and large ones fit. @returns -1 to 1 */
function squeeze(value: number): number {
  return Math.sign(value) * (Math.log1p(Math.abs(value) / 50) / Math.log1p(WIN / 50));
}

const EVALUATION_TICKS: readonly Tick[] = [-WIN, -1000, -100, 0, 100, 1000, WIN].map((value) => ({
  value: squeeze(value),
  label: Math.abs(value) < WIN ? minus(value) : value < 0 ? '\u2212win' : 'win',
}));
