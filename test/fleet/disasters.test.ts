/**
 * A match by processes of the built program with random failures: every game is played and counts once, and the file is
 * that of a local run. One seed is one run; TENGEN_SLOW=1 runs twenty, and prints how long the next game took after
 * each event.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../src/core/random.ts';
import { casesOf, IS_SLOW, seedOf } from '../cases.ts';
import { temporaryFolder } from '../folder.ts';
import { type Running, start, tengen } from '../processes.ts';
import { comparable } from '../unit/measure/fleet/fake-match.ts';
import { BRAIN } from '../unit/measure/match/scripted.ts';
import { HAS_REDIS, type RedisServer } from './redis-server.ts';
import { redis } from './workers.ts';

const SEEDS = IS_SLOW ? Array.from({ length: 20 }, (_, i) => seedOf(i + 1)) : [seedOf(6)];
const GAMES = casesOf(40, 160);
const WORKERS = 3;
const EVENTS = casesOf(3, 5);
/** Longer than the lock of a task and the lease of a coordinator. */
const SLEEP_MS = 4000;

let folder = '';
let server: RedisServer;
beforeEach(async () => {
  folder = temporaryFolder();
  server = await redis();
});

const engine = (name: string) => ['-engine', `cmd=${BRAIN} sound`, `name=${name}`, 'delay=0', 'option.think_ms=3'];
const MATCH = [...engine('a'), ...engine('b'), '-games', `${GAMES}`, '-openings', 'file=openings.txt'];

const linesOf = (file: string) =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').split('\n').length - 2 : 0;

/** A match, its players, and the events that may happen to them. */
class Match {
  private coordinator: Running;
  private allowed: readonly string[] = [];
  private readonly workers = new Map<string, Running>();
  private hired = 0;
  /** Without an append-only file, a killed Redis comes back empty. */
  private redisOptions: readonly string[] = [];

  constructor() {
    this.coordinator = this.lead();
  }

  readonly events: Readonly<Record<string, () => Promise<void>>> = {
    'worker killed': async () => {
      const [name] = this.workers.keys();
      this.workers.get(name)!.child.kill('SIGKILL');
      this.workers.delete(name);
      this.hire();
    },
    'worker stopped': async () => {
      const [name] = this.workers.keys();
      await this.suspend(this.workers.get(name)!);
    },
    'coordinator killed': async () => {
      this.coordinator.child.kill('SIGKILL');
      await this.coordinator.ended;
      this.coordinator = this.lead();
    },
    'coordinator stopped': () => this.suspend(this.coordinator),
    'Redis killed': () => this.restartRedis(),
    'Redis killed, without its file': async () => {
      this.redisOptions = ['--appendonly', 'no'];
      await this.restartRedis(); // the first time, there is a file to lose
    },
    'Redis emptied': async () => {
      server.command('flushall');
    },
  };

  async begin(): Promise<void> {
    await expect.poll(this.coordinator.output).toMatch(/--allow "b=\w{64}"/);
    const words = [...this.coordinator.output().matchAll(/(--allow) "([^"]+)"/g)];
    this.allowed = words.flatMap(([, option, name]) => [option, name]);
    for (let i = 0; i < WORKERS; i++) this.hire();
    await this.nextGame();
  }

  /** @returns the time in ms until there is another game, or the match is over */
  async nextGame(): Promise<number> {
    const before = linesOf('m.jsonl');
    const startMs = performance.now();
    const isOn = () => linesOf('m.jsonl') > before || before === GAMES;
    await expect.poll(isOn).toBe(true);
    return performance.now() - startMs;
  }

  async end(): Promise<void> {
    const { ended, output } = this.coordinator;
    expect([await ended, output()]).toEqual([0, expect.stringMatching(`${GAMES} of ${GAMES} games`)]);
  }

  private lead(): Running {
    return start(['match', ...MATCH, '-fleet', server.url, '-out', 'm.jsonl'], { cwd: folder });
  }

  private hire(): void {
    const name = `w${++this.hired}`;
    const words = ['--slots', '1', '--no-speed', '--cache', 'cache', '--name', name];
    this.workers.set(name, start(['worker', server.url, ...words, ...this.allowed], { cwd: folder }));
  }

  private async suspend({ child }: Running): Promise<void> {
    child.kill('SIGSTOP');
    await sleep(SLEEP_MS);
    child.kill('SIGCONT');
  }

  private async restartRedis(): Promise<void> {
    await server.kill();
    await sleep(500);
    await server.start(...this.redisOptions);
  }
}

describe.skipIf(!HAS_REDIS)('disasters', () => {
  test.each(SEEDS)('seed %i: every game once, as in a local run', async (seed) => {
    const random = seededRandom(seed);
    const below = integersBelow(random);
    writeFileSync(join(folder, 'openings.txt'), 'h8i9\na1o15h8\ng7i7\nj10f6\nh8h9k4\n');
    const match = new Match();
    await match.begin();
    for (let i = 0; i < EVENTS && linesOf('m.jsonl') < GAMES; i++) {
      const what = Object.keys(match.events)[below(Object.keys(match.events).length)];
      await sleep(below(1500));
      await match.events[what]();
      const ms = await match.nextGame();
      if (IS_SLOW) console.log(`seed ${seed}: ${what}: the next game after ${(ms / 1000).toFixed(1)} s`);
    }
    await match.end();
    const here = tengen(['match', ...MATCH, '-out', 'here.jsonl'], { cwd: folder });
    expect(here.status).toBe(0);
    const text = readFileSync(join(folder, 'm.jsonl'), 'utf8');
    expect(comparable(text)).toEqual(comparable(readFileSync(join(folder, 'here.jsonl'), 'utf8')));
  });
});
