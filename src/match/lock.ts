/** One runner for a results file: a lock file names the process that writes it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { MatchError } from './errors.ts';

/**
 * Takes the lock of `file`. A lock left behind by a process that is gone does not count.
 * @returns function that gives it back
 * @throws MatchError while another process holds it
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const own = identity(process.pid);
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(lock, own, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 3) throw error;
      const holder = readOrNothing(lock);
      const pid = Number.parseInt(holder, 10);
      if (isAlive(pid) && holder === identity(pid)) {
        throw new MatchError(`${file} is being written by process ${pid}; if that is no match, delete ${lock}`);
      }
      rmSync(lock, { force: true });
    }
  }
  return () => rmSync(lock, { force: true });
}

/** Process id and, on Linux, its start time, so that a later process with the same number is told apart. */
function identity(pid: number): string {
  // Field 22 of stat; the name in field 2 may hold blanks, so count from its closing bracket.
  const stat = readOrNothing(`/proc/${pid}/stat`);
  const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${startTime}`.trim();
}

function isAlive(pid: number): boolean {
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
