import { describe, expect, test } from 'vitest';
import { BLACK, opponentOf, WHITE } from '../../../../src/core/color.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import { forbidsTo, type Rule, ruleFromCode } from '../../../../src/core/rule.ts';
import {
  CLASS_DOUBLE_THREE,
  CLASS_FIVE,
  CLASS_FORBIDDEN,
  CLASS_FOUR_THREE,
} from '../../../../src/kernel/patterns/points.ts';
import { setRule } from '../../../../src/kernel/patterns/rule.ts';
import { countOf } from '../../../../src/kernel/patterns/state.ts';
import { columnOf, rowOf } from '../../../../src/kernel/point.ts';
import {
  ALL_CANDIDATES,
  DEFEND_FIVE,
  DEFEND_FOUR,
  DEFEND_FOUR_THREE,
  generateMoves,
  moveList,
  restriction,
} from '../../../../src/kernel/search/movegen.ts';
import { lossIn, WIN, winIn } from '../../../../src/kernel/search/score.ts';
import { staticVerdict } from '../../../../src/kernel/search/threats.ts';
import { drawDiagram } from '../../../../src/records/notation/diagram.ts';
import { casesOf } from '../../../cases.ts';
import {
  drawSetup,
  RULES,
  randomGame,
  type Setup,
  type Stone,
  setUpPatterns,
} from '../../../unit/kernel/search/boards.ts';
import { BruteForce } from '../../../unit/kernel/search/brute.ts';
import { parseDiagram, tidy } from '../../../unit/records/notation/read-diagram.ts';
import { between } from '../../../unit/rules/random.ts';

/** Positions per rule; TENGEN_SLOW=1 for a long run. */
const POSITIONS = casesOf(800, 20_000);
/** How many lists of forced moves of each kind are checked move by move, per rule. */
const LISTS = casesOf(25, 8000);

function setups(rule: Rule, seed: number, count = POSITIONS, side = [9, 15], stones = [6, 40]): Setup[] {
  const random = seededRandom(seed);
  const within = ([low, high]: number[]): number => between(random, low, high);
  return Array.from({ length: count }, () => randomGame(random, rule, within(side), within(side), within(stones)));
}

/** Expects brute force to find the forced result, too. */
function verdictHolds(setup: Setup, brute: BruteForce, verdict: number): void {
  const side = setup.toMove;
  if (verdict > 0) {
    expect(brute.winsWithin(side, WIN - verdict), `a win in ${WIN - verdict}\n${drawSetup(setup)}`).toBe(true);
  } else if (verdict < 0) {
    expect(verdict).toBe(lossIn(2));
    const safe = brute.emptyCells().find((at) => !brute.losesAfter(at, side, 2));
    expect(safe, `a move that does not lose at once\n${drawSetup(setup)}`).toBe(undefined);
  }
}

/** Expects the moves that are not listed to lose. @returns their number */
function othersLose(setup: Setup, brute: BruteForce, listed: ReadonlySet<number>, plies: number): number {
  const outside = brute.emptyCells().filter((at) => !listed.has(at));
  const missing = outside.filter((at) => !brute.losesAfter(at, setup.toMove, plies));
  const names = missing.map((at) => `${at % brute.width},${Math.floor(at / brute.width)}`);
  expect(names, `omitted, but do not lose\n${drawSetup(setup)}`).toEqual([]);
  return outside.length;
}

/** Plies within which an omitted move loses. */
const PLIES_TO_LOSS = new Map([
  [DEFEND_FIVE, 2],
  [DEFEND_FOUR, 4],
  [DEFEND_FOUR_THREE, 6],
]);

/** @returns cells of the moves that the search would try, and how it restricted them */
function listedCells({ position, toMove }: Setup): { cells: Set<number>; kind: number } {
  const count = generateMoves(toMove, 0);
  const points = Array.from(moveList.subarray(0, count));
  return { cells: new Set(points.map((point) => rowOf(point) * position.width + columnOf(point))), kind: restriction };
}

