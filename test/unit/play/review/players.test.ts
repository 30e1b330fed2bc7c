/** The players that a tree of moves names. */
import { expect, test } from 'vitest';
import { readTrees } from '../../../../src/page/share/read.ts';
import { textOf } from '../../../../src/page/share/texts.ts';
import { playersOfTree, treeToSgf } from '../../../../src/play/review/tree-sgf.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { formatPsq } from '../../../../src/records/notation/psq.ts';
import { bareGame } from '../../../../src/records/notation/saved-game.ts';

const VARIANT = variantOf(0, 15, 15, null);
const [FROM_SGF] = readTrees('(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[ii])', VARIANT);
const MOVES = [
  { x: 7, y: 7 },
  { x: 8, y: 8 },
];
const [FROM_PSQ] = readTrees(formatPsq({ ...bareGame(15, MOVES), black: 'Ann', white: 'Bob' }), VARIANT);

test.each([
  ['sgf', FROM_SGF],
  ['psq', FROM_PSQ],
])('a game opened from %s keeps its players in every file', (_, tree) => {
  const players = playersOfTree(tree);
  expect(players).toEqual({ black: 'Ann', white: 'Bob' });
  expect(treeToSgf(tree).match(/P[BW]\[\w+\]/g)).toEqual(['PB[Ann]', 'PW[Bob]']);
  expect(textOf(tree.game, 'sgf', tree, players)).toBe(treeToSgf(tree));
  const psq = textOf(tree.game, 'psq', tree, players);
  expect(playersOfTree(readTrees(psq, VARIANT)[0])).toEqual(players);
});

test('a game without players has no names', () => {
  const [tree] = readTrees('(;GM[4]SZ[15];B[hh])', VARIANT);
  expect(playersOfTree(tree)).toEqual({ black: '', white: '' });
  expect(treeToSgf(tree)).not.toMatch(/P[BW]\[/);
});
