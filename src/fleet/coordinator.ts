/**
 * Leads a match that workers play. The results file is the only record: what came is on the disk before it is
 * acknowledged, in the order of the schedule, so that the file is the one of a run on one machine. Everything that was
 * only on the wire can be lost and is offered again.
 */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { messageOf, UserError } from '../core/errors.ts';
import { packEngine, sha256Of } from '../match/engine-pack.ts';
import type { MatchConfig, MatchEvents, MatchOutcome, MatchRun } from '../match/match.ts';
import { clocksOf, planMatch } from '../match/match.ts';
import { Standings } from '../match/standings.ts';
import { type GivenUp, START_TRIES } from '../match/starts.ts';
import { ResultStore, readResults } from '../match/store.ts';
import { homogeneityLine, llrText, scoreText } from '../match/summary-text.ts';
import type { GameRecord } from '../notation/game-record.ts';
import { homogeneityOf } from '../stats/index.ts';
import { AheadFile, besideName } from './ahead.ts';
import { gameFault } from './check-game.ts';
import { diskError } from './disk-error.ts';
import { Ledger } from './ledger.ts';
import { engineHash, parseMatchSpec, type SentEngine, specOf } from './match-spec.ts';
import { Offers } from './offers.ts';
import { Resilience } from './resilience.ts';
import { Bell } from './signal.ts';
import type { Lead, Transport } from './transport.ts';
import { type Units, unitsOf } from './units.ts';
import { type Announcement, isExcluded, type UnitResult, WIRE_VERSION, type WorkerStatus } from './wire.ts';
import { readOutcome, readSentResult, type SentResult } from './wire-schema.ts';

export interface FleetOptions {
  /** How often workers are counted and the state is told, ms. */
  readonly tickMs?: number;
  /** How long a unit may be out before it is looked for, ms. */
  readonly searchAfterMs?: number;
  /** Lines for people: results that are refused, workers taken out. */
  readonly onNotice?: (line: string) => void;
}

const TICK_MS = 1000;
const DISK_ADVICE = 'make room and give the same command; what is written counts, the rest is kept by the fleet';

/**
 * Has a match played by the workers of a fleet, or what is left of it.
 * @param signal stops the run: pairs in progress are given up, those that ended are kept
 * @throws UserError if the results file belongs to another match or another coordinator leads it; system errors
 */
export async function runFleetMatch(
  config: MatchConfig,
  events: MatchEvents,
  signal: AbortSignal,
  transport: Transport,
  options: FleetOptions = {},
): Promise<MatchOutcome> {
  const packs = config.engines.map(packEngine);
  const words = JSON.stringify(
    specOf(
      config,
      packs.map(({ pack }) => pack),
    ),
  );
  // As a worker does: what it would refuse is told before anything is begun.
  const { engines } = parseMatchSpec(words);
  const coordinator = await MatchCoordinator.open(config, events, options);
  let lead: Lead | null = null;
  try {
    const files = new Map<string, Uint8Array>();
    for (const { sources } of packs) for (const [sha256, file] of sources) files.set(sha256, readFileSync(file));
    const spec = Buffer.from(words);
    files.set(sha256Of(spec), spec);
    const work = coordinator.announcement(engines, sha256Of(spec));
    // Also when all is played: without the games of a worker that was taken out since, something may be left.
    await coordinator.exclude((await transport.view()).excluded);
    if (!coordinator.isOver) {
      // What a worker has to be told, ready to be copied.
      const list = work.engines.map(({ name, sha256 }) => `--allow "${name}=${sha256}"`);
      options.onNotice?.(`workers need ${list.join(' ')}`);
      lead = await transport.lead(
        work,
        files,
        (result) => coordinator.receive(result),
        (reason) => coordinator.fail(new UserError(reason)),
      );
    }
    return await coordinator.run(lead, signal);
  } finally {
    // First the last words are written, then nobody is told to go on.
    await lead?.leave(coordinator.isOver);
    await coordinator.close();
  }
}

