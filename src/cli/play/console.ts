/**
 * Where a game is shown and typed: a terminal, whose picture is drawn over in place, or anything else, which gets plain
 * text one line after the other.
 */
import { createInterface, type Interface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { wrapped } from '../../core/text.ts';
import type { TerminalLook } from './board.ts';
import { layOut, type Picture } from './layout.ts';

/** @returns what there is to see on a terminal of some look */
export type Draw = (look: TerminalLook) => Picture;

export const NO_PICTURE: Draw = () => ({ board: [], columns: 0, text: [] });

export interface GameConsole {
  readonly look: TerminalLook;
  /** Whether somebody sits there, so that clocks run. */
  readonly isLive: boolean;
  /**
   * Shows what has happened.
   * @param draw board and state for a terminal of some look @param isNew they have changed since they were last shown
   * @param isTurn somebody is about to be asked /
   */
  show(draw: Draw, messages: readonly string[], isNew: boolean, isTurn: boolean): void;
  /** @param isQuestion the prompt tells something new @returns the next line, null at the end of the input */
  ask(prompt: string, isQuestion: boolean): Promise<string | null>;
  /** @returns a line that was typed while nobody was asked, if there is one */
  typedAhead(): string | undefined;
  /** Waits for work that may take a while; `onEnter` is called when Enter is pressed meanwhile. */
  during<T>(work: Promise<T>, onEnter: () => void): Promise<T>;
  /** One line about that work. */
  progress(text: string): void;
  /** Shows what was shown last once more, as it is now; what is being typed stays. */
  redraw(): void;
  /** Forgets what is being typed. */
  dropTyped(): void;
  /** Gives the input back. @param last said below what stands there */
  close(last?: readonly string[]): void;
}

export interface ConsoleOptions {
  readonly input: ReadStream | NodeJS.ReadStream;
  readonly output: WriteStream | NodeJS.WriteStream;
  readonly isAscii: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** Called when the person presses Ctrl-C. */
  readonly onInterrupt: () => void;
}

const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;
/** Rows kept free below a picture: for the prompt, and for the one that Enter moves on to. */
const SPARE_ROWS = 2;
/** Progress is shown this often at most, in milliseconds. */
const PROGRESS_PERIOD = 100;

/** @returns a terminal if input and output are one, else plain text */
export function openConsole(options: ConsoleOptions): GameConsole {
  const { input, output, env } = options;
  const isTerminal = input.isTTY === true && output.isTTY === true && env.TERM !== 'dumb';
  return isTerminal ? new Terminal(options) : new Plain(options);
}

/** Takes lines from a stream as they come and hands them out as they are wanted. */
class Lines {
  private readonly waiting: string[] = [];
  private isEnded = false;
  private take: ((line: string | null) => void) | null = null;

  push(line: string): void {
    const take = this.take;
    this.take = null;
    if (take === null) this.waiting.push(line);
    else take(line);
  }

  end(): void {
    this.isEnded = true;
    this.take?.(null);
  }

  next(): Promise<string | null> {
    const line = this.waiting.shift();
    if (line !== undefined || this.isEnded) return Promise.resolve(line ?? null);
    return new Promise((take) => {
      this.take = take;
    });
  }

  /** @returns a line that has come already */
  shift(): string | undefined {
    return this.waiting.shift();
  }
}

class Plain implements GameConsole {
  readonly look: TerminalLook;
  readonly isLive = false;
  private readonly options: ConsoleOptions;
  private readonly lines = new Lines();
  private readonly reader: Interface;
  private isStale = true;

  constructor(options: ConsoleOptions) {
    this.options = options;
    const { input } = options;
    this.look = { ...openLook(options), colors: 0 };
    this.reader = createInterface({ input, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
    this.reader.on('line', (line) => this.lines.push(line));
    this.reader.on('close', () => this.lines.end());
  }

  show(draw: Draw, messages: readonly string[], isNew: boolean, isTurn: boolean): void {
    this.isStale ||= isNew;
    const lines = messages.flatMap((message) => wrapped(message, this.look.columns));
    if (this.isStale && isTurn) {
      lines.push(...layOut(draw(this.look), [], this.look, null));
      this.isStale = false;
    }
    if (lines.length > 0) this.options.output.write(`${lines.join('\n')}\n`);
  }

  ask(prompt: string, isQuestion: boolean): Promise<string | null> {
    const { input, output } = this.options;
    if (input.isTTY) output.write(prompt);
    else if (isQuestion) output.write(`${wrapped(prompt.trim(), this.look.columns).join('\n')}\n`);
    return this.lines.next();
  }

  /** Lines from a file wait until somebody is asked: when they came means nothing. */
  typedAhead(): undefined {}

  during<T>(work: Promise<T>): Promise<T> {
    return work;
  }

  progress(): void {}

  redraw(): void {}

  dropTyped(): void {}

  close(last: readonly string[] = []): void {
    this.reader.close();
    this.options.input.destroy();
    if (last.length > 0) this.options.output.write(`${last.map((line) => `\n${line}`).join('')}\n`);
  }
}

class Terminal implements GameConsole {
  readonly isLive = true;
  private readonly options: ConsoleOptions;
  private readonly lines = new Lines();
  private readonly reader: Interface;
  private onEnter: (() => void) | null = null;
  private progressAt = 0;
  private draw: Draw = NO_PICTURE;
  /** Since the person was last asked. */
  private messages: readonly string[] = [];
  private isWaiting = false;

  constructor(options: ConsoleOptions) {
    this.options = options;
    const { input, output } = options;
    this.reader = createInterface({ input, output, terminal: true, prompt: '' });
    this.reader.on('line', (line) => this.typed(line));
    this.reader.on('SIGINT', () => options.onInterrupt());
    this.reader.on('close', () => this.lines.end());
    output.on('resize', () => this.redraw());
    // Pushes what stands there into the history of the terminal instead of painting over it.
    output.write(`${'\n'.repeat(this.rows)}\x1b[H`);
  }

  get look(): TerminalLook {
    return openLook(this.options);
  }

  /** Longest prompt that leaves room to type a point behind it. */
  private get promptRoom(): number {
    return this.look.columns - 5;
  }

  private get rows(): number {
    return this.options.output.rows || USUAL_ROWS;
  }

  show(draw: Draw, messages: readonly string[], isNew: boolean): void {
    this.draw = draw;
    this.messages = [...this.messages, ...messages];
    if (this.drawInPlace()) return;
    // The moves of engines that play on and on: the latest are enough.
    this.messages = messages;
    if (this.drawInPlace()) return;
    // More than fits is written below what stands there.
    const lines = layOut((isNew ? draw : NO_PICTURE)(this.look), messages, this.look, this.rows - SPARE_ROWS);
    this.options.output.write(`\r\x1b[J${lines.map((line) => `${line}\n`).join('')}`);
  }

  ask(prompt: string): Promise<string | null> {
    if (prompt.length <= this.promptRoom) this.prompt(prompt);
    else {
      this.show(this.draw, [prompt.trim()], false);
      this.prompt('> ');
    }
    this.isWaiting = true;
    return this.lines.next().then((line) => {
      this.isWaiting = false;
      this.messages = [];
      return line;
    });
  }

  typedAhead(): string | undefined {
    return this.lines.shift();
  }

  async during<T>(work: Promise<T>, onEnter: () => void): Promise<T> {
    this.onEnter = onEnter;
    this.prompt('Thinking ... ');
    try {
      return await work;
    } finally {
      this.onEnter = null;
    }
  }

  progress(text: string): void {
    const now = performance.now();
    if (now - this.progressAt < PROGRESS_PERIOD) return;
    this.progressAt = now;
    this.prompt(text);
  }

  redraw(): void {
    if (this.isWaiting && this.drawInPlace()) this.reader.prompt(true);
  }

  dropTyped(): void {
    this.reader.write(null, { ctrl: true, name: 'e' });
    this.reader.write(null, { ctrl: true, name: 'u' });
  }

  close(last: readonly string[] = []): void {
    this.reader.close();
    const lines = last.flatMap((line) => wrapped(line, this.look.columns - 1));
    if (lines.length > 0) this.options.output.write(`${lines.map((line) => `\r\n${line}`).join('')}\r\n`);
  }

  /** Paints over what stands there, in one write. @returns false if the terminal is too small for that */
  private drawInPlace(): boolean {
    const rows = this.rows - SPARE_ROWS;
    const lines = layOut(this.draw(this.look), this.messages, this.look, rows);
    if (lines.length > rows) return false;
    this.options.output.write(`\x1b[H${lines.map((line) => `${line}\x1b[K\n`).join('')}\x1b[J`);
    return true;
  }

  private typed(line: string): void {
    if (this.onEnter === null) this.lines.push(line);
    else if (line.trim() === '') this.onEnter();
    else this.lines.push(line);
  }

  /** Shows a prompt in the place of the last one; what is being typed stays. */
  private prompt(text: string): void {
    const room = this.promptRoom;
    this.reader.setPrompt(text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))} `);
    this.reader.prompt(true);
  }
}

/** @returns what an output can show; plain text where it is no terminal or NO_COLOR is set */
export function openLook({ output, isAscii, env }: Pick<ConsoleOptions, 'output' | 'isAscii' | 'env'>): TerminalLook {
  const isPlain = output.isTTY !== true || (env.NO_COLOR !== undefined && env.NO_COLOR !== '') || env.TERM === 'dumb';
  // Node takes an empty NO_COLOR for a set one, see no-color.org.
  const depth = isPlain ? 1 : output.getColorDepth({ ...env, NO_COLOR: undefined });
  // A terminal that says it speaks something else than UTF-8 gets ASCII.
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const isUtf8 = locale === '' || /utf-?8/i.test(locale);
  return {
    charset: isAscii || !isUtf8 ? 'ascii' : 'unicode',
    colors: depth >= 8 ? 256 : depth >= 4 ? 16 : 0,
    columns: output.columns || USUAL_COLUMNS,
  };
}
