/** Commands on whole databases, most of them with the name of a file. */

import { Book } from '../book/book.ts';
import { branchSteps, removeSteps } from '../book/branch.ts';
import { ByteReader } from '../book/bytes.ts';
import { checkSteps, type Fault } from '../book/check.ts';
import { addLibSteps, formatLib, guessLibCodePage } from '../book/formats/lib.ts';
import { DRAWN, LOST, NEVER, WON } from '../book/info.ts';
import { Line, PASS } from '../book/key.ts';
import { bookKind, type MergeOptions, mergeSteps } from '../book/merge.ts';
import { BookReader, formatBook } from '../book/text.ts';
import { bookTreeOf, movesTo, walk } from '../book/tree.ts';
import { BLACK, WHITE } from '../core/color.ts';
import { reasonOf, UserError } from '../core/errors.ts';
import { nameOf } from '../core/point.ts';
import type { Steps } from '../core/steps.ts';
import { counted } from '../core/text.ts';
import { posName } from '../notation/pos.ts';
import type { Brain } from './brain.ts';
import { Database } from './database.ts';
import { type DatabaseSession, fileMessage } from './database-session.ts';
import type { Reply } from './reply.ts';

/** Faults that are told one by one. */
const TOLD_FAULTS = 20;
const LIB_SIZE = 15;
/** Characters that are written at once. */
const TEXT_PIECE = 1 << 16;

/** A command with a file: its name as it was sent, one character a byte. */
export type FileCommand = (brain: Brain, raw: string) => Reply;

/** @param work may throw; does what it does in steps */
function fileCommand(work: (brain: Brain, file: string, raw: string) => Steps<Reply>): FileCommand {
  return (brain, raw) => {
    const file = brain.databaseSession.texts.read(raw);
    return brain.databaseSession.start(raw, work(brain, file, raw));
  };
}

export const setDatabase: FileCommand = (brain, raw) => {
  const { files } = brain.databaseSession;
  const isThere = files.has(brain.databaseSession.texts.read(raw));
  return brain.databaseSession.start(raw, setSteps(brain.databaseSession, isThere, raw), isThere);
};

/** A file that is not there is made, so that a name that cannot be written is told at once. */
function* setSteps(session: DatabaseSession, isThere: boolean, raw: string): Steps<Reply> {
  const file = session.texts.read(raw);
  const before = session.database === null ? '' : session.rawName(session.database);
  let saved: Reply;
  try {
    saved = yield* session.saveSteps();
  } catch (error) {
    return [fileMessage(before, `it cannot be written and stays open: ${reasonOf(error)}`)];
  }
  session.send(...saved);
  const [start, done] = loaded(raw);
  session.send(start);
  // The one that is open may be the same file.
  session.database?.close();
  try {
    session.use(yield* isThere ? Database.open(file, session.files) : Database.make(file, session.files));
  } finally {
    session.database?.lock(session.files);
    session.send(done);
  }
  if (!isThere) return [fileMessage(raw, 'no such file, a new database begins')];
  const { count, whyReadOnly } = session.open;
  const readOnly = whyReadOnly === null ? '' : `, not to be changed: ${whyReadOnly}`;
  return [fileMessage(raw, `${counted(count, 'position')}${readOnly}`)];
}

