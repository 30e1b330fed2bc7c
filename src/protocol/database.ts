/** A database of Yixin or Rapfi that is open: a book of each rule and size, and the file they came from. */
import { Book } from '../book/book.ts';
import { ByteReader } from '../book/bytes.ts';
import { addDbSteps, formatDb, isDbRule, surveyDbSteps } from '../book/formats/db.ts';
import { isSilent } from '../book/info.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/size.ts';
import type { Steps } from '../core/steps.ts';
import type { Files } from './file-work.ts';

export class Database {
  readonly file: string;
  /** Something has to be written. */
  isChanged = false;
  /** Records that cannot be kept, of boards that tengen does not play: then the file is not written. */
  private foreign = 0;
  private readonly books = new Map<string, Book>();

  /** An empty one. @param file where it is to be written */
  constructor(file: string) {
    this.file = file;
  }

  /** Reads a file. @throws MatchError with the offset where it is broken, or what the system throws */
  static *read(file: string, files: Files): Steps<Database> {
    const database = new Database(file);
    const { page } = yield* surveyDbSteps(new ByteReader(files.read(file)));
    const bookOf = (rule: number, width: number, height: number): Book | null => {
      const fits = width === height && width >= MIN_SIZE && width <= MAX_SIZE;
      return fits ? database.book(rule, width) : null;
    };
    const { others } = yield* addDbSteps(bookOf, new ByteReader(files.read(file)), page);
    for (const count of others.values()) database.foreign += count;
    return database;
  }

  /** Writes the file. @throws what the system throws */
  *write(files: Files): Steps<void> {
    const told = (): void => {};
    yield* files.write(this.file, formatDb(this.all(), true, told));
    this.isChanged = false;
  }

  /** @returns why it is only looked at; null if it can be changed */
  get whyReadOnly(): string | null {
    if (this.foreign === 0) return null;
    const what = this.foreign === 1 ? '1 record is of a board' : `${this.foreign} records are of boards`;
    return `${what} that tengen does not play`;
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
