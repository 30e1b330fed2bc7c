/**
 * Leads self-play that workers do. The file is the only record, and that of a run here: games come as if each were the
 * first of its run, and one whose opening an earlier game has is played again here (the same for labeled positions). A
 * range that comes before its turn stays with the wire until it is written. /
 */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { messageOf, UserError } from '../core/errors.ts';
import { VERSION } from '../engine/version.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { lockFile } from '../platform/node/lock.ts';
import { type Piece, type Product, productOf, type SelfPlayRun } from '../selfplay/product.ts';
import { diskError } from './disk-error.ts';
import { Offers } from './offers.ts';
import type { RangePlayer } from './range-player.ts';
import { Resilience } from './resilience.ts';
import { SelfPlayFile } from './selfplay-file.ts';
import {
  gamesAtOnce,
  rangeOf,
  type SelfPlaySpec,
  selfPlayId,
  unitCount,
  unpackRecords,
  weightsName,
} from './selfplay-spec.ts';
import { Bell } from './signal.ts';
import type { Lead, Transport } from './transport.ts';
import { type Announcement, isExcluded, type JobStatus, type UnitResult, WIRE_VERSION } from './wire.ts';
import { readOutcome, readSentResult, type SentResult } from './wire-schema.ts';

export interface SelfPlayLeading {
  readonly out: string;
  /** Plays again what has to be. */
  readonly player: RangePlayer;
  /** Games of one unit; without it what takes minutes. */
  readonly atOnce?: number;
  /** How often workers are counted and the state is told, ms. */
  readonly tickMs?: number;
  /** How long a range may be out before it is looked for, ms. */
  readonly searchAfterMs?: number;
  /** Lines for people: results that are refused. */
  readonly onNotice?: (line: string) => void;
  /** Told after each range that is written: games of the file, and games and positions to learn from of this run. */
  readonly onWritten?: (games: number, gamesHere: number, positions: number) => void;
}

export interface SelfPlayOutcome {
  /** Games in the file. */
  readonly games: number;
  /** All that were asked for are there. */
  readonly isDone: boolean;
  /** Games of this run that were played again for their openings. */
  readonly redrawn: number;
}

/** Ranges that may wait for an earlier one, and their bytes: the wire holds them, and so does the memory. */
const MAX_WAITING = 400;
const MAX_WAITING_BYTES = 256 << 20;
const TICK_MS = 1000;
const DISK_ADVICE = 'make room and give the same command, it goes on from here';

/**
 * Has self-play done by the workers of a fleet, or what is left of it.
 * @param signal stops the run; what is written stays
 * @throws UserError if the file is one of another run or another coordinator leads it; system errors
 */
export async function runFleetSelfPlay(
  run: SelfPlayRun,
  leading: SelfPlayLeading,
  signal: AbortSignal,
  transport: Transport,
): Promise<SelfPlayOutcome> {
  const unlock = lockFile(leading.out);
  try {
    const product = productOf(run);
    const file = new SelfPlayFile(leading.out, product);
    try {
      if (file.games >= run.games) return { games: file.games, isDone: true, redrawn: 0 };
      const { rule, sizes, nodes, seed, games, handset, labels } = run;
      const atOnce = leading.atOnce ?? gamesAtOnce(run);
      const sent = run.network === null ? null : readFileSync(run.network);
      const weights = weightsName(handset, sent);
      const facts = { version: VERSION, weights, bench: await leading.player.bench() };
      const network = sent === null ? null : sha256Of(sent);
      const spec: SelfPlaySpec = { rule, sizes, nodes, seed, games, handset, network, labels, atOnce, ...facts };
      const files = new Map<string, Uint8Array>(sent === null ? [] : [[sha256Of(sent), sent]]);
      const work = { run, spec, product, file, files };
      return await new SelfPlayCoordinator(work, leading, signal).lead(transport);
    } finally {
      file.close();
    }
  } finally {
    unlock();
  }
}

