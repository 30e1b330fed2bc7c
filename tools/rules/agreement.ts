/**
 * Fast against slow: seeded random positions on which src/kernel/patterns must agree with src/rules on every empty
 * point. The tests use some hundred positions per rule, `npm run check:rules` twenty thousand.
 */
import { BLACK, type Color, EMPTY, WHITE } from '../../src/core/color.ts';
import { type Rule, ruleFromCode } from '../../src/core/rule.ts';
import { isForbiddenTo, setBoard } from '../../src/kernel/fallback/move.ts';
import { isForbidden } from '../../src/kernel/patterns/forbidden.ts';
import { CLASS_FIVE, CLASS_FORBIDDEN, CLASS_THREE } from '../../src/kernel/patterns/points.ts';
import { setRule } from '../../src/kernel/patterns/rule.ts';
import {
  blackInfo,
  block,
  classAt,
  clearBoard,
  countOf,
  play,
  rebuild,
  record,
  records,
  shapesAt,
  stoneAt,
  undo,
  VALUE_SUM,
  whiteInfo,
} from '../../src/kernel/patterns/state.ts';
import { pointAt } from '../../src/kernel/point.ts';
import { nextRandom } from '../../src/kernel/zobrist.ts';
import { drawDiagram } from '../../src/records/notation/diagram.ts';
import { emptyPosition, type Position } from '../../src/rules/position.ts';
import { isFoul, judgeMove } from '../../src/rules/referee.ts';

/** Classes that the incremental state counts. */
const COUNTED = [CLASS_FORBIDDEN, ...Array.from({ length: CLASS_FIVE - CLASS_THREE + 1 }, (_, i) => CLASS_THREE + i)];

export interface Agreement {
  positions: number;
  /** Empty points compared, both colors counted. */
  points: number;
  /** Points that win for one side, and forbidden points of both sides: without them the comparison would mean little. */
  wins: number;
  fouls: number;
  /** One text per difference, with the board. At most ten. */
  differences: string[];
}

/** A seeded generator of numbers below a bound. */
export function randomBelow(seed: number): (bound: number) => number {
  let state = seed | 0 || 1;
  return (bound) => {
    state = nextRandom(state);
    return (state >>> 0) % bound;
  };
}

interface Setup {
  readonly position: Position;
  readonly stones: { x: number; y: number; color: Color }[];
}

/** Stones near each other in random colors, so that long rows, fouls and blocked fives are common. */
function randomSetup(random: (bound: number) => number, rule: Rule): Setup {
  const isSquare15 = random(3) > 0;
  const smallest = rule.winLength;
  const width = isSquare15 ? 15 : smallest + random(22 - smallest + 1);
  const height = isSquare15 ? 15 : smallest + random(22 - smallest + 1);
  const position = emptyPosition(width, height);
  if (random(8) === 0) {
    for (let i = random(6); i >= 0; i--) position.cells[random(width * height)] = 3;
  }
  const stones: Setup['stones'] = [];
  const wanted = 3 + random(Math.max(1, Math.min(width * height - 3, 90) - 3));
  // Black-heavy boards have the most fouls.
  const blackShare = 30 + random(60);
  let x = random(width);
  let y = random(height);
  for (let tries = 0; stones.length < wanted && tries < 8 * wanted; tries++) {
    if (random(6) === 0) {
      x = random(width);
      y = random(height);
    } else {
      x += random(5) - 2;
      y += random(5) - 2;
    }
    if (x < 0 || y < 0 || x >= width || y >= height) {
      x = random(width);
      y = random(height);
    }
    if (position.cells[y * width + x] !== EMPTY) continue;
    const color: Color = random(100) < blackShare ? 1 : 2;
    // As in a game: there is no winner yet, and no foul has been played.
    if (judgeMove(position, rule, x, y, color).outcome !== 'none') continue;
    position.cells[y * width + x] = color;
    stones.push({ x, y, color });
  }
  return { position, stones };
}

