/** A worker's side of a match: the commands to its engines. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runFleetMatch } from '../../src/measure/fleet/match-work.ts';
import { prepareMatch } from '../../src/measure/fleet/play-match.ts';
import { runWorker, type WorkerOptions } from '../../src/measure/fleet/worker.ts';
import { packEngine, packHash } from '../../src/measure/match/engine-pack.ts';
import type { MatchConfig } from '../../src/measure/match/match.ts';
import { temporaryFolder } from '../folder.ts';
import { factsOf, fakeConfig, fakePlayer } from '../unit/measure/fleet/fake-match.ts';
import { MemoryTransport } from '../unit/measure/fleet/memory-transport.ts';
import { BRAIN, scripted } from '../unit/measure/match/scripted.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

/** Records the commands to a brain, and passes them on. */
const LISTENER = `
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
const brain = spawn(process.execPath, [process.argv[3], 'sound'], { stdio: ['pipe', 'inherit', 'inherit'] });
process.stdin.on('data', (text) => { appendFileSync(process.argv[2], text); brain.stdin.write(text); });
process.stdin.on('end', () => brain.stdin.end());
`;

test('with -scaleto, a worker of half the speed gives its engines twice the time, and one of unknown speed plays none', async () => {
  const listener = join(folder, 'listener.mjs');
  writeFileSync(listener, LISTENER);
  const engines = ['a', 'b'].map((name) => {
    const argv = [process.execPath, listener, join(folder, `${name}.log`), BRAIN];
    const time = { matchMs: 60_000, turnMs: 5000, incrementMs: 0 };
    return scripted('sound', { name, argv, command: argv.join(' '), time, startTimeoutMs: 60_000 });
  });
  const config = fakeConfig(join(folder, 'm.jsonl'), { engines, gamesPerPairing: 2, scaleTo: 2000 });
  const allowed = allowedOf(config);
  const transport = new MemoryTransport();
  const stop = new AbortController();
  const notices: string[] = [];
  const hire = (name: string, nps: number | null) => {
    const options: WorkerOptions = {
      facts: { ...factsOf(name), nps },
      slots: 1,
      prepare: (work, file, signal) =>
        prepareMatch(work, file, { allowed: () => allowed, cache: join(folder, 'cache'), nps }, signal),
      load: () => 0,
      onNotice: (line: string) => notices.push(line),
      heartbeatMs: 10,
    };
    return runWorker(options, transport, stop.signal, stop.signal);
  };
  const leading = runFleetMatch(config, {}, new AbortController().signal, transport, { tickMs: 10 });
  const workers = [hire('unknown', null)];
  const refusal = 'a - b: not taken: its times are scaled by speed: run this worker without --no-speed';
  await expect.poll(() => notices).toContain(refusal);
  workers.push(hire('slow', 1000));
  expect((await leading).end).toBe('done');
  stop.abort();
  await Promise.all(workers);
  const games = readFileSync(join(folder, 'm.jsonl'), 'utf8').trim().split('\n').slice(1);
  expect(games.map((line) => JSON.parse(line).worker).map(({ name, timeScale }) => [name, timeScale])).toEqual([
    ['slow', 2],
    ['slow', 2],
  ]);
  for (const name of ['a', 'b']) {
    const told = readFileSync(join(folder, `${name}.log`), 'utf8');
    expect(new Set(told.match(/INFO timeout_\w+ \d+/g))).toEqual(
      new Set(['INFO timeout_turn 10000', 'INFO timeout_match 120000']),
    );
  }
});

