/** Charts: ratings, the course of the Elo, evaluation and time of a game. Lengths are units of the drawing, pixels. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ReportData, ReportGame } from '../collect.ts';
import { minus, ranked } from './data.ts';

type Range = readonly [from: number, to: number];

interface Tick {
  readonly value: number;
  readonly label: string;
}

const [MIN_WIDTH, MAX_WIDTH] = [280, 640];
/** Margins of a chart for labels and titles. */
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 12, 24, 34];
/** Width of a tick label on the horizontal axis. */
const TICK_ROOM = 60;
/** Intervals are clipped at this, in Elo. */
const WIDEST_ERROR = 400;
const NAME_LENGTH = 18;
const NAME_WIDTH = 118;
const ROW_HEIGHT = 26;
/** Score of a forced win, above every other score. */
const WIN = 1e4;
/** Of Black and of White. */
const COLORS = ['var(--a)', 'var(--b)'];

/** A box for drawings, which are as wide as it: units are pixels, so that text can be read. */
export function ChartBox({ id, children }: { id: string; children: (width: number) => ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(MIN_WIDTH);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, box.current?.clientWidth ?? 0)));
    measure();
    // When a phone is turned or a window resized.
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return (
    <div id={id} ref={box}>
      {children(width)}
    </div>
  );
}

interface DrawingProps {
  readonly width: number;
  readonly height: number;
  /** Description of the drawing for screen readers. */
  readonly label: string;
  /** Called with the horizontal position of a click. */
  readonly onClick?: ((x: number) => void) | undefined;
}

function Drawing({ width, height, label, onClick, children }: DrawingProps & { children: ComponentChildren }) {
  const click = ({ currentTarget, clientX }: { currentTarget: Element; clientX: number }) => {
    const box = currentTarget.getBoundingClientRect();
    onClick?.(((clientX - box.left) / box.width) * width);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same
    <svg viewBox={`0 0 ${width} ${height}`} class="chart" role="img" aria-label={label} onClick={click}>
      {children}
    </svg>
  );
}

/**
 * @returns round values between both ends, with their labels: about this many, at steps of 1, 2 or 5 times a power of
 * ten @param min smallest step
 */
function niceTicks([from, to]: Range, lines: number, min = 0): Tick[] {
  const raw = (to - from) / lines || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(min, power * [1, 2, 5, 10].find((factor) => factor * power >= raw)!);
  const ticks: Tick[] = [];
  for (let value = Math.ceil(from / step) * step; value <= to + step * 1e-6; value += step) {
    ticks.push({ value, label: minus(Math.round(value * 1000) / 1000) });
  }
  return ticks;
}

/** Where values are in a chart. */
interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly top: number;
  readonly bottom: number;
}

interface ChartProps extends Omit<DrawingProps, 'onClick'> {
  readonly xRange: Range;
  readonly yRange: Range;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Positions of the horizontal lines, if not at round values. */
  readonly yTicks?: readonly Tick[];
  /** Called with the value on the horizontal axis of a click. */
  readonly onClick?: (x: number) => void;
  readonly children: (scales: Scales) => ComponentChildren;
}

/** A chart with grid lines, and the values and titles of both axes. */
function Chart({ xRange, yRange, xTitle, yTitle, yTicks, onClick, children, ...drawing }: ChartProps) {
  const [[x0, x1], [y0, y1]] = [xRange, yRange];
  const { height } = drawing;
  const [left, right, top, bottom] = [LEFT, drawing.width - RIGHT, TOP, height - BOTTOM];
  const x = (value: number) => left + ((value - x0) / (x1 - x0 || 1)) * (right - left);
  const y = (value: number) => bottom - ((value - y0) / (y1 - y0 || 1)) * (bottom - top);
  const valueAt = (clicked: number) => x0 + ((clicked - left) / (right - left)) * (x1 - x0);
  return (
    <Drawing {...drawing} onClick={(clicked) => onClick?.(valueAt(clicked))}>
      {(yTicks ?? niceTicks(yRange, 4)).map(({ value, label }) => [
        <line
          x1={left}
          x2={right}
          y1={y(value)}
          y2={y(value)}
          class={Math.abs(value) < (y1 - y0) / 1e6 ? 'zero' : 'grid'}
        />,
        <text x={left - 5} y={y(value) + 4} text-anchor="end" children={label} />,
      ])}
      {niceTicks(xRange, (right - left) / TICK_ROOM, 1).map(({ value, label }) => [
        <line x1={x(value)} x2={x(value)} y1={bottom} y2={bottom + 4} class="zero" />,
        <text x={x(value)} y={bottom + 15} text-anchor="middle" children={label} />,
      ])}
      <text x={2} y={11} class="axis" children={yTitle} />
      <text x={right} y={height - 4} text-anchor="end" class="axis" children={xTitle} />
      {children({ x, y, top, bottom })}
    </Drawing>
  );
}

