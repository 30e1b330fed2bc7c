/** The command line of `tengen book`. */
import type { ReadOptions } from '../../book/files.ts';
import { CODE_PAGES, type CodePage, codePageOf } from '../../book/formats/code-page.ts';
import { UserError } from '../../core/errors.ts';
import { MAX_LINES, MAX_NODES } from '../../core/limits.ts';
import { RULE } from '../../core/rule.ts';
import { counted, listed } from '../../core/text.ts';
import { oneOf, readValue, SWITCH, shownText, text, type ValueType, whole } from '../../core/values.ts';
import { MIN_NODES } from '../../fleet/book-spec.ts';
import { BOARD_SIZE } from '../../game/state/variant.ts';
import { readArguments, type Syntax } from '../command.ts';
import type { ExpandRequest } from './expand.ts';

/** A fleet's results wait with the wire, which hands out no more than some. */
const MAX_AHEAD = 200;

const DEFAULT_POSITIONS = 100;

const ACTIONS = ['build', 'merge', 'show', 'check', 'stats', 'expand'] as const;
const ACTION = oneOf(ACTIONS);
export type ActionName = (typeof ACTIONS)[number];

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

const EXPAND = 'expand';

export const BOOK_SYNTAX = {
  options: {
    out: { type: text('FILE'), help: 'what is written; a file that exists is not overwritten without --force' },
    rule: {
      type: RULE,
      help: 'what is played',
      usual: 'as the inputs tell; else renju for .lib and .rif, freestyle for others',
    },
    size: { type: SQUARE, help: 'board side', usual: 'as the inputs tell, else 15' },
    plies: { type: whole(1, 1000), default: 20, help: 'build: moves of a game that go into the book' },
    codepage: {
      type: CODE_PAGE,
      help: `of texts in .lib and .db: ${CODE_PAGES.join(', ')}, utf-8`,
      usual: 'guessed; for writing the first that has all characters',
    },
    deeper: { type: SWITCH, help: 'of two values the one of the deeper search stays' },
    'add-results': { type: SWITCH, help: 'results of several books are of different games: they are added up' },
    raw: { type: SWITCH, help: '.db: not packed by LZ4' },
    json: { type: SWITCH, help: 'show, stats: one JSON object' },
    force: { type: SWITCH, help: 'overwrite FILE' },
    positions: {
      type: whole(1, 1e9),
      help: 'how many positions to search',
      usual: `${DEFAULT_POSITIONS}; with --until any number`,
      section: EXPAND,
    },
    until: { type: whole(1, 1e9), help: 'search until the book has that many positions', section: EXPAND },
    nodes: { type: whole(MIN_NODES, MAX_NODES), default: 1_000_000, help: 'for each of them', section: EXPAND },
    lines: { type: whole(1, MAX_LINES), default: 4, help: 'moves of each that go into the book', section: EXPAND },
    even: {
      type: whole(0, 30000),
      default: 100,
      help: 'only positions within N points of even',
      section: EXPAND,
    },
    deep: {
      type: whole(0, 10000),
      default: 10,
      help: 'a position counts as that much farther from even for each stone',
      section: EXPAND,
    },
    ahead: {
      type: whole(1, MAX_AHEAD),
      default: 1,
      help: 'positions chosen at a time; the book depends on it',
      section: EXPAND,
    },
    threads: {
      type: whole(1, MAX_AHEAD),
      default: 1,
      help: 'of these, positions searched at the same time; the book does not depend on it',
      section: EXPAND,
    },
    fleet: {
      type: text('URL'),
      help: 'the workers of a fleet search, e.g. redis://host: tengen worker --help; the same book',
      section: EXPAND,
    },
  },
  operands: { noun: 'word', least: 1, most: Number.POSITIVE_INFINITY, expected: listed(ACTIONS) },
} as const satisfies Syntax;

export interface BookRequest {
  readonly action: ActionName;
  readonly files: readonly string[];
  readonly out: string | null;
  readonly read: ReadOptions;
  readonly isDeeper: boolean;
  readonly addsResults: boolean;
  readonly isRaw: boolean;
  readonly isJson: boolean;
  readonly replaces: boolean;
  readonly expand: ExpandRequest;
}

/** @throws UserError for a wrong command line */
export function readBookRequest(args: readonly string[]): BookRequest {
  const { values, operands, names } = readArguments(BOOK_SYNTAX, args, 'tengen book');
  const [word, ...files] = operands;
  const action = readValue(ACTION, '', word, word);
  const writes = action === 'build' || action === 'merge';
  const [fewest, most] = writes ? [1, Number.POSITIVE_INFINITY] : action === 'show' ? [1, 2] : [1, 1];
  if (files.length < fewest || files.length > most) {
    throw new UserError(
      `${counted(files.length, 'file')}: expected ${writes ? 'one or more' : 'one'}, see tengen book --help`,
    );
  }
  if (values.fleet !== null && names.has('threads')) {
    throw new UserError('--threads cannot be used with --fleet: the workers have slots instead');
  }
  const { out, rule, size, plies, codepage: page } = values;
  if (writes && out === null) throw new UserError('--out is missing: expected a file to write');
  if (!writes && out !== null) throw new UserError(`--out ${shownText(out)}: expected with build and merge only`);
  const anyNumber = Number.POSITIVE_INFINITY;
  return {
    action,
    files,
    out,
    read: { rule, size, plies, page },
    isDeeper: values.deeper,
    addsResults: values['add-results'],
    isRaw: values.raw,
    isJson: values.json,
    replaces: values.force,
    expand: {
      ...values,
      positions: values.positions ?? (values.until === null ? DEFAULT_POSITIONS : anyNumber),
      until: values.until ?? anyNumber,
    },
  };
}
