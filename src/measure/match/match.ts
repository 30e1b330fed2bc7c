/** A match: plays the games of a schedule, several at a time, saves every result, and can be stopped and resumed. */
import { readFileSync } from 'node:fs';
import type { AbortSignalLike } from '../../core/abort-signal.ts';
import { UserError } from '../../core/errors.ts';
import { type Rule, ruleFromCode } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { diskError, RUN_AGAIN } from '../../platform/node/disk-error.ts';
import type { GameRecord } from '../../records/notation/game-record.ts';
import { type Opening, type OpeningOrder, openingSequence } from '../../records/notation/openings.ts';
import type { SprtOptions } from '../stats/index.ts';
import { filesOf } from './command-line.ts';
import { GameAborted, type MatchGameSettings, playGame, SlotPlayers } from './engine-game.ts';
import { packEngine, packHash, sha256Of } from './engine-pack.ts';
import type { EngineSpec } from './engine-spec.ts';
import { readEngine, withDistinctNames } from './options/engine.ts';
import type { EngineKnowledge } from './player.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { Standings } from './standings.ts';
import { type FailedStart, type GivenUp, Starts } from './starts.ts';
import { fingerprintOf, type MatchHeader, ResultStore } from './store.ts';

const DISK_ADVICE = `${RUN_AGAIN}; ended games are kept`;

/** The settings of a match. */
export interface MatchConfig {
  /** Two or more, names unique. */
  readonly engines: readonly EngineSpec[];
  readonly settings: MatchGameSettings;
  readonly openings: readonly Opening[];
  readonly openingOrder: OpeningOrder;
  readonly gamesPerPairing: number;
  readonly gauntlet: boolean;
  /** Games played at the same time. */
  readonly concurrency: number;
  /** Only between two engines. */
  readonly sprt: SprtOptions | null;
  /** Results file; null: named after the match. */
  readonly out: string | null;
  /** Discard the contents of the results file. */
  readonly fresh: boolean;
  /** Nodes per second for which the times are meant; slower workers of a fleet get proportionally more time. */
  readonly scaleTo?: number;
}

/** An engine by its command; what is missing is as in `tengen match`, such as one second per move. */
export type EngineSetup = Pick<EngineSpec, 'command'> & Partial<Omit<EngineSpec, 'command' | 'argv' | 'cwd'>>;

/** The settings of a match, of which only the engines are needed. */
export interface MatchSetup extends Partial<Omit<MatchConfig, 'engines' | 'settings'>> {
  /** Two or more: commands, or commands with limits. A second one of the same name gets a number. */
  readonly engines: readonly (string | EngineSetup | EngineSpec)[];
  readonly settings?: Partial<MatchGameSettings>;
}

/** In the order of {@link MatchGameSettings}: a results file is recognized by its settings as they are written. */
const usualSettings = (rule: Rule): MatchGameSettings => ({
  ...{ size: 15, rule, maxPlies: null, drawEmpty: usualDrawEmpty(rule), draw: null, resign: null },
  ...{ swap2: false, sendByBoard: false, suspend: false, strict: false },
});

/**
 * Completes the settings of a match with the defaults of `tengen match`: freestyle on 15x15, every opening once with
 * both colors, one game at a time.
 *
 *     const config = matchConfig({ engines: ['pbrain-a', { command: 'pbrain-b', nodes: 50_000 }] });
 *     const run = await runMatch(config);
 *     console.log(summaryLines(summarize(config, run)).join('\n'));
 *
 * @throws UserError for fewer than two engines, and for a command line that cannot be read
 */
export function matchConfig({ engines, settings = {}, ...given }: MatchSetup): MatchConfig {
  if (engines.length < 2) throw new UserError(`${engines.length} engines: expected two or more`);
  const { openings = [], sprt = null } = given;
  const rule = settings.rule ?? ruleFromCode(FREESTYLE)!;
  return {
    ...{ openings, sprt, gamesPerPairing: usualGames(openings, sprt), gauntlet: false, concurrency: 1 },
    ...{ openingOrder: { order: 'sequential', symmetry: 'cycle', seed: 1 }, out: null, fresh: false },
    ...given,
    engines: withDistinctNames(engines.map(engineOf)),
    settings: { ...usualSettings(rule), ...settings },
  };
}

/** @returns games per pairing, if the user names no number */
export function usualGames(openings: readonly Opening[], sprt: SprtOptions | null): number {
  return sprt === null ? Math.max(2, openings.length * 2) : 1_000_000;
}

