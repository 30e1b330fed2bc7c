/** The open database of a front end: opened and saved on command, saved automatically, looked up by position. */
import { NO_FILES_VARIABLE } from '../core/environment.ts';
import { reasonOf } from '../core/errors.ts';
import type { XY } from '../core/point.ts';
import { ruleNameOf } from '../core/rule.ts';
import { CONTINUOUS_BIT } from '../core/rule-code.ts';
import { runToEnd, type Steps } from '../core/steps.ts';
import type { PositionView } from '../engine/game.ts';
import type { Book } from '../records/book/book.ts';
import { isDbRule } from '../records/book/formats/db.ts';
import { Line } from '../records/book/key.ts';
import type { Database, Files } from './database.ts';
import { asLine } from './parse.ts';
import { NOTHING, ProtocolError, type Reply } from './reply.ts';
import { CodedTexts } from './texts.ts';

/** Target length of a slice. */
const SLICE_MS = 20;
/** Changes are written after at most this time. */
const SAVE_AFTER_MS = 60_000;
const USUAL_WIN_LENGTH = 5;
/** Bytes of a file name that are shown. */
const MAX_NAME = 1000;

/** Answer to a command that needs a file. */
export const NO_FILES = `files are disabled by --no-files or ${NO_FILES_VARIABLE}`;

export interface DatabaseSessionOptions {
  /** Undefined: no file named by a manager is read or written. */
  readonly files: Files | undefined;
  readonly now: () => number;
  readonly send: (lines: Reply) => void;
  /** Called when a file operation that other commands had to wait for has ended. */
  readonly onDone: () => void;
}

/** A position of the database. */
export interface Place {
  readonly database: Database;
  readonly book: Book;
  readonly line: Line;
}

