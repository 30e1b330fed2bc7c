/** The sequential test on pairs that do not finish in their order. */
import { expect, test } from 'vitest';
import { OrderedSprt, type SprtOptions, sprtFromPairs } from '../../../../src/measure/stats/index.ts';

const OPTIONS: SprtOptions = { elo0: 0, elo1: 200, alpha: 0.05, beta: 0.05, model: 'logistic' };
const WON = 4;
const LOST = 0;

test('pairs count once all earlier ones have finished', () => {
  const sprt = new OrderedSprt(OPTIONS);
  expect(sprt.state).toEqual({ ...sprtFromPairs([0, 0, 0, 0, 0], OPTIONS), pairs: 0 });
  sprt.add(1, WON);
  expect(sprt.state.pairs).toBe(0);
  sprt.add(0, LOST);
  expect(sprt.state).toEqual({ ...sprtFromPairs([1, 0, 0, 0, 1], OPTIONS), pairs: 2 });
});

test('a verdict stays, whatever follows', () => {
  const sprt = new OrderedSprt(OPTIONS);
  let pair = 0;
  while (sprt.state.verdict === null && pair < 1000) sprt.add(pair++, WON);
  const decided = sprt.state;
  expect(decided).toMatchObject({ verdict: 'H1', pairs: pair });
  for (let more = 0; more < 100; more++) sprt.add(pair++, LOST);
  expect(sprt.state).toEqual(decided);
});
