import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODES, codeOf, combinationOf, NO_CODE } from '../../../../src/kernel/eval/codes.ts';
import { SHAPES } from '../../../../src/kernel/patterns/shapes.ts';

const shape = fc.integer({ min: 0, max: SHAPES - 1 });
const pack = (shapes: readonly number[]) => shapes.reduce((sum, s, i) => sum | (s << (4 * i)), 0);

describe('pattern codes', () => {
  test('the order of the four lines does not matter, and nothing else is merged', () => {
    const codes = new Map<string, number>();
    fc.assert(
      fc.property(fc.tuple(shape, shape, shape, shape), fc.nat(), (shapes, rotate) => {
        const turned = shapes.map((_, i) => shapes[(i + rotate) % 4]);
        const code = codeOf[pack(shapes)];
        expect(codeOf[pack(turned)]).toBe(code);
        expect(codeOf[pack([...shapes].reverse())]).toBe(code);
        const key = [...shapes].sort((a, b) => a - b).join();
        expect(codes.get(key) ?? code).toBe(code);
        codes.set(key, code);
      }),
      { seed: 7, numRuns: 3000 },
    );
    expect(new Set(codes.values()).size).toBe(codes.size);
  });

  test('there are as many as multisets of four shapes, and each is found from its combination', () => {
    expect(CODES).toBe((17 * 16 * 15 * 14) / 24);
    for (let code = 0; code < CODES; code++) expect(codeOf[combinationOf[code]]).toBe(code);
  });

  test('nibbles that are not shapes have no code', () => {
    for (const combination of [0xe000, 0x0f00, 0x00e0, 0x000f]) expect(codeOf[combination]).toBe(NO_CODE);
  });
});
