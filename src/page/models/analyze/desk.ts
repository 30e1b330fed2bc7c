/** Which study is on the board, and which one it has replaced there. Every change of the tree goes to the store. */

import { gameTreeOf, hasWork, type TreeNode } from '../../../play/review/tree.ts';
import { type GameState, newGame } from '../../../play/state/game-state.ts';
import {
  nameTree,
  nodeAfter,
  type OpenStudy,
  rootOfTree,
  type StudyRecord,
  treeOfStudy,
} from '../../shelf/study/record.ts';
import type { StudyStore } from '../../shelf/study/store.ts';
import type { TreeCursor } from './cursor.ts';

/** A tree with the study that it is stored as. */
interface StudyOnBoard {
  readonly node: TreeNode;
  readonly study: OpenStudy;
}

interface DeskHooks {
  /** Called when another tree is on the board. */
  readonly onOpen: () => void;
  /** Called when another tab has changed the tree on the board. */
  readonly onRefresh: () => void;
  /** Called when something else has changed. */
  readonly onChange: () => void;
}

export class StudyDesk {
  /** Becomes a stored study with the first change of the tree. */
  private study: OpenStudy;
  private earlier: StudyOnBoard | null = null;

  constructor(
    private readonly store: StudyStore,
    private readonly cursor: TreeCursor,
    private readonly hooks: DeskHooks,
  ) {
    this.study = store.begin(null);
    store.copied = (study, name) => this.nameCopy(study, name);
    store.subscribe(() => this.followOtherTab());
  }

  /** Id of the study on the board; null: it is not stored yet. */
  get openId(): string | null {
    return this.isStored ? this.study.id : null;
  }

  /** Id of the tree on the board, stored or not. */
  get key(): string {
    return this.study.id;
  }

  /** The link that the tree was opened from; null: none. */
  get link(): string | null {
    return this.study.link;
  }

  /** Whether the tree is stored as a study, or is about to be. */
  private get isStored(): boolean {
    return this.store.isKept(this.study);
  }

  private get hasStudy(): boolean {
    return this.isStored || hasWork(this.cursor.current);
  }

  private get onBoard(): StudyOnBoard {
    return { node: this.cursor.current, study: this.study };
  }

  /**
   * Opens the study of the last visit, or the one that was begun from the link, once the store has loaded.
   * @param isFree whether the board still shows nothing else
   */
  async restore(isFree: () => boolean): Promise<void> {
    const first = this.cursor.current;
    await this.store.loaded;
    const { link } = this.study;
    // A link is opened before the store has loaded, so the study that was begun from it replaces the bare position.
    const isTaken = link === null ? this.hasStudy || this.cursor.current !== first : this.isStored;
    if (isTaken || !isFree()) return;
    const record = link === null ? this.store.last : this.store.ofLink(link);
    if (record === null) return;
    try {
      this.take(this.store.open(record));
    } catch {
      // An unreadable study stays in the list, from where it can be saved as a file.
    }
  }

  /**
   * Opens a game. It becomes a study only with its first change, even if stones are set up.
   * @param shown number of turns on the board
   * @param link of the game: if a study was begun from it, that study opens
   */
  openGame(game: GameState, shown = game.plies.length, link: string | null = null): void {
    const record = link === null ? null : this.store.ofLink(link);
    if (record !== null && this.openStudy(record)) return;
    let node = gameTreeOf(game);
    while (node.game.plies.length > shown && node.parent !== null) node = node.parent;
    this.open(node, this.store.begin(link), false);
  }

  /**
   * Opens a tree at one of its positions. A tree that is already stored opens as that study.
   * @param isStudy false: it becomes a study only with its first change, even if it has remarks or variations
   */
  openTree(node: TreeNode, isStudy = true): void {
    const record = hasWork(node) ? this.store.same(node) : null;
    this.open(node, record === null ? this.store.begin(null) : this.store.open(record).study, isStudy);
  }

  /** Opens the first game of a file. If there are several, all become studies. */
  openTrees([first, ...others]: readonly TreeNode[]): void {
    for (const node of others) {
      if (this.store.same(node) === null) this.store.save(this.store.begin(null), node);
    }
    this.openTree(first);
    if (others.length > 0) this.save(true);
  }

  /** Opens a stored study. @returns false if it cannot be read */
  openStudy(record: StudyRecord): boolean {
    if (record.id === this.study.id) return true;
    try {
      const opened = this.store.open(record);
      this.putAside();
      this.take(opened);
      return true;
    } catch {
      return false;
    }
  }

  /** Opens an empty board of the current game's kind. */
  newStudy(): void {
    this.openTree(this.emptyTree());
  }

  /** @param name empty: none */
  rename(record: StudyRecord, name: string): void {
    const inMemory = [this.onBoard, this.earlier].find((one) => one?.study.id === record.id);
    if (inMemory) {
      nameTree(inMemory.node, name);
      this.store.save(inMemory.study, inMemory.node);
    } else this.store.rename(record, name);
    this.hooks.onChange();
  }

  /** Deletes a study, which can be restored from the list. */
  delete({ id }: StudyRecord): void {
    if (this.earlier?.study.id === id) this.earlier = null;
    if (this.study.id === id) this.take({ node: this.emptyTree(), study: this.store.begin(null) });
    void this.store.setDeleted(id, true);
  }

  /** Stores the tree after a change. @param isStudy false: a game without remarks or variations is not stored */
  save(isStudy = this.hasStudy): void {
    if (!isStudy) return;
    this.store.save(this.study, this.cursor.current);
    this.store.noteOpen(this.study);
  }

  /** Whether the tree on the board has replaced a study. */
  get hasEarlier(): boolean {
    return this.earlier !== null;
  }

  /** Swaps the study on the board for the one that it has replaced. */
  backToEarlier(): void {
    const { earlier } = this;
    if (earlier === null) return;
    this.putAside();
    this.take(earlier);
    this.followOtherTab();
  }

  private emptyTree(): TreeNode {
    return gameTreeOf(newGame(this.cursor.game.variant));
  }

  private open(node: TreeNode, study: OpenStudy, isStudy = true): void {
    this.putAside();
    this.take({ node, study });
    if (!this.isStored && isStudy) this.save();
  }

  private putAside(): void {
    if (this.hasStudy) this.earlier = this.onBoard;
  }

  private take({ node, study }: StudyOnBoard): void {
    this.cursor.current = node;
    this.study = study;
    if (this.earlier?.study === study) this.earlier = null;
    if (study.revision > 0) this.store.noteOpen(study);
    this.hooks.onOpen();
  }

  /** Shows the changes that another tab has made to the study on the board. */
  private followOtherTab(): void {
    const newer = this.store.newerThan(this.study);
    if (newer === null) return;
    try {
      const root = rootOfTree(treeOfStudy(newer));
      this.study.revision = newer.revision;
      this.cursor.current = nodeAfter(root, this.cursor.game.plies);
      this.hooks.onRefresh();
    } catch {
      // An unreadable version is not shown: the tree on the board becomes a separate study with its next change.
    }
  }

  private nameCopy(study: OpenStudy, name: string): void {
    for (const one of [this.onBoard, this.earlier]) if (one?.study === study) nameTree(one.node, name);
  }
}
