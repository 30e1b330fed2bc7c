/** Files that are read as they are asked for, and written whole or not at all. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
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

/** @returns the bytes of a file, read as they are asked for @throws what the system throws */
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
 * Writes a file next to the one that is there, and puts it in its place at the end, when all of it is on the disk:
 * after a crash or a power cut the file is the old one or the new one. A link goes on pointing to its file, which keeps
 * its permissions. Pipes and devices are written as they are.
 * @throws what the system throws; the old file is untouched then
 */
export function* writeWhole(path: string, pieces: Iterable<Uint8Array>): Steps<void> {
  const place = placeOf(path);
  const old = statOf(place);
  if (old !== null && !old.isFile()) {
    yield* writeTo(openSync(place, 'w'), pieces);
    return;
  }
  const staging = nameBeside(place);
  let isWhole = false;
  try {
    const file = openSync(staging, 'wx');
    if (old !== null) keepPermissions(file, old.mode & PERMISSIONS);
    yield* writeTo(file, pieces, fsyncSync);
    renameSync(staging, place);
    isWhole = true;
  } finally {
    if (!isWhole) rmSync(staging, { force: true });
  }
  syncFolder(dirname(place));
}

/** Writes pieces and closes the file. @param finish is called when all of them are written */
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

/** The same at once. @throws what the system throws */
export function replaceFile(path: string, content: string | Uint8Array): void {
  runToEnd(writeWhole(path, [typeof content === 'string' ? Buffer.from(content) : content]));
}

/**
 * The same without a wait for the disk, which would count as thinking time of engines.
 * @throws what the system throws; the old file is untouched then
 */
export async function replaceFileAsync(path: string, content: string | Uint8Array): Promise<void> {
  const place = placeOf(path);
  const old = statOf(place);
  if (old !== null && !old.isFile()) {
    replaceFile(path, content);
    return;
  }
  const staging = nameBeside(place);
  try {
    const file = await open(staging, 'wx');
    try {
      if (old !== null) keepPermissions(file.fd, old.mode & PERMISSIONS);
      await file.writeFile(content);
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
 * @param replaces it may be there
 * @throws UserError, without its name, for a file that is there; pipes and devices are no such files
 */
export function requireReplaceable(path: string, replaces: boolean): void {
  if (!replaces && statOf(path)?.isFile() === true) throw new UserError('already exists; use --force to overwrite it');
}

/** @returns where a file really is: behind links */
export function placeOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** @returns what differs once a file has been written, by whichever program; null if there is none */
export function stateOf(path: string): string | null {
  try {
    const { mtimeNs, size, ino } = statSync(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return null;
  }
}

/** @returns a name in the same folder that no other process or call uses */
function nameBeside(path: string): string {
  return `${path}.${process.pid}-${randomBytes(4).toString('hex')}.part`;
}

/** @returns null for a file that is not there, or not to be looked at */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** File systems without permissions refuse. */
function keepPermissions(file: number, mode: number): void {
  try {
    fchmodSync(file, mode);
  } catch {
    // Then there are none to keep.
  }
}

/** Has the names in a folder on the disk. Where folders cannot be opened, as on Windows, the system sees to it. */
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
    // Not every file system can do that.
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
    // Not every file system can do that.
  } finally {
    await folder?.close();
  }
}
