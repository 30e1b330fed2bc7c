/** Who can do what in a fleet: each line of the section on trust in docs/guide/fleet.md. */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { engineHash, type MatchSpec, specOf } from '../../src/measure/fleet/match-spec.ts';
import { runFleetMatch } from '../../src/measure/fleet/match-work.ts';
import { prepareMatch } from '../../src/measure/fleet/play-match.ts';
import { openRedisTransport } from '../../src/measure/fleet/redis/transport.ts';
import { type Announcement, WIRE_VERSION } from '../../src/measure/fleet/wire.ts';
import { packEngine, sha256Of } from '../../src/measure/match/engine-pack.ts';
import { temporaryFolder } from '../folder.ts';
import { PROGRAM, start as startTengen } from '../processes.ts';
import { factsOf, fakeConfig } from '../unit/measure/fleet/fake-match.ts';
import { MemoryTransport } from '../unit/measure/fleet/memory-transport.ts';
import { scripted } from '../unit/measure/match/scripted.ts';
import { HAS_REDIS, LOCK } from './redis-server.ts';
import { closers, redis } from './workers.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const at = (name: string) => join(folder, name);

describe('an attacker who can write into Redis, toward a worker', () => {
  const engines = ['a', 'b'].map((name) => scripted('sound', { name, options: [['think_ms', '10']] }));
  const config = fakeConfig('m.jsonl', { engines, gamesPerPairing: 2 });
  const packs = engines.map((engine) => packEngine(engine));
  const spec = specOf(
    config,
    packs.map(({ pack }) => pack),
  );
  const allowed = new Set(spec.engines.map((engine) => `${engine.spec.name}=${engineHash(engine)}`));

  /** A worker gets a spec under an announcement that names the engines on its list. */
  async function given(change: (spec: MatchSpec) => unknown): Promise<string> {
    const bytes = Buffer.from(JSON.stringify(change(structuredClone(spec) as MatchSpec)));
    const files = new Map<string, Uint8Array>([[sha256Of(bytes), bytes]]);
    for (const { sources } of packs) for (const [sha256, file] of sources) files.set(sha256, readFileSync(file));
    const work: Announcement = {
      wire: WIRE_VERSION,
      kind: 'match',
      id: 'abc',
      title: 'a - b',
      spec: sha256Of(bytes),
      engines: spec.engines.map((engine) => ({ name: engine.spec.name, sha256: engineHash(engine) })),
      coordinator: 'nobody',
    };
    const options = { allowed: () => allowed, cache: at('cache'), nps: 1 };
    return prepareMatch(work, async (sha256) => files.get(sha256) ?? null, options, new AbortController().signal).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  }
  const first = (spec: MatchSpec, change: (engine: MatchSpec['engines'][number]) => object) => ({
    ...spec,
    engines: [{ ...spec.engines[0], ...change(spec.engines[0]) }, spec.engines[1]],
  });

  test('can make it play with the engines on its list, with other times, nodes and memory', async () => {
    expect(await given((spec) => spec)).toBe('taken');
    const time = { matchMs: 1, turnMs: 1, incrementMs: 0 };
    expect(await given((spec) => first(spec, (engine) => ({ spec: { ...engine.spec, time, nodes: 9 } })))).toBe(
      'taken',
    );
  });

  test('cannot run another program, other arguments or in another folder', async () => {
    const refused = /^not on this worker's allow list: --allow a=\w{64}$/;
    for (const change of [
      { argv: ['sh', '-c', 'id'] },
      { argv: [...packs[0].pack.argv, '--more'] },
      { files: [{ ...packs[0].pack.files[0], sha256: 'f'.repeat(64) }] },
    ]) {
      expect(await given((spec) => first(spec, ({ pack }) => ({ pack: { ...pack, ...change } })))).toMatch(refused);
    }
    expect(existsSync(at('cache/engines'))).toBe(false);
  });

  test('cannot send an engine anything else: other options are not on the list', async () => {
    const refused = /^not on this worker's allow list: --allow a=\w{64}$/;
    for (const options of [
      [['think_ms', '11']],
      [['book', '/home/user/x']],
      [],
      [
        ['think_ms', '10'],
        ['x', '1'],
      ],
    ]) {
      expect(await given((spec) => first(spec, (engine) => ({ spec: { ...engine.spec, options } })))).toMatch(refused);
    }
  });

  test('cannot turn a value into a command', async () => {
    const commands = '10\nYXSETDATABASE /tmp/x.db';
    for (const [change, line] of [
      [{ options: [['think_ms', commands]] }, /options\[0\]\[1\] "10\\nYX.*: expected a line/],
      [{ options: [[`x ${commands}`, '1']] }, /options\[0\]\[0\] "x 10\\nYX.*: expected a word/],
      [{ lineEnd: `\n${commands}\n` }, /lineEnd .*: expected "\\r\\n" or "\\n"/],
      [{ nodes: commands }, /nodes "10\\n.*: expected a whole number of at least 1/],
      [{ memoryBytes: commands }, /memoryBytes "10\\n.*: expected a whole number of at least 0/],
      [{ time: { matchMs: commands, turnMs: null, incrementMs: 0 } }, /time.matchMs "10\\n.*: expected a number/],
    ] as const) {
      expect(await given((spec) => first(spec, (engine) => ({ spec: { ...engine.spec, ...change } })))).toMatch(line);
    }
  });

  test('cannot write a file outside of its cache', async () => {
    const [file] = packs[0].pack.files;
    for (const path of ['../../x', '/tmp/x', 'a/../../x', 'c:x', 'a\\x', 'a\0']) {
      const change = ({ pack }: MatchSpec['engines'][number]) => ({ pack: { ...pack, files: [{ ...file, path }] } });
      expect(await given((spec) => first(spec, change))).toMatch(/files\[0\]\.path .*: expected a (path|line)/);
    }
    expect(readdirSync(folder)).toEqual(['cache']);
  });
});

test("a worker gets the files of the engines and the spec, nothing else from a coordinator's disk", async () => {
  const transport = new MemoryTransport();
  const config = fakeConfig(at('m.jsonl'));
  const stop = new AbortController();
  const leading = runFleetMatch(config, {}, stop.signal, transport, { tickMs: 10 });
  await expect.poll(() => transport.jobs.size).toBe(1);
  const [{ announcement }] = transport.jobs.values();
  const sent = config.engines.flatMap((engine) => [...packEngine(engine).sources.keys()]);
  expect([...transport.files.keys()].sort()).toEqual([...new Set([...sent, announcement.spec])].sort());
  const spec = Buffer.from(transport.files.get(announcement.spec)!).toString();
  expect(spec).not.toContain(folder);
  stop.abort();
  await leading;
});

describe.skipIf(!HAS_REDIS)('over Redis', () => {
  const start = (args: readonly string[], env?: NodeJS.ProcessEnv) => startTengen(args, { cwd: folder, env });

  test('unreadable data is skipped with a line, and ends neither a worker nor a coordinator', async () => {
    const server = await redis();
    const notices: string[] = [];
    const transport = await openRedisTransport(server.url, (line) => notices.push(line));
    closers.push(() => transport.close());
    const odd = ['{', 'null', '[]', '{"wire":3}', JSON.stringify({ wire: WIRE_VERSION, id: 'd4', title: '\x1b[2J' })];
    odd.forEach((text, i) => {
      server.command('hset', 'tengen:fleet:open', `d${i}`, text);
      server.command('sadd', 'tengen:fleet:workers', `w${i}`);
      server.command('set', `tengen:fleet:worker:w${i}`, text);
    });
    const card = { facts: factsOf('me'), slots: 1, working: null, busy: 0, tasksDone: 0, upMs: 1, refusals: {} };
    expect(await transport.heartbeat(card)).toEqual({ jobs: [], excluded: [] });
    const view = await transport.view();
    expect([view.jobs, view.workers.map(({ facts }) => facts.name)]).toEqual([[], ['me']]);
    expect(notices).toHaveLength(2 * odd.length);
    for (const line of notices) expect(line).toMatch(/^(job "d\d"|worker "w\d"): [ -~]*: ignored$/);
    // The next check prints nothing new.
    await transport.view();
    expect(notices).toHaveLength(2 * odd.length);
  });

  test('the password is on no command line, and engines do not get it', async () => {
    const server = await redis('--requirepass', 'SECRET');
    const url = `redis://127.0.0.1:${server.port}?${LOCK}`;
    const env = { TENGEN_REDIS_PASSWORD: 'SECRET' };
    writeFileSync(at('secret'), 'SECRET\n', { mode: 0o600 });
    const teller = `
      import { appendFileSync } from 'node:fs';
      appendFileSync(process.argv[2], JSON.stringify(process.env));
    `;
    writeFileSync(at('teller.mjs'), teller);
    const engine = (name: string) => [
      '-engine',
      `cmd=${process.execPath} ${at('teller.mjs')} ${at('told')}`,
      `name=${name}`,
    ];
    const leading = start(
      ['match', ...engine('a'), ...engine('b'), '-games', '2', '-fleet', url, '-out', 'm.jsonl'],
      env,
    );
    await expect.poll(leading.output).toMatch(/--allow "b=\w{64}"/);
    const list = [...leading.output().matchAll(/(--allow) "([^"]+)"/g)].flatMap(([, option, engine]) => [
      option,
      engine,
    ]);
    const working = start(['worker', url, '--no-speed', '--slots', '1', '--cache', 'cache', ...list], env);
    await expect.poll(() => existsSync(at('told'))).toBe(true);
    await leading.ended;
    const told = readFileSync(at('told'), 'utf8');
    expect([told.includes('"TENGEN_NO_FILES":"1"'), told.includes('SECRET')]).toEqual([true, false]);
    expect(`${leading.output()}${working.output()}`).not.toMatch(/SECRET|command line/);
    const file = await start(['fleet', `${url}&password-file=secret`]);
    expect([await file.ended, file.output()]).toEqual([0, expect.not.stringMatching(/SECRET/)]);
    const shown = start(['fleet', url.replace('//', '//:SECRET@')]);
    expect([await shown.ended, shown.output()]).toEqual([0, expect.stringMatching(/set TENGEN_REDIS_PASSWORD or use/)]);
    expect(shown.output()).not.toContain('SECRET');
  });

  test.each([
    ['worker', ['worker', 'URL', '--check']],
    ['fleet', ['fleet', 'URL']],
    ['match', ['match', '-engine', `cmd=${PROGRAM}`, '-engine', `cmd=${PROGRAM}`, '-fleet', 'URL']],
    ['selfplay', ['selfplay', '--out', 'x.tgs', '--fleet', 'URL']],
    ['book', ['book', 'expand', 'my.tbook', '--fleet', 'URL']],
  ])('tengen %s reads the password from the environment', async (_, words) => {
    const server = await redis('--requirepass', 'SECRET');
    copyFileSync(fileURLToPath(new URL('../../books/freestyle-15.tbook', import.meta.url)), at('my.tbook'));
    const args = words.map((word) => (word === 'URL' ? server.url : word));
    const wrong = start(args, { TENGEN_REDIS_PASSWORD: 'WRONG' });
    expect([await wrong.ended, wrong.output()]).toEqual([expect.any(Number), expect.stringMatching(/WRONGPASS/)]);
  });

  test('a worker whose Redis asks for a password meanwhile says so once', async () => {
    const server = await redis();
    const worker = start(['worker', server.url, '--no-speed', '--slots', '1']);
    await expect.poll(worker.output).toMatch(/^worker .*: 1 slot/m);
    server.command('config', 'set', 'requirepass', 'SECRET');
    server.command('-a', 'SECRET', '--no-auth-warning', 'client', 'kill', 'type', 'normal');
    await expect.poll(worker.output).toMatch(/NOAUTH/);
    // More heartbeats are rejected.
    const rejected = () => {
      const errors = server.command('-a', 'SECRET', '--no-auth-warning', 'info', 'errorstats');
      return Number(/^errorstat_NOAUTH:count=(\d+)/m.exec(errors)?.[1] ?? 0);
    };
    const before = rejected();
    await expect.poll(rejected).toBeGreaterThan(before + 2);
    expect(worker.output().match(/NOAUTH.*/g)).toEqual([
      'NOAUTH, a password is required: set TENGEN_REDIS_PASSWORD or use ?password-file=FILE)',
    ]);
  });
});
