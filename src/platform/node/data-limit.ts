/** The limit on data that a manager may set for the processes it starts (`ulimit -d`). */
import { readFileSync } from 'node:fs';

let limit: number | undefined;

/** @returns bytes, as the process was started with; 0: there is none, or the system does not tell */
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

/** @param limits as Linux has them in /proc/self/limits */
export function dataLimitIn(limits: string): number {
  return Number(/^Max data size +(\d+)/m.exec(limits)?.[1] ?? 0);
}
