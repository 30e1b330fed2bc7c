/**
 * Engine processes and everything they start: none may outlive the game it was started for.
 *
 * Each engine leads its own process group, so one signal reaches its children too. Children that leave the group are
 * found by a mark in their environment (Linux). Should the runner itself be killed outright, a tiny shell notices its
 * pipe closing and kills the groups that are left.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { performance } from 'node:perf_hooks';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../core/errors.ts';
import { type ResolvedCommand, spawnWords } from './command-line.ts';
import { killAllEngines, live } from './live-engines.ts';

const IS_WINDOWS = platform() === 'win32';
const IS_LINUX = platform() === 'linux';
/** Name of the environment variable that marks an engine and its descendants. */
const MARK = 'GOMOCUP_MATCH_CHILD';

let watching = false;

export interface LaunchOptions extends ResolvedCommand {
  readonly env?: Readonly<Record<string, string>>;
}

/** One engine process with all its descendants. */
export class ProcessTree {
  readonly child: ChildProcessWithoutNullStreams;
  private readonly mark = `${process.pid}-${randomBytes(6).toString('hex')}`;
  private readonly peaks = new Map<number, number>();
  private suspended = false;

  constructor(options: LaunchOptions) {
    watchExit();
    this.child = spawnOrFail(options, { ...process.env, ...options.env, [MARK]: this.mark });
    // Out of file handles: a problem of the runner, not of the engine.
    if (this.child.stdout === undefined)
      throw new UserError(`cannot start "${options.argv[0]}": too many open files or processes`);
    if (this.pid === null) return;
    live.add(this);
    keeperSend(`+ ${this.pid}`);
  }

  /** Null if the process could not be started. */
  get pid(): number | null {
    return this.child.pid ?? null;
  }

  /** Kills the process and all its descendants, at once and without asking. Harmless when repeated. */
  kill(): void {
    this.killKnown();
    if (IS_LINUX && this.pid !== null) for (const other of this.marked()) sendSignal(other, 'SIGKILL');
  }

  /** As {@link kill}, and waits until the system has taken all of them away, 2 s at most. */
  async killAndWait(): Promise<void> {
    this.killKnown();
    if (!IS_LINUX || this.pid === null) return;
    // A child that forks meanwhile needs a second pass; a killed process takes a moment to disappear.
    for (const start = performance.now(); performance.now() - start < 2000; ) {
      const marked = this.marked();
      if (marked.length === 0) return;
      for (const other of marked) sendSignal(other, 'SIGKILL');
      await sleep(2);
    }
  }

  /** The process group, and what the process table shows below the process. */
  private killKnown(): void {
    const pid = this.pid;
    if (pid === null) return;
    if (live.delete(this)) keeperSend(`- ${pid}`);
    if (IS_WINDOWS) {
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' });
      return;
    }
    const outside = IS_LINUX ? descendants(pid) : [];
    sendSignal(-pid, 'SIGKILL');
    for (const other of outside) sendSignal(other, 'SIGKILL');
  }

  private marked(): number[] {
    return markedProcesses(`${MARK}=${this.mark}`);
  }

  /** Stops every thread of the engine until {@link resume} (no effect on Windows). */
  suspend(): void {
    if (IS_WINDOWS || this.pid === null || this.suspended) return;
    this.suspended = sendSignal(-this.pid, 'SIGSTOP');
  }

  /** Lets a suspended engine run again. */
  resume(): void {
    if (!this.suspended || this.pid === null) return;
    sendSignal(-this.pid, 'SIGCONT');
    this.suspended = false;
  }

  /**
   * Samples the memory use; call it regularly. The system keeps the peak of each process, so that samples miss only
   * short-lived children.
   */
  sampleMemory(): void {
    if (!IS_LINUX || this.pid === null) return;
    for (const pid of [this.pid, ...descendants(this.pid)]) {
      const bytes = highWaterMark(pid);
      if (bytes > (this.peaks.get(pid) ?? 0)) this.peaks.set(pid, bytes);
    }
  }

