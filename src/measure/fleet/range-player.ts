/** Self-play and benches in separate processes: a search blocks its thread, which could not send heartbeats. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KERNEL_VARIABLE } from '../../core/environment.ts';
import { reasonOf, UserError } from '../../core/errors.ts';
import { counted } from '../../core/text.ts';
import { VERSION } from '../../engine/version.ts';
import { isExecutable } from '../../platform/node/executable.ts';
import { sha256Of } from '../match/engine-pack.ts';
import type { SelfPlayRun } from '../selfplay/product.ts';

/** Of a bench that measures the speed. Takes a second or two, enough for the program to warm up. */
const SPEED_DEPTH = 9;

/** Plays games with the engine of this program. Returns pieces of a file, without a header. */
export interface RangePlayer {
  play(run: SelfPlayRun, first: number, count: number, signal: AbortSignal): Promise<Uint8Array>;
  redraw(
    run: SelfPlayRun,
    first: number,
    openings: readonly number[],
    taken: ReadonlySet<number>,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /** @returns nodes of `tengen bench` */
  bench(signal?: AbortSignal): Promise<number>;
}

/** @param script the running script of tengen */
export function processPlayer(script: string): RangePlayer {
  const range = (run: SelfPlayRun, first: number, count: number, input: Uint8Array, signal: AbortSignal) => {
    const words = ['--rule', `${run.rule}`, '--sizes', run.sizes.join(), '--nodes', `${run.nodes}`];
    const { labels, network } = run;
    const more = ['--seed', `${run.seed}`, ...(run.handset ? ['--handset'] : [])];
    if (network !== null) more.push('--network', network);
    if (labels !== null) {
      const { labelNodes, period, playouts } = labels;
      more.push('--label-nodes', `${labelNodes}`, '--period', `${period}`, '--playouts', `${playouts}`);
    }
    const only = ['--only', `${first}-${first + count - 1}`];
    return outputOf([...programWords(script), 'selfplay', ...words, ...more, ...only], input, signal);
  };
  return {
    play: (run, first, count, signal) => range(run, first, count, new Uint8Array(0), signal),
    redraw: (run, first, openings, taken, signal) =>
      range(run, first, openings.length, encodeOpenings(taken, openings), signal),
    bench: async (signal = new AbortController().signal) => {
      const nodes = /^(\d+) nodes/m.exec(await benchOutput(script, [], signal))?.[1];
      if (nodes === undefined) throw new UserError('tengen bench printed no node count');
      return Number(nodes);
    },
  };
}

/** @returns mean nodes per second of one bench per slot, all at the same time; null if they cannot be run */
async function measureSpeed(script: string, slots: number): Promise<number | null> {
  const { signal } = new AbortController();
  const benches = Array.from({ length: slots }, () => benchOutput(script, [`depth=${SPEED_DEPTH}`], signal));
  const outputs = await Promise.all(benches).catch(() => []);
  const speeds = outputs.map((text) => Number(/(\d+) nps/.exec(text)?.[1]));
  const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
  return Number.isNaN(mean) ? null : Math.round(mean);
}

/**
 * Measures the speed at the first start, and keeps it for later ones of the same program and machine.
 * @param folder where it is kept @param machine its processors @returns as {@link measureSpeed}
 */
export async function keptSpeed(
  folder: string,
  machine: string,
  slots: number,
  notice: (line: string) => void,
  measure: typeof measureSpeed = measureSpeed,
): Promise<number | null> {
  const program = process.argv[1];
  const same = [
    VERSION,
    isExecutable() ? '' : sha256Of(readFileSync(program)),
    process.version,
    process.env[KERNEL_VARIABLE],
    machine,
    slots,
  ];
  const file = join(folder, `speed-${sha256Of(JSON.stringify(same)).slice(0, 16)}`);
  try {
    const kept = Number(readFileSync(file, 'utf8'));
    if (Number.isSafeInteger(kept) && kept > 0) {
      notice(`the speed of an earlier start; to measure it again, delete ${file}`);
      return kept;
    }
  } catch {
    // Measured below.
  }
  notice(`measuring the speed of ${counted(slots, 'slot')}`);
  const nps = await measure(program, slots);
  try {
    mkdirSync(folder, { recursive: true });
    if (nps !== null) writeFileSync(file, `${nps}\n`);
  } catch (error) {
    notice(`${file}: ${reasonOf(error)}; the speed is measured again at the next start`);
  }
  return nps;
}

function programWords(script: string): string[] {
  return isExecutable() ? [] : [...process.execArgv, '--no-warnings', script];
}

async function benchOutput(script: string, words: readonly string[], signal: AbortSignal): Promise<string> {
  const output = await outputOf([...programWords(script), 'bench', ...words], new Uint8Array(0), signal);
  return Buffer.from(output).toString();
}

/** @returns the number of taken openings, those, and the openings of the range: 32 bits each */
function encodeOpenings(taken: ReadonlySet<number>, openings: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from([taken.size, ...taken, ...openings]).buffer);
}

/** @returns the openings that a process of {@link processPlayer} receives; null: none */
export function decodeOpenings(bytes: Uint8Array): { readonly taken: number[]; readonly openings: number[] } | null {
  if (bytes.length === 0) return null;
  // A copy: a Buffer may be part of a larger one.
  const [size, ...rest] = new Uint32Array(Uint8Array.from(bytes).buffer);
  return { taken: rest.slice(0, size), openings: rest.slice(size) };
}

/** @throws UserError if the process fails; AbortError */
function outputOf(words: readonly string[], input: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    let complaint = '';
    const onAbort = () => child.kill('SIGKILL');
    signal.addEventListener('abort', onAbort, { once: true });
    child.stdout!.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr!.on('data', (chunk) => {
      complaint += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', onAbort);
      if (code === 0) resolve(Buffer.concat(output));
      else if (signal.aborted) reject(signal.reason);
      else
        reject(
          new UserError(`the self-play process ended with ${killedBy ?? code}: ${complaint.trim().split('\n')[0]}`),
        );
    });
    child.stdin!.on('error', () => {}); // it has ended: its exit code says why
    child.stdin!.end(input);
  });
}
