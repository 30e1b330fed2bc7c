/** All that a worker has to know of a book that grows, and how its positions and what is found of them go over the wire. */
import type { Found, FoundMove } from '../book/expand.ts';
import { WIN_VALUE } from '../book/info.ts';
import { Line, PASS } from '../book/key.ts';
import { MatchError } from '../core/errors.ts';
import { ruleFromCode } from '../core/rule.ts';
import type { BookSearch } from '../engine/book-search.ts';
import { sha256Of } from '../match/engine-pack.ts';

export interface BookSpec extends BookSearch {
  /** As the book has it. */
  readonly rule: number;
  readonly size: number;
  readonly version: string;
  /** As in weightsName(). */
  readonly weights: string;
  /** Nodes that `tengen bench` counts. */
  readonly bench: number;
}

/** Bounds of what is asked of a search, here and by workers. */
export const LEAST_NODES = 100;
export const MOST_NODES = 1e12;
export const MOST_LINES = 16;
const MOST_DEPTH = 255;

/** @returns what names the work: what is found of a position depends on nothing else, whichever book it is for */
export function bookId({ rule, size, nodes, lines, version, weights, bench }: BookSpec): string {
  return sha256Of(JSON.stringify(['book', rule, size, nodes, lines, version, weights, bench]));
}

/** @returns the number of the unit that searches a position: 53 bits of its key */
export function unitOf({ high, low }: Pick<Line, 'high' | 'low'>): number {
  return (high & 0x1fffff) * 2 ** 32 + low;
}

/** @returns the position as a worker is given it */
export function taskOf(line: Line): string {
  return line.plies.join(' ');
}

/** @returns the position; null if the text is none on such a board */
export function parseTask(text: string, { rule, size }: BookSpec): Line | null {
  const line = new Line(rule, size);
  for (const word of text === '' ? [] : text.split(' ')) {
    const cell = /^(-1|\d{1,3})$/.test(word) ? Number(word) : Number.NaN;
    if (!(cell < size * size) || (cell !== PASS && line.has(cell))) return null;
    line.push(cell);
  }
  return line;
}

/** @returns what a worker has found of a position, or what is wrong with it */
export function foundOf(value: unknown, line: Line, { size, lines }: BookSpec): Found | null | string {
  if (value === null) return null;
  const { moves, depth } = (value ?? {}) as Partial<Found>;
  if (!Array.isArray(moves) || moves.length < 1 || moves.length > lines) return `expected 1 to ${lines} moves`;
  const isWhole = (number: unknown, least: number, most: number): boolean =>
    Number.isInteger(number) && (number as number) >= least && (number as number) <= most;
  if (!isWhole(depth, 0, MOST_DEPTH)) return `depth ${depth}`;
  const fault = (move: FoundMove): boolean =>
    !isWhole(move?.cell, 0, size * size - 1) ||
    line.has(move.cell) ||
    !isWhole(move.value, 1 - WIN_VALUE, WIN_VALUE - 1) ||
    !isWhole(move.depth, 0, MOST_DEPTH);
  if (moves.some(fault)) return 'a move off the board, on a stone, or without a value';
  if (new Set(moves.map(({ cell }) => cell)).size < moves.length) return 'a move that stands twice';
  return { moves: moves.map(({ cell, value, depth }) => ({ cell, value, depth })), depth: depth! };
}

/** Reads what a coordinator has sent; nothing in it is trusted. @throws MatchError that says what is wrong with it */
export function parseBookSpec(text: string): BookSpec {
  let spec: BookSpec;
  try {
    spec = JSON.parse(text);
  } catch {
    throw new MatchError('what the coordinator says of its book is no JSON');
  }
  const check = (key: 'size' | 'nodes' | 'lines' | 'bench', least: number, most: number): void => {
    const value = spec?.[key];
    if (Number.isInteger(value) && value >= least && value <= most) return;
    throw new MatchError(`what the coordinator says of its book: ${key} ${value}: expected ${least} to ${most}`);
  };
  if (ruleFromCode(spec?.rule) === null) {
    throw new MatchError(`what the coordinator says of its book: rule ${spec?.rule}: expected one this tengen knows`);
  }
  check('size', 3, 22);
  check('nodes', LEAST_NODES, MOST_NODES);
  check('lines', 1, MOST_LINES);
  check('bench', 0, Number.MAX_SAFE_INTEGER);
  return spec;
}
