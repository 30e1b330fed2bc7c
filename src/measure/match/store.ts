/**
 * The results file: JSON lines, one for the match and one for each game, on the disk before the game counts.
 *
 * A crash or power cut can damage only the last line, which is removed when the file is opened again.
 */
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf, named, UserError, withName } from '../../core/errors.ts';
import { isJson, parseJsonLine } from '../../core/json-lines.ts';
import { isDiskError } from '../../platform/node/disk-error.ts';
import { makeFolder, removeIfEmpty, replaceFile } from '../../platform/node/files.ts';
import { lockFile } from '../../platform/node/lock.ts';
import type { GameRecord } from '../../records/notation/game-record.ts';
import { differenceOf } from './difference.ts';
import { sha256Of } from './engine-pack.ts';

/** First line of a results file: what the games in it have in common. */
export interface MatchHeader {
  readonly type: 'match';
  readonly format: 1;
  /** Everything that decides how games come out; two runs with the same facts can share a file. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Hash of {@link facts}. */
  readonly fingerprint: string;
  readonly startedAt: string;
}

/** @returns 64 bits of SHA-256 over the facts, as hexadecimal digits */
export function fingerprintOf(facts: Readonly<Record<string, unknown>>): string {
  return sha256Of(JSON.stringify(facts)).slice(0, 16);
}

const LF = 10;

/** A line of a results file. */
export type StoredLine = MatchHeader | GameRecord;

/**
 * Reads a results file line by line without holding it in memory. Lines of unknown type are ignored.
 * @throws UserError for a broken line, unless it is an unfinished last one
 */
export async function* readResults(file: string): AsyncGenerator<StoredLine> {
  const input = createReadStream(file, 'utf8');
  let number = 0;
  let broken: string | null = null;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === '') continue;
    if (broken !== null) throw new UserError(broken);
    let value: unknown;
    try {
      value = parseJsonLine(line, `${file} line ${number}`);
    } catch (error) {
      broken = messageOf(error); // fatal only if more lines follow
      continue;
    }
    const type = (value as { type?: unknown } | null)?.type;
    if (type === 'match' || type === 'game') yield value as StoredLine;
  }
}

/** The results file of a running match. */
export class ResultStore {
  private queue: Promise<void> = Promise.resolve();

  private constructor(
    readonly file: string,
    private handle: FileHandle,
    private readonly unlock: () => void,
  ) {}

  /**
   * Opens or creates the file and reads the games already in it.
   * @param fresh discard the existing results
   * @param onGame sees every stored game, in the order they ended
   * @throws UserError if the file belongs to another match, is being written by another process or cannot be opened;
   * errors of a disk that cannot be written
   */
  static async open(
    file: string,
    header: MatchHeader,
    fresh: boolean,
    onGame: (record: GameRecord) => void,
  ): Promise<ResultStore> {
    // There is no await before the lock is taken, so of several calls in one process the first gets the file.
    named(dirname(file), () => makeFolder(dirname(file)));
    const unlock = lockFile(file);
    const isNew = !existsSync(file);
    let handle: FileHandle | null = null;
    try {
      if (!isNew) await (fresh ? requireResults(file) : readStored(file, header, onGame));
      handle = await open(file, fresh ? 'w' : 'a');
      const store = new ResultStore(file, handle, unlock);
      if ((await handle.stat()).size === 0) await store.append(header);
      return store;
    } catch (error) {
      await handle?.close();
      if (isNew) removeIfEmpty(file);
      unlock();
      // The caller adds the advice to a disk error.
      throw isDiskError(error) ? error : withName(file, error);
    }
  }

  /** Writes a game. @returns when it is on the disk */
  add(record: GameRecord): Promise<void> {
    return this.addAll([record]);
  }

  /** Writes games in this order, with one wait for the disk. @returns when all are on it */
  addAll(records: readonly GameRecord[]): Promise<void> {
    const written = this.queue.then(() => this.append(...records));
    this.queue = written.catch(() => {});
    return written;
  }

