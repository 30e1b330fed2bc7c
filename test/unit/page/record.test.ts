/** Studies as they are saved: everything is restored, and no tab overwrites the changes of another. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FREESTYLE } from '../../../src/core/rule-code.ts';
import {
  contentOf,
  contentOfSgf,
  nameTree,
  nextRecord,
  nodeAfter,
  rootOfTree,
  type StudyRecord,
  titleOf,
  treeOfStudy,
} from '../../../src/page/shelf/study/record.ts';
import { childAt, rootOf } from '../../../src/play/review/tree.ts';
import { treeToSgf } from '../../../src/play/review/tree-sgf.ts';
import { newGame } from '../../../src/play/state/game-state.ts';
import { variantOf } from '../../../src/play/state/variant.ts';
import { nodesFrom } from '../../../src/records/notation/game-tree.ts';
import { arbitraryTree } from '../play/review/arbitrary-tree.ts';

test('any study is restored from the storage, with the position that was on the board', () => {
  fc.assert(
    fc.property(arbitraryTree, fc.nat(), (root, index) => {
      const nodes = [...nodesFrom(root)];
      const node = nodes[index % nodes.length];
      const again = treeOfStudy(structuredClone(contentOf(node)));
      expect(again.game).toEqual(node.game);
      expect(again.comment).toBe(node.comment);
      expect(again.labels).toEqual(node.labels);
      expect(treeToSgf(again)).toBe(treeToSgf(node));
      expect(nodeAfter(rootOfTree(again), node.game.plies)).toBe(again);
    }),
    { numRuns: 200 },
  );
});

const tree = () => childAt(rootOf(newGame(variantOf(FREESTYLE, 7, 6, 4))), { x: 3, y: 2 });

test('the title of a study is its name, or its beginning', () => {
  const node = tree();
  expect(titleOf(contentOf(node))).toBe('Freestyle, 4 in a row, 7 × 6: D4');
  nameTree(node, 'Four [in] a row');
  expect(titleOf(contentOf(node))).toBe('Four [in] a row');
  expect(contentOf(node).sgf).toContain('GN[Four [in\\] a row]');
  nameTree(node, '');
  expect(contentOf(node).sgf).not.toContain('GN[');
});

test('a text that cannot be read is kept unchanged', () => {
  expect(contentOfSgf('(;SZ[15];B[aa];B[bb])')).toMatchObject({ sgf: '(;SZ[15];B[aa];B[bb])', variant: null });
});

describe('a change is written', () => {
  const content = contentOf(tree());
  const stored: StudyRecord = { ...content, id: 'a', link: null, revision: 3, changedAt: 1, deletedAt: null };
  const changed = { ...content, sgf: '(;SZ[15]C[mine])' };
  const study = (revision: number) => ({ id: 'a', revision, link: null });

  test('if nothing is saved, or only what this tab has seen', () => {
    expect(nextRecord(null, study(0), changed, 9)).toMatchObject({ sgf: changed.sgf, revision: 1, changedAt: 9 });
    expect(nextRecord(stored, study(3), changed, 9)).toMatchObject({ sgf: changed.sgf, revision: 4, changedAt: 9 });
  });

  test('not over a version that another tab has changed or deleted', () => {
    expect(nextRecord(stored, study(2), changed, 9)).toBeNull();
    expect(nextRecord({ ...stored, deletedAt: 5 }, study(3), changed, 9)).toBeNull();
  });

  test('not if another tab has made the same change', () => {
    expect(nextRecord(stored, study(1), content, 9)).toEqual(stored);
  });
});
