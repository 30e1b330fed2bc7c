/**
 * Where a game is shown and typed: a terminal, whose picture is redrawn in place, or anything else, which gets plain
 * text line by line.
 */
import { createInterface, type Interface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { INTERRUPTED } from '../../core/command.ts';
import { wrapped } from '../../core/text.ts';
import type { TerminalLook } from './board.ts';
import { layOut, type Picture } from './layout.ts';

export type Draw = (look: TerminalLook) => Picture;

export const NO_PICTURE: Draw = () => ({ board: [], columns: 0, text: [] });

export interface GameConsole {
  readonly look: TerminalLook;
  /** Whether a person is at the terminal, so that clocks run. */
  readonly isLive: boolean;
  /**
   * Shows what has happened.
   * @param draw returns board and state for the terminal
   * @param isNew whether they have changed since they were last shown
   * @param isTurn whether a prompt follows
   */
  show(draw: Draw, messages: readonly string[], isNew: boolean, isTurn: boolean): void;
  /** @param isQuestion whether the prompt is a new question @returns the next line, null at the end of the input */
  ask(prompt: string, isQuestion: boolean): Promise<string | null>;
  /** @returns a line that was typed before a prompt, if there is one */
  typedAhead(): string | undefined;
  /** Waits for an operation that may take a while; calls `onEnter` when Enter is pressed in the meantime. */
  during<T>(work: Promise<T>, onEnter: () => void): Promise<T>;
  /** Shows one line about that operation. */
  progress(text: string): void;
  /** Redraws the picture in its current state; what is being typed stays. */
  redraw(): void;
  dropTyped(): void;
  /** Releases the input. @param last lines to show below the picture */
  close(last?: readonly string[]): void;
}

interface ConsoleOptions {
  readonly input: ReadStream | NodeJS.ReadStream;
  readonly output: WriteStream | NodeJS.WriteStream;
  readonly isAscii: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly onInterrupt: () => void;
}

const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;
/** Rows to leave free below a picture: for the prompt, and for the line that Enter moves to. */
const SPARE_ROWS = 2;
/** Minimum interval between progress updates, in milliseconds. */
const PROGRESS_PERIOD = 100;

/** @returns a terminal if both input and output are one, else plain text */
export function openConsole(options: ConsoleOptions): GameConsole {
  const { input, output, env } = options;
  const isTerminal = input.isTTY === true && output.isTTY === true && env.TERM !== 'dumb';
  return isTerminal ? new Terminal(options) : new Plain(options);
}

/** A queue of input lines. */
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

  /** @returns a line that has already been read */
  shift(): string | undefined {
    return this.waiting.shift();
  }
}

class Plain implements GameConsole {
  readonly look: TerminalLook;
  readonly isLive = false;
  private readonly lines = new Lines();
  private readonly reader: Interface;
  private isStale = true;

  constructor(private readonly options: ConsoleOptions) {
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

  /** Lines from a file wait for a prompt: when they were read has no meaning. */
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
  private readonly lines = new Lines();
  private readonly reader: Interface;
  private onEnter: (() => void) | null = null;
  private progressAt = 0;
  private draw: Draw = NO_PICTURE;
  /** Messages since the last prompt. */
  private messages: readonly string[] = [];
  private isWaiting = false;

  constructor(private readonly options: ConsoleOptions) {
    const { input, output } = options;
    this.reader = createInterface({ input, output, terminal: true, prompt: '' });
    this.reader.on('line', (line) => this.typed(line));
    this.reader.on('SIGINT', () => options.onInterrupt());
    this.reader.on('close', () => this.lines.end());
    output.on('resize', () => this.redraw());
    // Scrolls the terminal's contents into its history instead of painting over them.
    output.write(`${'\n'.repeat(this.rows)}\x1b[H`);
  }

  get look(): TerminalLook {
    return openLook(this.options);
  }

  /** Longest prompt that leaves room to type a point after it. */
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
    // When engines play each other, messages accumulate: the latest are enough.
    this.messages = messages;
    if (this.drawInPlace()) return;
    // What does not fit is written below the terminal's contents.
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

  /** Redraws everything in place, in one write. @returns false if the terminal is too small for that */
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

  /** Replaces the prompt; what is being typed stays. */
  private prompt(text: string): void {
    const room = this.promptRoom;
    this.reader.setPrompt(text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))} `);
    this.reader.prompt(true);
  }
}

/** @returns what an output can show; plain text if it is not a terminal or NO_COLOR is set */
export function openLook({ output, isAscii, env }: Pick<ConsoleOptions, 'output' | 'isAscii' | 'env'>): TerminalLook {
  const isPlain = output.isTTY !== true || (env.NO_COLOR !== undefined && env.NO_COLOR !== '') || env.TERM === 'dumb';
  // Node treats an empty NO_COLOR as set; no-color.org does not.
  const depth = isPlain ? 1 : output.getColorDepth({ ...env, NO_COLOR: undefined });
  // A terminal whose locale is not UTF-8 gets ASCII.
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  const isUtf8 = locale === '' || /utf-?8/i.test(locale);
  return {
    charset: isAscii || !isUtf8 ? 'ascii' : 'unicode',
    colors: depth >= 8 ? 256 : depth >= 4 ? 16 : 0,
    columns: output.columns || USUAL_COLUMNS,
  };
}

/** The console of this process, for one session. Ctrl-C or a closed output ends the session early. */
export class ProcessConsole {
  readonly console: GameConsole;
  private leave: (code: number) => void = () => {};
  isInterrupted = false;
  private readonly onSignal = () => {
    this.isInterrupted = true;
    this.leave(INTERRUPTED);
  };

  constructor(isAscii: boolean) {
    this.console = openConsole({
      input: process.stdin,
      output: process.stdout,
      isAscii,
      env: process.env,
      onInterrupt: this.onSignal,
    });
    // For consoles that do not read keys themselves.
    process.once('SIGINT', this.onSignal);
    // The output has been closed.
    process.stdout.on('error', () => this.leave(0));
  }

  /**
   * Runs the session, then closes the console.
   * @param session returns its exit code
   * @param lastWords returns the lines to show after Ctrl-C
   * @returns that exit code, or the one of the early end
   */
  async run(session: () => Promise<number>, lastWords: () => readonly string[] = () => []): Promise<number> {
    const left = new Promise<number>((leave) => {
      this.leave = leave;
    });
    let code = 0;
    try {
      code = await Promise.race([left, session()]);
      return code;
    } finally {
      process.off('SIGINT', this.onSignal);
      this.console.close(code === INTERRUPTED ? lastWords() : []);
    }
  }
}
