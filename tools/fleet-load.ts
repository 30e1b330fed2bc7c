/**
 * Measures the capacity of a fleet:
 *   npm run tool -- fleet-load [--workers 500] [--pairs 20000] [--ms 50] [--kill 0] [--out FILE]
 *
 * Starts a separate Redis, one coordinator and workers with simulated pairs that take the given milliseconds and need
 * no engine. Prints pairs per second, CPU time and memory, and the same for pairs played within one process without a
 * network. The workers run in processes of fifty, which end with this one. With --kill S, a random process (Redis, the
 * coordinator, a process of workers) is killed every S seconds and restarted; in the end the results file must equal
 * that of a run without a fleet. `--role` is for the processes that it starts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { integersBelow, seededRandom } from '../src/core/random.ts';
import { decimal, oneOf, text, whole } from '../src/core/values.ts';
import { runFleetMatch } from '../src/measure/fleet/match-work.ts';
import { openRedisTransport } from '../src/measure/fleet/redis/transport.ts';
import type { Transport } from '../src/measure/fleet/transport.ts';
import { runWorker } from '../src/measure/fleet/worker.ts';
import { RedisServer } from '../test/fleet/redis-server.ts';
import { factsOf, fakeConfig, fakeGame, fakePlayer } from '../test/unit/measure/fleet/fake-match.ts';
import { MemoryTransport } from '../test/unit/measure/fleet/memory-transport.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const WORKERS_IN_A_PROCESS = 50;
/** The task in which Linux reports CPU time. */
const TICKS_IN_A_SECOND = 100;
/** A coordinator that fails more often fails for another reason. */
const MAX_RUNS = 200;

interface Load {
  readonly workers: number;
  readonly pairs: number;
  readonly ms: number;
  readonly killS: number;
}

const SYNTAX = {
  options: {
    workers: { type: whole(1), default: 500 },
    pairs: { type: whole(1), default: 20_000 },
    ms: { type: decimal(0), default: 50 },
    kill: { type: decimal(0), default: 0 },
    role: { type: oneOf(['all', 'lead', 'work']), default: 'all' },
    url: { type: text('URL'), default: '' },
    out: { type: text('FILE'), default: '' },
    first: { type: whole(0), default: 0 },
  },
} as const satisfies ToolSyntax;

export async function main(args: readonly string[]): Promise<number> {
  const { values } = toolArguments(SYNTAX, args, 'fleet-load');
  const { workers, pairs, ms, kill: killS } = values;
  if (values.role !== 'all') endWithParent();
  if (values.role === 'lead') return leadHere(values.url, values.out, pairs);
  if (values.role === 'work') return workHere(values.url, values.out, { workers, pairs, ms, killS }, values.first);
  return measure({ workers, pairs, ms, killS });
}

/** Ends this process when its parent has ended, in whatever way. */
function endWithParent(): void {
  process.stdin.on('close', () => process.exit(1));
  process.stdin.resume();
  (process.stdin as Socket).unref();
}

const blackWins = (game: number) => (Math.imul(game + 7, 0x9e3779b1) >>> 16) % 3 !== 0;
const configFor = (out: string, pairs: number) => fakeConfig(out, { gamesPerPairing: pairs * 2 });

async function leadHere(url: string, out: string, pairs: number): Promise<number> {
  return leadOver(await openRedisTransport(url, () => {}), out, pairs, 'coordinator');
}

/** @param who coordinates, for the line that is printed */
async function leadOver(transport: Transport, out: string, pairs: number, who: string): Promise<number> {
  const start = performance.now();
  let first = 0;
  let games = 0;
  const onGame = () => {
    first ||= performance.now();
    games++;
  };
  const outcome = await runFleetMatch(configFor(out, pairs), { onGame }, new AbortController().signal, transport);
  const seconds = (performance.now() - (first || start)) / 1000;
  const { user, system } = process.cpuUsage();
  const share = (user + system) / 1e4 / ((performance.now() - start) / 1000);
  const mib = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `${who}: ${outcome.end}, ${games / 2} pairs in ${seconds.toFixed(1)} s: ${(games / 2 / seconds).toFixed(0)} pairs/s, ${share.toFixed(0)} % of a CPU, ${mib} MiB peak`,
  );
  await transport.close();
  return 0;
}

async function workHere(url: string, out: string, load: Load, first: number): Promise<number> {
  const stop = new AbortController();
  process.on('SIGTERM', () => stop.abort());
  const player = fakePlayer(configFor(out, load.pairs), blackWins, load.ms);
  const all = Array.from({ length: load.workers }, async (_, i) => {
    const name = `w${first + i}`;
    const transport = await openRedisTransport(url, () => {});
    const options = { facts: factsOf(name), slots: 1, prepare: async () => player, load: () => 0, onNotice: () => {} };
    await runWorker(options, transport, stop.signal, stop.signal);
    await transport.close();
  });
  await Promise.all(all);
  return 0;
}

/**
 * The same pairs with all slots in this process and no network in between: shows the overhead of the network, and the
 * present speed of the machine.
 */
