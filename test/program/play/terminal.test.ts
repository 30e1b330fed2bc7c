import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BLACK, type Color, WHITE } from '../../../src/core/color.ts';
import type { XY } from '../../../src/core/point.ts';
import { picked, seededRandom } from '../../../src/core/random.ts';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../../../src/play/state/game-state.ts';
import { labelOf, readRecord } from '../../../src/play/state/notation.ts';
import { readRule, variantOf } from '../../../src/play/state/variant.ts';
import { cellAt, emptyPoints, isFoul } from '../../../src/rules/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { Screen } from '../../unit/cli/play/screen.ts';
import { greedyPlayer } from '../simple-players.ts';
import { HAS_PTY, Pty, type PtyOptions } from './pty.ts';

let folder = '';
beforeAll(() => {
  folder = temporaryFolder();
});

const open: Pty[] = [];
afterEach(() => {
  for (const pty of open.splice(0)) pty.kill();
});

function start(args: readonly string[], options?: PtyOptions): Pty {
  const pty = new Pty(args, options);
  open.push(pty);
  return pty;
}

const PLAY_AGAIN = /^Play again\? \(y\/n\) $/;
const TO_MOVE = /^(Black|White) to move: $/;

/** Reads the stones from the screen, wherever the board is. */
function stonesOn(screen: Screen, width: number, height: number): Uint8Array {
  const cells = new Uint8Array(width * height);
  for (let row = 1; row <= height; row++) {
    const line = screen.text
      .split('\n')
      .findLast(
        (text) => text.startsWith(`${String(row).padStart(2)} `) || text.startsWith(`${String(row).padStart(2)}(`),
      );
    expect(line, `row ${row} of\n${screen.text}`).toBeDefined();
    for (let x = 0; x < width; x++) {
      const symbol = line![3 + 2 * x];
      const color = '●◆X#'.includes(symbol) ? BLACK : '○◇O@'.includes(symbol) ? WHITE : 0;
      cells[(height - row) * width + x] = color;
    }
  }
  return cells;
}

/** The stone that the screen shows in addition to the game; null if it shows the same. */
function newStone(game: GameState, cells: Uint8Array): XY | null {
  const { position } = game;
  const added = Array.from(cells, (cell, i) => ({
    cell,
    x: i % position.width,
    y: Math.floor(i / position.width),
  })).filter(({ cell, x, y }) => cell !== cellAt(position, x, y));
  expect(added.length).toBeLessThan(2);
  return added.length === 0 ? null : { x: added[0].x, y: added[0].y };
}

interface Played {
  readonly game: GameState;
  readonly pty: Pty;
}

/** Plays a whole game by reading the screen and typing; the person plays greedily. */
async function playGame(
  rule: string,
  size: [number, number],
  win: number | null,
  human: Color,
  seed: number,
  more: readonly string[],
  options: PtyOptions,
): Promise<Played> {
  const [width, height] = size;
  const args = [
    'play',
    '--rule',
    rule,
    '--size',
    `${width}x${height}`,
    '--begins',
    human === BLACK ? 'human' : 'engine',
    '--seed',
    String(seed),
    ...more,
  ];
  if (win !== null) args.push('--win', String(win));
  const pty = start(args, { env: { NO_COLOR: '1' }, ...options });
  const random = seededRandom(seed);
  let game = newGame(variantOf(readRule(rule), width, height, win));
  while (game.end === null) {
    if (sideToMove(game) === human) {
      await pty.prompt(TO_MOVE);
      let move = greedyPlayer(game, random);
      while (isFoul(game.position, game.variant.rule, move, human)) {
        move = picked(emptyPoints(game.position), random);
      }
      game = withPly(game, move);
      await pty.type(labelOf(move, height).toLowerCase());
    } else {
      const count = game.plies.length + 1;
      await pty.until(
        ({ text, beforeCursor }) =>
          PLAY_AGAIN.test(beforeCursor) || (TO_MOVE.test(beforeCursor) && text.includes(`Move ${count + 1}, `)),
      );
      const stone = newStone(game, stonesOn(pty.screen, width, height));
      expect(stone).not.toBe(null);
      game = withPly(game, stone!);
    }
  }
  await pty.prompt(PLAY_AGAIN);
  return { game, pty };
}

