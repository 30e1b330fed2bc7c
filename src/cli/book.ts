/** `tengen book`: books from games, libraries, databases and the engine's search. */
import type { Book } from '../book/book.ts';
import { checkBook, statsOf } from '../book/check.ts';
import type { Reporter } from '../book/files.ts';
import { lookUp } from '../book/look-up.ts';
import { bookKind, mergeInto } from '../book/merge.ts';
import { cellName } from '../book/text.ts';
import { named, UserError } from '../core/errors.ts';
import { lockFile } from '../platform/node/lock.ts';
import { expandFile } from './book/expand.ts';
import { loadBook, viewBook } from './book/load.ts';
import { BOOK_SYNTAX, type BookRequest, readBookRequest } from './book/options.ts';
import { progressTo } from './book/progress.ts';
import { checkName, saveBook } from './book/save.ts';
import { lineOfMoves, shownLines } from './book/show.ts';
import type { Command } from './command.ts';

/** Faults and conflicts shown one by one. */
const MAX_SHOWN = 100;

const reporter: Reporter = {
  note: (text) => void process.stderr.write(`note: ${text}\n`),
  progress: progressTo(process.stderr),
};

/** `tengen book` */
export const COMMAND: Command = {
  name: 'book',
  summary: 'opening books, libraries of RenLib, databases of Yixin and Rapfi: docs/guide/books.md',
  usages: [
    'build INPUT ... --out FILE       one book from games, libraries, databases and books',
    'merge BOOK BOOK ... --out FILE   the same, for books: the first one goes before the others',
    'show BOOK ["h8 i9 ..."]          what is known of a position, and its moves',
    'check BOOK                       forbidden moves, games that go on after their end, contradictions',
    'stats BOOK                       figures',
    'expand BOOK                      the engine searches where the book is nearest to even',
  ],
  about: [
    'A book is a .tbook (text, the master) or a .tbk (compact, made from it); INPUT also a .lib of RenLib, a .db of Yixin or Rapfi, a .sgf, .rif, .psq, .pos or .jsonl of games. FILE is written by its name: .tbook, .tbk, .lib, .db or .sgf. Where inputs say something different of a position, the first one stays and the conflict is named.',
  ],
  ...BOOK_SYNTAX,
  notes: [
    'BOOK of expand, a .tbook, is written anew every half a minute and at the end; Ctrl-C ends the search, and the same command goes on.',
  ],
  needsArguments: true,
  exits: { 0: 'done', 1: 'failed, conflicts or faults found' },
  prepare(args) {
    const request = readBookRequest(args);
    return () => run(request);
  },
};

function run(request: BookRequest): number | Promise<number> {
  switch (request.action) {
    case 'build':
    case 'merge':
      return build(request);
    case 'show':
      return show(request);
    case 'check':
      return check(request);
    case 'stats':
      return stats(request);
    case 'expand':
      return expand(request);
  }
}

function build(request: BookRequest): number {
  const out = request.out!;
  checkName(out, request.replaces);
  return holding(out, () => buildInto(out, request));
}

/** Does something while no other tengen writes a file. @throws UserError if another one does */
function holding<T>(file: string, action: () => T): T {
  const unlock = lockFile(file);
  try {
    return action();
  } finally {
    unlock();
  }
}

function buildInto(out: string, request: BookRequest): number {
  const { files, read, isDeeper, addsResults, isRaw, replaces } = request;
  let book: Book | null = null;
  let conflicts = 0;
  for (const file of files) {
    const next = named(file, () => loadBook(file, read, reporter));
    if (book === null) {
      book = next;
      continue;
    }
    const into: Book = book;
    const added = named(file, () =>
      mergeInto(into, next, {
        values: isDeeper ? 'deeper' : 'first',
        addsResults,
        onConflict: ({ index, what, kept, left }) => {
          if (conflicts++ < MAX_SHOWN) {
            process.stderr.write(`conflict: ${someMoves(into, index)}: ${what} ${kept} stays, ${file} has ${left}\n`);
          }
        },
      }),
    );
    reporter.note(`${file}: ${added} of ${next.count} positions are new`);
  }
  if (book === null) throw new UserError('no files: expected one or more');
  if (conflicts > MAX_SHOWN) process.stderr.write(`conflict: ${conflicts - MAX_SHOWN} more\n`);
  saveBook(out, book, { page: read.page, isRaw, replaces, note: reporter.note });
  process.stdout.write(
    `${out}: ${book.count} positions of ${bookKind(book)}${conflicts === 0 ? '' : `, ${conflicts} conflicts`}\n`,
  );
  return conflicts === 0 ? 0 : 1;
}

function someMoves(book: Book, index: number): string {
  return cellsText(book.lineTo(index).plies, book.size);
}

function cellsText(cells: readonly number[], size: number): string {
  return cells.length === 0 ? 'the empty board' : cells.map((cell) => cellName(cell, size)).join(' ');
}

function show({ files: [file, moves = ''], read, isJson }: BookRequest): number {
  const book = named(file, () => viewBook(file, read, reporter));
  const shown = lookUp(book, lineOfMoves(book, moves));
  process.stdout.write(
    isJson
      ? `${JSON.stringify({ rule: book.rule, size: book.size, ...shown })}\n`
      : `${shownLines(shown).join('\n')}\n`,
  );
  return 0;
}

function check({ files: [file], read }: BookRequest): number {
  const book = named(file, () => loadBook(file, read, reporter));
  let faults = 0;
  const unreached = checkBook(book, ({ moves, text }) => {
    if (faults++ < MAX_SHOWN) process.stdout.write(`${cellsText(moves, book.size)}: ${text}\n`);
  });
  if (faults > MAX_SHOWN) process.stdout.write(`${faults - MAX_SHOWN} more\n`);
  const reached = unreached === 0 ? '' : `, ${unreached} of them led to by no other`;
  process.stdout.write(`${book.count} positions of ${bookKind(book)}${reached}; ${faults} faults\n`);
  return faults === 0 ? 0 : 1;
}

function stats({ files: [file], read, isJson }: BookRequest): number {
  const book = named(file, () => loadBook(file, read, reporter));
  const figures = statsOf(book);
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ rule: book.rule, size: book.size, ...figures })}\n`);
    return 0;
  }
  const { games } = figures;
  const lines = [
    `${bookKind(book)}: ${figures.positions} positions, ${figures.unreached} of them led to by no other`,
    `with a value ${figures.withValue}, a weight ${figures.withWeight}, a mark ${figures.withMark}, a comment ${figures.withComment}, a text on the point ${figures.withLabel}`,
    `deepest search ${figures.deepest} plies; games ${games.black + games.draws + games.white}: Black won ${games.black}, drawn ${games.draws}, White won ${games.white}`,
    `by stones: ${figures.byPly.map((count, ply) => `${ply}: ${count}`).join(', ')}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

async function expand({ files: [file], read, expand: limits }: BookRequest): Promise<number> {
  if (!file.endsWith('.tbook')) throw new UserError(`"${file}": expected a .tbook, which is written anew`);
  // Before it is read: what another run writes meanwhile would be lost.
  const unlock = lockFile(file);
  try {
    const book = named(file, () => loadBook(file, read, reporter));
    const count = await expandFile(file, book, limits, {
      save: () => saveBook(file, book, { page: null, isRaw: false, replaces: true, note: reporter.note }),
      progress: reporter.progress,
      note: reporter.note,
    });
    process.stdout.write(`${file}: ${count} positions searched, ${book.count} in the book\n`);
    return 0;
  } finally {
    unlock();
  }
}
