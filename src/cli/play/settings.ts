/** The command line of `tengen play`. */
import { type Given, readArguments, type Syntax } from '../../core/command.ts';
import { UserError } from '../../core/errors.ts';
import { RULE, WIN_LENGTH } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { ON_OFF, oneOf, SWITCH, shownText, text, type ValueType, whole } from '../../core/values.ts';
import { OPENING_RULE, OPENING_RULES, type OpeningRule } from '../../play/opening/rules.ts';
import { openingRuleFault } from '../../play/opening/state.ts';
import { DEFAULT_LEVEL, LEVEL, levelRange } from '../../play/opponent/levels.ts';
import { type Ply, readRecord } from '../../play/state/notation.ts';
import { BOARD_SIZE, DEFAULT_PLAY_SIZE, type Variant, variantOf } from '../../play/state/variant.ts';

export interface PlaySettings {
  readonly variant: Variant;
  /** Opening rule; null: none. */
  readonly opening: OpeningRule | null;
  readonly players: 'human-vs-engine' | 'human-vs-human' | 'engine-vs-engine';
  /** Who plays Black; only used if a human plays the engine. */
  readonly begins: 'human' | 'engine' | 'random';
  readonly level: number;
  /** The engine's time per move, milliseconds; null: set by its level. */
  readonly timeMs: number | null;
  /** Each side's time for the game, milliseconds; null: no limit, the time is only counted. */
  readonly clockMs: number | null;
  /** Random seed: equal seeds and equal moves make equal games. */
  readonly seed: number;
  readonly showsForbidden: boolean;
}

export interface PlayRequest {
  readonly settings: PlaySettings;
  /** Turns already on the board at the start. */
  readonly plies: readonly Ply[];
  /** A saved game to resume. */
  readonly file: string | null;
  readonly book: string | null;
  readonly isAscii: boolean;
  /** No game options were given, so the player is asked. */
  readonly asks: boolean;
  /** Problems in place of a game; null: a game. */
  readonly problems: { readonly rule: number | null } | null;
}

export const MAX_SEED = 2 ** 31 - 1;

export const BEGINNER = oneOf(['human', 'engine', 'random']);
export const SEED = whole(0, MAX_SEED);

/** Seconds for a move, read as milliseconds; null: off. */
export const SECONDS: ValueType<number | null> = {
  word: 'S',
  expected: 'seconds per move, such as 2 or 0.5, or off',
  range: '',
  read: (given) => (/^(off|no|none)$/i.test(given.trim()) ? null : timeOf(given, 1000)),
};

/** Minutes for a game, read as milliseconds. */
const MINUTES: ValueType<number> = {
  word: 'M',
  expected: 'minutes for the game, such as 10 or 0.5',
  range: '',
  read: (given) => timeOf(given, 60_000),
};

function timeOf(given: string, unitMs: number): number | undefined {
  const value = /^\d{1,5}(\.\d+)?$/.test(given.trim()) ? Number(given) : 0;
  return value >= 0.01 ? Math.round(unitMs * value) : undefined;
}

const RECORD = text('"H8 J10"');

