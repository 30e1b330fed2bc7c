/**
 * The results file: JSON lines, one for the match and one for each game, on the disk before the game counts.
 *
 * A line torn by a crash or a power cut can only be the last one; it is cut off when the file is opened again.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { MatchError, messageOf } from './errors.ts';
import { lockFile } from './lock.ts';
import type { GameRecord } from './record.ts';

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
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}

export type StoredLine = MatchHeader | GameRecord;

/**
 * Reads a results file line by line without holding it in memory. Lines of unknown type are passed over.
 * @throws MatchError for a broken line, unless it is an unfinished last one
 */
export async function* readResults(file: string): AsyncGenerator<StoredLine> {
  const input = createReadStream(file, 'utf8');
  let number = 0;
  let broken: string | null = null;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (broken !== null) throw new MatchError(broken);
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      broken = `${file} line ${number}: ${messageOf(error)}`; // fatal only if more lines follow
      continue;
    }
    const type = (value as { type?: unknown } | null)?.type;
    if (type === 'match' || type === 'game') yield value as StoredLine;
  }
}

/** The results file of a running match. */
export class ResultStore {
  readonly file: string;
  readonly #handle: FileHandle;
  readonly #unlock: () => void;
  #queue: Promise<void> = Promise.resolve();

  private constructor(file: string, handle: FileHandle, unlock: () => void) {
    this.file = file;
    this.#handle = handle;
    this.#unlock = unlock;
  }

  /**
   * Opens or creates the file and goes through the games already in it.
   * @param fresh drop what is there
   * @param onGame sees every stored game, in the order they ended
   * @throws MatchError if the file belongs to another match or is being written by another process
   */
  static async open(
    file: string,
    header: MatchHeader,
    fresh: boolean,
    onGame: (record: GameRecord) => void,
  ): Promise<ResultStore> {
    // Nothing is awaited before the lock is taken: of several calls in one process the first gets the file.
    mkdirSync(dirname(file), { recursive: true });
    const unlock = lockFile(file);
    try {
      if (existsSync(file) && !fresh) await readStored(file, header, onGame);
      const handle = await open(file, fresh ? 'w' : 'a');
      const store = new ResultStore(file, handle, unlock);
      if ((await handle.stat()).size === 0) await store.#append(header);
      return store;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Writes a game. @returns when it is on the disk */
  add(record: GameRecord): Promise<void> {
    const written = this.#queue.then(() => this.#append(record));
    this.#queue = written.catch(() => {});
    return written;
  }

  async close(): Promise<void> {
    await this.#queue;
    await this.#handle.close();
    this.#unlock();
  }

  async #append(line: StoredLine): Promise<void> {
    await this.#handle.appendFile(`${JSON.stringify(line)}\n`);
    await this.#handle.datasync();
  }
}

async function readStored(file: string, header: MatchHeader, onGame: (record: GameRecord) => void): Promise<void> {
  await cutTornLine(file);
  let known = false;
  for await (const line of readResults(file)) {
    if (line.type === 'match') known = true;
    if (!known) throw new MatchError(`${file} is no results file of a match: choose another -out`);
    if (line.type === 'game') onGame(line);
    else if (line.fingerprint !== header.fingerprint) throw new MatchError(differenceText(file, line, header));
  }
}

/** Takes off whatever stands behind the last line end. */
async function cutTornLine(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const block = Buffer.alloc(65536);
    for (let end = size; end > 0; ) {
      const start = Math.max(0, end - block.length);
      const { bytesRead } = await handle.read(block, 0, end - start, start);
      const at = block.subarray(0, bytesRead).lastIndexOf(10);
      if (at >= 0) {
        if (start + at + 1 < size) await handle.truncate(start + at + 1);
        return;
      }
      end = start;
    }
    await handle.truncate(0);
  } finally {
    await handle.close();
  }
}

/** Names the first few facts in which two matches differ. */
function differenceText(file: string, stored: MatchHeader, wanted: MatchHeader): string {
  const keys = [...new Set([...Object.keys(stored.facts), ...Object.keys(wanted.facts)])];
  const differing = keys.filter((key) => JSON.stringify(stored.facts[key]) !== JSON.stringify(wanted.facts[key]));
  const text = differing
    .slice(0, 3)
    .map((key) => `${key} ${briefly(stored.facts[key])}, now ${briefly(wanted.facts[key])}`)
    .join('; ');
  return `${file} holds another match (${text}): choose another -out, or start it anew with -fresh`;
}

function briefly(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none';
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}
