/** The command line of `tengen book`. */
import { CODE_PAGES, type CodePage, codePageOf } from '../../core/code-page.ts';
import { type CommandOption, type Given, readArguments, type Syntax } from '../../core/command.ts';
import { UserError } from '../../core/errors.ts';
import { MAX_LINES, MAX_NODES } from '../../core/limits.ts';
import { RULE } from '../../core/rule.ts';
import { counted, listed } from '../../core/text.ts';
import { oneOf, readValue, SWITCH, text, type ValueType, whole } from '../../core/values.ts';
import { MIN_NODES } from '../../measure/fleet/book-spec.ts';
import { BOARD_SIZE } from '../../play/state/variant.ts';

/** Most positions to choose at a time: a fleet holds the results of no more than some. */
const MAX_AHEAD = 200;

export const DEFAULT_POSITIONS = 100;

/** The side of a square board, `15` or `15x15`. */
const SQUARE: ValueType<number> = {
  word: 'N',
  expected: BOARD_SIZE.expected.replace(', or two such as 15x10', ''),
  range: BOARD_SIZE.range,
  read(given) {
    const size = BOARD_SIZE.read(given);
    return size?.width === size?.height ? size?.width : undefined;
  },
};

const CODE_PAGE: ValueType<CodePage> = {
  word: 'NAME',
  expected: `${CODE_PAGES.join(', ')} or utf-8`,
  range: '',
  choices: [...CODE_PAGES, 'utf-8'],
  read: (name) => codePageOf(name) ?? undefined,
};

const EXPAND = 'Options of expand';

const BOOK_OPTIONS = {
  out: { type: text('FILE'), help: 'build, merge: file to write; --force overwrites an existing one' },
  rule: {
    type: RULE,
    help: 'rule of the games',
    usual: 'that of the inputs; else renju for .lib and .rif, freestyle for others',
  },
  size: { type: SQUARE, help: 'board side', usual: 'that of the inputs, else 15' },
  plies: { type: whole(1, 1000), default: 20, help: 'number of moves to read from a game' },
  codepage: {
    type: CODE_PAGE,
    help: `encoding of texts in .lib and .db: ${CODE_PAGES.join(', ')}, utf-8`,
    usual: 'guessed; for writing the first that has all characters',
  },
  deeper: { type: SWITCH, help: 'build, merge: of two values, keep that of the deeper search' },
  'add-results': { type: SWITCH, help: 'build, merge: add up the results, because the books are of different games' },
  raw: { type: SWITCH, help: 'build, merge: write a .db without LZ4 compression' },
  json: { type: SWITCH, help: 'show, stats: print one JSON object' },
  force: { type: SWITCH, help: 'build, merge: overwrite FILE' },
  positions: {
    type: whole(1, 1e9),
    help: 'number of positions to search',
    usual: `${DEFAULT_POSITIONS}; with --until unlimited`,
    section: EXPAND,
  },
  until: { type: whole(1, 1e9), help: 'search until the book has this many positions', section: EXPAND },
  nodes: { type: whole(MIN_NODES, MAX_NODES), default: 1_000_000, help: 'nodes per position', section: EXPAND },
  lines: { type: whole(1, MAX_LINES), default: 4, help: 'number of moves to add per position', section: EXPAND },
  even: {
    type: whole(0, 30000),
    default: 100,
    help: 'search only positions within N points of even',
    section: EXPAND,
  },
  deep: {
    type: whole(0, 10000),
    default: 10,
    help: 'penalty per stone: a position counts as this much farther from even for each one',
    section: EXPAND,
  },
  ahead: {
    type: whole(1, MAX_AHEAD),
    default: 1,
    help: 'positions to choose at a time; the resulting book depends on it',
    section: EXPAND,
  },
  threads: {
    type: whole(1, MAX_AHEAD),
    default: 1,
    help: 'how many of these to search at the same time; the resulting book does not depend on it',
    section: EXPAND,
  },
  fleet: {
    type: text('URL'),
    help: 'let the workers of a fleet search, e.g. redis://host (see tengen worker --help); makes the same book',
    section: EXPAND,
  },
} as const satisfies Readonly<Record<string, CommandOption>>;

type OptionName = keyof typeof BOOK_OPTIONS;

/** Options for reading books, which every action takes. */
const READING: readonly OptionName[] = ['rule', 'size', 'plies', 'codepage'];

/** Options of actions that write a new book. */
export const WRITING: readonly OptionName[] = ['out', 'deeper', 'add-results', 'raw', 'force'];

export const EXPANDING: readonly OptionName[] = (Object.keys(BOOK_OPTIONS) as OptionName[]).filter(
  (name) => 'section' in BOOK_OPTIONS[name],
);

export type BookValues = Given<typeof BOOK_OPTIONS>['values'];

/** Something that `tengen book` does, selected by the first word. */
export interface BookAction {
  /** Its arguments in the usage line. */
  readonly usage: string;
  readonly help: string;
  /** Number of arguments after the word. */
  readonly operands: readonly [min: number, max: number];
  /** The options that it takes, in addition to those for reading. */
  readonly options: readonly OptionName[];
  /** @returns the exit code */
  run(files: readonly string[], values: BookValues): number | Promise<number>;
}

/** @returns the arguments that `tengen book` takes, with an action as the first word */
export function bookSyntax(actions: Readonly<Record<string, BookAction>>) {
  const expected = listed(Object.keys(actions));
  return {
    options: BOOK_OPTIONS,
    operands: { noun: 'word', min: 1, max: Number.POSITIVE_INFINITY, expected },
  } as const satisfies Syntax;
}

/** @returns the action, the files after its name, and the options @throws UserError for invalid arguments */
export function readBookRequest(actions: Readonly<Record<string, BookAction>>, args: readonly string[]) {
  const { values, operands, names } = readArguments(bookSyntax(actions), args, 'tengen book');
  const [word, ...files] = operands;
  const action = actions[readValue(oneOf(Object.keys(actions)), '', word, word)];
  const [min, max] = action.operands;
  if (files.length < min || files.length > max) {
    throw new UserError(
      `${counted(files.length, 'file')}: expected ${max > 2 ? 'one or more' : 'one'}; see tengen book --help`,
    );
  }
  for (const name of names) requireTaken(name as OptionName, word, actions);
  if (values.fleet !== null && names.has('threads')) {
    throw new UserError('--threads cannot be used with --fleet: the workers have slots instead');
  }
  if (action.options.includes('out') && values.out === null)
    throw new UserError('--out is missing: expected a file to write');
  return { action, files, values };
}

/** @throws UserError for an option that the action would ignore */
function requireTaken(name: OptionName, word: string, actions: Readonly<Record<string, BookAction>>): void {
  const takers = Object.keys(actions).filter((one) => READING.includes(name) || actions[one].options.includes(name));
  if (takers.some((one) => one === word.toLowerCase())) return;
  throw new UserError(`--${name} with ${word}: expected only with ${listed(takers)}`);
}