interface Inbox {
  readonly result: UnitResult;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class MatchCoordinator {
  private readonly config: MatchConfig;
  private readonly events: MatchEvents;
  private readonly options: FleetOptions;
  private readonly plan: ReturnType<typeof planMatch>;
  private readonly units: Units;
  private readonly ledger: Ledger;
  private store!: ResultStore;
  private ahead!: AheadFile;
  private state!: { -readonly [key in keyof MatchRun]: MatchRun[key] };
  private lead: Lead | null = null;
  private readonly offers: Offers;
  private readonly resilience: Resilience;
  private inbox: Inbox[] = [];
  /** One change of the files after another; this is the last that was asked for. */
  private changing: Promise<void> = Promise.resolve();
  private nextCommit: Promise<void> | null = null;
  private excluded: readonly string[] = [];
  /** By engine, the workers on which it did not start the last time. */
  private readonly refusedBy = new Map<string, Set<string>>();
  private readonly givenUp = new Map<string, GivenUp>();
  private workers: readonly WorkerStatus[] = [];
  private lateResults = 0;
  private failure: unknown = null;
  private readonly bell = new Bell();
  /** Results may come before the run has begun. */
  private start: () => void = () => {};
  private readonly started = new Promise<void>((resolve) => {
    this.start = resolve;
  });
  /** Nothing more is taken or offered. */
  private isLeaving = false;
  private readonly startMs = performance.now();
  private unitsHere = 0;

  private constructor(config: MatchConfig, events: MatchEvents, options: FleetOptions) {
    this.config = config;
    this.events = events;
    this.options = options;
    this.plan = planMatch(config);
    this.units = unitsOf(this.plan.schedule);
    this.ledger = new Ledger(this.units);
    this.offers = new Offers(options.searchAfterMs);
    this.resilience = new Resilience(
      (line) => this.notice(line),
      (error) => this.fail(diskError(error, this.state.file, DISK_ADVICE)),
    );
  }

  static async open(config: MatchConfig, events: MatchEvents, options: FleetOptions): Promise<MatchCoordinator> {
    const coordinator = new MatchCoordinator(config, events, options);
    const { schedule, standings, header, file } = coordinator.plan;
    const { ledger } = coordinator;
    let resumedGames = 0;
    coordinator.store = await ResultStore.open(file, header, config.fresh, (record) => {
      // Fewer games may be asked for than the file has; the rest of it stays untouched.
      if (record.game >= schedule.total || !ledger.note(record.game)) return;
      resumedGames++;
      standings.add(record);
    });
    coordinator.state = { file, schedule, standings, resumedGames };
    const early: GameRecord[] = [];
    try {
      coordinator.ahead = await AheadFile.open(file, header, config.fresh, (record) => early.push(record));
    } catch (error) {
      await coordinator.store.close();
      throw error;
    }
    coordinator.holdAll(early);
    return coordinator;
  }

  announcement(sent: readonly SentEngine[], spec: string): Announcement {
    const engines = sent.map((engine) => ({ name: engine.spec.name, sha256: engineHash(engine) }));
    const title = engines.map(({ name }) => name).join(' - ');
    const coordinator = `${hostname()}, process ${process.pid}`;
    return { wire: WIRE_VERSION, kind: 'match', id: this.plan.header.fingerprint, title, spec, engines, coordinator };
  }

  /** Nothing is left to be played. */
  get isOver(): boolean {
    return this.failure === null && (this.isDecided || this.ledger.isDone);
  }

  private get isDecided(): boolean {
    return (this.state.standings.sprt?.verdict ?? null) !== null;
  }

  async run(lead: Lead | null, signal: AbortSignal): Promise<MatchOutcome> {
    this.events.onReady?.(this.state);
    // What waited in the file beside may be next.
    await this.commit();
    this.lead = lead;
    this.start();
    if (lead !== null) {
      signal.addEventListener('abort', this.bell.ring);
      try {
        while (!this.isOver && !signal.aborted && this.failure === null) {
          await this.tick(lead).catch(this.resilience.report);
          await this.bell.wait(this.options.tickMs ?? TICK_MS);
        }
      } finally {
        signal.removeEventListener('abort', this.bell.ring);
      }
    }
    await this.takeNoMore();
    if (this.failure !== null) throw this.failure;
    const givenUp = [...this.givenUp.values()];
    const unbroken = givenUp.length > 0 ? 'given-up' : 'done';
    const end = this.isDecided ? 'decided' : this.isOver ? unbroken : 'stopped';
    return { ...this.state, end, givenUp };
  }

  /** @returns when what is being written is there; what comes meanwhile is kept by the wire */
  private async takeNoMore(): Promise<void> {
    this.isLeaving = true;
    this.start();
    await this.changing;
    for (const { reject } of this.inbox.splice(0)) reject(new Error('the coordinator has left'));
  }

  async close(): Promise<void> {
    await this.takeNoMore();
    try {
      await this.ahead.close(this.failure === null ? this.ledger.waiting : null);
    } catch (error) {
      if (this.failure === null) throw error; // else the first failure is the one to be told
    } finally {
      await this.store.close();
    }
  }

  fail(error: unknown): void {
    this.failure ??= error;
    this.bell.ring();
  }

  /** Takes a result from the wire. @returns when it is on the disk, or refused for good */
  async receive(result: unknown): Promise<void> {
    await this.started;
    if (this.failure !== null || this.isLeaving) throw new Error('the coordinator has left');
    const read = this.read(result);
    if (read === null) return;
    await new Promise<void>((resolve, reject) => {
      this.inbox.push({ result: read, resolve, reject });
      void this.commit();
    });
  }

  /** @returns a result of this match; null: it is refused */
  private read(result: unknown): UnitResult | null {
    let sent: SentResult;
    try {
      sent = readSentResult(result);
      demandOwn(sent, this.plan.header.fingerprint, this.units.count);
    } catch (error) {
      this.notice(`${messageOf(error)}: refused`);
      return null;
    }
    try {
      return { ...sent, outcome: readOutcome(sent.outcome) };
    } catch (error) {
      this.refuse(sent, messageOf(error));
      this.pump();
      return null;
    }
  }

  /** A result that is not what its unit has to come to. */
  private refuse({ unit, worker }: SentResult, fault: string): void {
    this.notice(`worker ${worker.name}, pair ${unit + 1}: ${fault}: refused, and offered again`);
    this.offers.back(unit);
  }

  private notice(line: string): void {
    this.options.onNotice?.(line);
  }

  /** Writes what has come, all of it with one wait for the disk. @returns when that is done */
  private commit(): Promise<void> {
    this.nextCommit ??= this.alone(async () => {
      this.nextCommit = null; // what comes from now on is for another one
      const batch = this.inbox.splice(0);
      try {
        await this.write(batch.flatMap(({ result }) => this.acceptOrRefuse(result)));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
        throw error;
      }
    });
    return this.nextCommit;
  }

  /** Changes the files, after all that was asked for before. @returns when that is done, or the run has ended */
  private alone(change: () => Promise<void>): Promise<void> {
    this.changing = this.changing.then(async () => {
      if (this.isLeaving || this.failure !== null) return;
      try {
        await change();
      } catch (error) {
        this.fail(diskError(error, this.state.file, DISK_ADVICE));
      }
      if (this.isOver) this.bell.ring();
      else this.pump();
    });
    return this.changing;
  }

  private acceptOrRefuse(result: UnitResult): GameRecord[] {
    const refuse = (fault: string) => {
      this.refuse(result, fault);
      return [];
    };
    return this.resilience.accept(() => this.accept(result), refuse);
  }

  /** @returns the games of a result if they are the first of their unit, else none */
  private accept(result: UnitResult): GameRecord[] {
    const { unit, worker, outcome } = result;
    if (outcome.kind === 'failed-start') {
      const { black, white } = this.plan.schedule.at(this.units.gamesOf(unit)[0]);
      const names = [black, white].map((engine) => this.config.engines[engine].name);
      const stranger = outcome.names.find((name) => !names.includes(name));
      if (stranger !== undefined) {
        this.refuse(result, `engine "${stranger}" did not start: expected one of its engines`);
        return [];
      }
      this.noteFailedStart(unit, worker.name, outcome.names, outcome.detail);
      return [];
    }
    if (isExcluded(this.excluded, worker)) {
      this.offers.back(unit);
      return [];
    }
    if (this.ledger.has(unit)) {
      this.lateResults++;
      this.offers.back(unit);
      return [];
    }
    const fault = outcome.kind === 'games' ? this.unitFault(unit, outcome.games) : 'expected games';
    if (fault !== null || outcome.kind !== 'games') {
      this.refuse(result, fault ?? 'expected games');
      return [];
    }
    const games = outcome.games.map((game) => ({ ...game, worker }));
    this.ledger.hold(unit, games);
    this.offers.back(unit);
    this.unitsHere++;
    for (const { black, white } of games) {
      for (const name of [black, white]) this.refusedBy.get(name)?.delete(worker.name);
    }
    return games;
  }

  private async write(came: readonly GameRecord[]): Promise<void> {
    const next: GameRecord[] = [];
    while (!this.isDecided) {
      const record = this.ledger.shift((unit) => this.isLeftOut(unit));
      if (record === null) break;
      next.push(record);
      this.state.standings.add(record);
    }
    // In this order: those that waited may be dropped from the file beside only when the results file has them.
    await this.store.addAll(next);
    const early = came.filter(({ game }) => !this.ledger.isPlayed(game));
    await this.ahead.add(early, this.ledger.waiting.length);
    for (const record of next) await this.events.onGame?.(record, this.state);
  }

  /** @returns what is wrong with the games of a unit, or null */
  private unitFault(unit: number, games: readonly GameRecord[]): string | null {
    const numbers = this.units.gamesOf(unit);
    if (games.length !== numbers.length) return `expected ${numbers.length} games`;
    const { engines, settings } = this.config;
    for (const [i, game] of numbers.entries()) {
      const scheduled = this.plan.schedule.at(game);
      const black = engines[scheduled.black].name;
      const white = engines[scheduled.white].name;
      const { rule, size, swap2 } = settings;
      const fault = gameFault(games[i], { scheduled, black, white, rule, size, swap2 });
      if (fault !== null) return fault;
    }
    return null;
  }

  private noteFailedStart(unit: number, worker: string, names: readonly string[], detail: string): void {
    this.offers.back(unit);
    this.state.standings.addFailedStart(names);
    for (const name of names) {
      const refused = this.refusedBy.get(name) ?? new Set();
      this.refusedBy.set(name, refused.add(worker));
      const [game] = this.units.gamesOf(unit);
      // Of those that are there: a worker that has left says nothing of the others.
      const here = this.workers.filter(({ facts }) => refused.has(facts.name)).length;
      const isLast = here > 0 && here === this.workers.length;
      const attempt = isLast ? START_TRIES : Math.max(1, Math.min(here, START_TRIES));
      if (attempt === START_TRIES) this.givenUp.set(name, { name, detail: `worker ${worker}: ${detail}` });
      this.events.onFailedStart?.({ game, names: [name], detail: `worker ${worker}: ${detail}`, attempt }, this.state);
    }
  }

  private isLeftOut(unit: number): boolean {
    if (this.givenUp.size === 0) return false;
    const { black, white } = this.plan.schedule.at(this.units.gamesOf(unit)[0]);
    const { engines } = this.config;
    return this.givenUp.has(engines[black].name) || this.givenUp.has(engines[white].name);
  }

  /** Pairs that still have to be played. */
  private *wanted(): Generator<number> {
    for (let unit = this.ledger.firstMissing; unit < this.units.count; unit++) {
      if (!this.ledger.has(unit) && !this.isLeftOut(unit)) yield unit;
    }
  }

  private pump(): void {
    if (this.lead === null || this.failure !== null || this.isLeaving || this.isOver) return;
    this.offers.pump(this.lead, this.wanted()).catch(this.resilience.report);
  }

  private async tick(lead: Lead): Promise<void> {
    const { workers, excluded } = await lead.board();
    this.workers = this.offers.count(this.plan.header.fingerprint, workers, excluded);
    const isNews = excluded.join('\n') !== this.excluded.join('\n');
    if (isNews) await this.exclude(excluded);
    if (isNews || this.givenUp.size > 0) await this.commit();
    await this.offers.search(lead);
    this.pump();
    await lead.report(this.status());
  }

  /**
   * Takes out all games of excluded workers. They are kept in a file of their own; those behind the first hole wait for
   * it to be filled, so that the results file keeps its order.
   */
  async exclude(excluded: readonly string[]): Promise<void> {
    await this.alone(async () => {
      this.excluded = excluded;
      const stored: GameRecord[] = [];
      for await (const line of readResults(this.state.file)) if (line.type === 'game') stored.push(line);
      const all = [...stored, ...this.ledger.waiting];
      const isBad = ({ worker }: GameRecord) => worker !== undefined && isExcluded(excluded, worker);
      const badUnits = new Set(all.filter(isBad).map(({ game }) => this.units.unitOf(game)));
      if (badUnits.size === 0) return;
      const first = Math.min(...badUnits);
      const bad = all.filter(({ game }) => badUnits.has(this.units.unitOf(game)));
      const kept = stored.filter(({ game }) => this.units.unitOf(game) < first);
      const later = all.filter(({ game }) => {
        const unit = this.units.unitOf(game);
        return unit > first && !badUnits.has(unit);
      });
      const { header, file } = this.plan;
      const aside = await ResultStore.open(besideName(file, 'excluded'), header, false, () => {});
      await aside.addAll(bad);
      await aside.close();
      await this.ahead.replace(later);
      await this.store.replaceGames(kept);
      this.recount(kept, later);
      this.notice(`excluded ${excluded.join(', ')}: ${bad.length} games taken out, to be played again`);
    });
  }

  private recount(kept: readonly GameRecord[], later: readonly GameRecord[]): void {
    const names = this.config.engines.map(({ name }) => name);
    const { schedule } = this.plan;
    this.state.standings = new Standings(names, schedule, this.config.sprt, clocksOf(this.config.engines));
    this.ledger.clear();
    for (const record of kept) {
      if (record.game < schedule.total && this.ledger.note(record.game)) this.state.standings.add(record);
    }
    this.state.resumedGames = Math.min(this.state.resumedGames, this.state.standings.games);
    this.holdAll(later);
  }

  private holdAll(games: readonly GameRecord[]): void {
    const byUnit = new Map<number, GameRecord[]>();
    for (const game of games) {
      if (game.game >= this.plan.schedule.total) continue;
      const unit = this.units.unitOf(game.game);
      byUnit.set(unit, [...(byUnit.get(unit) ?? []), game]);
    }
    for (const [unit, found] of byUnit) {
      const isWhole = this.units.gamesOf(unit).every((number) => found.some(({ game }) => game === number));
      if (isWhole) this.ledger.hold(unit, found);
    }
  }

  private status() {
    const { standings, schedule } = this.state;
    const { sprt } = standings;
    const lines = standings.pairings.length === 1 ? [scoreText(standings.pairings[0])] : [];
    if (sprt !== null) lines.push(llrText(sprt));
    const pairs = standings.workers.map((worker) => worker.pairs);
    if (standings.workers.length > 0) lines.push(homogeneityLine(standings.workers, homogeneityOf(pairs)));
    return {
      id: this.plan.header.fingerprint,
      title: this.config.engines.map(({ name }) => name).join(' - '),
      unitsDone: Math.floor((standings.games * this.units.count) / schedule.total) + this.ledger.heldUnits,
      unitsPlanned: sprt === null ? this.units.count : null,
      unitsOffered: this.offers.size,
      unitsPerMinute: (this.unitsHere * 60_000) / Math.max(1, performance.now() - this.startMs),
      lateResults: this.lateResults,
      lines,
    };
  }
}

/** @throws UserError that says why it is no result of this match */
function demandOwn({ id, unit, worker: { name } }: SentResult, own: string, unitCount: number): void {
  if (id !== own) throw new UserError(`worker ${name}: a result of match ${id}, expected ${own}`);
  if (unit >= unitCount) {
    throw new UserError(`worker ${name}: a result of pair ${unit}, expected a number from 0 to ${unitCount - 1}`);
  }
}
