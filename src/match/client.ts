/**
 * The other end of the Gomocup protocol: starts a brain, sends it typed commands, and waits for its answers with a
 * time limit. A brain may print anything at any speed; nothing it does throws anywhere but in the call that waits
 * for it.
 */
import { performance } from 'node:perf_hooks';
import type { XY } from '../core/point.ts';
import { ProcessTree } from './process-tree.ts';
import { NO_THINKING, parseThinking, type Thinking } from './thinking.ts';

/** How an engine failed to answer. */
export type EngineFailure =
  /** The process could not be started, or ended before it was ready. */
  | 'start'
  /** No answer within the limit. */
  | 'timeout'
  /** The process ended. */
  | 'exit'
  /** It answered, but not what the command asks for. */
  | 'answer'
  /** It printed more than {@link FLOOD_BYTES} without answering. */
  | 'flood';

/** Thrown by the commands of {@link EngineClient}. The message is one line. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly failure: EngineFailure;

  constructor(failure: EngineFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Field of a BOARD line: own stone, opponent's stone, dead stone. */
export type BoardField = 1 | 2 | 3;

export interface BoardStone extends XY {
  readonly field: BoardField;
}

/** A move and what came with it. */
export interface MoveReply {
  readonly move: XY;
  /** From writing the command to reading the move, ms. */
  readonly elapsedMs: number;
  readonly thinking: Thinking;
}

export interface ClientOptions {
  /** Executable and arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What ends a line sent to the engine. Default CR LF, as Piskvork and the Gomocup judge send. */
  readonly lineEnd?: '\r\n' | '\n';
  /** A line other than a move, MESSAGE or DEBUG fails the command that waits for a move, as in Piskvork. */
  readonly strict?: boolean;
  /** Sees every line: `>` sent, `<` received, `!` from stderr. */
  readonly onLine?: (direction: '>' | '<' | '!', line: string) => void;
  /** Sees every chunk of stdout as it came. */
  readonly onChunk?: (chunk: Buffer) => void;
}

/** Longest line kept; the rest of it is dropped. */
const LINE_LIMIT = 4096;
/** What an engine may print while one answer is awaited. */
export const FLOOD_BYTES = 64 << 20;
/** Lines kept for {@link EngineClient.lastLines}. */
const TAIL_LINES = 30;
const TAIL_LINE_LENGTH = 240;
/** MESSAGE lines of a move that are looked at for score and depth, counted from the last. */
const MESSAGES_KEPT = 40;
/** Characters of a command that are shown in an error. */
const SHOWN_COMMAND = 300;
/** After the process ended its last lines may still be in the pipe; a grandchild can hold that open for ever. */
const DRAIN_MS = 100;

/** How a line that arrives while an answer is awaited is taken: an answer, a failure, or none of both (null). */
type Reader<T> = (line: string) => { readonly answer: T } | EngineError | null;

interface Waiting {
  /** @returns true if the line settled the request */
  take(line: string, atMs: number): boolean;
  fail(error: EngineError): void;
}

/** One engine process. Not for use by two games at a time: it answers one command after the other. */
export class EngineClient {
  readonly #tree: ProcessTree;
  readonly #options: ClientOptions;
  readonly #tail: string[] = [];
  readonly #messages: string[] = [];
  readonly #startedMs = performance.now();
  #partial = { out: '', err: '' };
  #waiting: Waiting | null = null;
  #bytesSinceSend = 0;
  #ended: EngineError | null = null;
  #exited: Promise<void>;
  #noiseLines = 0;
  #strayMoves = 0;
  #lastReplyMs = Number.NEGATIVE_INFINITY;

