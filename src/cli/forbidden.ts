/**
 * `tengen forbidden`: draws a board with the points Black may not play and tells why.
 */
import { parseArgs } from 'node:util';
import { nameOf, parseMoves, type XY } from '../core/point.ts';
import { anyRuleCodeOf, RULE_CHOICES, type Rule, ruleFromCode, ruleHelp, ruleNameOf } from '../core/rule.ts';
import { RENJU } from '../core/rule-code.ts';
import { counted } from '../core/text.ts';
import { drawLabelled, forbiddenMarks } from '../notation/diagram.ts';
import {
  explainForbidden,
  type Forbidden,
  type ForbiddenLine,
  forbiddenPoints,
  type Position,
  positionOf,
} from '../rules/index.ts';
import { wrongOption } from './wrong-option.ts';

/** What a subcommand leaves for main to print and to exit with: 0 done, 2 wrong usage. */
export interface CommandResult {
  readonly code: number;
  readonly lines: string[];
}

export const FORBIDDEN_USAGE = 'tengen forbidden <moves> [--size 15] [--rule renju]';

const HELP = [
  `Usage: ${FORBIDDEN_USAGE}`,
  'Draws the board after moves such as h8i9j10, row 1 at the bottom, with the points Black may not play, and tells why:',
  '3 double-three, 4 double-four, 6 overline.',
  '',
  ...ruleHelp(),
  'Exit: 0 done, 2 wrong usage',
];

const OPTIONS = { size: { type: 'string' }, rule: { type: 'string' } } as const;
const DEFAULT_SIZE = 15;
/** Points are named by a letter, and the engine's boards go no further. */
const LARGEST_SIZE = 22;
const SMALLEST_SIZE = 5;

/** A mistake in the arguments; the message is the one line to print. */
class UsageError extends Error {}

interface Request {
  readonly position: Position;
  readonly rule: Rule;
}

/**
 * Draws the board after the moves, with the empty points Black may not play marked 3 (double-three), 4 (double-four) and
 * 6 (overline), and below it one paragraph a point: the kinds of foul and the lines that make it.
 * @param args moves such as `h8i9j10`, Black first, in one argument or several; `--size`; `--rule`, a name or a code as in INFO rule
 */
export function forbiddenCommand(args: readonly string[]): CommandResult {
  if (args.includes('--help') || args.includes('-h')) return { code: 0, lines: HELP };
  try {
    const { position, rule } = readRequest(args);
    if (!rule.renju) {
      return {
        code: 0,
        lines: [...drawLabelled(position), '', `${ruleNameOf(rule.code)} forbids nothing: only renju does`],
      };
    }
    const points = forbiddenPoints(position);
    const board = drawLabelled(position, forbiddenMarks(position));
    return { code: 0, lines: [...board, '', summary(points), ...points.flatMap((point) => explain(position, point))] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: 2, lines: [error.message] };
  }
}

function readRequest(args: readonly string[]): Request {
  const { values, positionals } = readOptions(args);
  const size = readWholeNumber('--size', values.size ?? String(DEFAULT_SIZE));
  if (size < SMALLEST_SIZE || size > LARGEST_SIZE) {
    throw new UsageError(`--size ${size}: expected a board from ${SMALLEST_SIZE} to ${LARGEST_SIZE}`);
  }
  const code = anyRuleCodeOf(values.rule ?? String(RENJU));
  if (code === null) throw new UsageError(`--rule "${values.rule}": expected ${RULE_CHOICES}`);
  const rule = ruleFromCode(code)!;
  if (positionals.length === 0) throw new UsageError(`no moves: expected ${FORBIDDEN_USAGE}, moves such as h8i9j10`);
  return { position: readPosition(positionals.join('').trim(), size), rule };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(wrongOption(error, Object.keys(OPTIONS), 'tengen forbidden'));
  }
}

function readWholeNumber(option: string, text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new UsageError(`${option} "${text}": expected a whole number`);
  return Number(text);
}

function readPosition(text: string, size: number): Position {
  const moves = parseMoves(text, size);
  if (moves === null) {
    throw new UsageError(`moves "${text}": expected points such as h8i9j10, a letter and a number each`);
  }
  const black = moves.filter((_, ply) => ply % 2 === 0);
  const white = moves.filter((_, ply) => ply % 2 === 1);
  try {
    return positionOf(size, black, white);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`moves "${text}": ${error.message}`);
    throw error;
  }
}

function summary(points: readonly XY[]): string {
  if (points.length === 0) return 'no forbidden point';
  return counted(points.length, 'forbidden point');
}

function explain(position: Position, point: XY): string[] {
  // Not null: the point comes from the list of forbidden ones.
  const { kinds, lines } = explainForbidden(position, point.x, point.y) as Forbidden;
  const name = (at: XY) => nameOf(at, position.height);
  return [`${name(point)}: ${kinds.join(', ')}`, ...lines.map((line) => `  ${describeLine(line, name)}`)];
}

/** @returns one line that makes a point forbidden, in words; `name` says how points are called */
export function describeLine(line: ForbiddenLine, name: (point: XY) => string): string {
  const stones = line.points.map(name).join(' ');
  switch (line.kind) {
    case 'overline':
      return `row of ${line.points.length}: ${stones}`;
    case 'four':
      return `four: ${stones}, five at ${line.fiveAt.map(name).join(' or ')}`;
    case 'three':
      return `three: ${stones}, straight four at ${line.straightFourAt.map(name).join(' or ')}`;
  }
}
