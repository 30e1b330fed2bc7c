/** The database that a front end works with: opened, written at its word and of itself, and looked up by position. */
import type { Book } from '../book/book.ts';
import { isDbRule } from '../book/formats/db.ts';
import { Line } from '../book/key.ts';
import { NO_FILES_VARIABLE } from '../core/environment.ts';
import { reasonOf } from '../core/errors.ts';
import type { XY } from '../core/point.ts';
import { CONTINUOUS_BIT } from '../core/rule-code.ts';
import { runToEnd, type Steps } from '../core/steps.ts';
import type { PositionView } from '../engine/game.ts';
import type { Database } from './database.ts';
import { ProtocolError } from './errors.ts';
import { type Files, FileWork } from './file-work.ts';
import { asLine } from './parse.ts';
import { NOTHING, type Reply } from './reply.ts';
import { CodedTexts } from './texts.ts';

/** What has been changed is written after this time at the latest. */
const SAVE_AFTER_MS = 60_000;
const USUAL_WIN_LENGTH = 5;
/** Bytes of a name that are told. */
const MAX_NAME = 1000;

/** What a command is told that would need a file. */
export const NO_FILES = `files are disabled by --no-files or ${NO_FILES_VARIABLE}`;

export interface DatabaseSessionOptions {
  /** Undefined: nothing that a manager names is read or written. */
  readonly files: Files | undefined;
  readonly now: () => number;
  readonly send: (lines: Reply) => void;
  /** Some work that other commands had to wait for is done. */
  readonly onDone: () => void;
}

/** A position that is looked up. */
export interface Place {
  readonly database: Database;
  readonly book: Book;
  readonly line: Line;
}

export class DatabaseSession {
  readonly texts = new CodedTexts();
  /** INFO database_readonly: it is not changed. */
  isReadOnly = false;
  database: Database | null = null;
  private readonly work: FileWork;
  private canBeGivenUp = false;
  private saving: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly options: DatabaseSessionOptions) {
    this.work = new FileWork(options.now, (reply) => {
      options.send(reply);
      options.onDone();
    });
  }

  /** Files are being read or written; commands wait until that is done. */
  get isBusy(): boolean {
    return this.work.isRunning;
  }

  /** Nothing that a manager names is read or written. */
  get hasFiles(): boolean {
    return this.options.files !== undefined;
  }

  /** @throws ProtocolError where there are none */
  get files(): Files {
    const { files } = this.options;
    if (files === undefined) throw new ProtocolError(NO_FILES);
    return files;
  }

  /**
   * Does something long with a file.
   * @param raw its name as the front end writes it, for the message when it fails
   * @param steps may throw: the message of that is told
   * @param changesNothing whether nothing is lost if it is given up
   */
  start(raw: string, steps: Steps<Reply>, changesNothing = false): Reply {
    this.canBeGivenUp = changesNothing;
    this.work.start(failing(raw, steps));
    return NOTHING;
  }

  send(...lines: Reply): void {
    this.options.send(lines);
  }

  /** @throws ProtocolError if none is open */
  get open(): Database {
    if (!this.hasFiles) throw new ProtocolError(NO_FILES);
    if (this.database === null) throw new ProtocolError('no database is open: expected YXSETDATABASE first');
    return this.database;
  }

  /** @throws ProtocolError if none is open, or it is not to be changed */
  get changeable(): Database {
    const { open } = this;
    const why = this.isReadOnly ? 'INFO database_readonly 1' : open.whyReadOnly;
    if (why !== null) throw new ProtocolError(`the database is not to be changed: ${why}`);
    return open;
  }

  /** @throws ProtocolError for a rule or a board that databases do not have */
  bookOf(database: Database, board: PositionView): Book {
    if (!this.plays(board)) {
      throw new ProtocolError('databases have freestyle, standard and renju on square boards: expected one of them');
    }
    return database.book(board.rule.code & ~CONTINUOUS_BIT, board.width);
  }

  /** @returns whether databases have the rule and the board */
  plays({ rule, width, height }: PositionView): boolean {
    return width === height && isDbRule(rule.code & ~CONTINUOUS_BIT) && rule.winLength === USUAL_WIN_LENGTH;
  }

  /** @param moves from the empty board @throws ProtocolError as {@link bookOf} */
  place(database: Database, board: PositionView, moves: readonly XY[]): Place {
    const book = this.bookOf(database, board);
    const plies = moves.map(({ x, y }) => y * board.width + x);
    return { database, book, line: new Line(book.rule, book.size, plies) };
  }

  /** It has been changed, and is to be written before long. */
  noteChange(): void {
    if (this.database !== null) this.database.isChanged = true;
    this.saving ??= setTimeout(() => this.saveInTime(), SAVE_AFTER_MS);
  }

  private saveInTime(): void {
    this.saving = null;
    if (this.database?.isChanged !== true) return;
    if (this.isBusy) this.noteChange();
    else this.start(this.rawName(this.database), this.saveSteps());
  }

  /** Writes what has been changed. @returns what there is to tell */
  *saveSteps(): Steps<Reply> {
    const { database } = this;
    if (database?.isChanged !== true) return NOTHING;
    const raw = this.rawName(database);
    if (!(yield* database.write(this.files))) return NOTHING;
    const own = this.rawName(database);
    return [fileMessage(raw, `another program has changed it, so it stays as it is; yours is in "${own}" from now on`)];
  }

  /** Works with another database; the one before is written already. */
  use(database: Database): void {
    this.database?.close();
    this.database = database;
  }

  /** The conversation is over: writes what has been changed. @returns what there is to tell */
  close(): Reply {
    if (this.saving !== null) clearTimeout(this.saving);
    if (this.database === null) return NOTHING;
    const told = runToEnd(failing(this.rawName(this.database), this.saveSteps()));
    this.database.close();
    return told;
  }

  /** @returns the name of the file as the front end writes it */
  rawName({ file }: Database): string {
    return this.texts.write(file);
  }

  /**
   * The conversation ends: work is done at once from here on, what has begun first.
   * @param isWaitedFor commands wait for it; otherwise it is given up where nothing is lost by that
   */
  finishWork(isWaitedFor: boolean): void {
    if (this.canBeGivenUp && !isWaitedFor) this.work.giveUp();
    this.work.hurry();
  }
}

function* failing(raw: string, steps: Steps<Reply>): Steps<Reply> {
  try {
    return yield* steps;
  } catch (error) {
    return [fileMessage(raw, reasonOf(error))];
  }
}

/** @param raw name as the front end writes it @returns a line about a file */
export function fileMessage(raw: string, text: string): string {
  return `MESSAGE "${[...raw.slice(0, MAX_NAME)].map((letter) => (letter < ' ' ? '?' : letter)).join('')}": ${asLine(text)}`;
}
