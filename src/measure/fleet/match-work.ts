/**
 * The pairs of a match as the tasks of a fleet. The results file gets games in the order of the schedule, so that it is
 * that of a run on one machine; pairs that end before an earlier one wait in a file next to it.
 */
import { readFileSync, rmSync } from 'node:fs';
import { UserError } from '../../core/errors.ts';
import type { GameRecord, WorkerFacts } from '../../records/notation/game-record.ts';
import { packEngine } from '../match/engine-pack.ts';
import {
  demandPlayers,
  type MatchConfig,
  type MatchEvents,
  type MatchOutcome,
  type MatchRun,
  newStandings,
  planMatch,
} from '../match/match.ts';
import { type GivenUp, START_TRIES } from '../match/starts.ts';
import { ResultStore, readResults } from '../match/store.ts';
import { homogeneityLine, llrText, scoreText } from '../match/summary-text.ts';
import { homogeneityOf } from '../stats/index.ts';
import { AheadFile, besideName } from './ahead.ts';
import { gameFault } from './check-game.ts';
import { Coordinator, type CoordinatorOptions, type Held, type HeldResults, type Work } from './coordinator.ts';
import { Ledger, type Tasks, tasksOf } from './ledger.ts';
import { engineHash, parseMatchSpec, specOf } from './match-spec.ts';
import { signEngines } from './signing.ts';
import type { Transport } from './transport.ts';
import { isExcluded, type TaskOutcome, type WorkerStatus } from './wire.ts';

type Games = readonly GameRecord[];

/**
 * Has a match, or what is left of it, played by the workers of a fleet.
 * @param signal stops the run: pairs in progress are abandoned, those that ended are kept
 * @param options `sign`: file of the key that signs the engines
 * @throws UserError if the results file belongs to another match or another coordinator leads it; system errors
 */
export async function runFleetMatch(
  config: MatchConfig,
  events: MatchEvents,
  signal: AbortSignal,
  transport: Transport,
  options: CoordinatorOptions & { readonly sign?: string } = {},
): Promise<MatchOutcome> {
  const packs = config.engines.map(packEngine);
  const packed = packs.map(({ pack }) => pack);
  const spec = JSON.stringify(specOf(config, packed));
  // Read as a worker reads it: what it would reject is reported before anything begins.
  const engines = parseMatchSpec(spec).engines.map((sent) => ({ name: sent.spec.name, sha256: engineHash(sent) }));
  const signed = options.sign === undefined ? null : signEngines(options.sign, engines);
  const files = new Map<string, Uint8Array>();
  for (const { sources } of packs) for (const [sha256, file] of sources) files.set(sha256, readFileSync(file));
  const notice = options.onNotice ?? (() => {});
  const work = await MatchWork.open(config, events, { spec, engines, signed, files, notice });
  let hasFailed = false;
  try {
    const coordinator = await Coordinator.open(work, transport, options, signal);
    await coordinator.run(signal).catch((error) => {
      hasFailed = true;
      throw error;
    });
    return work.outcome;
  } finally {
    await work.close(hasFailed);
  }
}

/** What a match sends to its workers, and where its lines for people go. */
interface Sent extends Pick<Work<Games>, 'spec' | 'files'> {
  readonly engines: Work<Games>['announcement']['engines'];
  readonly signed: ReturnType<typeof signEngines> | null;
  readonly notice: (line: string) => void;
}

class MatchWork implements Work<Games> {
  readonly announcement: Work<Games>['announcement'];
  readonly spec: string;
  readonly files: Sent['files'];
  private readonly plan: ReturnType<typeof planMatch>;
  private readonly tasks: Tasks;
  private readonly ledger: Ledger;
  private store!: ResultStore;
  private ahead!: AheadFile;
  private state!: { -readonly [key in keyof MatchRun]: MatchRun[key] };
  /** By engine, the workers on which its last start failed. */
  private readonly failedOn = new Map<string, Set<string>>();
  private readonly givenUp = new Map<string, GivenUp>();

  private constructor(
    private readonly config: MatchConfig,
    private readonly events: MatchEvents,
    private readonly sent: Sent,
  ) {
    const { spec, files, engines, signed } = sent;
    this.spec = spec;
    this.files = files;
    this.plan = planMatch(config);
    this.tasks = tasksOf(this.plan.schedule);
    this.ledger = new Ledger(this.tasks);
    const title = engines.map(({ name }) => name).join(' - ');
    const signature = signed === null ? {} : { signature: signed.signature };
    this.announcement = { kind: 'match', id: this.plan.header.fingerprint, title, engines, ...signature };
  }

