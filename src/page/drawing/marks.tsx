/** The marks over the stones. Every kind has its own shape: colors only help. */
import { BLACK, type Color, EMPTY, sideName } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import type { Shape } from '../../play/review/marks.ts';
import { at, STEP, STONE } from '../../records/notation/board-drawing.ts';

/** A stone that is only shown: part of a line of play, or a move that the next tap plays. */
export interface Ghost {
  readonly point: XY;
  readonly color: Color;
  readonly label: string;
}

/** A line that explains a forbidden point: stones in a row, and the points where it can grow. */
export interface Explanation {
  readonly points: readonly XY[];
  readonly ends: readonly XY[];
}

export type Mark =
  /** A forbidden point: 3 double-three, 4 double-four, 6 overline. */
  | { readonly kind: 'foul'; readonly point: XY; readonly digit: string }
  | { readonly kind: 'hint'; readonly point: XY }
  /** A candidate move: its rank from 1 and its value. */
  | { readonly kind: 'value'; readonly point: XY; readonly rank: number; readonly text: string }
  | {
      readonly kind: 'threat';
      readonly point: XY;
      readonly strength: 'win' | 'double' | 'single';
      readonly color: Color;
      /** Whether it gives way to another mark of the point. */
      readonly isAside: boolean;
    }
  /** A letter that the user wrote on a point. */
  | { readonly kind: 'letter'; readonly point: XY; readonly text: string; readonly cell: number }
  | { readonly kind: 'shape'; readonly point: XY; readonly shape: Shape }
  | { readonly kind: 'arrow'; readonly point: XY; readonly from: XY }
  | { readonly kind: 'book'; readonly point: XY }
  | { readonly kind: 'last'; readonly point: XY; readonly isOnBlack: boolean; readonly isNumbered: boolean };

export function MarkView({ mark }: { readonly mark: Mark }) {
  const [x, y] = [at(mark.point.x), at(mark.point.y)];
  switch (mark.kind) {
    case 'foul':
      return (
        <g class="mark-foul">
          <path d={`M${x - 9} ${y - 9}l18 18m0 -18l-18 18`} />
          <circle cx={x} cy={y} r="7" />
          <text x={x} y={y + 3.8}>
            {mark.digit}
          </text>
        </g>
      );
    case 'hint':
      return <circle class="mark-hint" cx={x} cy={y} r={STONE} />;
    case 'value':
      return (
        <g class={mark.rank === 1 ? 'mark-value best' : 'mark-value'}>
          <circle cx={x} cy={y} r={STONE} />
          <text class="worth" x={x} y={y + 1}>
            {mark.text}
          </text>
          <text class="rank" x={x} y={y + 10}>
            {mark.rank}
          </text>
        </g>
      );
    case 'threat':
      return (
        <g transform={mark.isAside ? `translate(${x - 11} ${y - 11}) scale(.7)` : `translate(${x} ${y})`}>
          <ThreatView strength={mark.strength} color={mark.color} />
        </g>
      );
    case 'letter':
      return (
        <g class={`mark-letter ${mark.cell === EMPTY ? 'empty' : mark.cell === BLACK ? 'black' : 'white'}`}>
          {mark.cell === EMPTY && <circle cx={x} cy={y} r="9.5" />}
          <text x={x} y={y + 5}>
            {mark.text}
          </text>
        </g>
      );
    case 'shape':
      return <Outline d={SHAPES[mark.shape]} place={`translate(${x} ${y})`} />;
    case 'arrow': {
      const [fromX, fromY] = [at(mark.from.x), at(mark.from.y)];
      const length = Math.hypot(x - fromX, y - fromY) - 4;
      const degrees = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
      return (
        <Outline d={`M0 0h${length}m-11 -7l11 7l-11 7`} place={`translate(${fromX} ${fromY}) rotate(${degrees})`} />
      );
    }
    case 'book':
      return <path class="mark-book" d={`M${x + 12} ${y - 16}l4 4l-4 4l-4 -4z`} />;
    case 'last':
      return mark.isNumbered ? (
        <circle class="mark-last-ring" cx={x} cy={y} r={STONE + 1} />
      ) : (
        <path class={mark.isOnBlack ? 'mark-last on-black' : 'mark-last'} d={`M${x} ${y - 5.5}l5.2 9h-10.4z`} />
      );
  }
}

/** Larger than the number of a stone. */
const SHAPES: Readonly<Record<Shape, string>> = {
  circle: 'M-9.5 0a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0 -19 0z',
  triangle: 'M0 -11l9.5 16.5h-19z',
  square: 'M-8.5 -8.5h17v17h-17z',
  cross: 'M-8.5 -8.5l17 17m0 -17l-17 17',
};

/** Lines with a light border, to be seen on stones of either color and on wood. */
function Outline({ d, place }: { readonly d: string; readonly place: string }) {
  return (
    <g class="outline" transform={place}>
      <path d={d} />
      <path d={d} />
    </g>
  );
}

/** Black's are square, White's round; a win is filled, a double threat has two outlines, a single one has one. */
function ThreatView({ strength, color }: { strength: 'win' | 'double' | 'single'; color: Color }) {
  const shape = (r: number) =>
    color === BLACK ? <rect x={-r} y={-r} width={2 * r} height={2 * r} /> : <circle r={r} />;
  const name = `mark-threat ${sideName(color)}`;
  if (strength === 'win') return <g class={`${name} full`}>{shape(6)}</g>;
  return (
    <g class={name}>
      {shape(6.5)}
      {strength === 'double' && shape(3)}
    </g>
  );
}

export function GhostView({ point, color, label }: Ghost) {
  const [x, y] = [at(point.x), at(point.y)];
  return (
    <g class={color === BLACK ? 'ghost black' : 'ghost white'}>
      <circle cx={x} cy={y} r={STONE} />
      <text x={x} y={y + 4.2}>
        {label}
      </text>
    </g>
  );
}

export function ExplanationView({ points, ends }: Explanation) {
  const all = [...points, ...ends].sort((a, b) => a.x - b.x || a.y - b.y);
  const [first, last] = [all[0], all[all.length - 1]];
  return (
    <g class="explanation">
      <line x1={at(first.x)} y1={at(first.y)} x2={at(last.x)} y2={at(last.y)} />
      {ends.map((end) => (
        <rect
          key={`${end.x},${end.y}`}
          x={at(end.x) - STEP / 5}
          y={at(end.y) - STEP / 5}
          width={(2 * STEP) / 5}
          height={(2 * STEP) / 5}
        />
      ))}
    </g>
  );
}
