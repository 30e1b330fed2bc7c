/** One program for a file: a lock file names the process that writes it. */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { UserError, withName } from '../../core/errors.ts';
import { diskError } from './disk-error.ts';
import { isExistsError, placeOf, renameNew } from './files.ts';

/** How long an empty lock file counts as held, in ms: its creator is about to write its name. */
const NAMELESS_MS = 10_000;

/**
 * Takes the lock of `file`. A lock left by a process that has ended does not count.
 * @param link creates a second name for a file, and fails if that name exists
 * @returns a function that releases the lock
 * @throws UserError while another process holds it
 */
export function lockFile(file: string, link: typeof linkSync = linkSync): () => void {
  const lock = `${placeOf(file)}.lock`;
  for (let attempt = 0; ; attempt++) {
    try {
      create(lock, identity(process.pid), link);
      break;
    } catch (error) {
      if (!isExistsError(error) || attempt === 3) throw withName(file, diskError(error, file));
      const holder = readOrNothing(lock);
      const pid = Number.parseInt(holder, 10);
      if (isAlive(pid) && holder === identity(pid)) {
        throw new UserError(`${file} is being written by process ${pid}; if that is not tengen, delete ${lock}`);
      }
      if (holder === '' && isFresh(lock)) {
        throw new UserError(`${file} is being locked by another process; if that is not tengen, delete ${lock}`);
      }
      takeAway(lock, holder);
    }
  }
  return () => rmSync(lock, { force: true });
}

/** Creates the lock with its content in one step, so that no one sees it empty. @throws EEXIST if it exists */
function create(lock: string, own: string, link: typeof linkSync): void {
  const written = asideOf(lock);
  try {
    writeFileSync(written, own, { flag: 'wx' }); // a full disk leaves an empty file
    renameNew(written, lock, link);
  } finally {
    rmSync(written, { force: true });
  }
}

/**
 * Removes a lock whose holder has ended. If another process that found the same has taken the lock meanwhile, it is
 * put back.
 */
function takeAway(lock: string, holder: string): void {
  const aside = asideOf(lock);
  try {
    renameSync(lock, aside);
    if (readOrNothing(aside) !== holder) linkSync(aside, lock);
  } catch {
    // Removed, or taken again: the next attempt finds out which.
  } finally {
    rmSync(aside, { force: true });
  }
}

function asideOf(lock: string): string {
  return `${lock}.${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Whether a lock is recent; a time in the future, from another machine's clock, counts by its distance. */
function isFresh(path: string): boolean {
  try {
    return Math.abs(Date.now() - statSync(path).mtimeMs) < NAMELESS_MS;
  } catch {
    return false; // gone
  }
}

/** Process id and, on Linux, its start time, to distinguish a later process with the same id. */
function identity(pid: number): string {
  // Field 22 of stat; the name in field 2 may hold blanks, so count from its closing bracket.
  const stat = readOrNothing(`/proc/${pid}/stat`);
  const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${startTime}`.trim();
}

/** @returns whether a process with this id is running on this machine */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
