/**
 * Reads boards as text, which src/records/notation/diagram.ts draws. A mark is read as an empty point, so one picture can
 * be both the question and the answer; `*` marks a move that wins.
 */
import { BLACK, BLOCKED, type Color, EMPTY, WHITE } from '../../../../src/core/color.ts';
import type { XY } from '../../../../src/core/point.ts';
import type { Rule } from '../../../../src/core/rule.ts';
import { FORBIDDEN_MARKS, type MarkOf } from '../../../../src/records/notation/diagram.ts';
import { emptyPosition, type Position } from '../../../../src/rules/position.ts';
import { judgeMove } from '../../../../src/rules/referee.ts';

/** Marks an empty point where a move wins at once. */
const WIN_MARK = '*';

const STONE_SYMBOLS: Readonly<Record<string, number>> = {
  '.': EMPTY,
  X: BLACK,
  O: WHITE,
  '#': BLOCKED,
};
const MARKS = [...Object.values(FORBIDDEN_MARKS), WIN_MARK];

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

/** @returns marks for what each move of `color` would do: `*` where it wins, 3, 4 and 6 where it is a foul */
export function outcomeMarks(position: Position, rule: Rule, color: Color): MarkOf {
  return ({ x, y }) => {
    const { outcome, forbidden } = judgeMove(position, rule, x, y, color);
    if (outcome === 'win') return WIN_MARK;
    return forbidden === null ? null : FORBIDDEN_MARKS[forbidden.kind];
  };
}

/** @returns a picture as drawDiagram() would draw it: margins removed, one blank between points, marks kept */
export function tidy(text: string): string {
  return rowsOf(text)
    .map((row) => row.join(' '))
    .join('\n');
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
