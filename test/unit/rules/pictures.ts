/**
 * Pictures that are question and answer at once. `*` marks where the move wins, 3, 4 and 6 what Black may not play; at
 * every other empty point nothing happens.
 */
import { expect } from 'vitest';
import { BLACK, type Color, WHITE } from '../../../src/core/color.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { drawDiagram } from '../../../src/records/notation/diagram.ts';
import { outcomeMarks, parseDiagram, tidy } from '../records/notation/read-diagram.ts';

/** The meaning of the marks: a rule and the side to move. */
export interface Question {
  readonly code: number;
  readonly winLength?: number;
  readonly color?: Color;
}

/** The rules by name, for tables of pictures. Both sides are alike under all but renju. */
export const RULES = {
  freestyle: { code: 0 },
  standard: { code: 1 },
  renjuBlack: { code: 4 },
  renjuWhite: { code: 4, color: WHITE },
  caro: { code: 8 },
  caroExact: { code: 9 },
} as const satisfies Record<string, Question>;

/** Expects every mark of the picture to be right, and no mark to be missing. */
export function isDrawnRight(picture: string, { code, winLength = 5, color = BLACK }: Question): void {
  const position = parseDiagram(picture);
  expect(drawDiagram(position, outcomeMarks(position, ruleFromCode(code, winLength)!, color))).toBe(tidy(picture));
}

/** @returns the picture with the colors of the stones exchanged */
export function inverted(picture: string): string {
  return picture.replace(/[XO]/g, (symbol) => (symbol === 'X' ? 'O' : 'X'));
}
