/** Files of all kinds into books. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import { isBinaryBook, PackedBook, unpackBook } from '../../book/binary.ts';
import { Book } from '../../book/book.ts';
import { ByteReader } from '../../book/bytes.ts';
import { addDb, surveyDb } from '../../book/formats/db.ts';
import { addLib, guessLibCodePage } from '../../book/formats/lib.ts';
import { readRif } from '../../book/formats/rif.ts';
import { addSgf, kindOfSgf } from '../../book/formats/sgf.ts';
import { addGame } from '../../book/games.ts';
import type { BookView } from '../../book/info.ts';
import { BookReader } from '../../book/text.ts';
import { MatchError, messageOf } from '../../core/errors.ts';
import { ruleNameOf } from '../../core/rule.ts';
import { FREESTYLE, RENJU } from '../../core/rule-code.ts';
import { guessNotation, notationOfName, readGames } from '../../notation/convert.ts';
import type { SavedGame } from '../../notation/saved-game.ts';
import { parseSgf } from '../../notation/sgf.ts';
import type { ReadOptions } from './options.ts';

const PIECE = 1 << 20;
const LIB_SIZE = 15;
const USUAL_SIZE = 15;

/** What is said while a file is read. */
export interface Reporter {
  /** Something was left out, or guessed. */
  readonly note: (text: string) => void;
  readonly progress: (text: string) => void;
}

/** @returns the bytes of a file, read as they are asked for */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(PIECE);
      const length = readSync(file, piece, 0, PIECE, null);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

function* textOf(path: string): Generator<string> {
  const decoder = new TextDecoder();
  for (const piece of piecesOf(path)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** @returns a book to be looked at only @throws MatchError, or what the system throws */
export function viewBook(path: string, options: ReadOptions, reporter: Reporter): BookView {
  if (extname(path).toLowerCase() !== '.tbk') return loadBook(path, options, reporter);
  return new PackedBook(readFileSync(path));
}

/** @throws MatchError with line or offset where the file is broken, or what the system throws */
export function loadBook(path: string, options: ReadOptions, reporter: Reporter): Book {
  const book = readerOf(path)(path, options, reporter);
  const isOther =
    (options.rule !== null && options.rule !== book.rule) || (options.size !== null && options.size !== book.size);
  if (isOther) {
    throw new MatchError(
      `a book of ${ruleNameOf(book.rule)} ${book.size}x${book.size}: expected what --rule and --size say`,
    );
  }
  return book;
}

type FileReader = (path: string, options: ReadOptions, reporter: Reporter) => Book;

function readerOf(path: string): FileReader {
  switch (extname(path).toLowerCase()) {
    case '.tbook':
      return readText;
    case '.tbk':
      return readPacked;
    case '.lib':
      return readLib;
    case '.db':
      return readDb;
    case '.sgf':
      return readSgf;
    case '.rif':
    case '.xml':
      return readCollection;
    default:
      return readGamesFile;
  }
}

function readText(path: string): Book {
  const reader = new BookReader();
  for (const text of textOf(path)) reader.push(text);
  return reader.end();
}

function readPacked(path: string, _: ReadOptions, { note }: Reporter): Book {
  const bytes = readFileSync(path);
  if (!isBinaryBook(bytes)) throw new MatchError('offset 0: no compact book');
  const { book, unreached } = unpackBook(new PackedBook(bytes));
  if (unreached > 0) note(`${path}: ${unreached} positions that no line leads to cannot be taken from a compact book`);
  return book;
}

function readLib(path: string, options: ReadOptions, { note, progress }: Reporter): Book {
  const page = options.page ?? guessLibCodePage(new ByteReader(piecesOf(path)));
  const book = new Book(options.rule ?? RENJU, LIB_SIZE);
  const { nodes, skipped } = addLib(book, new ByteReader(piecesOf(path)), page, (n) => progress(`${path}: ${n} nodes`));
  if (options.page === null) note(`${path}: texts taken as ${page}, see --codepage`);
  if (skipped > 0) note(`${path}: ${skipped} of ${nodes} nodes left out, on points where a stone stands`);
  return book;
}

function readDb(path: string, options: ReadOptions, { note, progress }: Reporter): Book {
  const survey = surveyDb(new ByteReader(piecesOf(path)));
  const all = [...survey.kinds.entries()];
  const kinds = all.filter(([, { rule, size }]) => (options.rule ?? rule) === rule && (options.size ?? size) === size);
  if (kinds.length !== 1) {
    const there = all.map(([name, { count }]) => `${name} (${count})`).join(', ') || 'none';
    throw new MatchError(`positions of ${there}: expected --rule and --size to choose one kind`);
  }
  const [, { rule, size }] = kinds[0];
  const book = new Book(rule, size);
  const page = options.page ?? survey.page;
  const { others } = addDb(book, new ByteReader(piecesOf(path)), page, (n) => progress(`${path}: ${n} records`));
  for (const [name, count] of others) note(`${path}: ${count} records of ${name} left out`);
  return book;
}

function readSgf(path: string, options: ReadOptions, { note }: Reporter): Book {
  const text = readFileSync(path, 'utf8');
  const kind = kindOfSgf(text);
  const book = new Book(options.rule ?? kind.rule ?? FREESTYLE, options.size ?? kind.size);
  const { skipped, dropped } = addSgf(book, text);
  if (skipped > 0) note(`${path}: ${skipped} nodes left out, on points where a stone stands or of the wrong color`);
  for (const [name, count] of dropped) note(`${path}: ${count} times ${name} left out`);
  try {
    for (const game of parseSgf(text)) if (game.result !== null) addGame(book, game, options.plies);
  } catch (error) {
    note(`${path}: results left out: ${messageOf(error)}`);
  }
  return book;
}

function readCollection(path: string, options: ReadOptions, reporter: Reporter): Book {
  const rule = options.rule ?? RENJU;
  const games = readRif(textOf(path), {
    gomokuRule: rule === RENJU ? FREESTYLE : rule,
    onSkip: (id, reason) => reporter.note(`${path}: game ${id} left out: ${reason}`),
  });
  return bookOfGames(path, games, new Book(rule, LIB_SIZE), options, reporter);
}

function readGamesFile(path: string, options: ReadOptions, reporter: Reporter): Book {
  const text = readFileSync(path, 'utf8');
  const notation = notationOfName(path) ?? guessNotation(text);
  const games = readGames(text, notation, { size: options.size ?? USUAL_SIZE, rule: options.rule });
  const [first] = games;
  if (first === undefined) throw new MatchError('no games in it');
  const book = new Book(options.rule ?? first.rule ?? FREESTYLE, options.size ?? first.size);
  return bookOfGames(path, games, book, options, reporter);
}

function bookOfGames(
  path: string,
  games: Iterable<SavedGame>,
  book: Book,
  { plies }: ReadOptions,
  { note, progress }: Reporter,
): Book {
  const reasons = new Map<string, number>();
  let count = 0;
  for (const game of games) {
    count++;
    const reason = addGame(book, game, plies);
    if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    progress(`${path}: ${count} games`);
  }
  for (const [reason, times] of reasons) note(`${path}: ${times} of ${count} games left out: ${reason}`);
  return book;
}
