/**
 * Shapes on points (CR, TR, SQ, MA) and arrows (AR). A position keeps them as the SGF properties that they are in a
 * file, so values that name no point of the board stay as they are.
 */
import { samePoint, type XY } from '../../core/point.ts';
import { pointOfSgf, pointsBetween, sgfPoint } from '../../records/notation/sgf-text.ts';
import type { GameState } from '../state/game-state.ts';

/** In the order in which {@link mark} goes through them. */
const SHAPES = [
  ['circle', 'CR'],
  ['triangle', 'TR'],
  ['square', 'SQ'],
  ['cross', 'MA'],
] as const;

const ARROW = 'AR';

export type Shape = (typeof SHAPES)[number][0];

export interface Arrow {
  readonly from: XY;
  readonly to: XY;
}

/** A position of a tree. */
interface Marked {
  readonly game: GameState;
  readonly unread: Map<string, readonly string[]>;
}

/** @returns the shapes on points, by `y * width + x` */
export function shapesOf(node: Marked): Map<number, Shape> {
  const shapes = new Map<number, Shape>();
  for (const [shape, name] of SHAPES) {
    for (const { x, y } of valuesOf(node, name).flatMap((value) => pointsOf(node, value))) {
      shapes.set(y * node.game.variant.width + x, shape);
    }
  }
  return shapes;
}

export function arrowsOf(node: Marked): Arrow[] {
  return valuesOf(node, ARROW).flatMap((value) => arrowOf(node, value) ?? []);
}

export function hasMarks(node: Marked): boolean {
  return shapesOf(node).size > 0 || arrowsOf(node).length > 0;
}

/**
 * Draws an arrow, or removes it if it is there. From a point to itself: puts the next shape on the point, and none
 * after the last one.
 */
export function mark(node: Marked, from: XY, to: XY): void {
  if (samePoint(from, to)) nextShape(node, from);
  else {
    const values = valuesOf(node, ARROW);
    const others = values.filter((value) => {
      const arrow = arrowOf(node, value);
      return arrow === null || !samePoint(arrow.from, from) || !samePoint(arrow.to, to);
    });
    const added = others.length < values.length ? [] : [`${sgfPoint(from)}:${sgfPoint(to)}`];
    setValues(node, ARROW, [...others, ...added]);
  }
}

function nextShape(node: Marked, point: XY): void {
  const shape = shapesOf(node).get(point.y * node.game.variant.width + point.x);
  const next = SHAPES.findIndex(([known]) => known === shape) + 1;
  for (const [i, [, name]] of SHAPES.entries()) {
    const others = valuesOf(node, name).flatMap((value) => {
      const points = pointsOf(node, value);
      const rest = points.filter((one) => !samePoint(one, point));
      return rest.length < points.length ? rest.map(sgfPoint) : [value];
    });
    setValues(node, name, i === next ? [...others, sgfPoint(point)] : others);
  }
}

function valuesOf({ unread }: Marked, name: string): readonly string[] {
  return unread.get(name) ?? [];
}

function setValues({ unread }: Marked, name: string, values: readonly string[]): void {
  if (values.length > 0) unread.set(name, values);
  else unread.delete(name);
}

/** @returns what a value names: a point, or the rectangle of a list such as `aa:cc`; nothing for another text */
function pointsOf(node: Marked, value: string): XY[] {
  const [from, to = from, ...more] = cornersOf(node, value);
  return from === undefined || more.length > 0 ? [] : pointsBetween(from, to);
}

function arrowOf(node: Marked, value: string): Arrow | null {
  const [from, to, ...more] = cornersOf(node, value);
  return to === undefined || more.length > 0 || samePoint(from, to) ? null : { from, to };
}

/** @returns the points that colons separate; none if one of them is not on the board */
function cornersOf({ game }: Marked, value: string): XY[] {
  const { width, height } = game.variant;
  const corners = value.split(':').map((text) => pointOfSgf(text.trim()));
  return corners.every((point) => point !== null && point.x < width && point.y < height) ? (corners as XY[]) : [];
}
