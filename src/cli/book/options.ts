/** The command line of `tengen book`. */
import type { ReadOptions } from '../../book/files.ts';
import { CODE_PAGES, type CodePage, codePageOf } from '../../book/formats/code-page.ts';
import { MatchError } from '../../core/errors.ts';
import { suggestion } from '../../core/near.ts';
import { ruleHelp } from '../../core/rule.ts';
import { LEAST_NODES, MOST_LINES, MOST_NODES } from '../../fleet/book-spec.ts';
import { readRule, readSize } from '../../game/state/variant.ts';
import { parsedOptions } from '../wrong-option.ts';
import type { ExpandRequest } from './expand.ts';

/** A fleet's results wait with the wire, which hands out no more than some. */
const MOST_AHEAD = 200;

export const USAGE = `Usage: tengen book build INPUT ... --out FILE    one book from games, libraries, databases and books
       tengen book merge BOOK BOOK ... --out FILE   the same, for books: the first one goes before the others
       tengen book show BOOK ["h8 i9 ..."]          what is known of a position, and its moves
       tengen book check BOOK                       forbidden moves, games that go on after their end, contradictions
       tengen book stats BOOK                       figures
       tengen book expand BOOK                      the engine searches where the book is nearest to even

A book is a .tbook (text, the master) or a .tbk (compact, made from it); INPUT also a .lib of RenLib, a .db of Yixin or
Rapfi, a .sgf, .rif, .psq, .pos or .jsonl of games. FILE is written by its name: .tbook, .tbk, .lib, .db or .sgf.
Where inputs say something different of a position, the first one stays and the conflict is named.

Options: --out FILE        what is written; a file that is there is not replaced without --force
         --rule RULE       see below (default: as the inputs tell; else renju for .lib and .rif, freestyle for others)
         --size N          board side (default: as the inputs tell, else 15)
         --plies N         build: moves of a game that go into the book (default 20)
         --codepage NAME   of texts in .lib and .db: ${CODE_PAGES.join(', ')},
                           utf-8 (default: guessed; for writing the first that has all characters)
         --deeper          of two values the one of the deeper search stays
         --add-results     results of several books are of different games: they are added up
         --raw             .db: not packed by LZ4
         --json            show, stats: one JSON object
         --force           replace FILE
expand:  --positions N     how many positions to search (default 100; with --until any number)
         --until N         search until the book has so many positions
         --nodes N         for each of them (default 1000000)
         --lines N         moves of each that go into the book, 1 to 16 (default 4)
         --even N          only positions within N points of even (default 100)
         --deep N          a position counts as that much farther from even for each stone (default 10)
         --ahead N         so many are chosen at a time, 1 to ${MOST_AHEAD}; the book depends on it (default 1)
         --threads N       of these so many are searched beside each other; the book does not depend on it (default 1)
         --fleet URL       the workers of a fleet search, e.g. redis://host: tengen worker --help; the same book
         BOOK, a .tbook, is written anew every half a minute and at the end; Ctrl-C ends the search, and the same command goes on.
${ruleHelp().join('\n')}
Exit: 0 done, 1 failed, conflicts or faults found, 2 wrong usage
`;

const OPTIONS = {
  out: { type: 'string' },
  rule: { type: 'string' },
  size: { type: 'string' },
  plies: { type: 'string' },
  codepage: { type: 'string' },
  deeper: { type: 'boolean' },
  'add-results': { type: 'boolean' },
  raw: { type: 'boolean' },
  json: { type: 'boolean' },
  force: { type: 'boolean' },
  positions: { type: 'string' },
  nodes: { type: 'string' },
  lines: { type: 'string' },
  even: { type: 'string' },
  deep: { type: 'string' },
  until: { type: 'string' },
  ahead: { type: 'string' },
  threads: { type: 'string' },
  fleet: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const ACTIONS = ['build', 'merge', 'show', 'check', 'stats', 'expand'] as const;
export type ActionName = (typeof ACTIONS)[number];

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

/** @returns what is asked for; null for the help @throws MatchError for a wrong command line */
export function readRequest(args: readonly string[]): BookRequest | null {
  const { values, positionals } = parsedOptions(
    // As tengen match has it.
    { args: args.map((arg) => (arg === '-fleet' ? '--fleet' : arg)), options: OPTIONS, allowPositionals: true },
    'tengen book',
  );
  if (values.help === true || positionals.length === 0) return null;
  const [word, ...files] = positionals;
  const action = ACTIONS.find((name) => name === word);
  if (action === undefined) {
    throw new MatchError(`"${word}": expected one of ${ACTIONS.join(', ')}${suggestion(word, ACTIONS)}`);
  }
  const writes = action === 'build' || action === 'merge';
  const [fewest, most] = writes ? [1, 1e6] : action === 'show' ? [1, 2] : [1, 1];
  if (files.length < fewest || files.length > most) {
    throw new MatchError(`${files.length} files: expected ${writes ? 'one or more' : 'one'}, see tengen book --help`);
  }
  if (values.fleet !== undefined && values.threads !== undefined) {
    throw new MatchError('--threads: expected none with --fleet, where workers have slots');
  }
  const out = values.out ?? null;
  if (writes && out === null) throw new MatchError('--out is missing: expected a file to write');
  if (!writes && out !== null) throw new MatchError(`--out "${out}": expected with build and merge only`);
  return {
    action,
    files,
    out,
    read: {
      rule: values.rule === undefined ? null : readRule(values.rule),
      size: values.size === undefined ? null : side(values.size),
      plies: number(values.plies, 'plies', 20, 1, 1000),
      page: values.codepage === undefined ? null : page(values.codepage),
    },
    isDeeper: values.deeper ?? false,
    addsResults: values['add-results'] ?? false,
    isRaw: values.raw ?? false,
    isJson: values.json ?? false,
    replaces: values.force ?? false,
    expand: {
      positions:
        values.positions === undefined && values.until !== undefined
          ? Number.POSITIVE_INFINITY
          : number(values.positions, 'positions', 100, 1, 1e9),
      until: values.until === undefined ? Number.POSITIVE_INFINITY : number(values.until, 'until', 0, 1, 1e9),
      nodes: number(values.nodes, 'nodes', 1_000_000, LEAST_NODES, MOST_NODES),
      lines: number(values.lines, 'lines', 4, 1, MOST_LINES),
      even: number(values.even, 'even', 100, 0, 30000),
      deep: number(values.deep, 'deep', 10, 0, 10000),
      ahead: number(values.ahead, 'ahead', 1, 1, MOST_AHEAD),
      threads: number(values.threads, 'threads', 1, 1, MOST_AHEAD),
      fleet: values.fleet ?? null,
    },
  };
}

function side(text: string): number {
  const { width, height } = readSize(text);
  if (width !== height) throw new MatchError(`size "${text}": expected a square board`);
  return width;
}

function page(text: string): CodePage {
  const found = codePageOf(text);
  if (found === null) throw new MatchError(`--codepage "${text}": expected ${CODE_PAGES.join(', ')} or utf-8`);
  return found;
}

function number(text: string | undefined, name: string, usual: number, least: number, most: number): number {
  if (text === undefined) return usual;
  const value = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new MatchError(`--${name} "${text}": expected a whole number from ${least} to ${most}`);
}
