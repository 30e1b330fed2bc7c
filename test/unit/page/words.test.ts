/** Texts, links and figures of the page that need no browser. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.ts';
import { parseMoves } from '../../../src/core/point.ts';
import { RENJU } from '../../../src/core/rule-code.ts';
import { winChance } from '../../../src/engine/win-chance.ts';
import { say, useLanguage } from '../../../src/page/lang/languages.ts';
import { LANGUAGES, languageFor, type Words } from '../../../src/page/lang/speech.ts';
import { gameOfLink, linkOf } from '../../../src/page/share/link.ts';
import { readFile, readTree, readTrees } from '../../../src/page/share/read.ts';
import { fileKindsOf, textOf } from '../../../src/page/share/texts.ts';
import { OPENING_RULES } from '../../../src/play/opening/rules.ts';
import { levelOf } from '../../../src/play/opponent/levels.ts';
import { LESSONS } from '../../../src/play/problems/lessons.ts';
import { gameOfSetup, type Setup, setupFrom, withStone } from '../../../src/play/review/setup.ts';
import { childAt, gameTreeOf, hasWork, lineThrough, promote, rootOf } from '../../../src/play/review/tree.ts';
import { treeFromSgf, treeToSgf } from '../../../src/play/review/tree-sgf.ts';
import { verdicts } from '../../../src/play/review/verdicts.ts';
import { newGame, resigned, sideToMove, withPlies } from '../../../src/play/state/game-state.ts';
import { variantOf } from '../../../src/play/state/variant.ts';
import { parseSgf } from '../../../src/records/notation/sgf.ts';

const NOBODY = { black: '', white: '' };
/** Each language with its texts. */
const TEXTS = LANGUAGES.map(({ code }) => {
  const file = new URL(`../../../src/page/lang/${code}.json`, import.meta.url);
  return [code, JSON.parse(readFileSync(file, 'utf8')) as Words] as const;
});
const lessonTexts = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../src/page/lang/learn/${code}.json`, import.meta.url), 'utf8'));
const [[, en]] = TEXTS;
const KEYS = Object.keys(en) as (keyof Words)[];
/** Once each: a language may repeat a value, or have fewer plural forms. */
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort();

describe('languages', () => {
  afterEach(() => useLanguage('en'));

  test.each(TEXTS)('%s has every text and no other, with every placeholder', (_, words) => {
    expect(Object.keys(words)).toEqual(KEYS);
    for (const key of KEYS) {
      expect(words[key], key).not.toBe('');
      expect(placeholders(words[key]), key).toEqual(placeholders(en[key]));
    }
  });

  test.each(LANGUAGES)('$code has every text of the lessons and of the opening rules', ({ code }) => {
    const english = lessonTexts('en');
    const words = lessonTexts(code);
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const key of Object.keys(english)) {
      expect(words[key], key).not.toBe('');
      expect(placeholders(words[key]), key).toEqual(placeholders(english[key]));
    }
    const used = [...LESSONS.map(({ id }) => id), ...OPENING_RULES.map(({ name }) => `opening-${name}`)];
    expect(Object.keys(words)).toEqual(expect.arrayContaining(used));
  });

  test.each(TEXTS)('%s has a form for every count', async (language, words) => {
    await useLanguage(language);
    for (const key of KEYS) {
      for (const count of [0, 1, 2, 3, 5, 11, 21, 22, 25, 100, 101, 225]) {
        const text = say(key, Object.fromEntries(placeholders(words[key]).map((name) => [name, count])));
        expect(text, key).not.toMatch(/[{}#]/);
        if (words[key].includes(', plural,')) expect(text, `${key} of ${count}`).toContain(String(count));
      }
    }
  });

  test.each([
    ['ru', 'ru'],
    ['zh-Hant-TW', 'zh'],
    [' CS-cz ', 'cs'],
    ['de', null],
    ['', null],
    // Konkani and Church Slavonic, not Korean and Czech.
    ['kok-IN', null],
    ['csl', null],
  ])('the tag "%s" names %s', (tag, language) => {
    expect(languageFor(tag)).toBe(language);
  });

  test('counts have the right plural form, and numbers the format of the language', async () => {
    const counted = (count: number) => say('positionsIn', { count });
    expect([1, 2, 1234].map(counted)).toEqual(['1 position', '2 positions', '1,234 positions']);
    await useLanguage('ru');
    expect([1, 3, 5, 11, 21].map(counted)).toEqual(['1 позиция', '3 позиции', '5 позиций', '11 позиций', '21 позиция']);
    expect(counted(12345)).toBe('12\u00a0345 позиций');
    await useLanguage('cs');
    expect([1, 3, 5].map((count) => say('didSay', { who: 'Černý', count }))).toEqual([
      'Černý: 1 pátý tah.',
      'Černý: 3 páté tahy.',
      'Černý: 5 pátých tahů.',
    ]);
  });
});

test('the ratings of the levels are those of docs/guide/play.md', () => {
  const page = readFileSync(new URL('../../../docs/guide/play.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) \| ([\d,]+) ± \d+ \|/gm)];
  expect(rows.map(([, level]) => Number(level))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const [, level, rating] of rows) {
    expect(levelOf(Number(level)).rating).toBe(Number(rating.replaceAll(',', '')));
  }
});

const game = (moves: string, size = 15, rule = 0) =>
  withPlies(newGame(variantOf(rule, size, size, null)), parseMoves(moves, size) ?? []);

describe('links', () => {
  test.each([game('h8i9j10'), game('', 3), game('a1b2', 19, RENJU), game('a1v22l12', 22)])('round trip', (one) => {
    expect(gameOfLink(linkOf(one))).toEqual({ game: one, shown: one.plies.length });
  });

  test('record both sides of a rectangular board', () => {
    const wide = withPlies(newGame(variantOf(0, 15, 10, null)), [{ x: 14, y: 9 }]);
    expect(linkOf(wide)).toBe('#v=1&r=0&s=15x10&m=o1');
    expect(gameOfLink(linkOf(wide))?.game).toEqual(wide);
  });

  test('record setup stones, which are not judged', () => {
    const variant = variantOf(RENJU, 15, 15, null);
    // Six black stones in a row, which cannot be played.
    const cells = new Uint8Array(225).fill(BLACK, 0, 6);
    const made = withPlies(gameOfSetup({ variant, cells, toPlay: WHITE }), parseMoves('h8', 15)!);
    expect(linkOf(made)).toBe('#v=1&r=4&s=15&m=a15-b15-c15-d15-e15-f15h8&u=11');
    expect(gameOfLink(linkOf(made))?.game).toEqual(made);
    expect(gameTreeOf(made).game).toEqual(made);
    expect(gameTreeOf(made).parent?.parent).toBeNull();
  });

  test('may omit parts', () => {
    expect(gameOfLink(linkOf(game('h8i9j10'), 1))?.shown).toBe(1);
  });

  test.each([
    ['#v=1&s=99', 'link with a board of 99: expected 3 to 22'],
    ['#v=1&s=x', 'link with s=x: expected a number, or 15x10'],
    ['#v=1&s=15x2', 'link with a board of 2: expected 3 to 22'],
    ['#v=1&m=h8?', 'link with moves "h8?": expected points such as h8i9'],
    ['#v=1&m=h8h8', 'H8: already occupied by a black stone'],
    ['#v=1&r=7', 'link with rule 7: expected 0, 1, 4, 8, 9, 16'],
  ])('%s is rejected', (fragment, message) => {
    expect(() => gameOfLink(fragment)).toThrow(message);
  });

  test('with other fragments are ignored', () => {
    expect(gameOfLink('#/15/h8i9')).toBeNull();
    expect(gameOfLink('')).toBeNull();
  });
});

describe('pasted text', () => {
  const variant = variantOf(0, 15, 15, null);
  test.each([
    ['H8 I9 J10'],
    ['h8i9j10'],
    ['https://example.org/#/15/h8i9j10'],
    ['https://example.org/board#v=1&r=0&s=15&m=h8i9j10'],
    ['(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[jf])'],
  ])('%s is read as the game', (text) => {
    expect(readTree(text, variant).game.plies).toEqual(game('h8i9j10').plies);
  });

  test('SGF with a link in a comment is read as SGF', () => {
    const link = 'https://example.org/board#v=1&r=0&s=15&m=h8i9j10';
    const text = `(;FF[4]GM[4]SZ[15];B[aa]C[${link}];W[bb])`;
    expect(readTree(text, variant).game.plies).toEqual(parseMoves('a15b14', 15));
    expect(readTrees(`${text}\n${text}`, variant)).toHaveLength(2);
  });

  test('a pos file that was saved is read as the same game', async () => {
    const saved = game('g7h8c4');
    const read = await readFile(new File([textOf(saved, 'pos', null, NOBODY)], 'game.POS'), variant);
    expect(read.map((node) => node.game.plies)).toEqual([saved.plies]);
    const games = await readFile(new File(['h8i9\na1b2c3\n'], 'list.pos'), variant);
    expect(games.map((node) => node.game.plies)).toEqual([parseMoves('h8i7', 15), parseMoves('a15b14c13', 15)]);
    await expect(readFile(new File(['\n'], 'empty.pos'), variant)).rejects.toThrow('no moves');
    await expect(readFile(new File(['h8i9\n'.repeat(201)], 'many.pos'), variant)).rejects.toThrow('201 games');
  });

  test('an address can specify the side of the board', () => {
    const { game: read } = readTree('https://example.org/#/20/h8t20', variant);
    expect(read.variant.width).toBe(20);
    expect(read.plies).toEqual(game('h8t20', 20).plies);
    expect(() => readTree('https://example.org/#/99/h8', variant)).toThrow('board of 99: expected 3 to 22');
  });

  test('moves after the end of a game are cut off', () => {
    const over = readTree('h8a1i8a2j8a3k8a4l8a5', variant).game;
    expect(over.plies).toHaveLength(9);
    expect(over.end?.result).toBe('black');
  });

  test.each(['', 'nonsense', 'https://example.org/'])('"%s" is rejected', (text) => {
    expect(() => readTree(text, variant)).toThrow();
  });
});

describe('a game as a file', () => {
  test('sgf names the players and has no comment of its own', () => {
    const over = game('h8a1i8a2j8a3k8a4l8');
    const text = textOf(over, 'sgf', null, { black: 'Ann', white: '' });
    expect(text).toContain('PB[Ann]');
    expect(text).not.toContain('PW[');
    expect(text).not.toContain('C[');
    expect(textOf(over, 'sgf', gameTreeOf(over), { black: 'Ann', white: 'Bob' })).toContain('PW[Bob]');
  });

  const passed = withPlies(newGame(variantOf(0, 7, 6, 4)), [{ x: 0, y: 0 }, null, { x: 1, y: 0 }]);

  test('sgf keeps passes and stones in a row', () => {
    const text = textOf(passed, 'sgf', null, NOBODY);
    expect(treeFromSgf(text, 0).game).toEqual(passed);
  });

  test('sgf keeps how the game ended', () => {
    const over = resigned(game('h8i9'), BLACK);
    const text = textOf(over, 'sgf', null, NOBODY);
    expect(parseSgf(text)[0]).toMatchObject({ result: 'white', reason: 'resigned', moves: over.plies });
  });

  test('a picture draws the stones after a pass in their color', () => {
    const text = textOf(passed, 'svg', null, NOBODY);
    expect(text.match(/fill="#111" stroke/g)).toHaveLength(2);
    expect(text).not.toContain('fill="#fff" stroke');
    expect(text).toContain('>3</text>');
  });

  test('formats without passes are not offered', () => {
    expect(fileKindsOf(withPlies(newGame(variantOf(0, 15, 15, null)), [null]))).toEqual(['sgf', 'svg', 'png', 'gif']);
  });
});

describe('a study as sgf', () => {
  test('variations, comments and letters are restored', () => {
    const last = gameTreeOf(game('h8i9j10', 15, RENJU));
    const before = last.parent!;
    before.comment = 'either [here]\nor there \\';
    const other = childAt(childAt(before, { x: 0, y: 0 }), { x: 1, y: 14 });
    other.labels.set(16, 'A');
    const text = treeToSgf(last);
    const again = treeFromSgf(text, 0);
    expect(treeToSgf(again)).toBe(text);
    expect(again.game).toEqual(last.game);
    expect(again.parent?.comment).toBe(before.comment);
    expect(again.parent?.children[1].children[0].labels.get(16)).toBe('A');
  });

  test('setup stones are restored, with the side to move', () => {
    const black = [
      { x: 1, y: 1 },
      { x: 2, y: 1 },
      { x: 3, y: 1 },
    ];
    for (const toPlay of [BLACK, WHITE] as const) {
      let setup: Setup = { ...setupFrom(game('')), toPlay };
      for (const point of black) setup = withStone(setup, point, BLACK);
      setup = withStone(
        withStone(withStone(setup, { x: 9, y: 9 }, WHITE), { x: 8, y: 9 }, WHITE),
        { x: 8, y: 9 },
        WHITE,
      );
      const made = gameOfSetup(setup);
      expect(sideToMove(made)).toBe(toPlay);
      const again = treeFromSgf(treeToSgf(rootOf(made)), 0).game;
      expect(again.position).toEqual(made.position);
      expect(sideToMove(again)).toBe(toPlay);
      // A link records passes as well.
      expect(gameOfLink(linkOf(made))?.game.position).toEqual(made.position);
    }
  });

  test('a board with two sides is restored', () => {
    const last = gameTreeOf(withPlies(newGame(variantOf(0, 15, 10, null)), [{ x: 14, y: 9 }]));
    last.labels.set(9 * 15, 'A');
    const text = treeToSgf(last);
    expect(text).toContain('SZ[15:10]');
    const again = treeFromSgf(text, 0);
    expect(again.game).toEqual(last.game);
    expect(again.labels).toEqual(last.labels);
    expect(() => treeFromSgf('(;SZ[15:10];B[ak])', 0)).toThrow('expected two letters on the 15x10 board');
  });

  test.each([
    ['(;GM[1]SZ[15];B[hh])', 'a game of GM[1], Go: expected GM[4]'],
    ['(;SZ[99])', 'SZ[99]: expected 1 to 52, or two such as 15:10'],
    ['(;SZ[23])', 'board 23x23: expected sides from 3 to 22'],
    ['(;SZ[15];B[aa];B[bb])', 'move 2: expected W'],
    ['(;SZ[15];B[zz])', 'expected two letters on the 15x15 board'],
    ['(;SZ[15];B[aa];W[aa])', 'already occupied by a black stone'],
    ['nothing', 'expected SGF'],
  ])('%s is rejected', (text, message) => {
    expect(() => treeFromSgf(text, 0)).toThrow(message);
  });

  test('only a tree with more than the game has unsaved work', () => {
    const last = gameTreeOf(game('h8i9'));
    expect(hasWork(last)).toBe(false);
    last.comment = 'good';
    expect(hasWork(last)).toBe(true);
    last.comment = '';
    childAt(last.parent!, { x: 0, y: 0 });
    expect(hasWork(last)).toBe(true);
  });
});

test('a variation keeps the game, and can become the main line', () => {
  const last = gameTreeOf(game('h8i9j10'));
  const before = last.parent!;
  const other = childAt(before, { x: 0, y: 0 });
  expect(childAt(before, { x: 0, y: 0 })).toBe(other);
  expect(lineThrough(before).at(-1)).toBe(last);
  expect(lineThrough(other)).toHaveLength(4);
  promote(other);
  expect(lineThrough(before).at(-1)).toBe(other);
});

test('moves that lose a large part of the win chance are marked, for either side', () => {
  expect(verdicts([0.5, 0.5, 0.9, 0.7, null, 0.2])).toEqual([null, 'blunder', 'mistake', null, null]);
});

test('win chances are certain only if a win is proven', () => {
  expect(winChance({ score: 0, winIn: null })).toBe(0.5);
  expect(winChance({ score: 200, winIn: null })).toBeCloseTo(0.73, 2);
  expect(winChance({ score: 9999, winIn: null })).toBe(0.99);
  expect(winChance({ score: -30000, winIn: -4 })).toBe(0);
});
