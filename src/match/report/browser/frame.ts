/** What charts have in common: a drawing with an axis, and the scales that place things in it. */

import { svg } from './dom.ts';

type Range = readonly [from: number, to: number];

/** An empty chart. Lengths are units of the drawing. */
export interface Frame {
  readonly drawing: SVGSVGElement;
  /** Places of a value across and upwards. */
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @returns a drawing without anything in it */
export function emptyDrawing(width: number, height: number, label: string): SVGSVGElement {
  return svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': label });
}

/** @returns a step of 1, 2 or 5 times a power of ten that gives about so many lines */
export function niceStep(range: number, lines: number): number {
  const raw = range / lines || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= raw)!;
}

/** @returns an empty chart with lines across and their values */
export function openFrame(width: number, height: number, [x0, x1]: Range, [y0, y1]: Range, label: string): Frame {
  const [left, right, top, bottom] = [46, width - 8, 8, height - 18];
  const x = (value: number) => left + ((value - x0) / (x1 - x0 || 1)) * (right - left);
  const y = (value: number) => bottom - ((value - y0) / (y1 - y0 || 1)) * (bottom - top);
  const drawing = emptyDrawing(width, height, label);
  const step = niceStep(y1 - y0, 4);
  for (let value = Math.ceil(y0 / step) * step; value <= y1 + step * 1e-6; value += step) {
    const line = Math.abs(value) < step / 1e6 ? 'zero' : 'grid';
    drawing.append(
      svg('line', { x1: left, x2: right, y1: y(value), y2: y(value), class: line }),
      svg('text', { x: left - 5, y: y(value) + 4, 'text-anchor': 'end' }, Math.round(value * 1000) / 1000),
    );
  }
  return { drawing, x, y, left, right, top, bottom };
}