/** @returns how few empty points end a game as drawn, as for the Gomocup judge */
export function usualDrawEmpty(rule: Rule): number {
  return rule.renju ? 25 : 0;
}

function engineOf(engine: string | EngineSetup | EngineSpec): EngineSpec {
  if (typeof engine === 'string') return readEngine(new Map([['cmd', engine]]));
  if ('argv' in engine) return engine;
  const { command, nodes, depth } = engine;
  const limits = Object.entries({ nodes, depth }).filter(([, limit]) => typeof limit === 'number');
  const keys = limits.map(([key, limit]): [string, string] => [key, String(limit)]);
  return { ...readEngine(new Map([['cmd', command], ...keys])), ...engine };
}

/** Callbacks about the progress of a match. */
export interface MatchEvents {
  /** The schedule is known and stored games are read; nothing has been played in this run. */
  onReady?(run: MatchRun): void;
  /** A game has ended and is on the disk. */
  onGame?(record: GameRecord, run: MatchRun): void | Promise<void>;
  /** An engine did not start. The game is retried, or skipped with all others of an engine that is dropped. */
  onFailedStart?(failed: FailedStart, run: MatchRun): void;
}

/** A match in progress. */
export interface MatchRun {
  readonly file: string;
  readonly schedule: Schedule;
  readonly standings: Standings;
  /** Games found in the results file. */
  readonly resumedGames: number;
}

export interface MatchOutcome extends MatchRun {
  /**
   * `done`: all games played. `decided`: the sequential test came to a verdict. `stopped`: by the signal. `given-up`:
   * games of engines that do not start are missing.
   */
  readonly end: 'done' | 'decided' | 'stopped' | 'given-up';
  readonly givenUp: readonly GivenUp[];
}

/** Everything that affects the results of a match, for the header of the results file. */
export function matchFacts(config: MatchConfig): Record<string, unknown> {
  const { settings } = config;
  const { rule, ...rest } = settings;
  return {
    engines: config.engines.map((engine) => ({
      name: engine.name,
      argv: engine.argv,
      cwd: engine.cwd,
      // A rebuilt engine is another engine, even under the same path.
      files: filesOf(engine).map((file) => sha256Of(readFileSync(file)).slice(0, 16)),
      time: engine.time,
      nodes: engine.nodes,
      depth: engine.depth,
      memoryBytes: engine.memoryBytes,
      options: engine.options,
      toleranceMs: engine.toleranceMs,
      restart: engine.restart,
      ...(engine.pack === undefined ? {} : { pack: packHash(packEngine(engine).pack) }),
    })),
    rule: rule.code,
    ...rest,
    gauntlet: config.gauntlet,
    openings: config.openings.length === 0 || settings.swap2 ? null : fingerprintOf({ list: config.openings }),
    openingOrder: config.openingOrder,
    ...(config.scaleTo === undefined ? {} : { scaleTo: config.scaleTo }),
  };
}

/** @returns what a match needs before its results file is opened: who plays whom, and where the results go */
export function planMatch(config: MatchConfig) {
  const names = config.engines.map(({ name }) => name);
  const schedule = scheduleOf(config);
  const standings = newStandings(config, schedule);
  const facts = matchFacts(config);
  const fingerprint = fingerprintOf(facts);
  const header: MatchHeader = { type: 'match', format: 1, facts, fingerprint, startedAt: new Date().toISOString() };
  return { schedule, standings, header, file: config.out ?? defaultFile(names, fingerprint) };
}

/** The part of a match that its schedule follows from. */
export type ScheduledConfig = Pick<
  MatchConfig,
  'engines' | 'settings' | 'openings' | 'openingOrder' | 'gamesPerPairing' | 'gauntlet'
>;

export function scheduleOf(config: ScheduledConfig): Schedule {
  const { engines, settings, openings, openingOrder, gamesPerPairing, gauntlet } = config;
  const opening = openingSequence(settings.swap2 ? [] : openings, settings.size, openingOrder);
  return createSchedule({ engines: engines.length, gamesPerPairing, gauntlet, opening });
}

/**
 * An odd number of games per pairing ends with a round of one color, whose games have other numbers in a longer match
 * of three or more engines.
 * @param names of the engines
 * @throws UserError for a stored game of other engines than those of its number in the schedule
 */
