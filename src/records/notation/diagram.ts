/**
 * Boards as text: `X` black, `O` white, `.` empty, `#` blocked, one line per row from the top, blanks as you like.
 *
 * On a drawing an empty point can carry a mark: `3` double-three, `4` double-four, `6` overline.
 */
import { EMPTY } from '../../core/color.ts';
import { letterOf, type XY } from '../../core/point.ts';
import { cellAt, type Position } from '../../rules/position.ts';
import { type ForbiddenKind, forbiddenAt } from '../../rules/renju.ts';

/** What a kind of foul is marked with. */
export const FORBIDDEN_MARKS: Readonly<Record<ForbiddenKind, string>> = {
  'double-three': '3',
  'double-four': '4',
  overline: '6',
};

const SYMBOL_OF_CELL = '.XO#';

/** What to draw on the empty points: a symbol, or null for a plain `.`. */
export type MarkOf = (point: XY) => string | null;

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
