import { beforeAll, describe, expect, test } from 'vitest';
import { type Color, colorAt } from '../../../../src/core/color.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { nodesOf, pointXY, UNTIMED_MS } from '../../../../src/engine/runtime/think.ts';
import { evaluate } from '../../../../src/kernel/eval/evaluate.ts';
import { CLASS_FIVE } from '../../../../src/kernel/patterns/points.ts';
import { countOf, play, record, stoneAt, stoneCount, undo } from '../../../../src/kernel/patterns/state.ts';
import { columnOf, NO_POINT, pointAt, rowOf } from '../../../../src/kernel/point.ts';
import { hashHigh, hashLow } from '../../../../src/kernel/search/hash.ts';
import { INFO_ITERATION, setHost } from '../../../../src/kernel/search/host.ts';
import { ONE_PLY } from '../../../../src/kernel/search/params.ts';
import {
  pv,
  RESULT_BEST,
  RESULT_DEPTH,
  RESULT_FORCED,
  RESULT_LINE,
  RESULT_LINES,
  RESULT_PV_LENGTH,
  RESULT_SCORE,
  result,
} from '../../../../src/kernel/search/result.ts';
import { think } from '../../../../src/kernel/search/root.ts';
import { isDecided, lossIn, WIN_BOUND, winIn } from '../../../../src/kernel/search/score.ts';
import { newGame, place, setTableBytes, setUp } from '../../../../src/kernel/search/search.ts';
import { otherSide } from '../../../../src/kernel/search/threats.ts';
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, store } from '../../../../src/kernel/search/tt.ts';
import { logistic } from '../../../../src/measure/selfplay/labels.ts';
import { parsePosMoves, posName } from '../../../../src/records/notation/pos.ts';
import { copyPosition, isLegal, judgeMove, positionOf } from '../../../../src/rules/index.ts';
import { between } from '../../rules/random.ts';
import { drawSetup, randomGame, type Setup } from './boards.ts';

const RULE = ruleFromCode(0)!;

interface Report {
  readonly kind: number;
  readonly best: number;
  readonly score: number;
  readonly depth: number;
  readonly line: number;
  readonly lines: number;
}

let reports: Report[] = [];
/** Number of polls that are answered with no. */
let patience = 0;

function report(kind: number): void {
  reports.push({
    kind,
    best: result[RESULT_BEST],
    score: result[RESULT_SCORE],
    depth: result[RESULT_DEPTH],
    line: result[RESULT_LINE],
    lines: result[RESULT_LINES],
  });
}

/** Quiet positions: there is no winner, and nothing is forced. */
function quietSetups(count: number): Setup[] {
  const random = seededRandom(21);
  return Array.from({ length: count }, () => randomGame(random, RULE, 15, 15, between(random, 3, 8)));
}

function begin({ position, stones }: Setup): void {
  reports = [];
  patience = Number.MAX_SAFE_INTEGER;
  setUp(position.width, position.height, 0, 5);
  newGame();
  for (const { x, y, color } of stones) place(x, y, color);
}

beforeAll(() => {
  setTableBytes(1 << 20);
  setHost(
    () => 0,
    () => (patience-- > 0 ? 0 : 1),
    report,
  );
});

function nodes(): number {
  return nodesOf(result);
}

function expectLegalBest({ position, toMove }: Setup): void {
  const best = result[RESULT_BEST];
  expect(best).not.toBe(NO_POINT);
  expect(isLegal(position, columnOf(best), rowOf(best))).toBe(true);
  expect(judgeMove(position, RULE, columnOf(best), rowOf(best), toMove).outcome).not.toBe('foul');
}

function expectPlayableLine(setup: Setup): void {
  const line = Array.from(pv.subarray(0, result[RESULT_PV_LENGTH]));
  expect(line[0]).toBe(result[RESULT_BEST]);
  const position = copyPosition(setup.position);
  line.forEach((point, i) => {
    const [x, y] = [columnOf(point), rowOf(point)];
    const color: Color = i % 2 === 0 ? setup.toMove : setup.toMove === 1 ? 2 : 1;
    expect(isLegal(position, x, y), `move ${i + 1} of the line\n${drawSetup(setup)}`).toBe(true);
    if (i < line.length - 1) expect(judgeMove(position, RULE, x, y, color).outcome).toBe('none');
    position.cells[y * position.width + x] = color;
  });
}

