import { expect, test } from 'vitest';
import { fallbackMove } from '../../../src/engine/fallback.ts';
import { drawDiagram } from '../../../src/records/notation/diagram.ts';
import { isFoul, judgeMove } from '../../../src/rules/index.ts';
import { casesOf, seedOf } from '../../cases.ts';
import { fallbackCases, slowFallbackMove } from './slow-fallback.ts';

test('agrees with a slow version that asks the referee, under every rule', () => {
  const kinds = new Map<string, number>();
  const note = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const { position, rule: one, color, excluded } of fallbackCases(seedOf(1), casesOf(2000, 40_000))) {
    const expected = slowFallbackMove(position, one, color, excluded);
    const cells = position.cells.slice();
    const text = `rule ${one.code}, ${one.winLength} in a row, ${color} on\n${drawDiagram(position)}`;
    expect(fallbackMove(position, one, color, excluded), text).toEqual(expected);
    expect(position.cells).toEqual(cells);
    if (expected === null) note('none');
    else if (expected.isFoul) note('foul');
    else note(judgeMove(position, one, expected.x, expected.y, color).outcome);
    const other = { ...one, renju: false, code: one.code & ~4 };
    const free = expected === null ? null : slowFallbackMove(position, other, color, excluded);
    if (free !== null && one.renju && isFoul(position, one, free, color)) note('skipped');
  }
  for (const kind of ['win', 'none', 'foul', 'skipped']) expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(5);
});
