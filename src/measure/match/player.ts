/** One engine in one game: its process, its clock, and the position it has been sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_FILES_VARIABLE } from '../../core/environment.ts';
import { NO_LIMIT_MS } from '../../core/limits.ts';
import type { XY } from '../../core/point.ts';
import type { SideReport } from '../../records/notation/game-record.ts';
import { BrainError } from './brain-error.ts';
import { type BoardStone, EngineClient, type MoveReply } from './client.ts';
import { type EngineSpec, GUARD_TURN_MS, moveLimitMs } from './engine-spec.ts';

/** Knowledge about an engine, shared by all its games. */
export interface EngineKnowledge {
  /** Answer to ABOUT; null: it does not answer; undefined: not asked yet. */
  about?: Readonly<Record<string, string>> | null;
}

/** Time limit of ABOUT for an engine not known to answer it, ms. */
const ABOUT_PATIENCE_MS = 3000;
/** The same for an engine known to answer: it may be allocating the memory that INFO max_memory allows. */
const READY_PATIENCE_MS = 10_000;
/** ms an engine has to leave after END (the Gomocup judge gives 500). */
export const END_GRACE_MS = 1000;

/** Options of tengen that name a file. */
const FILE_OPTIONS = ['book'];

/**
 * Disables files for tengen unless one of its options names a file. The variable works for every build of tengen, under
 * any name, and other engines ignore it.
 * @returns additions to the environment of an engine
 */
function environmentOf({ options }: EngineSpec): Readonly<Record<string, string>> {
  const needsFiles = options.some(([key]) => FILE_OPTIONS.includes(key.toLowerCase()));
  return needsFiles ? {} : { [NO_FILES_VARIABLE]: '1' };
}

/** An engine that plays one game at a time. */
export class Player {
  private startMs = 0;
  private leftMs: number | null;
  private worstOverrunMs = 0;
  private knowsPosition = false;
  private noiseBefore = 0;
  private straysBefore = 0;
  private ignoredEnd = false;

  constructor(
    readonly spec: EngineSpec,
    readonly client: EngineClient,
    private readonly suspendable: boolean,
  ) {
    this.leftMs = spec.time.matchMs;
  }

  /**
   * Sends START and the INFO lines, and waits for the answer to ABOUT, which shows that the engine has processed them.
   * All this is off the clock.
   * @throws BrainError if the engine is not ready for a game
   */
  async newGame(size: number, ruleCode: number, knowledge: EngineKnowledge): Promise<void> {
    const { spec, client } = this;
    const fresh = client.idleMs === Number.POSITIVE_INFINITY;
    this.leftMs = spec.time.matchMs;
    this.worstOverrunMs = 0;
    this.knowsPosition = false;
    this.noiseBefore = client.noiseLines;
    this.straysBefore = client.strayMoves;
    client.resume();
    await this.rest();
    await client.start(size, spec.startTimeoutMs);
    this.startMs = fresh ? client.ageMs : 0;
    for (const [key, value] of this.settings(ruleCode)) client.info(key, value);
    if (knowledge.about === null) return;
    const patience = knowledge.about === undefined ? ABOUT_PATIENCE_MS : READY_PATIENCE_MS;
    try {
      knowledge.about = await client.about(patience);
    } catch (error) {
      if (!(error instanceof BrainError) || error.failure !== 'timeout') throw error;
      knowledge.about ??= null;
    }
  }

  private settings(ruleCode: number): (readonly [string, string | number])[] {
    const { time, nodes, depth, memoryBytes, options } = this.spec;
    const settings: [string, string | number][] = [
      ['timeout_turn', Math.round(time.turnMs ?? time.matchMs ?? GUARD_TURN_MS)],
      ['timeout_match', Math.round(time.matchMs ?? 0)],
      ['max_memory', memoryBytes],
      ['game_type', 1],
      ['rule', ruleCode],
    ];
    if (time.incrementMs > 0) settings.push(['time_increment', Math.round(time.incrementMs)]);
    if (depth !== null) settings.push(['max_depth', depth]);
    if (nodes !== null) settings.push(['max_node', nodes]);
    return [...settings, ...options];
  }

