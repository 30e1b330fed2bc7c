/** One brain under test: its client, and everything it printed. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { XY } from '../../../src/core/point.ts';
import { BrainError } from '../../../src/measure/match/brain-error.ts';
import {
  type BoardStone,
  type ClientOptions,
  EngineClient,
  type MoveReply,
} from '../../../src/measure/match/client.ts';
import type { Reader } from '../../../src/measure/match/connection.ts';
import type { EngineSpec } from '../../../src/measure/match/engine-spec.ts';
import type { EngineKnowledge } from '../../../src/measure/match/player.ts';
import { currentLog, logLine } from './conversation-log.ts';
import type { Patience } from './patience.ts';

/** How long to wait for an answer to a wrong command, ms; once one stays unanswered, only {@link ANSWER_TAIL_MS}. */
const ANSWER_WAIT_MS = 2000;
/** How long to wait for the answer to RESTART, ms. */
const RESTART_WAIT_MS = 2000;
/** How long after the first answer a second one may arrive, ms. */
const ANSWER_TAIL_MS = 150;

export interface HeardLine {
  readonly stream: 'out' | 'err';
  readonly text: string;
  readonly atMs: number;
}

/** What the steps of a check learn about the brain. */
export interface BrainKnowledge extends EngineKnowledge {
  /** Whether the process still ran when START had no OK; undefined: it had one. */
  runsWithoutOk?: boolean;
  /** Whether it answered the last RESTART with OK; undefined: not asked yet. */
  restarts?: boolean;
}

/** What a step sends instead of the defaults: board side, rule code, INFO timeout_turn, timeout_match, max_memory. */
export interface BrainSettings {
  readonly size?: number;
  readonly rule?: number;
  readonly turnMs?: number;
  readonly matchMs?: number;
  readonly memoryBytes?: number;
}

/** A client that counts unanswered requests. */
class WatchedClient extends EngineClient {
  constructor(
    options: ClientOptions,
    private readonly patience: Patience,
  ) {
    super(options);
  }

  override async ask<T>(text: string, timeoutMs: number, expected: string, read: Reader<T>, command?: string) {
    try {
      return await super.ask(text, timeoutMs, expected, read, command);
    } catch (error) {
      // Many brains do not know ABOUT or RESTART and still answer everything else.
      const isLost = error instanceof BrainError && error.failure === 'timeout' && !/^(ABOUT|RESTART)$/.test(text);
      if (isLost) this.patience.lose();
      throw error;
    }
  }
}

export class Probe {
  readonly client: EngineClient;
  readonly heard: HeardLine[] = [];
  /** Raw stdout, the first 64 KiB. */
  bytes = '';
  /** Number of pieces of stdout that ended within a line. */
  brokenLines = 0;
  private answerWaitMs = ANSWER_WAIT_MS;

  constructor(
    private readonly spec: EngineSpec,
    private readonly knowledge: BrainKnowledge,
    private readonly patience: Patience,
  ) {
    const log = currentLog.getStore();
    const options: ClientOptions = {
      argv: spec.argv,
      cwd: spec.cwd,
      lineEnd: spec.lineEnd,
      onLine: (direction, text) => {
        if (log !== undefined) logLine(log, direction, text);
        if (direction !== '>')
          this.heard.push({ stream: direction === '<' ? 'out' : 'err', text, atMs: performance.now() });
      },
      onChunk: (chunk) => {
        if (chunk.at(-1) !== 0x0a) this.brokenLines++;
        if (this.bytes.length < 65_536) this.bytes += Buffer.from(chunk).toString('latin1');
      },
    };
    this.client = new WatchedClient(options, patience);
  }

  /** Sends START and the settings of every manager, and waits until they are processed. @throws BrainError */
  async ready(options: BrainSettings = {}): Promise<void> {
    await this.client.start(options.size ?? 15, this.spec.startTimeoutMs);
    this.client.info('timeout_match', options.matchMs ?? 0);
    this.client.info('timeout_turn', options.turnMs ?? 300);
    this.client.info('max_memory', options.memoryBytes ?? this.spec.memoryBytes);
    this.client.info('game_type', 1);
    this.client.info('rule', options.rule ?? 0);
    for (const [key, value] of this.spec.options) this.client.info(key, value);
    await this.settled();
  }