describe('whatever ends a search, it restores the board and returns a legal move', () => {
  test.each([0, 1, 2, 5, 9, 17])('stopped at poll %i of the host', (questions) => {
    for (const setup of quietSetups(4)) {
      begin(setup);
      patience = questions;
      think(setup.toMove, UNTIMED_MS, UNTIMED_MS, 50, 0, 1);
      expectLegalBest(setup);
      expect(stoneCount).toBe(setup.stones.length);
      const board = Array.from(
        setup.position.cells,
        (_, at) => stoneAt[((Math.floor(at / 15) + 5) << 5) + (at % 15) + 5],
      );
      expect(board).toEqual(Array.from(setup.position.cells));
    }
  });

  test.each([1, 2, 10, 100, 1000, 5000])('after %i nodes', (maxNodes) => {
    for (const setup of quietSetups(4)) {
      begin(setup);
      const before = record;
      think(setup.toMove, UNTIMED_MS, UNTIMED_MS, 50, maxNodes, 1);
      expectLegalBest(setup);
      expect(record).toBe(before);
      expect(nodes()).toBeLessThanOrEqual(maxNodes + 300);
    }
  });

  test('with no time at all', () => {
    for (const setup of quietSetups(8)) {
      begin(setup);
      think(setup.toMove, 0, 0, 50, 0, 1);
      expectLegalBest(setup);
      expect(nodes()).toBeLessThan(10_000);
      expect(stoneCount).toBe(setup.stones.length);
    }
  });

  test.each([1, 2, 3, 4])('at depth %i', (maxDepth) => {
    for (const setup of quietSetups(4)) {
      begin(setup);
      think(setup.toMove, UNTIMED_MS, UNTIMED_MS, maxDepth, 0, 1);
      expectLegalBest(setup);
      if (Math.abs(result[RESULT_SCORE]) < WIN_BOUND) expect(result[RESULT_DEPTH]).toBe(maxDepth);
    }
  });
});

describe('what is reported', () => {
  test('depths grow, and the last iteration is the result', () => {
    for (const setup of quietSetups(6)) {
      begin(setup);
      think(setup.toMove, UNTIMED_MS, UNTIMED_MS, 5, 0, 1);
      const iterations = reports.filter(({ kind }) => kind === INFO_ITERATION);
      const depths = iterations.map(({ depth }) => depth);
      expect(depths).toEqual([...depths].sort((a, b) => a - b));
      expect(iterations.at(-1)).toMatchObject({ best: result[RESULT_BEST], score: result[RESULT_SCORE] });
    }
  });

  test('the line begins with the move and could be played', () => {
    for (const setup of quietSetups(8)) {
      begin(setup);
      think(setup.toMove, UNTIMED_MS, UNTIMED_MS, 5, 0, 1);
      expectPlayableLine(setup);
    }
  });

  // A new best move that failed high has no line until it is searched again.
  test('a stopped search reports more than its move', () => {
    let short = 0;
    const setups = quietSetups(4);
    for (const setup of setups) {
      // In the last one, best moves repeatedly fail high against replies that the table does not keep.
      const [least, step] = setup === setups[3] ? [4000, 407] : [1500, 307];
      for (let maxNodes = least; maxNodes < least + 3500; maxNodes += step) {
        begin(setup);
        const before = record;
        think(setup.toMove, UNTIMED_MS, UNTIMED_MS, 50, maxNodes, 1);
        expectPlayableLine(setup);
        expect(record).toBe(before);
        if (result[RESULT_DEPTH] >= 3 && result[RESULT_PV_LENGTH] === 1) short++;
      }
    }
    expect(short).toBe(0);
  });

  test('several lines: different legal moves, the best first', () => {
    for (const setup of quietSetups(5)) {
      begin(setup);
      think(setup.toMove, UNTIMED_MS, UNTIMED_MS, 4, 0, 5);
      const last = reports
        .filter(({ depth, kind }) => depth === result[RESULT_DEPTH] && kind === INFO_ITERATION)
        .slice(-5);
      expect(last.map(({ line }) => line)).toEqual([0, 1, 2, 3, 4]);
      expect(last.every(({ lines }) => lines === 5)).toBe(true);
      expect(new Set(last.map(({ best }) => best)).size).toBe(5);
      for (const { best } of last) expect(isLegal(setup.position, columnOf(best), rowOf(best))).toBe(true);
      expect(last[0].best).toBe(result[RESULT_BEST]);
      expect(Math.max(...last.map(({ score }) => score)), drawSetup(setup)).toBe(last[0].score);
    }
  });

  test('more lines than moves: one per move', () => {
    const cells = new Uint8Array(25).map((_, at) => (at < 22 ? 1 + ((at >> 1) % 2) : 0));
    const stones = Array.from(cells.subarray(0, 22), (color, at) => ({
      x: at % 5,
      y: Math.floor(at / 5),
      color: color as Color,
    }));
    const setup: Setup = { position: { width: 5, height: 5, cells }, stones, toMove: 1 };
    begin(setup);
    think(1, UNTIMED_MS, UNTIMED_MS, 3, 0, 16);
    expect(result[RESULT_LINES]).toBe(3);
    expect(new Set(reports.map(({ best }) => best)).size).toBe(3);
  });
});

