/** A fleet over a Redis started for the test, which is killed, emptied and cut off. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { beforeEach, describe, expect, test } from 'vitest';
import { runFleetMatch } from '../../src/measure/fleet/match-work.ts';
import { openRedisTransport } from '../../src/measure/fleet/redis/transport.ts';
import { parseRedisUrl } from '../../src/measure/fleet/redis/url.ts';
import type { Transport } from '../../src/measure/fleet/transport.ts';
import { type Announcement, WIRE_VERSION } from '../../src/measure/fleet/wire.ts';
import { type Prepared, runWorker } from '../../src/measure/fleet/worker.ts';
import type { MatchConfig, MatchEvents, MatchOutcome } from '../../src/measure/match/match.ts';
import { matchFacts } from '../../src/measure/match/match.ts';
import { fingerprintOf } from '../../src/measure/match/store.ts';
import { temporaryFolder } from '../folder.ts';
import { comparable, factsOf, fakeConfig, fakeGame, fakePlayer } from '../unit/measure/fleet/fake-match.ts';
import { Cable, freePort, HAS_REDIS, HAS_TLS, LOCK, RedisServer } from './redis-server.ts';
import { closers, redis } from './workers.ts';

const blackWins = (game: number) => (Math.imul(game + 7, 0x9e3779b1) >>> 16) % 3 !== 0;

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const at = (name: string) => join(folder, name);

async function open(url: string, notices: string[] = []): Promise<Transport> {
  const transport = await openRedisTransport(url, (line) => notices.push(line));
  closers.push(() => transport.close());
  return transport;
}

async function hire(
  url: string,
  name: string,
  prepared: Prepared,
  slots = 2,
  notices: string[] = [],
): Promise<Transport> {
  const transport = await open(url, notices);
  const stop = new AbortController();
  const onNotice = (line: string) => notices.push(line);
  const options = {
    facts: factsOf(name),
    slots,
    prepare: async () => prepared,
    load: () => 0,
    onNotice,
    heartbeatMs: 100,
  };
  const done = runWorker(options, transport, stop.signal, stop.signal);
  closers.push(() => {
    stop.abort();
    return done;
  });
  return transport;
}

async function lead(
  url: string,
  config: MatchConfig,
  events: MatchEvents = {},
  stop = new AbortController(),
  notices: string[] = [],
): Promise<MatchOutcome> {
  const transport = await open(url, notices);
  const onNotice = (line: string) => notices.push(line);
  return runFleetMatch(config, events, stop.signal, transport, { tickMs: 100, searchAfterMs: 1000, onNotice });
}

function expected(config: MatchConfig): string[] {
  const facts = matchFacts(config);
  const header = { type: 'match', format: 1, facts, fingerprint: fingerprintOf(facts), startedAt: '' };
  const games = Array.from({ length: config.gamesPerPairing }, (_, i) => fakeGame(config, i, blackWins));
  return comparable(`${[header, ...games].map((line) => JSON.stringify(line)).join('\n')}\n`);
}

const played = (name: string) => comparable(readFileSync(at(name), 'utf8'));

describe('addresses', () => {
  test.each([
    [
      'redis://host',
      { host: 'host', port: 6379, db: 0, tls: null, prefix: 'tengen', lockMs: 15_000, shown: 'redis://host' },
    ],
    [
      'rediss://fleet:se%40cret@10.0.0.1:7000/3?prefix=mine&lock=5',
      {
        host: '10.0.0.1',
        port: 7000,
        db: 3,
        username: 'fleet',
        password: 'se@cret',
        tls: {},
        prefix: 'mine',
        lockMs: 5000,
      },
    ],
    ['redis://[::1]:7000', { host: '::1', port: 7000 }],
  ])('%s', (text, address) => expect(parseRedisUrl(text)).toMatchObject(address));

  test.each([
    ['host', /fleet "host": expected redis:\/\/HOST/],
    ['http://host', /expected redis/],
    ['redis://host/x', /expected redis/],
    ['redis://host?prfix=a', /prfix=: expected prefix=, password-file=, ca=, lock=/],
    ['redis://host?lock=0', /lock=0: expected seconds/],
    ['redis://host?prefix=a:b', /prefix=a:b: expected letters/],
    ['redis://host?ca=x', /ca= expects rediss/],
  ])('%s is rejected, without showing its password', (text, line) => {
    expect(() => parseRedisUrl(text)).toThrow(line);
    expect(() => parseRedisUrl(text.replace('//', '//:secret@'))).not.toThrow(/secret/);
  });

  test('the password comes from the address, a file or the environment', () => {
    writeFileSync(at('secret'), 'from the file\nnot this\n');
    writeFileSync(at('empty'), '\n');
    const environment = { TENGEN_REDIS_PASSWORD: 'from the environment' };
    const file = `redis://fleet@host?password-file=${at('secret')}`;
    const password = (text: string) => parseRedisUrl(text, environment).password;
    expect(password('redis://fleet@host')).toBe('from the environment');
    expect(password(file)).toBe('from the file');
    expect(password('redis://:here@host')).toBe('here');
    expect(parseRedisUrl('redis://host', {}).password).toBeUndefined();
    expect(parseRedisUrl('redis://host', { TENGEN_REDIS_PASSWORD: '' }).password).toBeUndefined();
    expect(['redis://:here@host', 'redis://host', file].map((text) => parseRedisUrl(text).isPasswordShown)).toEqual([
      true,
      false,
      false,
    ]);
    expect(() => password(file.replace('fleet@', 'fleet:here@'))).toThrow(
      /a password and password-file=: expected one/,
    );
    expect(() => password(`redis://host?password-file=${at('none')}`)).toThrow(/none: no such file or folder$/);
    expect(() => password(`redis://host?password-file=${at('empty')}`)).toThrow(
      /empty: expected a password on its first/,
    );
  });
});

describe.skipIf(!HAS_REDIS)('a match over Redis', () => {
  test('the file is that of a run on one machine, and Redis keeps nothing except the files', async () => {
    const server = await redis();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 101 });
    await hire(server.url, 'slow', fakePlayer(config, blackWins, 40), 1);
    await hire(server.url, 'fast', fakePlayer(config, blackWins, 5), 3);
    expect((await lead(server.url, config)).end).toBe('done');
    expect(played('m.jsonl')).toEqual(expected(config));
    const kinds = () => {
      const keys = server.command('keys', '*').split('\n');
      return [...new Set(keys.flatMap((key) => (key === '' ? [] : [key.split(':').slice(0, 3).join(':')])))].sort();
    };
    // After the workers have been notified that the match is over.
    await expect
      .poll(kinds)
      .toEqual(['tengen:fleet:file', 'tengen:fleet:name', 'tengen:fleet:worker', 'tengen:fleet:workers']);
  });

  test('a job is deleted while workers sweep what is left of it', async () => {
    const server = await redis();
    const worker = new Redis(server.url);
    const transport = await openRedisTransport(server.url, () => {});
    let isOver = false;
    const sweeping = (async () => {
      while (!isOver) await worker.del('tengen:tasks-job:meta');
    })();
    for (let i = 0; i < 20; i++) await transport.forget('job');
    isOver = true;
    await sweeping;
    await transport.close();
    worker.disconnect();
  });

  test('a coordinator that leaves while it searches for lost tasks leaves no key of its queues', async () => {
    const server = await redis();
    const transport = await open(server.url);
    const ignore = () => {};
    // BullMQ searches every third of the lock time, and describes the queue in Redis again when it does.
    const searchMs = parseRedisUrl(server.url).lockMs / 3;
    const jobs = Array.from({ length: 60 }, async (_, i) => {
      const work: Announcement = {
        kind: 'match',
        id: `job${i}`,
        title: 'job',
        engines: [],
        wire: WIRE_VERSION,
        spec: '',
        coordinator: '',
      };
      const lead = await transport.lead(work, new Map(), async () => {}, ignore, ignore);
      await sleep(searchMs - 30 + i);
      await lead.leave(true);
    });
    await Promise.all(jobs);
    const keys = () => server.command('keys', '*').split('\n');
    // The mark of a search expires by itself.
    await expect.poll(() => keys().filter((key) => key.includes('job'))).toEqual([]);
  });

  test('a sequential test ends on all workers', async () => {
    const server = await redis();
    const sprt = { elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05, model: 'logistic' as const };
    const firstWins = (game: number) => game % 2 === 0 || game % 3 === 0;
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 1000, sprt });
    const notices: string[] = [];
    for (const name of ['one', 'two']) await hire(server.url, name, fakePlayer(config, firstWins, 20), 3, notices);
    const outcome = await lead(server.url, config);
    expect([outcome.end, outcome.standings.sprt?.verdict]).toEqual(['decided', 'H1']);
    await expect.poll(() => notices.filter((line) => line === 'a - b: finished')).toHaveLength(2);
  });

  test('Redis is killed during the match and comes back', async () => {
    const server = await redis();
    const notices: string[] = [];
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 120 });
    await hire(server.url, 'one', fakePlayer(config, blackWins, 20), 2, notices);
    let games = 0;
    const outcome = lead(server.url, config, { onGame: () => void games++ });
    await expect.poll(() => games).toBeGreaterThan(20);
    await server.kill();
    await expect.poll(() => notices.join('\n')).toMatch(/connection lost, reconnecting/);
    await server.start();
    expect((await outcome).end).toBe('done');
    expect(played('m.jsonl')).toEqual(expected(config));
    expect(notices.join('\n')).toMatch(/reconnected/);
  });

  test('Redis is emptied during the match: it is the transport, not the record', async () => {
    const server = await redis();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 80 });
    await hire(server.url, 'one', fakePlayer(config, blackWins, 20));
    let games = 0;
    const outcome = lead(server.url, config, { onGame: () => void games++ });
    await expect.poll(() => games).toBeGreaterThan(20);
    server.command('flushall');
    expect((await outcome).end).toBe('done');
    expect(played('m.jsonl')).toEqual(expected(config));
  });

  test('the connection of a worker is cut: it continues, and its pairs count once', async () => {
    const server = await redis();
    const cable = await new Cable(server.port).open();
    closers.push(() => cable.close());
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 200 });
    await hire(`redis://127.0.0.1:${cable.port}?${LOCK}`, 'far', fakePlayer(config, blackWins, 30));
    let games = 0;
    const outcome = lead(server.url, config, { onGame: () => void games++ });
    await expect.poll(() => games).toBeGreaterThan(10);
    cable.cut();
    await hire(server.url, 'near', fakePlayer(config, blackWins, 60));
    const before = games;
    // Long enough for its pairs to be offered again.
    await expect.poll(() => games).toBeGreaterThan(before + 40);
    cable.mend();
    expect((await outcome).end).toBe('done');
    expect(played('m.jsonl')).toEqual(expected(config));
  });

  test('a second coordinator with a separate file is rejected', async () => {
    const server = await redis();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 8 });
    const notices: string[] = [];
    const first = lead(server.url, config, {}, undefined, notices);
    await expect.poll(() => server.command('hkeys', 'tengen:fleet:open').length).toBeGreaterThan(5);
    await expect(lead(server.url, { ...config, out: at('other.jsonl') })).rejects.toThrow(
      /^a - b: already coordinated by process \d+ on .*: stop it first$/,
    );
    await hire(server.url, 'one', fakePlayer(config, blackWins));
    expect((await first).end).toBe('done');
  });

  test('the lease of a local process that is gone is released at once, that of another machine with this name is not', async () => {
    const server = await redis();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 8 });
    const id = fingerprintOf(matchFacts(config));
    const key = `tengen:fleet:lead:${id}`;
    const stop = new AbortController();
    const first = lead(server.url, config, {}, stop);
    await expect.poll(() => server.command('get', key)).toMatch(/"machine"/);
    const own = JSON.parse(server.command('get', key));
    stop.abort();
    await first;
    const gone = { ...own, pid: spawnSync('true').pid };
    // A live one would continue to renew it.
    const leaseOf = (holder: object) => server.command('set', key, JSON.stringify(holder), 'px', '600000');
    leaseOf({ ...gone, machine: 'another' });
    await expect(lead(server.url, config)).rejects.toThrow(/^a - b: already coordinated by process \d+ on /);
    if (own.machine === null) return; // only Linux distinguishes its machines
    leaseOf(gone);
    await hire(server.url, 'one', fakePlayer(config, blackWins));
    expect((await lead(server.url, config)).end).toBe('done');
  });

  test('a coordinator that cannot clean up in Redis leaves no connection open, which would keep its process running', async () => {
    const server = await redis();
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 8 });
    const id = fingerprintOf(matchFacts(config));
    const transport = await open(server.url);
    const spoil = () => void server.command('set', `tengen:tasks-${id}:meta`, 'no hash');
    const events: MatchEvents = { onGame: ({ game }) => (game === 7 ? spoil() : undefined) };
    const clients = () => server.command('client', 'list');
    const name = Buffer.from(`results-${id}`).toString('base64');
    const outcome = runFleetMatch(config, events, new AbortController().signal, transport, { tickMs: 100 });
    await expect.poll(clients).toContain(`name=tengen:${name}`);
    await hire(server.url, 'one', fakePlayer(config, blackWins));
    expect((await outcome).end).toBe('done');
    await transport.close();
    await expect.poll(clients).not.toContain(`name=tengen:${name}`);
  });

  test('pause, resume and exclude', async () => {
    const server = await redis();
    const boss = await open(server.url);
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 100 });
    const id = fingerprintOf(matchFacts(config));
    await hire(
      server.url,
      'cheat',
      fakePlayer(config, () => false, 20),
    );
    let games = 0;
    const outcome = lead(server.url, config, { onGame: () => void games++ });
    await expect.poll(() => games).toBeGreaterThan(10);
    await boss.setPaused(id, true);
    await expect.poll(async () => (await boss.view()).workers[0].busy).toBe(0);
    const atPause = games;
    expect((await boss.view()).jobs[0]).toMatchObject({ isPaused: true, hasCoordinator: true });
    await boss.setExcluded('cheat', true);
    await boss.setPaused(id, false);
    await hire(server.url, 'honest', fakePlayer(config, blackWins, 5));
    expect((await outcome).end).toBe('done');
    expect(atPause).toBeLessThan(100);
    expect(played('m.jsonl')).toEqual(expected(config));
  });

  test('a heartbeat of which Redis rejects a part fails', async () => {
    const server = await redis();
    const transport = await open(server.url);
    const card = { facts: factsOf('one'), slots: 1, working: null, busy: 0, tasksDone: 0, upMs: 0, refusals: {} };
    expect(await transport.heartbeat(card)).toEqual({ jobs: [], excluded: [] });
    server.command('set', 'tengen:fleet:excluded', 'no set');
    await expect(transport.heartbeat(card)).rejects.toThrow(/WRONGTYPE/);
  });

  test('a Redis that evicts keys is rejected, and so is a missing one', async () => {
    const server = await redis('--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru');
    await expect(open(server.url)).rejects.toThrow(/maxmemory-policy allkeys-lru can lose tasks: expected noeviction/);
    const port = await freePort();
    await expect(open(`redis://127.0.0.1:${port}`)).rejects.toThrow(/ECONNREFUSED.*: expected a running Redis server$/);
  });

  test('a server that accepts connections and never answers is rejected', async () => {
    const silent = createServer(() => {});
    closers.push(() => silent.close());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    await expect(open(`redis://127.0.0.1:${port}`)).rejects.toThrow(/timed out: expected a running Redis server$/);
  });
});

describe.skipIf(!HAS_TLS)('over TLS', () => {
  test('a match is played with a private authority; without it, or without TLS, access is rejected', async () => {
    const server = await RedisServer.openTls();
    closers.push(() => server.close());
    const { port, ca } = server;
    const url = `rediss://127.0.0.1:${port}?${LOCK}&ca=${ca}`;
    const config = fakeConfig(at('m.jsonl'));
    await hire(url, 'one', fakePlayer(config, blackWins, 5));
    expect((await lead(url, config)).end).toBe('done');
    expect(played('m.jsonl')).toEqual(expected(config));
    await expect(open(`rediss://127.0.0.1:${port}`)).rejects.toThrow(/certificate.*: expected a running Redis server$/);
    await expect(open(`redis://127.0.0.1:${port}`)).rejects.toThrow(/: expected a running Redis server$/);
    await expect(open(`${url}.none`)).rejects.toThrow(/^ca=.*none: no such file or folder$/);
  });
});

describe.skipIf(!HAS_REDIS)('a Redis user for the fleet', () => {
  test('the one in docs/guide/fleet.md may do everything that a fleet needs, with its own keys only', async () => {
    const docs = readFileSync(new URL('../../docs/guide/fleet.md', import.meta.url), 'utf8');
    const [, words] = /^ACL (SETUSER fleet .*)$/m.exec(docs)!;
    const server = await redis();
    expect(server.command('acl', ...words.split(' '))).toBe('OK\n');
    const url = `redis://fleet:SECRET@127.0.0.1:${server.port}?${LOCK}`;
    const notices: string[] = [];
    const config = fakeConfig(at('m.jsonl'), { gamesPerPairing: 100 });
    const cheat = fakePlayer(config, () => false, 20);
    await hire(url, 'cheat', cheat, 2, notices);
    const stop = new AbortController();
    const first = await lead(url, config, { onGame: ({ game }) => void (game === 20 && stop.abort()) }, stop, notices);
    expect(first.end).toBe('stopped');
    let games = 0;
    const second = lead(url, config, { onGame: () => void games++ }, undefined, notices);
    await expect.poll(() => games).toBeGreaterThan(5);
    const boss = await open(url);
    const id = fingerprintOf(matchFacts(config));
    await boss.setPaused(id, true);
    expect((await boss.view()).jobs[0]).toMatchObject({ isPaused: true, hasCoordinator: true });
    await boss.setExcluded('cheat', true);
    await boss.setPaused(id, false);
    await hire(url, 'honest', fakePlayer(config, blackWins, 5), 2, notices);
    expect((await second).end).toBe('done');
    expect(played('m.jsonl')).toEqual(expected(config));
    expect(notices.join('\n')).not.toMatch(/NOPERM/);
    const other = /NOPERM.*: expected a user with access to keys that begin with other: /;
    const as = ['--no-auth-warning', '--user', 'fleet', '--pass', 'SECRET'];
    for (const words of ['config set dir /tmp', 'module list', 'flushall', 'shutdown', 'acl list']) {
      expect(server.command(...as, ...words.split(' '))).toMatch(/^NOPERM/);
    }
    await expect(open(`${url}&prefix=other`)).rejects.toThrow(other);
    await expect(open(url.replace('SECRET', 'WRONG'))).rejects.toThrow(/WRONGPASS.*: expected user and password/);
  });
});
