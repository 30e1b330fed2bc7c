/** `tengen forbidden`: draws a board with the forbidden points, and explains why. */
import { BLACK, type Color, WHITE } from '../core/color.ts';
import { type Command, readArguments, type Syntax } from '../core/command.ts';
import { UserError } from '../core/errors.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/limits.ts';
import { nameOf, parseMoves } from '../core/point.ts';
import { ANY_RULE, forbiddenSide, hasForbidden, type Rule, ruleFromCode, ruleNameOf } from '../core/rule.ts';
import { RENJU } from '../core/rule-code.ts';
import { counted } from '../core/text.ts';
import { shownText, whole } from '../core/values.ts';
import { drawLabeled, forbiddenMarks } from '../records/notation/diagram.ts';
import { forbiddenPoints, type Position, positionOf } from '../rules/index.ts';
import { foulLines } from './play/words.ts';

const SYNTAX = {
  options: {
    size: { type: whole(MIN_SIZE, MAX_SIZE), default: 15, help: 'board side' },
    rule: {
      type: ANY_RULE,
      default: RENJU,
      help: 'rule of the game: renju, or omok for the forbidden points of the side to move',
    },
  },
  operands: { noun: 'move', min: 1, max: Number.POSITIVE_INFINITY, expected: 'moves such as h8i9j10' },
} as const satisfies Syntax;

/** `tengen forbidden`. The moves, Black first, may be one argument or several. */
export const COMMAND: Command = {
  name: 'forbidden',
  summary: 'shows the forbidden moves of renju and omok, and why',
  usages: ['MOVES [options]'],
  about: [
    'Draws the board after moves such as h8i9j10, row 1 at the bottom, marks the points forbidden to Black, in omok to the side to move (3 double-three, 4 double-four, 6 overline), and explains each.',
  ],
  ...SYNTAX,
  exits: { 0: 'done' },
  prepare(args) {
    const { values, operands } = readArguments(SYNTAX, args, 'tengen forbidden');
    const rule = ruleFromCode(values.rule)!;
    const { position, toMove } = readPosition(operands.join('').trim(), values.size);
    const lines = forbiddenLines(position, rule, forbiddenSide(rule, toMove));
    return () => {
      process.stdout.write(`${lines.join('\n')}\n`);
      return 0;
    };
  },
};

/**
 * @returns the board, with the forbidden points of `color` marked 3 (double-three), 4 (double-four) and 6
 * (overline), followed by one paragraph per point: the kinds of foul and the lines that make it
 */
function forbiddenLines(position: Position, rule: Rule, color: Color): string[] {
  if (!hasForbidden(rule))
    return [...drawLabeled(position), '', `${ruleNameOf(rule.code)} has no forbidden points: only renju and omok do`];
  const points = forbiddenPoints(position, rule, color);
  const board = drawLabeled(position, forbiddenMarks(position, rule, color));
  const count = points.length === 0 ? 'no forbidden points' : counted(points.length, 'forbidden point');
  return [...board, '', count, ...points.flatMap((point) => foulLines(position, rule, color, point, nameOf))];
}

function readPosition(text: string, size: number): { position: Position; toMove: Color } {
  const moves = parseMoves(text, size);
  if (moves === null) {
    throw new UserError(`moves ${shownText(text)}: expected points such as h8i9j10, a letter and a number each`);
  }
  const black = moves.filter((_, ply) => ply % 2 === 0);
  const white = moves.filter((_, ply) => ply % 2 === 1);
  try {
    return { position: positionOf(size, black, white), toMove: moves.length % 2 === 0 ? BLACK : WHITE };
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`moves ${shownText(text)}: ${error.message}`);
    throw error;
  }
}
