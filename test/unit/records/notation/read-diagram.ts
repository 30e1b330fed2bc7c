/**
 * What tests do with boards as text. A mark is read as an empty point, so one picture can be both the question and the
 * answer.
 */
import type { Color } from '../../../../src/core/color.ts';
import type { XY } from '../../../../src/core/point.ts';
import type { Rule } from '../../../../src/core/rule.ts';
import {
  FORBIDDEN_MARKS,
  type MarkOf,
  parseDiagram,
  symbolRows,
  WIN_MARK,
} from '../../../../src/records/notation/diagram.ts';
import type { Position } from '../../../../src/rules/position.ts';
import { judgeMove } from '../../../../src/rules/referee.ts';

export { parseDiagram };

/** @returns the points of a picture that carry `mark`, row by row */
export function markedPoints(text: string, mark: string): XY[] {
  return symbolRows(text).flatMap((row, y) => row.flatMap((symbol, x) => (symbol === mark ? [{ x, y }] : [])));
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
  return symbolRows(text)
    .map((row) => row.join(' '))
    .join('\n');
}
