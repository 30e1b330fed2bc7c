/** How fast this machine searches with all slots of a worker busy. */
import { spawn } from 'node:child_process';
import { isExecutable } from '../../platform/node/executable.ts';

/** Takes a second or two, enough for the program to warm up. */
const BENCH_DEPTH = 9;

/**
 * Runs tengen's bench in one process per slot at the same time.
 * @param program the running script of tengen
 * @returns mean nodes per second of a process; null if the bench cannot be run
 */
export async function measureSpeed(program: string, slots: number): Promise<number | null> {
  const words = [...(isExecutable() ? [] : ['--no-warnings', program]), 'bench', `depth=${BENCH_DEPTH}`];
  const speeds = await Promise.all(Array.from({ length: slots }, () => benchOnce(words)));
  const known = speeds.filter((speed) => speed !== null);
  return known.length < slots ? null : Math.round(known.reduce((sum, speed) => sum + speed, 0) / slots);
}

function benchOnce(words: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', () => resolve(null));
    child.on('close', () => {
      const speed = /(\d+) nps/.exec(text)?.[1];
      resolve(speed === undefined ? null : Number(speed));
    });
  });
}
