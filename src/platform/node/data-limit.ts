/** The limit on data that a manager may set for the processes it starts (`ulimit -d`). */
import { readFileSync } from 'node:fs';

let limit: number | undefined;

/** @returns bytes, as when the process started; 0: no limit, or the system does not report it */
export function dataLimitBytes(): number {
  limit ??= readLimit();
  return limit;
}

function readLimit(): number {
  try {
    return dataLimitIn(readFileSync('/proc/self/limits', 'latin1'));
  } catch {
    return 0;
  }
}

/** @param limits in the format of Linux's /proc/self/limits */
export function dataLimitIn(limits: string): number {
  return Number(/^Max data size +(\d+)/m.exec(limits)?.[1] ?? 0);
}
