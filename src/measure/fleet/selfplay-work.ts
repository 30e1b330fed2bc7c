/**
 * Ranges of self-play as the tasks of a fleet. The file is that of a run on one machine: workers play each game as if
 * it were the first of its run, and where an earlier game already has its opening, this machine replays it (the same
 * for labeled positions). A range that arrives before its turn stays on the wire until it is written.
 */
import { messageOf, UserError } from '../../core/errors.ts';
import { isDiskError } from '../../platform/node/disk-error.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { type Piece, type Product, productOf, type SelfPlayRun } from '../selfplay/product.ts';
import { Coordinator, type CoordinatorOptions, type Held, type HeldResults, type Work } from './coordinator.ts';
import { type OwnEngine, ownEngine } from './own-engine.ts';
import type { RangePlayer } from './range-player.ts';
import { SelfPlayFile } from './selfplay-file.ts';
import {
  gamesAtOnce,
  optionsFingerprint,
  parseSelfPlaySpec,
  rangeOf,
  type SelfPlaySpec,
  selfPlayId,
  taskCount,
  unpackRecords,
} from './selfplay-spec.ts';
import type { Transport } from './transport.ts';
import type { TaskOutcome } from './wire.ts';

export interface SelfPlayLeading extends CoordinatorOptions {
  readonly out: string;
  /** Replays games whose opening is taken. */
  readonly player: RangePlayer;
  /** Games of a range; by default what takes minutes. */
  readonly atOnce?: number;
  /** Called after each range that is written: games of the file, and games and positions of this run. */
  readonly onWritten?: (games: number, gamesHere: number, positions: number) => void;
}

type Pieces = readonly Piece[];

/** Ranges that may wait for an earlier one, and their bytes: they are on the wire and in memory. */
const MAX_WAITING = 400;
const MAX_WAITING_BYTES = 256 << 20;
/** A replay that fails more often fails for a reason that does not pass. */
const REPLAY_TRIES = 3;

/**
 * Has self-play, or what is left of it, done by the workers of a fleet.
 * @param network bytes of the run's network
 * @param signal stops the run; what is written stays
 * @returns the games in the file, whether they are all that were requested, and how many this run replayed
 * @throws UserError if the file belongs to another run, another coordinator leads it, or games cannot be replayed here;
 *   system errors
 */
export async function runFleetSelfPlay(
  run: SelfPlayRun,
  network: Uint8Array | null,
  leading: SelfPlayLeading,
  signal: AbortSignal,
  transport: Transport,
) {
  const file = new SelfPlayFile(leading.out, productOf(run, optionsFingerprint(run, network)));
  try {
    if (file.games >= run.games) return { games: file.games, isDone: true, redrawn: 0 };
    const engine = await ownEngine(leading.player, run.handset, network);
    const work = new SelfPlayWork(run, file, { network, engine }, leading, signal);
    const coordinator = await Coordinator.open(work, transport, leading, signal);
    await coordinator.run(signal);
    return { games: file.games, isDone: work.isDone, redrawn: work.redrawn };
  } finally {
    file.close();
  }
}

class SelfPlayWork implements Work<Pieces> {
  readonly announcement: Work<Pieces>['announcement'];
  readonly spec: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly taskCount: number;
  /** Games that were replayed. */
  redrawn = 0;
  private readonly facts: SelfPlaySpec;
  private readonly product: Product;
  /** The range that is written next; part of it may be in the file. */
  private next: number;
  /** Replays of that range that failed. */
  private failedReplays = 0;
  private gamesHere = 0;
  private positions = 0;

  /** @throws UserError if a worker would reject the run */
  constructor(
    private readonly run: SelfPlayRun,
    private readonly games: SelfPlayFile,
    { network, engine }: { readonly network: Uint8Array | null; readonly engine: OwnEngine },
    private readonly leading: SelfPlayLeading,
    private readonly signal: AbortSignal,
  ) {
    this.product = productOf(run);
    this.files = new Map(network === null ? [] : [[sha256Of(network), network]]);
    const { rule, sizes, nodes, seed, handset, labels } = run;
    const numbers = { rule, sizes, nodes, seed, games: run.games, handset, labels };
    const atOnce = leading.atOnce ?? gamesAtOnce(run);
    this.spec = JSON.stringify({ ...numbers, network: network && sha256Of(network), atOnce, ...engine });
    this.facts = parseSelfPlaySpec(this.spec);
    const what = labels === null ? 'self-play' : `labels of ${labels.labelNodes} nodes`;
    const title = `${what}, rule ${rule}, ${nodes} nodes, seed ${seed}`;
    this.announcement = { kind: 'selfplay', id: selfPlayId(this.facts), title, engines: [] };
    this.taskCount = taskCount(this.facts);
    this.next = Math.floor(games.games / atOnce);
  }