describe.each(RULES)('%s', (_name, code) => {
  const rule = ruleFromCode(code)!;
  const games = setups(rule, 7000 + code);

  test('brute force confirms what the counts call won or lost', () => {
    setRule(code, 5);
    const found = new Map<number, number>();
    let fourThrees = 0;
    let doubleThrees = 0;
    for (const setup of games) {
      setUpPatterns(setup);
      const side = setup.toMove;
      const verdict = staticVerdict(side, 0);
      found.set(verdict, (found.get(verdict) ?? 0) + 1);
      if (verdict === winIn(5) && countOf(side, CLASS_FOUR_THREE) > 0) fourThrees++;
      else if (verdict === winIn(5) && countOf(side, CLASS_DOUBLE_THREE) > 0) doubleThrees++;
      verdictHolds(setup, new BruteForce(setup.position, rule), verdict);
    }
    // Each kind must occur often enough for a meaningful test.
    expect(found.get(winIn(1))).toBeGreaterThan(POSITIONS / 10);
    expect(found.get(winIn(3))).toBeGreaterThan(POSITIONS / 20);
    expect(fourThrees).toBeGreaterThan(POSITIONS / 1000);
    if (!rule.omok) expect(doubleThrees).toBeGreaterThan(POSITIONS / 500);
    expect(found.get(0)).toBeGreaterThan(POSITIONS / 10);
    if (!rule.caro) expect(found.get(lossIn(2))).toBeGreaterThan(POSITIONS / 50);
  });

  test('a win in three is never overlooked, unless a five must be stopped or the other side be forced into a foul', () => {
    setRule(code, 5);
    let without = 0;
    for (const setup of games) {
      setUpPatterns(setup);
      const side = setup.toMove;
      const canForbid = rule.omok
        ? countOf(BLACK, CLASS_FORBIDDEN) + countOf(WHITE, CLASS_FORBIDDEN) > 0
        : forbidsTo(rule, opponentOf(side));
      if (countOf(3 - side, CLASS_FIVE) > 0 || canForbid) continue;
      if (staticVerdict(side, 0) >= winIn(3)) continue;
      without++;
      const wins = new BruteForce(setup.position, rule).winsWithin(side, 3);
      expect(wins, `a win in three plies\n${drawSetup(setup)}`).toBe(false);
    }
    expect(without).toBeGreaterThan(POSITIONS / 10);
  });

  test('every move omitted when a five, a straight four or a four-three must be stopped loses', () => {
    setRule(code, 5);
    const lists = [0, 0, 0, 0];
    let listed = 0;
    let leftOut = 0;
    for (const setup of games) {
      setUpPatterns(setup);
      const side = setup.toMove;
      if (countOf(side, CLASS_FIVE) > 0) continue;
      const { cells, kind } = listedCells(setup);
      if (kind === ALL_CANDIDATES || lists[kind] >= LISTS) continue;
      lists[kind]++;
      listed += cells.size;
      leftOut += othersLose(setup, new BruteForce(setup.position, rule), cells, PLIES_TO_LOSS.get(kind)!);
    }
    expect(lists[DEFEND_FIVE]).toBeGreaterThanOrEqual(25);
    expect(lists[DEFEND_FOUR]).toBeGreaterThanOrEqual(25);
    if (!rule.caro) expect(lists[DEFEND_FOUR_THREE]).toBeGreaterThan(POSITIONS / 400);
    // Lists of the whole board would pass everything above.
    expect(listed * 8).toBeLessThan(leftOut);
  });
});

describe('other lengths of a winning row', () => {
  test.each([
    [3, [2, 10]],
    [4, [4, 24]],
    [6, [10, 50]],
  ])('%i: forced results hold, and omitted moves lose', (winLength, stones) => {
    const rule = ruleFromCode(0, winLength)!;
    setRule(0, winLength);
    const forced = new Map<number, number>();
    for (const setup of setups(rule, 90 + winLength, POSITIONS / 5, [winLength, 12], stones)) {
      setUpPatterns(setup);
      const brute = new BruteForce(setup.position, rule);
      const verdict = staticVerdict(setup.toMove, 0);
      forced.set(verdict, (forced.get(verdict) ?? 0) + 1);
      verdictHolds(setup, brute, verdict);
      if (countOf(setup.toMove, CLASS_FIVE) > 0) continue;
      const { cells, kind } = listedCells(setup);
      if (kind !== ALL_CANDIDATES) othersLose(setup, brute, cells, PLIES_TO_LOSS.get(kind)!);
    }
    for (const verdict of [winIn(1), winIn(3), 0, lossIn(2)]) expect(forced.get(verdict)).toBeGreaterThan(0);
  });
});

/** Expects the moves that O has when X threatens to be those marked `*`. */
function answersAreDrawnRight(picture: string, code: number): void {
  setRule(code, 5);
  const position = parseDiagram(picture);
  const stones: Stone[] = [];
  position.cells.forEach((cell, at) => {
    const [x, y] = [at % position.width, Math.floor(at / position.width)];
    if (cell === 1 || cell === 2) stones.push({ x, y, color: cell });
  });
  const setup: Setup = { position, stones, toMove: 2 };
  setUpPatterns(setup);
  const { cells, kind } = listedCells(setup);
  expect(kind).not.toBe(ALL_CANDIDATES);
  const drawn = drawDiagram(position, ({ x, y }) => (cells.has(y * position.width + x) ? '*' : null));
  expect(drawn).toBe(tidy(picture));
}

describe('what O can play', () => {
  test('against an open three with room on both sides: its two ends', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . .
      . . . . . . . . .
      . . * X X X * . .
      . . . . . . . . .`,
      0,
    ));

  test('against an open three with room on one side: three points', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . .
      O * X X X * * . .
      . . . . . . . . .`,
      0,
    ));

  test('against a three with a gap: the gap and the ends', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . .
      . * X X * X * . .
      . . . . . . . . .`,
      0,
    ));

  test('own fours too, wherever they are', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . . .
      . . . * X X X * . .
      . . . . . . . . . .
      X O O O * * . . . .
      . . . . . . . . . .`,
      0,
    ));

  test('against two threes at once: nothing', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . . .
      . . . X X X . . . .
      . . . . . . . . . .
      . . . . . . . . . .
      . . . . . . . X . .
      . . . . . . . X . .
      . . . . . . . X . .
      . . . . . . . . . .
      . . . . . . . . . .`,
      0,
    ));

  test('against two threes that meet in an empty point: that point', () =>
    answersAreDrawnRight(
      `
      . . . . . . . .
      . . . . . . . .
      . . . * X X X .
      . . . X . . . .
      . . . X . . . .
      . . . X . . . .
      . . . . . . . .
      . . . . . . . .`,
      1,
    ));

  test('against a four: the one point', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . .
      O X X X X * . . .
      . . . . . . . . .`,
      0,
    ));

  test('caro: against a four blocked on one side also the far end of the five', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . .
      O X X X X * * . .
      . . . . . . . . .`,
      8,
    ));

  test('caro: the edge does not block, so a four at the edge has one answer', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . .
      X X X X * . . . .
      . . . . . . . . .`,
      8,
    ));

  test('caro: an overline cannot be blocked', () =>
    answersAreDrawnRight(
      `
      . . . . . . . . .
      O X X X X * X . .
      . . . . . . . . .`,
      8,
    ));
});