/** The text next to or below the board, on one line. */
function textOn(screen: Screen, width: number): string {
  const lines = screen.text.split('\n');
  const letters = lines.findIndex((line) => line.startsWith('   A B C'));
  const beside = lines.slice(0, letters + 1).map((line) => line.slice(3 + 2 * width));
  return [...beside, ...lines.slice(letters + 1)].join(' ').replace(/\s+/g, ' ').trim();
}

/** The record on the screen. */
function recordOn(screen: Screen, width: number): string {
  return /Record: (.*?) ?Play again/.exec(textOn(screen, width))?.[1] ?? '';
}

describe.skipIf(!HAS_PTY)('whole games on a pseudo-terminal (made by script of util-linux)', () => {
  test.each<[string, [number, number], number | null, Color, number, readonly string[], PtyOptions]>([
    ['freestyle', [15, 15], null, 1, 3, ['--level', '1'], {}],
    ['freestyle', [15, 15], null, 2, 4, ['--level', '3', '--ascii'], { rows: 24 }],
    ['exact', [15, 15], null, 1, 5, ['--level', '4'], { rows: 24 }],
    ['renju', [15, 15], null, 1, 6, ['--level', '5'], {}],
    ['renju', [15, 15], null, 2, 7, ['--level', '4'], { rows: 24 }],
    ['caro', [15, 15], null, 1, 8, ['--level', '3'], {}],
    ['caro-exact', [19, 13], null, 2, 9, ['--level', '4'], { columns: 50 }],
    ['freestyle', [7, 6], 4, 1, 10, ['--level', '4'], {}],
    ['freestyle', [3, 3], 3, 1, 11, ['--level', '7'], { columns: 30, rows: 20 }],
    ['freestyle', [12, 12], 6, 2, 12, ['--level', '2'], {}],
  ])('%s %j', async (...args) => {
    const { game, pty } = await playGame(...args);
    const { width, height } = game.variant;
    const moves = game.plies.length;
    const record = recordOn(pty.screen, width);
    expect(withPlies(newGame(game.variant), readRecord(record, game.variant)!)).toEqual(game);
    expect(textOn(pty.screen, width)).toMatch(
      game.end?.result === 'draw'
        ? `Drawn after ${moves} moves`
        : new RegExp(`(You|tengen) \\((Black|White)\\) wins? with \\d in a row after ${moves} moves`),
    );
    if (game.end?.result !== 'draw') expect(pty.screen.text).toMatch(/[◆◇#@]/);
    await pty.type('new');
    await pty.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && /Move [12], /.test(text));
    const fresh = stonesOn(pty.screen, width, height);
    expect(fresh.filter((cell) => cell !== 0).length).toBe(args[3] === BLACK ? 0 : 1);
    await pty.type('quit');
    expect(await pty.exit).toBe(0);
  });

  test('questions, a game, and another one', async () => {
    const pty = start(['play'], { env: { NO_COLOR: '1' } });
    for (const [question, answer] of [
      [/^Rule: .*\[freestyle\] $/, 'chess'],
      [/^Rule: .*\[freestyle\] $/, ''],
      [/^Board size: .*\[15\] $/, '3'],
      [/^Stones in a row.*\[3\] $/, ''],
      [/^Who plays Black.*\[human\] $/, ''],
      [/^Level.*\[5\] $/, '6'],
      [/^Engine time.*\[off\] $/, ''],
      [/^Random seed.*\[\d+\] $/, '12'],
    ] as const) {
      await pty.prompt(question);
      if (question.source.startsWith('^Board')) expect(pty.screen.text).not.toContain('rule "chess"');
      await pty.type(answer);
    }
    await pty.prompt(TO_MOVE);
    expect(pty.screen.text).toContain('freestyle, 3 in a row, 3x3: Black ● you, White ○ tengen level 6');
    expect(pty.screen.text).toContain('--seed 12)');
    await pty.type('b2');
    await pty.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && text.includes('tengen plays'));
    await pty.type('resign');
    await pty.prompt(PLAY_AGAIN);
    await pty.type('y');
    await pty.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && text.includes('New game.'));
    pty.press('\x04');
    expect(await pty.exit).toBe(0);
  });

  test('the board is redrawn in place, never cleared, in one write', async () => {
    const pty = start(['play', '--level', '4', '--seed', '2'], { rows: 30 });
    await pty.prompt(TO_MOVE);
    const before = pty.written.length;
    await pty.type('h8');
    await pty.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && text.includes('tengen plays'));
    await pty.type('why');
    await pty.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && text.includes('Best for Black'));
    const painted = pty.written.slice(before);
    expect(painted).not.toContain('\x1b[2J');
    expect(painted.split('\x1b[H').length).toBeGreaterThan(3);
    expect(painted).toContain('\x1b[0;48;5;179');
    expect(pty.screen.text.match(/A B C D E F G H I J K L M N O/g)).toHaveLength(1);
    expect(pty.screen.text.split('\n')[0]).toMatch(/^15 /);
  });

  test('no color with NO_COLOR, and ASCII in other character sets', async () => {
    const pty = start(['play', '--rule', 'renju', '--black', 'H8 J10 J9 I8'], {
      env: { NO_COLOR: '1', LC_ALL: 'de_DE.ISO-8859-1' },
    });
    await pty.prompt(TO_MOVE);
    expect(pty.written).not.toMatch(/\x1b\[[\d;]*m/);
    expect(pty.written).toMatch(/^[\x00-\x7f]*$/);
    expect(pty.screen.text).toMatch(/^ 8 .* X\(X\)3 /m);
    expect(pty.screen.text).toContain('3 double-three, 4 double-four, 6 overline: forbidden to Black');
  });

  test('on a terminal too narrow for gaps, and on one too narrow for the board', async () => {
    const narrow = start(['play', '--level', '3'], { columns: 20, rows: 60, env: { NO_COLOR: '1' } });
    await narrow.prompt(/^Black to move: $/);
    expect(narrow.screen.text).toContain('   ABCDEFGHIJKLMNO');
    await narrow.type('h8');
    await narrow.until(({ text }) => text.includes('tengen plays'));
    await narrow.type('a1 a1');
    await narrow.until(({ text }) => text.replace(/\s+/g, ' ').includes('nothing was played'));
    const asking = start(['play'], { columns: 30, rows: 30, env: { NO_COLOR: '1' } });
    await asking.prompt(/^> $/);
    expect(asking.screen.text.replace(/\s+/g, ' ')).toContain(
      'Rule: freestyle, standard, renju, caro, caro-exact, omok [freestyle]',
    );
    const tiny = start(['play', '--level', '3'], { columns: 16, rows: 60, env: { NO_COLOR: '1' } });
    await tiny.until(({ text }) => text.replace(/\s+/g, ' ').includes('too narrow'));
  });

  test('Enter makes a thinking engine move at once', async () => {
    const pty = start(['play', '--level', '10', '--time', '600', '--moves', 'h8 i9 i8']);
    await pty.prompt(/^Thinking: depth \d+.* \(Enter: move now\) $/);
    pty.press('\r');
    await pty.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && /tengen plays [A-O]\d+/.test(text));
    await pty.type('quit');
    expect(await pty.exit).toBe(0);
  });

  test('Ctrl-C exits, also during a search', async () => {
    const asking = start(['play', '--level', '3']);
    await asking.prompt(TO_MOVE);
    await asking.type('h8');
    await asking.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && text.includes('tengen plays'));
    asking.press('i9\x03');
    expect(await asking.exit).toBe(130);
    expect(asking.screen.text).toMatch(/Black to move: i9\nRecord: H8 [A-O]\d+$/);
    expect(asking.screen.beforeCursor).toBe('');
    const thinking = start(['play', '--level', '10', '--time', '600', '--moves', 'h8 i9 i8']);
    await thinking.prompt(/^Thinking/);
    thinking.press('\x03');
    expect(await thinking.exit).toBe(130);
    expect(thinking.screen.text).toMatch(/\nRecord: H8 I9 I8$/);
    expect(thinking.screen.beforeCursor).toBe('');
    const dumb = start(['play', '--level', '3', '--moves', 'h8 i9'], { env: { TERM: 'dumb' } });
    await dumb.prompt(TO_MOVE);
    dumb.press('\x03');
    expect(await dumb.exit).toBe(130);
    expect(dumb.screen.text).toMatch(/\nRecord: H8 I9$/);
  });

  test('20x20 on 80x24: the whole board, with the text and the clocks next to it', async () => {
    const pty = start(['play', '--size', '20', '--level', '3', '--clock', '5'], { rows: 24 });
    await pty.prompt(TO_MOVE);
    await pty.type('k10');
    await pty.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && text.includes('tengen plays'));
    const lines = pty.screen.text.split('\n');
    expect(lines[0]).toMatch(/^20 .*freestyle, 20x20: Black ●/);
    expect(lines[20]).toBe('   A B C D E F G H I J K L M N O P Q R S T');
    expect(textOn(pty.screen, 20)).toMatch(/Time left: Black 4:5\d, White (4:5\d|5:00)/);
    expect(pty.written).toContain('\x1b[0;48;5;179;38;5;16m●\x1b[0m');
    await pty.type('quit');
    expect(await pty.exit).toBe(0);
    expect(textOn(pty.screen, 20)).toMatch(/Record: K10 [A-T]\d+$/);
    expect(pty.screen.beforeCursor).toBe('');
  });

  test('the engine plays itself until it is stopped', async () => {
    const pty = start(['play', '--engine-vs-engine', '--level', '8', '--seed', '3'], { env: { NO_COLOR: '1' } });
    await pty.until(({ text }) => /Move [3-9], /.test(text));
    await pty.type('quit');
    expect(await pty.exit).toBe(0);
  });

  test('a clock runs visibly while a player thinks, and ends the game; a partly typed line is discarded', async () => {
    const pty = start(['play', '--clock', '0.2', '--size', '9'], { rows: 24, env: { NO_COLOR: '1' } });
    await pty.until(({ text, beforeCursor }) => TO_MOVE.test(beforeCursor) && /Black 0:1[0-2]/.test(text));
    pty.press('e');
    await pty.until(({ text, beforeCursor }) => beforeCursor.endsWith(': e') && /Black 0:(0[1-9]|1[01])/.test(text));
    await pty.prompt(PLAY_AGAIN);
    expect(textOn(pty.screen, 9)).toContain('wins after 0 moves: Black ran out of time.');
    await pty.type('n');
    expect(await pty.exit).toBe(0);
  });

  test('a game of the engine against itself is redrawn in place to the end, with its last moves next to the board', async () => {
    const pty = start(['play', '--engine-vs-engine', '--level', '4', '--seed', '3'], { rows: 24 });
    await pty.prompt(PLAY_AGAIN);
    expect(textOn(pty.screen, 15)).toMatch(/wins with 5 in a row after (2[3-9]|[3-9]\d|\d{3}) moves/);
    expect(pty.screen.text.split('\n')[0]).toMatch(/^15 /);
    const boards = pty.written.split('A B C D E F G H I J K L M N O').length - 1;
    expect(pty.written.split('\x1b[H').length - 1).toBeGreaterThanOrEqual(boards);
    await pty.type('n');
    expect(await pty.exit).toBe(0);
  });

  test('save, and load the saved game', async () => {
    const file = join(folder, 'game.sgf');
    const pty = start(['play', '--rule', 'renju', '--level', '3', '--moves', 'h8 i9 j10 k11'], { columns: 120 });
    await pty.prompt(TO_MOVE);
    await pty.type(`save ${file}`);
    await pty.until(({ text }) => text.includes('Saved as'));
    await pty.type(`save ${file}`);
    await pty.prompt(/Overwrite it\? \(y\/n\) $/);
    await pty.type('y');
    await pty.until(({ text }) => text.includes('Saved as'));
    expect(readFileSync(file, 'utf8')).toContain('RU[Renju]');
    await pty.type('new');
    await pty.until(({ text }) => text.includes('New game.'));
    await pty.type(`load ${file}`);
    await pty.until(({ text }) => text.includes('4 moves.'));
    await pty.type('moves');
    await pty.until(({ text }) => text.includes('H8 I9 J10 K11'));
    await pty.type(`load ${join(folder, 'missing.psq')}`);
    await pty.until(({ text }) => text.includes('no such file or folder'));
  });
});

describe('the screen of these tests', () => {
  test('behaves like a terminal', () => {
    const screen = new Screen(6, 3);
    screen.write('abcdefgh\r\nij\x1b');
    screen.write('[H12\x1b[K\x1b[2;2Hx\x1b[1Cy\x1b[3G\x1b[0Jz');
    expect(screen.text).toBe('12\ngxz');
    screen.write('\n\n\nend');
    expect(screen.text).toBe('\n\n   end');
    expect(() => screen.write('\x1b[?25x')).toThrow('escape sequence');
  });
});