interface Work {
  readonly run: SelfPlayRun;
  readonly spec: SelfPlaySpec;
  readonly product: Product;
  readonly file: SelfPlayFile;
  /** What the spec speaks of, by SHA-256. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A range that came, and whoever waits for it to be written. */
interface Held {
  readonly worker: UnitResult['worker'];
  readonly pieces: readonly Piece[];
  readonly byteCount: number;
  readonly written: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class SelfPlayCoordinator {
  private readonly run: SelfPlayRun;
  private readonly spec: SelfPlaySpec;
  private readonly product: Product;
  private readonly file: SelfPlayFile;
  private readonly files: ReadonlyMap<string, Uint8Array>;
  private readonly options: SelfPlayLeading;
  private readonly signal: AbortSignal;
  private readonly id: string;
  private readonly title: string;
  private readonly units: number;
  private wire: Lead | null = null;
  /** The range that is written next; it may be there in part. */
  private next: number;
  private readonly held = new Map<number, Held>();
  private readonly offers: Offers;
  private readonly resilience: Resilience;
  private excluded: readonly string[] = [];
  private committing: Promise<void> | null = null;
  private isClosed = false;
  private failure: unknown = null;
  private readonly bell = new Bell();
  private readonly startMs = performance.now();
  private unitsHere = 0;
  private gamesHere = 0;
  private positions = 0;
  private redrawn = 0;
  private lateResults = 0;

  constructor({ run, spec, product, file, files }: Work, options: SelfPlayLeading, signal: AbortSignal) {
    this.run = run;
    this.spec = spec;
    this.product = product;
    this.file = file;
    this.files = files;
    this.options = options;
    this.signal = signal;
    this.id = selfPlayId(spec);
    const what = spec.labels === null ? 'self-play' : `labels of ${spec.labels.labelNodes} nodes`;
    this.title = `${what}, rule ${spec.rule}, ${spec.nodes} nodes, seed ${spec.seed}`;
    this.units = unitCount(spec);
    this.next = Math.floor(file.games / spec.atOnce);
    this.offers = new Offers(options.searchAfterMs);
    this.resilience = new Resilience(
      (line) => this.notice(line),
      (error) => this.fail(diskError(error, this.file.name, DISK_ADVICE)),
    );
  }

  async lead(transport: Transport): Promise<SelfPlayOutcome> {
    const bytes = Buffer.from(JSON.stringify(this.spec));
    const announcement: Announcement = {
      wire: WIRE_VERSION,
      kind: 'selfplay',
      id: this.id,
      title: this.title,
      spec: sha256Of(bytes),
      engines: [],
      coordinator: `${hostname()}, process ${process.pid}`,
    };
    this.signal.addEventListener('abort', this.bell.ring);
    try {
      // Results may wait already: those of excluded workers are not to be written.
      this.excluded = (await transport.view()).excluded;
      this.wire = await transport.lead(
        announcement,
        new Map([...this.files, [announcement.spec, bytes]]),
        (result) => this.receive(result),
        (reason) => this.fail(new UserError(reason)),
      );
      while (!this.isOver && !this.signal.aborted && this.failure === null) {
        await this.tick(this.wire).catch(this.resilience.report);
        await this.bell.wait(this.options.tickMs ?? TICK_MS);
      }
      if (this.failure !== null) throw this.failure;
      return { games: this.file.games, isDone: this.isOver, redrawn: this.redrawn };
    } finally {
      this.signal.removeEventListener('abort', this.bell.ring);
      this.isClosed = true;
      await this.committing;
      // What is not written is kept by the wire.
      for (const { reject } of this.held.values()) reject(new Error('the coordinator has left'));
      await this.wire?.leave(this.isOver && this.failure === null);
    }
  }

  private get isOver(): boolean {
    return this.file.games >= this.spec.games;
  }

  private fail(error: unknown): void {
    this.failure ??= error;
    this.bell.ring();
  }

  private notice(line: string): void {
    this.options.onNotice?.(line);
  }

  /** Takes a result from the wire. @returns when its games are on the disk, or refused for good */
  private async receive(result: unknown): Promise<void> {
    if (this.failure !== null || this.isClosed) throw new Error('the coordinator has left');
    const sent = this.sentOf(result);
    if (sent === null) return;
    const held = this.resilience.accept(
      () => this.accept(sent),
      (fault) => this.refuse(sent, fault),
    );
    await held?.written;
  }

  /** @returns the range that is written, or waits to be; null: nothing is to be written */
  private accept(sent: SentResult): Held | null {
    const { unit, worker } = sent;
    if (isExcluded(this.excluded, worker)) {
      this.offers.back(unit);
      return null;
    }
    const before = this.held.get(unit);
    if (before !== undefined || unit < this.next || this.isOver) {
      this.lateResults++;
      this.offers.back(unit);
      return before ?? null;
    }
    const pieces = this.piecesOf(unit, sent.outcome);
    if (typeof pieces === 'string') return this.refuse(sent, pieces);
    this.offers.back(unit);
    this.unitsHere++;
    const held = holding(worker, pieces);
    this.held.set(unit, held);
    this.commit();
    return held;
  }

  private refuse({ unit, worker }: Pick<SentResult, 'unit' | 'worker'>, fault: string): null {
    this.notice(`worker ${worker.name}, range ${unit + 1}: ${fault}: refused, and offered again`);
    this.offers.back(unit);
    return null;
  }

  /** @returns a result of this self-play; null: it is refused */
  private sentOf(result: unknown): SentResult | null {
    try {
      const sent = readSentResult(result);
      if (sent.id === this.id && sent.unit < this.units) return sent;
      this.notice(`a result that is not of this self-play: range ${sent.unit} of ${sent.id}: refused`);
    } catch (error) {
      this.notice(`${messageOf(error)}: refused`);
    }
    return null;
  }

  /** @returns what there is of a unit, or what is wrong with it */
  private piecesOf(unit: number, outcome: unknown): readonly Piece[] | string {
    let data: string;
    try {
      const read = readOutcome(outcome);
      if (read.kind !== 'records') return 'expected records of games';
      data = read.data;
    } catch (error) {
      return messageOf(error);
    }
    const { first, count } = rangeOf(this.spec, unit);
    const pieces = this.read(unpackRecords(data, count * this.product.maxPieceBytes));
    if (pieces === null) return 'its records cannot be read';
    if (pieces.length !== count) return `${pieces.length} games: expected ${count}`;
    for (const [i, piece] of pieces.entries()) {
      const fault = this.product.fault(piece, first + i);
      if (fault !== null) return fault;
    }
    return pieces;
  }

  /** @returns null if there is anything else than pieces */
  private read(bytes: Uint8Array | null): readonly Piece[] | null {
    if (bytes === null) return null;
    const { pieces, end } = this.product.read(bytes, 0);
    return end === bytes.length ? pieces : null;
  }

  /** Writes what is next, as long as it is there. */
  private commit(): void {
    this.committing ??= this.write()
      .catch((error) => {
        if (!this.signal.aborted) this.fail(diskError(error, this.file.name, DISK_ADVICE));
      })
      .finally(() => {
        this.committing = null;
        if (this.isOver) this.bell.ring();
        // One that came in the last moment.
        else if (this.held.has(this.next) && this.failure === null && !this.isClosed) this.commit();
        else this.pump();
      });
  }

  private async write(): Promise<void> {
    while (!this.isClosed && this.failure === null) {
      const unit = this.next;
      const held = this.held.get(unit);
      if (held === undefined) return;
      const pieces = await this.distinctOrRefuse(unit, held);
      if (this.held.get(unit) !== held) continue; // refused, or its worker was taken out meanwhile
      if (this.isClosed || pieces === null) return;
      for (const piece of pieces) {
        this.file.add(piece);
        this.gamesHere++;
        this.positions += piece.positions;
      }
      this.file.flush();
      this.next++;
      this.held.delete(unit);
      held.resolve();
      this.options.onWritten?.(this.file.games, this.gamesHere, this.positions);
    }
  }

  /** @returns the pieces to be written; null: the range is refused, or the run is stopped */
  private distinctOrRefuse(unit: number, held: Held): Promise<readonly Piece[] | null> {
    const refuse = (fault: string): null => {
      if (this.signal.aborted || this.held.get(unit) !== held) return null; // it is kept, or gone
      this.held.delete(unit);
      this.refuse({ unit, worker: held.worker }, fault);
      held.resolve();
      return null;
    };
    const take = () => this.distinct(held.pieces.filter(({ index }) => index >= this.file.games));
    return this.resilience.acceptLater(take, refuse);
  }

  /** @returns the pieces as the run has them: those of games whose opening is taken with another one */
  private async distinct(pieces: readonly Piece[]): Promise<readonly Piece[]> {
    const openings = pieces.map(({ opening }) => opening);
    const { openings: taken } = this.file;
    if (new Set(openings).size === openings.length && !openings.some((opening) => taken.has(opening))) return pieces;
    const [{ index: first }] = pieces;
    const played = this.read(await this.options.player.redraw(this.run, first, openings, taken, this.signal));
    const redrawn = new Map(played?.map((piece) => [piece.index, piece]));
    const all = pieces.map((piece) => redrawn.get(piece.index) ?? piece);
    const different = new Set([...taken, ...all.map(({ opening }) => opening)]);
    if (played === null || different.size !== taken.size + all.length) {
      throw new UserError(`games ${first} and on: expected openings of their own`);
    }
    this.redrawn += played.length;
    return all;
  }

  /** Ranges that still have to be played, as far as there is room for them. */
  private *wanted(): Generator<number> {
    const bytes = [...this.held.values()].reduce((sum, held) => sum + held.byteCount, 0);
    const end = Math.min(this.units, this.next + (bytes < MAX_WAITING_BYTES ? MAX_WAITING : 1));
    for (let unit = this.next; unit < end; unit++) if (!this.held.has(unit)) yield unit;
  }

  private pump(): void {
    if (this.wire === null || this.failure !== null || this.isClosed || this.isOver) return;
    this.offers.pump(this.wire, this.wanted()).catch(this.resilience.report);
  }

  private async tick(wire: Lead): Promise<void> {
    const { workers, excluded } = await wire.board();
    this.excluded = excluded;
    this.offers.count(this.id, workers, excluded);
    for (const [unit, { worker, resolve }] of this.held) {
      if (!isExcluded(excluded, worker)) continue;
      this.held.delete(unit);
      resolve();
      this.offers.back(unit);
    }
    await this.offers.search(wire);
    this.pump();
    await wire.report(this.status());
  }

  private status(): JobStatus {
    const { games, name } = this.file;
    const again = this.redrawn > 0 ? [`${this.redrawn} played again for their openings`] : [];
    return {
      id: this.id,
      title: this.title,
      unitsDone: this.next + this.held.size,
      unitsPlanned: this.units,
      unitsOffered: this.offers.size,
      unitsPerMinute: (this.unitsHere * 60_000) / Math.max(1, performance.now() - this.startMs),
      lateResults: this.lateResults,
      lines: [[`${name}: ${games} of ${this.spec.games} games`, ...again].join(', ')],
    };
  }
}

function holding(worker: UnitResult['worker'], pieces: readonly Piece[]): Held {
  let resolve = () => {};
  let reject: (error: unknown) => void = () => {};
  const written = new Promise<void>((onDone, onError) => {
    resolve = onDone;
    reject = onError;
  });
  const byteCount = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return { worker, pieces, byteCount, written, resolve, reject };
}
