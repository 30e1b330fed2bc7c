/**
 * A brain's process and its pipes: sends and receives lines, and waits for one answer at a time with a time limit. END
 * is the only command whose meaning it knows.
 */
import { performance } from 'node:perf_hooks';
import { reasonOf } from '../../core/errors.ts';
import { LineSplitter } from '../../protocol/lines.ts';
import { BrainError } from './brain-error.ts';
import type { ResolvedCommand } from './command-line.ts';
import { LINE_LIMIT, shorten } from './lines.ts';
import { ProcessTree } from './process-tree.ts';

/** How to start a process and read its output. */
export interface ConnectionOptions extends ResolvedCommand {
  readonly env?: Readonly<Record<string, string>>;
  /** Line end of lines sent to the engine. Default CR LF, as Piskvork and the Gomocup judge send. */
  readonly lineEnd?: '\r\n' | '\n';
  /** Sees every line: `>` sent, `<` received, `!` from stderr. */
  readonly onLine?: (direction: '>' | '<' | '!', line: string) => void;
  /** Sees every raw chunk of stdout. */
  readonly onChunk?: (chunk: Uint8Array) => void;
}

/** Bytes that an engine may print before an answer. */
export const FLOOD_BYTES = 64 << 20;
/** Lines kept for {@link Connection.lastLines}. */
const TAIL_LINES = 30;
/** Characters of a command that are shown in an error. */
const SHOWN_COMMAND = 300;
/** After the process ended its last lines may still be in the pipe; a grandchild can hold that open forever. */
const DRAIN_MS = 100;

/** Interprets a line that arrives while an answer is awaited: an answer, a failure, or neither (null). */
export type Reader<T> = (line: string) => T | BrainError | null;

interface Waiting {
  /** @returns whether the line settled the request */
  take(line: string, atMs: number): boolean;
  fail(error: BrainError): void;
}

/** One process that exchanges lines. It answers one command at a time. */
export abstract class Connection {
  private readonly tree: ProcessTree;
  private readonly tail: string[] = [];
  private readonly startedMs = performance.now();
  private readonly out = new LineSplitter((line) => this.takeLine(line.trim()), LINE_LIMIT);
  private readonly err = new LineSplitter((line) => this.remember('!', line.trim()), LINE_LIMIT);
  /** Arrival time of the chunk whose lines are being handled. */
  private chunkAtMs = 0;
  private waiting: Waiting | null = null;
  private bytesSinceSend = 0;
  private endedBy: BrainError | null = null;
  private readonly exit: Promise<void>;

