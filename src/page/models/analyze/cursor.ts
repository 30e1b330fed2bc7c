/** A position of a tree: the way to other positions, and changes of the tree there. */
import type { Color } from '../../../core/color.ts';
import type { XY } from '../../../core/point.ts';
import { mark } from '../../../play/review/marks.ts';
import { childAt, cutOff, isOnMainLine, lineThrough, promote, type TreeNode } from '../../../play/review/tree.ts';
import { type GameState, sideToMove } from '../../../play/state/game-state.ts';
import { isLegal } from '../../../rules/index.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

interface CursorHooks {
  /** Called after a step to another position. */
  readonly onMove: () => void;
  /** Called after a change of the tree. */
  readonly onEdit: (edit: 'new-move' | 'other') => void;
}

export class TreeCursor {
  constructor(
    /** Setting it calls no hook; it may be of another tree. */
    public current: TreeNode,
    private readonly hooks: CursorHooks,
  ) {}

  get game(): GameState {
    return this.current.game;
  }

  get color(): Color {
    return sideToMove(this.game);
  }

  /** The positions of the current line, from the first to the last. */
  get line(): TreeNode[] {
    return lineThrough(this.current);
  }

  /** Index of the current position in {@link line}. */
  get index(): number {
    return this.line.indexOf(this.current);
  }

  get isVariation(): boolean {
    return !isOnMainLine(this.current);
  }

  go(node: TreeNode): void {
    this.current = node;
    this.hooks.onMove();
  }

  /** @param by number of positions along the line; negative: back */
  step(by: number): void {
    const { line } = this;
    const target = line[Math.min(line.length - 1, Math.max(0, this.index + by))];
    if (target !== this.current) this.go(target);
  }

  /** @param index in {@link line} */
  goTo(index: number): void {
    this.step(index - this.index);
  }

  /** Goes to the position where the current line left the main line. */
  backToMain(): void {
    let at = this.current;
    while (!isOnMainLine(at) && at.parent !== null) at = at.parent;
    this.go(at);
  }

  /** Plays a move, along a known line or as a new variation; does nothing if it is not legal. */
  play(point: XY): void {
    const { game, current: node } = this;
    if (game.end !== null || !isLegal(game.position, point.x, point.y)) return;
    const before = node.children.length;
    const next = childAt(node, point);
    const isNew = node.children.length > before;
    this.go(next);
    if (isNew) this.hooks.onEdit('new-move');
  }

  makeMain(): void {
    promote(this.line[this.line.length - 1]);
    this.hooks.onEdit('other');
  }

  /** Removes the last move and everything after it. */
  cutOff(): void {
    this.go(cutOff(this.current));
    this.hooks.onEdit('other');
  }

  setComment(text: string): void {
    this.current.comment = text;
    this.hooks.onEdit('other');
  }

  /** Puts the next free letter on a point, or removes the letter there. */
  toggleLetter({ x, y }: XY): void {
    const { labels, game } = this.current;
    const at = y * game.variant.width + x;
    const used = new Set(labels.values());
    const next = LETTERS.find((letter) => !used.has(letter));
    if (labels.has(at)) labels.delete(at);
    else if (next !== undefined) labels.set(at, next);
    this.hooks.onEdit('other');
  }

  /** Puts the next shape on a point, or an arrow between two, or removes it. */
  mark(from: XY, to: XY): void {
    mark(this.current, from, to);
    this.hooks.onEdit('other');
  }
}
