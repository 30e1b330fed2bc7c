/** Which problems the user wants to solve. */
import { RULE_CODES } from '../../../core/rule-code.ts';
import { choice, stored } from '../../../core/schema.ts';
import { KINDS, type Kind, type ListedProblem } from '../../../play/problems/problem.ts';

/** `fit`: near the user's rating. */
export const STRENGTHS = ['fit', 'easy', 'medium', 'hard', 'very-hard'] as const;
export type Strength = (typeof STRENGTHS)[number];

export interface ProblemChoice {
  readonly set: 'built-in' | 'own';
  readonly kind: Kind | 'all';
  readonly rule: number | 'all';
  readonly strength: Strength;
}

/** The lowest rating of each difficulty, and the lowest rating above it. */
const RANGES: Readonly<Record<Strength, readonly [min: number, beyond: number]>> = {
  fit: [0, Number.POSITIVE_INFINITY],
  easy: [0, 1000],
  medium: [1000, 1400],
  hard: [1400, 1800],
  'very-hard': [1800, Number.POSITIVE_INFINITY],
};

/** @param value as stored */
export const choiceFrom = stored<ProblemChoice>(
  {
    set: choice('built-in', 'own'),
    kind: choice(...KINDS, 'all'),
    rule: choice<number | 'all'>(...RULE_CODES, 'all'),
    strength: choice(...STRENGTHS),
  },
  { set: 'built-in', kind: 'all', rule: 'all', strength: 'fit' },
);

export function chosenProblems(problems: readonly ListedProblem[], choice: ProblemChoice): ListedProblem[] {
  const [min, beyond] = RANGES[choice.strength];
  return problems.filter(
    ({ kind, code, rating }) =>
      (choice.kind === 'all' || kind === choice.kind) &&
      (choice.rule === 'all' || code === choice.rule) &&
      rating >= min &&
      rating < beyond,
  );
}