  get file(): string {
    return this.games.name;
  }

  get isDone(): boolean {
    return this.games.games >= this.run.games;
  }

  nameOf(task: number): string {
    return `range ${task + 1}`;
  }

  has(task: number): boolean {
    return task < this.next;
  }

  /** Ranges as far as there is room for them. */
  *wanted(held: HeldResults<Pieces>): Generator<number> {
    const bytes = [...held.values()].reduce((sum, { result }) => sum + bytesOf(result), 0);
    const end = Math.min(this.taskCount, this.next + (bytes < MAX_WAITING_BYTES ? MAX_WAITING : 1));
    for (let task = this.next; task < end; task++) yield task;
  }

  check(task: number, outcome: TaskOutcome): Pieces {
    if (outcome.kind !== 'records') throw new UserError('expected records of games');
    const { first, count } = rangeOf(this.facts, task);
    const pieces = this.read(unpackRecords(outcome.data, count * this.product.maxPieceBytes));
    if (pieces === null) throw new UserError('its records cannot be read');
    if (pieces.length !== count) throw new UserError(`${pieces.length} games: expected ${count}`);
    for (const [i, piece] of pieces.entries()) {
      const fault = this.product.fault(piece, first + i);
      if (fault !== null) throw new UserError(fault);
    }
    return pieces;
  }

  /** Writes the range that is next. */
  async write(held: HeldResults<Pieces>): Promise<readonly Held<Pieces>[]> {
    const range = held.get(this.next);
    if (range === undefined) return [];
    const pieces = await this.distinct(range.result.filter(({ index }) => index >= this.games.games));
    if (pieces === null || held.get(this.next) !== range) return [];
    for (const piece of pieces) {
      this.games.add(piece);
      this.gamesHere++;
      this.positions += piece.positions;
    }
    this.games.flush();
    this.next++;
    this.failedReplays = 0;
    this.leading.onWritten?.(this.games.games, this.gamesHere, this.positions);
    return [range];
  }

  progress(held: HeldResults<Pieces>): ReturnType<Work<Pieces>['progress']> {
    const again = this.redrawn > 0 ? [`${this.redrawn} replayed for their openings`] : [];
    return {
      tasksDone: this.next + held.size,
      tasksPlanned: this.taskCount,
      lines: [[`${this.file}: ${this.games.games} of ${this.run.games} games`, ...again].join(', ')],
    };
  }

  /** @returns null if there is anything else than pieces */
  private read(bytes: Uint8Array | null): Pieces | null {
    if (bytes === null) return null;
    const { pieces, end } = this.product.read(bytes, 0);
    return end === bytes.length ? pieces : null;
  }

  /**
   * @returns the pieces as the run has them, with games replayed whose opening is taken; null: not yet
   * @throws UserError if the replay keeps failing: that is a fault of this machine, not of the worker
   */
  private async distinct(pieces: Pieces): Promise<Pieces | null> {
    const openings = pieces.map(({ opening }) => opening);
    const { openings: taken } = this.games;
    if (new Set(openings).size === openings.length && !openings.some((opening) => taken.has(opening))) return pieces;
    const [{ index: first }] = pieces;
    try {
      const replayed = this.read(await this.leading.player.redraw(this.run, first, openings, taken, this.signal));
      const byIndex = new Map(replayed?.map((piece) => [piece.index, piece]));
      const all = pieces.map((piece) => byIndex.get(piece.index) ?? piece);
      const different = new Set([...taken, ...all.map(({ opening }) => opening)]);
      if (different.size !== taken.size + all.length) throw new UserError('openings occur twice');
      this.redrawn += byIndex.size;
      return all;
    } catch (error) {
      if (this.signal.aborted) return null;
      if (isDiskError(error)) throw error;
      this.noteFailedReplay(first, messageOf(error));
      return null;
    }
  }

  /** The next tick tries again. @throws UserError after the last try */
  private noteFailedReplay(first: number, fault: string): void {
    const what = `${this.nameOf(this.next)}, from game ${first} on: the replay on this machine failed`;
    if (++this.failedReplays < REPLAY_TRIES) {
      this.leading.onNotice?.(`${what}: ${fault}: retrying`);
      return;
    }
    throw new UserError(
      `${what} ${REPLAY_TRIES} times: ${fault}: fix this and run the same command again; the fleet keeps the results`,
    );
  }
}

function bytesOf(pieces: Pieces): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
