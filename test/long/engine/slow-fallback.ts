/**
 * A second implementation of the move without a search, slow and plain: the referee judges every win, and the lines are
 * examined in the order of the rules. The engine and the native program must play the same moves.
 */
import { BLACK, type Color, EMPTY, opponentOf, WHITE } from '../../../src/core/color.ts';
import type { XY } from '../../../src/core/point.ts';
import { DIRECTIONS } from '../../../src/core/point.ts';
import { seededRandom } from '../../../src/core/random.ts';
import { type Rule, ruleFromCode } from '../../../src/core/rule.ts';
import type { FallbackMove } from '../../../src/engine/fallback.ts';
import { cellAt, emptyPoints, isFoul, judgeMove, type Position, rowThrough } from '../../../src/rules/index.ts';
import { randomGame } from '../../unit/kernel/search/boards.ts';
import { between, crowdedPosition } from '../../unit/rules/random.ts';

/** Value of a window of `winLength` points by the stones in it: own stones count slightly more than opposing ones. */
const OWN_VALUES = [1, 6, 40, 220, 1300, 8000];
const OPPONENT_VALUES = [0, 4, 30, 170, 1000, 6000];
const NEAR = 2;

/** Like `fallbackMove` of the engine. */
export function slowFallbackMove(
  position: Position,
  rule: Rule,
  color: Color,
  excluded: readonly XY[] = [],
): FallbackMove | null {
  const empty = emptyPoints(position);
  const points = empty.filter(({ x, y }) => !excluded.some((point) => point.x === x && point.y === y));
  const win = points.find((point) => wins(position, rule, point, color));
  if (win !== undefined) return { ...win, isFoul: false };
  const stops = new Set(
    empty
      .filter((point) => wins(position, rule, point, opponentOf(color)))
      .flatMap((point) => [point, ...stoppers(position, rule, point, color)])
      .map(({ x, y }) => `${x},${y}`),
  );
  const scored = points.map((point) => ({
    point,
    score:
      promise(position, rule, point, color) +
      (stops.has(`${point.x},${point.y}`) ? 1e6 : 0) +
      (isNearStone(position, point) ? 1e8 : 0),
  }));
  scored.sort((a, b) => b.score - a.score);
  const ordered = scored.map(({ point }) => point);
  const legal = ordered.find((point) => !isFoul(position, rule, point, color));
  if (legal !== undefined) return { ...legal, isFoul: false };
  return ordered.length > 0 ? { ...ordered[0], isFoul: true } : null;
}

function isNearStone(position: Position, { x, y }: XY): boolean {
  for (let dy = -NEAR; dy <= NEAR; dy++) {
    for (let dx = -NEAR; dx <= NEAR; dx++) {
      const cell = cellAt(position, x + dx, y + dy);
      if (cell === BLACK || cell === WHITE) return true;
    }
  }
  return false;
}

/** Asks the referee only if some row is long enough, because checking for fouls takes time. */
function wins(position: Position, rule: Rule, { x, y }: XY, color: Color): boolean {
  const isLong = DIRECTIONS.some(([dx, dy]) => rowThrough(position, x, y, color, dx, dy).length >= rule.winLength);
  return isLong && judgeMove(position, rule, x, y, color).outcome === 'win';
}

/** Caro: a five can also be stopped before it is made, by blocking its row. */
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

/** Sum over all windows through the point that only one side still holds, plus a little for the center. */
function promise(position: Position, rule: Rule, { x, y }: XY, color: Color): number {
  const fromCenter = Math.abs(2 * x + 1 - position.width) + Math.abs(2 * y + 1 - position.height);
  let sum = -fromCenter / 8;
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
    const cell = cellAt(position, x + dx * i, y + dy * i);
    if (cell === color) own++;
    else if (cell === opponentOf(color)) opponent++;
    else if (cell !== EMPTY) return 0;
  }
  if (own > 0 && opponent > 0) return 0;
  return opponent > 0 ? OPPONENT_VALUES[opponent] : OWN_VALUES[own];
}

export interface FallbackCase {
  readonly position: Position;
  readonly rule: Rule;
  readonly color: Color;
  readonly excluded: readonly XY[];
}

/** Every rule with every winning length. */
const RULES = [0, 1, 2, 3, 4, 6, 8, 9, 10, 11, 16, 18]
  .map((code) => ruleFromCode(code)!)
  .concat([3, 4, 6].map((length) => ruleFromCode(0, length)!));

/**
 * @returns positions of all rules and boards, from games, and crowded ones with blocked points; determined by the seed
 */
export function fallbackCases(seed: number, count: number): FallbackCase[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const rule = RULES[i % RULES.length];
    const isSmall = random() < 0.2;
    const side = () => (isSmall ? between(random, 3, 7) : between(random, 8, 22));
    const width = side();
    const height = random() < 0.5 ? width : side();
    const isCrowded = random() < 0.5;
    const blocked = random() < 0.3 ? 0.1 : 0;
    const position = isCrowded
      ? crowdedPosition(random, width, height, { black: 0.2 + 0.6 * random(), blocked })
      : randomGame(random, rule, width, height, between(random, 0, 60)).position;
    const color = random() < 0.5 ? BLACK : WHITE;
    const kind = random();
    const excluded = emptyPoints(position).filter((point) => {
      // In some, only fouls are left.
      return kind < 0.1 ? !isFoul(position, rule, point, color) : kind < 0.3 && random() < 0.3;
    });
    return { position, rule, color, excluded };
  });
}