/** Ratings with their intervals. */
export function RatingChart({ width }: { width: number }) {
  const errors = ranked.map(({ elo, eloError }) => Math.abs(elo) + Math.min(eloError ?? 0, WIDEST_ERROR));
  const reach = Math.max(50, ...errors);
  const height = ranked.length * ROW_HEIGHT + 40;
  const [left, right, bottom] = [NAME_WIDTH + 12, width - 15, height - 34];
  const x = (elo: number) => (left + right) / 2 + (elo / reach) * ((right - left) / 2);
  return (
    <Drawing width={width} height={height} label="Elo of each engine with its 95 % interval">
      {niceTicks([-reach, reach], (right - left) / 55).map(({ value, label }) => [
        <line x1={x(value)} x2={x(value)} y1={0} y2={bottom} class={value === 0 ? 'zero' : 'grid'} />,
        <text x={x(value)} y={bottom + 15} text-anchor="middle" children={label} />,
      ])}
      {ranked.map(({ name, elo, eloError }, i) => {
        const y = i * ROW_HEIGHT + ROW_HEIGHT / 2;
        const error = Math.min(eloError ?? reach, WIDEST_ERROR);
        const [low, high] = [x(Math.max(-reach, elo - error)), x(Math.min(reach, elo + error))];
        return [
          <text x={NAME_WIDTH} y={y + 4} text-anchor="end" children={shortened(name)} />,
          <line x1={low} x2={high} y1={y} y2={y} stroke={COLORS[0]} stroke-width={2} />,
          <circle cx={x(elo)} cy={y} r={5} fill={COLORS[0]} />,
        ];
      })}
      <text x={right} y={height - 4} text-anchor="end" class="axis">
        Elo relative to the mean of all engines, with 95 % intervals
      </text>
    </Drawing>
  );
}

function shortened(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}\u2026` : name;
}

type PairingProps = { readonly pairing: ReportData['pairings'][number]; readonly width: number };

/** Elo of a pairing, pair by pair. */
export function HistoryChart({ pairing: { first, second, history }, width }: PairingProps) {
  const last = history.at(-1);
  if (last === undefined || history.length < 2) {
    return <p class="hint">No chart: it needs at least two pairs with a finite Elo.</p>;
  }
  // The first pairs swing so widely that the rest would look flat.
  const settled = history.slice(Math.floor(history.length / 10));
  const low = Math.min(0, ...settled.map(([, , eloLow]) => eloLow));
  const high = Math.max(0, ...settled.map(([, , , eloHigh]) => eloHigh));
  return (
    <Chart
      width={width}
      height={210}
      label="Elo by number of game pairs"
      xRange={[0, last[0]]}
      yRange={[low, high]}
      xTitle="pairs of games"
      yTitle={`Elo of ${shortened(first)} over ${shortened(second)}, with its 95 % interval`}
    >
      {({ x, y, top, bottom }) => {
        const line = (column: 1 | 2 | 3) =>
          history.map((point) => `${x(point[0])},${Math.max(top, Math.min(bottom, y(point[column])))}`);
        return [
          <polygon points={[...line(3), ...line(2).reverse()].join(' ')} fill={COLORS[0]} opacity={0.18} />,
          <polyline points={line(1).join(' ')} fill="none" stroke={COLORS[0]} stroke-width={2} />,
        ];
      }}
    </Chart>
  );
}

interface GraphsProps {
  readonly game: ReportGame;
  readonly plies: number;
  readonly width: number;
  /** Called with the number of plies at a clicked place. */
  readonly onPly: (plies: number) => void;
}

/** Evaluation and time of a game, move by move, with a cursor at the shown one. */
export function GameGraphs({ game, plies, width, onPly }: GraphsProps) {
  const { scores, timesMs } = game;
  // Half a move of space on the right for the last bar.
  const common = { width, xRange: [0, Math.max(1, timesMs.length) + 0.5], xTitle: 'move' } as const;
  const onClick = (x: number) => onPly(Math.round(x));
  const cursor = ({ x, top, bottom }: Scales) => (
    <line class="cursor" x1={x(plies)} x2={x(plies)} y1={top} y2={bottom} />
  );
  const evaluation = ({ x, y }: Scales, parity: number) =>
    scores.flatMap((score, k) => {
      const value = blackPoints(score, k);
      return value === null || k % 2 !== parity ? [] : [`${x(k + 1)},${y(squeeze(value))}`];
    });
  return (
    <>
      <div class="key">
        <b style={{ background: COLORS[0] }} />
        {`${game.black} (Black)`}
        <b style={{ background: COLORS[1] }} />
        {`${game.white} (White)`}
      </div>
      <Chart
        {...common}
        height={230}
        label="evaluation by move, Black up"
        yRange={[-1, 1]}
        yTitle="score, Black up (logarithmic)"
        yTicks={EVALUATION_TICKS}
        onClick={onClick}
      >
        {(scales) => [
          ...COLORS.map((stroke, parity) => {
            const line = { fill: 'none', stroke, 'stroke-width': 2, class: 'evaluation' };
            return <polyline points={evaluation(scales, parity).join(' ')} {...line} />;
          }),
          cursor(scales),
        ]}
      </Chart>
      <Chart
        {...common}
        height={160}
        label="time by move, ms"
        yRange={[0, Math.max(1, ...timesMs)]}
        yTitle="time for the move, ms"
        onClick={onClick}
      >
        {(scales) => {
          const { x, y, bottom } = scales;
          const bar = Math.max(1, (x(1) - x(0)) * 0.8);
          const bars = timesMs.map((ms, k) => {
            const place = { x: x(k + 1) - bar / 2, width: bar, y: y(ms), height: bottom - y(ms) };
            return ms > 0 && <rect {...place} fill={COLORS[k % 2]} class="time" />;
          });
          return [...bars, cursor(scales)];
        }}
      </Chart>
    </>
  );
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
