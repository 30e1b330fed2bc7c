/** The examples of docs/guide, except those for pages, and the program that some of them call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { ROOT, run as runProgram, start, startChild, tengen } from '../processes.ts';

const PYTHON = ['python3', 'python'].find((name) => runProgram(name, ['--version']).status === 0);

const run = (command: string, args: readonly string[], input = '') =>
  runProgram(command, args, { cwd: ROOT, input, env: { PYTHONDONTWRITEBYTECODE: '1' } });
const batch = (input: string, ...options: string[]) => tengen(['analyze', '--batch', ...options], { input });

describe('the built program', () => {
  test('answers the queries sent before the input ended, errors too', () => {
    const queries = [1, 2, 3].map((id) => JSON.stringify({ id, moves: 'h8 i9'.slice(0, 3 * id), nodes: 2000 }));
    const { status, stdout, stderr } = batch(`${queries.join('\r\n')}\r\nhello\n{"cancel":9}`, '--threads', '2');
    expect([status, stderr]).toEqual([0, '']);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(5);
    expect(
      answers
        .map(({ id }) => id)
        .filter((id) => id > 0)
        .sort(),
    ).toEqual([1, 2, 3]);
    expect(answers).toContainEqual({
      id: null,
      error: 'line 4: "hello": expected a JSON object on one line',
      code: 'bad-request',
    });
    expect(answers).toContainEqual({ cancel: 9, cancelled: 0 });
  });

  test('ends at once if there are no queries, and rejects unknown ones', () => {
    expect(batch('')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { status, stderr } = batch('', '--nodes', '5');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^tengen analyze: --nodes: --batch only takes --threads and --table\n$/);
  });
});

describe('in JavaScript, with the package', () => {
  const folder = temporaryFolder();
  const example = (name: string, args: readonly string[], input = '') =>
    run(process.execPath, [`examples/${name}`, ...args], input);

  test('bot.mjs plays at a level, and passes on what is wrong', () => {
    const { status, stdout, stderr } = example('bot.mjs', ['2'], 'new\nH8\nh8\nundo\ncastle\nA1\n');
    expect([status, stderr]).toEqual([0, '']);
    const replies = stdout.trimEnd().split('\n');
    expect(replies).toHaveLength(6);
    expect(replies[0]).toBe('A new game: your move.');
    expect(replies[1]).toMatch(/^[A-O]\d+\.$/);
    expect(replies[2]).toBe('h8: point 7,7: expected an empty point, found a black stone');
    expect(replies[3]).toBe('The game so far: no moves.');
    expect(replies[4]).toMatch(/^castle: /);
    expect(replies[5]).toMatch(/^[A-O]\d+\.$/);
    expect(example('bot.mjs', ['11']).stderr).toBe('level 11: expected 1 to 10\n');
  });

  test('analyze.mjs prints the mistakes of a game, and writes them into an SGF', () => {
    const sgf = join(folder, 'annotated.sgf');
    const { status, stdout, stderr } = example('analyze.mjs', ['test/data/game.psq', sgf, '2000']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^11\. Black G12: [a-z-]+, lost \d+ %; better [A-O]\d+/m);
    expect(stdout).toMatch(/^White lost \d+ % per move on average\.$/m);
    expect(readFileSync(sgf, 'utf8')).toContain('C[Reviewed by tengen.');
    expect(example('analyze.mjs', ['package.json'])).toMatchObject({ status: 1, stdout: '' });
    expect(example('analyze.mjs', ['no.sgf']).stderr).toMatch(/^no\.sgf: ENOENT/);
  });

  test('games.mjs plays 100 games between two levels', () => {
    const file = join(folder, 'games.sgf');
    const { status, stdout, stderr } = example('games.mjs', [file, '100', '1', '4']);
    expect([status, stderr]).toEqual([0, '']);
    const [, points] = /level 1 - level 4: ([\d.]+) of 100\n$/.exec(stdout)!;
    expect(Number(points)).toBeLessThan(20);
    expect(readFileSync(file, 'utf8').match(/RE\[(?:B|W)\+\]|RE\[0\]/g)).toHaveLength(100);
  });

  test('tournament.mjs plays a round robin, once', () => {
    const file = join(folder, 'results.jsonl');
    const { status, stdout, stderr } = example('tournament.mjs', [file, '2']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/^game \d: (?:500|1000|2000) nodes - /gm)).toHaveLength(6);
    expect(stdout).toMatch(/\ndone\n$/);
    expect(example('tournament.mjs', [file, '2']).stdout).not.toMatch(/^game/m);
  });

  test('they are short', () => {
    for (const name of ['bot.mjs', 'analyze.mjs', 'games.mjs', 'tournament.mjs', 'web/react.jsx']) {
      expect(readFileSync(`${ROOT}examples/${name}`, 'utf8').split('\n').length, name).toBeLessThan(60);
    }
  });
});

describe.skipIf(PYTHON === undefined)('in Python', () => {
  test('batch.py prints the best lines of each position', () => {
    const { status, stdout, stderr } = run(PYTHON!, ['examples/batch.py']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/^H8.*\((black|white) to move\)$/gm)).toHaveLength(4);
    expect(stdout).toMatch(/^H8 A1 I8 A2 J8 A3 \(black to move\)\n +100 %/m);
  });

  test('position.py draws a position, and names a point off the board', () => {
    const { status, stdout, stderr } = run(PYTHON!, ['examples/position.py', 'h8 i9', 'h9']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^<svg [^>]*>\n<title>15x15, 3 stones<\/title>/);
    const refused = run(PYTHON!, ['examples/position.py', 'h8 z9']);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^tengen convert: .*off the 15x15 board\n$/);
  });

  test('review.py finds the mistakes of a game in a PSQ file', () => {
    const { status, stdout, stderr } = run(PYTHON!, ['examples/review.py', 'test/data/game.psq', 'freestyle', '5000']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^11\. Black G12 lost \d+ % of winning chance; better [A-O]\d+$/m);
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^\d+\. (Black|White) .*; better [A-O]\d+$/);
  });

  test('the pages contain the clients unchanged, and they are short', () => {
    const source = readFileSync(`${ROOT}examples/batch.py`, 'utf8');
    for (const page of ['batch', 'serve']) {
      const [, shown] = /```python\n(.*?)```/s.exec(readFileSync(`${ROOT}docs/guide/${page}.md`, 'utf8')) ?? [];
      expect(source, page).toContain(shown);
    }
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  describe('with a server', () => {
    const token = 'token-of-the-examples';
    let url = '';
    beforeAll(async () => {
      const env = { TENGEN_SERVE_TOKEN: token };
      const { output, until } = start(['serve', '--port', '0', '--engines', '1'], { env });
      await until(/\n/);
      url = /http:\S+/.exec(output())![0];
    });
    /** In the background: this process would not see what the server prints. */
    const runWith = async (args: readonly string[], input = '', given = token) => {
      const env = { PYTHONDONTWRITEBYTECODE: '1', TENGEN_SERVE_TOKEN: given };
      const child = startChild(PYTHON!, args, { cwd: ROOT, env });
      child.stdin.end(input);
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { stdout, stderr };
    };

    test('batch.py gets the same answers from it', async () => {
      const served = await runWith(['examples/batch.py', url]);
      expect(served.stderr).toBe('');
      const lines = (output: string) =>
        output
          .trimEnd()
          .split(/\n(?=H8)/)
          .sort();
      expect(lines(served.stdout)).toEqual(lines(run(PYTHON!, ['examples/batch.py']).stdout));
      const wrong = await runWith(['examples/batch.py', url], '', 'another-token-of-the-examples');
      expect(wrong.stderr).toMatch(/\nValueError: wrong token: expected the header Authorization: Bearer TOKEN\n$/);
    });

    test('bot.py plays, and passes on what is wrong', async () => {
      const says = ['new renju', 'H8', 'H8', 'hint', 'undo', 'castle', 'new chess', 'I9'];
      const { stdout, stderr } = await runWith(['examples/bot.py', url], `${says.join('\n')}\n`);
      expect(stderr).toBe('');
      const replies = stdout.trimEnd().split('\n');
      expect(replies).toHaveLength(8);
      expect(replies[0]).toBe('A new game of renju: your move.');
      expect(replies[1]).toMatch(/^[A-O]\d+ \(my win chance: \d+ %\)$/);
      expect(replies[2]).toBe('H8: already occupied by a black stone');
      expect(replies[3]).toMatch(/^Try [A-O]\d+\.$/);
      expect(replies[4]).toBe('The game so far: no moves.');
      expect(replies[5]).toMatch(/^Say a move such as H8/);
      expect(replies[6]).toMatch(/^rule chess: expected/);
      expect(replies[7]).toMatch(/^[A-O]\d+ \(my win chance/);
      expect(readFileSync(`${ROOT}examples/bot.py`, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    });

    test('bot.py notices the end of a game', async () => {
      // Black plays the bottom row, far from anything; the engine wins, or stops the row.
      const says = [...'ABCDEFGHIJKLMNO'].map((column) => `${column}1`);
      const { stdout } = await runWith(['examples/bot.py', url], `${says.join('\n')}\n`);
      expect(stdout).toMatch(/^[A-O]\d+\. White wins: five\. The next move starts a new game\.$/m);
    });
  });
});
