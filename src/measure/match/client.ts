/**
 * The other end of the Gomocup protocol: starts a brain, sends it typed commands, and waits for its answers with a time
 * limit. A brain may print anything at any speed; nothing it does throws anywhere but in the call that waits for it.
 */
import { performance } from 'node:perf_hooks';
import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { isPlain } from '../../core/schema.ts';
import { shown } from '../../core/text.ts';
import { BrainError } from './brain-error.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { LINE_LIMIT, shorten } from './lines.ts';
import { parseThinking, type Thinking } from './thinking.ts';

/** Field of a BOARD line: own stone, opponent's stone, dead stone. */
export type BoardField = 1 | 2 | 3;

export interface BoardStone extends XY {
  readonly field: BoardField;
}

/** A move, with time and thinking. */
export interface MoveReply {
  readonly move: XY;
  /** From writing the command to reading the move, ms. */
  readonly elapsedMs: number;
  readonly thinking: Thinking;
}

/** How to start an engine and read its output. */
export interface ClientOptions extends ConnectionOptions {
  /** A line other than a move, MESSAGE or DEBUG fails the command that waits for a move, as in Piskvork. */
  readonly strict?: boolean;
}

/** Number of last MESSAGE lines of a move that are searched for score and depth. */
const MESSAGES_KEPT = 40;

/** A command that the brain cannot obey, or does not know. */
const REFUSAL = /^(error|unknown)\b/i;

/** A key of INFO: a single word. */
export const OPTION_KEY = /^[^\s\p{Cc}]+$/u;

/** @returns why INFO cannot carry this option, or null */
export function optionFault(key: string, value: string): string | null {
  if (!OPTION_KEY.test(key)) return `option ${shown(key)}: expected a key that is one word`;
  return isPlain(value) ? null : `option ${key} ${shown(value)}: expected one line without control characters`;
}

/** One brain. It answers one command at a time, so two games cannot share it. */
export class EngineClient extends Connection {
  private readonly isStrict: boolean;
  private readonly messages: string[] = [];
  private noise = 0;
  private strays = 0;
  private lastReplyMs = Number.NEGATIVE_INFINITY;

  /** Starts the process. That it cannot be started shows in the first command. */
  constructor(options: ClientOptions) {
    super(options);
    this.isStrict = options.strict ?? false;
  }

  /** ms since the last move arrived; infinite before the first. */
  get idleMs(): number {
    return performance.now() - this.lastReplyMs;
  }

  /** Lines that were neither a move nor MESSAGE or DEBUG while a move was awaited. */
  get noiseLines(): number {
    return this.noise;
  }

  /** Moves printed without a request. */
  get strayMoves(): number {
    return this.strays;
  }

  /** `START size`. @throws BrainError unless the answer is OK, with or without a text after it */
  async start(size: number, timeoutMs: number): Promise<void> {
    await this.acknowledged(`START ${size}`, timeoutMs);
  }

  /** `RECTSTART width,height`. @throws BrainError unless the answer is OK */
  async rectStart(width: number, height: number, timeoutMs: number): Promise<void> {
    await this.acknowledged(`RECTSTART ${width},${height}`, timeoutMs);
  }

  /** `RESTART`. @throws BrainError unless the answer is OK */
  async restart(timeoutMs: number): Promise<void> {
    await this.acknowledged('RESTART', timeoutMs);
  }

  /** `TAKEBACK x,y`. @throws BrainError unless the answer is OK */
  async takeback(point: XY, timeoutMs: number): Promise<void> {
    await this.acknowledged(`TAKEBACK ${point.x},${point.y}`, timeoutMs);
  }

  /**
   * `INFO key value`; has no answer.
   * @throws UserError unless the key is a word and the value a line: anything else would start another command
   */
  info(key: string, value: string | number): void {
    const fault = optionFault(key, String(value));
    if (fault !== null) throw new UserError(fault);
    this.send(`INFO ${key} ${value}`);
  }

