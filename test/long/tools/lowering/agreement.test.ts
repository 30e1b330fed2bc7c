import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lower } from '../../../../tools/lowering/lower.ts';
import { casesOf, seedOf } from '../../../cases.ts';
import { int32, program, SEEN, started } from '../../../unit/tools/lowering/programs.ts';

/**
 * Random programs, run as JavaScript and lowered. A program that the checked form runs to the end means the same in
 * every form: its result, and the arrays and variables afterwards. Where the checked form traps, a number exceeds 32
 * bits, which no other form detects.
 */
type Calls = Record<'f' | 'look', (...numbers: number[]) => number>;

function asScript(source: string): Calls {
  return new Function(`${source.replace(/export \{ (.*) \};/, 'return { $1 };')}`)() as Calls;
}

function asModule(source: string, options: object): Calls {
  return started(lower(source, options).bytes) as unknown as Calls;
}

/** @returns the result of f, then the complete state afterwards; -0 is 0 */
function outcome({ f, look }: Calls, a: number, b: number): number[] {
  const result = f(a, b) + 0;
  return [result, ...Array.from({ length: SEEN }, (_, n) => look(n) + 0)];
}

/** @returns null where the module traps */
function outcomeOrTrap(calls: Calls, a: number, b: number): number[] | null {
  try {
    return outcome(calls, a, b);
  } catch (error) {
    if (String(error).includes('unreachable')) return null;
    throw error;
  }
}

const count = { runs: 0, traps: 0, refused: 0 };

function agree(source: string, inputs: readonly (readonly [number, number])[], isOptimized: boolean): void {
  let forms: Calls[];
  try {
    forms = [true, false].map((isChecked) => asModule(source, { isChecked, isOptimized }));
  } catch (error) {
    // A number that never fits; all other generated programs must be accepted.
    expect(String(error)).toContain('a number beyond 31 bits');
    count.refused++;
    return;
  }
  const [checked, plain] = forms;
  const script = asScript(source);
  for (const [a, b] of inputs) {
    const seen = outcomeOrTrap(checked, a, b);
    count.runs++;
    if (seen === null) count.traps++;
    else {
      const expected = outcome(script, a, b);
      expect(seen).toEqual(expected);
      expect(outcome(plain, a, b)).toEqual(expected);
    }
  }
}

describe('random programs behave in WebAssembly as in JavaScript', () => {
  const inputs = fc.array(fc.tuple(int32, int32), { minLength: 8, maxLength: 8 });

  test.each([
    ['as they are', false, casesOf(150, 5000)],
    ['optimized', true, casesOf(40, 1000)],
  ])('%s', (_name, isOptimized, numRuns) => {
    Object.assign(count, { runs: 0, traps: 0, refused: 0 });
    fc.assert(
      fc.property(program, inputs, (source, pairs) => agree(source, pairs, isOptimized)),
      { numRuns, seed: seedOf(20261122) },
    );
    // Most programs must run to the end, or the test proves nothing.
    expect(count.refused).toBeLessThan(numRuns / 4);
    expect(count.traps).toBeLessThan(count.runs / 2);
  });
});