export class DatabaseSession {
  readonly texts = new CodedTexts();
  /** INFO database_readonly: the database must not be changed. */
  isReadOnly = false;
  database: Database | null = null;
  /** The running file operation. It may take seconds, and runs in slices, so that lines are read in between. */
  private steps: Steps<Reply> | null = null;
  private sliceMs = SLICE_MS;
  private canBeAbandoned = false;
  private saving: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly options: DatabaseSessionOptions) {}

  /** Whether files are being read or written; commands wait for the end of it. */
  get isBusy(): boolean {
    return this.steps !== null;
  }

  get hasFiles(): boolean {
    return this.options.files !== undefined;
  }

  /** @throws ProtocolError if files are disabled */
  get files(): Files {
    const { files } = this.options;
    if (files === undefined) throw new ProtocolError(NO_FILES);
    return files;
  }

  /**
   * Starts a long file operation; a short one has ended when this returns.
   * @param raw the file name in the front end's encoding, for the message about a failure
   * @param steps may throw; the error becomes a message
   * @param changesNothing whether the operation can be abandoned without losing anything
   */
  start(raw: string, steps: Steps<Reply>, changesNothing = false): Reply {
    this.canBeAbandoned = changesNothing;
    this.steps = failing(raw, steps);
    this.slice();
    return NOTHING;
  }

  private slice(): void {
    const { now, send, onDone } = this.options;
    const until = now() + this.sliceMs;
    while (this.steps !== null) {
      const { done, value } = this.steps.next();
      if (done === true) {
        this.steps = null;
        send(value);
        onDone();
        return;
      }
      if (now() < until) continue;
      setTimeout(() => this.slice(), 0);
      return;
    }
  }

  send(...lines: Reply): void {
    this.options.send(lines);
  }

  /** @throws ProtocolError if none is open */
  get open(): Database {
    if (!this.hasFiles) throw new ProtocolError(NO_FILES);
    if (this.database === null) throw new ProtocolError('no database is open: send YXSETDATABASE first');
    return this.database;
  }

  /** @throws ProtocolError if no database is open, or it is read-only */
  get changeable(): Database {
    const { open } = this;
    const why = this.isReadOnly ? 'INFO database_readonly 1' : open.whyReadOnly;
    if (why !== null) throw new ProtocolError(`the database is read-only: ${why}`);
    return open;
  }

  /** @throws ProtocolError if databases do not support the rule or the board */
  bookOf(database: Database, board: PositionView): Book {
    if (!this.plays(board)) {
      const game = `${ruleNameOf(board.rule.code & ~CONTINUOUS_BIT)} ${board.width}x${board.height}`;
      throw new ProtocolError(
        `${game}: databases support freestyle, standard and renju, five in a row on a square board`,
      );
    }
    return database.book(board.rule.code & ~CONTINUOUS_BIT, board.width);
  }

  /** @returns whether databases support the rule and the board */
  plays({ rule, width, height }: PositionView): boolean {
    return width === height && isDbRule(rule.code & ~CONTINUOUS_BIT) && rule.winLength === USUAL_WIN_LENGTH;
  }

  /** @param moves from the empty board @throws ProtocolError as {@link bookOf} */
  place(database: Database, board: PositionView, moves: readonly XY[]): Place {
    const book = this.bookOf(database, board);
    const plies = moves.map(({ x, y }) => y * board.width + x);
    return { database, book, line: new Line(book.rule, book.size, plies) };
  }

  /** Marks the database as changed; it is written within {@link SAVE_AFTER_MS}. */
  noteChange(): void {
    if (this.database !== null) this.database.isChanged = true;
    this.saving ??= setTimeout(() => this.saveInTime(), SAVE_AFTER_MS);
  }

  private saveInTime(): void {
    this.saving = null;
    if (this.database?.isChanged !== true) return;
    if (this.isBusy) this.noteChange();
    else this.start(this.rawName(this.database), this.retriedSave());
  }

  /** If the file cannot be written now, perhaps it can later. */
  private *retriedSave(): Steps<Reply> {
    try {
      return yield* this.saveSteps();
    } catch (error) {
      this.noteChange();
      throw error;
    }
  }

  /** Writes changes. @returns a message if they went to another file */
  *saveSteps(): Steps<Reply> {
    const { database } = this;
    if (database?.isChanged !== true) return NOTHING;
    const movedFrom = yield* database.write(this.files);
    if (movedFrom === null) return NOTHING;
    const own = this.rawName(database);
    return [
      fileMessage(
        this.texts.write(movedFrom),
        `changed by another program and left as it is; your database is now "${own}"`,
      ),
    ];
  }

  /** Switches to another database, or to none, after the previous one has been written. */
  use(database: Database | null): void {
    this.database?.close();
    this.database = database;
  }

  /** Ends the session: writes changes. @returns messages for the front end */
  close(): Reply {
    if (this.saving !== null) clearTimeout(this.saving);
    if (this.database === null) return NOTHING;
    const messages = runToEnd(failing(this.rawName(this.database), this.saveSteps()));
    this.database.close();
    return messages;
  }

  /** @returns the file name in the front end's encoding */
  rawName({ file }: Database): string {
    return this.texts.write(file);
  }

  /**
   * Prepares the end of the session: finishes the running operation at once, and all later ones without slices.
   * @param isWaitedFor whether commands wait for it; otherwise it is abandoned if nothing is lost by that
   */
  finishWork(isWaitedFor: boolean): void {
    if (this.canBeAbandoned && !isWaitedFor) {
      const { steps } = this;
      this.steps = null;
      steps?.return([]);
    }
    this.sliceMs = Number.POSITIVE_INFINITY;
    this.slice();
  }
}

function* failing(raw: string, steps: Steps<Reply>): Steps<Reply> {
  try {
    return yield* steps;
  } catch (error) {
    return [fileMessage(raw, reasonOf(error))];
  }
}

/** @param raw file name in the front end's encoding @returns a line about the file */
export function fileMessage(raw: string, text: string): string {
  return `MESSAGE "${[...raw.slice(0, MAX_NAME)].map((letter) => (letter < ' ' ? '?' : letter)).join('')}": ${asLine(text)}`;
}
