import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineOf, savedGameOf } from '../../../../src/records/notation/game-line.ts';
import { formatPgn } from '../../../../src/records/notation/pgn.ts';
import { parsePosMoves } from '../../../../src/records/notation/pos.ts';
import { formatPsq, parsePsq } from '../../../../src/records/notation/psq.ts';
import { bareGame, type SavedGame } from '../../../../src/records/notation/saved-game.ts';
import { formatSgf, parseSgf } from '../../../../src/records/notation/sgf.ts';
import { savedGames } from '../../measure/match/arbitraries.ts';

const GAME: SavedGame = {
  ...bareGame(15, parsePosMoves('h8i9h10')!, 4),
  black: 'rapfi',
  white: 'wine [old]',
  result: 'white',
  reason: 'time',
  openingPlies: 1,
  timesMs: [0, 12.5, 30],
  scores: [null, -4, '+M9'],
  date: '2026-11-21T10:00:00.000Z',
};

describe('PSQ', () => {
  test('as Piskvork writes it', () => {
    expect(formatPsq(GAME)).toBe(
      [
        'Piskvorky 15x15, 11:11, 0',
        '8,8,0',
        '9,9,13',
        '8,10,30',
        'rapfi',
        'wine [old]',
        '-1',
        'tengen rule=4 result=white reason=time opening=1 date=2026-11-21T10:00:00.000Z',
        '',
      ].join('\r\n'),
    );
  });

  test("a game from Gomocup's archive", () => {
    const game = parsePsq(
      'Piskvorky 20x20, 11:11, 0\n19,8,0\n17,7,0\n16,7,2045\nRAPFI21.zip\nEMBRYO21.zip\n-1\n0,Freestyle\n',
    );
    expect(game).toMatchObject({
      size: 20,
      black: 'RAPFI21.zip',
      white: 'EMBRYO21.zip',
      result: null,
      rule: 0,
      event: 'Freestyle',
    });
    expect(game.moves[0]).toEqual({ x: 18, y: 7 });
    expect(game.timesMs).toEqual([0, 0, 2045]);
  });

  test.each([
    ['1,Renju', { result: 'black', event: 'Renju', rule: 4 }],
    ['2,Freestyle15_1', { result: 'white', event: 'Freestyle15_1', rule: 0 }],
    ['1,Standard2', { result: 'black', event: 'Standard2', rule: 1 }],
    ['0,Caro', { result: null, event: 'Caro', rule: null }],
  ])('the last line of Gomocup: %s', (tail, facts) => {
    expect(parsePsq(`Piskvorky 15x15, 11:11, 0\n8,8,0\nA.zip\nB.zip\n0\n${tail}\n`)).toMatchObject(facts);
  });

  test('times with decimals', () => {
    expect(parsePsq('Piskvorky 15x15, 0:6, 0\n8,8,0.5\n9,9,12.25\n-1\n')).toMatchObject({
      moves: [
        { x: 7, y: 7 },
        { x: 8, y: 8 },
      ],
      timesMs: [0.5, 12.25],
    });
  });

  test('a game saved by hand has no names', () => {
    expect(parsePsq('Piskvorky 15x15, 0:6, 0\r\n8,8,0\r\n-1\r\n')).toMatchObject({ black: null, white: null });
  });

  test('a name that begins with a number is not mistaken for one', () => {
    const text = formatPsq({ ...GAME, black: '20k', white: '-5,3,1' });
    expect(text).toContain('8,10,30\r\npbrain-20k\r\npbrain--5,3,1\r\n');
    expect(parsePsq(text)).toMatchObject({ black: '20k', white: '-5,3,1' });
  });

  test('round trip', () => {
    fc.assert(
      fc.property(savedGames(), (game) => {
        const { timesMs, ...rest } = parsePsq(formatPsq(game));
        expect(rest).toEqual({ ...game, timesMs: undefined });
        expect(timesMs).toHaveLength(game.moves.length);
      }),
    );
  });

  test.each([
    ['', /expected "Piskvorky/],
    ['Piskvorky 15x16, 0:0, 0\n', /expected a square board/],
    ['Piskvorky 15x15, 0:0, 0\n16,1,0\n', /line 2 "16,1,0": expected x,y from 1 to 15/],
    ['Piskvorky 15x15, 0:0, 0\n8,8,soon\n', /line 2 "8,8,soon": expected x,y or x,y,ms/],
    ['Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\ntengen rule=x\n', /rule "x": expected a whole number from 0 to 99/],
    ['Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\ntengen result=blue\n', /result "blue": expected "black", "white" or "draw"/],
    [`Piskvorky 15x15, 0:0, 0\n${'9'.repeat(1000)},1,0\n`, /line 2 "9{60}": expected x,y from 1 to 15/],
  ])('%j is rejected', (text, reason) => {
    expect(() => parsePsq(text)).toThrow(reason);
  });
});

describe('SGF', () => {
  test('size, rule, result and moves', () => {
    expect(formatSgf(GAME)).toBe(
      '(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[15]RU[Renju]PB[rapfi]PW[wine [old\\]]DT[2026-11-21]RE[W+Time]C[reason time]\n' +
        ';B[hh]C[opening]\n;W[ii]C[time 12.5 ms, score -4]\n;B[hj]C[time 30 ms, score +M9])\n',
    );
  });

  test('round trip, several games in a file', () => {
    fc.assert(
      fc.property(fc.array(savedGames(), { minLength: 1, maxLength: 3 }), (games) => {
        expect(parseSgf(games.map(formatSgf).join(''))).toEqual(games);
      }),
    );
  });

  test('times and scores survive', () => {
    expect(parseSgf(formatSgf(GAME))).toEqual([{ ...GAME, date: '2026-11-21' }]);
  });

  test('the first of several variations is kept, and setup stones are moves', () => {
    const [game] = parseSgf('(;GM[4]SZ[15]AB[hh][hi]AW[ii];W[jj](;B[aa])(;B[bb];W[cc]))');
    expect(game.moves).toEqual(parsePosMoves('h8i9h9j10a1'));
    expect(game.rule).toBeNull();
  });

  test.each([
    ['B+', 'black', null],
    ['B+Resign', 'black', 'resigned'],
    ['W+T', 'white', 'time'],
    ['White+F', 'white', 'illegal'],
    ['b', 'black', null],
    ['0', 'draw', null],
    ['Draw', 'draw', null],
    ['1/2-1/2', 'draw', null],
    ['?', null, null],
    ['Void', null, null],
    ['', null, null],
    // Not values of SGF.
    ['B+Five', 'black', 'five'],
    ['B+5.5', 'black', null],
    ['1-0', 'black', null],
    ['0-1', 'white', null],
    ['Black wins', 'black', null],
    ['White won by resignation', 'white', 'resigned'],
    ['black wins on time', 'black', 'time'],
    ['0.5-0.5', 'draw', null],
    ['*', null, null],
    ['unfinished', null, null],
    ['Bob won', null, null],
  ])('RE[%s] is read as the result %s, reason %s', (text, result, reason) => {
    expect(parseSgf(`(;GM[4]SZ[15]RE[${text}];B[hh])`)[0]).toMatchObject({ result, reason });
  });

  test.each([
    ['hello', /expected SGF/],
    ['(;SZ[15];B[zz])', /^move 1, B\[zz\]: expected two letters on the 15x15 board$/],
    ['(;SZ[15];B[aa];B[bb])', /^move 2: expected W$/],
    ['(;SZ[15];B[aa', /closing/],
    [
      '(;FF[4]GM[1]SZ[19];B[pd])',
      /^a game of GM\[1\], Go: .*; if it is one of them, name its rule in RU or with --rule$/,
    ],
    [
      '(;GM[4]SZ[15];B[hh])(;GM[2]SZ[8];B[dd])',
      /^game 2: a game of GM\[2\], Othello: expected GM\[4\], gomoku and renju$/,
    ],
    ['(;GM[12])', /^a game of GM\[12\]: expected GM\[4\], /],
    ['(;GM[chess])', /^a game of GM\[chess\]: expected GM\[4\], /],
    ['(;GM[4]SZ[15x15];B[hh])', /^SZ\[15x15\]: expected 1 to 52, or two such as 15:10$/],
    ['(;GM[4]SZ[0];B[hh])', /^SZ\[0\]: expected 1 to 52/],
  ])('%j is rejected', (text, reason) => {
    expect(() => parseSgf(text)).toThrow(reason);
  });
});

describe('JSON lines', () => {
  test('round trip, with or without result', () => {
    fc.assert(
      fc.property(savedGames(), fc.boolean(), (game, finished) => {
        const wanted = finished ? game : { ...game, result: null, reason: null, rule: null };
        expect(savedGameOf(JSON.parse(JSON.stringify(lineOf(wanted, 3))))).toEqual(wanted);
      }),
    );
  });
});

describe('PGN', () => {
  test('White moves first there', () => {
    const text = formatPgn(GAME, 7);
    expect(text).toContain('[White "rapfi"]\n[Black "wine [old]"]\n[Result "0-1"]\n');
    expect(text).toContain('[Round "7"]\n');
    expect(text.endsWith('\n\n0-1\n\n')).toBe(true);
    expect(formatPgn({ ...GAME, result: 'draw' }, 1)).toContain('[Result "1/2-1/2"]');
  });
});
