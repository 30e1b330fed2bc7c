/** The built program's `tengen match`, from outside: options, signals, and being killed during a match. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { type Running, start, tengen } from '../processes.ts';
import { BRAIN } from '../unit/measure/match/scripted.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const match = (...args: string[]) => tengen(['match', ...args], { cwd: folder });

const sound = (name: string) => ['-engine', `cmd=${BRAIN} sound`, `name=${name}`, 'delay=0'];
const slow = (name: string) => [...sound(name), 'option.think_ms=40'];

interface Line {
  type: string;
  game: number;
  moves: string;
  result: string;
}

function games(file: string): Line[] {
  const lines: Line[] = readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return lines.filter(({ type }) => type === 'game').sort((a, b) => a.game - b.game);
}

describe('options', () => {
  test('help lists every option', () => {
    const { status, stdout } = match('--help');
    expect(status).toBe(0);
    for (const option of ['-engine', '-each', '-rule', '-openings', '-sprt', '-concurrency', '-html', '-suspend'])
      expect(stdout).toContain(`  ${option}`);
  });

  test.each([
    ['-html', 'a folder, expected a file'],
    ['-sgf', 'a folder, expected a file'],
    ['-pgn', 'a folder, expected a file'],
    ['-psq', 'a file, expected a folder'],
  ])('%s is rejected before the first game if it cannot be written', (option, reason) => {
    const path = join(folder, option === '-psq' ? 'file' : 'folder');
    if (option === '-psq') writeFileSync(path, '');
    else mkdirSync(path);
    const { status, stdout, stderr } = match(...sound('a'), ...sound('b'), '-games', '2', option, path);
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: `tengen match: ${option} ${path}: ${reason}\n`,
    });
  });

  test.each([
    [[], 2, /Usage/],
    [['-engine', 'cmd=x'], 2, /1 engines: expected two or more/],
    [['-engine', 'cmd=x', '-engine', 'name=y'], 2, /engine: cmd= is missing/],
    [['-engine', 'cmd=x', 'speed=3', '-engine', 'cmd=y'], 2, /engine x speed=: expected cmd, name/],
    [['-engine', 'cmd=x', 'tc=abc', '-engine', 'cmd=y'], 2, /engine x tc=abc: expected match\/turn\+increment/],
    [
      [...sound('a'), ...sound('b'), '-rule', '5'],
      2,
      /-rule 5: expected freestyle, standard, renju, caro, caro-exact, omok or code 0, 1/,
    ],
    [[...sound('a'), ...sound('b'), '-size', '99'], 2, /-size 99: expected a whole number from 5 to 26/],
    [[...sound('a'), ...sound('b'), '-games', '0'], 2, /-games 0: expected a whole number from 1/],
    [[...sound('a'), ...sound('b'), '-sprt', 'elo0=5', 'elo1=0'], 2, /expected elo0 below elo1/],
    [
      [...sound('a'), ...sound('b'), '-sprt', 'elo0=0', 'elo1=240', 'model=normalized'],
      2,
      /-sprt bound 240 in normalized Elo: expected at most 230/,
    ],
    [[...sound('a'), ...sound('b'), '-openings', 'file=nowhere.txt'], 2, /nowhere\.txt/],
    [[...sound('a'), ...sound('b'), '-wat'], 2, /-wat: unknown option; see tengen match --help/],
    [[...sound('a'), ...sound('b'), 'loose'], 2, /-engine loose: expected key=value/],
  ])('%j', (args, status, text) => {
    const result = match(...args);
    expect(result.status).toBe(status);
    expect(result.stdout + result.stderr).toMatch(text);
    expect(result.stderr.split('\n').length).toBeLessThanOrEqual(2);
  });
});

describe('a match', () => {
  test('text: progress, table, files', () => {
    const files = ['-psq', 'psq', '-sgf', 'a.sgf', '-pgn', 'a.pgn', '-out', 'a.jsonl'];
    const { status, stdout, stderr } = match(...sound('a'), ...sound('b'), '-games', '2', '-verbose', ...files);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/2 games; results in a\.jsonl/);
    expect(stdout).toMatch(/game 1: a - b 1-0, five, 9 stones/);
    expect(stdout).toMatch(/a - b: \+1 =0 -1 {2}score 50\.0 %/);
    expect(stdout).toMatch(/pairs by points 0, 1\/2, 1, 3\/2, 2: 0, 0, 1, 0, 0/);
    expect(readdirSync(join(folder, 'psq')).sort()).toEqual(['00001-a-b.psq', '00002-b-a.psq']);
    for (const file of ['a.sgf', 'a.pgn', 'a.jsonl']) expect(existsSync(join(folder, file))).toBe(true);
  });

  test('a missing engine ends it with an error, without a winner', () => {
    const { status, stdout, stderr } = match(...sound('a'), '-engine', 'cmd=/nowhere/brain', 'name=b', '-games', '2');
    expect(status).toBe(1);
    expect(stdout).toMatch(/game 1, try 3 of 3: b: cannot start "\/nowhere\/brain"/);
    expect(stdout).toMatch(/dropped: b; the remaining games are not played/);
    expect(stdout).not.toMatch(/Elo/);
    expect(stderr).toMatch(
      /^tengen match: b failed to start 3 times and was dropped: b: cannot start .*ENOENT \(no such file or folder\)\n$/,
    );
  });

  test('-rule exact', () => {
    const { status, stdout } = match(...sound('a'), ...sound('b'), '-games', '2', '-rule', 'exact', '-out', 'a.jsonl');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^standard 15x15, 2 of 2 games$/m)]);
  });

  test('JSON: the last line is the summary', () => {
    const { status, stdout } = match(...sound('a'), ...sound('b'), '-games', '2', '--json', '-out', 'a.jsonl');
    expect(status).toBe(0);
    const summary = JSON.parse(stdout.trim().split('\n').at(-1)!);
    expect(summary).toMatchObject({
      type: 'summary',
      end: 'done',
      gamesPlayed: 2,
      engines: [
        { name: 'a', wins: 1 },
        { name: 'b', wins: 1 },
      ],
    });
    expect(summary.pairings[0]).toMatchObject({ pairs: [0, 0, 1, 0, 0], estimate: { score: 0.5 } });
  });

  test('options from a JSON file, overridden by the command line', () => {
    const engine = (name: string) => ({ cmd: `${BRAIN} sound`, name, option: { think_ms: 0 } });
    const file = {
      engines: [engine('a'), engine('b')],
      each: { delay: 0, tc: '0/2' },
      rule: 1,
      size: 19,
      games: 4,
      swap2: false,
    };
    writeFileSync(join(folder, 'match.json'), JSON.stringify(file));
    const { status, stdout } = match('-config', 'match.json', '-games', '2', '-out', 'a.jsonl');
    expect(status).toBe(0);
    expect(stdout).toMatch(/standard 19x19, 2 of 2 games/);
  });
});

/** Starts a match that takes a few seconds and waits for its first games. */
async function begin(...args: string[]): Promise<Running> {
  const running = start(['match', ...args], { cwd: folder });
  await running.until(/^game .*\n(.*\n)*game /m);
  return running;
}

