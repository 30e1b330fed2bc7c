/**
 * The recorded facts of test/data, compared with an implementation of the rules point by point. Used by the tests and
 * by `npm run check:rules`. docs/reference/rules.md explains how the facts were obtained.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLACK, type Color, WHITE } from '../../src/core/color.ts';
import type { XY } from '../../src/core/point.ts';
import { parsePosMoves, parsePosName, posName } from '../../src/records/notation/pos.ts';
import { type ForbiddenKind, isLegal, type Outcome, type Position, positionOf } from '../../src/rules/index.ts';

/** Stones by color, or a game in playing order, Black first. */
export type Stones = string | { readonly black: readonly string[]; readonly white: readonly string[] };

/** An entry of renju-forbidden.json. */
export interface ForbiddenFact {
  readonly size: number;
  readonly stones: Stones;
  /** Every empty point Black may not play, by column, then row. */
  readonly forbidden: readonly string[];
  readonly why: Readonly<Record<string, ForbiddenKind>>;
  readonly tags: readonly string[];
}

/** An entry of renju-disputed.json: a point on which published programs differ. */
export interface DisputedFact {
  readonly size: number;
  readonly stones: Stones;
  readonly point: string;
  readonly kind: string;
  readonly correct: 'allowed' | 'forbidden';
}

/** An entry of tutorial-forbidden.json. */
export interface TutorialFact {
  readonly size: number;
  readonly stones: Stones;
  readonly forbidden: readonly string[];
}

/** An entry of wins.json: the result of one move. */
export interface WinFact {
  readonly size: number;
  readonly rule: number;
  readonly black: readonly string[];
  readonly white: readonly string[];
  readonly move: string;
  readonly color: 'black' | 'white';
  readonly result: Outcome;
  /** Length of the row through the move in each of the four directions. */
  readonly rows: readonly number[];
}

export interface RuleFacts {
  readonly forbidden: readonly ForbiddenFact[];
  readonly disputed: readonly DisputedFact[];
  readonly tutorial: readonly TutorialFact[];
  readonly wins: readonly WinFact[];
}

/** @param folder of the JSON files: test/data */
export function loadFacts(folder: string): RuleFacts {
  const load = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return {
    forbidden: load('renju-forbidden.json'),
    disputed: load('renju-disputed.json'),
    tutorial: load('tutorial-forbidden.json'),
    wins: load('wins.json'),
  };
}

/** The implementation under test: two functions, which both src/rules and src/kernel/patterns can provide. */
export interface Answers {
  /** Is the empty point forbidden to Black under renju? Called point by point for the same board. */
  isForbidden(position: Position, x: number, y: number): boolean;
  /** The result of the move under the rule of that code. */
  outcomeOf(position: Position, ruleCode: number, x: number, y: number, color: Color): Outcome;
}

/** The results of one file. */
export interface FactCount {
  readonly file: string;
  readonly positions: number;
  /** Number of points or moves. */
  readonly asked: number;
  /** Those that the facts call forbidden, foul or win: without them the count would mean little. */
  readonly positive: number;
  /** One line for each disagreement. */
  readonly differences: readonly string[];
}

/** Checks every fact. @returns one count per file */
export function checkFacts(facts: RuleFacts, answers: Answers): FactCount[] {
  return [
    checkMaps('renju-forbidden.json', facts.forbidden, answers),
    checkMaps('tutorial-forbidden.json', facts.tutorial, answers),
    checkDisputed(facts.disputed, answers),
    checkWins(facts.wins, answers),
  ];
}

/** @returns the board of an entry */
export function boardOf(size: number, stones: Stones): Position {
  if (typeof stones === 'string') {
    const moves = parsePosMoves(stones)!;
    return positionOf(
      size,
      moves.filter((_, i) => i % 2 === 0),
      moves.filter((_, i) => i % 2 === 1),
    );
  }
  return positionOf(size, stones.black.map(pointOf), stones.white.map(pointOf));
}

export function pointOf(name: string): XY {
  return parsePosName(name)!;
}

function checkMaps(file: string, facts: readonly (ForbiddenFact | TutorialFact)[], answers: Answers): FactCount {
  let asked = 0;
  let positive = 0;
  const differences: string[] = [];
  facts.forEach((fact, index) => {
    const position = boardOf(fact.size, fact.stones);
    for (let x = 0; x < fact.size; x++) {
      for (let y = 0; y < fact.size; y++) {
        if (!isLegal(position, x, y)) continue;
        const name = posName({ x, y });
        const expected = fact.forbidden.includes(name);
        asked++;
        if (expected) positive++;
        if (answers.isForbidden(position, x, y) !== expected) {
          differences.push(`${file}[${index}] ${name}: expected ${expected ? 'forbidden' : 'allowed'}`);
        }
      }
    }
  });
  return { file, positions: facts.length, asked, positive, differences };
}

function checkDisputed(facts: readonly DisputedFact[], answers: Answers): FactCount {
  const file = 'renju-disputed.json';
  const differences: string[] = [];
  facts.forEach(({ size, stones, point, correct }, index) => {
    const { x, y } = pointOf(point);
    const isForbidden = answers.isForbidden(boardOf(size, stones), x, y);
    if (isForbidden !== (correct === 'forbidden')) differences.push(`${file}[${index}] ${point}: expected ${correct}`);
  });
  const positive = facts.filter(({ correct }) => correct === 'forbidden').length;
  return { file, positions: facts.length, asked: facts.length, positive, differences };
}

function checkWins(facts: readonly WinFact[], answers: Answers): FactCount {
  const file = 'wins.json';
  const differences: string[] = [];
  facts.forEach(({ size, rule, black, white, move, color, result }, index) => {
    const position = positionOf(size, black.map(pointOf), white.map(pointOf));
    const { x, y } = pointOf(move);
    const outcome = answers.outcomeOf(position, rule, x, y, color === 'black' ? BLACK : WHITE);
    if (outcome !== result) differences.push(`${file}[${index}] ${move}: ${outcome}, expected ${result}`);
  });
  const positive = facts.filter(({ result }) => result !== 'none').length;
  return { file, positions: facts.length, asked: facts.length, positive, differences };
}
