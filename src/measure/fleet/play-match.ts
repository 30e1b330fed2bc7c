/** The worker's side of a match: fetches the engines, checks them, plays pairs. */
import { execFile } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { UserError } from '../../core/errors.ts';
import type { GameRecord } from '../../records/notation/game-record.ts';
import { playGame, SlotPlayers } from '../match/engine-game.ts';
import { commandOf } from '../match/engine-pack.ts';
import type { EngineSpec } from '../match/engine-spec.ts';
import { scheduleOf } from '../match/match.ts';
import type { EngineKnowledge } from '../match/player.ts';
import { type FailedStart, Starts } from '../match/starts.ts';
import { type AllowList, demandAllowed } from './allow-list.ts';
import { tasksOf } from './ledger.ts';
import { engineHash, type MatchSpec, parseMatchSpec, scheduledConfigOf } from './match-spec.ts';
import { PackCache } from './pack-cache.ts';
import { isSigned } from './signing.ts';
import type { Announcement, TaskOutcome } from './wire.ts';
import type { Prepared } from './worker.ts';

const execute = promisify(execFile);
/** A search of fixed positions takes seconds, on a loaded machine longer. */
const BENCH_TIMEOUT_MS = 300_000;

export interface MatchPlaying {
  /** Reread for each match, so that a list can grow while the worker runs. */
  readonly allowed: () => AllowList;
  /** Keys whose owners' engines it runs as well. */
  readonly trusted?: () => readonly KeyObject[];
  /** Folder for engines. */
  readonly cache: string;
  /** Nodes per second of this worker in tengen's bench; null: not measured. */
  readonly nps: number | null;
}

/**
 * Prepares a worker for a match.
 * @param signal fires when the match is no longer wanted
 * @throws UserError with the reason why this worker does not take the job
 */
export async function prepareMatch(
  work: Announcement,
  fetchFile: (sha256: string) => Promise<Uint8Array | null>,
  options: MatchPlaying,
  signal: AbortSignal,
): Promise<Prepared> {
  const { allowed: listed, trusted = () => [] } = options;
  const signed = isSigned(work, trusted()) ? work.engines.map(({ name, sha256 }) => `${name}=${sha256}`) : [];
  const allowed = new Set([...listed(), ...signed]);
  // Before anything is fetched, and again for the spec, which the announcement may misrepresent.
  demandAllowed(allowed, work.engines);
  const cache = new PackCache(options.cache, fetchFile);
  const spec = parseMatchSpec(Buffer.from(await cache.file(work.spec)).toString());
  demandAllowed(
    allowed,
    spec.engines.map((engine) => ({ name: engine.spec.name, sha256: engineHash(engine) })),
  );
  const timeScale = timeScaleOf(spec.scaleTo, options.nps);
  const engines: EngineSpec[] = [];
  for (const { spec: engine, pack } of spec.engines) {
    const command = commandOf(pack, await cache.unpack(pack));
    const spec = scaled({ ...engine, ...command, command: command.argv.join(' ') }, timeScale);
    if (spec.bench !== undefined) await checkBench(spec, spec.bench, signal);
    engines.push(spec);
  }
  return { timeScale, play: pairPlayer(spec, engines) };
}

function pairPlayer(spec: MatchSpec, engines: readonly EngineSpec[]): Prepared['play'] {
  const config = scheduledConfigOf(spec);
  const schedule = scheduleOf(config);
  const tasks = tasksOf(schedule);
  const knowledge = new Map<string, EngineKnowledge>(engines.map(({ name }) => [name, {}]));
  return async (task, signal): Promise<TaskOutcome> => {
    if (!Number.isInteger(task) || task < 0 || task >= tasks.count) {
      throw new UserError(`pair ${task}: expected a number from 0 to ${tasks.count - 1}`);
    }
    const players = new SlotPlayers(knowledge);
    const games: GameRecord[] = [];
    try {
      for (const game of tasks.gamesOf(task)) {
        const scheduled = schedule.at(game);
        const plan = { ...scheduled, black: engines[scheduled.black], white: engines[scheduled.white] };
        let last: FailedStart | null = null;
        const record = await new Starts().play(
          () => playGame(plan, config.settings, players, signal),
          (failed) => {
            last = failed;
          },
        );
        if (record === null) {
          const { names, detail } = last!;
          return { kind: 'failed-start', names, detail };
        }
        games.push(record);
      }
      return { kind: 'games', games };
    } finally {
      await players.close();
    }
  };
}

/** @throws UserError if a match needs scaled times and the speed is unknown */
function timeScaleOf(scaleTo: number | null, nps: number | null): number {
  if (scaleTo === null) return 1;
  if (nps === null) throw new UserError('its times are scaled by speed: run this worker without --no-speed');
  return Math.round((scaleTo / nps) * 1000) / 1000;
}

function scaled(engine: EngineSpec, factor: number): EngineSpec {
  const { matchMs, turnMs, incrementMs } = engine.time;
  const times = (ms: number | null) => (ms === null ? null : Math.round(ms * factor));
  return factor === 1
    ? engine
    : {
        ...engine,
        time: { matchMs: times(matchMs), turnMs: times(turnMs), incrementMs: Math.round(incrementMs * factor) },
      };
}

/** Runs `COMMAND bench`, which prints a line such as `123456 nodes 789000 nps` last. @throws UserError; AbortError */
async function checkBench({ name, argv, cwd }: EngineSpec, expected: number, signal: AbortSignal): Promise<void> {
  const [file, ...words] = argv;
  const limits = { timeout: BENCH_TIMEOUT_MS, killSignal: 'SIGKILL', signal } as const;
  const running = execute(file, [...words, 'bench'], { cwd, ...limits });
  running.child.stdin?.end(); // an engine that ignores the argument waits for commands
  const { stdout, fault } = await running.then(
    (ended) => ({ stdout: ended.stdout, fault: null }),
    (error: BenchError) => ({ stdout: error.stdout ?? '', fault: faultOf(error) }),
  );
  signal.throwIfAborted();
  const found = [...stdout.matchAll(/(\d+) nodes/gi)].map(([, count]) => Number(count)).at(-1);
  if (found === expected) return;
  const came = fault ?? (found === undefined ? 'no node count' : `${found} nodes`);
  throw new UserError(`engine ${name}: its bench gives ${came}: expected ${expected} nodes`);
}

interface BenchError extends Error {
  readonly stdout?: string;
  /** An exit code, or the name of a system error. */
  readonly code?: number | string | null;
  /** It ran out of time. */
  readonly killed?: boolean;
}

/** @returns null if it exited on its own: then only the count matters */
function faultOf({ code, killed, message }: BenchError): string | null {
  if (killed === true) return `nothing in ${BENCH_TIMEOUT_MS / 1000} s`;
  return typeof code === 'string' ? message : null;
}
