/**
 * Boards as text: `X` black, `O` white, `.` empty, `#` blocked, one line per row from the top, blanks as you like.
 *
 * On a drawing an empty point can carry a mark: `3` double-three, `4` double-four, `6` overline, `*` a move that wins.
 * Read back, a mark is an empty point.
 */
import { BLACK, BLOCKED, type Color, EMPTY, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { letterOf, type XY } from '../../core/point.ts';
import type { Rule } from '../../core/rule.ts';
import { cellAt, emptyPosition, type Position } from '../../rules/position.ts';
import { type ForbiddenKind, forbiddenAt } from '../../rules/renju.ts';

export const FORBIDDEN_MARKS: Readonly<Record<ForbiddenKind, string>> = {
  'double-three': '3',
  'double-four': '4',
  overline: '6',
};

export const WIN_MARK = '*';

const SYMBOL_OF_CELL = '.XO#';
const CELLS: Readonly<Record<string, number>> = {
  ...{ '.': EMPTY, X: BLACK, O: WHITE, '#': BLOCKED },
  ...Object.fromEntries([...Object.values(FORBIDDEN_MARKS), WIN_MARK].map((mark) => [mark, EMPTY])),
};

/** What to draw on the empty points: a symbol, or null for a plain `.`. */
export type MarkOf = (point: XY) => string | null;

/**
 * Reads a board.
 *
 *     parseDiagram('. . .\n. X O\n. . .').cells; // Uint8Array [0, 0, 0, 0, 1, 2, 0, 0, 0]
 *
 * @throws UserError if a symbol is unknown or the rows differ in length
 */
export function parseDiagram(text: string): Position {
  const rows = symbolRows(text);
  const width = rows[0]?.length ?? 0;
  if (width === 0) throw new UserError('diagram: expected at least one row');
  const position = emptyPosition(width, rows.length);
  for (const [y, row] of rows.entries()) {
    if (row.length !== width) throw new UserError(`diagram row ${y + 1}: ${row.length} points, expected ${width}`);
    position.cells.set(row.map(cellOfSymbol), y * width);
  }
  return position;
}

function cellOfSymbol(symbol: string): number {
  if (Object.hasOwn(CELLS, symbol)) return CELLS[symbol];
  throw new UserError(`diagram symbol "${symbol}": expected one of X O . # 3 4 6 ${WIN_MARK}`);
}

/** @returns the symbols of each row of a diagram; empty lines are skipped */
export function symbolRows(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => [...line.replace(/\s+/g, '')])
    .filter((row) => row.length > 0);
}

/**
 * Draws a board, one blank between points, no blank at the ends, rows separated by newlines.
 *
 *     drawDiagram(engine.position); // '. . .\n. X O\n. . .'
 */
export function drawDiagram(position: Position, markOf: MarkOf = () => null): string {
  return drawRows(position, markOf).join('\n');
}

/**
 * Draws a board with column letters above and row numbers in front, as points are named.
 *
 *     drawLabeled(engine.position); // ['   a b c', ' 3 . . .', ' 2 . X O', ' 1 . . .']
 *
 * @returns one line per row of the board and one for the letters
 */
export function drawLabeled(position: Position, markOf: MarkOf = () => null): string[] {
  const letters = Array.from({ length: position.width }, (_, x) => letterOf(x)).join(' ');
  const rows = drawRows(position, markOf).map((row, y) => `${String(position.height - y).padStart(2)} ${row}`);
  return [`   ${letters}`, ...rows];
}

/**
 * @param rule default: renju
 * @param color default: Black
 * @returns marks 3, 4 and 6 for the points that `color` may not play
 *
 *     drawDiagram(position, forbiddenMarks(position));
 */
export function forbiddenMarks(position: Position, rule?: Rule, color?: Color): MarkOf {
  return ({ x, y }) => {
    const kind = forbiddenAt(position, x, y, rule, color);
    return kind === null ? null : FORBIDDEN_MARKS[kind];
  };
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
