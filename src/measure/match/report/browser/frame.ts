/** Common parts of charts: a drawing with axes, and their scales. */
import { svg } from './dom.ts';
import { minus } from './words.ts';

type Range = readonly [from: number, to: number];

export interface Tick {
  readonly value: number;
  readonly label: string;
}

export interface FrameOptions {
  readonly width: number;
  readonly height: number;
  /** Description of the drawing for screen readers. */
  readonly label: string;
  readonly xRange: Range;
  readonly yRange: Range;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Positions of the horizontal lines, if not at round values. */
  readonly yTicks?: readonly Tick[];
}

/** An empty chart. Lengths are units of the drawing. */
export interface Frame {
  readonly drawing: SVGSVGElement;
  /** Horizontal and vertical position of a value. */
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const [MIN_WIDTH, MAX_WIDTH] = [280, 640];
/** Margins of a chart for labels and titles. */
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 12, 24, 34];
/** Width of a tick label on the horizontal axis. */
const TICK_ROOM = 60;

/** @returns the width of a chart in this box: units of the drawing are pixels, so that its text can be read */
export function chartWidth(box: Element): number {
  return Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, box.clientWidth));
}

export function emptyDrawing(width: number, height: number, label: string): SVGSVGElement {
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': label });
}

/** @returns a step of 1, 2 or 5 times a power of ten that gives about this many lines */
export function niceStep(range: number, lines: number): number {
  const raw = range / lines || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= raw)!;
}

/** @returns round values between both ends, with their labels @param min smallest step */
export function niceTicks([from, to]: Range, lines: number, min = 0): Tick[] {
  const step = Math.max(min, niceStep(to - from, lines));
  const ticks: Tick[] = [];
  for (let value = Math.ceil(from / step) * step; value <= to + step * 1e-6; value += step) {
    ticks.push({ value, label: minus(Math.round(value * 1000) / 1000) });
  }
  return ticks;
}

/** @returns an empty chart with grid lines, and the values and titles of both axes */
export function openFrame(options: FrameOptions): Frame {
  const { width, height, xRange, yRange, xTitle, yTitle } = options;
  const [[x0, x1], [y0, y1]] = [xRange, yRange];
  const [left, right, top, bottom] = [LEFT, width - RIGHT, TOP, height - BOTTOM];
  const x = (value: number) => left + ((value - x0) / (x1 - x0 || 1)) * (right - left);
  const y = (value: number) => bottom - ((value - y0) / (y1 - y0 || 1)) * (bottom - top);
  const drawing = emptyDrawing(width, height, options.label);
  for (const { value, label } of options.yTicks ?? niceTicks(yRange, 4)) {
    const kind = Math.abs(value) < (y1 - y0) / 1e6 ? 'zero' : 'grid';
    drawing.append(
      svg('line', { x1: left, x2: right, y1: y(value), y2: y(value), class: kind }),
      svg('text', { x: left - 5, y: y(value) + 4, 'text-anchor': 'end' }, label),
    );
  }
  for (const { value, label } of niceTicks(xRange, (right - left) / TICK_ROOM, 1)) {
    drawing.append(
      svg('line', { x1: x(value), x2: x(value), y1: bottom, y2: bottom + 4, class: 'zero' }),
      svg('text', { x: x(value), y: bottom + 15, 'text-anchor': 'middle' }, label),
    );
  }
  drawing.append(
    svg('text', { x: 2, y: 11, class: 'axis' }, yTitle),
    svg('text', { x: right, y: height - 4, 'text-anchor': 'end', class: 'axis' }, xTitle),
  );
  return { drawing, x, y, left, right, top, bottom };
}
