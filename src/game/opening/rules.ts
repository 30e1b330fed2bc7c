/**
 * How tournament games are opened, as steps: a side places stones within a square around the middle, swaps colors or
 * does not, says a number, offers moves that are not equal under the symmetries of the board, chooses one of them, or
 * chooses how it goes on. Who is asked is named by the color that a player has at that moment; colors go round with
 * every swap. /
 */
import type { XY } from '../../core/point.ts';
import { oneOf, readValue, type ValueType } from '../../core/values.ts';

/** What one side is asked at a point of an opening. */
export type OpeningStep =
  | {
      readonly kind: 'place';
      readonly by: 'black' | 'white';
      /** Stones of both colors in turn, from the color to move on. */
      readonly stones: number;
      /** Side of the square around the middle that they lie in; null: anywhere. */
      readonly within: number | null;
    }
  /** May take the other color. */
  | { readonly kind: 'swap'; readonly by: 'black' | 'white' }
  /** Says how many fifth moves will be offered. */
  | { readonly kind: 'say'; readonly by: 'black' | 'white'; readonly least: number; readonly most: number }
  /** Offers that many moves, none an image of another; `said`: as many as were said. */
  | { readonly kind: 'offer'; readonly by: 'black' | 'white'; readonly count: number | 'said' }
  /** Takes one of the moves offered. */
  | { readonly kind: 'choose'; readonly by: 'black' | 'white' }
  /** Chooses one of several ways to go on. */
  | { readonly kind: 'ways'; readonly by: 'black' | 'white'; readonly ways: readonly OpeningWay[] };

/** One of the ways to go on: its name, and the steps that follow instead of those of the others. */
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
/** One of the 26 openings of renju: the middle, beside it, within two of it. */
const RENJU_THREE = [place('black', 1, 1), place('black', 1, 3), place('black', 1, 5)];

/** The opening rules there are. The last three belong to renju. */
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
      { kind: 'say', by: 'white', least: 1, most: 8 },
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

/** An opening rule by its name. */
export const OPENING_RULE: ValueType<OpeningRule> = {
  ...oneOf(
    OPENING_RULES.map(({ name }) => name),
    'NAME',
  ),
  read: (text) => OPENING_RULES.find(({ name }) => name === text.trim().toLowerCase()),
  show: ({ name }) => name,
};

/** @throws UserError for a name that is none */
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
