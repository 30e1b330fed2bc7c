import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newGame, withPlies } from '../../../src/play/state/game-state.ts';
import { readRecord } from '../../../src/play/state/notation.ts';
import { readRule, variantOf } from '../../../src/play/state/variant.ts';
import { temporaryFolder } from '../../folder.ts';
import { type Ended, start, tengen } from '../../processes.ts';

let folder = '';
beforeAll(() => {
  folder = temporaryFolder();
});

const run = (args: readonly string[], input: readonly string[] = []): Ended =>
  tengen(args, { input, cwd: folder, env: { LC_ALL: 'C.UTF-8' } });

const play = (args: readonly string[], ...lines: string[]): string => {
  const { status, stdout, stderr } = run(['play', ...args], lines);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
};

describe('tengen play in a pipe', () => {
  test('plain text: no escape sequences, no prompt; ASCII on request', () => {
    const text = play(['--rule', 'renju', '--level', '3'], 'h8', 'why', 'moves', 'quit');
    expect(text).not.toContain('\x1b');
    expect(text).not.toContain('to move: ');
    expect(text).toMatch(/^tengen plays [A-O]\d+\.$/m);
    expect(text).toMatch(/^ 8 .*●/m);
    expect(text).toMatch(/^H8 [A-O]\d+$/m);
    expect(play(['--ascii', '--level', '3'], 'h8', 'quit')).toMatch(/^[\n -~]*$/);
  });

  test('the end of the input ends it, also during the questions', () => {
    expect(play([])).toContain('A game against tengen.');
    expect(play([], 'renju', '')).toContain('A game against tengen.');
    expect(play(['--level', '3'], 'h8')).toContain('tengen plays');
  });

  test('without options or answers, a move begins the default game', () => {
    const text = play([], 'h8', 'moves', 'quit');
    expect(text).toContain('freestyle, 15x15: Black ● you, White ○ tengen level 5');
    expect(text).toMatch(/^H8 [A-O]\d+$/m);
  });

  test('questions are part of the text, and their answers are ordinary lines', () => {
    const text = play(['--rule', 'renju', '--human-vs-human', '--black', 'H8 J10 J9 I8'], 'j8', 'n', 'j8', 'y', 'n');
    expect(text.match(/Play it anyway\? \(y\/n\)/g)).toHaveLength(2);
    expect(text).toContain('White wins after 5 moves: Black played a forbidden move.');
    expect(text).toContain('Play again? (y/n)');
    expect(play([])).toContain('Rule: freestyle, standard, renju, caro, caro-exact, omok [freestyle]');
  });

  test.each([
    ['freestyle', '15', []],
    ['exact', '15', []],
    ['renju', '15', []],
    ['caro', '15', []],
    ['caro-exact', '13x16', []],
    ['freestyle', '9', ['--win', '4']],
    ['freestyle', '10', ['--win', '6']],
    ['freestyle', '3', []],
    ['freestyle', '22', []],
  ])('the engine plays itself: %s on %s %j', (rule, size, more) => {
    const args = ['--engine-vs-engine', '--rule', rule, '--size', size, '--level', '4', '--seed', '5', ...more];
    const text = play(args);
    const [width, height = width] = size.split('x').map(Number);
    const variant = variantOf(readRule(rule), width, height, more.length > 0 ? Number(more[1]) : null);
    const record = /Record: ([\s\S]*?)\n *\d+ /.exec(text)?.[1].replace(/\s+/g, ' ') ?? '';
    const game = withPlies(newGame(variant), readRecord(record, variant) ?? []);
    expect(game.end).not.toBe(null);
    const result = { black: 'Black wins', white: 'White wins', draw: 'Drawn' }[game.end!.result];
    expect(text).toContain(`${result}${game.end!.result === 'draw' ? '' : ' with'}`);
  });

  test('the same seed repeats a game, another one does not', () => {
    const game = (seed: string) => play(['--engine-vs-engine', '--level', '6', '--seed', seed]);
    const [first, again, ...others] = ['1', '1', '2', '3', '4'].map(game);
    expect(again).toBe(first);
    expect(new Set(others.map((text) => /Record: .*/.exec(text)?.[0])).size).toBeGreaterThan(1);
  });

  test('the same seed draws the same moves of a book: in a second game, and after an undo', () => {
    const children = ['d4', 'e4', 'd3', 'c3'].map((name) => ` ${name} v=0 d=9\n`).join('');
    writeFileSync(join(folder, 'some.tbook'), `tengen-book 1 rule=freestyle size=9\ne5 v=0 d=9\n${children}`);
    const args = ['--book', 'some.tbook', '--size', '9', '--level', '10'];
    const answers = (seed: string, ...lines: string[]) =>
      [...play([...args, '--seed', seed], 'e5', ...lines, 'quit').matchAll(/^tengen plays (\w+)/gm)].map(
        ([, name]) => name,
      );
    for (const seed of [5, 6, 7]) {
      const [first, second] = answers(String(seed), 'new', 'e5');
      expect(answers(String(seed), 'undo', 'e5')).toEqual([first, first]);
      expect(answers(String(seed + 1))).toEqual([second]);
    }
  });

  test('without a seed, a random one is printed, and repeats the game', () => {
    const text = play(['--engine-vs-engine', '--level', '5']);
    const seed = /--seed (\d+)\)/.exec(text)?.[1] ?? '';
    expect(play(['--engine-vs-engine', '--level', '5', '--seed', seed])).toBe(text);
  });

  test('files', () => {
    const lines = [
      'save a.psq',
      'save a.sgf',
      'save a.psq',
      'n',
      'new',
      'load a.psq',
      'moves',
      'save no/such/b.psq',
      'quit',
    ];
    const text = play(['--rule', 'exact', '--human-vs-human', '--moves', 'h8 i9 a1'], ...lines);
    expect(text).toContain('Saved as a.sgf.');
    expect(text).toContain('Loaded a.psq: 3 moves.');
    expect(text).toContain('save no/such/b.psq: no such file or folder');
    expect(readFileSync(join(folder, 'a.psq'), 'utf8')).toContain('8,8,0\r\n9,7,0\r\n1,15,0\r\n');
    expect(play(['--load', 'a.sgf'], 'moves', 'quit')).toContain('H8 I9 A1');
  });

  test('a record that begins with a pass', () => {
    expect(play(['--rule', 'renju', '--moves', '- H8 - H9'], 'moves', 'quit')).toContain('pass H8 pass H9');
    const looked = run(['analyze', '- H8', '--nodes', '500']);
    expect(looked.stdout).toContain('move 3, Black to move, last H8');
  });

  test.each([
    [['play', '--load', 'none.psq'], 'tengen play: --load none.psq: no such file or folder\n'],
    [['play', '--load', '.'], 'tengen play: --load .: a folder, expected a file\n'],
    [['play', '--seed', '-4'], 'tengen play: --seed -4: expected a whole number from 0 to 2147483647\n'],
    [['play', '--level', '12'], 'tengen play: --level 12: expected a whole number from 1 to 10\n'],
    [['play', '--moves', 'h8 h8'], 'tengen play: H8: already occupied by a black stone\n'],
    [
      ['analyze', '--rule', 'go'],
      'tengen analyze: --rule go: expected freestyle, standard, renju, caro, caro-exact, omok or code 0, 1, 4, 8, 9 or 16\n',
    ],
    [['analyze', 'h8 h8'], 'tengen analyze: H8: already occupied by a black stone\n'],
    [['analyze', 'h8', '--multipv', '0'], 'tengen analyze: --multipv 0: expected a whole number from 1 to 16\n'],
    [
      ['analyze', 'h8', '--solve', '--multipv', '2'],
      'tengen analyze: --multipv 2 with --solve: expected a single line\n',
    ],
  ])('%j is wrong usage', (args, message) => {
    expect(run(args)).toEqual({ status: 2, stdout: '', stderr: message });
  });

  test.each(['play', 'analyze'])('tengen %s --help', (name) => {
    const { status, stdout } = run([name, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: tengen ${name} `));
    expect(run(['--help']).stdout).toContain(`\n  ${name} `);
  });
});

describe('tengen analyze', () => {
  test('board, lines with scores, threats', () => {
    const { status, stdout } = run(['analyze', 'h8 h9 i8 g8 j9', '--nodes', '20000', '--multipv', '3']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ 8 .*○─●─●/m);
    expect(stdout).toContain('freestyle, 15x15: move 6, White to move, last J9');
    for (const number of [1, 2, 3])
      expect(stdout).toMatch(new RegExp(`^${number}\\. (score|wins|loses).*: [A-O]\\d+`, 'm'));
    expect(stdout).toContain('White has no threats.');
  });

  test.each([
    [['h8 a1 i8 a2 j8 a3 k8', '--nodes', '20000'], '1 line of 3: after any other move, Black wins at once.'],
    [['h8 a1 i8 a2 j8 a3 k8 a4', '--nodes', '20000'], '2 lines of 3: no other move wins at once.'],
    [
      ['h8 h9', '--nodes', '20'],
      '1 line of 3: the search ended before it found them all; increase the time, nodes or depth.',
    ],
  ])('%j: the reason for missing lines', (args, why) => {
    const { stdout } = run(['analyze', ...args, '--multipv', '3']);
    expect(stdout).toMatch(/^1\. /m);
    expect(stdout.split('\n')).toContain(why);
  });

  test('an imminent win, and threats to stop', () => {
    const { stdout } = run(['analyze', 'h8 a1 i8 a2 j8 a3', '--depth', '6']);
    expect(stdout).toMatch(/^1\. wins in 2 moves/m);
    expect(stdout).toContain('Black threatens to make a four that one move cannot stop, at G8 or K8.');
    expect(stdout).toContain('White can make a four that must be answered');
  });

  test('--solve proves a long win by threats before the main search begins, and shows it', () => {
    const args = ['analyze', 'D6 F7 G6 E9 F5 E5 E6 F6', '--nodes', '120000'];
    const win = /^1\. wins in (\d+) moves, depth (\d+): (.*)$/m;
    const [, , depth] = win.exec(run(args).stdout) ?? [];
    expect(Number(depth)).toBeGreaterThan(8);
    const [, moves, depthSolved, line] = win.exec(run([...args, '--solve']).stdout) ?? [];
    expect(Number(depthSolved)).toBe(1);
    expect(Number(moves)).toBeGreaterThan(9);
    expect(line.split(' ').length).toBeGreaterThan(16);
  });

  test('forbidden points, and games that are over', () => {
    const renju = run(['analyze', 'h8 - j10 - j9 - i8 -', '--rule', 'renju', '--nodes', '2000']).stdout;
    expect(renju).toContain('Forbidden to Black: J8 (double-three).');
    const over = run(['analyze', 'a1 b1 a2 b2 a3', '--size', '3']).stdout;
    expect(over).toContain('Black has won');
    const foul = run(['analyze', 'h8 pass j10 pass j9 pass i8 pass j8', '--rule', 'renju']).stdout;
    expect(foul).toContain('White has won: Black played a forbidden move');
  });

  test('--json', () => {
    const { stdout } = run(['analyze', 'h8 i9 j8', '--nodes', '20000', '--multipv', '2', '--json']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      rule: 'freestyle',
      ruleCode: 0,
      winLength: 5,
      width: 15,
      height: 15,
      moves: 'H8 I9 J8',
      sideToMove: 'white',
      result: null,
      isStopped: false,
      forbidden: [],
    });
    expect(report.lines).toHaveLength(2);
    expect(report.lines[0].score).toBeGreaterThanOrEqual(report.lines[1].score);
    for (const { pv } of report.lines) {
      for (const { name, x, y } of pv) expect(name).toBe(`${String.fromCharCode(65 + x)}${15 - y}`);
    }
    const renju = JSON.parse(
      run(['analyze', 'h8 - j10 - j9 - i8 -', '--rule', 'renju', '--nodes', '2000', '--json']).stdout,
    );
    expect(renju.forbidden).toEqual([{ name: 'J8', x: 9, y: 7, kind: 'double-three' }]);
  });

  test.skipIf(process.platform === 'win32')('Ctrl-C ends the search with the best line so far', async () => {
    const { child, output, ended } = start(['analyze', 'h8 i9 i8', '--time', 'off']);
    // The board has been printed, so the search has begun.
    child.stdout.once('data', () => child.kill('SIGINT'));
    expect(await ended).toBe(0);
    expect(output()).toMatch(/^1\. .*: [A-O]\d+/m);
    expect(output()).toContain(', stopped;');
  });
});