test('the score of an only move is that of what follows, not of the unanswered five', () => {
  const random = seededRandom(5);
  const expected = (score: number) => logistic(score / 200);
  const errors = { now: 0, standing: 0 };
  let found = 0;
  for (let i = 0; i < 4000 && found < 60; i++) {
    const setup = randomGame(random, RULE, 15, 15, between(random, 16, 40));
    begin(setup);
    think(setup.toMove, UNTIMED_MS, UNTIMED_MS, 50, 1000, 1);
    const [now, move] = [result[RESULT_SCORE], result[RESULT_BEST]];
    // A proven win is answered at once, too.
    const isAnswer = countOf(otherSide(setup.toMove), CLASS_FIVE) === 1 && countOf(setup.toMove, CLASS_FIVE) === 0;
    if (result[RESULT_FORCED] === 0 || !isAnswer) continue;
    found++;
    const before = record;
    const standing = evaluate(setup.toMove);
    // Without a limit, an only move is searched for its score.
    begin(setup);
    think(setup.toMove, UNTIMED_MS, UNTIMED_MS, 6, 0, 1);
    expect([result[RESULT_BEST], record]).toEqual([move, before]);
    const value = expected(result[RESULT_SCORE]);
    if (isDecided(now) !== 0) expect(Math.sign(result[RESULT_SCORE])).toBe(Math.sign(now));
    errors.now += Math.abs(expected(now) - value);
    errors.standing += Math.abs(expected(standing) - value);
  }
  expect(found).toBeGreaterThan(30);
  expect(errors.now).toBeLessThan(errors.standing / 2);
});

test('the score of an only move is a forced win that the table holds for the position after it', () => {
  for (const [bound, isKnown] of [
    [BOUND_UPPER, true],
    [BOUND_EXACT, true],
    // White does not lose faster than that: no proof.
    [BOUND_LOWER, false],
  ] as const) {
    begin({ position: positionOf(15, []), stones: [], toMove: 1 });
    // White's four has one free end.
    for (const x of [3, 4, 5, 6]) place(x, 7, 2);
    for (const [x, y] of [
      [2, 7],
      [11, 3],
      [11, 4],
    ])
      place(x, y, 1);
    play(pointAt(7, 7), 1);
    store(hashLow(2), hashHigh(2), lossIn(20), 0, 0, bound, NO_POINT, -ONE_PLY, 0);
    undo();
    think(1, UNTIMED_MS, UNTIMED_MS, 50, 1000, 1);
    expect([columnOf(result[RESULT_BEST]), rowOf(result[RESULT_BEST]), result[RESULT_FORCED]]).toEqual([7, 7, 1]);
    expect(result[RESULT_SCORE] === winIn(21)).toBe(isKnown);
  }
});

test.each([
  ['j8j10j9j6f10k7l8k8j7h8k9h6i6k5i7i5m11l10g7h4g3h5h7f7j5k4k6i4g8', 'f9'],
  ['i7i6g9h6g5i8g6j7h9k8h5l9m10l8j8l7l10k9g7g8k6j9g4', 'g3'],
  ['h8g7i5i7h10h9h7j8h5h4g5f5i11j5g10i10f8j12e8g8f7j11k12g6f9j9j10j7', 'j6'],
])('the score of an only move in a won position is a win: %s', (text, only) => {
  const stones = parsePosMoves(text)!.map((point, i) => ({ ...point, color: colorAt(i) }));
  const toMove = colorAt(stones.length);
  begin({ position: positionOf(15, []), stones, toMove });
  think(toMove, UNTIMED_MS, UNTIMED_MS, 50, 1000, 1);
  expect(result[RESULT_FORCED]).toBe(1);
  expect(posName(pointXY(result[RESULT_BEST]))).toBe(only);
  expect(result[RESULT_SCORE]).toBeGreaterThanOrEqual(WIN_BOUND);
});
