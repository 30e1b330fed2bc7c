/**
 * A player who moves by pattern, without searching: sees rows, weighs the value of each point to both sides, and
 * overlooks some. It overlooks what people overlook: diagonal rows more than straight ones, rows with a gap, and rows
 * far from the last moves.
 */

import { type Color, opponentOf } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { DIRECTIONS } from '../../core/point.ts';
import { emptyPoints, isFoul } from '../../rules/index.ts';
import { type GameState, sideToMove } from '../state/game-state.ts';
import { isNearStone } from './near.ts';

/** How much each additional stone multiplies the value of a row. */
const GROWTH = 10;
/** Value of an own row relative to one of the opponent's. */
const OWN = 1.1;
/**
 * Value of a row that is one stone short, which outweighs any number of lesser ones; an own one outweighs the
 * opponent's likewise.
 */
const DECIDES = 1000;
/** Points farther than this from every stone are not considered. */
const REACH = 2;
/** Rows farther than this from the last two stones are easily overlooked. */
const FAR = 4;

/** Factors of the probability of overlooking a row. */
const SLANTING = 1.5;
const WITH_GAP = 1.4;
const FAR_OFF = 1.6;
/** A row that is one stone short of winning is harder to overlook, one that is two short slightly harder. */
const ONE_SHORT = 0.35;
const TWO_SHORT = 0.7;
/** Upper bound of the probability: nothing is certain to be overlooked. */
const MOST = 0.9;

/** Stones of one side within a window as long as a winning row, with no stone of the other. */
interface Stretch {
  readonly points: readonly XY[];
  readonly color: Color;
  readonly stones: number;
}

/**
 * @param missProbability probability of overlooking an ordinary row, 0 to 1
 * @param random numbers in [0, 1)
 * @returns the points that look best; all near points if no row is seen, none if there is nowhere to play
 */
export function patternMoves(game: GameState, missProbability: number, random: () => number): XY[] {
  const { position, variant } = game;
  const color = sideToMove(game);
  const worths = new Map<number, number>();
  for (const stretch of seenStretches(game, missProbability, random)) {
    const isOwn = stretch.color === color;
    const decides = stretch.stones === variant.rule.winLength - 1 ? (isOwn ? DECIDES ** 2 : DECIDES) : 1;
    const worth = GROWTH ** stretch.stones * decides * (isOwn ? OWN : 1);
    for (const { x, y } of stretch.points) {
      const at = y * position.width + x;
      worths.set(at, (worths.get(at) ?? 0) + worth);
    }
  }
  const points = emptyPoints(position).filter(
    (point) => isNearStone(game, point, REACH) && !isFoul(position, variant.rule, point, color),
  );
  const worthAt = ({ x, y }: XY) => worths.get(y * position.width + x) ?? 0;
  const most = points.reduce((best, point) => Math.max(best, worthAt(point)), 0);
  return points.filter((point) => worthAt(point) === most);
}

/** One draw for each line and side: a row is seen from all of its points or from none. */
function seenStretches(game: GameState, missProbability: number, random: () => number): Stretch[] {
  const lastStones = game.plies.filter((ply) => ply !== null).slice(-2);
  const isFar = ({ points }: Stretch) =>
    !points.some(({ x, y }) => lastStones.some((last) => Math.max(Math.abs(last.x - x), Math.abs(last.y - y)) <= FAR));
  const seen: Stretch[] = [];
  for (const [index, line] of linesOf(game).entries()) {
    const slant = index >= game.position.width + game.position.height ? SLANTING : 1;
    const draws = [random(), random()];
    for (const stretch of line) {
      const short = game.variant.rule.winLength - stretch.stones;
      const chance =
        missProbability *
        slant *
        (hasGap(game, stretch) ? WITH_GAP : 1) *
        (isFar(stretch) ? FAR_OFF : 1) *
        (short === 1 ? ONE_SHORT : short === 2 ? TWO_SHORT : 1);
      if (draws[stretch.color - 1] >= Math.min(MOST, chance)) seen.push(stretch);
    }
  }
  return seen;
}

function linesOf(game: GameState): Stretch[][] {
  const { width, height } = game.position;
  const lines: Stretch[][] = [];
  for (const [dx, dy] of DIRECTIONS) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const isStart = x - dx < 0 || y - dy < 0 || y - dy >= height;
        if (isStart) lines.push(stretchesFrom(game, { x, y }, dx, dy));
      }
    }
  }
  return lines;
}

function stretchesFrom({ position, variant }: GameState, start: XY, dx: number, dy: number): Stretch[] {
  const { width, height, cells } = position;
  const length = variant.rule.winLength;
  const line: XY[] = [];
  for (let { x, y } = start; x < width && y >= 0 && y < height; x += dx, y += dy) line.push({ x, y });
  const stretches: Stretch[] = [];
  for (let from = 0; from + length <= line.length; from++) {
    const points = line.slice(from, from + length);
    const stones = [0, 0, 0];
    for (const { x, y } of points) stones[cells[y * width + x]]++;
    for (const color of [1, 2] as const) {
      if (stones[color] > 0 && stones[opponentOf(color)] === 0)
        stretches.push({ points, color, stones: stones[color] });
    }
  }
  return stretches;
}

/** Whether there is a gap between the stones of a window. */
function hasGap({ position }: GameState, { points, stones }: Stretch): boolean {
  const isStone = points.map(({ x, y }) => position.cells[y * position.width + x] !== 0);
  return isStone.lastIndexOf(true) - isStone.indexOf(true) + 1 > stones;
}
