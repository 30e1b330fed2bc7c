/** A study in the form in which the browser stores it. */
import { messageOf } from '../../../core/errors.ts';
import { samePoint } from '../../../core/point.ts';
import { FREESTYLE } from '../../../core/rule-code.ts';
import { childIndex, lineThrough, type TreeNode } from '../../../play/review/tree.ts';
import { treeFromSgf, treeToSgf } from '../../../play/review/tree-sgf.ts';
import { labelOf, type Ply } from '../../../play/state/notation.ts';
import { type Variant, variantOf } from '../../../play/state/variant.ts';
import { say } from '../../lang/languages.ts';
import { variantText } from '../../parts/rules.ts';

export interface StudyContent {
  /** Given by the user, GN in the file; empty: none. */
  readonly name: string;
  readonly sgf: string;
  /** The way to the position that was on the board last: the index of each move among its alternatives. */
  readonly path: readonly number[];
  /** Null for an unreadable text. */
  readonly variant: (Pick<Variant, 'width' | 'height'> & { readonly rule: number; readonly winLength: number }) | null;
  /** Its first moves, as points. */
  readonly opening: string;
}

export interface StudyRecord extends StudyContent {
  readonly id: string;
  /** The link that it was begun from; null: none. */
  readonly link: string | null;
  /** Increases with every change, in any tab. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Null: it is not deleted. */
  readonly deletedAt: number | null;
}

/** Number of moves in the title of a study without a name. */
const OPENING_MOVES = 6;

/** SGF's property for the name of a game. */
const NAME = 'GN';

export function rootOfTree(node: TreeNode): TreeNode {
  return lineThrough(node)[0];
}

/** @param node the position on the board */
export function contentOf(node: TreeNode): StudyContent {
  const line = lineThrough(node);
  const [root] = line;
  const { rule, width, height } = root.game.variant;
  const moves = lineThrough(root)
    .slice(1, OPENING_MOVES + 1)
    .map(({ ply }) => (ply === null ? '–' : labelOf(ply, height)));
  return {
    name: root.unread.get(NAME)?.[0] ?? '',
    sgf: treeToSgf(root),
    path: line.slice(1, line.indexOf(node) + 1).map(childIndex),
    variant: { rule: rule.code, width, height, winLength: rule.winLength },
    opening: moves.join(' '),
  };
}

/** @returns the content of a text; an unreadable one is stored as it is */
export function contentOfSgf(sgf: string): StudyContent {
  try {
    return contentOf(treeFromSgf(sgf, FREESTYLE));
  } catch {
    return { name: '', sgf, path: [], variant: null, opening: '' };
  }
}

/** @returns the position that was on the board last @throws UserError for an unreadable text */
export function treeOfStudy({ sgf, path }: Pick<StudyContent, 'sgf' | 'path'>): TreeNode {
  let node = rootOfTree(treeFromSgf(sgf, FREESTYLE));
  for (const index of path) node = node.children[index] ?? node;
  return node;
}

/** @returns the position of a tree after these turns, or the last one on the way that the tree has */
export function nodeAfter(root: TreeNode, plies: readonly Ply[]): TreeNode {
  let node = root;
  for (const ply of plies.slice(root.game.plies.length)) {
    const next = node.children.find((child) => samePoint(child.ply, ply));
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** @param name empty: none */
export function nameTree(node: TreeNode, name: string): void {
  const { unread } = rootOfTree(node);
  if (name === '') unread.delete(NAME);
  else unread.set(NAME, [name]);
}

/** @returns the title of a study: its name, or its first moves */
export function titleOf({ name, variant, opening }: StudyContent): string {
  if (name !== '') return name;
  if (variant === null) return say('study');
  return opening === '' ? studyVariantText(variant) : `${studyVariantText(variant)}: ${opening}`;
}

function studyVariantText({ rule, width, height, winLength }: NonNullable<StudyContent['variant']>): string {
  try {
    return variantText(variantOf(rule, width, height, winLength));
  } catch (error) {
    return messageOf(error);
  }
}

export interface OpenStudy {
  id: string;
  /** The stored revision that the tree on the board is based on; 0: none is stored yet. */
  revision: number;
  readonly link: string | null;
}

/**
 * Applies a tab's change to a study.
 * @param stored the stored study; null: none
 * @returns the study to store; null: another tab has changed it in another way in the meantime
 */
export function nextRecord(
  stored: StudyRecord | null,
  { id, revision, link }: OpenStudy,
  content: StudyContent,
  now: number,
): StudyRecord | null {
  if (stored !== null && stored.deletedAt === null && stored.sgf === content.sgf) return { ...stored, ...content };
  if (stored !== null && (stored.deletedAt !== null || stored.revision !== revision)) return null;
  return { ...content, id, link, revision: revision + 1, changedAt: now, deletedAt: null };
}
