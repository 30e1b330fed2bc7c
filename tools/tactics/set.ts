/**
 * The tactical positions of test/data/tactics.json, and whether the search solves them. A position is solved if the
 * move is one of the listed best ones; no proof is required.
 */
import { readFileSync } from 'node:fs';
import type { XY } from '../../src/core/point.ts';
import { parsePosMoves, posName } from '../../src/records/notation/pos.ts';
import { ask, type Limits, type Question } from './search.ts';

/** A record of tactics.json. */
export interface Tactic {
  readonly id: string;
  readonly size: number;
  readonly rule: number;
  /** The game so far, Black first. */
  readonly moves: string;
  readonly kind: string;
  /** Every move that solves the position. */
  readonly best: readonly string[];
  /** Shortest known win in plies; null for defenses. */
  readonly mate: number | null;
  readonly note: string;
}

export interface Attempt {
  readonly tactic: Tactic;
  /** 0 to 7, see {@link transform}. */
  readonly symmetry: number;
  /** The answer, in the orientation of the record. */
  readonly move: string;
  readonly isSolved: boolean;
  /** The answer came after the time limit, and so does not count. */
  readonly isLate: boolean;
  readonly score: number;
  readonly depth: number;
  readonly nodes: number;
  readonly elapsedMs: number;
}

export function loadTactics(path: string): Tactic[] {
  return JSON.parse(readFileSync(path, 'utf8')) as Tactic[];
}

/** Kinds in the order of their first record. */
export function kindsOf(tactics: readonly Tactic[]): string[] {
  return [...new Set(tactics.map((tactic) => tactic.kind))];
}

/**
 * @param symmetry bit 0 mirrors left and right, bit 1 top and bottom, bit 2 then exchanges columns and rows
 * @returns the point after the reflection of a square board
 */
export function transform({ x, y }: XY, size: number, symmetry: number): XY {
  const column = (symmetry & 1) !== 0 ? size - 1 - x : x;
  const row = (symmetry & 2) !== 0 ? size - 1 - y : y;
  return (symmetry & 4) !== 0 ? { x: row, y: column } : { x: column, y: row };
}

/** @returns the point that {@link transform} takes to this one */
export function transformBack({ x, y }: XY, size: number, symmetry: number): XY {
  const column = (symmetry & 4) !== 0 ? y : x;
  const row = (symmetry & 4) !== 0 ? x : y;
  return {
    x: (symmetry & 1) !== 0 ? size - 1 - column : column,
    y: (symmetry & 2) !== 0 ? size - 1 - row : row,
  };
}

/** @param moves of a game, Black first @returns the position after them, reflected */
export function questionOf(size: number, rule: number, moves: string, symmetry = 0): Question {
  const points = parsePosMoves(moves);
  if (points === null) throw new Error(`moves "${moves}": expected points such as h8i9`);
  return {
    width: size,
    height: size,
    rule,
    winLength: 5,
    stones: points.map((point, i) => ({ ...transform(point, size, symmetry), color: 1 + (i & 1) })),
    color: points.length % 2 === 0 ? 1 : 2,
  };
}

/** Part of the time is reserved for the last check of the clock: a fiftieth, and at least ten milliseconds. */
function usableMs(givenMs: number): number {
  return givenMs - Math.max(10, givenMs / 50);
}

/** @param limits time in milliseconds or nodes, or both */
export function attempt(tactic: Tactic, symmetry: number, limits: Pick<Limits, 'maxMs' | 'maxNodes'>): Attempt {
  const question = questionOf(tactic.size, tactic.rule, tactic.moves, symmetry);
  const given = limits.maxMs;
  const answer = ask(question, given === undefined ? limits : { ...limits, maxMs: usableMs(given) });
  const move = answer.move === null ? 'none' : posName(transformBack(answer.move, tactic.size, symmetry));
  const isLate = given !== undefined && answer.elapsedMs > given;
  return {
    tactic,
    symmetry,
    move,
    isSolved: !isLate && tactic.best.includes(move),
    isLate,
    score: answer.score,
    depth: answer.depth,
    nodes: answer.nodes,
    elapsedMs: answer.elapsedMs,
  };
}
