/** Marks of a position: shapes and arrows, as properties of SGF. */
import { describe, expect, test } from 'vitest';
import { parseMoves, type XY } from '../../../../src/core/point.ts';
import { FREESTYLE } from '../../../../src/core/rule-code.ts';
import { arrowsOf, mark, shapesOf } from '../../../../src/play/review/marks.ts';
import { hasWork, rootOf, type TreeNode } from '../../../../src/play/review/tree.ts';
import { treeFromSgf, treeToSgf } from '../../../../src/play/review/tree-sgf.ts';
import { newGame } from '../../../../src/play/state/game-state.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';

const [h8, i9, g7] = parseMoves('h8i9g7', 15)!;
const cell = ({ x, y }: XY) => y * 15 + x;
const empty = (): TreeNode => rootOf(newGame(variantOf(FREESTYLE, 15, 15, 5)));
const read = (properties: string): TreeNode => treeFromSgf(`(;GM[4]SZ[15]RU[Freestyle];B[hh]${properties})`, FREESTYLE);
/** What a file has after the move. */
const written = (node: TreeNode): string => /\n;B\[hh\](.*)\)\n$/.exec(treeToSgf(node))?.[1] ?? 'no move';
const again = (node: TreeNode): TreeNode => treeFromSgf(treeToSgf(node), FREESTYLE);

describe('a shape', () => {
  test.each([
    ['circle', 'CR'],
    ['triangle', 'TR'],
    ['square', 'SQ'],
    ['cross', 'MA'],
  ])('%s is read from %s, and written back once', (shape, name) => {
    const node = read(`${name}[hh][ig]`);
    expect([...shapesOf(node)]).toEqual([
      [cell(h8), shape],
      [cell(i9), shape],
    ]);
    expect(written(node)).toBe(`${name}[hh][ig]`);
  });

  test('the next one takes its place, and none follows the last', () => {
    const node = read('');
    const shapes = [];
    for (let i = 0; i < 5; i++) {
      mark(node, i9, i9);
      shapes.push(written(node));
      expect([...shapesOf(again(node))]).toEqual([...shapesOf(node)]);
    }
    expect(shapes).toEqual(['CR[ig]', 'TR[ig]', 'SQ[ig]', 'MA[ig]', '']);
    mark(node, i9, i9);
    expect(written(node)).toBe('CR[ig]');
  });

  test('a list such as gg:ih is a rectangle, whose other points keep their shape', () => {
    const node = read('TR[gg:ih]');
    expect(shapesOf(node).size).toBe(6);
    expect(written(node)).toBe('TR[gg:ih]');
    mark(node, h8, h8);
    expect(shapesOf(node).get(cell(h8))).toBe('square');
    expect(written(node)).toBe('TR[gg][hg][ig][gh][ih]SQ[hh]');
  });

  test('a point with two shapes in a file has one after the next', () => {
    const node = read('CR[ig]SQ[ig]');
    mark(node, i9, i9);
    expect(written(node)).toBe('MA[ig]');
  });
});

describe('an arrow', () => {
  test('is read from AR, and written back once', () => {
    const node = read('AR[hh:ig][ig:hh]');
    expect(arrowsOf(node)).toEqual([
      { from: h8, to: i9 },
      { from: i9, to: h8 },
    ]);
    expect(written(node)).toBe('AR[hh:ig][ig:hh]');
  });

  test('is drawn, and removed by drawing it again', () => {
    const node = read('');
    mark(node, h8, i9);
    mark(node, g7, h8);
    expect(written(node)).toBe('AR[hh:ig][gi:hh]');
    expect(arrowsOf(again(node))).toEqual(arrowsOf(node));
    mark(node, h8, i9);
    mark(node, g7, h8);
    expect(written(node)).toBe('');
  });
});

test('values that name no point of the board show nothing, and stay', () => {
  const node = read('CR[zz][a][ig]AR[hh][hh:hh][hh:zz][hh:ig]XY[ig]');
  expect([...shapesOf(node)]).toEqual([[cell(i9), 'circle']]);
  expect(arrowsOf(node)).toEqual([{ from: h8, to: i9 }]);
  mark(node, i9, i9);
  mark(node, h8, i9);
  expect(written(node)).toBe('CR[zz][a]AR[hh][hh:hh][hh:zz]XY[ig]TR[ig]');
});

test('an empty board with a mark is worth keeping, and without one it is not', () => {
  const root = empty();
  expect(hasWork(root)).toBe(false);
  mark(root, h8, i9);
  expect(hasWork(root)).toBe(true);
  mark(root, h8, i9);
  mark(root, h8, h8);
  expect(hasWork(root)).toBe(true);
});
