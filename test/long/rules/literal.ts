/**
 * A second implementation of the rules, independent of src/rules: it writes out lines as text and searches them. Where
 * src/rules follows the row through a stone, this examines windows of a fixed number of points.
 */
import { BLACK, type Color } from '../../../src/core/color.ts';
import type { XY } from '../../../src/core/point.ts';
import type { Rule } from '../../../src/core/rule.ts';
import {
  cellAt,
  copyPosition,
  type ForbiddenKind,
  isLegal,
  isOnBoard,
  type Position,
} from '../../../src/rules/index.ts';

/** Steps to the right, down and along both diagonals. */
const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];

/** A line from edge to edge: its points and, for each, `X` the color in question, `O` the other, `.` empty, `#`. */
interface Line {
  readonly points: readonly XY[];
  readonly text: string;
}

/** @returns true if some line of the board contains a winning row of `color` */
export function hasWon(position: Position, rule: Rule, color: Color): boolean {
  const pattern = winningPattern(rule, color);
  return edgePoints(position).some((point) =>
    linesThrough(position, point, color).some(({ text }) => pattern.test(text)),
  );
}

function winningPattern(rule: Rule, color: Color): RegExp {
  const row = `X{${rule.winLength}}`;
  const exact = rule.caro ? `(?<![XO])${row}(?!X)|(?<!X)${row}(?![XO])` : `(?<!X)${row}(?!X)`;
  if (rule.renju ? color === BLACK : rule.exactFive) return new RegExp(exact);
  return new RegExp(rule.caro ? `X{6}|${exact}` : row);
}

/**
 * What Black may not play at `point` under renju.
 * @returns the first reason in the order overline, double-four, double-three; null if legal or not empty
 */
export function literalForbidden(position: Position, point: XY): ForbiddenKind | null {
  if (!isLegal(position, point.x, point.y)) return null;
  const board = withStone(position, point, BLACK);
  const lines = linesThrough(board, point);
  if (makesFive(board, point)) return null;
  if (lines.some((line) => stretches(line, 6, point).some(({ text }) => text === 'XXXXXX'))) return 'overline';
  const fours = lines.flatMap((line) => foursIn(line, point));
  if (new Set(fours).size > 1) return 'double-four';
  if (lines.filter((line) => holdsThree(board, line, point)).length > 1) return 'double-three';
  return null;
}

/**
 * Omok: does a stone of `color` at the empty `point` make no five and two threes or more? A three: six points, both outer
 * ones empty, three stones on the inner four, no five points with four stones on the same line, and the stone that
 * makes the straight four makes no five and no such double-three.
 */
export function literalDoubleThree(position: Position, point: XY, color: Color): boolean {
  const board = withStone(position, point, color);
  const lines = linesThrough(board, point, color);
  if (lines.some((line) => stretches(line, 5, point).some(({ text }) => text === 'XXXXX'))) return false;
  const threes = lines.filter((line) => {
    if (stretches(line, 5, point).some(({ text }) => /^(?=X*\.X*$)/.test(text))) return false;
    return stretches(line, 6, point).some(({ text, points }) => {
      if (!/^\.(?=X*\.X*\.$)[X.]{4}\.$/.test(text)) return false;
      const fourth = points[text.indexOf('.', 1)];
      const next = linesThrough(withStone(board, fourth, color), fourth, color);
      const isFive = next.some((one) => stretches(one, 5, fourth).some((part) => part.text === 'XXXXX'));
      return !isFive && !literalDoubleThree(board, fourth, color);
    });
  });
  return threes.length > 1;
}

function makesFive(board: Position, point: XY): boolean {
  return linesThrough(board, point).some((line) =>
    stretches(line, 5, point).some((part) => part.text === 'XXXXX' && part.before !== 'X' && part.after !== 'X'),
  );
}

/** Five points with four black stones and one empty point, no black stone next to them: the stones, as a name. */
function foursIn(line: Line, point: XY): string[] {
  return stretches(line, 5, point)
    .filter(({ text, before, after }) => /^(?=X*\.X*$)/.test(text) && before !== 'X' && after !== 'X')
    .map(({ text, points }) => JSON.stringify(points.filter((_, i) => text[i] === 'X')));
}

/** Six points, both outer ones empty with no black stone next to them, and on the inner four three black stones. */
function holdsThree(board: Position, line: Line, point: XY): boolean {
  return stretches(line, 6, point).some(({ text, points, before, after }) => {
    if (!/^\.(?=X*\.X*\.$)[X.]{4}\.$/.test(text) || before === 'X' || after === 'X') return false;
    const fourth = points[text.indexOf('.', 1)];
    return !makesFive(withStone(board, fourth, BLACK), fourth) && literalForbidden(board, fourth) === null;
  });
}

/** Every run of `length` points of the line that contains `point`, with the symbols next to it; '' means the edge. */
function stretches(line: Line, length: number, point: XY) {
  const at = line.points.findIndex(({ x, y }) => x === point.x && y === point.y);
  const found: { text: string; points: readonly XY[]; before: string; after: string }[] = [];
  for (let start = Math.max(0, at - length + 1); start <= at && start + length <= line.text.length; start++) {
    const end = start + length;
    found.push({
      text: line.text.slice(start, end),
      points: line.points.slice(start, end),
      before: line.text.charAt(start - 1),
      after: line.text.charAt(end),
    });
  }
  return found;
}

/** The four lines through a point, each from edge to edge. */
function linesThrough(board: Position, point: XY, color: Color = BLACK): Line[] {
  return STEPS.map(([dx, dy]) => {
    const start = { ...point };
    while (isOnBoard(board, start.x - dx, start.y - dy)) {
      start.x -= dx;
      start.y -= dy;
    }
    return lineFrom(board, start, dx, dy, color);
  });
}

function lineFrom(position: Position, start: XY, dx: number, dy: number, color: Color): Line {
  const points: XY[] = [];
  for (let { x, y } = start; isOnBoard(position, x, y); x += dx, y += dy) points.push({ x, y });
  const symbols = color === BLACK ? '.XO#' : '.OX#';
  return { points, text: points.map(({ x, y }) => symbols[cellAt(position, x, y)]).join('') };
}

/** Every line of the board goes through one of these. */
function edgePoints({ width, height }: Position): XY[] {
  const points: XY[] = [];
  for (let x = 0; x < width; x++) points.push({ x, y: 0 });
  for (let y = 0; y < height; y++) points.push({ x: 0, y }, { x: width - 1, y });
  return points;
}

function withStone(position: Position, { x, y }: XY, color: Color): Position {
  const copy = copyPosition(position);
  copy.cells[y * copy.width + x] = color;
  return copy;
}
