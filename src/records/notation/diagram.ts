/**
 * Boards as text: `X` black, `O` white, `.` empty, `#` blocked, one line per row from the top, blanks as you like.
 *
 * On a drawing an empty point can carry a mark: `3` double-three, `4` double-four, `6` overline, `*` a move that wins.
 * Read back, a mark is an empty point, so one picture can be both the question and the answer.
 */
import { BLACK, BLOCKED, type Color, EMPTY, WHITE } from '../../core/color.ts';
import { letterOf, type XY } from '../../core/point.ts';
import type { Rule } from '../../core/rule.ts';
import { cellAt, emptyPosition, type Position } from '../../rules/position.ts';
import { judgeMove } from '../../rules/referee.ts';
import { type ForbiddenKind, forbiddenAt } from '../../rules/renju.ts';

/** What a kind of foul is marked with. */
export const FORBIDDEN_MARKS: Readonly<Record<ForbiddenKind, string>> = {
  'double-three': '3',
  'double-four': '4',
  overline: '6',
};

/** Marks an empty point where a move wins at once. */
export const WIN_MARK = '*';

const STONE_SYMBOLS: Readonly<Record<string, number>> = {
  '.': EMPTY,
  X: BLACK,
  O: WHITE,
  '#': BLOCKED,
};
const SYMBOL_OF_CELL = '.XO#';
const MARKS = [...Object.values(FORBIDDEN_MARKS), WIN_MARK];

/** What to draw on the empty points: a symbol, or null for a plain `.`. */
export type MarkOf = (point: XY) => string | null;

/**
 * Reads a board.
 * @throws RangeError if a symbol is unknown or the rows differ in length
 */
export function parseDiagram(text: string): Position {
  const rows = rowsOf(text);
  const width = rows[0]?.length ?? 0;
  if (width === 0) throw new RangeError('diagram: expected at least one row');
  const position = emptyPosition(width, rows.length);
  rows.forEach((row, y) => {
    if (row.length !== width) throw new RangeError(`diagram row ${y + 1}: ${row.length} points, expected ${width}`);
    row.forEach((symbol, x) => {
      position.cells[y * width + x] = cellOfSymbol(symbol);
    });
  });
  return position;
}

/** @returns the points of a picture that carry `mark`, row by row */
export function markedPoints(text: string, mark: string): XY[] {
  return rowsOf(text).flatMap((row, y) => row.flatMap((symbol, x) => (symbol === mark ? [{ x, y }] : [])));
}

/** Draws a board, one blank between points, no blank at the ends, rows separated by newlines. */
export function drawDiagram(position: Position, markOf: MarkOf = () => null): string {
  return drawRows(position, markOf).join('\n');
}

/**
 * Draws a board with column letters above and row numbers in front, as points are named.
 * @returns one line per row of the board and one for the letters
 */
export function drawLabeled(position: Position, markOf: MarkOf = () => null): string[] {
  const letters = Array.from({ length: position.width }, (_, x) => letterOf(x)).join(' ');
  const rows = drawRows(position, markOf).map((row, y) => `${String(position.height - y).padStart(2)} ${row}`);
  return [`   ${letters}`, ...rows];
}

/** @returns marks 3, 4 and 6 for the points Black may not play under renju */
export function forbiddenMarks(position: Position): MarkOf {
  return ({ x, y }) => {
    const kind = forbiddenAt(position, x, y);
    return kind === null ? null : FORBIDDEN_MARKS[kind];
  };
}

/** @returns marks for what each move of `color` would do: `*` where it wins, 3, 4 and 6 where it is a foul */
export function outcomeMarks(position: Position, rule: Rule, color: Color): MarkOf {
  return ({ x, y }) => {
    const { outcome, forbidden } = judgeMove(position, rule, x, y, color);
    if (outcome === 'win') return WIN_MARK;
    return forbidden === null ? null : FORBIDDEN_MARKS[forbidden.kind];
  };
}

/** @returns a picture as {@link drawDiagram} would draw it: margins removed, one blank between points, marks kept */
export function tidy(text: string): string {
  return rowsOf(text)
    .map((row) => row.join(' '))
    .join('\n');
}

function drawRows(position: Position, markOf: MarkOf): string[] {
  const rows: string[] = [];
  for (let y = 0; y < position.height; y++) {
    const symbols: string[] = [];
    for (let x = 0; x < position.width; x++) {
      const cell = cellAt(position, x, y);
      symbols.push((cell === EMPTY ? markOf({ x, y }) : null) ?? SYMBOL_OF_CELL[cell]);
    }
    rows.push(symbols.join(' '));
  }
  return rows;
}

/** The symbols of each row; empty lines are skipped. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => [...line.replace(/\s+/g, '')])
    .filter((row) => row.length > 0);
}

function cellOfSymbol(symbol: string): number {
  if (MARKS.includes(symbol)) return EMPTY;
  const cell = STONE_SYMBOLS[symbol];
  if (cell === undefined)
    throw new RangeError(`diagram symbol "${symbol}": expected one of X O . # ${MARKS.join(' ')}`);
  return cell;
}
