/** Commands on whole databases, most of them with a file name. */
import { BLACK, colorAt, WHITE } from '../core/color.ts';
import { reasonOf } from '../core/errors.ts';
import { pointOfCell } from '../core/point.ts';
import type { Steps } from '../core/steps.ts';
import { counted } from '../core/text.ts';
import { Book } from '../records/book/book.ts';
import { branchSteps, removeSteps } from '../records/book/branch.ts';
import { ByteReader } from '../records/book/bytes.ts';
import { type BookFault, checkSteps } from '../records/book/check.ts';
import { isDbRule } from '../records/book/formats/db.ts';
import { addLibSteps, formatLib, guessLibCodePageSteps } from '../records/book/formats/lib.ts';
import { DRAWN, LOST, NEVER, WON } from '../records/book/info.ts';
import { Line, lineOfStones, PASS } from '../records/book/key.ts';
import { bookKind, mergeSteps } from '../records/book/merge.ts';
import { BookReader, cellName, formatBook } from '../records/book/text.ts';
import { bookTreeOf, movesTo, walk } from '../records/book/tree.ts';
import { posName } from '../records/notation/pos.ts';
import type { Brain } from './brain.ts';
import { Database, requireNew, writeNew } from './database.ts';
import { type DatabaseSession, fileMessage } from './database-session.ts';
import { ProtocolError, type Reply } from './reply.ts';

/** At most this many faults are listed. */
const MAX_LISTED_FAULTS = 20;
const LIB_SIZE = 15;
/** Characters per write, and bytes of a text per step of reading. */
const TEXT_PIECE = 1 << 16;

/** A command with a file name, given as it was sent: one character per byte. */
export type FileCommand = (brain: Brain, raw: string) => Reply;

/** @param work the command in steps; may throw */
function fileCommand(work: (brain: Brain, file: string, raw: string) => Steps<Reply>): FileCommand {
  return (brain, raw) => {
    const file = brain.databaseSession.texts.read(raw);
    return brain.databaseSession.start(raw, work(brain, file, raw));
  };
}

export const setDatabase: FileCommand = (brain, raw) => {
  const { files } = brain.databaseSession;
  const exists = files.has(brain.databaseSession.texts.read(raw));
  return brain.databaseSession.start(raw, setSteps(brain.databaseSession, exists, raw), exists);
};

/** Opens a file, or creates it at once, so that a name that cannot be written is reported now. */
function* setSteps(session: DatabaseSession, exists: boolean, raw: string): Steps<Reply> {
  const file = session.texts.read(raw);
  const before = session.database === null ? '' : session.rawName(session.database);
  let saved: Reply;
  try {
    saved = yield* session.saveSteps();
  } catch (error) {
    return [fileMessage(before, `cannot be written, so this database stays open: ${reasonOf(error)}`)];
  }
  session.send(...saved);
  // Yixin-Board shows a window between the two messages.
  session.send(`MESSAGE DATABASE LOAD START ${raw}`);
  // The open database may be the same file.
  // And if it cannot be opened, nothing is: the front end shows its name, and edits would go to another file.
  session.use(null);
  try {
    session.use(yield* exists ? Database.open(file, session.files) : Database.make(file, session.files));
  } finally {
    session.database?.lock(session.files);
    session.send('MESSAGE DATABASE LOAD DONE');
  }
  if (!exists) return [fileMessage(raw, 'no such file; created a new database')];
  const { count, whyReadOnly } = session.open;
  const readOnly = whyReadOnly === null ? '' : `, read-only: ${whyReadOnly}`;
  return [fileMessage(raw, `${counted(count, 'position')}${readOnly}`)];
}

export function saveDatabase({ databaseSession: session }: Brain): Reply {
  const { open } = session;
  const raw = session.rawName(open);
  return session.start(raw, saveSteps(session, raw));
}

function* saveSteps(session: DatabaseSession, raw: string): Steps<Reply> {
  session.send(`MESSAGE DATABASE SAVE START ${raw}`);
  try {
    return yield* session.saveSteps();
  } finally {
    session.send('MESSAGE DATABASE SAVE DONE');
  }
}