  /** Starts the process. That it cannot be started shows in the first command. */
  constructor(options: ClientOptions) {
    this.#options = options;
    this.#tree = new ProcessTree(options);
    const { child } = this.#tree;
    child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#receiveError(chunk));
    child.stdin.on('error', () => {}); // a closed pipe shows as exit or silence
    child.stdout.on('error', () => {});
    child.stderr.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      child.on('error', (error: NodeJS.ErrnoException) => {
        this.#end(new EngineError('start', startFault(options, error)));
        resolve();
      });
      child.on('exit', (code, signal) => {
        const drained = setTimeout(finish, DRAIN_MS);
        child.once('close', finish);
        const client = this;
        function finish() {
          clearTimeout(drained);
          client.#end(
            new EngineError('exit', `the process ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}`),
          );
          resolve();
        }
      });
    });
  }

  /** Null if the process could not be started. */
  get pid(): number | null {
    return this.#tree.pid;
  }

  /** Exit code of the process; null while it lives, after a signal, and if it never ran. */
  get exitCode(): number | null {
    return this.#tree.child.exitCode;
  }

  /** Why the process is gone, or null while it lives. */
  get ended(): EngineError | null {
    return this.#ended;
  }

  /** ms since the process was started. */
  get ageMs(): number {
    return performance.now() - this.#startedMs;
  }

  /** ms since the last move arrived; infinite before the first. */
  get idleMs(): number {
    return performance.now() - this.#lastReplyMs;
  }

  /** Lines that were neither a move nor MESSAGE or DEBUG while a move was awaited. */
  get noiseLines(): number {
    return this.#noiseLines;
  }

  /** Moves that nobody had asked for. */
  get strayMoves(): number {
    return this.#strayMoves;
  }

  /** Peak memory of the process tree, bytes; null where the system does not tell. */
  get peakBytes(): number | null {
    return this.#tree.peakBytes;
  }

  /** The last lines sent and received, oldest first: `> ` sent, `< ` stdout, `! ` stderr. */
  get lastLines(): readonly string[] {
    return [...this.#tail];
  }

  /** Memory that only the engine uses, now, bytes; see {@link ProcessTree.uniqueBytes}. */
  uniqueBytes(): number | null {
    return this.#tree.uniqueBytes();
  }

  /** Number of processes the engine has started that still run; null where the system does not tell. */
  get childCount(): number | null {
    return this.#tree.childCount;
  }

  /** Reads the memory use now; see {@link ProcessTree.sampleMemory}. */
  sampleMemory(): void {
    this.#tree.sampleMemory();
  }

  /** Stops all threads of the engine, as the Gomocup judge does with the side that waits. */
  suspend(): void {
    this.#tree.suspend();
  }

  resume(): void {
    this.#tree.resume();
  }

  /** `START size`. @throws EngineError unless the answer is OK */
  async start(size: number, timeoutMs: number): Promise<void> {
    await this.#acknowledged(`START ${size}`, timeoutMs);
  }

  /** `RECTSTART width,height`. @throws EngineError unless the answer is OK */
  async rectStart(width: number, height: number, timeoutMs: number): Promise<void> {
    await this.#acknowledged(`RECTSTART ${width},${height}`, timeoutMs);
  }

  /** `RESTART`. @throws EngineError unless the answer is OK */
  async restart(timeoutMs: number): Promise<void> {
    await this.#acknowledged('RESTART', timeoutMs);
  }

  /** `TAKEBACK x,y`. @throws EngineError unless the answer is OK */
  async takeback(point: XY, timeoutMs: number): Promise<void> {
    await this.#acknowledged(`TAKEBACK ${point.x},${point.y}`, timeoutMs);
  }

  /** `INFO key value`; has no answer. */
  info(key: string, value: string | number): void {
    this.send(`INFO ${key} ${value}`);
  }

  /**
   * `ABOUT`. @returns what the brain says of itself: keys in lower case, for instance name and version
   * @throws EngineError if there is no such line
   */
  async about(timeoutMs: number): Promise<Readonly<Record<string, string>>> {
    const line = await this.#request('ABOUT', timeoutMs, 'a line such as name="..."', (text) =>
      text.includes('=') ? { answer: text } : null,
    );
    const pairs = [...line.answer.matchAll(/\b(\w+)\s*=\s*"([^"]*)"/g)];
    return Object.fromEntries(pairs.map(([, key, value]) => [key.toLowerCase(), value]));
  }

  /** `BEGIN`: the first move of an empty board. */
  begin(timeoutMs: number): Promise<MoveReply> {
    return this.#move('BEGIN', timeoutMs);
  }

  /** `TURN x,y`: answers the opponent's move. */
  turn(move: XY, timeoutMs: number): Promise<MoveReply> {
    return this.#move(`TURN ${move.x},${move.y}`, timeoutMs);
  }

  /** `BOARD` to `DONE`: sets the position and asks for a move. */
  board(stones: readonly BoardStone[], timeoutMs: number): Promise<MoveReply> {
    return this.#move(
      boardBlock(
        'BOARD',
        stones.map(({ x, y, field }) => `${x},${y},${field}`),
      ),
      timeoutMs,
    );
  }

  /**
   * `SWAP2BOARD` to `DONE` with no, three or five stones in playing order.
   * @returns `swap`, or the points in the answer
   */
  async swap2(stones: readonly XY[], timeoutMs: number): Promise<{ answer: 'swap' | XY[]; elapsedMs: number }> {
    const block = boardBlock(
      'SWAP2BOARD',
      stones.map(({ x, y }) => `${x},${y}`),
    );
    return this.#request<'swap' | XY[]>(block, timeoutMs, 'SWAP or points x,y', (line) => {
      if (/^swap\s*$/i.test(line)) return { answer: 'swap' };
      const points = line.split(/\s+/).map(parsePoint);
      if (points.every((point) => point !== null)) return { answer: points };
      return this.#notAMove(line);
    });
  }

  /**
   * Sends any text as one or more lines and waits for a line that `read` accepts.
   * @param expected what to call the answer in an error
   */
  ask<T>(
    text: string,
    timeoutMs: number,
    expected: string,
    read: (line: string) => T | null,
  ): Promise<{ answer: T; elapsedMs: number }> {
    return this.#request(text, timeoutMs, expected, (line) => {
      const answer = read(line);
      return answer === null ? null : { answer };
    });
  }

  /** Writes lines to the engine. @param text lines separated by LF, without a final one */
  send(text: string): void {
    if (this.#ended !== null) return;
    this.#bytesSinceSend = 0;
    const lines = text.split('\n');
    // Of a BOARD block only the frame is worth keeping in the tail.
    for (const line of lines.length > 4 ? [lines[0], `... ${lines.length - 2} stones`, 'DONE'] : lines)
      this.#remember('>', line);
    const end = this.#options.lineEnd ?? '\r\n';
    this.#tree.child.stdin.write(lines.map((line) => line + end).join(''));
  }

  /** Writes bytes as they are: half lines, other line ends, anything. */
  sendRaw(bytes: string | Buffer): void {
    if (this.#ended !== null) return;
    this.#bytesSinceSend = 0;
    this.#remember('>', `${bytes.length} raw bytes`);
    this.#tree.child.stdin.write(bytes);
  }

  /** Closes the engine's stdin, as a manager that died would. */
  closeInput(): void {
    this.#tree.child.stdin.end();
  }

  /**
   * `END`, and whatever it takes until nothing of the engine is left.
   * @param graceMs how long it may take to leave by itself
   * @returns true if the engine left by itself in time
   */
  async end(graceMs: number): Promise<boolean> {
    this.resume();
    this.sampleMemory();
    const alreadyGone = this.#ended !== null;
    this.send('END');
    this.#tree.child.stdin.end();
    const left = alreadyGone || (await this.exited(graceMs));
    await this.#tree.killAndWait();
    this.#closePipes();
    return left;
  }

  /** @returns true if the process has ended within `timeoutMs` */
  async exited(timeoutMs: number): Promise<boolean> {
    if (this.#ended !== null) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    const left = await Promise.race([this.#exited.then(() => true as const), late]);
    clearTimeout(timer);
    return left;
  }

  /** Kills the process and all its descendants at once. */
  kill(): void {
    this.#tree.kill();
    this.#closePipes();
  }

  /** A grandchild that got away could keep these pipes, and with them this process, open. */
  #closePipes(): void {
    const { stdin, stdout, stderr } = this.#tree.child;
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
  }

  async #acknowledged(command: string, timeoutMs: number): Promise<void> {
    await this.#request(command, timeoutMs, 'OK', (line) => {
      if (/^ok\s*$/i.test(line)) return { answer: true };
      if (/^(error|unknown)\b/i.test(line))
        return new EngineError('answer', `${command} was answered "${shorten(line)}"`);
      this.#noiseLines++;
      return null;
    });
  }

  async #move(command: string, timeoutMs: number): Promise<MoveReply> {
    const { answer, elapsedMs } = await this.#request(command, timeoutMs, 'a move x,y', (line) => {
      const point = parsePoint(line);
      return point === null ? this.#notAMove(line) : { answer: point };
    });
    this.#lastReplyMs = performance.now();
    return {
      move: answer,
      elapsedMs,
      thinking: this.#messages.length === 0 ? NO_THINKING : parseThinking(this.#messages),
    };
  }

  #notAMove(line: string): EngineError | null {
    if (/^\w+\s*=\s*"/.test(line)) return null; // a late answer to ABOUT
    this.#noiseLines++;
    return this.#options.strict ? new EngineError('answer', `answered "${shorten(line)}": expected a move x,y`) : null;
  }

  /** Sends `text` and resolves with the first line that `read` takes. */
  #request<T>(
    text: string,
    timeoutMs: number,
    expected: string,
    read: Reader<T>,
  ): Promise<{ answer: T; elapsedMs: number }> {
    if (this.#ended !== null) return Promise.reject(this.#ended);
    if (this.#waiting !== null)
      return Promise.reject(new EngineError('answer', `"${text.split('\n')[0]}" sent while an answer is awaited`));
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#waiting = null;
      };
      const timer = setTimeout(
        () => {
          settle();
          reject(
            new EngineError(
              'timeout',
              `no answer to ${text.split('\n')[0]} within ${Math.round(timeoutMs)} ms: expected ${expected}`,
            ),
          );
        },
        Math.max(1, Math.min(timeoutMs, 2 ** 31 - 1)),
      );
      this.#messages.length = 0;
      this.#waiting = {
        take: (line, atMs) => {
          const taken = read(line);
          if (taken === null) return false;
          settle();
          if (taken instanceof EngineError) reject(taken);
          else resolve({ answer: taken.answer, elapsedMs: atMs - sentMs });
          return true;
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      const sentMs = performance.now();
      this.send(text);
    });
  }

  #receive(chunk: Buffer): void {
    const atMs = performance.now();
    this.#options.onChunk?.(chunk);
    this.#bytesSinceSend += chunk.length;
    for (const line of this.#split('out', chunk)) this.#line(line, atMs);
    if (this.#bytesSinceSend > FLOOD_BYTES && this.#waiting !== null) {
      this.#waiting.fail(new EngineError('flood', `printed more than ${FLOOD_BYTES >> 20} MiB without an answer`));
    }
  }

  #receiveError(chunk: Buffer): void {
    for (const line of this.#split('err', chunk)) this.#remember('!', line);
  }

  /** @returns complete lines without blanks around them, none empty; the rest waits for more */
  #split(stream: 'out' | 'err', chunk: Buffer): string[] {
    const lines = (this.#partial[stream] + chunk.toString('latin1')).split(/[\r\n]+/);
    this.#partial[stream] = lines.pop()!.slice(0, LINE_LIMIT);
    return lines.map((line) => line.slice(0, LINE_LIMIT).trim()).filter((line) => line !== '');
  }

  #line(line: string, atMs: number): void {
    this.#remember('<', line);
    const message = /^(?:MESSAGE|DEBUG)(?:\s+(.*))?$/i.exec(line);
    if (message !== null) {
      this.#messages.push((message[1] ?? '').slice(0, LINE_LIMIT));
      if (this.#messages.length > MESSAGES_KEPT) this.#messages.shift();
      return;
    }
    if (this.#waiting?.take(line, atMs)) return;
    if (this.#waiting === null && parsePoint(line) !== null) this.#strayMoves++;
  }

  #remember(direction: '>' | '<' | '!', line: string): void {
    this.#options.onLine?.(direction, line);
    this.#tail.push(`${direction} ${shorten(line)}`);
    if (this.#tail.length > TAIL_LINES) this.#tail.shift();
  }

  #end(error: EngineError): void {
    if (this.#ended !== null) return;
    for (const stream of ['out', 'err'] as const) {
      const rest = this.#partial[stream].trim();
      if (rest !== '') this.#remember(stream === 'out' ? '<' : '!', rest);
    }
    this.#ended = error;
    this.#waiting?.fail(error);
  }
}

/** @returns what is wrong, in one line of bounded length whatever the command holds */
function startFault({ argv, cwd }: ClientOptions, error: NodeJS.ErrnoException): string {
  const command = argv.join(' ');
  const shown = command.length > SHOWN_COMMAND ? `${command.slice(0, SHOWN_COMMAND)}...` : command;
  const reason = error.code === undefined || error.code.startsWith('ERR_') ? error.message : error.code;
  return `cannot start "${shown}" in ${cwd}: ${reason.slice(0, SHOWN_COMMAND)}`.replace(/\p{Cc}/gu, '.');
}

function boardBlock(command: string, lines: readonly string[]): string {
  return [command, ...lines, 'DONE'].join('\n');
}

/** Reads `x,y` with blanks allowed around the numbers. */
function parsePoint(text: string): XY | null {
  const found = /^(-?\d{1,9})\s*,\s*(-?\d{1,9})$/.exec(text);
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}

/** Printable and short: for error texts and the tail. */
function shorten(line: string): string {
  const printable = line.slice(0, TAIL_LINE_LENGTH + 1).replace(/[^\x20-\x7e]/g, '.');
  return printable.length > TAIL_LINE_LENGTH ? `${printable.slice(0, TAIL_LINE_LENGTH)}...` : printable;
}