  /**
   * `ABOUT`. @returns the brain's own description: keys in lower case, for instance name and version
   * @throws BrainError if there is no such line
   */
  async about(timeoutMs: number): Promise<Readonly<Record<string, string>>> {
    const line = await this.ask('ABOUT', timeoutMs, 'a line such as name="..."', (text) =>
      text.includes('=') ? text : null,
    );
    const pairs = [...line.answer.matchAll(/\b(\w+)\s*=\s*"([^"]*)"/g)];
    return Object.fromEntries(pairs.map(([, key, value]) => [key.toLowerCase(), value]));
  }

  /** `BEGIN`: the first move of an empty board. */
  begin(timeoutMs: number): Promise<MoveReply> {
    return this.askMove('BEGIN', timeoutMs);
  }

  /** `TURN x,y`: answers the opponent's move. */
  turn(move: XY, timeoutMs: number): Promise<MoveReply> {
    return this.askMove(`TURN ${move.x},${move.y}`, timeoutMs);
  }

  /** `BOARD` to `DONE`: sets the position and asks for a move. */
  board(stones: readonly BoardStone[], timeoutMs: number): Promise<MoveReply> {
    const lines = stones.map(({ x, y, field }) => `${x},${y},${field}`);
    return this.askMove(boardBlock('BOARD', lines), timeoutMs);
  }

  /**
   * `SWAP2BOARD` to `DONE` with no, three or five stones in playing order.
   * @returns `swap`, or the points in the answer
   */
  async swap2(stones: readonly XY[], timeoutMs: number): Promise<{ answer: 'swap' | XY[]; elapsedMs: number }> {
    const lines = stones.map(({ x, y }) => `${x},${y}`);
    return this.ask<'swap' | XY[]>(boardBlock('SWAP2BOARD', lines), timeoutMs, 'SWAP or points x,y', (line) => {
      if (/^swap\s*$/i.test(line)) return 'swap';
      const points = line.split(/\s+/).map(parsePoint);
      if (points.every((point) => point !== null)) return points;
      if (REFUSAL.test(line)) return new BrainError('answer', `SWAP2BOARD was answered "${shorten(line)}"`);
      return this.notAMove(line);
    });
  }

  protected override beginAnswer(): void {
    this.messages.length = 0;
  }

  protected override takeComment(line: string): boolean {
    const message = /^(?:MESSAGE|DEBUG)(?:\s+(.*))?$/i.exec(line);
    if (message === null) return false;
    this.messages.push((message[1] ?? '').slice(0, LINE_LIMIT));
    if (this.messages.length > MESSAGES_KEPT) this.messages.shift();
    return true;
  }

  protected override takeStray(line: string): void {
    if (parsePoint(line) !== null) this.strays++;
  }

  private async acknowledged(command: string, timeoutMs: number): Promise<void> {
    await this.ask(command, timeoutMs, 'OK', (line) => {
      if (/^ok\b/i.test(line)) return true;
      if (REFUSAL.test(line)) return new BrainError('answer', `${command} was answered "${shorten(line)}"`);
      this.noise++;
      return null;
    });
  }

  private async askMove(command: string, timeoutMs: number): Promise<MoveReply> {
    const { answer, elapsedMs } = await this.ask(
      command,
      timeoutMs,
      'a move x,y',
      (line) => parsePoint(line) ?? this.notAMove(line),
    );
    this.lastReplyMs = performance.now();
    return { move: answer, elapsedMs, thinking: parseThinking(this.messages) };
  }

  private notAMove(line: string): BrainError | null {
    if (/^\w+\s*=\s*"/.test(line)) return null; // a late answer to ABOUT
    this.noise++;
    return this.isStrict ? new BrainError('answer', `answered "${shorten(line)}": expected a move x,y`) : null;
  }
}

function boardBlock(command: string, lines: readonly string[]): string {
  return [command, ...lines, 'DONE'].join('\n');
}

/** Reads `x,y` with blanks allowed around the numbers. */
function parsePoint(text: string): XY | null {
  const found = /^(-?\d{1,9})\s*,\s*(-?\d{1,9})$/.exec(text);
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}
