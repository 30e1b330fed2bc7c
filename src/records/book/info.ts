/** The data of a position in a book, all from the view of the player whose move led to it. */

/** Forced wins are values from here on: `WIN_VALUE - plies`, and the negative for forced losses. */
export const WIN_VALUE = 32000;
/** The smallest value that is a forced win. */
export const MIN_WIN = 31000;

/** The value is exact, a lower bound or an upper bound. */
export const EXACT = 0;
export const AT_LEAST = 1;
export const AT_MOST = 2;
/** What a value is: 0 exact, 1 a lower bound, 2 an upper bound. */
export type Bound = 0 | 1 | 2;

/** Bits of {@link PositionInfo.mark}, and the letters they are written with. */
export const GOOD = 1;
export const BAD = 2;
/** Must not be played, regardless of other data. */
export const NEVER = 4;
/** Marked, as RenLib does. */
export const MARKED = 8;
/** Proven: the player whose move led here has won, has lost, has drawn. */
export const WON = 16;
export const LOST = 32;
export const DRAWN = 64;
/** There was no other move. */
export const FORCED = 128;
/** Where RenLib starts when it opens the library. */
export const START = 256;
/** The point has a label, and is no move. */
export const NO_MOVE = 512;
export const MARK_LETTERS = '!?x*+-=fsn';

/** What a book says about a position. */
export interface PositionInfo {
  /** Relative frequency of the move among its siblings, 0 to 65535; 0: none given. */
  readonly weight: number;
  /** Points of the engine's scale, or a forced win or loss; null: unknown. */
  readonly value: number | null;
  readonly bound: Bound;
  /** Plies searched, 0 to 8191. */
  readonly depth: number;
  readonly mark: number;
  /** Games that went through here: won by Black, drawn, won by White. */
  readonly black: number;
  readonly draws: number;
  readonly white: number;
  /** Written on the point of the move. */
  readonly label: string;
  readonly comment: string;
}

export const NO_INFO: PositionInfo = {
  weight: 0,
  value: null,
  bound: EXACT,
  depth: 0,
  mark: 0,
  black: 0,
  draws: 0,
  white: 0,
  label: '',
  comment: '',
};

/** Read access to a book, in memory or in a file. */
export interface BookView {
  /** Code of the rule, without the bit of continuous games. */
  readonly rule: number;
  /** Board side. */
  readonly size: number;
  /** Positions in it. */
  readonly count: number;
  /** Whether its moves are played without a search that verifies them. */
  readonly isVerified?: boolean;
  /** @returns the place of a position by the halves of its key, or -1 */
  find(high: number, low: number): number;
  /** @returns the data of the position at a place */
  info(index: number): PositionInfo;
}

/** @returns a value as it is written: points, or `+M9` for a forced win in nine plies */
export function valueText(value: number): string {
  if (Math.abs(value) < MIN_WIN) return String(value);
  return `${value > 0 ? '+' : '-'}M${WIN_VALUE - Math.abs(value)}`;
}

/** @returns the value of a text of {@link valueText}, or null */
export function parseValue(text: string): number | null {
  const win = /^([+-])M(\d{1,4})$/.exec(text);
  if (win !== null) {
    const value = WIN_VALUE - Number(win[2]);
    return value < MIN_WIN ? null : win[1] === '+' ? value : -value;
  }
  return /^[+-]?\d{1,5}$/.test(text) && Math.abs(Number(text)) < MIN_WIN ? Number(text) : null;
}

/** @param value of a forced win or loss @returns the winner's moves to the five, the move that led here included */
export function movesToWin(value: number): number {
  return Math.ceil((WIN_VALUE - Math.abs(value)) / 2);
}

export function markText(mark: number): string {
  return [...MARK_LETTERS].filter((_, bit) => (mark & (1 << bit)) !== 0).join('');
}

/** @returns the bits of such letters, each at most once; null for others */
export function parseMark(text: string): number | null {
  let mark = 0;
  for (const letter of text) {
    const bit = MARK_LETTERS.indexOf(letter);
    if (bit < 0 || (mark & (1 << bit)) !== 0) return null;
    mark |= 1 << bit;
  }
  return mark;
}

export function isSilent(info: PositionInfo): boolean {
  return (
    info.weight === 0 &&
    info.value === null &&
    info.depth === 0 &&
    info.mark === 0 &&
    info.black + info.draws + info.white === 0 &&
    info.label === '' &&
    info.comment === ''
  );
}
