/** What `tengen play` is asked for on its command line. */
import { MatchError } from '../../core/errors.ts';
import { ruleHelp } from '../../core/rule.ts';
import { OPENING_RULES, type OpeningRule, openingRuleOf } from '../../game/opening/rules.ts';
import { openingFault } from '../../game/opening/state.ts';
import { DEFAULT_LEVEL, levelRange, readLevel } from '../../game/opponent/levels.ts';
import { type Ply, readRecord } from '../../game/state/notation.ts';
import { readRule, readSize, readWinLength, type Variant, variantOf } from '../../game/state/variant.ts';
import { parsedOptions } from '../wrong-option.ts';

export type Players = 'human-vs-engine' | 'human-vs-human' | 'engine-vs-engine';
export type Beginner = 'human' | 'engine' | 'random';

export interface PlaySettings {
  readonly variant: Variant;
  /** How games are opened; null: by the first move. */
  readonly opening: OpeningRule | null;
  readonly players: Players;
  /** Who plays Black; of no account unless a human plays the engine. */
  readonly begins: Beginner;
  readonly level: number;
  /** Milliseconds the engine has for a move; null: as long as its level takes. */
  readonly timeMs: number | null;
  /** Milliseconds either side has for the game; null: no clock, the time is only counted. */
  readonly clockMs: number | null;
  /** Source of all chance: equal seeds and equal moves make equal games. */
  readonly seed: number;
  /** Renju: Black's forbidden points are marked all the time. */
  readonly showsForbidden: boolean;
}

/** The command line taken apart. */
export interface PlayRequest {
  readonly settings: PlaySettings;
  /** Turns on the board from the start. */
  readonly plies: readonly Ply[];
  /** A game to go on with. */
  readonly file: string | null;
  /** A book for the engine. */
  readonly book: string | null;
  readonly isAscii: boolean;
  /** Nothing was said about the game, so the person is asked. */
  readonly asks: boolean;
  readonly wantsHelp: boolean;
}

export const PLAY_USAGE = `Usage: tengen play [options]
A game against the engine in the terminal. Without options about the game it asks.

Options: --rule RULE          see below (default freestyle)
         --size N | WxH       board, 3 to 22 (default 15)
         --win K              stones in a row that win under freestyle, 3 to 6 (default 5)
         --begins human|engine|random                   who plays Black (default human)
         --opening NAME       ${OPENING_RULES.map(({ name }) => name).join(', ')};
                              the last three are of renju (docs/play.md)
         --level N            ${levelRange()}; default ${DEFAULT_LEVEL}
         --time S             seconds the engine has for a move (default: as long as the level takes)
         --clock M            minutes for the game, for either side; whose time is up loses
         --seed N             the same seed and the same moves make the same game
         --moves "H8 J10"     starts from a record, row 1 at the bottom
         --black "H8 J10"     starts from stones of Black alone; --white the same for White
         --load FILE          goes on with a game saved as psq or sgf
         --book FILE          the engine chooses moves from this book first, a .tbook or .tbk (docs/books.md)
         --forbidden on|off   renju: marks forbidden points all the time (default on)
         --human-vs-human, --engine-vs-engine
         --ascii              no characters beyond ASCII
${ruleHelp().join('\n')}
NO_COLOR in the environment turns colors off. In the game, help lists the commands.
Exit: 0 left by quit or at the end of the input, 2 wrong usage, 130 left by Ctrl-C
`;

