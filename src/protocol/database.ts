/** An open database of Yixin or Rapfi: a book per rule and size, and their file. */
import { reasonOf, UserError } from '../core/errors.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/limits.ts';
import type { Steps } from '../core/steps.ts';
import { Book } from '../records/book/book.ts';
import { ByteReader } from '../records/book/bytes.ts';
import { nameAside } from '../records/book/files.ts';
import { addDbSteps, formatDb, isDbRule, KeptRecords, surveyDbSteps } from '../records/book/formats/db.ts';
import { isSilent } from '../records/book/info.ts';

const EXISTS = 'the file already exists; nothing was written';

export interface Files {
  /** @returns the bytes of a file, read on demand @throws what the system throws */
  read(name: string): Iterable<Uint8Array>;
  /**
   * Writes a file completely or not at all.
   * @param state in which the file must still be when it is replaced, as of {@link stateOf}; null: it must not exist
   * @returns whether it was written; if not, another program has changed or created it, and it is left as it is
   * @throws what the system throws
   */
  write(name: string, pieces: Iterable<Uint8Array>, state: string | null): Steps<boolean>;
  /** @returns whether the file exists */
  has(name: string): boolean;
  /** @returns a value that changes with every write of the file by any program; null if it does not exist */
  stateOf(name: string): string | null;
  /** Locks a file for this process. @returns a function that unlocks it @throws why it cannot be locked */
  lock(name: string): () => void;
}

export class Database {
  isChanged = false;
  /** Why the file could not be locked, so that the database is read-only; null if it is locked. */
  whyReadOnly: string | null = null;
  private unlock: (() => void) | null = null;
  /** State of the file when it was last read or written; null: it did not exist. */
  private state: string | null = null;
  /** The file that another program changed, until this database has been written to its new one; null: none. */
  private movedFrom: string | null = null;
  private isBackedUp = false;
  private readonly kept = new KeptRecords();
  private readonly wereRead = new Set<Book>();
  private readonly books = new Map<string, Book>();

  /** An empty database. @param file where to write it */
  constructor(public file: string) {}

  /** Opens a file for changes: no other tengen changes it until it is closed. @throws as {@link read} */
  static open(file: string, files: Files): Steps<Database> {
    return Database.held(file, files, function* (database) {
      // Recorded before reading: a write by another program during the read then shows as a change.
      database.state = files.stateOf(file);
      yield* database.load(files);
    });
  }

  /** Creates a file and opens it for changes. @throws what the system throws */
  static make(file: string, files: Files): Steps<Database> {
    return Database.held(file, files, function* (database) {
      if (database.whyReadOnly !== null) throw new UserError(database.whyReadOnly);
      yield* database.create(files);
    });
  }

  private static *held(file: string, files: Files, work: (database: Database) => Steps<void>): Steps<Database> {
    const database = new Database(file);
    database.takeLock(files);
    let isOpen = false;
    try {
      yield* work(database);
      isOpen = true;
      return database;
    } finally {
      if (!isOpen) database.close();
    }
  }

  /** Reads a file without locking it. @throws UserError with the offset of a fault in it, or what the system throws */
  static *read(file: string, files: Files): Steps<Database> {
    const database = new Database(file);
    yield* database.load(files);
    return database;
  }

  private *load(files: Files): Steps<void> {
    const { file } = this;
    const { page } = yield* surveyDbSteps(new ByteReader(files.read(file)));
    const bookOf = (rule: number, width: number, height: number): Book | null => {
      const fits = width === height && width >= MIN_SIZE && width <= MAX_SIZE;
      return fits ? this.book(rule, width) : null;
    };
    yield* addDbSteps(bookOf, new ByteReader(files.read(file)), page, undefined, this.kept);
    for (const book of this.books.values()) {
      book.forgetChanges();
      this.wereRead.add(book);
    }
  }

  /** Locks the file again after {@link close}, unless it is locked. */
  lock(files: Files): void {
    if (this.unlock === null) this.takeLock(files);
  }

