import { afterEach, describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { readWeights, useLearnedWeights } from '../../../../src/engine/runtime/learned-weights.ts';
import { LEARNED_WEIGHTS } from '../../../../src/engine/runtime/weights-data.ts';
import { CODES, COMBINATIONS, codeOf, NO_CODE } from '../../../../src/kernel/eval/codes.ts';
import { evaluate, threatMask } from '../../../../src/kernel/eval/evaluate.ts';
import * as learned from '../../../../src/kernel/eval/learned.ts';
import { buildWeights, LEARNED_RULES, learnedThreat, learnedValue } from '../../../../src/kernel/eval/learned.ts';
import { THREAT_MASKS, threatValue } from '../../../../src/kernel/eval/threat-mask.ts';
import {
  CLASS_FIVE,
  CLASS_FOUR,
  CLASS_MASK,
  CLASS_STRAIGHT_FOUR,
  CLASS_TWO,
  INFO_ENTRIES,
  infoIndex,
  MAX_VALUE,
  OTHER_SCORE_SHIFT,
  OWN_SCORE_SHIFT,
  pointInfo,
  SCORE_MASK,
} from '../../../../src/kernel/patterns/points.ts';
import { setRule } from '../../../../src/kernel/patterns/rule.ts';
import { clearBoard, play, shapesAt, stoneAt } from '../../../../src/kernel/patterns/state.ts';
import { CELLS, EMPTY, pointAt } from '../../../../src/kernel/point.ts';
import { packWeights } from '../../../../tools/training/pack.ts';

/** Rule codes in the order of the learned tables. */
const RULES = [0, 1, 4, 8, 9];
const RENJU = 2;

/** Weights in which no two entries are equal by coincidence. */
function madeUp(rule: number, colors: number) {
  const random = seededRandom(rule + 10 * colors);
  const table = (size: number, low: number, high: number) =>
    Array.from({ length: colors * size }, () => low + Math.floor(random() * (high - low + 1)));
  return {
    rule,
    colors,
    value: table(CODES, -MAX_VALUE, MAX_VALUE),
    threat: table(THREAT_MASKS, -32768, 32767),
    own: table(CODES, 0, SCORE_MASK),
    other: table(CODES, 0, SCORE_MASK),
  };
}

/** Rebuilds the tables of `code`, as after a change of weights. */
function rebuildFor(code: number, winLength = 5): void {
  setRule(code, winLength);
  buildWeights();
}

function useHandsetWeights(): void {
  learned.hasLearnedValue.fill(0);
  learned.hasLearnedMoves.fill(0);
}

afterEach(useHandsetWeights);

describe('learned weights', () => {
  test.each([
    [0, 1],
    [RENJU, 2],
    [4, 2],
  ])('rule %i, %i colors: they survive packing, reading and filling the tables', (rule, colors) => {
    const weights = madeUp(rule, colors);
    readWeights(packWeights(weights), learned);
    rebuildFor(RULES[rule]);
    for (let color = 0; color < 2; color++) {
      const from = colors === 2 ? color : 0;
      for (let combination = 0; combination < COMBINATIONS; combination++) {
        const code = codeOf[combination];
        if (code === NO_CODE) continue;
        const info = pointInfo[color * INFO_ENTRIES + infoIndex(combination)];
        const at = from * CODES + code;
        if (
          info >> 20 !== weights.value[at] ||
          ((info >> OWN_SCORE_SHIFT) & SCORE_MASK) !== weights.own[at] ||
          ((info >> OTHER_SCORE_SHIFT) & SCORE_MASK) !== weights.other[at]
        )
          expect.unreachable(`color ${color}, combination ${combination.toString(16)}`);
      }
      const threats = weights.threat.slice(from * THREAT_MASKS, (from + 1) * THREAT_MASKS);
      expect(Array.from(threatValue.subarray(color * THREAT_MASKS, (color + 1) * THREAT_MASKS))).toEqual(threats);
    }
  });

  test('a missing part stays hand-set', () => {
    rebuildFor(0);
    const before = pointInfo.slice();
    const { value, threat, ...rest } = madeUp(0, 1);
    readWeights(packWeights({ ...rest }), learned);
    rebuildFor(0);
    expect(pointInfo.some((info, i) => info !== before[i])).toBe(true);
    expect(pointInfo.every((info, i) => info >> 20 === before[i] >> 20)).toBe(true);
    expect(value.length + threat.length).toBeGreaterThan(0);
  });

  test('other winning lengths keep the hand-set weights', () => {
    rebuildFor(0, 4);
    const before = pointInfo.slice();
    useLearnedWeights(learned);
    rebuildFor(0, 4);
    expect(pointInfo).toEqual(before);
    rebuildFor(0, 5);
    expect(pointInfo).not.toEqual(before);
  });

  test('hand-set weights are restored unchanged', () => {
    rebuildFor(1);
    const before = pointInfo.slice();
    useLearnedWeights(learned);
    rebuildFor(1);
    expect(pointInfo).not.toEqual(before);
    useHandsetWeights();
    rebuildFor(1);
    expect(pointInfo).toEqual(before);
  });

  test('truncated, overlong and other-version texts are rejected', () => {
    const text = packWeights(madeUp(0, 1));
    const bytes = Buffer.from(text, 'base64');
    const changed = (at: number, byte: number) => Buffer.from(bytes.with(at, byte)).toString('base64');
    expect(() => readWeights(bytes.subarray(0, -1).toString('base64'), learned)).toThrow('expected more bytes');
    expect(() => readWeights(Buffer.concat([bytes, bytes.subarray(0, 2)]).toString('base64'), learned)).toThrow(
      '2 excess bytes',
    );
    expect(() => readWeights(changed(0, 9), learned)).toThrow('version 9');
    expect(() => readWeights(changed(1, LEARNED_RULES), learned)).toThrow('rule 5');
    expect(() => readWeights(changed(2, 3), learned)).toThrow('3 colors');
  });
});

describe('the weights in the package', () => {
  test('every rule has some, within the bounds of the tables and a few hundred kilobytes', () => {
    useLearnedWeights(learned);
    expect(LEARNED_WEIGHTS.length).toBe(LEARNED_RULES);
    expect(LEARNED_WEIGHTS.join('').length).toBeLessThan(300_000);
    expect(learnedValue.every((value) => value >= -MAX_VALUE && value <= MAX_VALUE)).toBe(true);
    for (let rule = 0; rule < LEARNED_RULES; rule++) {
      const slice = learnedThreat.subarray(rule * 2 * THREAT_MASKS, (rule + 1) * 2 * THREAT_MASKS);
      expect(slice.some((value) => value !== 0)).toBe(true);
    }
  });

  test.each(RULES)('rule %i: fives and straight fours are tried before quiet moves', (code) => {
    useLearnedWeights(learned);
    rebuildFor(code);
    const scoresOf = (pointClass: number) =>
      Array.from(pointInfo.subarray(INFO_ENTRIES))
        .filter((info) => (info & CLASS_MASK) === pointClass)
        .map((info) => (info >> OWN_SCORE_SHIFT) & SCORE_MASK);
    const lowest = (pointClass: number) => Math.min(...scoresOf(pointClass));
    const highestTwo = Math.max(...scoresOf(CLASS_TWO));
    expect(lowest(CLASS_FIVE)).toBeGreaterThan(highestTwo);
    expect(lowest(CLASS_STRAIGHT_FOUR)).toBeGreaterThan(highestTwo);
    expect(lowest(CLASS_STRAIGHT_FOUR)).toBeGreaterThan(lowest(CLASS_FOUR));
  });

  test.each(RULES)('rule %i: the evaluation is what the tables say of every empty point', (code) => {
    useLearnedWeights(learned);
    rebuildFor(code);
    const rule = RULES.indexOf(code);
    clearBoard(15, 15);
    const below = integersBelow(seededRandom(code + 1));
    let before = 0;
    for (let ply = 0; ply < 40; ply++) {
      let now = 0;
      for (let point = 0; point < CELLS; point++) {
        if (stoneAt[point] !== EMPTY) continue;
        now += learnedValue[rule * 2 * CODES + codeOf[shapesAt[point] & 0xffff]];
        now -= learnedValue[(rule * 2 + 1) * CODES + codeOf[shapesAt[point] >>> 16]];
      }
      if (ply === 0) before = now;
      const side = 1 + (ply & 1);
      const sum = side === 1 ? now + before : -now - before;
      const threat = learnedThreat[(rule * 2 + side - 1) * THREAT_MASKS + threatMask(side)];
      expect(evaluate(side)).toBe(Math.max(-6000, Math.min(6000, (sum >> 1) + threat)));
      before = now;
      for (;;) {
        const point = pointAt(below(15), below(15));
        if (stoneAt[point] !== EMPTY) continue;
        play(point, side);
        break;
      }
    }
  });
});
