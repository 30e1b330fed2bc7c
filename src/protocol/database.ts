/** A database of Yixin or Rapfi that is open: a book of each rule and size, and the file they came from. */
import { Book } from '../book/book.ts';
import { ByteReader } from '../book/bytes.ts';
import { addDbSteps, formatDb, isDbRule, KeptRecords, surveyDbSteps } from '../book/formats/db.ts';
import { isSilent } from '../book/info.ts';
import { reasonOf, UserError } from '../core/errors.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/size.ts';
import type { Steps } from '../core/steps.ts';
import type { Files } from './file-work.ts';

export class Database {
  file: string;
  /** Something has to be written. */
  isChanged = false;
  /** Why the file could not be taken; null if it was. */
  private whyLocked: string | null = null;
  private unlock: (() => void) | null = null;
  /** Of the file, as it was read or written last; null: there was none. */
  private state: string | null = null;
  private isBackedUp = false;
  private readonly kept = new KeptRecords();
  private readonly wereRead = new Set<Book>();
  private readonly books = new Map<string, Book>();

  /** An empty one. @param file where it is to be written */
  constructor(file: string) {
    this.file = file;
  }

  /** Opens a file to be changed: until it is closed, no other tengen changes it. @throws as {@link read} */
  static open(file: string, files: Files): Steps<Database> {
    return Database.held(file, files, function* (database) {
      // What another program writes while it is read makes another state.
      database.state = files.stateOf(file);
      yield* database.load(files);
    });
  }

  /** Makes a file, to be changed as one that was opened. @throws what the system throws */
  static make(file: string, files: Files): Steps<Database> {
    return Database.held(file, files, function* (database) {
      if (database.whyLocked !== null) throw new UserError(database.whyLocked);
      yield* database.write(files);
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

  /**
   * Reads a file that stays as it is. @throws UserError with the offset where it is broken, or what the system throws
   */
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

  /** Takes the file again after {@link close}, unless it has been taken already. */
  lock(files: Files): void {
    if (this.unlock === null) this.takeLock(files);
  }

  private takeLock(files: Files): void {
    try {
      this.unlock = files.lock(this.file);
      this.whyLocked = null;
    } catch (error) {
      this.whyLocked = reasonOf(error);
    }
  }

  /**
   * Writes the file. One that another program has changed since stays as it is: then this database has another file
   * from here on. One that was opened is kept as it was under another name, before it is replaced for the first time.
   * @returns whether it has another file now
   * @throws what the system throws
   */
  *write(files: Files): Steps<boolean> {
    const now = files.stateOf(this.file);
    const isForeign = now !== null && now !== this.state;
    if (isForeign) this.moveAside(files);
    else if (now !== null && !this.isBackedUp) {
      yield* files.write(backupOf(this.file, files), files.read(this.file));
    }
    const told = (): void => {};
    yield* files.write(this.file, formatDb(this.written(), true, told, this.kept));
    this.state = files.stateOf(this.file);
    this.isBackedUp = true;
    this.isChanged = false;
    return isForeign;
  }

  /** @returns the books of the file: also those in which nothing is left */
  private written(): Book[] {
    const read = [...this.books.values()].filter((book) => this.wereRead.has(book));
    return [...new Set([...read, ...this.all()])].sort((a, b) => a.rule - b.rule || a.size - b.size);
  }

  /** Takes a new file for what is in memory. */
  private moveAside(files: Files): void {
    const nameOf = (number: number): string =>
      this.file.replace(/(\.[^./\\]*)?$/, `.edits${number === 1 ? '' : `-${number}`}$1`);
    let number = 1;
    while (files.has(nameOf(number))) number++;
    this.close();
    this.file = nameOf(number);
    this.takeLock(files);
  }

  /** Gives the file back to others. */
  close(): void {
    this.unlock?.();
    this.unlock = null;
  }

  /** @returns why it is only looked at; null if it can be changed */
  get whyReadOnly(): string | null {
    return this.whyLocked;
  }

  get count(): number {
    return [...this.books.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** @returns the positions of a rule and a size */
  book(rule: number, size: number): Book {
    const name = `${rule} ${size}`;
    const book = this.books.get(name) ?? new Book(rule, size);
    this.books.set(name, book);
    return book;
  }

  /** @returns the books in which there is something, in an order of their own */
  all(): Book[] {
    return [...this.books.values()]
      .filter((book) => isDbRule(book.rule) && (book.count > 1 || !isSilent(book.info(0))))
      .sort((a, b) => a.rule - b.rule || a.size - b.size);
  }
}

/**
 * NAME.bak if there is none. One that is there may be anybody's and stays: then NAME.tengen.bak, which is tengen's and
 * is replaced.
 */
function backupOf(file: string, files: Files): string {
  const usual = `${file}.bak`;
  return files.has(usual) ? `${file}.tengen.bak` : usual;
}