  /** Waits until the brain has processed its input: a large INFO max_memory can keep it busy for a second. */
  async settled(): Promise<void> {
    if (this.knowledge.about === null) await this.silence(300);
    else await this.client.about(this.patience.shortened(10_000)).catch(() => this.forgetAbout());
  }

  /** Keeps later steps from sending ABOUT to a brain that does not know it. */
  private forgetAbout(): void {
    this.knowledge.about ??= null;
  }

  begin(turnMs: number): Promise<MoveReply> {
    return this.client.begin(turnMs + this.patience.graceMs);
  }

  async turn(move: XY, turnMs: number): Promise<MoveReply> {
    await this.rest();
    return this.client.turn(move, turnMs + this.patience.graceMs);
  }

  async board(stones: readonly BoardStone[], turnMs: number): Promise<MoveReply> {
    await this.rest();
    return this.client.board(stones, turnMs + this.patience.graceMs);
  }

  /**
   * Empties the board. The protocol asks a manager to do so before BOARD if a game is open, and brains made from
   * Piskvork's templates add the stones of BOARD to those of the game. START replaces RESTART for a brain that does not
   * know it.
   * @throws BrainError
   */
  async emptyBoard(size = 15): Promise<void> {
    await this.rest();
    if (this.knowledge.restarts !== false) this.knowledge.restarts = await this.restarts();
    if (!this.knowledge.restarts) await this.client.start(size, this.spec.startTimeoutMs);
  }

  /** Sends RESTART. @returns whether the answer is OK @throws BrainError if the process ends */
  private restarts(): Promise<boolean> {
    return this.client.restart(this.patience.shortened(RESTART_WAIT_MS)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof BrainError && error.failure !== 'exit') return false;
        throw error;
      },
    );
  }

  /** Gives the brain a moment after its move: a fast partner trips some brains, but a separate step tests that. */
  async rest(): Promise<void> {
    const missing = this.spec.delayMs - this.client.idleMs;
    if (missing > 0) await sleep(missing);
  }

  /**
   * @param ms how long to listen, from now or from the first line on
   * @param firstWithinMs how long to wait for the first line
   * @returns what the brain prints, without MESSAGE and DEBUG lines
   */
  async listen(ms: number, firstWithinMs = 0): Promise<string[]> {
    const before = this.heard.length;
    const heard = () => repliesIn(this.heard.slice(before));
    const untilMs = performance.now() + firstWithinMs;
    while (heard().length === 0 && this.client.ended === null && performance.now() < untilMs) await sleep(10);
    await sleep(ms);
    return heard();
  }

  /** @returns the answers to a wrong command: a busy machine may delay the first line, others follow at once */
  async answers(): Promise<string[]> {
    const answers = await this.listen(ANSWER_TAIL_MS, this.answerWaitMs);
    if (answers.length === 0) this.answerWaitMs = 0;
    return answers;
  }

  /** Sends a command that gets no answer. @returns what the brain answers nevertheless */
  async unexpectedAnswers(command: string): Promise<string[]> {
    const before = this.heard.length;
    this.client.send(command);
    await this.settled();
    // Once it has answered ABOUT, it has read the command.
    return repliesIn(this.heard.slice(before)).filter((text) => !text.includes('='));
  }

  /** Waits until the brain has been silent for `ms`, but no longer than ten times that. */
  async silence(ms: number): Promise<void> {
    for (let round = 0, heard = -1; round < 10 && heard !== this.heard.length; round++) {
      heard = this.heard.length;
      await sleep(ms);
    }
  }

  /** All answers so far, without MESSAGE and DEBUG lines. */
  get replies(): string[] {
    return repliesIn(this.heard);
  }

  /** Lines on stderr so far. */
  get errors(): string[] {
    return this.heard.filter(({ stream }) => stream === 'err').map(({ text }) => text);
  }
}

function repliesIn(lines: readonly HeardLine[]): string[] {
  return lines
    .filter(({ stream, text }) => stream === 'out' && !/^(MESSAGE|DEBUG)\b/i.test(text))
    .map(({ text }) => text);
}
