/** Moves excluded by a front end with YXBLOCK, YXBLOCKPATH and YXFORBID. They stay excluded in later games. */
import { type Color, colorAt, EMPTY } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import type { PositionView } from '../engine/game.ts';
import { cellAt } from '../rules/position.ts';

export class ExcludedMoves {
  private readonly points = new Map<string, XY>();
  /** Moves excluded in one position, with the stones before it, see {@link stonesKey}. */
  private readonly paths = new Map<string, XY & { readonly before: string }>();
  private readonly forbidden = new Map<string, XY & { readonly color: Color }>();

  /** @param isExcluded false: the point may be played again */
  setPoint(point: XY, isExcluded: boolean): void {
    set(this.points, keyOf(point), point, isExcluded);
  }

  clearPoints(): void {
    this.points.clear();
  }

  /** @param moves of a game from its beginning, Black first; the last one is excluded */
  setPath(moves: readonly XY[], isExcluded: boolean): void {
    const last = moves.at(-1);
    if (last === undefined) return;
    const before = stonesKey(moves.slice(0, -1).map((move, index) => ({ ...move, color: colorAt(index) })));
    set(this.paths, `${before} ${keyOf(last)}`, { ...last, before }, isExcluded);
  }

  clearPaths(): void {
    this.paths.clear();
  }

  /** Like {@link setPoint}, for one color. */
  setForbidden(point: XY, color: Color, isExcluded: boolean): void {
    set(this.forbidden, `${color} ${keyOf(point)}`, { ...point, color }, isExcluded);
  }

  /** @returns the empty points that are excluded for the side to move */
  pointsFor(position: PositionView): XY[] {
    const stones = stonesKey(position.stones);
    const found = [
      ...this.points.values(),
      ...[...this.paths.values()].filter(({ before }) => before === stones),
      ...[...this.forbidden.values()].filter(({ color }) => color === position.sideToMove),
    ];
    return found.filter(({ x, y }) => cellAt(position, x, y) === EMPTY).map(({ x, y }) => ({ x, y }));
  }
}

function set<T>(map: Map<string, T>, key: string, value: T, isPresent: boolean): void {
  if (isPresent) map.set(key, value);
  else map.delete(key);
}

function keyOf({ x, y }: XY): string {
  return `${x},${y}`;
}

/** @returns a text that identifies a set of stones, independent of their order */
function stonesKey(stones: readonly (XY & { readonly color: number })[]): string {
  return stones
    .map((stone) => `${keyOf(stone)},${stone.color}`)
    .sort()
    .join(' ');
}