  /**
   * Memory that only the process and its descendants use, now, bytes: what the Gomocup judge adds up. Null where it
   * cannot be read. Takes the system some milliseconds.
   */
  uniqueBytes(): number | null {
    if (!IS_LINUX || this.pid === null) return null;
    const sizes = [this.pid, ...descendants(this.pid)].map(uniqueSize);
    return sizes.some((bytes) => bytes > 0) ? sizes.reduce((sum, bytes) => sum + bytes, 0) : null;
  }

  /** Number of descendants that run now; null where it cannot be read. */
  get childCount(): number | null {
    return IS_LINUX && this.pid !== null ? descendants(this.pid).length : null;
  }

  /** Sum of the largest resident sizes of the process and its descendants, bytes; null where it cannot be read. */
  get peakBytes(): number | null {
    if (this.peaks.size === 0) return null;
    let sum = 0;
    for (const bytes of this.peaks.values()) sum += bytes;
    return sum;
  }
}

/** Reports all faults of a command through `error`: spawn throws some at once and reports others later. */
function spawnOrFail({ argv, cwd }: LaunchOptions, env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  try {
    const { file, args, verbatim } = spawnWords(argv, process.platform, process.env.ComSpec);
    return spawn(file, args, {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: !IS_WINDOWS,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
  } catch (error) {
    return unstarted(error);
  }
}

/** Placeholder for a process that could not be started. */
function unstarted(error: unknown): ChildProcessWithoutNullStreams {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const child = Object.assign(new EventEmitter(), streams, { pid: undefined, exitCode: null });
  setImmediate(() => child.emit('error', error));
  return child as unknown as ChildProcessWithoutNullStreams;
}

/** @returns true if the signal was delivered. A negative pid addresses the process group. */
function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Linux: all processes below `pid`, whatever group they are in. */
function descendants(pid: number): number[] {
  const found: number[] = [];
  const queue = [pid];
  while (queue.length > 0) {
    const parent = queue.pop()!;
    for (const thread of listOrNone(`/proc/${parent}/task`)) {
      for (const field of readOrNothing(`/proc/${parent}/task/${thread}/children`).split(' ')) {
        const child = Number(field);
        if (child > 0 && !found.includes(child)) {
          found.push(child);
          queue.push(child);
        }
      }
    }
  }
  return found;
}

/** Linux: processes with `mark` in their environment, except zombies (theirs is empty). */
function markedProcesses(mark: string): number[] {
  return listOrNone('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => readOrNothing(`/proc/${name}/environ`).split('\0').includes(mark))
    .map(Number);
}

/** Linux: largest resident size so far, bytes. */
function highWaterMark(pid: number): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(readOrNothing(`/proc/${pid}/status`));
  return found === null ? 0 : Number(found[1]) * 1024;
}

/** Linux: unshared memory, bytes; 0 if it cannot be read. */
function uniqueSize(pid: number): number {
  let bytes = 0;
  for (const [, kib] of readOrNothing(`/proc/${pid}/smaps_rollup`).matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)) {
    bytes += Number(kib) * 1024;
  }
  return bytes;
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // gone, or another user's
  }
}

function listOrNone(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Reads "+ pid" and "- pid" lines, and at the end of its input kills the groups still on the list. */
const KEEPER = `
live=' '
while read -r what pid; do
  case $what in
    +) live="$live$pid " ;;
    -) live="\${live%% $pid *} \${live#* $pid }" ;;
  esac
done
for pid in $live; do kill -9 -- "-$pid" 2>/dev/null; done`;

let keeper: ChildProcess | null = null;

function keeperSend(line: string): void {
  if (IS_WINDOWS) return;
  try {
    keeper ??= startKeeper();
    keeper.stdin?.write(`${line}\n`);
  } catch {
    // No shell: the exit handler below still covers all but an outright kill.
  }
}

function startKeeper(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', KEEPER], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref?: () => void }).unref?.();
  return child;
}

function watchExit(): void {
  if (watching) return;
  watching = true;
  process.on('exit', killAllEngines);
}
