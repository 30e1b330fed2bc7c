/** Conversion from any notation into any other and back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  guessNotation,
  type Notation,
  notationOfName,
  readGames,
  remarkOn,
  writeGames,
} from '../../../../src/records/notation/convert.ts';
import { lineOf } from '../../../../src/records/notation/game-line.ts';
import { parsePosMoves } from '../../../../src/records/notation/pos.ts';
import { bareGame } from '../../../../src/records/notation/saved-game.ts';
import { formatSvg } from '../../../../src/records/notation/svg.ts';
import { savedGames } from '../../measure/match/arbitraries.ts';

const READABLE: readonly Notation[] = ['psq', 'sgf', 'jsonl', 'pos', 'pos-bottom', 'offset'];

describe('round trips', () => {
  test.each(READABLE.flatMap((first) => READABLE.map((second) => [first, second] as const)))(
    '%s and %s',
    (first, second) => {
      fc.assert(
        fc.property(savedGames(), (game) => {
          fc.pre(game.moves.length > 0);
          const defaults = { size: game.size, rule: game.rule };
          const [once] = readGames(writeGames([game], first), first, defaults);
          const [twice] = readGames(writeGames([once], second), second, defaults);
          const { size, moves, rule } = twice;
          expect({ size, moves, rule }).toEqual({ size: game.size, moves: game.moves, rule: game.rule });
          // Formats that store names and results keep them.
          if ([first, second].every((one) => ['psq', 'sgf', 'jsonl'].includes(one))) {
            expect(twice).toMatchObject({
              black: game.black,
              white: game.white,
              result: game.result,
              reason: game.reason,
            });
          }
        }),
        { numRuns: 30 },
      );
    },
  );

  test('several games in one file', () => {
    fc.assert(
      fc.property(fc.array(savedGames(), { minLength: 2, maxLength: 4 }), (games) => {
        for (const notation of ['sgf', 'jsonl'] as const) {
          expect(readGames(writeGames(games, notation), notation, { size: 15, rule: 0 })).toEqual(games);
        }
      }),
      { numRuns: 20 },
    );
  });
});

test.each([
  ['Piskvorky 15x15, 11:11, 0\n8,8,0\n', 'psq'],
  ['\n (;GM[4])', 'sgf'],
  ['{"type":"match"}\n', 'jsonl'],
  ['# openings\nh8i9\n', 'pos'],
  ['-1,2, 0,3', 'offset'],
])('%j is seen to be %s', (text, notation) => {
  expect(guessNotation(text)).toBe(notation);
});

test('file names', () => {
  expect(['a.PSQ', 'b.sgf', 'c.jsonl', 'd.svg', 'e.txt', 'f'].map(notationOfName)).toEqual([
    'psq',
    'sgf',
    'jsonl',
    'svg',
    null,
    null,
  ]);
});

test.each([
  ['h8h8', 'pos', /game 1: stone 2 at 7,7: on another stone/],
  ['a16', 'pos', /game 1: stone 1 at 0,15: off the 15x15 board/],
  ['{"type":"game"}', 'jsonl', /line 1: size missing: expected a whole number from 3 to 26/],
  ['{"type":"match"}\n', 'jsonl', /no moves: expected a game in jsonl/],
  ['Piskvorky 15x15, 11:11, 0\nAnna\nBoris\n-1\n', 'psq', /no moves: expected a game in psq/],
  ['# only a remark\n', 'pos', /no moves: expected a game in pos/],
  ['', 'offset', /no moves/],
  ['Piskvorky 300x300, 11:11, 0\n44,44,0\n', 'psq', /board 300x300: expected sides from 3 to 52/],
  ['{', 'jsonl', /line 1: /],
  ['x', 'svg', /svg can be written, not read/],
] as const)('%j as %s is refused', (text, notation, reason) => {
  expect(() => readGames(text, notation, { size: 15, rule: null })).toThrow(reason);
});

test('one game per file', () => {
  const game = bareGame(15, []);
  expect(() => writeGames([game, game], 'psq')).toThrow(/2 games: a psq file holds one/);
});

test('stones after the end are reported', () => {
  const over = parsePosMoves('a1a2b1b2c1c2d1d2e1o15')!;
  expect(remarkOn(bareGame(15, over, 0))).toMatch(/stone 9 already wins/);
  expect(remarkOn(bareGame(15, over.slice(0, 9), 0))).toBeNull();
});

describe('SVG', () => {
  const game = bareGame(15, parsePosMoves('a1a2b1b2c1c2d1d2e1')!, 0);
  test('numbered stones, with a ring around the last one and a line through the winning row', () => {
    const svg = formatSvg(game);
    expect(svg.match(/<circle [^>]*fill="#111"/g)).toHaveLength(5);
    expect(svg.match(/<circle [^>]*fill="#fff"/g)).toHaveLength(4);
    expect(svg.match(/<line /g)).toHaveLength(1);
    expect(svg).toMatch(/>9<\/text>/);
  });
  test('only the first stones, and names without markup', () => {
    const svg = formatSvg({ ...game, black: '<b>', white: 'a & b' }, { plies: 3, numbers: false });
    expect(svg.match(/fill="#111"/g)).toHaveLength(2);
    expect(svg).not.toMatch(/<line |<b>| & /);
  });
});

test.each<[string, unknown, RegExp]>([
  ['black', 5, /line 1: black 5: expected a line/],
  ['black', { toString: 1 }, /line 1: black \{/],
  ['white', ['x'], /line 1: white \["x"\]/],
  ['size', 1e9, /line 1: size 1000000000: expected a whole number from 3 to 26/],
  ['size', '15', /line 1: size "15"/],
  ['rule', -1, /line 1: rule -1/],
  ['moves', 7, /line 1: moves 7/],
  ['moves', 'h8zz', /moves "h8zz" cannot be read/],
  ['result', 'blue', /line 1: result "blue": expected "black", "white" or "draw"/],
  ['reason', 1, /line 1: reason 1/],
  ['openingPlies', 1.5, /line 1: openingPlies 1.5/],
  ['timesMs', [null], /line 1: timesMs\[0\] null/],
  ['scores', [{}], /line 1: scores\[0\] \{\}: expected a score/],
  ['endedAt', 2026, /line 1: endedAt 2026/],
])('a results line with %s %j is refused in one line', (name, value, reason) => {
  const line = { ...lineOf(bareGame(15, [{ x: 7, y: 7 }]), 0), [name]: value };
  expect(() => readGames(JSON.stringify(line), 'jsonl', { size: 15, rule: null })).toThrow(reason);
});

test('fields of a later version are no fault', () => {
  const game = bareGame(15, [{ x: 7, y: 7 }]);
  const line = { ...lineOf(game, 0), mood: 'good' };
  expect(readGames(JSON.stringify(line), 'jsonl', { size: 15, rule: null })).toEqual([game]);
});
