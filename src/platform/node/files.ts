/** Reads files piece by piece, and writes them whole or not at all. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../core/errors.ts';
import { runToEnd, type Steps } from '../../core/steps.ts';

const PIECE = 1 << 20;
const PERMISSIONS = 0o777;
const EXISTS = 'already exists; use --force to overwrite it';

/** Reads a file lazily, one piece at a time. @throws what the system throws */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(PIECE);
      const length = readSync(file, piece, 0, PIECE, null);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Writes a new file next to the existing one, and replaces it once all of the new one is on disk: after a crash or a
 * power cut the file is either the old one or the new one. A link keeps pointing to its file, and the file keeps its
 * permissions. Pipes and devices are written directly.
 * @param rename gives the new file its name
 * @throws what the system throws; the old file is then unchanged
 */
export function* writeWhole(
  path: string,
  pieces: Iterable<Uint8Array>,
  rename: (staging: string, place: string) => void = renameSync,
): Steps<void> {
  const place = placeOf(path);
  const old = statOf(place);
  if (old !== null && !old.isFile()) {
    yield* writeTo(openSync(place, 'w'), pieces);
    return;
  }
  const staging = stagingNameOf(place);
  let isWhole = false;
  try {
    const file = openSync(staging, 'wx');
    if (old !== null) keepPermissions(file, old.mode & PERMISSIONS);
    yield* writeTo(file, pieces, fsyncSync);
    rename(staging, place);
    isWhole = true;
  } finally {
    if (!isWhole) rmSync(staging, { force: true });
  }
  syncFolder(dirname(place));
}

/**
 * {@link writeWhole}, unless another program has changed or created the file.
 * @param state in which the file must still be, as of {@link stateOf}; null: it must not exist
 * @returns whether it was written
 * @throws as {@link writeWhole}
 */
export function* writeUnchanged(path: string, pieces: Iterable<Uint8Array>, state: string | null): Steps<boolean> {
  const changed = new UserError('changed by another program');
  try {
    yield* writeWhole(path, pieces, (staging, place) => {
      if (state === null) {
        renameNew(staging, place);
        return;
      }
      if (stateOf(place) !== state) throw changed;
      renameSync(staging, place);
    });
  } catch (error) {
    if (error === changed || isExistsError(error)) return false;
    throw error;
  }
  return true;
}

/** Writes pieces and closes the file. @param finish called once all of them are written */
function* writeTo(file: number, pieces: Iterable<Uint8Array>, finish: (file: number) => void = () => {}): Steps<void> {
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
      yield;
    }
    finish(file);
  } finally {
    closeSync(file);
  }
}

/** Content of a file: a text, its bytes, or pieces of these. */
export type FileContent = string | Uint8Array | Iterable<Uint8Array>;

function piecesIn(content: FileContent): Iterable<Uint8Array> {
  if (typeof content === 'string') return [Buffer.from(content)];
  return content instanceof Uint8Array ? [content] : content;
}

/** {@link writeWhole} in one step. @throws what the system or the content throws */
export function replaceFile(path: string, content: FileContent): void {
  runToEnd(writeWhole(path, piecesIn(content)));
}

/**
 * As {@link replaceFile}, but only if no other program has created the file.
 * @param link as for {@link renameNew}
 * @throws EEXIST, or what the system or the content throws; there is no new file then
 */
export function createFile(path: string, content: FileContent, link?: typeof linkSync): void {
  runToEnd(writeWhole(path, piecesIn(content), (from, to) => renameNew(from, to, link)));
}

/**
 * Renames a file unless the new name exists.
 * @param link creates a second name for a file, and fails if that name exists
 * @throws EEXIST, or what the system throws
 */
export function renameNew(from: string, to: string, link: typeof linkSync = linkSync): void {
  try {
    link(from, to);
  } catch (error) {
    if (isExistsError(error)) throw error;
    // A file system without links: an empty file takes the name before the full one does.
    closeSync(openSync(to, 'wx'));
    try {
      renameSync(from, to);
    } catch (fault) {
      rmSync(to, { force: true });
      throw fault;
    }
    return;
  }
  rmSync(from, { force: true });
}

/** @returns whether an error is that of a new file whose name exists */
export function isExistsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/**
 * @param replaces whether the file may exist
 * @throws as {@link requireReplaceable}, even if another program has just created the file, or as {@link replaceFile}
 */
export function saveFile(path: string, content: FileContent, replaces: boolean): void {
  if (replaces) {
    replaceFile(path, content);
    return;
  }
  try {
    createFile(path, content);
  } catch (error) {
    if (isExistsError(error)) throw new UserError(EXISTS);
    throw error;
  }
}

/**
 * {@link replaceFile} without blocking on the disk, which would count as thinking time of engines.
 * @throws what the system or the content throws; the old file is then unchanged
 */
export async function replaceFileAsync(path: string, content: FileContent): Promise<void> {
  const place = placeOf(path);
  const old = statOf(place);
  if (old !== null && !old.isFile()) {
    replaceFile(path, content);
    return;
  }
  const staging = stagingNameOf(place);
  try {
    const file = await open(staging, 'wx');
    try {
      if (old !== null) keepPermissions(file.fd, old.mode & PERMISSIONS);
      for (const piece of piecesIn(content)) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(staging, place);
  } catch (error) {
    await rm(staging, { force: true });
    throw error;
  }
  await syncFolderAsync(dirname(place));
}

/**
 * @param replaces whether the file may exist
 * @throws UserError, without the file's name, if it exists; pipes and devices do not count
 */
export function requireReplaceable(path: string, replaces: boolean): void {
  if (!replaces && statOf(path)?.isFile() === true) throw new UserError(EXISTS);
}

/** @returns whether a name exists, if only as a link to a missing file: such a name cannot be given to a new file */
export function isTaken(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a folder and those above it, unless it exists.
 * @throws UserError without the folder's name, or what the system throws
 */
export function makeFolder(path: string): void {
  if (statOf(path)?.isDirectory() === false) throw new UserError('a file, expected a folder');
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    // Node reports this, for example, for a read-only file system.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UserError('the folder cannot be created');
    throw error;
  }
}

/** Removes what a full disk leaves of a file that was to be created. */
export function removeIfEmpty(path: string): void {
  if (statOf(path)?.size === 0) rmSync(path, { force: true });
}

/** @returns the path of a file with links resolved */
export function placeOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** @returns a value that changes when any program writes the file; null if the file does not exist */
export function stateOf(path: string): string | null {
  try {
    const { mtimeNs, size, ino } = statSync(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return null;
  }
}

/** @returns a name in the same folder that no other process or call uses */
function stagingNameOf(path: string): string {
  return `${path}.${process.pid}-${randomBytes(4).toString('hex')}.part`;
}

/** @returns null for a file that does not exist or cannot be examined */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Sets permissions, except on file systems that have none. */
function keepPermissions(file: number, mode: number): void {
  try {
    fchmodSync(file, mode);
  } catch {
    // The file system has no permissions.
  }
}

/** Flushes the names in a folder to disk. Where they cannot be opened, as on Windows, the system does it. */
function syncFolder(path: string): void {
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch {
    return;
  }
  try {
    fsyncSync(folder);
  } catch {
    // Not every file system supports that.
  } finally {
    closeSync(folder);
  }
}

/** As {@link syncFolder}. */
async function syncFolderAsync(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  try {
    await folder?.sync();
  } catch {
    // Not every file system supports that.
  } finally {
    await folder?.close();
  }
}
