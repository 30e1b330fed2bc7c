/** A problem: a position in which exactly one move wins, or exactly one does not lose. */

import { fnv1a } from '../../core/bytes.ts';
import { BLACK, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { letterOf, pointOfCell, type XY } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { isRuleCode } from '../../core/rule-code.ts';
import { parsePosMoves, posName } from '../../records/notation/pos.ts';
import type { Setup } from '../review/setup.ts';
import { usualWinLength, type Variant } from '../state/variant.ts';

/**
 * What solves it: a win by fours alone, by threes and fours, by leaving Black only a forbidden answer, or the only move
 * that does not lose.
 */
export const KINDS = ['fours', 'threes', 'foul', 'defense'] as const;
export type Kind = (typeof KINDS)[number];

export interface Problem extends Setup {
  readonly kind: Kind;
  readonly rating: number;
  /** The only first move, and for a win the moves after it to the five, with stubborn answers. */
  readonly line: readonly XY[];
}

/** Three cells, each 0 to 2, as one character. */
const TRIPLES = '.abcdefghijklmnopqrstuvwxyz';
const SIDES = 'bw';
const FIELDS = 7;

/**
 * @returns the problem on one line, such as `4 15 foul 1450 b hh8.ab h8i9`: rule, size, kind, rating, side to move, the
 * smallest box with all stones (its left column, top row and width as letters, then its cells, three per character),
 * and the solution in pos notation
 */
export function formatProblem(problem: Problem): string {
  const { kind, rating, line } = problem;
  const [variant, side, board] = fieldsOf(problem);
  return [variant, kind, rating, side, board, line.map(posName).join('')].join(' ');
}

export function parseProblem(text: string): Problem {
  const bad = (what: string) => new UserError(`problem "${text.slice(0, 80)}": ${what}`);
  const fields = text.trim().split(' ');
  if (fields.length !== FIELDS) throw bad(`expected ${FIELDS} fields, found ${fields.length}`);
  const [code, sides, kind, rating, side, board, moves] = fields;
  const [width, height] = sides.split('x').map(Number).concat(Number(sides));
  const rule = isRuleCode(Number(code)) ? ruleFromCode(Number(code), usualWinLength(width, height)) : null;
  const line = parsePosMoves(moves);
  const cells = cellsOf(board, width, height);
  if (rule === null || cells === null) throw bad('invalid rule, size or stones');
  if (!isKind(kind) || !/^\d{3,4}$/.test(rating) || !SIDES.includes(side)) throw bad('invalid kind, rating or side');
  const isEmpty = ({ x, y }: XY) => x < width && y < height && cells[y * width + x] === 0;
  if (line === null || line.length === 0 || !line.every(isEmpty)) throw bad('invalid solution');
  const toPlay = side === SIDES[0] ? BLACK : WHITE;
  return { variant: { rule, width, height }, cells, toPlay, kind, rating: Number(rating), line };
}

/** @returns a short name that depends on the position alone */
export function idOf(setup: Setup): string {
  return hashOf(fieldsOf(setup).join(' '));
}

/** What a list needs to know about a problem; the rest of its line is parsed on demand. */
export interface ListedProblem {
  readonly id: string;
  readonly code: number;
  readonly kind: Kind;
  readonly rating: number;
  readonly text: string;
}

/** @param text as {@link formatProblem} writes it */
export function listedProblem(text: string): ListedProblem {
  const [code, sides, kind, rating, side, board] = text.split(' ');
  const id = hashOf([code, sides, side, board].join(' '));
  return { id, code: Number(code), kind: kind as Kind, rating: Number(rating), text };
}

export function listedProblems(text: string): ListedProblem[] {
  return text.split('\n').filter(Boolean).map(listedProblem);
}

function hashOf(text: string): string {
  return fnv1a(new TextEncoder().encode(text)).toString(36);
}

function isKind(text: string): text is Kind {
  return (KINDS as readonly string[]).includes(text);
}

/** @returns variant, side to move and stones as {@link formatProblem} writes them */
function fieldsOf({ variant, cells, toPlay }: Setup): [variant: string, side: string, board: string] {
  return [`${variant.rule.code} ${sizeText(variant)}`, SIDES[toPlay === BLACK ? 0 : 1], boardText(variant, cells)];
}

function sizeText({ width, height }: Variant): string {
  return width === height ? String(width) : `${width}x${height}`;
}

function boardText({ width }: Variant, cells: Uint8Array): string {
  const stones = Array.from(cells.keys())
    .filter((i) => cells[i] !== 0)
    .map((i) => pointOfCell(i, width));
  const left = Math.min(...stones.map(({ x }) => x));
  const right = Math.max(...stones.map(({ x }) => x));
  const top = Math.min(...stones.map(({ y }) => y));
  const bottom = Math.max(...stones.map(({ y }) => y));
  const inBox: number[] = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) inBox.push(cells[y * width + x]);
  let text = [left, top, right - left].map(letterOf).join('');
  for (let i = 0; i < inBox.length; i += 3) {
    text += TRIPLES[inBox[i] + 3 * (inBox[i + 1] ?? 0) + 9 * (inBox[i + 2] ?? 0)];
  }
  return text;
}

function cellsOf(text: string, width: number, height: number): Uint8Array | null {
  const [left, top, more] = Array.from(text.slice(0, 3), (character) => character.charCodeAt(0) - 97);
  if (!(left >= 0 && top >= 0 && more >= 0 && left + more < width)) return null;
  const cells = new Uint8Array(width * height);
  for (const [i, character] of [...text.slice(3)].entries()) {
    const triple = TRIPLES.indexOf(character);
    if (triple < 0) return null;
    for (let k = 0; k < 3; k++) {
      const cell = Math.floor(triple / 3 ** k) % 3;
      const index = 3 * i + k;
      const at = (top + Math.floor(index / (more + 1))) * width + left + (index % (more + 1));
      if (cell !== 0 && at >= cells.length) return null;
      if (cell !== 0) cells[at] = cell;
    }
  }
  return cells;
}