  /**
   * Asks for a move.
   * @param stones all stones in playing order
   * @param own index parity of this player's stones: 0 Black, 1 White
   * @param byBoard send the whole position although the player knows it
   * @throws BrainError; a late move is one of failure `timeout`
   */
  async move(stones: readonly XY[], own: 0 | 1, byBoard: boolean): Promise<MoveReply> {
    const { client } = this;
    await this.ready();
    client.info('time_left', this.leftMs === null ? NO_LIMIT_MS : Math.round(this.leftMs));
    const limitMs = this.limitMs();
    const timeoutMs = limitMs + this.spec.toleranceMs;
    const last = stones.at(-1);
    const request =
      this.knowsPosition && !byBoard && last !== undefined
        ? client.turn(last, timeoutMs)
        : stones.length === 0
          ? client.begin(timeoutMs)
          : client.board(boardStones(stones, own), timeoutMs);
    const reply = await request;
    this.knowsPosition = true;
    this.charge(reply.elapsedMs, limitMs);
    client.sampleMemory();
    if (this.suspendable) client.suspend();
    if (reply.elapsedMs > timeoutMs)
      throw new BrainError('timeout', `moved after ${Math.round(reply.elapsedMs)} ms of ${Math.round(limitMs)}`);
    return reply;
  }

  /** Asks for the next step of a swap2 opening, on the clock. @throws BrainError */
  async swap2(stones: readonly XY[]): Promise<'swap' | XY[]> {
    await this.ready();
    const limitMs = this.limitMs();
    const { answer, elapsedMs } = await this.client.swap2(stones, limitMs + this.spec.toleranceMs);
    this.charge(elapsedMs, limitMs);
    if (this.suspendable) this.client.suspend();
    return answer;
  }

  /** Ends the process and all its descendants. */
  async end(): Promise<void> {
    this.ignoredEnd = !(await this.client.end(END_GRACE_MS));
  }

  /** @returns figures of the game for the results file */
  report(): SideReport {
    return {
      startMs: Math.round(this.startMs),
      worstOverrunMs: Math.round(this.worstOverrunMs),
      peakBytes: this.client.peakBytes,
      noiseLines: this.client.noiseLines - this.noiseBefore,
      strayMoves: this.client.strayMoves - this.straysBefore,
      ignoredEnd: this.ignoredEnd,
    };
  }

  private limitMs(): number {
    const limit = moveLimitMs(this.spec.time, this.leftMs);
    return limit === Number.POSITIVE_INFINITY ? GUARD_TURN_MS : limit;
  }

  private charge(elapsedMs: number, limitMs: number): void {
    this.worstOverrunMs = Math.max(this.worstOverrunMs, elapsedMs - limitMs);
    if (this.leftMs !== null) this.leftMs += this.spec.time.incrementMs - elapsedMs;
  }

  /** Resumes a suspended engine, and waits for the pause it needs between its move and the next command. */
  private async ready(): Promise<void> {
    this.client.resume();
    await this.rest(this.suspendable ? 0 : this.client.idleMs);
  }

  private async rest(alreadyMs = this.client.idleMs): Promise<void> {
    if (this.client.idleMs === Number.POSITIVE_INFINITY) return;
    const missing = this.spec.delayMs - alreadyMs;
    if (missing > 0) await sleep(missing);
  }
}

/** @returns the lines of a BOARD block. @param own index parity of the asked engine's stones: 0 Black, 1 White */
export function boardStones(stones: readonly XY[], own: 0 | 1): BoardStone[] {
  return stones.map(({ x, y }, i) => ({ x, y, field: i % 2 === own ? 1 : 2 }));
}

/** Starts the engine's process. */
export function launchPlayer(
  spec: EngineSpec,
  options: { readonly strict: boolean; readonly suspend: boolean },
): Player {
  const { argv, cwd, lineEnd } = spec;
  const env = environmentOf(spec);
  return new Player(spec, new EngineClient({ argv, cwd, lineEnd, env, strict: options.strict }), options.suspend);
}