function setUpFast({ position, stones }: Setup): void {
  clearBoard(position.width, position.height);
  for (let y = 0; y < position.height; y++) {
    for (let x = 0; x < position.width; x++) {
      if (position.cells[y * position.width + x] === 3) block(pointAt(x, y));
    }
  }
  for (const { x, y, color } of stones) play(pointAt(x, y), color);
}

function compareStateWithRebuild(position: Position, differences: string[]): void {
  const points: number[] = [];
  for (let y = 0; y < position.height; y++) for (let x = 0; x < position.width; x++) points.push(pointAt(x, y));
  const empty = points.filter((p) => stoneAt[p] === EMPTY);
  const snapshot = () => [
    ...empty.flatMap((p) => [shapesAt[p], blackInfo[p], whiteInfo[p]]),
    ...records.subarray(record, record + VALUE_SUM + 1),
  ];
  const incremental = snapshot();
  rebuild();
  const rebuilt = snapshot();
  const at = incremental.findIndex((value, i) => value !== rebuilt[i]);
  if (at >= 0) differences.push(`incremental state differs from a rebuild in word ${at}\n${drawDiagram(position)}`);
  for (const color of [BLACK, WHITE]) {
    for (const pointClass of COUNTED) {
      const count = countOf(color, pointClass);
      const expected = empty.filter((p) => classAt(p, color) === pointClass).length;
      if (count !== expected)
        differences.push(`${count} points of class ${pointClass}, expected ${expected}\n${drawDiagram(position)}`);
    }
  }
}

/**
 * @param code rule as in INFO rule
 * @param winLength stones that win
 * @param positions how many
 * @param seed not 0
 * @returns the counts and every difference (at most ten)
 */
export function compareFastWithSlow(code: number, winLength: number, positions: number, seed: number): Agreement {
  const rule = ruleFromCode(code, winLength)!;
  const random = randomBelow(seed);
  setRule(code, winLength);
  const agreement: Agreement = { positions, points: 0, wins: 0, fouls: 0, differences: [] };
  for (let i = 0; i < positions && agreement.differences.length < 10; i++) {
    const setup = randomSetup(random, rule);
    const { position } = setup;
    setUpFast(setup);
    setBoard(position.cells, position.width, position.height, code, winLength);
    // A detour: moves that are played and undone must leave no trace.
    const detour = random(12);
    let played = 0;
    for (let step = 0; step < detour; step++) {
      const point = pointAt(random(position.width), random(position.height));
      if (stoneAt[point] !== EMPTY) continue;
      play(point, 1 + random(2));
      played++;
      if (random(3) === 0) {
        undo();
        played--;
      }
    }
    while (played-- > 0) undo();
    compareStateWithRebuild(position, agreement.differences);

    for (let y = 0; y < position.height; y++) {
      for (let x = 0; x < position.width; x++) {
        const point = pointAt(x, y);
        if (stoneAt[point] !== EMPTY) continue;
        for (const color of [BLACK, WHITE] as const) {
          agreement.points++;
          const slowWins = judgeMove(position, rule, x, y, color as Color).outcome === 'win';
          const fastWins = classAt(point, color) === CLASS_FIVE;
          if (slowWins) agreement.wins++;
          if (slowWins !== fastWins) {
            agreement.differences.push(
              `${x},${y} color ${color}: rules/ say ${slowWins ? 'win' : 'no win'}, patterns/ the contrary\n${drawDiagram(position)}`,
            );
          }
        }
        for (const color of [BLACK, WHITE] as const) {
          const slowForbids = isFoul(position, rule, { x, y }, color);
          if (slowForbids) agreement.fouls++;
          const fallbackForbids = isForbiddenTo(color, point) === 1;
          if (slowForbids !== (isForbidden(point, color) === 1) || slowForbids !== fallbackForbids) {
            agreement.differences.push(
              `${x},${y} color ${color}: rules/ say ${slowForbids ? 'forbidden' : 'allowed'}, patterns/ or fallback/ the contrary\n${drawDiagram(position)}`,
            );
          }
        }
      }
    }
  }
  return agreement;
}
