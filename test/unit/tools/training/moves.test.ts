import { describe, expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import { CODES } from '../../../../src/kernel/eval/codes.ts';
import type { SelfPlayGame } from '../../../../src/measure/selfplay/record.ts';
import { isHeldOut } from '../../../../tools/training/dataset.ts';
import { minimize } from '../../../../tools/training/lbfgs.ts';
import {
  buildChoices,
  type Choices,
  EXPECTED_MOVES,
  MOVE_SCALE,
  MoveModel,
  type MoveTables,
  rateMoves,
} from '../../../../tools/training/moves.ts';
import { handsetTables } from '../../../../tools/training/prior.ts';
import { toyGames, toyHeader } from './toy-games.ts';

const HELD_SHARE = 0.3;

function choicesOf(rule: number, games: readonly SelfPlayGame[], most = 1e6): Choices {
  const file = { header: toyHeader(rule), games, completeBytes: 0 };
  return buildChoices(rule, [file], rule === 4, HELD_SHARE, most);
}

describe.each([
  [0, 1],
  [4, 2],
])('choices of rule %i', (rule, colors) => {
  const games = toyGames(rule, 30);
  const data = choicesOf(rule, games);
  const model = new MoveModel(handsetTables(rule, colors), colors === 2, EXPECTED_MOVES);

  test('the gradient is that of the loss, for one parameter after the other', () => {
    const random = seededRandom(1);
    const at = Float64Array.from({ length: model.parameters }, () => (random() - 0.5) * 0.1);
    const gradient = new Float64Array(model.parameters);
    const ignored = new Float64Array(model.parameters);
    model.loss(at, data, 0.5, gradient);
    const step = 1e-5;
    // Those that many moves share, which the data determine, and some that only the penalty affects.
    const steepest = [...gradient.keys()].sort((a, b) => Math.abs(gradient[b]) - Math.abs(gradient[a])).slice(0, 20);
    for (const p of [...steepest, 7, 700, model.parameters - 1]) {
      const moved = (change: number) =>
        model.loss(Float64Array.from(at).fill(at[p] + change, p, p + 1), data, 0.5, ignored);
      const slope = (moved(step) - moved(-step)) / (2 * step);
      expect(Math.abs(slope - gradient[p])).toBeLessThan(1e-4 * Math.max(1, Math.abs(gradient[p])));
    }
  });

  test('held-out games do not affect the result', () => {
    expect(new Set(data.held)).toEqual(new Set([0, 1]));
    const gradient = new Float64Array(model.parameters);
    const without = new Float64Array(model.parameters);
    const kept = games.filter((game) => !isHeldOut(game, toyHeader(rule).seed, HELD_SHARE));
    const at = new Float64Array(model.parameters).fill(0.01);
    const loss = model.loss(at, data, 0.5, gradient);
    expect(model.loss(at, choicesOf(rule, kept), 0.5, without)).toBe(loss);
    expect(without).toEqual(gradient);
  });

  test('a limit drops the first games', () => {
    const last = choicesOf(rule, games.slice(-5));
    expect(last.count).toBeGreaterThan(1);
    const limited = choicesOf(rule, games, last.count);
    expect(limited.count).toBe(last.count);
    expect(limited.own).toEqual(last.own);
  });

  test('the fit makes the moves of unseen games likelier', () => {
    const before = rateMoves(model.tables(new Float64Array(model.parameters)), data, 1);
    const after = rateMoves(model.tables(fitted(model, data, 0.5, 20)), data, 1);
    expect(after.loss).toBeLessThan(before.loss - 0.02);
  });
});

test('move scores that made the choices are recovered', () => {
  const random = seededRandom(5);
  const used = 30;
  const truth: MoveTables = { own: new Float64Array(CODES), other: new Float64Array(CODES) };
  for (let code = 0; code < used; code++) {
    truth.own[code] = Math.round(random() * 60);
    truth.other[code] = Math.round(random() * 60);
  }
  const width = 8;
  const count = 6000;
  const below = integersBelow(random);
  const data: Choices = {
    count,
    start: Uint32Array.from({ length: count + 1 }, (_, i) => i * width),
    own: Uint16Array.from({ length: count * width }, () => below(used)),
    other: Uint16Array.from({ length: count * width }, () => below(used)),
    held: Uint8Array.from({ length: count }, (_, i) => (i % 10 === 0 ? 1 : 0)),
  };
  for (let i = 0; i < count; i++) drawBest(data, i * width, width, truth, random());
  const nothing: MoveTables = { own: new Float64Array(CODES), other: new Float64Array(CODES) };
  const model = new MoveModel(nothing, false, EXPECTED_MOVES);
  const learned = rateMoves(model.tables(fitted(model, data, 1, 40)), data, 1);
  const known = rateMoves(truth, data, 1);
  const ignorant = rateMoves(nothing, data, 1);
  expect(ignorant.loss).toBeCloseTo(Math.log(width), 10);
  expect(learned.loss - known.loss).toBeLessThan((ignorant.loss - known.loss) / 20);
  expect(learned.first).toBeGreaterThan(known.first - 0.05);
});

/** @returns the parameters after `iterations` iterations of the fit @param weight see {@link MoveModel.loss} */
function fitted(model: MoveModel, data: Choices, weight: number, iterations: number): Float64Array {
  const parameters = new Float64Array(model.parameters);
  minimize(
    (x, gradient) => model.loss(x, data, weight, gradient),
    parameters,
    model.curvature(data, weight),
    (iteration) => iteration < iterations,
  );
  return parameters;
}

/** Draws the best move with the probabilities of the scores, and swaps it to the front of a choice. */
function drawBest(data: Choices, from: number, width: number, tables: MoveTables, chance: number): void {
  const weights = Array.from({ length: width }, (_, m) =>
    Math.exp((tables.own[data.own[from + m]] + tables.other[data.other[from + m]]) / MOVE_SCALE),
  );
  let left = chance * weights.reduce((sum, weight) => sum + weight, 0);
  const drawn = weights.findIndex((weight) => {
    left -= weight;
    return left <= 0;
  });
  for (const codes of [data.own, data.other]) [codes[from], codes[from + drawn]] = [codes[from + drawn], codes[from]];
}
