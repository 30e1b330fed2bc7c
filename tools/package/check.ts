/**
 * Starts an executable as a manager would and sees whether it is the brain. An injection that failed leaves a bare
 * Node, which says nothing at all.
 */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

const REPLY_MS = 30_000;

/** A line to be said, and what answers it; null waits for no answer. */
type Saying = readonly [line: string, answer: RegExp | null];

/** What a program said; `times` of the answers in milliseconds from the process's start. */
interface Talk {
  readonly output: string;
  readonly errors: string;
  readonly times: readonly number[];
  readonly status: number | string | null;
}

/**
 * @param file the executable
 * @param version it must report
 * @param options launcher: program and arguments in front, for a system run by another
 * @returns from the process's start to OK, and from BEGIN to the move
 * @throws {Error} that says what it answered instead
 */
export async function checkExecutable(
  file: string,
  version: string,
  { launcher = [] }: { readonly launcher?: readonly string[] } = {},
): Promise<{ startMs: number; moveMs: number }> {
  const command = [...launcher, resolve(file)];
  const told = await talk([...command, '--version'], []);
  if (told.output.trim() !== `tengen ${version}`) throw new Error(`${file} --version: got ${told.output || 'nothing'}`);
  const { output, errors, times, status } = await talk(command, [
    ['START 15\r\n', /^OK\r?$/],
    ['INFO timeout_turn 200\r\nBEGIN\r\n', /^\d+,\d+\r?$/],
    ['END\r\n', null],
  ]);
  if (times.length < 2 || status !== 0 || errors !== '') {
    throw new Error(`${file} does not play: ended with ${status}, said ${JSON.stringify(output + errors)}`);
  }
  return { startMs: Math.round(times[0]), moveMs: Math.round(times[1] - times[0]) };
}

/** Says each line once the one before is answered by a line that fits. */
function talk([program, ...args]: readonly string[], script: readonly Saying[]): Promise<Talk> {
  return new Promise((done, fail) => {
    const began = performance.now();
    const child = spawn(program, args, { cwd: tmpdir(), stdio: 'pipe' });
    const timer = setTimeout(() => child.kill('SIGKILL'), REPLY_MS);
    const times: number[] = [];
    let output = '';
    let errors = '';
    let rest = '';
    let step = 0;
    const say = () => {
      if (step < script.length) child.stdin.write(script[step][0]);
      if (script[step]?.[1] === null) step++;
    };
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!script[step]?.[1]?.test(line)) continue;
        times.push(performance.now() - began);
        step++;
        say();
      }
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', fail);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      done({ output, errors, times, status: signal ?? code });
    });
    say();
  });
}
