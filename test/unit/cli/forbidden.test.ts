import { describe, expect, test } from 'vitest';
import { COMMAND } from '../../../src/cli/forbidden.ts';
import { runCommand } from '../../../src/cli/run.ts';
import { captureOutput } from './capture.ts';

const written = captureOutput();

async function forbidden(args: readonly string[]) {
  const code = await runCommand(COMMAND, args);
  const lines = (code === 0 ? written.output : written.errors).trimEnd().split('\n');
  Object.assign(written, { output: '', errors: '' });
  return { code, lines };
}

/** Ten stones, Black in the middle and White along the right edge; Black to move. */
const GAME = 'd6i9 e7i7 e5i5 f6i3 b2i1'.replaceAll(' ', '');

describe('tengen forbidden', () => {
  test('draws the board, marks the points and explains each', async () => {
    expect(await forbidden([GAME, '--size', '9'])).toEqual({
      code: 0,
      lines: [
        '   a b c d e f g h i',
        ' 9 . . . . . . . . O',
        ' 8 . . . . . . . . .',
        ' 7 . . . . X . . . O',
        ' 6 . . . X 3 X . . .',
        ' 5 . . . . X . . . O',
        ' 4 . . . . . . . . .',
        ' 3 . . . . . . . . O',
        ' 2 . X . . . . . . .',
        ' 1 . . . . . . . . O',
        '',
        '1 forbidden point',
        'e6: double-three',
        '  three: d6 e6 f6, straight four at c6 or g6',
        '  three: e7 e6 e5, straight four at e8 or e4',
      ],
    });
  });

  test('names every reason at a point, and every line', async () => {
    // Black: a row of three, a gap and two; a column of three and a diagonal of three, both blocked at the far end.
    const game = 'b5e9 c5a1 d5i1 f5a9 g5i9 e8h1 e7b1 e6g1 f6c9 g7f1 h8h7'.replaceAll(' ', '');
    const { lines } = await forbidden([game, '--size=9']);
    const start = lines.indexOf('e5: overline, double-four');
    expect(lines.slice(start, start + 4)).toEqual([
      'e5: overline, double-four',
      '  row of 6: b5 c5 d5 e5 f5 g5',
      '  four: e8 e7 e6 e5, five at e4',
      '  four: e5 f6 g7 h8, five at d4',
    ]);
  });

  test('moves may be in several arguments and around the options', async () => {
    const inOne = await forbidden([GAME, '--size', '9']);
    expect(await forbidden(['d6i9e7', '--size', '9', 'i7e5i5', 'f6i3b2i1'])).toEqual(inOne);
  });

  test('the default is renju on 15 by 15', async () => {
    const { code, lines } = await forbidden(['h8']);
    expect(code).toBe(0);
    expect(lines[0]).toBe('   a b c d e f g h i j k l m n o');
    expect(lines[8]).toBe(' 8 . . . . . . . X . . . . . . .');
    expect(lines.slice(16)).toEqual(['', 'no forbidden points']);
  });

  test.each([
    ['0', 'freestyle'],
    ['1', 'standard'],
    ['2', 'rule 2'],
    ['8', 'caro'],
    ['caro-exact', 'caro-exact'],
  ])('rule %s forbids nothing', async (rule, name) => {
    const { code, lines } = await forbidden([GAME, '--size', '9', '--rule', rule]);
    expect(code).toBe(0);
    expect(lines.join('\n')).not.toMatch(/[346] X/);
    expect(lines.at(-1)).toBe(`${name} has no forbidden points: only renju and omok do`);
  });

  test('draws the smallest board', async () => {
    expect(await forbidden(['b2', '--size', '3'])).toEqual({
      code: 0,
      lines: ['   a b c', ' 3 . . .', ' 2 . X .', ' 1 . . .', '', 'no forbidden points'],
    });
  });

  test('a continuous renju game has the same fouls', async () => {
    expect(await forbidden([GAME, '--size', '9', '--rule', '6'])).toEqual(await forbidden([GAME, '--size', '9']));
  });

  test.each([
    [[], '0 moves: expected moves such as h8i9j10; see tengen forbidden --help'],
    [['h8!i9'], 'moves h8!i9: expected points such as h8i9j10, a letter and a number each'],
    [['h8h8'], 'moves h8h8: h8: already occupied'],
    [['h8p1'], 'moves h8p1: p1: off the 15x15 board'],
    [['h8', '--size', '2'], '--size 2: expected a whole number from 3 to 22'],
    [['h8', '--size', '23'], '--size 23: expected a whole number from 3 to 22'],
    [['h8', '--size', 'big'], '--size big: expected a whole number from 3 to 22'],
    [['h8', '--size', '9.5'], '--size 9.5: expected a whole number from 3 to 22'],
    [['h8', '--rule', '12'], expect.stringMatching(/^--rule 12: expected freestyle, .* or code 0, 1, 4, 8, 9 or 16$/)],
    [['h8', '--color', 'red'], '--color: unknown option; see tengen forbidden --help'],
    [['h8', '--size'], '--size: expected a value'],
    [['h8', '--size', '--rule', '4'], '--size: expected a value (write one that begins with a dash as --size=--rule)'],
  ])('%j: one line and code 2', async (args, message) => {
    const { code, lines } = await forbidden(args);
    expect({ code, lines: lines.map((line) => line.replace('tengen forbidden: ', '')) }).toEqual({
      code: 2,
      lines: [message],
    });
  });
});