/**
 * Merges books into the open database. Where both have a value, the deeper search wins; any other conflict keeps the
 * existing value.
 * @returns a message with the counts
 */
function* mergeBooks(session: DatabaseSession, books: readonly Book[], raw: string): Steps<Reply> {
  const { changeable } = session;
  let [added, all, conflicts] = [0, 0, 0];
  for (const book of books) {
    const options = { values: 'deeper', addsResults: false, onConflict: () => void conflicts++ } as const;
    added += yield* mergeSteps(changeable.book(book.rule, book.size), book, options);
    all += book.count;
  }
  session.noteChange();
  const kept = conflicts === 0 ? '' : `, ${counted(conflicts, 'conflict')} resolved in favor of the open database`;
  return [fileMessage(raw, `${added} of ${all} positions are new${kept}`)];
}

export const mergeDatabase = fileCommand(function* ({ databaseSession: session }, file, raw) {
  void session.changeable;
  const other = yield* Database.read(file, session.files);
  return yield* mergeBooks(session, other.all(), raw);
});

export const splitDatabase = fileCommand(function* (brain, file, raw) {
  const { databaseSession: session, engine } = brain;
  requireNew(session.files, file);
  const book = session.bookOf(session.open, engine.position);
  const line = lineOf(brain, book);
  const taken = yield* branchSteps(book, line);
  for (let plies = line.plies; plies.length > 0; plies = plies.slice(0, -1)) {
    const index = book.at(new Line(book.rule, book.size, plies));
    if (index >= 0) taken.add(index);
  }
  const database = new Database(file);
  const part = database.book(book.rule, book.size);
  for (const index of taken) part.set(part.ensure(book.lineTo(index)), book.info(index));
  yield* database.create(session.files);
  return [fileMessage(raw, `${counted(taken.size, 'position')} written`)];
});

/** @returns the moves of the position on the board, in playing order if the colors alternate in it */
function lineOf({ engine }: Brain, book: Book): Line {
  const stones = engine.position.stones.map(({ x, y, color }) => ({ cell: y * book.size + x, color }));
  const isInTurn = stones.every(({ color }, ply) => color === colorAt(ply));
  if (isInTurn)
    return new Line(
      book.rule,
      book.size,
      stones.map(({ cell }) => cell),
    );
  const [black, white] = [BLACK, WHITE].map((side) =>
    stones.filter(({ color }) => color === side).map(({ cell }) => cell),
  );
  return lineOfStones(book, black, white, engine.position.sideToMove);
}

export const libToDatabase = fileCommand(function* ({ databaseSession: session, engine }, file, raw) {
  const { rule } = session.bookOf(session.changeable, engine.position);
  const page = yield* guessLibCodePageSteps(new ByteReader(session.files.read(file)));
  const book = new Book(rule, LIB_SIZE);
  const { nodes, skipped } = yield* addLibSteps(book, new ByteReader(session.files.read(file)), page);
  const merged = yield* mergeBooks(session, [book], raw);
  if (skipped === 0) return merged;
  return [...merged, fileMessage(raw, `${skipped} of ${nodes} nodes skipped: they are on occupied points`)];
});

export const databaseToLib = fileCommand(function* ({ databaseSession: session, engine }, file, raw) {
  const book = session.bookOf(session.open, engine.position);
  let [nodes, lost] = [0, 0];
  const pieces = formatLib(book, null, (written) => {
    [nodes, lost] = [written.nodes, written.lost];
  });
  yield* writeNew(session.files, file, pieces);
  const missing = lost === 0 ? '' : `, ${counted(lost, 'character')} replaced by "?"`;
  return [fileMessage(raw, `${counted(nodes, 'node')} written${missing}`)];
});

export const databaseToText = fileCommand(function* ({ databaseSession: session, engine }, file, raw) {
  const book = session.bookOf(session.open, engine.position);
  yield* writeNew(session.files, file, encoded(formatBook(book)));
  return [fileMessage(raw, `${bookKind(book)}, ${counted(book.count, 'position')} written`)];
});

