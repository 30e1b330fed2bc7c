/** How fast this machine searches with all slots of a worker busy. */
import { spawn } from 'node:child_process';
import { isSea } from 'node:sea';

/** Deep enough for a second or two, where the program has warmed up. */
const BENCH_DEPTH = 9;

/**
 * Runs tengen's own bench in so many processes at once.
 * @param program the script of tengen that runs here
 * @returns mean nodes per second of one of them; null if it cannot be run
 */
export async function measureSpeed(program: string, slots: number): Promise<number | null> {
  const words = [...(isSea() ? [] : ['--no-warnings', program]), 'bench', `depth=${BENCH_DEPTH}`];
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
