/** Whole matches: interruptions do not change the results. */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/core/errors.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import type { EngineSpec } from '../../../../src/measure/match/engine-spec.ts';
import { gamesInOrder, writeExports, writePsq } from '../../../../src/measure/match/game-files.ts';
import { liveEngines } from '../../../../src/measure/match/live-engines.ts';
import { type MatchConfig, type MatchOutcome, runMatch } from '../../../../src/measure/match/match.ts';
import type { FailedStart } from '../../../../src/measure/match/starts.ts';
import { type MatchHeader, ResultStore } from '../../../../src/measure/match/store.ts';
import { summarize } from '../../../../src/measure/match/summarize.ts';
import { summaryLines } from '../../../../src/measure/match/summary-text.ts';
import type { GameRecord } from '../../../../src/records/notation/game-record.ts';
import { parsePosMoves } from '../../../../src/records/notation/pos.ts';
import { parsePsq } from '../../../../src/records/notation/psq.ts';
import { parseSgf } from '../../../../src/records/notation/sgf.ts';
import { temporaryFolder } from '../../../folder.ts';
import { FREESTYLE_15, leftovers, scripted } from '../../../unit/measure/match/scripted.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(liveEngines()).toBe(0);
  expect(leftovers()).toEqual([]);
});

const OPENINGS = ['h8', 'h8i9', 'h8i9a1', 'h8i9a1o15'].map((text) => parsePosMoves(text)!);

function config(engines: readonly EngineSpec[], changes: Partial<MatchConfig> = {}): MatchConfig {
  return {
    engines,
    settings: FREESTYLE_15,
    openings: OPENINGS,
    openingOrder: { order: 'random', symmetry: 'cycle', seed: 1 },
    gamesPerPairing: 4,
    gauntlet: false,
    concurrency: 2,
    sprt: null,
    out: join(folder, 'games.jsonl'),
    fresh: false,
    ...changes,
  };
}

const idle = new AbortController().signal;

/** The part that must not depend on how often a match was interrupted. */
function essence(games: readonly GameRecord[]): unknown[] {
  return games.map(({ game, black, white, moves, result, reason }) => [game, black, white, moves, result, reason]);
}

function run(match: MatchConfig, stopAfter = Number.POSITIVE_INFINITY): Promise<MatchOutcome> {
  const stop = new AbortController();
  let games = 0;
  return runMatch(match, { onGame: () => void (++games >= stopAfter && stop.abort()) }, stop.signal);
}

const two = [scripted('sound', { name: 'one' }), scripted('sound', { name: 'two' })];

