/**
 * Measures the built brain for docs/internals/performance.md:
 *   npm run tool -- measure-brain
 *
 * Start to OK and to the first move, peak memory in a search of five seconds by default and under limits, replies at
 * short turns. Other load on the machine affects every figure.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median } from './common/median.ts';
import { noArguments } from './common/options.ts';

const PROGRAM = fileURLToPath(new URL('../dist/tengen.js', import.meta.url));
const POSITION = 'BOARD\n7,7,1\n8,8,2\n7,8,1\n7,9,2\n9,9,1\n6,6,2\nDONE';
const MOVE = /^\d+,\d+$/;

class Brain {
  readonly started = performance.now();
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: string[] = [];
  private wake: (() => void) | null = null;

  constructor() {
    this.child = spawn(process.execPath, ['--no-warnings', PROGRAM]);
    let rest = '';
    this.child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      this.lines.push(...parts.filter((line) => !/^(MESSAGE|DEBUG) /.test(line)));
      this.wake?.();
    });
  }

  send(text: string): void {
    this.child.stdin.write(`${text}\n`);
  }

  /** @returns the answer and the milliseconds it took */
  async ask(text: string): Promise<{ line: string; ms: number }> {
    const asked = performance.now();
    this.send(text);
    while (this.lines.length === 0) await new Promise<void>((done) => (this.wake = done));
    return { line: this.lines.shift()!, ms: performance.now() - asked };
  }

  /** @returns peak resident memory of the process in MB, Linux only */
  peak(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)![1]) / 1024;
  }

  async end(): Promise<void> {
    this.send('END');
    await new Promise((done) => this.child.on('close', done));
  }
}

const largest = (numbers: readonly number[]) => Math.max(...numbers).toFixed(0);

async function startUp(runs: number): Promise<void> {
  const ok: number[] = [];
  const first: number[] = [];
  for (let i = 0; i < runs; i++) {
    const brain = new Brain();
    await brain.ask('INFO timeout_turn 1000\nSTART 15');
    ok.push(performance.now() - brain.started);
    await brain.ask('BEGIN');
    first.push(performance.now() - brain.started);
    await brain.end();
  }
  console.log(`process start to OK: median ${median(ok).toFixed(0)} ms, largest ${largest(ok)} ms`);
  console.log(
    `process start to the first move (BEGIN): median ${median(first).toFixed(0)} ms, largest ${largest(first)} ms`,
  );
}

async function memory(limit: number, rule: number): Promise<void> {
  const brain = new Brain();
  await brain.ask('START 15');
  brain.send(`INFO rule ${rule}\nINFO timeout_turn 5000\nINFO max_memory ${limit}`);
  await new Promise((done) => setTimeout(done, 1000));
  await brain.ask(POSITION);
  const { line } = await brain.ask('TURN 8,6');
  if (!MOVE.test(line)) throw new Error(`expected a move, got ${line}`);
  console.log(`peak memory, rule ${rule}, max_memory ${limit}: ${brain.peak().toFixed(1)} MB`);
  await brain.end();
}

async function turns(ms: number): Promise<void> {
  const [one, other] = [new Brain(), new Brain()];
  for (const brain of [one, other]) await brain.ask(`START 15\nINFO timeout_turn ${ms}`);
  await new Promise((done) => setTimeout(done, 1000));
  const took: number[] = [];
  let { line, ms: first } = await one.ask('BEGIN');
  for (let ply = 1; ply < 40 && MOVE.test(line); ply++) {
    const reply = await (ply % 2 === 1 ? other : one).ask(`TURN ${line}`);
    line = reply.line;
    took.push(reply.ms);
  }
  console.log(
    `turns of ${ms} ms: first ${first.toFixed(0)} ms, later median ${median(took).toFixed(0)}, largest ${largest(took)} ms`,
  );
  await Promise.all([one.end(), other.end()]);
}

export async function main(args: readonly string[]): Promise<number> {
  noArguments(args, 'measure-brain');
  console.log(`Node ${process.version}, load average ${loadavg()[0].toFixed(1)}`);
  await startUp(15);
  for (const [limit, rule] of [
    [0, 0],
    [0, 4],
    [367001600, 4],
    [73400320, 0],
    [73400320, 4],
  ]) {
    await memory(limit, rule);
  }
  for (const ms of [0, 20, 50, 100, 1000]) await turns(ms);
  return 0;
}