async function playHere({ workers, pairs, ms }: Load, out: string): Promise<void> {
  const transport = new MemoryTransport();
  const stop = new AbortController();
  const player = fakePlayer(configFor(out, pairs), blackWins, ms);
  const options = {
    facts: factsOf('here'),
    slots: workers,
    prepare: async () => player,
    load: () => 0,
    onNotice: () => {},
  };
  const working = runWorker(options, transport, stop.signal, stop.signal);
  await leadOver(transport, out, pairs, 'without a wire, workers in the same process');
  stop.abort();
  await working;
}

/** @returns CPU time, s, and peak memory, MiB, of a process so far; null where the system does not report them */
function usedBy(pid: number | null): { readonly seconds: number; readonly mib: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_IN_A_SECOND, mib: Number(peak) / 1024 };
  } catch {
    return null;
  }
}

/** @returns description of the CPU time and peak memory of all of them */
function usedText(what: string, pids: readonly (number | null)[], seconds: number): string {
  const used = pids.map(usedBy).filter((one) => one !== null);
  const share = (100 * used.reduce((sum, one) => sum + one.seconds, 0)) / seconds;
  const mib = used.reduce((sum, one) => sum + one.mib, 0);
  return `${what}: ${share.toFixed(0)} % of a CPU, ${mib.toFixed(0)} MiB`;
}

async function measure(load: Load): Promise<number> {
  const { workers, pairs, ms, killS } = load;
  const folder = mkdtempSync(join(tmpdir(), 'tengen-fleet-load-'));
  const out = join(folder, 'm.jsonl');
  const redis = await RedisServer.open();
  // The usual lock of a fleet unless kills must be noticed: renewing short ones is additional load.
  const url = killS > 0 ? redis.url : `redis://127.0.0.1:${redis.port}`;
  const begin = (role: string, more: readonly string[]): ChildProcess => {
    const words = ['--role', role, '--url', url, '--out', out, '--pairs', `${pairs}`, '--ms', `${ms}`, ...more];
    // Each notices through its stdin when this process ends.
    return spawn(process.execPath, [process.argv[1], ...process.argv.slice(2, 3), ...words], {
      stdio: ['pipe', 'inherit', 'ignore'],
    });
  };
  let isOver = false;
  let runs = 0;
  let leader!: ChildProcess;
  const done = new Promise<void>((resolve) => {
    const lead = () => {
      runs++;
      leader = begin('lead', []);
      leader.on('exit', (code) => {
        if (code !== 0 && !isOver && runs < MAX_RUNS) lead();
        else resolve();
      });
    };
    lead();
  });
  const perProcess = killS > 0 ? 1 : WORKERS_IN_A_PROCESS;
  const crews = Array.from({ length: Math.ceil(workers / perProcess) }, (_, i) => {
    const count = Math.min(perProcess, workers - i * perProcess);
    return () => begin('work', ['--workers', `${count}`, '--first', `${i * perProcess}`]);
  });
  const crew: ChildProcess[] = [];
  // As a service manager would, restarts a worker that was killed, or that started while Redis was down.
  const hire = (index: number) => {
    crew[index] = crews[index]();
    crew[index].on('exit', () => {
      if (!isOver) setTimeout(() => !isOver && hire(index), 500);
    });
  };
  for (const index of crews.keys()) hire(index);
  const start = performance.now();
  let kills = 0;
  const below = integersBelow(seededRandom(1));
  const murder = async () => {
    while (killS > 0 && !isOver) {
      await sleep(killS * 1000);
      if (isOver) return;
      kills++;
      const kind = below(3);
      if (kind === 0) crew[below(crew.length)].kill('SIGKILL');
      else if (kind === 1) leader.kill('SIGKILL');
      else {
        await redis.kill();
        await redis.start();
      }
    }
  };
  const killing = murder();
  await done;
  isOver = true;
  const seconds = (performance.now() - start) / 1000;
  const crewIds = crew.map(({ pid }) => pid ?? null);
  console.log(
    `${usedText(`${crew.length} processes of workers`, crewIds, seconds)}; ${usedText('Redis', [redis.pid], seconds)}`,
  );
  for (const child of crew) child.kill('SIGKILL');
  await killing;
  const lines = readFileSync(out, 'utf8').split('\n').slice(1, -1);
  const wrong = lines.findIndex(
    (line, game) => gist(JSON.parse(line)) !== gist(fakeGame(configFor(out, pairs), game, blackWins)),
  );
  const isSame = lines.length === pairs * 2 && wrong < 0;
  const digest = createHash('sha256')
    .update(lines.map((line) => gist(JSON.parse(line))).join('\n'))
    .digest('hex');
  console.log(
    `${workers} workers, ${pairs} pairs of ${ms} ms: ${seconds.toFixed(1)} s in all, ${kills} kills, ${runs} coordinators; ` +
      `the file ${isSame ? 'equals that of a run on one machine' : `differs at line ${wrong}`} (${lines.length} games, ${digest.slice(0, 16)})`,
  );
  await redis.close();
  await playHere(load, join(folder, 'here.jsonl'));
  rmSync(folder, { recursive: true, force: true });
  return isSame ? 0 : 1;
}

/** A game without its players. */
function gist(game: object): string {
  return JSON.stringify({ ...game, worker: null });
}