  static async open(config: MatchConfig, events: MatchEvents, sent: Sent): Promise<MatchWork> {
    const work = new MatchWork(config, events, sent);
    const { schedule, standings, header, file } = work.plan;
    const { ledger } = work;
    const names = config.engines.map(({ name }) => name);
    // The games that an earlier match under this name excluded.
    if (config.fresh) rmSync(besideName(file, 'excluded'), { force: true });
    let resumedGames = 0;
    work.store = await ResultStore.open(file, header, config.fresh, (record) => {
      // The file may have more games than the match asks for; the rest of it stays untouched.
      if (record.game >= schedule.total || !ledger.note(record.game)) return;
      demandPlayers(file, record, { schedule, names });
      resumedGames++;
      standings.add(record);
    });
    work.state = { file, schedule, standings, resumedGames };
    const early: GameRecord[] = [];
    try {
      work.ahead = await AheadFile.open(file, header, config.fresh, (record) => {
        if (record.game < schedule.total) demandPlayers(file, record, { schedule, names });
        early.push(record);
      });
    } catch (error) {
      await work.store.close();
      throw error;
    }
    work.ahead.longer = early.filter(({ game }) => game >= schedule.total);
    work.holdAll(early);
    return work;
  }

  /** @param hasFailed the files are as they were when the run failed, and stay so */
  async close(hasFailed: boolean): Promise<void> {
    try {
      await this.ahead.close(hasFailed ? null : this.ledger.waiting);
    } catch (error) {
      if (!hasFailed) throw error; // otherwise the first failure is the one to report
    } finally {
      await this.store.close();
    }
  }

  get outcome(): MatchOutcome {
    const givenUp = [...this.givenUp.values()];
    const unbroken = givenUp.length > 0 ? 'given-up' : 'done';
    const end = this.isDecided ? 'decided' : this.isDone ? unbroken : 'stopped';
    return { ...this.state, end, givenUp };
  }

  get file(): string {
    return this.plan.file;
  }

  get taskCount(): number {
    return this.tasks.count;
  }

  get isDone(): boolean {
    return this.isDecided || this.ledger.isDone;
  }

  private get isDecided(): boolean {
    return (this.state.standings.sprt?.verdict ?? null) !== null;
  }

  begin(): void {
    // Ready to be copied to the hosts of workers.
    const list = this.announcement.engines.map(({ name, sha256 }) => `--allow "${name}=${sha256}"`);
    const needed = this.sent.signed === null ? list.join(' ') : `--trust ${this.sent.signed.key}`;
    if (!this.isDone) this.sent.notice(`workers need ${needed}`);
    this.events.onReady?.(this.state);
  }

  nameOf(task: number): string {
    return `pair ${task + 1}`;
  }

  has(task: number): boolean {
    return this.ledger.has(task);
  }

  *wanted(): Generator<number> {
    for (let task = this.ledger.firstMissing; task < this.tasks.count; task++) {
      if (!this.ledger.has(task) && !this.isLeftOut(task)) yield task;
    }
  }

  check(task: number, outcome: TaskOutcome, worker: WorkerFacts, present: readonly WorkerStatus[]): Games | null {
    if (outcome.kind === 'failed-start') {
      this.noteFailedStart(task, worker.name, outcome, present);
      return null;
    }
    if (outcome.kind !== 'games') throw new UserError('expected games');
    this.demandTask(task, outcome.games);
    for (const { black, white } of outcome.games) {
      for (const name of [black, white]) this.failedOn.get(name)?.delete(worker.name);
    }
    return outcome.games.map((game) => ({ ...game, worker }));
  }

  /** Writes all results with one wait for the disk. */
  async write(held: HeldResults<Games>): Promise<readonly Held<Games>[]> {
    const batch = [...held.values()];
    for (const { task, result } of batch) this.ledger.hold(task, result);
    const next: GameRecord[] = [];
    while (!this.isDecided) {
      const record = this.ledger.shift((task) => this.isLeftOut(task));
      if (record === null) break;
      next.push(record);
      this.state.standings.add(record);
    }
    // In this order: games that waited may leave the other file only when the results file has them.
    if (next.length > 0) await this.store.addAll(next);
    const early = batch.flatMap(({ result }) => result).filter(({ game }) => !this.ledger.isPlayed(game));
    await this.ahead.add(early, this.ledger.waiting.length);
    for (const record of next) await this.events.onGame?.(record, this.state);
    return batch;
  }

  /** @throws UserError if these are not the games of a pair */
  private demandTask(task: number, games: Games): void {
    const numbers = this.tasks.gamesOf(task);
    if (games.length !== numbers.length) throw new UserError(`expected ${numbers.length} games`);
    const { engines, settings } = this.config;
    for (const [i, game] of numbers.entries()) {
      const scheduled = this.plan.schedule.at(game);
      const black = engines[scheduled.black].name;
      const white = engines[scheduled.white].name;
      const fault = gameFault(games[i], { scheduled, black, white, settings });
      if (fault !== null) throw new UserError(fault);
    }
  }

