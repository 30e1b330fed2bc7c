/**
 * Starts an executable as a manager would and checks that it is the brain. After a failed injection it would be a bare
 * Node, which prints nothing.
 */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

const REPLY_MS = 30_000;

/** A line to send, and the expected answer; null: no answer. */
type Saying = readonly [line: string, answer: RegExp | null];

/** Output of a program; `times` of the answers in milliseconds from the process's start. */
interface Talk {
  readonly output: string;
  readonly errors: string;
  readonly times: readonly number[];
  readonly status: number | string | null;
}

/**
 * @param file the executable
 * @param version it must report
 * @param options launcher: program and arguments that run it, for an executable of another system
 * @returns milliseconds from the process's start to OK, and from BEGIN to the move
 * @throws {Error} with its output if that is something else
 */
export async function checkExecutable(
  file: string,
  version: string,
  { launcher = [] }: { readonly launcher?: readonly string[] } = {},
): Promise<{ startMs: number; moveMs: number }> {
  const command = [...launcher, resolve(file)];
  const reply = await talk([...command, '--version'], []);
  const named = reply.output.replace(/ \(kernel: .*\)$/m, '').trim();
  if (named !== `tengen ${version}`) throw new Error(`${file} --version: got ${reply.output || 'nothing'}`);
  const { output, errors, times, status } = await talk(command, [
    ['START 15\r\n', /^OK\r?$/],
    ['INFO timeout_turn 200\r\nBEGIN\r\n', /^\d+,\d+\r?$/],
    ['END\r\n', null],
  ]);
  if (times.length < 2 || status !== 0 || errors !== '') {
    throw new Error(`${file} does not play: exited with ${status}, printed ${JSON.stringify(output + errors)}`);
  }
  return { startMs: Math.round(times[0]), moveMs: Math.round(times[1] - times[0]) };
}

/** Sends each line after the previous one has been answered by a line that matches. */
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
