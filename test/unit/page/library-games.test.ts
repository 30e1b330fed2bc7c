/** Games of the library: read from files, stored in blocks, and found by facts and positions. */
import { describe, expect, test } from 'vitest';
import { messageOf } from '../../../src/core/errors.ts';
import { imageOf, parseMoves, SYMMETRIES } from '../../../src/core/point.ts';
import { integersBelow, seededRandom } from '../../../src/core/random.ts';
import { FREESTYLE, RENJU, STANDARD } from '../../../src/core/rule-code.ts';
import { droppedFiles } from '../../../src/page/shelf/library/dropped.ts';
import { BlockView, blockOf, type LibraryGame, NO_STONE } from '../../../src/page/shelf/library/games.ts';
import { readLibraryGames } from '../../../src/page/shelf/library/read.ts';
import {
  ALL_GAMES,
  explore,
  type GameFilter,
  type SoughtPosition,
  search,
} from '../../../src/page/shelf/library/search.ts';
import { possibleRules, sgfOfGame, treeOfGame, withFacts } from '../../../src/page/shelf/library/trees.ts';
import { lineThrough } from '../../../src/play/review/tree.ts';

const cellsOf = (moves: string, size = 15) => parseMoves(moves, size)!.map(({ x, y }) => y * size + x);

const GAME: LibraryGame = {
  width: 15,
  height: 15,
  winLength: 5,
  rule: RENJU,
  moves: [],
  black: '',
  white: '',
  event: '',
  date: '',
  comment: '',
  result: null,
  sgf: '',
};
const game = (moves: string, facts: Partial<LibraryGame> = {}): LibraryGame => ({
  ...GAME,
  moves: cellsOf(moves),
  ...facts,
});

const positionOf = (moves: string, size = 15): SoughtPosition => {
  const cells = new Uint8Array(size * size);
  for (const [i, cell] of cellsOf(moves, size).entries()) cells[cell] = (i % 2) + 1;
  return { size, cells };
};

const read = (name: string, text: string, rule = FREESTYLE) => {
  const skipped: string[] = [];
  const games: LibraryGame[] = [];
  const skip = (reason: string) => skipped.push(reason);
  let fault = '';
  try {
    for (const one of readLibraryGames({ name, text: () => [text] }, { size: 15, rule }, skip)) {
      games.push(one);
    }
  } catch (error) {
    fault = messageOf(error);
  }
  return { games, skipped, fault };
};

const RIF = `<?xml version="1.0"?><database>
<rules><rule id="1" name="RIF" category="1"/><rule id="2" name="Gomoku" category="2"/></rules>
<players><player id="7" name="Ants" surname="One"/><player id="8" name="Bo" surname="Two &amp; Co"/></players>
<tournaments><tournament id="3" name="World Championship" year="1989" start="1989-08-05"/></tournaments>
<games><game id="1" tournament="3" rule="1" black="7" white="8" bresult="1"><move>h8 i9 j10</move><info>A &lt;note&gt;</info></game>
<game id="2" tournament="9" rule="2" black="8" white="7" bresult="0.5"><move>h8 h9</move></game>
<game id="3" rule="1"><move></move></game><game id="4" rule="1"><move>h8 i9 h8</move></game></games></database>`;

test('of a dropped folder and its folders the files of games are read', async () => {
  type Entry = { readonly isDirectory: boolean; readonly name: string };
  const file = (name: string) => ({
    isDirectory: false,
    name,
    file: (give: (file: File) => void) => give(new File([], name)),
  });
  const folder = (...entries: readonly Entry[]) => ({
    isDirectory: true,
    name: 'folder',
    createReader: () => {
      const rest = [...entries];
      return { readEntries: (give: (some: readonly Entry[]) => void) => give(rest.splice(0, 1)) };
    },
  });
  const drop = (...entries: readonly Entry[]) =>
    droppedFiles({
      items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
      files: [],
    } as unknown as DataTransfer);
  const { files, hasFolder } = await drop(folder(file('a.sgf'), file('b.png'), folder(file('C.PSQ'))), file('d.txt'));
  expect(files.map(({ name }) => name)).toEqual(['a.sgf', 'C.PSQ', 'd.txt']);
  expect(hasFolder).toBe(true);
  expect(await drop(folder(file('b.png')))).toEqual({ files: [], hasFolder: true });
});