export function demandPlayers(
  file: string,
  record: GameRecord,
  { schedule, names }: { readonly schedule: Schedule; readonly names: readonly string[] },
): void {
  const { black, white } = schedule.at(record.game);
  const expected = [names[black], names[white]];
  // With swap2 the engines choose their colors.
  if (expected.includes(record.black) && expected.includes(record.white)) return;
  throw new UserError(
    `${file}: game ${record.game + 1} is ${record.black} - ${record.white}, expected ${expected.join(' - ')}: ` +
      'its -games was odd, and an odd number cannot be changed; choose another -out, or start over with -fresh',
  );
}

/**
 * Plays the match, or its remaining games.
 *
 *     const { standings } = await runMatch({ engines: ['pbrain-a', 'pbrain-b'], gamesPerPairing: 10 });
 *     standings.pairings[0].games; // { wins, draws, losses } of the first engine
 *
 * @param setup missing settings as in {@link matchConfig}
 * @param signal stops the run: games in progress are aborted, finished ones are saved
 * @throws UserError if the results file belongs to another match, or the disk cannot be written; system errors
 */
export async function runMatch(
  setup: MatchSetup,
  events: MatchEvents = {},
  signal: AbortSignalLike = new AbortController().signal,
): Promise<MatchOutcome> {
  const config = matchConfig(setup);
  const names = config.engines.map(({ name }) => name);
  const { schedule, standings, header, file } = planMatch(config);
  const played = new Set<number>();
  const saved = <T>(saving: Promise<T>): Promise<T> =>
    saving.catch((error) => {
      throw diskError(error, file, DISK_ADVICE);
    });
  const store = await saved(
    ResultStore.open(file, header, config.fresh, (record) => {
      // The file may have more games than were requested; the others stay untouched.
      if (record.game >= schedule.total || played.has(record.game)) return;
      demandPlayers(file, record, { schedule, names });
      played.add(record.game);
      standings.add(record);
    }),
  );
  const run: MatchRun = { file, schedule, standings, resumedGames: played.size };
  events.onReady?.(run);

  const stop = new AbortController();
  const stopAll = () => stop.abort();
  signal.addEventListener('abort', stopAll);
  if (signal.aborted || standings.sprt?.verdict) stopAll();
  const starts = new Starts();
  const knowledge = new Map<string, EngineKnowledge>(names.map((name) => [name, {}]));
  let next = 0;
  const slot = async () => {
    const players = new SlotPlayers(knowledge);
    try {
      while (!stop.signal.aborted) {
        while (played.has(next)) next++;
        if (next >= schedule.total) return;
        const scheduled = schedule.at(next++);
        const plan = { ...scheduled, black: config.engines[scheduled.black], white: config.engines[scheduled.white] };
        if ([plan.black, plan.white].some(({ name }) => starts.isGivenUp(name))) continue;
        const record = await starts.play(
          () => playGame(plan, config.settings, players, stop.signal),
          (failed) => {
            standings.addFailedStart(failed.names);
            events.onFailedStart?.(failed, run);
          },
        );
        if (record === null) continue;
        await saved(store.add(record));
        standings.add(record);
        await events.onGame?.(record, run);
        if (standings.sprt?.verdict) stopAll();
      }
    } catch (error) {
      stopAll(); // a fault of the runner: the other slots must not continue
      if (!(error instanceof GameAborted)) throw error;
    } finally {
      await players.close();
    }
  };
  try {
    const slots = Array.from({ length: Math.min(config.concurrency, Math.max(1, schedule.total)) }, slot);
    const failed = (await Promise.allSettled(slots)).find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  } finally {
    signal.removeEventListener('abort', stopAll);
    await store.close();
  }
  const { givenUp } = starts;
  const unbroken = givenUp.length > 0 ? 'given-up' : 'done';
  return { ...run, end: standings.sprt?.verdict ? 'decided' : signal.aborted ? 'stopped' : unbroken, givenUp };
}

export function newStandings({ engines, sprt }: MatchConfig, schedule: Schedule): Standings {
  // Nothing but time limits these: how much of it they use means something.
  const timed = engines.filter(({ time, nodes, depth }) => time.matchMs !== null && nodes === null && depth === null);
  const names = engines.map(({ name }) => name);
  return new Standings(names, schedule, sprt, new Map(timed.map(({ name, time }) => [name, time])));
}

/** `rapfi-vs-wine-0123abcd.jsonl`: the same command finds its file again, another match gets another one. */
function defaultFile(names: readonly string[], fingerprint: string): string {
  const title = names.length === 2 ? names.join('-vs-') : `${names.length}-engines`;
  return `${title.replace(/[^\w.-]+/g, '_')}-${fingerprint.slice(0, 8)}.jsonl`;
}