  /** @throws UserError if an engine is none of the pair */
  private noteFailedStart(
    task: number,
    worker: string,
    { names, detail }: { readonly names: readonly string[]; readonly detail: string },
    present: readonly WorkerStatus[],
  ): void {
    const [game] = this.tasks.gamesOf(task);
    const { black, white } = this.plan.schedule.at(game);
    const own = [black, white].map((engine) => this.config.engines[engine].name);
    const stranger = names.find((name) => !own.includes(name));
    if (stranger !== undefined) {
      throw new UserError(`engine "${stranger}" is not in this pair`);
    }
    this.state.standings.addFailedStart(names);
    for (const name of names) {
      const failed = this.failedOn.get(name) ?? new Set();
      this.failedOn.set(name, failed.add(worker));
      // Only present workers count: one that has left says nothing about the others.
      const here = present.filter(({ facts }) => failed.has(facts.name)).length;
      const isLast = here > 0 && here === present.length;
      const attempt = isLast ? START_TRIES : Math.max(1, Math.min(here, START_TRIES));
      if (attempt === START_TRIES) this.givenUp.set(name, { name, detail: `worker ${worker}: ${detail}` });
      this.events.onFailedStart?.({ game, names: [name], detail: `worker ${worker}: ${detail}`, attempt }, this.state);
    }
  }

  private isLeftOut(task: number): boolean {
    if (this.givenUp.size === 0) return false;
    const { black, white } = this.plan.schedule.at(this.tasks.gamesOf(task)[0]);
    const { engines } = this.config;
    return this.givenUp.has(engines[black].name) || this.givenUp.has(engines[white].name);
  }

  /**
   * Removes all games of excluded workers, which are kept in a separate file. Games after the first gap wait until it
   * is filled, so that the results file keeps its order.
   */
  async exclude(excluded: readonly string[]): Promise<void> {
    const stored: GameRecord[] = [];
    for await (const line of readResults(this.file)) if (line.type === 'game') stored.push(line);
    const all = [...stored, ...this.ledger.waiting, ...this.ahead.longer];
    const taskOf = ({ game }: GameRecord) => this.tasks.taskOf(game);
    const isBad = ({ worker }: GameRecord) => worker !== undefined && isExcluded(excluded, worker);
    const badTasks = new Set(all.filter(isBad).map(taskOf));
    if (badTasks.size === 0) return;
    const first = Math.min(...badTasks);
    const bad = all.filter((record) => badTasks.has(taskOf(record)));
    const kept = stored.filter((record) => taskOf(record) < first);
    const later = all.filter((record) => taskOf(record) > first && !badTasks.has(taskOf(record)));
    const aside = await ResultStore.open(besideName(this.file, 'excluded'), this.plan.header, false, () => {});
    await aside.addAll(bad);
    await aside.close();
    const { total } = this.plan.schedule;
    this.ahead.longer = later.filter(({ game }) => game >= total);
    await this.ahead.replace(later.filter(({ game }) => game < total));
    await this.store.replaceGames(kept);
    this.recount(kept, later);
    this.sent.notice(`excluded ${excluded.join(', ')}: ${bad.length} games removed; they will be replayed`);
  }

  private recount(kept: readonly GameRecord[], later: readonly GameRecord[]): void {
    const { schedule } = this.plan;
    this.state.standings = newStandings(this.config, schedule);
    this.ledger.clear();
    for (const record of kept) {
      if (record.game < schedule.total && this.ledger.note(record.game)) this.state.standings.add(record);
    }
    this.state.resumedGames = Math.min(this.state.resumedGames, this.state.standings.games);
    this.holdAll(later);
  }

  private holdAll(games: readonly GameRecord[]): void {
    const byTask = new Map<number, GameRecord[]>();
    for (const game of games) {
      if (game.game >= this.plan.schedule.total) continue;
      const task = this.tasks.taskOf(game.game);
      byTask.set(task, [...(byTask.get(task) ?? []), game]);
    }
    for (const [task, found] of byTask) {
      const isWhole = this.tasks.gamesOf(task).every((number) => found.some(({ game }) => game === number));
      if (isWhole) this.ledger.hold(task, found);
    }
  }

  progress(held: HeldResults<Games>): ReturnType<Work<Games>['progress']> {
    const { standings, schedule } = this.state;
    const { sprt } = standings;
    const lines = standings.pairings.length === 1 ? [scoreText(standings.pairings[0])] : [];
    if (sprt !== null) lines.push(llrText(sprt));
    const pairs = standings.workers.map((worker) => worker.pairs);
    if (standings.workers.length > 0) lines.push(homogeneityLine(standings.workers, homogeneityOf(pairs)));
    const written = Math.floor((standings.games * this.tasks.count) / schedule.total);
    return {
      tasksDone: written + this.ledger.heldTasks + held.size,
      tasksPlanned: sprt === null ? this.tasks.count : null,
      lines,
    };
  }
}