describe('files', () => {
  test('a collection of RenjuNet has players, tournaments, dates and remarks', () => {
    const { games, skipped } = read('games.rif', RIF);
    expect(games).toEqual([
      game('h8i9j10', {
        black: 'One Ants',
        white: 'Two & Co Bo',
        event: 'World Championship',
        date: '1989-08-05',
        comment: 'A <note>',
        result: 'black',
      }),
      game('h8h9', { rule: FREESTYLE, black: 'Two & Co Bo', white: 'One Ants', result: 'draw' }),
    ]);
    expect(skipped).toEqual([
      'game 3: moves "": expected such as h8 i9',
      // It could be neither opened nor saved, nor could a list with it.
      'game 4: stone 3 at 7,7: on another stone',
    ]);
  });

  test('what cannot be read in a file keeps no other game of it out', () => {
    const sgf = read('a.sgf', '(;GM[4]SZ[15];B[hh])(;GM[1]SZ[19];B[dd])(;GM[4]SZ[15];B[ii])(;GM[4]SZ[15];B[jj');
    expect(sgf.games.map(({ moves }) => moves)).toEqual([cellsOf('h8'), cellsOf('i7')]);
    expect(sgf.skipped).toEqual([expect.stringMatching(/^game 2: a game of GM\[1\], Go: expected GM\[4\]/)]);
    expect(sgf.fault).toBe('SGF: a value without its closing "]"');
    const pos = read('a.pos', 'h8i8\nx\nh8h9\n');
    expect(pos.games).toHaveLength(2);
    expect(pos.skipped).toEqual([expect.stringMatching(/^line 2: /)]);
    const line = '{"type":"game","size":15,"moves":"h8i9","scores":[],"timesMs":[]';
    const jsonl = read('a.jsonl', `${line}}\n${line.replace('h8i9', 'h8h8')}}\n${line}`);
    expect(jsonl.games).toHaveLength(1);
    expect(jsonl.skipped).toEqual([
      expect.stringMatching(/^line 3: .*expected a JSON object on one line$/),
      expect.stringMatching(/^game 2: .*on another stone$/),
    ]);
  });

  test.each(['psq', 'sgf', 'rif'])('an empty %s file is reported', (ending) => {
    expect(read(`a.${ending}`, '')).toMatchObject({
      games: [],
      skipped: [],
      fault: expect.stringContaining('expected'),
    });
  });

  test('an SGF file keeps variations, remarks and unknown properties; an unreadable game is skipped', () => {
    const source = `(;GM[4]SZ[15]RU[Renju]PB[Ann]PW[Bob]EV[Cup]DT[2020-02-01]RE[W+R];B[hh];W[ig](;B[jh]C[Good.])(;B[gg]))
(;GM[4]SZ[15]PB[Cy];B[hh];B[ii])(;GM[4]SZ[15];B[hh];W[hg])(;GM[4]SZ[10:7];B[aa])`;
    const { games, skipped } = read('some.sgf', source);
    expect(skipped).toEqual(['game 2: move 2: expected W']);
    expect(games.map(({ sgf }) => sgf !== '')).toEqual([true, false, false]);
    expect(games[0]).toMatchObject({
      black: 'Ann',
      white: 'Bob',
      event: 'Cup',
      date: '2020-02-01',
      result: 'white',
      comment: 'Good.',
      moves: cellsOf('h8i9j8'),
    });
    expect(games[2]).toMatchObject({ width: 10, height: 7, moves: [0] });
    // Read back, the game is the same.
    expect(read('again.sgf', sgfOfGame(games[0])).games).toEqual([games[0]]);
    expect(lineThrough(treeOfGame(games[0]))[2].children).toHaveLength(2);
  });

  test.each([
    ['game.psq', 'Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n-1\n', 'h8i9'],
    // Rows of a pos line count from the top.
    ['list.pos', 'h8i9\na1b2c3\n', 'h8i7'],
  ])('%s', (name, text, moves) => {
    expect(read(name, text).games[0].moves).toEqual(cellsOf(moves));
  });

  test('a game goes through SGF unchanged', () => {
    const one = game('h8i9j10', { black: 'A ] b', event: 'X\\Y', date: '1999', result: 'draw' });
    expect(read('one.sgf', sgfOfGame(one)).games).toEqual([one]);
    const pass = game('h8i9', { moves: [...cellsOf('h8'), NO_STONE, ...cellsOf('i9')] });
    expect(read('pass.sgf', sgfOfGame(pass)).games).toEqual([pass]);
  });

  test('a remark and the moves after an end under the rule are saved as well', () => {
    const remark = game('h8i9', { comment: 'A remark.' });
    expect(read('remark.sgf', sgfOfGame(remark)).games).toEqual([remark]);
    const six = game('h8a1i8a2j8a3l8a4m8b1k8b2', { rule: FREESTYLE });
    expect(sgfOfGame(six).match(/;[BW]\[/g)).toHaveLength(12);
    expect(treeOfGame(six).game.plies).toHaveLength(11);
  });

  test('an SGF file keeps the moves after the end and the result that it names', () => {
    const six = game('h8a1i8a2j8a3l8a4m8b1k8b2', { rule: FREESTYLE, result: 'draw' });
    expect(read('six.sgf', sgfOfGame(six)).games).toEqual([six]);
    const [own] = read('own.sgf', sgfOfGame({ ...six, result: null })).games;
    expect(own).toMatchObject({ moves: six.moves, result: 'black' });
    expect(read('twice.sgf', sgfOfGame({ ...six, moves: [...six.moves, six.moves[0]] })).skipped).toEqual([
      'game 1: move 13, H8: already occupied by a black stone',
    ]);
  });

  test('a rule that an SGF file does not name is one under which all of its moves can be played', () => {
    const six = sgfOfGame(game('h8a1i8a2j8a3l8a4m8b1k8', { rule: FREESTYLE }));
    const bare = six.replace(/RU\[.*?\]/, '').replace(';W[', ';C[A threat.]W[');
    const inRenju = (text: string) => read('bare.sgf', text, RENJU).games[0];
    // Black's overline ends the game under renju, but nothing after it shows another rule.
    expect(inRenju(bare)).toMatchObject({ rule: RENJU, result: 'white' });
    const longer = bare.replace(/\)\n$/, ';W[aa])');
    expect(inRenju(longer)).toMatchObject({ rule: STANDARD, moves: [...cellsOf('h8a1i8a2j8a3l8a4m8b1k8'), 0] });
    expect(inRenju(longer).sgf).toContain('A threat.');
  });

  test('an SGF file keeps properties of moves that the page does not use', () => {
    const { games } = read('marks.sgf', '(;GM[4]SZ[15]RU[Renju];B[hh]TR[hh];W[ig]BL[30])');
    expect(sgfOfGame(games[0])).toMatch(/B\[hh\]TR\[hh\]\n;W\[ig\]BL\[30\]/);
  });

  test('a file of something else is rejected', () => {
    expect(read('some.rif', '<html/>').fault).toContain('expected a collection of RenjuNet');
    expect(read('some.txt', 'no game\nat all')).toMatchObject({
      games: [],
      skipped: [],
      fault: expect.stringMatching(/./),
    });
  });
});