/** Linux: processes of the engines that a runner has started. */
function enginesOf(child: ChildProcess): string[] {
  if (process.platform !== 'linux') return [];
  const mark = `GOMOCUP_MATCH_CHILD=${child.pid}-`;
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

async function noneLeft(child: ChildProcess): Promise<void> {
  await expect.poll(() => enginesOf(child)).toEqual([]);
}

describe('interrupted', () => {
  const command = [...slow('a'), ...slow('b'), '-games', '8', '-concurrency', '2', '-verbose'];

  test('killed outright: no engine survives, and the rest is played as if nothing had happened', async () => {
    const { child, ended } = await begin(...command, '-out', 'killed.jsonl');
    child.kill('SIGKILL');
    await ended;
    await noneLeft(child);
    const played = games('killed.jsonl').length;
    expect(played).toBeLessThan(8);
    const rest = match(...command, '-out', 'killed.jsonl');
    expect(rest.stdout).toMatch(new RegExp(`8 games, ${played} of them already played`));
    expect(match(...command, '-out', 'whole.jsonl').status).toBe(0);
    const essence = (file: string) => games(file).map(({ game, moves, result }) => [game, moves, result]);
    expect(essence('killed.jsonl')).toEqual(essence('whole.jsonl'));
    expect(essence('whole.jsonl')).toHaveLength(8);
  });

  test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
    '%s: prints the standings and leaves nothing',
    async (signal) => {
      // More games than are played before the signal arrives.
      const { child, output, ended } = await begin(...command, '-games', '1000', '-out', 'a.jsonl');
      child.kill(signal);
      expect(await ended).toBe(130);
      await noneLeft(child);
      expect(output()).toMatch(/stopped; run the same command again to resume/);
      expect(games('a.jsonl').length).toBeGreaterThanOrEqual(2);
    },
  );
});
