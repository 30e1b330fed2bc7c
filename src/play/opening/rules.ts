/**
 * How tournament games are opened, as steps: a side places stones within a square around the center, may swap colors,
 * says a number, offers moves that are not equal under the symmetries of the board, chooses one of them, or chooses how
 * to continue. The player who answers is named by the color that he has at that moment; a swap exchanges the colors.
 */
import type { XY } from '../../core/point.ts';
import { oneOf, readValue, type ValueType } from '../../core/values.ts';

/** One step of an opening, which one side has to answer. */
export type OpeningStep =
  | {
      readonly kind: 'place';
      readonly by: 'black' | 'white';
      /** Stones of alternating colors, starting with the color to move. */
      readonly stones: number;
      /** Side of the square around the center that contains them; null: anywhere. */
      readonly within: number | null;
    }
  /** May take the other color. */
  | { readonly kind: 'swap'; readonly by: 'black' | 'white' }
  /** Says how many fifth moves will be offered. */
  | { readonly kind: 'say'; readonly by: 'black' | 'white'; readonly min: number; readonly max: number }
  /** Offers that many moves, no two of them symmetric; `said`: as many as were said. */
  | { readonly kind: 'offer'; readonly by: 'black' | 'white'; readonly count: number | 'said' }
  /** Chooses one of the offered moves. */
  | { readonly kind: 'choose'; readonly by: 'black' | 'white' }
  /** Chooses one of several ways to continue. */
  | { readonly kind: 'ways'; readonly by: 'black' | 'white'; readonly ways: readonly OpeningWay[] };

/** One of the ways to continue: its name, and the steps that replace those of the other ways. */
export interface OpeningWay {
  readonly name: string;
  readonly steps: readonly OpeningStep[];
}

/** How a game is opened: the name of the rule, and its steps in order. */
export interface OpeningRule {
  readonly name: string;
  readonly steps: readonly OpeningStep[];
}

const place = (by: 'black' | 'white', stones: number, within: number | null = null): OpeningStep => ({
  kind: 'place',
  by,
  stones,
  within,
});
const swap = (by: 'black' | 'white'): OpeningStep => ({ kind: 'swap', by });
/** One of the 26 openings of renju: the center, a neighbor of it, a point within two of it. */
const RENJU_THREE = [place('black', 1, 1), place('black', 1, 3), place('black', 1, 5)];

/** All opening rules. The last three belong to renju. */
export const OPENING_RULES: readonly OpeningRule[] = [
  { name: 'swap1', steps: [place('black', 1), swap('white')] },
  { name: 'swap', steps: [place('black', 3), swap('white')] },
  {
    name: 'swap2',
    steps: [
      place('black', 3),
      {
        kind: 'ways',
        by: 'white',
        ways: [
          { name: 'keep or swap', steps: [swap('white')] },
          { name: 'add two', steps: [place('white', 2), swap('black')] },
        ],
      },
    ],
  },
  {
    name: 'rif',
    steps: [
      ...RENJU_THREE,
      swap('white'),
      place('white', 1),
      { kind: 'offer', by: 'black', count: 2 },
      { kind: 'choose', by: 'white' },
    ],
  },
  {
    name: 'soosorv-8',
    steps: [
      ...RENJU_THREE,
      swap('white'),
      place('white', 1),
      { kind: 'say', by: 'white', min: 1, max: 8 },
      swap('black'),
      { kind: 'offer', by: 'black', count: 'said' },
      { kind: 'choose', by: 'white' },
    ],
  },
  {
    name: 'taraguchi-10',
    steps: [
      place('black', 1, 1),
      swap('white'),
      place('white', 1, 3),
      swap('black'),
      place('black', 1, 5),
      swap('white'),
      place('white', 1, 7),
      {
        kind: 'ways',
        by: 'black',
        ways: [
          { name: 'one fifth', steps: [swap('black'), place('black', 1, 9), swap('white')] },
          {
            name: 'ten fifths',
            steps: [
              { kind: 'offer', by: 'black', count: 10 },
              { kind: 'choose', by: 'white' },
            ],
          },
        ],
      },
    ],
  },
];

export const OPENING_RULE: ValueType<OpeningRule> = {
  ...oneOf(
    OPENING_RULES.map(({ name }) => name),
    'NAME',
  ),
  read: (text) => OPENING_RULES.find(({ name }) => name === text.trim().toLowerCase()),
  show: ({ name }) => name,
};

/** @throws UserError for an unknown name */
export function openingRuleOf(name: string): OpeningRule {
  return readValue(OPENING_RULE, 'opening', name);
}

/**
 * Whether a point lies within a square around the middle of the board.
 * @param within side of the square, odd; null: anywhere @param size side of the board
 */
export function isWithin({ x, y }: XY, within: number | null, size: number): boolean {
  if (x < 0 || y < 0 || x >= size || y >= size) return false;
  if (within === null) return true;
  const reach = (within - 1) / 2 + (size % 2 === 0 ? 0.5 : 0);
  return [x, y].every((at) => Math.abs(at - (size - 1) / 2) <= reach);
}