describe('facts', () => {
  const FACTS = {
    black: 'Ann',
    white: '',
    event: 'Cup',
    date: 'May 2001',
    rule: RENJU,
    result: 'white',
    comment: 'New.',
  };

  test('of a game with nothing but moves are replaced', () => {
    const edited = withFacts(game('h8i9', { white: 'Bob', comment: 'Old.' }), { ...FACTS, result: 'white' });
    expect(edited).toEqual(game('h8i9', { ...FACTS, result: 'white' }));
    expect(read('edited.sgf', sgfOfGame(edited)).games).toEqual([edited]);
  });

  test('of a game with variations are replaced in its file, and nothing else is', () => {
    const source = '(;GM[4]SZ[15]RU[Renju]PB[Cy]PW[Bob]EV[Open]RO[3]RE[B+];B[hh];W[ig]C[Old.](;B[jh])(;B[gg]C[Kept.]))';
    const [one] = read('one.sgf', source).games;
    const edited = withFacts(one, { ...FACTS, result: 'white' });
    expect(edited.sgf).toMatch(/PB\[Ann\](?!.*PW\[)(?=.*EV\[Cup\])(?=.*DT\[May 2001\])(?=.*RO\[3\])/);
    expect(edited.sgf).toContain('RE[W+]');
    expect(edited.sgf).toContain('C[New.]');
    expect(edited.sgf).toContain('C[Kept.]');
    expect(read('edited.sgf', sgfOfGame(edited)).games).toEqual([edited]);
  });

  test('have a rule under which every move can be played', () => {
    const six = game('h8a1i8a2j8a3l8a4m8b1k8b2', { rule: FREESTYLE });
    expect(possibleRules(six)).toContain(STANDARD);
    expect(possibleRules(six)).not.toContain(RENJU);
    expect(() => withFacts(six, { ...FACTS, result: null })).toThrow('expected a rule under which');
    expect(withFacts(six, { ...FACTS, result: null, rule: STANDARD }).rule).toBe(STANDARD);
  });
});

const GAMES = [
  game('h8i9j10', { black: 'Ann', white: 'Bob', event: 'Cup', date: '2001-05-06', result: 'black' }),
  game('h8g9f10', { black: 'Bob', white: 'Cy', date: '2003', result: 'white', rule: FREESTYLE }),
  game('h8g7i9', { black: 'Cy', white: 'Ann', comment: 'A cup of tea', result: 'draw' }),
  game('j10i9h8', { black: 'Dan', white: 'Eve', date: '?', result: null }),
  game('h8h9', { black: 'ann', white: 'Dan', date: '2009-01-01', result: 'white' }),
];
const BLOCK = blockOf('one', 5, GAMES);
const VIEW = new BlockView(BLOCK);

describe('blocks', () => {
  test('return the games that they were made from', () => {
    expect(GAMES.map((_, i) => VIEW.game(i))).toEqual(GAMES);
    expect([...VIEW.years]).toEqual([2001, 2003, 0, 0, 2009]);
  });

  test('fingerprints differ with moves, players, date and result', () => {
    const one = GAMES[0];
    const others = [
      {},
      { black: 'Anna' },
      { white: '' },
      { date: '2001' },
      { result: null },
      { moves: cellsOf('h8i9j9') },
    ];
    const view = new BlockView(blockOf('x', 0, [...others.map((facts) => ({ ...one, ...facts })), one]));
    const prints = Array.from({ length: view.count }, (_, i) => view.fingerprint(i));
    expect(new Set(prints).size).toBe(others.length);
    expect(prints[prints.length - 1]).toBe(prints[0]);
  });
});

const found = (filter: Partial<GameFilter>, more: Partial<Parameters<typeof search>[1]> = {}) =>
  search([VIEW], {
    filter: { ...ALL_GAMES, ...filter },
    position: null,
    sort: 'added',
    isDescending: false,
    ...more,
  }).map(({ index }) => index);

describe('search', () => {
  test.each<[Partial<GameFilter>, number[]]>([
    [{}, [0, 1, 2, 3, 4]],
    [{ text: 'CUP' }, [0, 2]],
    [{ player: 'ann' }, [0, 2, 4]],
    [{ player: 'cup' }, []],
    [{ rule: FREESTYLE }, [1]],
    [{ from: 2002 }, [1, 4]],
    [{ to: 2003 }, [0, 1]],
    [{ from: 2003, to: 2003 }, [1]],
    [{ result: 2 }, [2]],
    [{ result: 0 }, [3]],
  ])('by %o', (filter, indices) => {
    expect(found(filter)).toEqual(indices);
  });

  test('by position, in all images and by any order of moves', () => {
    expect(found({}, { position: positionOf('h8i9j10') })).toEqual([0, 1, 3]);
    expect(found({}, { position: positionOf('h8') })).toEqual([0, 1, 2, 4]);
    // Two stones of Black more than of White are no position of a game.
    const cells = new Uint8Array(225);
    cells[0] = cells[2] = 1;
    expect(found({}, { position: { size: 15, cells } })).toEqual([]);
  });

  test('sorted by any fact', () => {
    expect(found({}, { sort: 'black' })).toEqual([0, 4, 1, 2, 3]);
    expect(found({}, { sort: 'date', isDescending: true })).toEqual([3, 4, 1, 0, 2]);
    expect(found({}, { sort: 'length' })).toEqual([4, 0, 1, 2, 3]);
  });

  test('without deleted games', () => {
    const view = new BlockView({ ...BLOCK, deleted: { 1: 9 } });
    expect(search([view], { filter: ALL_GAMES, position: null, sort: 'added', isDescending: false })).toHaveLength(4);
    expect(explore([view], ALL_GAMES, positionOf(''), 9).games).toBe(4);
  });
});

describe('the explorer', () => {
  test('counts moves with results and average years', () => {
    const { games, moves, latest } = explore([VIEW], ALL_GAMES, positionOf('h8'), 2);
    expect(games).toBe(4);
    const counts = moves.map((move) => [move.images.length, move.games, move.black, move.draws, move.white, move.year]);
    // H8 I9, H8 G9 and H8 G7 are images of one another.
    expect(counts).toEqual([
      [4, 3, 1, 1, 1, 2002],
      [4, 1, 0, 0, 1, 2009],
    ]);
    expect(latest.map(({ index }) => index)).toEqual([4, 1]);
    expect(explore([VIEW], { ...ALL_GAMES, player: 'bob' }, positionOf('h8'), 9).games).toBe(2);
  });

  test('agrees with a slow comparison on random games', () => {
    const size = 5;
    const below = integersBelow(seededRandom(7));
    const anyMoves = (count: number) => {
      const cells = Array.from({ length: size * size }, (_, i) => i);
      return Array.from({ length: count }, () => cells.splice(below(cells.length), 1)[0]);
    };
    const games = Array.from({ length: 1000 }, () => anyMoves(1 + below(4)));
    const view = new BlockView(
      blockOf(
        'r',
        0,
        games.map((moves) => ({ ...GAME, width: size, height: size, rule: FREESTYLE, moves })),
      ),
    );
    const turned = (cell: number, symmetry: number) => {
      const { x, y } = imageOf({ x: cell % size, y: Math.floor(cell / size) }, size, symmetry);
      return y * size + x;
    };
    const boardText = (moves: readonly number[], symmetry: number) => {
      const cells = new Uint8Array(size * size);
      for (const [i, cell] of moves.entries()) cells[turned(cell, symmetry)] = (i % 2) + 1;
      return cells.join('');
    };
    for (let round = 0; round < 16; round++) {
      const moves = anyMoves(round % 4);
      const cells = new Uint8Array(size * size);
      for (const [i, cell] of moves.entries()) cells[cell] = (i % 2) + 1;
      const wanted = cells.join('');
      // The board after each game's next move, in the frame that makes the least text: one text for all images.
      const expected = new Map<string, number>();
      let total = 0;
      for (const one of games) {
        const images = Array.from({ length: SYMMETRIES }, (_, i) => i).filter(
          (i) => one.length >= moves.length && boardText(one.slice(0, moves.length), i) === wanted,
        );
        if (images.length === 0) continue;
        total++;
        if (one.length === moves.length) continue;
        const least = images.map((i) => turned(one[moves.length], i)).sort((a, b) => a - b)[0];
        expected.set(String(least), (expected.get(String(least)) ?? 0) + 1);
      }
      const explored = explore([view], ALL_GAMES, { size, cells }, 5);
      expect(explored.games).toBe(total);
      expect(new Map(explored.moves.map((move) => [String(move.cell), move.games]))).toEqual(expected);
    }
  });
});
