/**
 * Replays recorded conversations with a brain:
 *   npm run tool -- replay <transcripts folder or file> <brain> [argument ...]
 *
 * A transcript file contains conversations, each begun by a line `== title`:
 *   # ...            remark
 *   > START 15       line sent to the brain
 *   < OK             the next line that it must answer: exactly this
 *   < /^FORBID/      ... a line that matches
 *   < MOVE           ... a legal move (free, on the board, by the lines sent so far)
 *   < FORCED 7,7     ... exactly this move, recorded as the brain's stone
 *   ! raw "..."      bytes sent as they are (JSON string, one character per byte)
 *   ! quiet 100      no output may arrive for that many milliseconds
 *   ! wait 50        pause
 *   ! stop, ! cont   suspends and resumes the process
 *   ! signal SIGTERM sends a signal
 *   ! eof            closes the brain's input
 *   ! exit 0         the process must end with this status within a second (three on a busy machine); or, by name, by
 *                    this signal or with the status that shells give for it
 *
 * MESSAGE and DEBUG lines are skipped unless the expected line begins with that word; those by which the brain reports
 * an internal failure (`DEBUG search failed`, `DEBUG internal`) never are. INFO lines are skipped as well once INFO
 * show_detail 2 or 3 has been sent. A conversation that does not end the brain itself is ended by END, with an expected
 * status of 0. Any output on stderr is a failure.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/** What takes longer hangs. */
const REPLY_MS = 120_000;
/** Includes the start of the process where a conversation does not wait for its OK. */
const EXIT_MS = 120_000;
/** The status in a shell of a process that a signal has ended, less the number of the signal. */
const SIGNAL_EXIT = 128;
/** Reports of an internal failure, after which the brain plays on. */
const FAILURE = /^DEBUG (search failed|internal)\b/;

/** A line of a transcript: sent, expected, or an action on the brain. */
interface Step {
  readonly line: number;
  readonly kind: '>' | '<' | '!';
  readonly text: string;
}