export const PLAY_SYNTAX = {
  options: {
    rule: { type: RULE, default: FREESTYLE, help: 'rule of the game' },
    size: { type: BOARD_SIZE, default: { width: DEFAULT_PLAY_SIZE, height: DEFAULT_PLAY_SIZE }, help: 'board size' },
    win: { type: WIN_LENGTH, help: 'stones in a row that win in freestyle', usual: '5, or what fits the board' },
    begins: { type: BEGINNER, default: 'human', help: 'who plays Black' },
    opening: {
      type: OPENING_RULE,
      help: `opening rule: ${OPENING_RULES.map(({ name }) => name).join(', ')}; the last three require renju`,
    },
    level: { type: LEVEL, default: DEFAULT_LEVEL, help: `playing strength: ${levelRange()}` },
    time: { type: SECONDS, help: 'engine time per move, in seconds', usual: 'set by the level' },
    clock: { type: MINUTES, help: 'minutes per side for the game; a player who runs out of time loses' },
    seed: { type: SEED, help: 'random seed; the same seed and the same moves make the same game', usual: 'random' },
    moves: { type: RECORD, help: 'start from this record, row 1 at the bottom' },
    black: { type: RECORD, help: 'start from these black stones alone' },
    white: { type: RECORD, help: 'start from these white stones alone' },
    load: { type: text('FILE'), help: 'resume a game saved as psq or sgf' },
    book: { type: text('FILE'), help: 'opening book for the engine, a .tbook or .tbk (docs/guide/books.md); 0: none' },
    forbidden: { type: ON_OFF, default: true, help: 'renju and omok: always mark the forbidden points' },
    problems: { type: SWITCH, help: 'solve problems instead of playing a game; --rule limits them to one rule' },
    'human-vs-human': { type: SWITCH, help: 'two people play each other' },
    'engine-vs-engine': { type: SWITCH, help: 'the engine plays both sides' },
    ascii: { type: SWITCH, help: 'draw with ASCII characters only', usual: 'depends on the locale' },
  },
} as const satisfies Syntax;

type Values = Given<(typeof PLAY_SYNTAX)['options']>['values'];

/** Options that do not describe the game. */
const ASIDE = ['ascii', 'book', 'seed'];

/** @param drawSeed returns a random seed, for when none is given @throws UserError for invalid arguments */
export function readPlayRequest(args: readonly string[], drawSeed: () => number): PlayRequest {
  const { values, names } = readArguments(PLAY_SYNTAX, args, 'tengen play');
  const { rule, size, win, opening, 'human-vs-human': isPeople, 'engine-vs-engine': isEngines } = values;
  const variant = variantOf(rule, size.width, size.height, win);
  if (isPeople && isEngines) {
    throw new UserError('--human-vs-human and --engine-vs-engine: expected only one of them');
  }
  const fault = opening === null ? null : openingRuleFault(opening, variant);
  if (fault !== null) throw new UserError(fault);
  const start = ['moves', 'black', 'white', 'load'].find((name) => names.has(name));
  if (opening !== null && start !== undefined) {
    throw new UserError(`--opening and --${start}: expected only one of them`);
  }
  return {
    settings: {
      variant,
      opening,
      players: isPeople ? 'human-vs-human' : isEngines ? 'engine-vs-engine' : 'human-vs-engine',
      begins: values.begins,
      level: values.level,
      timeMs: values.time,
      clockMs: values.clock,
      seed: values.seed ?? drawSeed(),
      showsForbidden: values.forbidden,
    },
    plies: readPlies(values, variant),
    file: values.load,
    book: values.book,
    isAscii: values.ascii,
    asks: [...names].every((name) => ASIDE.includes(name)),
    problems: values.problems ? { rule: problemRule(names, rule) } : null,
  };
}

/** Options that have a meaning for problems. */
const FOR_PROBLEMS = ['problems', 'rule', 'seed', 'ascii'];

/** @returns the rule of the problems; null: all @throws UserError for an option that is only for games */
function problemRule(names: ReadonlySet<string>, rule: number): number | null {
  const other = [...names].find((name) => !FOR_PROBLEMS.includes(name));
  if (other !== undefined) throw new UserError(`--${other}: expected only --rule, --seed or --ascii with --problems`);
  return names.has('rule') ? rule : null;
}

function readPlies(values: Values, variant: Variant): Ply[] {
  const given = (['moves', 'black', 'white'] as const).filter((name) => values[name] !== null);
  if (given.length > 1) throw new UserError(`--${given.join(' and --')}: expected only one of them`);
  const [name] = given;
  if (name === undefined) return [];
  const record = values[name] ?? '';
  const plies = readRecord(record, variant);
  if (plies === null) throw new UserError(`--${name} ${shownText(record)}: expected points such as "H8 J10"`);
  return name === 'moves' ? plies : alone(plies, name);
}

/** @returns turns that place stones of one color on an empty board: the other side passes */
export function alone(points: readonly Ply[], color: 'black' | 'white'): Ply[] {
  return points.flatMap((point) => (color === 'black' ? [point, null] : [null, point]));
}
