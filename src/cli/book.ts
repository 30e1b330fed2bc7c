/** `tengen book`: books from games, libraries, databases and the engine's search. */
import { type Command, INTERRUPTED } from '../core/command.ts';
import { named, UserError } from '../core/errors.ts';
import { runToEnd } from '../core/steps.ts';
import { columns, counted } from '../core/text.ts';
import { piecesOf } from '../platform/node/files.ts';
import { lockFile } from '../platform/node/lock.ts';
import { complain } from '../platform/node/streams.ts';
import type { Book } from '../records/book/book.ts';
import { checkSteps, statsOf } from '../records/book/check.ts';
import { type BookFile, type ReadOptions, type Reporter, readBookFile, viewBookFile } from '../records/book/files.ts';
import { lookUp } from '../records/book/look-up.ts';
import { bookKind, mergeSteps } from '../records/book/merge.ts';
import { cellName } from '../records/book/text.ts';
import { expandFile } from './book/expand.ts';
import {
  type BookAction,
  type BookValues,
  bookSyntax,
  DEFAULT_POSITIONS,
  EXPANDING,
  readBookRequest,
  WRITING,
} from './book/options.ts';
import { checkName, GrowingFile, saveBook } from './book/save.ts';
import { lineOfMoves, shownLines } from './book/show.ts';

/** Number of faults and conflicts to print. */
const MAX_SHOWN = 100;

const reporter: Reporter = {
  note: (text) => complain(`note: ${text}`),
  progress: progressTo(process.stderr),
};

/** What `tengen book` does, by the first word. */
const ACTIONS: Readonly<Record<string, BookAction>> = {
  build: {
    usage: 'INPUT ... --out FILE',
    help: 'makes one book from games, libraries, databases and books',
    operands: [1, Number.POSITIVE_INFINITY],
    options: WRITING,
    run: build,
  },
  merge: {
    usage: 'BOOK BOOK ... --out FILE',
    help: 'merges books; the first one takes precedence',
    operands: [1, Number.POSITIVE_INFINITY],
    options: WRITING,
    run: build,
  },
  show: {
    usage: 'BOOK ["h8 i9 ..."]',
    help: 'shows the entry of a position, and its moves',
    operands: [1, 2],
    options: ['json'],
    run: show,
  },
  check: {
    usage: 'BOOK',
    help: 'finds forbidden moves, moves after the end of a game, contradictions',
    operands: [1, 1],
    options: [],
    run: check,
  },
  stats: { usage: 'BOOK', help: 'prints statistics', operands: [1, 1], options: ['json'], run: stats },
  expand: {
    usage: 'BOOK',
    help: 'lets the engine search where the book is nearest to even',
    operands: [1, 1],
    options: EXPANDING,
    run: expand,
  },
};

export const COMMAND: Command = {
  name: 'book',
  summary: 'builds, merges, checks and expands opening books, RenLib libraries and Yixin databases',
  usages: columns(
    Object.entries(ACTIONS).map(([name, { usage, help }]) => [`${name} ${usage}`, help]),
    () => true,
  ),
  about: [
    'A book is a .tbook (text, for editing) or a .tbk (compact, made from it). INPUT can also be a RenLib .lib, a Yixin or Rapfi .db, or games as .sgf, .rif, .psq, .pos or .jsonl. The name of FILE decides its format: .tbook, .tbk, .lib, .db or .sgf. If inputs contradict each other about a position, the first one is kept and the conflict is reported. See docs/guide/books.md.',
  ],
  ...bookSyntax(ACTIONS),
  notes: [
    'expand saves BOOK, which must be a .tbook, every half minute and at the end. Ctrl-C ends the search; run the same command again to resume.',
  ],
  needsArguments: true,
  exits: { 0: 'done', 1: 'failed, or conflicts or faults found', 130: 'expand was stopped' },
  prepare(args) {
    const { action, files, values } = readBookRequest(ACTIONS, args);
    return () => action.run(files, values);
  },
};

function fileAt(path: string): BookFile {
  return { name: path, pieces: () => piecesOf(path) };
}

function readingOf({ rule, size, plies, codepage: page }: BookValues): ReadOptions {
  return { rule, size, plies, page };
}

/** @throws UserError that names the file and the error in it */
function loadBook(path: string, values: BookValues): Book {
  return named(path, () => readBookFile(fileAt(path), readingOf(values), reporter));
}

function build(files: readonly string[], values: BookValues): number {
  const out = values.out!;
  checkName(out, values.force);
  const unlock = lockFile(out);
  try {
    return buildInto(out, files, values);
  } finally {
    unlock();
  }
}

