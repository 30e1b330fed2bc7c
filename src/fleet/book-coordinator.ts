/**
 * Leads the search of a book's positions that workers do. The book is the only record: what comes stays with the wire
 * until it is in the book's file. What is found of a position depends on the position alone, so that what came for a
 * coordinator that was killed serves the next one, whatever it asks for first.
 */
import { hostname } from 'node:os';
import type { Found, SearchAll } from '../book/expand.ts';
import type { Line } from '../book/key.ts';
import { messageOf, UserError } from '../core/errors.ts';
import type { BookSearch } from '../engine/book-search.ts';
import { VERSION } from '../engine/version.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { type BookSpec, bookId, foundIn, taskOf, unitOf } from './book-spec.ts';
import { Offers } from './offers.ts';
import type { RangePlayer } from './range-player.ts';
import { Resilience } from './resilience.ts';
import { weightsName } from './selfplay-spec.ts';
import { Bell } from './signal.ts';
import type { Lead, Transport } from './transport.ts';
import { type Announcement, isExcluded, type JobStatus, type UnitResult, WIRE_VERSION } from './wire.ts';
import { readSentResult, type SentResult } from './wire-schema.ts';

export interface BookLeading {
  /** File of the book, for people. */
  readonly name: string;
  /** Positions in all; null: as many as it takes. */
  readonly positions: number | null;
  readonly player: Pick<RangePlayer, 'bench'>;
  /** How often workers are counted and the state is told, ms. */
  readonly tickMs?: number;
  /** How long a position may be out before it is looked for, ms. */
  readonly searchAfterMs?: number;
  /** Lines for people: results that are refused. */
  readonly onNotice?: (line: string) => void;
}

/** Results that may be with the wire and not in the book's file; the wire hands out no more than some. */
export const MAX_UNSAVED = 400;
const TICK_MS = 1000;

/** What workers do for a book, as long as it is led. */
export interface FleetSearch {
  readonly search: SearchAll;
  /** Results that are not in the file; before there are {@link MAX_UNSAVED} and a round more it has to be written. */
  readonly unsaved: number;
  /** The book is on the disk with all that was searched so far. */
  saved(): void;
  /** @param isOver nobody will go on with it */
  leave(isOver: boolean): Promise<void>;
}

/**
 * Opens the search of positions to the workers of a fleet.
 * @param signal ends the search that is going on
 * @throws UserError while another coordinator leads the same
 */
export async function leadBookSearch(
  kind: { readonly rule: number; readonly size: number } & BookSearch,
  leading: BookLeading,
  signal: AbortSignal,
  transport: Transport,
): Promise<FleetSearch> {
  const { rule, size, nodes, lines } = kind;
  const bench = await leading.player.bench();
  const spec: BookSpec = { rule, size, nodes, lines, version: VERSION, weights: weightsName(false, null), bench };
  const coordinator = new BookCoordinator(spec, leading, signal);
  await coordinator.open(transport);
  return coordinator;
}

/** A position of the round. */
interface Asked {
  readonly line: Line;
  readonly unit: number;
  /** Undefined: it has not come. */
  found: Found | null | undefined;
  /** Who found it. */
  worker: UnitResult['worker'] | null;
}

/** A result that the wire keeps. */
interface Kept {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class BookCoordinator implements FleetSearch {
  private readonly spec: BookSpec;
  private readonly options: BookLeading;
  private readonly signal: AbortSignal;
  private readonly id: string;
  private readonly title: string;
  private wire: Lead | null = null;
  /** Positions are numbered as they are asked for; those of the round begin with this one. */
  private first = 0;
  private round: Asked[] = [];
  private readonly byUnit = new Map<number, number>();
  /** Results that nobody has asked for yet. */
  private readonly early = new Map<number, SentResult>();
  private kept: Kept[] = [];
  private readonly offers: Offers;
  private readonly resilience: Resilience;
  private excluded: readonly string[] = [];
  private isClosed = false;
  private failure: unknown = null;
  /** Settles the search that is going on. */
  private settle: { readonly done: (found: (Found | null)[]) => void; readonly fail: (error: unknown) => void } | null =
    null;
  private ticking: Promise<void> = Promise.resolve();
  private readonly bell = new Bell();
  private readonly startMs = performance.now();
  private unitsHere = 0;
  private lateResults = 0;

