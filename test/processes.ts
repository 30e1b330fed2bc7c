/** Child processes of tests: the built program, the tools and others. None outlives the test that starts it. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach } from 'vitest';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const PROGRAM = join(ROOT, 'dist', 'tengen.js');

export interface RunOptions {
  readonly cwd?: string;
  /** Variables in addition to those of this process. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** What comes on stdin; an array has its lines. */
  readonly input?: string | Uint8Array | readonly string[];
  /** Of the output; default UTF-8. */
  readonly encoding?: BufferEncoding;
}

export interface Ended {
  /** Exit code; null after a signal. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Ended {
  const { cwd, env, input, encoding = 'utf8' } = options;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    input: Array.isArray(input) ? input.map((line) => `${line}\n`).join('') : (input as string | Uint8Array),
    encoding,
  });
  return { status, stdout, stderr };
}

/** Runs a program that has to succeed. @returns its stdout @throws {Error} with its stderr for another exit code than 0 */
export function outputOf(command: string, args: readonly string[], options?: RunOptions): string {
  const { status, stdout, stderr } = run(command, args, options);
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')}: exit code ${status}\n${stderr}`);
  return stdout;
}

/** Runs Node to its end. */
export const node = (args: readonly string[], options?: RunOptions): Ended => run(process.execPath, args, options);

/** Runs the built program to its end. */
export const tengen = (args: readonly string[], options?: RunOptions): Ended => node([PROGRAM, ...args], options);

/** Runs a tool to its end. @param args as after `npm run tool --` */
export const tool = (...args: string[]): Ended => node([join(ROOT, 'tools', 'run.mjs'), ...args]);

/** Runs the built program where a shell sets a limit. @param limit such as `ulimit -f 1;` */
export const limited = (limit: string, args: readonly string[], options?: RunOptions): Ended =>
  run('sh', ['-c', `${limit} exec "$0" "$@"`, process.execPath, PROGRAM, ...args], options);

/** A limit of a file's size acts as a full disk. */
export const CAN_LIMIT_FILES = run('sh', ['-c', 'ulimit -f 1']).status === 0;

const children: ChildProcessWithoutNullStreams[] = [];
let startedBefore = 0;
const killFrom = (first: number) => {
  for (const child of children.splice(first)) child.kill('SIGKILL');
};
beforeEach(() => {
  startedBefore = children.length;
});
afterEach(() => killFrom(startedBefore));
afterAll(() => killFrom(0));

/** Starts a program; it is killed after the test, or after the tests if a hook of all of them starts it. */
export function startChild(command: string, args: readonly string[], options: RunOptions = {}) {
  const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.env } });
  children.push(child);
  return child;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** Output on stdout and stderr. */
  readonly output: () => string;
  /** Output on stderr alone. */
  readonly errors: () => string;
  /** Waits for output that matches. @throws Error with the output if the program ends without it */
  readonly until: (pattern: RegExp) => Promise<void>;
  /** Exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts a program and collects its output. */
export function startProgram(command: string, args: readonly string[], options?: RunOptions): Running {
  const child = startChild(command, args, options);
  let text = '';
  let errors = '';
  let isOver = false;
  let wake = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (stream === child.stderr) errors += chunk;
      wake();
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      isOver = true;
      wake();
      resolve(code);
    });
  });
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      if (isOver) throw new Error(`the program ended without ${pattern}:\n${text}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { child, output: () => text, errors: () => errors, until, ended };
}

/** Starts the built program and collects its output. */
export const start = (args: readonly string[], options?: RunOptions): Running =>
  startProgram(process.execPath, [PROGRAM, ...args], options);