function buildInto(out: string, files: readonly string[], values: BookValues): number {
  const { deeper, 'add-results': addsResults, raw: isRaw, force: replaces, codepage: page } = values;
  let book: Book | null = null;
  let conflicts = 0;
  for (const file of files) {
    const next = loadBook(file, values);
    if (book === null) {
      book = next;
      continue;
    }
    const into: Book = book;
    const added = named(file, () =>
      runToEnd(
        mergeSteps(into, next, {
          values: deeper ? 'deeper' : 'first',
          addsResults,
          onConflict: ({ index, what, kept, left }) => {
            if (conflicts++ < MAX_SHOWN) {
              complain(
                `conflict: ${cellsText(into.lineTo(index).plies, into.size)}: keeping ${what} ${kept}, ${file} has ${left}`,
              );
            }
          },
        }),
      ),
    );
    reporter.note(`${file}: ${added} of ${next.count} positions are new`);
  }
  if (book === null) throw new UserError('no files: expected one or more');
  if (conflicts > MAX_SHOWN) complain(`conflict: ${conflicts - MAX_SHOWN} more`);
  saveBook(out, book, { page, isRaw, replaces, note: reporter.note });
  process.stdout.write(
    `${out}: ${book.count} positions of ${bookKind(book)}${conflicts === 0 ? '' : `, ${counted(conflicts, 'conflict')}`}\n`,
  );
  return conflicts === 0 ? 0 : 1;
}

function cellsText(cells: readonly number[], size: number): string {
  return cells.length === 0 ? 'the empty board' : cells.map((cell) => cellName(cell, size)).join(' ');
}

function show([file, moves = '']: readonly string[], values: BookValues): number {
  const book = named(file, () => viewBookFile(fileAt(file), readingOf(values), reporter));
  const shown = lookUp(book, lineOfMoves(book, moves));
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ rule: book.rule, size: book.size, ...shown })}\n`
      : `${shownLines(shown).join('\n')}\n`,
  );
  return 0;
}

function check([file]: readonly string[], values: BookValues): number {
  const book = loadBook(file, values);
  let faults = 0;
  const unreached = runToEnd(
    checkSteps(book, ({ moves, text }) => {
      if (faults++ < MAX_SHOWN) process.stdout.write(`${cellsText(moves, book.size)}: ${text}\n`);
    }),
  );
  if (faults > MAX_SHOWN) process.stdout.write(`${faults - MAX_SHOWN} more\n`);
  const reached = unreached === 0 ? '' : `, ${unreached} of them without a predecessor`;
  process.stdout.write(`${book.count} positions of ${bookKind(book)}${reached}; ${counted(faults, 'fault')}\n`);
  return faults === 0 ? 0 : 1;
}

function stats([file]: readonly string[], values: BookValues): number {
  const book = loadBook(file, values);
  const figures = statsOf(book);
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ rule: book.rule, size: book.size, ...figures })}\n`);
    return 0;
  }
  const { games } = figures;
  const lines = [
    `${bookKind(book)}: ${figures.positions} positions, ${figures.unreached} of them without a predecessor`,
    `with value: ${figures.withValue}, weight: ${figures.withWeight}, mark: ${figures.withMark}, comment: ${figures.withComment}, label: ${figures.withLabel}`,
    `deepest search: ${figures.deepest} plies; games: ${games.black + games.draws + games.white} (Black won ${games.black}, drawn ${games.draws}, White won ${games.white})`,
    `positions by stones: ${figures.byPly.map((count, ply) => `${ply}: ${count}`).join(', ')}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

async function expand([file]: readonly string[], values: BookValues): Promise<number> {
  if (!file.endsWith('.tbook'))
    throw new UserError(`"${file}": expected a .tbook, the only format that expand can save`);
  // Locked before it is read: changes by another run in the meantime would be lost.
  const unlock = lockFile(file);
  try {
    const growing = new GrowingFile(file);
    const book = loadBook(file, values);
    const unlimited = Number.POSITIVE_INFINITY;
    const positions = values.positions ?? (values.until === null ? DEFAULT_POSITIONS : unlimited);
    const limits = { ...values, positions, until: values.until ?? unlimited };
    const { count, isStopped } = await expandFile(file, book, limits, {
      save: () => growing.save(book, reporter.note),
      progress: reporter.progress,
      note: reporter.note,
    });
    process.stdout.write(`${growing.path}: ${counted(count, 'position')} searched, ${book.count} in the book\n`);
    return isStopped ? INTERRUPTED : 0;
  } finally {
    unlock();
  }
}

const EVERY_MS = 1000;

/** @returns a function that shows a line, at most once per second */
function progressTo(stream: { readonly isTTY?: boolean; write: (text: string) => unknown }): (text: string) => void {
  let last = Date.now();
  return (text) => {
    const now = Date.now();
    if (now - last < EVERY_MS) return;
    last = now;
    stream.write(stream.isTTY === true ? `\r${text.padEnd(78)}\r` : `${text}\n`);
  };
}
