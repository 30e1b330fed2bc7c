/** Trees as SGF: everything is restored. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../../src/core/color.ts';
import { FREESTYLE, RENJU } from '../../../../src/core/rule-code.ts';
import { gameOfSetup } from '../../../../src/play/review/setup.ts';
import { childAt, gameTreeOf, lineThrough, rootOf, type TreeNode } from '../../../../src/play/review/tree.ts';
import { treeFromSgf, treeToSgf } from '../../../../src/play/review/tree-sgf.ts';
import { newGame, sideToMove } from '../../../../src/play/state/game-state.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { nodesFrom } from '../../../../src/records/notation/game-tree.ts';
import { parseSgf } from '../../../../src/records/notation/sgf.ts';
import { arbitraryTree } from './arbitrary-tree.ts';

const rootNode = (node: TreeNode): TreeNode => lineThrough(node)[0];

/** All contents of a tree, each position before its successors. */
const contentOf = (node: TreeNode) =>
  [...nodesFrom(rootNode(node))].map(({ game, comment, labels, unread, children }) => ({
    game,
    comment,
    labels: [...labels],
    unread: [...unread],
    children: children.length,
  }));

test('any tree of any variant is restored: setup, passes, variations, comments, letters, other properties', () => {
  fc.assert(
    fc.property(arbitraryTree, (root) => {
      const text = treeToSgf(root);
      const again = treeFromSgf(text, FREESTYLE);
      expect(contentOf(again)).toEqual(contentOf(root));
      expect(treeToSgf(again)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

describe('stones in a row', () => {
  test.each([3, 4, 6])('%i: written with the rule, and read from it', (length) => {
    const last = childAt(rootOf(newGame(variantOf(FREESTYLE, 15, 15, length))), { x: 7, y: 7 });
    const text = treeToSgf(last);
    expect(text).toContain(`RU[Freestyle, ${length} in a row]`);
    expect(treeFromSgf(text, RENJU).game.variant).toEqual(last.game.variant);
    expect(parseSgf(text)[0]).toMatchObject({ rule: FREESTYLE, winLength: length });
  });

  test('five is not mentioned', () => {
    expect(treeToSgf(rootOf(newGame(variantOf(FREESTYLE, 15, 15, 5))))).toContain('RU[Freestyle]');
  });

  test('a given rule is played with five', () => {
    const { rule } = treeFromSgf('(;SZ[15]RU[Freestyle, 4 in a row];B[hh])', FREESTYLE, RENJU).game.variant;
    expect(rule).toMatchObject({ code: RENJU, winLength: 5 });
  });
});

describe('a pass', () => {
  test.each(['', 'tt'])('B[%s] changes the side to move', (value) => {
    const last = treeFromSgf(`(;SZ[15]RU[Freestyle];B[hh];W[ig];B[${value}]C[passes];W[aa])`, FREESTYLE);
    expect(last.game.plies).toEqual([{ x: 7, y: 7 }, { x: 8, y: 6 }, null, { x: 0, y: 0 }]);
    expect(last.parent?.comment).toBe('passes');
  });

  test('tt is a point if the board has it', () => {
    expect(treeFromSgf('(;SZ[22];B[tt])', FREESTYLE).game.plies).toEqual([{ x: 19, y: 19 }]);
  });

  test('is one variation, however often it is tried', () => {
    const root = gameTreeOf(newGame(variantOf(FREESTYLE, 15, 15, null)));
    expect(childAt(root, null)).toBe(childAt(root, null));
  });
});

test('an empty board with White to move is restored', () => {
  const variant = variantOf(FREESTYLE, 15, 15, null);
  const root = rootOf(gameOfSetup({ variant, cells: new Uint8Array(225), toPlay: WHITE }));
  expect(sideToMove(treeFromSgf(treeToSgf(root), FREESTYLE).game)).toBe(WHITE);
  expect(sideToMove(treeFromSgf('(;SZ[15])', FREESTYLE).game)).toBe(BLACK);
});

test('unknown properties of other programs are preserved', () => {
  const text = '(;GM[4]SZ[15]PB[Anna]EV[Open]GN[Round 3];B[hh]TR[hh][ii]N[start];W[hi]BL[12.5](;B[aa])(;B[bb]SQ[cc]))';
  const again = treeToSgf(treeFromSgf(text, FREESTYLE));
  for (const part of ['PB[Anna]', 'EV[Open]', 'GN[Round 3]', 'TR[hh][ii]', 'N[start]', 'BL[12.5]', 'SQ[cc]']) {
    expect(again).toContain(part);
  }
  // What the caller knows about the game replaces what the file says.
  const renamed = treeToSgf(treeFromSgf(text, FREESTYLE), { black: 'Bert' });
  expect(renamed).toContain('PB[Bert]');
  expect(renamed).not.toContain('PB[Anna]');
});

test('a line end after a backslash is not part of a comment', () => {
  expect(treeFromSgf('(;SZ[15]C[one \\\r\nword];B[hh])', FREESTYLE).parent?.comment).toBe('one word');
});

test('a letter on a point may contain characters that are special in SGF', () => {
  const root = rootOf(newGame(variantOf(FREESTYLE, 15, 15, null)));
  root.labels.set(0, '1:[2]\\');
  expect(treeToSgf(root)).toContain('LB[aa:1\\:[2\\]\\\\]');
  expect(treeFromSgf(treeToSgf(root), FREESTYLE).labels.get(0)).toBe('1:[2]\\');
});
