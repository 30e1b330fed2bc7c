/** tengen/notation as programs use it. */
import { expect, test } from 'vitest';
import * as notation from '../../../../src/records/notation/index.ts';

const { drawLabeled, formatTree, gameNode, mainLineOf, mainMovesOf, nodesFrom, positionOfGame } = notation;
const { readGames, readSgf, treeOfMoves, UserError, writeGames } = notation;

const SGF = '(;GM[4]SZ[15]PB[Ann]KM[0];B[hh](;W[ig]C[usual])(;W[hg]N[rare]))';

test('every notation that can be read is recognized, and holds the moves', () => {
  const [game] = readGames('h8 i9 j10', 'pos-bottom');
  expect(game.moves).toEqual([
    { x: 7, y: 7 },
    { x: 8, y: 6 },
    { x: 9, y: 5 },
  ]);
  for (const name of ['psq', 'sgf', 'jsonl', 'pos', 'offset'] as const) {
    expect([name, readGames(writeGames([game], name))[0].moves]).toEqual([name, game.moves]);
  }
  expect(readGames('a1', 'pos', { size: 19, rule: 4 })[0]).toMatchObject({ size: 19, rule: 4 });
  expect(writeGames([game], 'svg')).toMatch(/^<svg /);
  expect(writeGames([game], 'pgn')).toContain('[PlyCount "3"]');
});

test('a tree keeps variations, comments and unknown properties, and grows', () => {
  const [tree] = readSgf(SGF);
  const [first] = mainMovesOf(tree);
  expect(first.children.map(({ comment }) => comment)).toEqual(['usual', '']);
  first.comment = 'the center';
  const root = gameNode(null, '', [...tree.root.children, gameNode({ x: 0, y: 0 }, 'a corner')]);
  const [again] = readSgf(formatTree({ ...tree, root }));
  expect([...nodesFrom(again.root)].map(({ comment }) => comment)).toEqual(['', 'a corner', 'the center', '', 'usual']);
  expect(formatTree(tree)).toMatch(/KM\[0\].*N\[rare\]/s);
  expect(mainLineOf(tree).black).toBe('Ann');
  expect(formatTree(treeOfMoves(mainLineOf(tree), 'a comment'))).toContain('C[a comment]');
});

test('a board as text, after any number of turns', () => {
  const [game] = readGames('a1b2c3', 'pos', { size: 5 });
  expect(drawLabeled(positionOfGame(game))).toEqual([
    '   a b c d e',
    ' 5 X . . . .',
    ' 4 . O . . .',
    ' 3 . . X . .',
    ' 2 . . . . .',
    ' 1 . . . . .',
  ]);
  expect(positionOfGame(game, 1).cells.reduce((sum, cell) => sum + cell, 0)).toBe(1);
});

test('bad input is named in one line', () => {
  const messageOf = (call: () => unknown): string => {
    try {
      call();
    } catch (error) {
      if (error instanceof UserError) return error.message;
    }
    return '';
  };
  expect(messageOf(() => readGames('h8h8', 'pos'))).toBe('game 1: stone 2 at 7,7: on another stone');
  expect(messageOf(() => readSgf('(;GM[1]SZ[19];B[aa])'))).toMatch(/^a game of GM\[1\], Go: expected GM\[4\]/);
  expect(messageOf(() => readGames('h8', 'svg'))).toBe('svg can be written, not read');
  expect(messageOf(() => writeGames([], 'psq'))).toMatch(/^0 games: a psq file holds one/);
});

test('the docstrings of what it exports have an example', async () => {
  const { readFileSync, readdirSync } = await import('node:fs');
  const folder = new URL('../../../../src/records/notation/', import.meta.url);
  const source = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const functions = Object.entries(notation).filter(
    ([, value]) => typeof value === 'function' && !('captureStackTrace' in value),
  );
  for (const [name] of functions.filter(([one]) => !['nameOf', 'parseMoves', 'parseName', 'UserError'].includes(one))) {
    const found = source.some((text) =>
      new RegExp(`\\n \\* {5}\\S(?:(?!\\*/)[^])*\\*/\\nexport function\\*? ${name}\\b`).test(text),
    );
    expect([name, found]).toEqual([name, true]);
  }
});