/** A text file has one rule and size: each of several books gets a separate file with its kind in the name. */
export const databaseToTexts = fileCommand(function* ({ databaseSession: session }, file, raw) {
  const books = session.open.all();
  const messages: string[] = [];
  for (const book of books) {
    const kind = `-${bookKind(book).replaceAll(' ', '-')}`;
    const named = (name: string): string => (books.length === 1 ? name : name.replace(/(\.[^./\\]*)?$/, `${kind}$1`));
    yield* writeNew(session.files, named(file), encoded(formatBook(book)));
    messages.push(fileMessage(named(raw), `${bookKind(book)}, ${counted(book.count, 'position')} written`));
  }
  return messages.length > 0 ? messages : [fileMessage(raw, 'nothing to write: the database is empty')];
});

export const textToDatabase = fileCommand(function* ({ databaseSession: session }, file, raw) {
  void session.changeable;
  const reader = new BookReader();
  const decoder = new TextDecoder();
  for (const piece of session.files.read(file)) {
    for (let at = 0; at < piece.length; at += TEXT_PIECE) {
      reader.push(decoder.decode(piece.subarray(at, at + TEXT_PIECE), { stream: true }));
      yield;
    }
  }
  reader.push(decoder.decode());
  const book = reader.end();
  if (!isDbRule(book.rule)) {
    throw new ProtocolError(`a book of ${bookKind(book)}: databases support freestyle, standard and renju`);
  }
  return yield* mergeBooks(session, [book], raw);
});

/** The games of a database: the moves to each leaf position, one line each. */
export const databaseToPositions = fileCommand(function* ({ databaseSession: session, engine }, file, raw) {
  const book = session.bookOf(session.open, engine.position);
  let count = 0;
  function* games(): Generator<string> {
    const tree = bookTreeOf(book);
    let text = '';
    for (const { index } of walk(tree)) {
      const moves = tree.firstChild[index] >= 0 ? [] : movesTo(book, tree, index);
      if (moves.length === 0 || moves.includes(PASS)) continue;
      count++;
      text += `${moves.map((cell) => posName(pointOfCell(cell, book.size))).join('')}\n`;
      if (text.length < TEXT_PIECE) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  yield* writeNew(session.files, file, encoded(games()));
  return [fileMessage(raw, `${counted(count, 'line')} written`)];
});

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** Looks for contradictions, and repairs them on request. */
function examine(repairs: boolean): (brain: Brain) => Reply {
  return ({ databaseSession: session }) => {
    const database = repairs ? session.changeable : session.open;
    return session.start(session.rawName(database), examineSteps(session, database, repairs), !repairs);
  };
}

export const checkDatabase = examine(false);
export const fixDatabase = examine(true);

function* examineSteps(session: DatabaseSession, database: Database, repairs: boolean): Steps<Reply> {
  let count = 0;
  for (const book of database.all()) {
    const faults: BookFault[] = [];
    yield* checkSteps(book, (fault) => faults.push(fault));
    for (const { moves, text } of faults.slice(0, Math.max(0, MAX_LISTED_FAULTS - count))) {
      session.send(`MESSAGE ${bookKind(book)}: ${moves.map((cell) => cellName(cell, book.size)).join(' ')}: ${text}`);
    }
    count += faults.length;
    if (repairs) yield* repair(book, faults);
  }
  if (repairs && count > 0) session.noteChange();
  return [
    `MESSAGE ${counted(database.count, 'position')}, ${counted(count, 'fault')}${repairs && count > 0 ? ', repaired' : ''}`,
  ];
}

/** Marks forbidden moves, removes what follows the end of a game, and clears contradictory marks. */
function* repair(book: Book, faults: readonly BookFault[]): Steps<void> {
  const gone = new Set<number>();
  for (const { kind, index, moves } of faults) {
    if (kind === 'forbidden') book.mark(index, NEVER);
    if (kind === 'marks') book.set(index, { mark: book.info(index).mark & ~(WON | LOST | DRAWN) });
    if (kind === 'continues') {
      for (const place of yield* branchSteps(book, new Line(book.rule, book.size, moves))) gone.add(place);
    }
  }
  yield* removeSteps(book, gone);
}