  /**
   * Replaces all games in one step: after a crash the file is either the old one or the new one.
   * @returns when the new one is on the disk
   */
  async replaceGames(records: readonly GameRecord[]): Promise<void> {
    await this.queue;
    const heads: StoredLine[] = [];
    for await (const line of readResults(this.file)) if (line.type === 'match') heads.push(line);
    await this.handle.close();
    try {
      replaceFile(this.file, [...heads, ...records].map(lineOf).join(''));
    } finally {
      this.handle = await open(this.file, 'a');
    }
  }

  async close(): Promise<void> {
    await this.queue;
    await this.handle.close();
    this.unlock();
  }

  private async append(...lines: readonly StoredLine[]): Promise<void> {
    const { size } = await this.handle.stat();
    try {
      await this.handle.appendFile(lines.map(lineOf).join(''));
      await this.handle.datasync();
    } catch (error) {
      // A part of a line, as a full disk leaves it, would join the next line.
      await this.handle.truncate(size).catch(() => {});
      throw error;
    }
  }
}

/** @throws UserError for a file that is not a results file, which is left unchanged */
async function requireResults(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    if (!(await beginsAsResults(handle))) throw new UserError(strangerText(file));
  } finally {
    await handle.close();
  }
}

function strangerText(file: string): string {
  return `${file} is no results file of a match: choose another -out`;
}

function lineOf(line: StoredLine): string {
  return `${JSON.stringify(line)}\n`;
}

async function readStored(file: string, header: MatchHeader, onGame: (record: GameRecord) => void): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    // A file of another kind is never truncated.
    if (!(await beginsAsResults(handle))) throw new UserError(strangerText(file));
    await cutTornLine(handle);
    let known = false;
    for await (const line of readResults(file)) {
      if (line.type === 'match') known = true;
      if (!known) throw new UserError(strangerText(file));
      if (line.type === 'game') onGame(line);
      else if (line.fingerprint !== header.fingerprint) throw new UserError(differenceText(file, line, header));
    }
    // Games would follow it, and a broken line before the last is an error.
    await cutBrokenLine(handle);
  } finally {
    await handle.close();
  }
}

/** How a results file begins; a torn first line may be any part of it. */
const BEGINNING = '{"type":"match"';

async function beginsAsResults(handle: FileHandle): Promise<boolean> {
  const text = await textBetween(handle, 0, BEGINNING.length);
  return BEGINNING.startsWith(text);
}

/** Removes everything after the last line end. */
async function cutTornLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const end = await lineStart(handle, size);
  if (end < size) await handle.truncate(end);
}

/** Removes the last line if it is not JSON, and empty lines after it. */
async function cutBrokenLine(handle: FileHandle): Promise<void> {
  for (let { size: end } = await handle.stat(); end > 0; ) {
    const start = await lineStart(handle, end - 1);
    const line = await textBetween(handle, start, end);
    if (line.trim() === '') {
      end = start;
      continue;
    }
    if (!isJson(line)) await handle.truncate(start);
    return;
  }
}

/** @returns the start of the line that ends at `end`: after the last line end before it, or 0 */
async function lineStart(handle: FileHandle, end: number): Promise<number> {
  const block = Buffer.alloc(65_536);
  for (let stop = end; stop > 0; ) {
    const start = Math.max(0, stop - block.length);
    const { bytesRead } = await handle.read(block, 0, stop - start, start);
    const at = block.subarray(0, bytesRead).lastIndexOf(LF);
    if (at >= 0) return start + at + 1;
    stop = start;
  }
  return 0;
}

/** @returns the bytes from `start` up to but not including `end`, or what the file has of them */
async function textBetween(handle: FileHandle, start: number, end: number): Promise<string> {
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  return bytes.toString('utf8', 0, bytesRead);
}

function differenceText(file: string, stored: MatchHeader, wanted: MatchHeader): string {
  const difference = differenceOf(stored.facts, wanted.facts);
  return `${file} holds another match (${difference}): choose another -out, or start over with -fresh`;
}