const OPTIONS = {
  rule: { type: 'string' },
  size: { type: 'string' },
  win: { type: 'string' },
  begins: { type: 'string' },
  opening: { type: 'string' },
  level: { type: 'string' },
  time: { type: 'string' },
  clock: { type: 'string' },
  seed: { type: 'string' },
  moves: { type: 'string' },
  black: { type: 'string' },
  white: { type: 'string' },
  load: { type: 'string' },
  forbidden: { type: 'string' },
  'human-vs-human': { type: 'boolean' },
  'engine-vs-engine': { type: 'boolean' },
  book: { type: 'string' },
  ascii: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options that say nothing about the game. */
const ASIDE = ['ascii', 'book', 'help', 'seed'];

export const DEFAULT_SIZE = 15;

/**
 * @param drawSeed a seed when none is given
 * @throws MatchError that says in one line what is wrong
 */
export function readPlayRequest(args: readonly string[], drawSeed: () => number): PlayRequest {
  const values = parsedOptions({ args: [...args], options: OPTIONS }, 'tengen play').values;
  const side = values.size === undefined ? { width: DEFAULT_SIZE, height: DEFAULT_SIZE } : readSize(values.size);
  const winLength = values.win === undefined ? null : readWinLength(values.win);
  const variant = variantOf(readRule(values.rule ?? 'freestyle'), side.width, side.height, winLength);
  const isPeople = values['human-vs-human'] === true;
  const isEngines = values['engine-vs-engine'] === true;
  if (isPeople && isEngines) {
    throw new MatchError('--human-vs-human --engine-vs-engine: expected one of them');
  }
  const opening = values.opening === undefined ? null : readOpening(values.opening, variant);
  const start = (['moves', 'black', 'white', 'load'] as const).find((name) => values[name] !== undefined);
  if (opening !== null && start !== undefined) throw new MatchError(`--opening and --${start}: expected one of them`);
  return {
    settings: {
      variant,
      opening,
      players: isPeople ? 'human-vs-human' : isEngines ? 'engine-vs-engine' : 'human-vs-engine',
      begins: readBeginner(values.begins ?? 'human'),
      level: readLevel(values.level ?? String(DEFAULT_LEVEL)),
      timeMs: values.time === undefined ? null : readTime(values.time),
      clockMs: values.clock === undefined ? null : readClock(values.clock),
      seed: values.seed === undefined ? drawSeed() : readSeed(values.seed),
      showsForbidden: readSwitch('--forbidden', values.forbidden ?? 'on'),
    },
    plies: readPlies(values, variant),
    file: values.load ?? null,
    book: values.book ?? null,
    isAscii: values.ascii === true,
    asks: Object.keys(values).every((name) => ASIDE.includes(name)),
    wantsHelp: values.help === true,
  };
}

/** @throws MatchError unless a game of this kind can be opened so */
function readOpening(name: string, variant: Variant): OpeningRule {
  const rule = openingRuleOf(name);
  const fault = openingFault(rule, variant);
  if (fault !== null) throw new MatchError(fault);
  return rule;
}

function readPlies(values: { moves?: string; black?: string; white?: string }, variant: Variant): Ply[] {
  const given = (['moves', 'black', 'white'] as const).filter((name) => values[name] !== undefined);
  if (given.length > 1) throw new MatchError(`--${given.join(' and --')}: expected one of them`);
  const [name] = given;
  if (name === undefined) return [];
  const plies = readRecord(values[name] ?? '', variant);
  if (plies === null) throw new MatchError(`--${name} "${values[name]}": expected points such as "H8 J10"`);
  return name === 'moves' ? plies : alone(plies, name);
}

/** @returns turns that put stones of one color on an empty board: the other side passes */
export function alone(points: readonly Ply[], color: 'black' | 'white'): Ply[] {
  return points.flatMap((point) => (color === 'black' ? [point, null] : [null, point]));
}

export function readBeginner(text: string): Beginner {
  const word = text.trim().toLowerCase();
  if (word === 'human' || word === 'engine' || word === 'random') return word;
  throw new MatchError(`begins "${text}": expected human, engine or random`);
}

/** @returns milliseconds; null for `off` */
export function readTime(text: string): number | null {
  if (/^(off|no|none)$/i.test(text.trim())) return null;
  const seconds = /^\d{1,5}(\.\d+)?$/.test(text.trim()) ? Number(text) : 0;
  if (seconds >= 0.01) return Math.round(1000 * seconds);
  throw new MatchError(`time "${text}": expected seconds for a move, such as 2 or 0.5, or off`);
}

/** @returns milliseconds */
function readClock(text: string): number {
  const minutes = /^\d{1,4}(\.\d+)?$/.test(text.trim()) ? Number(text) : 0;
  if (minutes >= 0.01) return Math.round(60_000 * minutes);
  throw new MatchError(`clock "${text}": expected minutes for the game, such as 10 or 0.5`);
}

export function readSeed(text: string): number {
  const seed = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (seed <= MAX_SEED) return seed;
  throw new MatchError(`seed "${text}": expected a whole number up to ${MAX_SEED}`);
}

export const MAX_SEED = 2 ** 31 - 1;

/** @throws MatchError unless the text is `on` or `off` */
export function readSwitch(name: string, text: string): boolean {
  const word = text.trim().toLowerCase();
  if (word === 'on' || word === 'off') return word === 'on';
  throw new MatchError(`${name} "${text}": expected on or off`);
}