  private takeLock(files: Files): void {
    try {
      this.unlock = files.lock(this.file);
      this.whyReadOnly = null;
    } catch (error) {
      const reason = reasonOf(error);
      const name = `${this.file}: `;
      // Messages about the database begin with its name.
      this.whyReadOnly = reason.startsWith(name) ? reason.slice(name.length) : reason;
    }
  }

  /**
   * Writes the file. If another program has changed the file since, it is left as it is, and this database moves to
   * another file. Before an opened file is replaced for the first time, a backup copy is made.
   * @returns the file that another program has changed, if this database has moved; null: it has not
   * @throws what the system throws
   */
  *write(files: Files): Steps<string | null> {
    let state = files.stateOf(this.file);
    if (state !== null && state === this.state && !this.isBackedUp) yield* backUp(this.file, files);
    while ((state !== null && state !== this.state) || !(yield* files.write(this.file, this.bytes(), state))) {
      this.moveAside(files);
      state = null;
    }
    this.noteWritten(files);
    const { movedFrom } = this;
    this.movedFrom = null;
    return movedFrom;
  }

  /** Writes a new file. @throws UserError if it exists, or what the system throws */
  *create(files: Files): Steps<void> {
    yield* writeNew(files, this.file, this.bytes());
    this.noteWritten(files);
  }

  private bytes(): Iterable<Uint8Array> {
    return formatDb(this.written(), true, () => {}, this.kept);
  }

  private noteWritten(files: Files): void {
    this.state = files.stateOf(this.file);
    this.isBackedUp = true;
    this.isChanged = false;
  }

  /** @returns the books to write, including those that were read and are now empty */
  private written(): Book[] {
    const read = [...this.books.values()].filter((book) => this.wereRead.has(book));
    return [...new Set([...read, ...this.all()])].sort((a, b) => a.rule - b.rule || a.size - b.size);
  }

  /** Switches to a new file for the database in memory. */
  private moveAside(files: Files): void {
    this.close();
    this.movedFrom ??= this.file;
    this.file = nameAside(this.file, (name) => files.has(name));
    this.takeLock(files);
  }

  /** Releases the lock on the file. */
  close(): void {
    this.unlock?.();
    this.unlock = null;
  }

  get count(): number {
    return [...this.books.values()].reduce((sum, { count }) => sum + count, 0);
  }

  book(rule: number, size: number): Book {
    const name = `${rule} ${size}`;
    const book = this.books.get(name) ?? new Book(rule, size);
    this.books.set(name, book);
    return book;
  }

  /** @returns the books that are not empty, by rule and size */
  all(): Book[] {
    return [...this.books.values()]
      .filter((book) => isDbRule(book.rule) && (book.count > 1 || !isSilent(book.info(0))))
      .sort((a, b) => a.rule - b.rule || a.size - b.size);
  }
}

/** Writes a file that must not exist. @throws UserError if it does, or what the system throws */
export function* writeNew(files: Files, file: string, pieces: Iterable<Uint8Array>): Steps<void> {
  requireNew(files, file);
  if (!(yield* files.write(file, pieces, null))) throw new UserError(EXISTS);
}

/** @throws UserError if a file exists: front ends do not ask before they overwrite one */
export function requireNew(files: Files, file: string): void {
  if (files.has(file)) throw new UserError(EXISTS);
}

/**
 * Copies a file to NAME.bak, unless that exists: it may belong to another program and is left alone. Then to
 * NAME.tengen.bak, which tengen owns and replaces.
 */
function* backUp(file: string, files: Files): Steps<void> {
  const usual = `${file}.bak`;
  if (!files.has(usual) && (yield* files.write(usual, files.read(file), null))) return;
  const own = `${file}.tengen.bak`;
  let isWritten = false;
  while (!isWritten) isWritten = yield* files.write(own, files.read(file), files.stateOf(own));
}