  constructor(spec: BookSpec, options: BookLeading, signal: AbortSignal) {
    this.spec = spec;
    this.options = options;
    this.signal = signal;
    this.id = bookId(spec);
    this.title = `book, rule ${spec.rule}, board ${spec.size}, ${spec.nodes} nodes, ${spec.lines} lines`;
    this.offers = new Offers(options.searchAfterMs);
    this.resilience = new Resilience(
      (line) => this.notice(line),
      (error) => this.fail(error),
    );
  }

  async open(transport: Transport): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(this.spec));
    const announcement: Announcement = {
      wire: WIRE_VERSION,
      kind: 'book',
      id: this.id,
      title: this.title,
      spec: sha256Of(bytes),
      engines: [],
      coordinator: `${hostname()}, process ${process.pid}`,
    };
    // Results may wait already: those of excluded workers are not believed.
    this.excluded = (await transport.view()).excluded;
    const wire = await transport.lead(
      announcement,
      new Map([[announcement.spec, bytes]]),
      (result) => this.receive(result),
      (reason) => this.fail(new UserError(reason)),
    );
    // Units are numbered by their positions there, here by their order.
    this.wire = {
      ...wire,
      offer: (numbers) => {
        const asked = numbers.map((number) => this.round[number - this.first]);
        const tasks = new Map(asked.map(({ unit, line }) => [unit, taskOf(line)]));
        return wire.offer([...tasks.keys()], tasks);
      },
      missing: async (numbers) => {
        const units = numbers.map((number) => this.round[number - this.first].unit);
        const missing = new Set(await wire.missing(units));
        return numbers.filter((_, i) => missing.has(units[i]));
      },
    };
    this.signal.addEventListener('abort', this.onAbort);
    this.ticking = this.keepTicking(this.wire);
  }

  private readonly onAbort = (): void => this.fail(this.signal.reason);

  readonly search: SearchAll = (lines) => {
    this.first += this.round.length;
    this.round = lines.map((line) => ({ line, unit: unitOf(line), found: undefined, worker: null }));
    this.byUnit.clear();
    this.round.forEach(({ unit }, i) => {
      this.byUnit.set(unit, this.first + i);
    });
    return new Promise((done, fail) => {
      this.settle = { done, fail };
      if (this.failure !== null) return this.fail(this.failure);
      for (const { unit } of this.round) {
        const before = this.early.get(unit);
        this.early.delete(unit);
        if (before !== undefined) this.take(before);
      }
      this.lookWhetherDone();
      this.pump();
    });
  };

  get unsaved(): number {
    return this.kept.length;
  }

  saved(): void {
    for (const { resolve } of this.kept.splice(0)) resolve();
  }

  async leave(isOver: boolean): Promise<void> {
    this.signal.removeEventListener('abort', this.onAbort);
    this.isClosed = true;
    this.bell.ring();
    await this.ticking;
    for (const { reject } of this.kept.splice(0)) reject(new Error('the coordinator has left'));
    await this.wire?.leave(isOver && this.failure === null);
  }

  private fail(error: unknown): void {
    this.failure ??= error;
    this.settle?.fail(this.failure);
    this.settle = null;
    this.bell.ring();
  }

  private notice(line: string): void {
    this.options.onNotice?.(line);
  }

  private isWanted(number: number): boolean {
    return this.round[number - this.first]?.found === undefined;
  }

  /** Takes a result from the wire. @returns when it is in the book's file, or refused for good */
  private async receive(result: unknown): Promise<void> {
    if (this.failure !== null || this.isClosed) throw new Error('the coordinator has left');
    const sent = this.sentOf(result);
    if (sent === null) return;
    const { unit } = sent;
    const number = this.byUnit.get(unit);
    if (number === undefined ? this.early.has(unit) : !this.isWanted(number)) {
      this.lateResults++;
      return;
    }
    if (number === undefined) this.early.set(unit, sent);
    else if (!this.take(sent)) return;
    const saved = new Promise<void>((resolve, reject) => this.kept.push({ resolve, reject }));
    this.lookWhetherDone();
    await saved;
  }

  /** @returns a result of this book; null: it is refused */
  private sentOf(result: unknown): SentResult | null {
    try {
      const sent = readSentResult(result);
      if (sent.id === this.id) return sent;
      this.notice(`a result that is not of this book: position ${sent.unit} of ${sent.id}: refused`);
    } catch (error) {
      this.notice(`${messageOf(error)}: refused`);
    }
    return null;
  }

  /** Takes the result of a position of the round. @returns whether it is one */
  private take(sent: SentResult): boolean {
    return this.resilience.accept(
      () => this.accept(sent),
      (fault) => this.refuse(sent, fault),
    );
  }

  private accept(sent: SentResult): boolean {
    const { unit, worker, outcome } = sent;
    const number = this.byUnit.get(unit)!;
    const asked = this.round[number - this.first];
    if (isExcluded(this.excluded, worker)) {
      this.offers.back(number);
      return false;
    }
    const found = foundIn(outcome, asked.line, this.spec);
    if (typeof found === 'string') return this.refuse(sent, found);
    this.offers.back(number);
    this.unitsHere++;
    Object.assign(asked, { found, worker });
    return true;
  }

  private refuse({ unit, worker }: SentResult, fault: string): boolean {
    const number = this.byUnit.get(unit)!;
    this.notice(`worker ${worker.name}, position ${number + 1}: ${fault}: refused, and offered again`);
    this.offers.back(number);
    this.pump();
    return false;
  }

  private lookWhetherDone(): void {
    const found = this.round.map((asked) => asked.found);
    if (found.some((one) => one === undefined)) this.pump();
    else {
      this.settle?.done(found as (Found | null)[]);
      this.settle = null;
    }
  }

  private *wanted(): Generator<number> {
    for (const [i, { found }] of this.round.entries()) if (found === undefined) yield this.first + i;
  }

  private pump(): void {
    if (this.wire === null || this.failure !== null || this.isClosed) return;
    this.offers.pump(this.wire, this.wanted()).catch(this.resilience.report);
  }

  private async keepTicking(wire: Lead): Promise<void> {
    while (!this.isClosed && this.failure === null) {
      await this.tick(wire).catch(this.resilience.report);
      await this.bell.wait(this.options.tickMs ?? TICK_MS);
    }
  }

  private async tick(wire: Lead): Promise<void> {
    const { workers, excluded } = await wire.board();
    this.excluded = excluded;
    this.offers.count(this.id, workers, excluded);
    if (this.settle !== null) {
      this.round.forEach((asked, i) => {
        if (asked.worker === null || !isExcluded(excluded, asked.worker)) return;
        Object.assign(asked, { found: undefined, worker: null });
        this.offers.back(this.first + i);
      });
    }
    await this.offers.search(wire);
    this.pump();
    await wire.report(this.status());
  }

  private status(): JobStatus {
    const { name, positions } = this.options;
    const done = this.first + this.round.filter(({ found }) => found !== undefined).length;
    return {
      id: this.id,
      title: this.title,
      unitsDone: done,
      unitsPlanned: positions,
      unitsOffered: this.offers.size,
      unitsPerMinute: (this.unitsHere * 60_000) / Math.max(1, performance.now() - this.startMs),
      lateResults: this.lateResults,
      lines: [`${name}: ${done}${positions === null ? '' : ` of ${positions}`} positions`],
    };
  }
}
