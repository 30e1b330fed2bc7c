import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { readWeights, WEIGHTS_VERSION } from '../../../../src/engine/runtime/learned-weights.ts';
import { LEARNED_WEIGHTS } from '../../../../src/engine/runtime/weights-data.ts';
import { CODES } from '../../../../src/kernel/eval/codes.ts';
import * as learned from '../../../../src/kernel/eval/learned.ts';
import {
  hasLearnedMoves,
  hasLearnedValue,
  LEARNED_RULES,
  learnedOther,
  learnedOwn,
  learnedThreat,
  learnedValue,
} from '../../../../src/kernel/eval/learned.ts';
import { THREAT_MASKS } from '../../../../src/kernel/eval/threat-mask.ts';
import { packWeights, type RuleWeights, unpackWeights, weightsModule } from '../../../../tools/training/pack.ts';

const INT16 = 32768;
const RULE = fc.nat(LEARNED_RULES - 1);
const COLORS = fc.constantFrom(1, 2);
const PARTS = fc.constantFrom('value' as const, 'moves' as const, 'both' as const);

/** Weights with entries from the whole range of their tables. */
function someWeights(rule: number, colors: number, parts: 'value' | 'moves' | 'both', seed: number): RuleWeights {
  const random = seededRandom(seed);
  const signed = (size: number) =>
    Array.from({ length: colors * size }, () => Math.floor((2 * random() - 1) * INT16 ** random()));
  const below = integersBelow(random);
  const scores = () => Array.from({ length: colors * CODES }, () => below(256));
  const value = [INT16 - 1, -INT16, 0, -1, 63, 64, -64, -65, ...signed(CODES).slice(8)];
  return {
    rule,
    colors,
    ...(parts === 'moves' ? {} : { value, threat: signed(THREAT_MASKS) }),
    ...(parts === 'value' ? {} : { own: scores(), other: scores() }),
  };
}

/** The engine's table of a rule, for both colors. */
function heldBy(rule: number, table: Int16Array | Uint8Array, size: number): number[] {
  return [...table.subarray(rule * 2 * size, (rule + 1) * 2 * size)];
}

/** One color's table applies to both. */
function forBoth(table: readonly number[], colors: number): number[] {
  return colors === 1 ? [...table, ...table] : [...table];
}

function clearAll(): void {
  for (const table of [hasLearnedValue, hasLearnedMoves, learnedValue, learnedThreat, learnedOwn, learnedOther])
    table.fill(0);
}

describe('packed weights', () => {
  test('the engine reads what the trainer packed', () => {
    fc.assert(
      fc.property(RULE, COLORS, PARTS, fc.nat(), (at, colors, which, seed) => {
        clearAll();
        const weights = someWeights(at, colors, which, seed);
        readWeights(packWeights(weights), learned);
        const zeros = (size: number) => new Array<number>(colors * size).fill(0);
        const {
          value = zeros(CODES),
          threat = zeros(THREAT_MASKS),
          own = zeros(CODES),
          other = zeros(CODES),
        } = weights;
        expect(heldBy(at, learnedValue, CODES)).toEqual(forBoth(value, colors));
        expect(heldBy(at, learnedThreat, THREAT_MASKS)).toEqual(forBoth(threat, colors));
        expect(heldBy(at, learnedOwn, CODES)).toEqual(forBoth(own, colors));
        expect(heldBy(at, learnedOther, CODES)).toEqual(forBoth(other, colors));
        const only = (has: boolean) => Array.from({ length: LEARNED_RULES }, (_, i) => (has && i === at ? 1 : 0));
        expect([...hasLearnedValue]).toEqual(only(which !== 'moves'));
        expect([...hasLearnedMoves]).toEqual(only(which !== 'value'));
      }),
      { seed: 2, numRuns: 25 },
    );
  });

  test('the trainer reads what it packed', () => {
    fc.assert(
      fc.property(RULE, COLORS, PARTS, fc.nat(), (at, colors, which, seed) => {
        const weights = someWeights(at, colors, which, seed);
        expect(unpackWeights(packWeights(weights))).toEqual(weights);
      }),
      { seed: 3, numRuns: 25 },
    );
  });

  test('truncated, overlong and unknown texts are rejected', () => {
    const whole = Buffer.from(packWeights(someWeights(1, 1, 'both', 4)), 'base64');
    const changed = (at: number, byte: number) => {
      const copy = Buffer.from(whole);
      copy[at] = byte;
      return copy.toString('base64');
    };
    expect(() => readWeights(whole.subarray(0, -1).toString('base64'), learned)).toThrow('expected more bytes');
    expect(() => readWeights(Buffer.concat([whole, Buffer.alloc(2)]).toString('base64'), learned)).toThrow(
      '2 excess bytes',
    );
    expect(() => readWeights(changed(0, WEIGHTS_VERSION + 1), learned)).toThrow(`version ${WEIGHTS_VERSION + 1}`);
    expect(() => readWeights(changed(1, LEARNED_RULES), learned)).toThrow(`rule ${LEARNED_RULES}`);
    expect(() => readWeights(changed(2, 3), learned)).toThrow('3 colors');
    expect(() => readWeights(changed(3, 4), learned)).toThrow('parts 4');
  });

  test('the module contains the texts', async () => {
    const texts = [packWeights(someWeights(0, 1, 'value', 1)), packWeights(someWeights(2, 2, 'both', 2))];
    for (const list of [[], texts]) {
      const source = weightsModule(list).replace(': readonly string[]', '');
      const url = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
      expect((await import(/* @vite-ignore */ url)).LEARNED_WEIGHTS).toEqual(list);
    }
  });
});

test('every rule comes with values and move scores, renju for each color', () => {
  clearAll();
  for (const text of LEARNED_WEIGHTS) readWeights(text, learned);
  expect([...hasLearnedValue]).toEqual(new Array(LEARNED_RULES).fill(1));
  expect([...hasLearnedMoves]).toEqual(new Array(LEARNED_RULES).fill(1));
  for (let rule = 0; rule < LEARNED_RULES; rule++) {
    for (const table of [learnedValue, learnedOwn, learnedOther]) {
      const both = heldBy(rule, table, CODES);
      const areEqual = both.slice(0, CODES).every((entry, code) => entry === both[CODES + code]);
      expect(areEqual).toBe(rule !== 2);
    }
  }
});
