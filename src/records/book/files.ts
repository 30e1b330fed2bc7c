/** Reads files of all kinds as books, independent of the source of their bytes. */
import { joinedBytes } from '../../core/bytes.ts';
import type { CodePage } from '../../core/code-page.ts';
import { messageOf, UserError } from '../../core/errors.ts';
import { ruleNameOf } from '../../core/rule.ts';
import { FREESTYLE, RENJU } from '../../core/rule-code.ts';
import { runToEnd } from '../../core/steps.ts';
import { counted, withoutByteOrderMark } from '../../core/text.ts';
import { guessNotation, notationOfName, readGames } from '../notation/convert.ts';
import { textOfFile, textPieces } from '../notation/file-text.ts';
import { hasStones, mainLineOf } from '../notation/game-tree.ts';
import type { SavedGame } from '../notation/saved-game.ts';
import { type ReadTree, readGameTree } from '../notation/sgf.ts';
import { sgfRoots } from '../notation/sgf-text.ts';
import { isBinaryBook, PackedBook, unpackBook } from './binary.ts';
import { Book } from './book.ts';
import { ByteReader } from './bytes.ts';
import { addDb, surveyDbSteps } from './formats/db.ts';
import { addLibSteps, guessLibCodePageSteps } from './formats/lib.ts';
import { readRif } from './formats/rif.ts';
import { addSgf } from './formats/sgf.ts';
import { addGame } from './games.ts';
import type { BookView } from './info.ts';
import { BookReader, parseBook, TEXT_START } from './text.ts';

const LIB_SIZE = 15;
const USUAL_SIZE = 15;

export interface BookFile {
  readonly name: string;
  /** @returns its bytes in pieces, from the beginning at every call */
  readonly pieces: () => Iterable<Uint8Array>;
}

export interface ReadOptions {
  /** Rule code; null: that of the file. */
  readonly rule: number | null;
  readonly size: number | null;
  readonly plies: number;
  readonly page: CodePage | null;
}

export interface Reporter {
  /** Something was skipped, or guessed. */
  readonly note: (text: string) => void;
  readonly progress: (text: string) => void;
}

function bytesOf({ pieces }: BookFile): Uint8Array {
  return joinedBytes([...pieces()]);
}

function wholeTextOf(file: BookFile): string {
  return textOfFile(bytesOf(file));
}

/** @returns the ending of a name, such as `.lib`, in small letters; empty if it has none */
function endingOf(name: string): string {
  return /\.[^./\\]*$/.exec(name)?.[0].toLowerCase() ?? '';
}

/** @returns a read-only book @throws UserError, or what the pieces throw */
export function viewBookFile(file: BookFile, options: ReadOptions, reporter: Reporter): BookView {
  if (endingOf(file.name) !== '.tbk') return readBookFile(file, options, reporter);
  return new PackedBook(bytesOf(file));
}

/** @throws UserError with line or offset where the file is broken, or what the pieces throw */
export function readBookFile(file: BookFile, options: ReadOptions, reporter: Reporter): Book {
  const book = (READERS[endingOf(file.name)] ?? readGamesFile)(file, options, reporter);
  const isOther =
    (options.rule !== null && options.rule !== book.rule) || (options.size !== null && options.size !== book.size);
  if (isOther) {
    throw new UserError(
      `a book of ${ruleNameOf(book.rule)} ${book.size}x${book.size}: expected what --rule and --size say`,
    );
  }
  return book;
}

const READERS: Readonly<Record<string, typeof readGamesFile>> = {
  '.tbook': readText,
  '.tbk': readPacked,
  '.lib': readLib,
  '.db': readDb,
  '.sgf': readSgf,
  '.rif': readCollection,
  '.xml': readCollection,
};

function readText(file: BookFile): Book {
  const reader = new BookReader();
  for (const text of textPieces(file.pieces())) reader.push(text);
  return reader.end();
}

function readPacked(file: BookFile, _: ReadOptions, { note }: Reporter): Book {
  const bytes = bytesOf(file);
  if (!isBinaryBook(bytes)) throw new UserError('offset 0: no compact book');
  const { book, unreached } = unpackBook(new PackedBook(bytes));
  if (unreached > 0)
    note(`${file.name}: ${unreached} positions that no line leads to cannot be taken from a compact book`);
  return book;
}

function readLib(file: BookFile, options: ReadOptions, { note, progress }: Reporter): Book {
  const page = options.page ?? runToEnd(guessLibCodePageSteps(new ByteReader(file.pieces())));
  const book = new Book(options.rule ?? RENJU, LIB_SIZE);
  const { nodes, skipped } = runToEnd(
    addLibSteps(book, new ByteReader(file.pieces()), page, (n) => progress(`${file.name}: ${n} nodes`)),
  );
  if (options.page === null) note(`${file.name}: texts read as ${page}; to choose another code page, use --codepage`);
  if (skipped > 0) note(`${file.name}: ${skipped} of ${nodes} nodes skipped: they are on occupied points`);
  return book;
}

