/** Draws the course of a fit, as a small SVG that needs no style sheet. */

export interface Curve {
  readonly name: string;
  readonly color: string;
  /** Loss by iteration or epoch. */
  readonly points: readonly number[];
}

const WIDTH = 480;
const HEIGHT = 240;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 24;
const RIGHT = 12;

/** @param span label of the x axis @returns an SVG with one line for each curve; y is the loss */
export function curvesSvg(title: string, curves: readonly Curve[], span: string): string {
  const all = curves.flatMap(({ points }) => points);
  const low = Math.min(...all);
  const high = Math.max(...all, low + 1e-6);
  const longest = Math.max(...curves.map(({ points }) => points.length));
  const x = (i: number) => LEFT + ((WIDTH - LEFT - RIGHT) * i) / Math.max(1, longest - 1);
  const y = (loss: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - loss)) / (high - low);
  const text = (at: number, down: number, content: string, anchor = 'start', color = '#444') =>
    `<text x="${at}" y="${down.toFixed(1)}" text-anchor="${anchor}" fill="${color}">${content}</text>`;
  const lines = curves.map(({ color, points }) => {
    const path = points.map((loss, i) => `${x(i).toFixed(1)},${y(loss).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${path}"/>`;
  });
  const names = curves.map(({ name, color }, i) => text(WIDTH - RIGHT, TOP + 14 * (i + 1), name, 'end', color));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="#999"/>`,
    text(LEFT, 14, title),
    text(LEFT - 4, y(high) + 4, high.toFixed(4), 'end'),
    text(LEFT - 4, y(low) + 4, low.toFixed(4), 'end'),
    text(WIDTH - RIGHT, HEIGHT - 10, span, 'end'),
    ...lines,
    ...names,
    '</svg>',
    '',
  ].join('\n');
}