  /** Starts the process. That it cannot be started shows in the first command. */
  constructor(private readonly options: ConnectionOptions) {
    this.tree = new ProcessTree(options);
    const { child } = this.tree;
    child.stdout.on('data', (chunk: Buffer) => this.receive(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.err.push(chunk));
    child.stdin.on('error', () => {}); // a closed pipe shows as exit or silence
    child.stdout.on('error', () => {});
    child.stderr.on('error', () => {});
    this.exit = new Promise((resolve) => {
      child.on('error', (error: NodeJS.ErrnoException) => {
        this.noteEnd(new BrainError('start', startFault(options, error)));
        resolve();
      });
      child.on('exit', (code, signal) => {
        const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
        const finish = () => {
          clearTimeout(drained);
          this.noteEnd(new BrainError('exit', `the process ended ${how}`));
          resolve();
        };
        const drained = setTimeout(finish, DRAIN_MS);
        child.once('close', finish);
      });
    });
  }

  /** Null if the process could not be started. */
  get pid(): number | null {
    return this.tree.pid;
  }

  /** Exit code of the process; null while it lives, after a signal, and if it never ran. */
  get exitCode(): number | null {
    return this.tree.child.exitCode;
  }

  /** Why the process is gone, or null while it lives. */
  get ended(): BrainError | null {
    return this.endedBy;
  }

  /** ms since the process was started. */
  get ageMs(): number {
    return performance.now() - this.startedMs;
  }

  /** Peak memory of the process tree, bytes; null where the system does not report it. */
  get peakBytes(): number | null {
    return this.tree.peakBytes;
  }

  /** The last lines sent and received, oldest first: `> ` sent, `< ` stdout, `! ` stderr. */
  get lastLines(): readonly string[] {
    return [...this.tail];
  }

  /** Memory that only the engine uses, now, bytes: what the Gomocup judge adds up. Null where it cannot be read. */
  uniqueBytes(): number | null {
    return this.tree.uniqueBytes();
  }

  /** Number of running processes that the engine has started; null where the system does not report it. */
  get childCount(): number | null {
    return this.tree.childCount;
  }

  /** Reads the memory use now, for {@link peakBytes}. */
  sampleMemory(): void {
    this.tree.sampleMemory();
  }

  /** Suspends all threads of the engine, as the Gomocup judge does to the waiting side. */
  suspend(): void {
    this.tree.suspend();
  }

  /** Lets a suspended engine run again. */
  resume(): void {
    this.tree.resume();
  }

  /** Writes lines to the engine. @param text lines separated by LF, without a final one */
  send(text: string): void {
    if (this.endedBy !== null) return;
    this.bytesSinceSend = 0;
    const lines = text.split('\n');
    // The tail keeps only the first and last line of a BOARD block.
    for (const line of lines.length > 4 ? [lines[0], `... ${lines.length - 2} stones`, 'DONE'] : lines)
      this.remember('>', line);
    const end = this.options.lineEnd ?? '\r\n';
    this.tree.child.stdin.write(lines.map((line) => line + end).join(''));
  }

  /** Writes bytes as they are: half lines, other line ends, anything. */
  sendRaw(bytes: string | Uint8Array): void {
    if (this.endedBy !== null) return;
    this.bytesSinceSend = 0;
    this.remember('>', `${bytes.length} raw bytes`);
    this.tree.child.stdin.write(bytes);
  }

  /** Closes the engine's stdin, as happens when a manager dies. */
  closeInput(): void {
    this.tree.child.stdin.end();
  }

  /**
   * Sends `END`, and kills what is left of the engine after a grace period.
   * @param graceMs time to exit voluntarily
   * @returns whether the engine exited voluntarily in time
   */
  async end(graceMs: number): Promise<boolean> {
    this.resume();
    this.sampleMemory();
    const alreadyGone = this.endedBy !== null;
    this.send('END');
    this.tree.child.stdin.end();
    const left = alreadyGone || (await this.exited(graceMs));
    await this.tree.killAndWait();
    this.closePipes();
    return left;
  }

  /** @returns true if the process has ended within `timeoutMs` */
  async exited(timeoutMs: number): Promise<boolean> {
    if (this.endedBy !== null) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    const left = await Promise.race([this.exit.then(() => true as const), late]);
    clearTimeout(timer);
    return left;
  }

  /** Kills the process and all its descendants at once. */
  kill(): void {
    this.tree.kill();
    this.closePipes();
  }

  /** Closes the pipes, which an escaped grandchild could keep open, and with them this process alive. */
  private closePipes(): void {
    const { stdin, stdout, stderr } = this.tree.child;
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
  }

  /** Called before a command is sent that expects an answer. */
  protected abstract beginAnswer(): void;

  /** Takes a line that answers nothing, such as MESSAGE. @returns false if the line is something else */
  protected abstract takeComment(line: string): boolean;

  /** Takes a line that arrives while no answer is awaited. */
  protected abstract takeStray(line: string): void;

  /**
   * Sends any text as one or more lines and waits for a line that `read` accepts.
   * @param expected name of the answer in an error
   * @param command what is answered, in an error
   */
  ask<T>(
    text: string,
    timeoutMs: number,
    expected: string,
    read: Reader<T>,
    command = text.split('\n')[0],
  ): Promise<{ answer: T; elapsedMs: number }> {
    if (this.endedBy !== null) return Promise.reject(this.endedBy);
    if (this.waiting !== null)
      return Promise.reject(new BrainError('answer', `"${command}" sent while an answer is awaited`));
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.waiting = null;
      };
      const fail = (error: BrainError) => {
        settle();
        reject(error);
      };
      const late = `no answer to ${command} within ${Math.round(timeoutMs)} ms: expected ${expected}`;
      const waitMs = Math.max(1, Math.min(timeoutMs, 2 ** 31 - 1));
      const timer = setTimeout(() => fail(new BrainError('timeout', late)), waitMs);
      this.beginAnswer();
      this.waiting = {
        take: (line, atMs) => {
          const taken = read(line);
          if (taken === null) return false;
          settle();
          if (taken instanceof BrainError) reject(taken);
          else resolve({ answer: taken, elapsedMs: atMs - sentMs });
          return true;
        },
        fail,
      };
      const sentMs = performance.now();
      this.send(text);
    });
  }

  private receive(chunk: Buffer): void {
    this.chunkAtMs = performance.now();
    this.options.onChunk?.(chunk);
    this.bytesSinceSend += chunk.length;
    this.out.push(chunk);
    if (this.bytesSinceSend > FLOOD_BYTES && this.waiting !== null) {
      this.waiting.fail(new BrainError('flood', `printed more than ${FLOOD_BYTES >> 20} MiB without an answer`));
    }
  }

  private takeLine(line: string): void {
    if (line === '') return;
    this.remember('<', line);
    if (this.takeComment(line) || this.waiting?.take(line, this.chunkAtMs)) return;
    if (this.waiting === null) this.takeStray(line);
  }

  private remember(direction: '>' | '<' | '!', line: string): void {
    if (line === '' && direction !== '>') return;
    this.options.onLine?.(direction, line);
    this.tail.push(`${direction} ${shorten(line)}`);
    if (this.tail.length > TAIL_LINES) this.tail.shift();
  }

  private noteEnd(error: BrainError): void {
    if (this.endedBy !== null) return;
    this.remember('<', this.out.rest.trim());
    this.remember('!', this.err.rest.trim());
    this.endedBy = error;
    this.waiting?.fail(error);
  }
}

/** @returns the problem in one line of bounded length, however long the command is */
function startFault({ argv, cwd }: ConnectionOptions, error: NodeJS.ErrnoException): string {
  const command = argv.join(' ');
  const shown = command.length > SHOWN_COMMAND ? `${command.slice(0, SHOWN_COMMAND)}...` : command;
  const { code, message } = error;
  const words = reasonOf(error);
  const named = words === message ? code : `${code} (${words})`;
  const reason = code === undefined || code.startsWith('ERR_') ? message : String(named);
  return `cannot start "${shown}" in ${cwd}: ${reason.slice(0, SHOWN_COMMAND)}`.replace(/\p{Cc}/gu, '.');
}