function readDb(file: BookFile, options: ReadOptions, { note, progress }: Reporter): Book {
  const survey = runToEnd(surveyDbSteps(new ByteReader(file.pieces())));
  const all = [...survey.kinds.entries()];
  const kinds = all.filter(([, { rule, size }]) => (options.rule ?? rule) === rule && (options.size ?? size) === size);
  if (kinds.length !== 1) {
    const there = all.map(([name, { count }]) => `${name} (${count})`).join(', ') || 'none';
    throw new UserError(`positions of ${there}: expected --rule and --size to choose one kind`);
  }
  const [, { rule, size }] = kinds[0];
  const book = new Book(rule, size);
  const page = options.page ?? survey.page;
  const others = addDb(book, new ByteReader(file.pieces()), page, (n) => progress(`${file.name}: ${n} records`));
  for (const [name, count] of others) note(`${file.name}: ${counted(count, 'record')} of ${name} skipped`);
  return book;
}

function readSgf(file: BookFile, options: ReadOptions, { note }: Reporter): Book {
  const faults: string[] = [];
  const trees: ReadTree[] = [];
  const roots = [...sgfRoots(wholeTextOf(file))];
  for (const [i, root] of roots.entries()) {
    const tell = (text: string) => note(`${file.name}: tree ${i + 1}: ${text}`);
    try {
      const size = options.size ?? USUAL_SIZE;
      const tree = readGameTree(root, { rule: options.rule, size, onFault: (reason) => tell(`cut: ${reason}`) });
      for (const text of [...tree.losses, ...tree.notes]) tell(text);
      trees.push(tree);
    } catch (error) {
      faults.push(`tree ${i + 1} skipped: ${messageOf(error)}`);
    }
  }
  if (trees.length === 0) throw new UserError(faults[0]);
  for (const fault of faults) note(`${file.name}: ${fault}`);
  if (!trees.some(hasStones)) throw new UserError('contains no moves and no stones');
  const [{ facts }] = trees;
  const book = new Book(options.rule ?? facts.rule ?? FREESTYLE, options.size ?? facts.size);
  const { cut, dropped, others } = addSgf(book, trees);
  for (const [reason, count] of others) {
    note(`${file.name}: ${count} of ${counted(roots.length, 'tree')} skipped: ${reason}`);
  }
  if (cut > 0) note(`${file.name}: ${counted(cut, 'line')} cut after 1000 moves`);
  for (const [name, count] of dropped) note(`${file.name}: property ${name} skipped in ${counted(count, 'place')}`);
  for (const tree of trees) if (tree.facts.result !== null) addGame(book, mainLineOf(tree), options.plies);
  return book;
}

function readCollection(file: BookFile, options: ReadOptions, reporter: Reporter): Book {
  const rule = options.rule ?? RENJU;
  const games = readRif(textPieces(file.pieces()), {
    gomokuRule: rule === RENJU ? FREESTYLE : rule,
    onSkip: (id, reason) => reporter.note(`${file.name}: game ${id} skipped: ${reason}`),
  });
  return bookOfGames(file, games, new Book(rule, LIB_SIZE), options, reporter);
}

function readGamesFile(file: BookFile, options: ReadOptions, reporter: Reporter): Book {
  const text = wholeTextOf(file);
  // YXDBTOTXT writes the text form under any name.
  if (withoutByteOrderMark(text).startsWith(`${TEXT_START} `)) return parseBook(text);
  const notation = notationOfName(file.name) ?? guessNotation(text);
  if (notation === 'sgf') return readSgf(file, options, reporter);
  const games = readGames(text, notation, { size: options.size ?? USUAL_SIZE, rule: options.rule });
  const [first] = games;
  if (first === undefined) throw new UserError('the file contains no games');
  const book = new Book(options.rule ?? first.rule ?? FREESTYLE, options.size ?? first.size);
  return bookOfGames(file, games, book, options, reporter);
}

function bookOfGames(
  file: BookFile,
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
    progress(`${file.name}: ${count} games`);
  }
  for (const [reason, times] of reasons) note(`${file.name}: ${times} of ${counted(count, 'game')} skipped: ${reason}`);
  return book;
}

/** @returns NAME.edits.EXT for NAME.EXT, or NAME.edits-2.EXT and so on if that exists */
export function nameAside(name: string, exists: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const aside = name.replace(/(\.[^./\\]*)?$/, `.edits${number === 1 ? '' : `-${number}`}$1`);
    if (!exists(aside)) return aside;
  }
}