/** Yixin-Board shows a window from the one to the other. */
function loaded(raw: string): readonly [start: string, done: string] {
  return [`MESSAGE DATABASE LOAD START ${raw}`, 'MESSAGE DATABASE LOAD DONE'];
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

/** Where both say something, the deeper search stays, and of two others what was there. */
function mergeOptions(onConflict: () => void): MergeOptions {
  return { values: 'deeper', addsResults: false, onConflict };
}

/** Puts books into the open database. @returns what has come of it */
function* mergeBooks(session: DatabaseSession, books: readonly Book[], raw: string): Steps<Reply> {
  const { changeable } = session;
  let [added, all, conflicts] = [0, 0, 0];
  for (const book of books) {
    const options = mergeOptions(() => conflicts++);
    added += yield* mergeSteps(changeable.book(book.rule, book.size), book, options);
    all += book.count;
  }
  session.noteChange();
  const differing = conflicts === 0 ? '' : `, ${conflicts} differences left as they were`;
  return [fileMessage(raw, `${added} of ${all} positions are new${differing}`)];
}

export const mergeDatabase = fileCommand(function* ({ databaseSession: session }, file, raw) {
  void session.changeable;
  const other = yield* Database.read(file, session.files);
  return yield* mergeBooks(session, other.all(), raw);
});

/** A file that is there is not replaced: front ends do not ask whether it is to be. */
function* writeNew(session: DatabaseSession, file: string, pieces: () => Iterable<Uint8Array>): Steps<void> {
  requireNew(session, file);
  yield* session.files.write(file, pieces());
}

function requireNew({ files }: DatabaseSession, file: string): void {
  if (files.has(file)) throw new UserError('a file of that name is there already, nothing is written');
}

export const splitDatabase = fileCommand(function* (brain, file, raw) {
  const { databaseSession: session, engine } = brain;
  requireNew(session, file);
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
  yield* database.write(session.files);
  return [fileMessage(raw, `${counted(taken.size, 'position')} written`)];
});

/** @returns the moves of the position on the board, in the order they came if the colors take turns in it */
function lineOf({ engine }: Brain, book: Book): Line {
  const stones = engine.position.stones.map(({ x, y, color }) => ({ cell: y * book.size + x, color }));
  const isInTurn = stones.every(({ color }, ply) => color === (ply % 2 === 0 ? BLACK : WHITE));
  if (isInTurn)
    return new Line(
      book.rule,
      book.size,
      stones.map(({ cell }) => cell),
    );
  const [black, white] = [BLACK, WHITE].map((side) => stones.filter(({ color }) => color === side));
  const line = new Line(book.rule, book.size);
  for (let i = 0; i < Math.max(black.length, white.length); i++) {
    line.push(black[i]?.cell ?? PASS);
    if (i < white.length || black.length > i + 1) line.push(white[i]?.cell ?? PASS);
  }
  return line;
}

export const libToDatabase = fileCommand(function* ({ databaseSession: session, engine }, file, raw) {
  const { rule } = session.bookOf(session.changeable, engine.position);
  const page = guessLibCodePage(new ByteReader(session.files.read(file)));
  const book = new Book(rule, LIB_SIZE);
  const { nodes, skipped } = yield* addLibSteps(book, new ByteReader(session.files.read(file)), page);
  const merged = yield* mergeBooks(session, [book], raw);
  if (skipped === 0) return merged;
  return [...merged, fileMessage(raw, `${skipped} of ${nodes} nodes left out, on points where a stone stands`)];
});

export const databaseToLib = fileCommand(function* ({ databaseSession: session, engine }, file, raw) {
  const book = session.bookOf(session.open, engine.position);
  let [nodes, lost] = [0, 0];
  const pieces = () =>
    formatLib(book, null, (written) => {
      [nodes, lost] = [written.nodes, written.lost];
    });
  yield* writeNew(session, file, pieces);
  const missing = lost === 0 ? '' : `, ${lost} characters became "?"`;
  return [fileMessage(raw, `${counted(nodes, 'node')} written${missing}`)];
});

export const databaseToText = fileCommand(function* ({ databaseSession: session, engine }, file, raw) {
  const book = session.bookOf(session.open, engine.position);
  yield* writeNew(session, file, () => encoded(formatBook(book)));
  return [fileMessage(raw, `${bookKind(book)}, ${counted(book.count, 'position')} written`)];
});

/** A file has one rule and size: of several each has a file of its own, its kind in the name. */
export const databaseToTexts = fileCommand(function* ({ databaseSession: session }, file, raw) {
  const books = session.open.all();
  const told: string[] = [];
  for (const book of books) {
    const kind = `-${bookKind(book).replaceAll(' ', '-')}`;
    const named = (name: string): string => (books.length === 1 ? name : name.replace(/(\.[^./\\]*)?$/, `${kind}$1`));
    yield* writeNew(session, named(file), () => encoded(formatBook(book)));
    told.push(fileMessage(named(raw), `${bookKind(book)}, ${counted(book.count, 'position')} written`));
  }
  return told.length > 0 ? told : [fileMessage(raw, 'nothing to write, the database is empty')];
});

export const textToDatabase = fileCommand(function* ({ databaseSession: session }, file, raw) {
  void session.changeable;
  const reader = new BookReader();
  const decoder = new TextDecoder();
  for (const piece of session.files.read(file)) {
    reader.push(decoder.decode(piece, { stream: true }));
    yield;
  }
  reader.push(decoder.decode());
  return yield* mergeBooks(session, [reader.end()], raw);
});

/** The games of a database: the moves to each position that none follows, a line each. */
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
      text += `${moves.map((cell) => posName({ x: cell % book.size, y: Math.floor(cell / book.size) })).join('')}\n`;
      if (text.length < TEXT_PIECE) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  yield* writeNew(session, file, () => encoded(games()));
  return [fileMessage(raw, `${counted(count, 'line')} written`)];
});

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** Looks for contradictions, and mends what can be mended. */
function examine(mends: boolean): (brain: Brain) => Reply {
  return ({ databaseSession: session }) => {
    const database = mends ? session.changeable : session.open;
    return session.start(session.rawName(database), examineSteps(session, database, mends), !mends);
  };
}

export const checkDatabase = examine(false);
export const fixDatabase = examine(true);

function* examineSteps(session: DatabaseSession, database: Database, mends: boolean): Steps<Reply> {
  let count = 0;
  for (const book of database.all()) {
    const faults: Fault[] = [];
    yield* checkSteps(book, (fault) => faults.push(fault));
    for (const { moves, text } of faults.slice(0, Math.max(0, TOLD_FAULTS - count))) {
      session.send(`MESSAGE ${bookKind(book)}: ${moves.map((cell) => cellName(cell, book.size)).join(' ')}: ${text}`);
    }
    count += faults.length;
    if (mends) yield* mend(book, faults);
  }
  if (mends && count > 0) session.noteChange();
  return [
    `MESSAGE ${counted(database.count, 'position')}, ${counted(count, 'fault')}${mends && count > 0 ? ', mended' : ''}`,
  ];
}

function cellName(cell: number, size: number): string {
  return cell === PASS ? '-' : nameOf({ x: cell % size, y: Math.floor(cell / size) }, size);
}

/** Marks forbidden moves as not to be played, ends games where they end, and takes back marks that contradict. */
function* mend(book: Book, faults: readonly Fault[]): Steps<void> {
  const gone = new Set<number>();
  for (const { kind, index, moves } of faults) {
    if (kind === 'forbidden') book.mark(index, NEVER);
    if (kind === 'marks') book.set(index, { mark: book.info(index).mark & ~(WON | LOST | DRAWN) });
    if (kind === 'goes on') {
      for (const place of yield* branchSteps(book, new Line(book.rule, book.size, moves))) gone.add(place);
    }
  }
  yield* removeSteps(book, gone);
}