describe('stopped and resumed', () => {
  test('the results are those of an uninterrupted match', async () => {
    const whole = await run(config(two, { out: join(folder, 'whole.jsonl') }));
    expect(whole).toMatchObject({ end: 'done', resumedGames: 0 });
    const broken = config(two);
    expect((await run(broken, 2)).end).toBe('stopped');
    const rest = await run(broken);
    expect(rest.end).toBe('done');
    expect(rest.resumedGames).toBeGreaterThanOrEqual(2);
    const [a, b] = [await gamesInOrder(whole.file), await gamesInOrder(rest.file)];
    expect(a).toHaveLength(4);
    expect(essence(b)).toEqual(essence(a));
    expect(rest.standings.pairings).toEqual(whole.standings.pairings);
  });

  test('a game whose line was torn by a power cut is played again', async () => {
    const match = config(two, { gamesPerPairing: 4 });
    await run(match);
    const before = await gamesInOrder(match.out!);
    truncateSync(match.out!, readFileSync(match.out!).length - 40);
    const again = await run(match);
    expect(again.resumedGames).toBe(3);
    expect(essence(await gamesInOrder(match.out!))).toEqual(essence(before));
    for (const line of readFileSync(match.out!, 'utf8').trim().split('\n'))
      expect(() => JSON.parse(line)).not.toThrow();
  });

  test('a broken line before the last is an error, and nothing is lost', async () => {
    const match = config(two, { gamesPerPairing: 2 });
    await run(match);
    appendFileSync(match.out!, '{"type":\n{}\n');
    await expect(run(match)).rejects.toThrow(/games\.jsonl line 4/);
  });

  test.each([
    ['broken', '{"type":"ga\n'],
    ['broken, with empty lines after it', '\0\0\0\n\n\n'],
  ])('a last line that is %s does not prevent the games after it', async (_, text) => {
    const match = config(two, { gamesPerPairing: 4 });
    await run({ ...match, gamesPerPairing: 2 });
    const sound = readFileSync(match.out!, 'utf8');
    appendFileSync(match.out!, text);
    expect(await gamesInOrder(match.out!)).toHaveLength(2);
    expect((await run(match)).resumedGames).toBe(2);
    expect(await gamesInOrder(match.out!)).toHaveLength(4);
    const after = readFileSync(match.out!, 'utf8');
    expect(after.startsWith(sound)).toBe(true);
    for (const line of after.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  test.each(['notes without a line end', 'notes\nof two lines\n', '{"type":"game"}\n{"a":'])(
    'nothing is removed from a file that is not a match: %j',
    async (text) => {
      const match = config(two);
      writeFileSync(match.out!, text);
      for (const fresh of [false, true]) {
        await expect(run({ ...match, fresh })).rejects.toThrow(/games\.jsonl is no results file of a match/);
      }
      expect(readFileSync(match.out!, 'utf8')).toBe(text);
    },
  );

  test('more games resume the same file, fewer leave it unchanged', async () => {
    await run(config(two, { gamesPerPairing: 2 }));
    const more = await run(config(two, { gamesPerPairing: 4 }));
    expect(more).toMatchObject({ resumedGames: 2 });
    expect(more.standings.games).toBe(4);
    const fewer = await run(config(two, { gamesPerPairing: 2 }));
    expect(fewer.standings.games).toBe(2);
    expect(await gamesInOrder(fewer.file)).toHaveLength(4);
  });

  test('of three engines, an odd number of games is not extended into other pairings', async () => {
    const three = [...two, scripted('sound', { name: 'three' })];
    await run(config(three, { gamesPerPairing: 1 }));
    const before = readFileSync(join(folder, 'games.jsonl'), 'utf8');
    await expect(run(config(three, { gamesPerPairing: 2 }))).rejects.toThrow(
      /games\.jsonl: game 2 is one - three, expected two - one: its -games was odd/,
    );
    expect(readFileSync(join(folder, 'games.jsonl'), 'utf8')).toBe(before);
    expect((await run(config(three, { gamesPerPairing: 1 }))).resumedGames).toBe(3);
  });

  test('another match is not mixed in', async () => {
    await run(config(two, { gamesPerPairing: 2 }));
    const other = config(two, { gamesPerPairing: 2, openingOrder: { order: 'sequential', symmetry: 'none', seed: 1 } });
    await expect(run(other)).rejects.toThrow(
      /holds another match \(openingOrder order random, now sequential; openingOrder symmetry cycle, now none\): .*-fresh/,
    );
    const fresh = await run({ ...other, fresh: true });
    expect(fresh).toMatchObject({ resumedGames: 0, end: 'done' });
  });

  test('two runners do not write one file, and a dead one does not block it', async () => {
    const match = config(two, { gamesPerPairing: 2 });
    writeFileSync(`${match.out}.lock`, '999999999');
    // Awaited together, so that the error of either is handled, whenever it fails.
    const [first, second] = await Promise.allSettled([run(match), run(match)]);
    expect(first).toMatchObject({ status: 'fulfilled', value: { end: 'done' } });
    expect(second).toMatchObject({ status: 'rejected' });
    expect(String((second as PromiseRejectedResult).reason)).toMatch(/games\.jsonl is being written by process \d+/);
    expect(existsSync(`${match.out}.lock`)).toBe(false);
  });

  test('of runners that start at once, the first has the file before the second asks', async () => {
    const file = join(folder, 'new', 'games.jsonl');
    const header: MatchHeader = { type: 'match', format: 1, facts: {}, fingerprint: '0', startedAt: '' };
    const first = ResultStore.open(file, header, false, () => {});
    const isLocked = existsSync(`${file}.lock`);
    await (await first).close();
    expect(isLocked).toBe(true);
  });

  /** The disk is full during the write with this number, from 1: part of it remains. */
  async function fullAt(number: number): Promise<void> {
    const handle = await open(join(folder, 'any'), 'w');
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const write = prototype.appendFile;
    let writes = 0;
    vi.spyOn(prototype, 'appendFile').mockImplementation(async function (this: FileHandle, text) {
      if (++writes !== number) return write.call(this, text);
      await write.call(this, String(text).slice(0, 20));
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    });
  }

  test('a full disk ends the match in one line, and the same command resumes it', async () => {
    const match = config(two, { concurrency: 1 });
    await fullAt(3);
    await expect(run(match)).rejects.toThrow(
      `${match.out}: no space left on the disk: free disk space and run the same command again; ended games are kept`,
    );
    vi.restoreAllMocks();
    expect(await run(match)).toMatchObject({ end: 'done', resumedGames: 1 });
  });

  test('a full disk leaves no new results file without a match in it, and an empty one stays', async () => {
    const file = join(folder, 'games.jsonl');
    const header: MatchHeader = { type: 'match', format: 1, facts: {}, fingerprint: '0', startedAt: '' };
    await fullAt(1);
    await expect(ResultStore.open(file, header, false, () => {})).rejects.toThrow(/^ENOSPC/);
    vi.restoreAllMocks();
    expect(readdirSync(folder)).toEqual(['any']);
    writeFileSync(file, '');
    await fullAt(1);
    await expect(ResultStore.open(file, header, false, () => {})).rejects.toThrow(/^ENOSPC/);
    expect(readdirSync(folder)).toEqual(['any', 'games.jsonl']);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  test('a results file that cannot be opened is named with what is wrong', async () => {
    const match = config(two, { gamesPerPairing: 2 });
    const tried = (out: string, fresh = false) => run({ ...match, out, fresh });
    for (const fresh of [false, true])
      await expect(tried(folder, fresh)).rejects.toThrow(new UserError(`${folder}: a folder, expected a file`));
    writeFileSync(join(folder, 'file'), '');
    const inFile = join(folder, 'file', 'games.jsonl');
    await expect(tried(inFile)).rejects.toThrow(new UserError(`${join(folder, 'file')}: a file, expected a folder`));
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test('a full disk names the PSQ file that it cannot take, and the next run writes it', async () => {
    const match = config(two, { concurrency: 1, gamesPerPairing: 2 });
    const psq = join(folder, 'psq');
    const handle = await open(join(folder, 'any'), 'w');
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    vi.spyOn(prototype, 'writeFile').mockRejectedValue(
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    );
    const onGame = (record: GameRecord) => writePsq(psq, record);
    await expect(runMatch(match, { onGame }, idle)).rejects.toThrow(
      `${join(psq, '00001-one-two.psq')}: no space left on the disk: fix this and run the same command again; the results file has all games that ended`,
    );
    vi.restoreAllMocks();
    expect(readdirSync(psq)).toEqual([]);
    const { resumedGames, file } = await runMatch(match, { onGame }, idle);
    expect(resumedGames).toBe(1);
    await writeExports(await gamesInOrder(file), { psq, sgf: null, pgn: null });
    expect(readdirSync(psq)).toHaveLength(2);
  });

  test('part of a game that a full disk leaves does not damage the next one', async () => {
    const file = join(folder, 'games.jsonl');
    const header: MatchHeader = { type: 'match', format: 1, facts: {}, fingerprint: '0', startedAt: '' };
    await fullAt(3);
    const store = await ResultStore.open(file, header, false, () => {});
    const game = (number: number) => ({ type: 'game', game: number }) as GameRecord;
    const added = await Promise.allSettled([0, 1, 2].map((number) => store.add(game(number))));
    vi.restoreAllMocks();
    expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await store.close();
    expect(await gamesInOrder(file)).toEqual([game(0), game(2)]);
  });

  test('a rebuilt engine counts as another engine', async () => {
    const copy = join(folder, 'brain.mjs');
    const { argv } = scripted('sound');
    const source = readFileSync(argv[1], 'utf8');
    writeFileSync(copy, source);
    const engines = [two[0], scripted('sound', { name: 'two', argv: [argv[0], copy, 'sound'] })];
    await run(config(engines, { gamesPerPairing: 1 }));
    writeFileSync(copy, `${source}\n`);
    await expect(run(config(engines, { gamesPerPairing: 2 }))).rejects.toThrow(
      /holds another match \(engine two: its program has changed\)/,
    );
  });
});

test('another match is reported with its differences, setting by setting', async () => {
  await run(config(two, { gamesPerPairing: 1 }));
  const changed = (changes: Partial<EngineSpec>, others: Partial<MatchConfig> = {}) =>
    run(config([two[0], { ...two[1], ...changes }], { gamesPerPairing: 1, ...others }));
  await expect(changed({ nodes: 300 })).rejects.toThrow('(engine two: nodes none, now 300)');
  const time = { matchMs: null, turnMs: 50, incrementMs: 0 };
  await expect(changed({ time })).rejects.toThrow('(engine two: time for a move in ms 5000, now 50)');
  await expect(changed({ options: [['level', '3']] })).rejects.toThrow('(engine two: options none, now level=3)');
  await expect(changed({}, { settings: { ...FREESTYLE_15, rule: ruleFromCode(4)! } })).rejects.toThrow(
    '(rule freestyle, now renju)',
  );
  await expect(changed({}, { settings: { ...FREESTYLE_15, size: 20 }, gauntlet: true })).rejects.toThrow(
    '(size 15, now 20; gauntlet false, now true)',
  );
  await expect(run(config([...two, scripted('sound', { name: 'three' })]))).rejects.toThrow('(2 engines, now 3');
});

describe('engines that do not start', () => {
  const failed: FailedStart[] = [];
  const runWith = (engines: readonly EngineSpec[]) => {
    failed.length = 0;
    return runMatch(config(engines, { concurrency: 1 }), { onFailedStart: (one) => void failed.push(one) }, idle);
  };

  test('lose without a winner: after three tries they are dropped', async () => {
    const outcome = await runWith([two[0], scripted('dies-at-once', { name: 'dead' })]);
    expect(outcome).toMatchObject({ end: 'given-up', givenUp: [{ name: 'dead' }] });
    expect(outcome.givenUp[0].detail).toMatch(/exit code 7/);
    expect(failed.map(({ game, names, attempt }) => [game, names, attempt])).toEqual([
      [0, ['dead'], 1],
      [0, ['dead'], 2],
      [0, ['dead'], 3],
    ]);
    expect(await gamesInOrder(outcome.file)).toEqual([]);
    expect(outcome.standings.engines.map(({ games, failedStarts }) => [games, failedStarts])).toEqual([
      [0, 0],
      [0, 3],
    ]);
  });

  test('the others continue without them', async () => {
    const engines = [scripted('refuses', { name: 'dead' }), ...two];
    const outcome = await runWith(engines);
    expect(outcome).toMatchObject({ end: 'given-up', givenUp: [{ name: 'dead' }] });
    const games = await gamesInOrder(outcome.file);
    expect(games).toHaveLength(4);
    expect(new Set(games.flatMap(({ black, white }) => [black, white]))).toEqual(new Set(['one', 'two']));
    // The missing games are played once it starts.
    expect((await run(config([scripted('sound', { name: 'dead' }), ...two], { fresh: true }))).end).toBe('done');
  });

  test('both at once', async () => {
    const outcome = await runWith([scripted('dies-at-once', { name: 'a' }), scripted('refuses', { name: 'b' })]);
    expect(outcome.givenUp.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('one that starts at the second try plays every game', async () => {
    const moody = scripted(`starts-second-time ${join(folder, 'started')}`, { name: 'moody' });
    const outcome = await runWith([two[0], moody]);
    expect(outcome).toMatchObject({ end: 'done', givenUp: [] });
    expect(await gamesInOrder(outcome.file)).toHaveLength(4);
    expect(failed.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
  });
});

test('an engine that does not use its match time is reported, unless nodes limit it', async () => {
  const time = { matchMs: 600_000, turnMs: null, incrementMs: 0 };
  const engines = [
    scripted('scatters', { name: 'timed', time }),
    scripted('scatters', { name: 'by nodes', time, nodes: 1000 }),
  ];
  const match = config(engines, { gamesPerPairing: 2, openings: [], settings: { ...FREESTYLE_15, maxPlies: 24 } });
  const summary = summarize(match, await run(match));
  expect(summary.engines.map(({ clockUse }) => clockUse)).toEqual([0, null]);
  const warnings = summaryLines(summary).filter((line) => line.startsWith('warning'));
  expect(warnings).toEqual([expect.stringMatching(/^warning: timed used 0 % of its match time/)]);
});

describe('a match with bad engines continues to its end', () => {
  test('round-robin', async () => {
    const engines = [scripted('sound'), scripted('crashes'), scripted('refuses'), scripted('off-board 1')];
    const match = config(engines, { gamesPerPairing: 2, openings: [] });
    const outcome = await run(match);
    expect(outcome).toMatchObject({ end: 'given-up', givenUp: [{ name: 'refuses' }] });
    const totals = Object.fromEntries(outcome.standings.engines.map((engine) => [engine.name, engine]));
    expect(totals.sound).toMatchObject({ games: 4, wins: 4, crashes: 0, illegal: 0 });
    expect(totals.crashes.crashes).toBeGreaterThanOrEqual(2);
    expect(totals.refuses).toMatchObject({ games: 0, losses: 0 });
    expect(totals.refuses.failedStarts).toBeGreaterThanOrEqual(3);
    expect(totals['off-board 1'].illegal).toBeGreaterThanOrEqual(2);
    const summary = summarize(match, outcome);
    const best = [...summary.engines].sort((a, b) => b.elo - a.elo);
    expect(best[0].name).toBe('sound');
    expect(summaryLines(summary).join('\n')).toMatch(/rank +engine/);
  });

  test('reused processes play like new ones', async () => {
    const kept = two.map((engine) => ({ ...engine, restart: false }));
    const a = await run(config(kept, { out: join(folder, 'kept.jsonl') }));
    const b = await run(config(two));
    const [keptGames, newGames] = [await gamesInOrder(a.file), await gamesInOrder(b.file)];
    expect(essence(keptGames)).toEqual(essence(newGames));
    expect(keptGames.filter(({ blackSide }) => blackSide.startMs === 0).length).toBeGreaterThanOrEqual(1);
  });
});

describe('sequential test', () => {
  const sprt = { elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05, model: 'logistic' as const };

  test('stops when it is decided, and stays decided', async () => {
    const engines = [scripted('sound'), scripted('off-board 1')];
    const match = config(engines, { sprt, gamesPerPairing: 1000, openings: [] });
    const outcome = await run(match);
    expect(outcome.end).toBe('decided');
    expect(outcome.standings.sprt).toMatchObject({ verdict: 'H1' });
    expect(outcome.standings.games).toBeLessThan(100);
    const again = await run(match);
    expect(again).toMatchObject({ end: 'decided', resumedGames: outcome.standings.games });
    expect(again.standings.sprt!.pairs).toBe(outcome.standings.sprt!.pairs);
  });
});

describe('files', () => {
  test('PSQ, SGF and PGN hold every game', async () => {
    const { file } = await run(config(two, { gamesPerPairing: 3 }));
    const games = await gamesInOrder(file);
    const files = { psq: join(folder, 'psq'), sgf: join(folder, 'all.sgf'), pgn: join(folder, 'all.pgn') };
    await writeExports(games, files);
    const sgf = parseSgf(readFileSync(files.sgf, 'utf8'));
    expect(sgf.map(({ moves }) => moves.length)).toEqual(games.map(({ moves }) => parsePosMoves(moves)!.length));
    const psq = parsePsq(readFileSync(join(files.psq, '00002-two-one.psq'), 'latin1'));
    expect(psq).toMatchObject({ black: 'two', white: 'one', result: games[1].result });
    expect(readFileSync(files.pgn, 'utf8').match(/\[Result /g)).toHaveLength(3);
  });

  test.skipIf(process.platform === 'win32')('SGF and PGN are replaced, never written in place', async () => {
    const { file } = await run(config(two, { gamesPerPairing: 3 }));
    const games = await gamesInOrder(file);
    const files = { psq: null, sgf: join(folder, 'all.sgf'), pgn: join(folder, 'all.pgn') };
    const old = [files.sgf, files.pgn].map((path) => {
      writeFileSync(path, 'old');
      return openSync(path, 'r');
    });
    await writeExports(games, files);
    expect(old.map((handle) => readFileSync(handle, 'utf8'))).toEqual(['old', 'old']);
    for (const handle of old) closeSync(handle);
    const written = readFileSync(files.sgf, 'utf8');
    expect(parseSgf(written)).toHaveLength(3);
    // A failure leaves the file as it was, and no other file.
    const names = readdirSync(folder);
    await expect(writeExports([...games, { ...games[0], moves: 'none' }], { ...files, pgn: null })).rejects.toThrow();
    expect(readFileSync(files.sgf, 'utf8')).toBe(written);
    expect(readdirSync(folder)).toEqual(names);
  });

  test('two processes that write the same PSQ do not interfere', async () => {
    const { file } = await run(config(two, { gamesPerPairing: 1 }));
    const [game] = await gamesInOrder(file);
    const psq = join(folder, 'psq');
    await Promise.all([writePsq(psq, game), writePsq(psq, game)]);
    expect(readdirSync(psq)).toEqual(['00001-one-two.psq']);
  });

  test('a folder that cannot be created stops the match with a reason', async () => {
    writeFileSync(join(folder, 'taken'), '');
    await expect(runMatch(config(two, { out: join(folder, 'taken', 'games.jsonl') }), {}, idle)).rejects.toThrow(
      /taken: a file, expected a folder$/,
    );
  });
});