test('a worker sends heartbeats while it checks a bench, and then joins the match', async () => {
  const [begun, heard] = ['begun', 'heard'].map((name) => join(folder, name));
  const script = join(folder, 'bench.mjs');
  // Prints its count after three heartbeats since the start of the bench.
  writeFileSync(
    script,
    `import { existsSync, writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(begun)}, '');
    const look = () => {
      if (existsSync(${JSON.stringify(heard)})) console.log('5 nodes');
      else setTimeout(look, 20);
    };
    look();`,
  );
  const argv = [process.execPath, script];
  const engines = ['a', 'b'].map((name) => scripted('sound', { name, argv, command: argv.join(' '), bench: 5 }));
  const config = fakeConfig(join(folder, 'm.jsonl'), { engines, gamesPerPairing: 2 });
  const allowed = allowedOf(config);
  const transport = new MemoryTransport();
  const stop = new AbortController();
  const notices: string[] = [];
  let heardCount = 0;
  const playing = { allowed: () => allowed, cache: join(folder, 'cache'), nps: null };
  const options: WorkerOptions = {
    facts: factsOf('one'),
    slots: 1,
    prepare: async (work, file, signal) => {
      await prepareMatch(work, file, playing, signal);
      return fakePlayer(config, () => true);
    },
    load: () => 0,
    onNotice: (line: string) => notices.push(line),
    onCard: () => {
      if (existsSync(begun) && ++heardCount === 3) writeFileSync(heard, '');
    },
    heartbeatMs: 10,
  };
  const leading = runFleetMatch(config, {}, stop.signal, transport, { tickMs: 10 });
  const worker = runWorker(options, transport, stop.signal, stop.signal);
  expect((await leading).end).toBe('done');
  expect(notices).toContain('a - b: playing, 1 at a time');
  stop.abort();
  await worker;
});

test('an engine without a bench that waits for commands gets the end of input', async () => {
  const script = join(folder, 'waits.mjs');
  writeFileSync(script, `process.stdin.resume().on('end', () => console.log('no bench here'));`);
  const argv = [process.execPath, script];
  const engines = ['a', 'b'].map((name) => scripted('sound', { name, argv, command: argv.join(' '), bench: 5 }));
  const config = fakeConfig(join(folder, 'm.jsonl'), { engines });
  const allowed = allowedOf(config);
  const transport = new MemoryTransport();
  const stop = new AbortController();
  const leading = runFleetMatch(config, {}, stop.signal, transport, { tickMs: 10 });
  await expect.poll(() => transport.jobs.size).toBe(1);
  const [{ announcement }] = transport.jobs.values();
  const playing = { allowed: () => allowed, cache: join(folder, 'cache'), nps: null };
  const preparing = prepareMatch(announcement, (sha256) => transport.file(sha256), playing, stop.signal);
  await expect(preparing).rejects.toThrow('engine a: its bench gives no node count: expected 5 nodes');
  stop.abort();
  await leading;
});

test('a worker that is stopped does not wait for a bench', async () => {
  const begun = join(folder, 'begun');
  const script = join(folder, 'bench.mjs');
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(begun)}, \`\${process.pid}\`);
    setTimeout(() => {}, 600_000);`,
  );
  const argv = [process.execPath, script];
  const engines = ['a', 'b'].map((name) => scripted('sound', { name, argv, command: argv.join(' '), bench: 5 }));
  const config = fakeConfig(join(folder, 'm.jsonl'), { engines });
  const allowed = allowedOf(config);
  const transport = new MemoryTransport();
  const [stop, drain] = [new AbortController(), new AbortController()];
  const notices: string[] = [];
  const options: WorkerOptions = {
    facts: factsOf('one'),
    slots: 1,
    prepare: (work, file, signal) =>
      prepareMatch(work, file, { allowed: () => allowed, cache: join(folder, 'cache'), nps: null }, signal),
    load: () => 0,
    onNotice: (line: string) => notices.push(line),
    heartbeatMs: 10,
  };
  const leading = runFleetMatch(config, {}, stop.signal, transport, { tickMs: 10 });
  const worker = runWorker(options, transport, drain.signal, new AbortController().signal);
  const pid = () => (existsSync(begun) ? Number(readFileSync(begun, 'utf8')) : 0);
  await expect.poll(pid).toBeGreaterThan(0);
  drain.abort();
  await worker;
  expect(notices).toEqual([]);
  await expect.poll(() => isThere(pid())).toBe(false);
  stop.abort();
  expect((await leading).end).toBe('stopped');
});

function allowedOf({ engines }: MatchConfig): Set<string> {
  return new Set(engines.map((engine) => `${engine.name}=${packHash(packEngine(engine).pack)}`));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