export interface Conversation {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** How the brain is started. */
export interface BrainOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export function parseTranscripts(text: string): Conversation[] {
  const conversations: { title: string; steps: Step[] }[] = [];
  text.split('\n').forEach((raw, index) => {
    const kind = raw[0];
    if (raw.trim() === '' || kind === '#') return;
    if (raw.startsWith('== ')) {
      conversations.push({ title: raw.slice(3).trim(), steps: [] });
      return;
    }
    const conversation = conversations.at(-1);
    if ((kind !== '>' && kind !== '<' && kind !== '!') || conversation === undefined) {
      throw new Error(`line ${index + 1}: expected "== title", "> sent", "< expected" or "! action", found ${raw}`);
    }
    conversation.steps.push({ line: index + 1, kind, text: raw.slice(2) });
  });
  return conversations;
}

/**
 * @param path file or folder @returns conversations of all its .txt files, with the file's name at the start of each
 *   title
 */
export function readTranscripts(path: string): Conversation[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.txt'))
        .sort()
        .map((name) => join(path, name))
    : [path];
  return files.flatMap((file) =>
    parseTranscripts(readFileSync(file, 'utf8')).map((conversation) => ({
      ...conversation,
      title: `${basename(file, '.txt')}: ${conversation.title}`,
    })),
  );
}

/**
 * Replays one conversation.
 * @param command program and arguments
 * @throws {Error} with the step that failed and the output until then
 */
export async function replay(
  conversation: Conversation,
  command: readonly string[],
  options: BrainOptions = {},
): Promise<void> {
  const brain = new Brain(command, options);
  const board = new Board();
  try {
    for (const step of conversation.steps) {
      try {
        await perform(step, brain, board);
      } catch (error) {
        throw new Error(
          `line ${step.line}: ${step.kind} ${step.text}\n  ${(error as Error).message}\n${brain.record()}`,
        );
      }
    }
    if (!brain.isOver) {
      brain.write('END\n');
      await brain.expectExit('0');
    }
    if (brain.stderr !== '') throw new Error(`on stderr: ${brain.stderr}\n${brain.record()}`);
    const rest = brain.lines.filter((line) => !isTalk(line, brain));
    if (rest.length > 0) throw new Error(`left over: ${rest.join(' | ')}\n${brain.record()}`);
  } finally {
    brain.kill();
  }
}

async function perform({ kind, text }: Step, brain: Brain, board: Board): Promise<void> {
  if (kind === '>') {
    board.sent(text);
    if (/^info show_detail [23]$/i.test(text)) brain.tellsDetails = true;
    brain.write(`${text}\n`);
  } else if (kind === '<') {
    await expectLine(text, brain, board);
  } else {
    await act(text, brain);
  }
}

async function expectLine(text: string, brain: Brain, board: Board): Promise<void> {
  const wantsTalk = /^(MESSAGE|DEBUG|INFO)\b|^\/\^?(MESSAGE|DEBUG|INFO)/.exec(text);
  const wantsFailure = FAILURE.test(text.replace(/^\/\^?/, ''));
  let line: string;
  do {
    line = await brain.nextLine();
    if (FAILURE.test(line) && !wantsFailure) throw new Error(`the brain reports a failure: ${line}`);
  } while (isTalk(line, brain) && !(wantsTalk && line.startsWith(wantsTalk[1] ?? wantsTalk[2])));
  if (text === 'MOVE') board.replied(line);
  else if (text.startsWith('FORCED ')) {
    if (line !== text.slice(7)) throw new Error(`got ${line}`);
    board.replied(line);
  } else if (text.startsWith('/')) {
    if (!new RegExp(text.slice(1, text.lastIndexOf('/'))).test(line)) throw new Error(`got ${line}`);
  } else if (line !== text) throw new Error(`got ${line}`);
}

async function act(text: string, brain: Brain): Promise<void> {
  const [word, ...rest] = text.split(' ');
  const value = rest.join(' ');
  if (word === 'raw') brain.write(JSON.parse(value));
  else if (word === 'wait') await pause(Number(value));
  else if (word === 'quiet') {
    await pause(Number(value));
    const said = brain.lines.filter((line) => !isTalk(line, brain));
    if (said.length > 0) throw new Error(`said ${said.join(' | ')}`);
  } else if (word === 'stop') brain.signal('SIGSTOP');
  else if (word === 'cont') brain.signal('SIGCONT');
  else if (word === 'signal') brain.signal(value as NodeJS.Signals);
  else if (word === 'eof') brain.closeInput();
  else if (word === 'exit') await brain.expectExit(value);
  else throw new Error('unknown action');
}

/** Lines that may arrive at any time. */
function isTalk(line: string, brain: Brain): boolean {
  if (brain.tellsDetails && line.startsWith('INFO ')) return true;
  return /^(MESSAGE|DEBUG) ./.test(line) && !FAILURE.test(line);
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** The board according to the lines sent and the moves answered. */
class Board {
  private size: readonly [columns: number, rows: number] = [0, 0];
  private readonly taken = new Set<string>();
  private inBlock = false;

  sent(line: string): void {
    const [word = '', ...rest] = line.trim().split(/[ \t]+/);
    const name = word.toUpperCase();
    const numbers = rest.join('').match(/-?\d+/g)?.map(Number) ?? [];
    if (name === 'START' || name === 'RECTSTART') {
      this.size = [numbers[0], numbers[1] ?? numbers[0]];
      this.taken.clear();
    } else if (name === 'RESTART') this.taken.clear();
    else if (name === 'BOARD' || name === 'YXBOARD') {
      this.inBlock = rest.at(-1)?.toUpperCase() !== 'DONE';
      this.taken.clear();
      for (const item of rest) this.add(item);
    } else if (name === 'DONE') this.inBlock = false;
    else if (name === 'TURN' || name === 'PLAY') this.add(rest.join(''));
    else if (name === 'TAKEBACK') this.taken.delete(rest.join(''));
    else if (this.inBlock) this.add(line);
  }

  add(text: string): void {
    const [x, y] = text.split(',').map((field) => Number(field.trim()));
    if (Number.isInteger(x) && Number.isInteger(y)) this.taken.add(`${x},${y}`);
  }

  replied(line: string): void {
    const match = /^(\d+),(\d+)$/.exec(line);
    if (match === null) throw new Error(`expected a move, got ${line}`);
    const [x, y] = [Number(match[1]), Number(match[2])];
    if (x >= this.size[0] || y >= this.size[1]) throw new Error(`move off the board: ${line}`);
    if (this.taken.has(line)) throw new Error(`move on a stone: ${line}`);
    this.taken.add(line);
  }
}

/** A brain in a child process. */
class Brain {
  readonly lines: string[] = [];
  stderr = '';
  isOver = false;
  /** INFO lines have been requested. */
  tellsDetails = false;
  private readonly said: string[] = [];
  private rest = '';
  private waiting: (() => void) | null = null;
  private ended: string | undefined;
  private readonly child: ChildProcessWithoutNullStreams;
  /** Resolves to the status, the signal or the error. */
  private readonly exit: Promise<string>;

  constructor([program, ...args]: readonly string[], options: BrainOptions) {
    this.child = spawn(program, args, { ...options, stdio: 'pipe' });
    this.exit = new Promise((done) => {
      this.child.on('error', (error) => done(error.message));
      this.child.on('close', (code, signal) => done(signal ?? String(code)));
    });
    this.exit.then((status) => {
      this.ended = status;
      this.waiting?.();
    });
    this.child.stdin.on('error', () => {});
    this.child.stdout.setEncoding('latin1').on('data', (chunk: string) => this.take(chunk));
    this.child.stderr.on('data', (chunk) => {
      this.stderr += chunk;
    });
  }

  take(chunk: string): void {
    const parts = (this.rest + chunk).split('\n');
    this.rest = parts.pop() ?? '';
    this.lines.push(...parts);
    this.said.push(...parts.map((line) => `< ${line}`));
    this.waiting?.();
  }

  write(text: string): void {
    this.said.push(`> ${JSON.stringify(text).slice(0, 100)}`);
    this.child.stdin.write(Buffer.from(text, 'latin1'));
  }

  async nextLine(): Promise<string> {
    const deadline = performance.now() + REPLY_MS;
    while (this.lines.length === 0) {
      const left = deadline - performance.now();
      if (left <= 0) throw new Error('no answer');
      if (this.ended !== undefined)
        throw new Error(`process ended (${this.ended})${this.stderr && `: ${this.stderr}`}`);
      await new Promise<void>((done) => {
        const timer = setTimeout(done, left);
        this.waiting = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    return this.lines.shift()!;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  closeInput(): void {
    this.child.stdin.end();
  }

  async expectExit(status: string): Promise<void> {
    const timer = setTimeout(() => this.kill(), EXIT_MS);
    const began = performance.now();
    const ended = await this.exit;
    clearTimeout(timer);
    this.isOver = true;
    if (performance.now() - began >= EXIT_MS) throw new Error('still running');
    if (ended !== status && ended !== statusOfSignal(status))
      throw new Error(`ended with ${ended}, expected ${status}`);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  record(): string {
    return this.said.map((line) => `  ${line}`).join('\n');
  }
}

export interface ReplayAllOptions extends BrainOptions {
  /** Conversations at a time. */
  readonly concurrency?: number;
  /** Each in an empty folder, which is removed afterwards: some write files. */
  readonly ownFolders?: boolean;
}

/** @returns results in the order of the conversations: null, or the error */
export async function replayAll(
  conversations: readonly Conversation[],
  command: readonly string[],
  { concurrency = 4, ownFolders = false, ...options }: ReplayAllOptions = {},
): Promise<(Error | null)[]> {
  const results = new Array<Error | null>(conversations.length).fill(null);
  let next = 0;
  const work = async () => {
    while (next < conversations.length) {
      const index = next++;
      const cwd = ownFolders ? mkdtempSync(join(tmpdir(), 'tengen-replay-')) : options.cwd;
      const within = cwd === undefined ? options : { ...options, cwd };
      await replay(conversations[index], command, within).catch((error) => {
        results[index] = error;
      });
      if (ownFolders) rmSync(cwd!, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}

/** @returns null for an unknown signal */
function statusOfSignal(name: string): string | null {
  const signal = (constants.signals as Readonly<Record<string, number>>)[name];
  return signal === undefined ? null : String(SIGNAL_EXIT + signal);
}

export async function main([path, ...command]: readonly string[]): Promise<number> {
  if (path === undefined || command.length === 0) {
    console.error('usage: npm run tool -- replay <transcripts folder or file> <brain> [argument ...]');
    return 2;
  }
  const words = command.map((word) => (existsSync(word) ? resolve(word) : word));
  const program = command[0].endsWith('.js') ? [process.execPath, ...words] : words;
  const conversations = readTranscripts(path);
  const results = await replayAll(conversations, program, { ownFolders: true });
  results.forEach((error, index) => {
    if (error !== null) console.log(`FAILED ${conversations[index].title}\n${error.message}`);
  });
  const failed = results.filter((error) => error !== null).length;
  console.log(`${results.length - failed} conversations passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
