/**
 * A move without a search: what the engine plays when there is no time for one, or when the search has failed. Slow
 * but plain; it sees one ply ahead and no further.
 */
import { type Color, EMPTY, opponentOf } from '../core/color.ts';
import { DIRECTIONS } from '../core/direction.ts';
import type { XY } from '../core/point.ts';
import type { Rule } from '../core/rule.ts';
import { cellAt, emptyPoints, isOnBoard, type Position } from '../rules/position.ts';
import { isFoul, judgeMove } from '../rules/referee.ts';
import { rowThrough } from '../rules/rows.ts';

export interface FallbackMove extends XY {
  /** Black has nothing but forbidden points left, and this is one of them. */
  readonly isFoul: boolean;
}

/** Value of a stretch of `winLength` points by the stones in it: own stones count a little more than opposing ones. */
const OWN_VALUES = [1, 6, 40, 220, 1300, 8000];
const OPPONENT_VALUES = [0, 4, 30, 170, 1000, 6000];

/** Points this far from every stone are looked at only if nothing nearer may be played. */
const NEAR = 2;

/**
 * @returns a winning move if there is one, else a move that stops a win of the opponent, else the free point with the
 * most promising lines; never a forbidden point while Black has another. Null on a full board.
 * @param excluded points that are not to be played
 */
export function fallbackMove(
  position: Position,
  rule: Rule,
  color: Color,
  excluded: readonly XY[] = [],
): FallbackMove | null {
  const isAllowed = ({ x, y }: XY) => !excluded.some((point) => point.x === x && point.y === y);
  const points = nearPoints(position).filter(isAllowed);
  const win = points.find((point) => wins(position, rule, point, color));
  if (win !== undefined) return { ...win, isFoul: false };
  const blocks = new Set(
    points
      .filter((point) => wins(position, rule, point, opponentOf(color)))
      .flatMap((point) => [point, ...stoppers(position, rule, point, color)])
      .map((point) => point.y * position.width + point.x),
  );
  const scored = points.map((point) => ({
    point,
    score: promise(position, rule, point, color) + (blocks.has(point.y * position.width + point.x) ? 1e6 : 0),
  }));
  scored.sort((a, b) => b.score - a.score);
  const ordered = [...scored.map(({ point }) => point), ...emptyPoints(position).filter(isAllowed)];
  const legal = ordered.find((point) => !isFoul(position, rule, point, color));
  if (legal !== undefined) return { ...legal, isFoul: false };
  return ordered.length > 0 ? { ...ordered[0], isFoul: true } : null;
}

/** Empty points with a stone nearby; all of them on an empty board. */
function nearPoints(position: Position): XY[] {
  const empty = emptyPoints(position);
  const near = empty.filter(({ x, y }) => {
    for (let dy = -NEAR; dy <= NEAR; dy++) {
      for (let dx = -NEAR; dx <= NEAR; dx++) {
        if (cellAt(position, x + dx, y + dy) > EMPTY) return true;
      }
    }
    return false;
  });
  return near.length > 0 ? near : empty;
}

/** Asks the referee only where some row is long enough, as asking about fouls takes time. */
function wins(position: Position, rule: Rule, { x, y }: XY, color: Color): boolean {
  const isLong = DIRECTIONS.some(([dx, dy]) => rowThrough(position, x, y, color, dx, dy).length >= rule.winLength);
  return isLong && judgeMove(position, rule, x, y, color).outcome === 'win';
}

/** Caro: a five can also be stopped before it is made, by shutting in the row that it would be. */
function stoppers(position: Position, rule: Rule, point: XY, color: Color): XY[] {
  if (!rule.caro) return [];
  const trial = { ...position, cells: position.cells.slice() };
  return DIRECTIONS.flatMap(([dx, dy]) => {
    const row = rowThrough(position, point.x, point.y, opponentOf(color), dx, dy);
    const first = row[0];
    const last = row[row.length - 1];
    return [
      { x: first.x - dx, y: first.y - dy },
      { x: last.x + dx, y: last.y + dy },
    ];
  }).filter((end) => {
    if (cellAt(position, end.x, end.y) !== EMPTY) return false;
    const index = end.y * position.width + end.x;
    trial.cells[index] = color;
    const stopped = !wins(trial, rule, point, opponentOf(color));
    trial.cells[index] = EMPTY;
    return stopped;
  });
}

/** Sum over all stretches through the point that one side alone still holds, plus a little for the centre. */
function promise(position: Position, rule: Rule, { x, y }: XY, color: Color): number {
  const fromCentre = Math.abs(2 * x + 1 - position.width) + Math.abs(2 * y + 1 - position.height);
  let sum = -fromCentre / 8;
  for (const [dx, dy] of DIRECTIONS) {
    for (let start = 1 - rule.winLength; start <= 0; start++) {
      sum += stretchValue(position, rule, x + dx * start, y + dy * start, dx, dy, color);
    }
  }
  return sum;
}

function stretchValue(
  position: Position,
  rule: Rule,
  x: number,
  y: number,
  dx: number,
  dy: number,
  color: Color,
): number {
  let own = 0;
  let opponent = 0;
  for (let i = 0; i < rule.winLength; i++) {
    if (!isOnBoard(position, x + dx * i, y + dy * i)) return 0;
    const cell = cellAt(position, x + dx * i, y + dy * i);
    if (cell === color) own++;
    else if (cell !== EMPTY) opponent += cell === opponentOf(color) ? 1 : rule.winLength;
  }
  if (own > 0 && opponent > 0) return 0;
  if (opponent > 0) return OPPONENT_VALUES[opponent] ?? 0;
  return OWN_VALUES[own] ?? 0;
}
