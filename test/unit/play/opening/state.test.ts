import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../../src/core/color.ts';
import { parseMoves } from '../../../../src/core/point.ts';
import { FREESTYLE, RENJU } from '../../../../src/core/rule-code.ts';
import { OPENING_RULES, openingRuleOf } from '../../../../src/play/opening/rules.ts';
import {
  type Answered,
  answerStep,
  askedColor,
  type OpeningAnswer,
  openingOf,
  openingRuleFault,
} from '../../../../src/play/opening/state.ts';
import { newGame, withPlies } from '../../../../src/play/state/game-state.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';

const points = (text: string) => parseMoves(text, 15)!;
const place = (text: string): OpeningAnswer => ({ kind: 'place', points: points(text) });
const offer = (text: string): OpeningAnswer => ({ kind: 'offer', points: points(text) });
const choose = (text: string): OpeningAnswer => ({ kind: 'choose', point: points(text)[0] });
const swap = (isSwap: boolean): OpeningAnswer => ({ kind: 'swap', isSwap });
const say = (count: number): OpeningAnswer => ({ kind: 'say', count });
const ways = (way: number): OpeningAnswer => ({ kind: 'ways', way });

/** Gives answers one after the other. */
function answered(name: string, ...answers: OpeningAnswer[]): Answered {
  const rule = openingRuleOf(name);
  const code = ['swap1', 'swap', 'swap2'].includes(name) ? FREESTYLE : RENJU;
  const first: Answered = { opening: openingOf(rule), game: newGame(variantOf(code, 15, 15, null)), isSwapped: false };
  return answers.reduce(({ opening, game }, answer) => answerStep(opening, game, answer), first);
}

const SOOSORV = [place('h8'), place('h9'), place('h7'), swap(false), place('h6')];

describe('an opening', () => {
  test.each<[string, OpeningAnswer[], number]>([
    ['swap1', [place('c3'), swap(true)], 1],
    ['swap', [place('c3d4'), place('e6'), swap(true)], 3],
    ['swap2', [place('c3d4e6'), ways(0), swap(true)], 3],
    ['swap2', [place('c3d4e6'), ways(1), place('f7'), place('g3'), swap(true)], 5],
    ['rif', [place('h8'), place('i9'), place('j7'), swap(false), place('g4'), offer('f6g7'), choose('g7')], 5],
    ['soosorv-8', [...SOOSORV, say(2), swap(true), offer('g8g9'), choose('g9')], 5],
    [
      'taraguchi-10',
      [
        place('h8'),
        swap(true),
        place('i9'),
        swap(false),
        place('j7'),
        swap(false),
        place('k5'),
        ways(0),
        swap(false),
      ].concat([place('d4'), swap(true)]),
      5,
    ],
  ])('%s is answered to its end: %j', (name, answers, stones) => {
    const { opening, game } = answered(name, ...answers);
    expect(opening.steps).toEqual([]);
    expect(askedColor(opening)).toBeNull();
    expect(game.plies).toHaveLength(stones);
    expect(game).toEqual(withPlies(newGame(game.variant), game.plies));
    const [last] = answers.slice(-1);
    const isSwap = last.kind === 'swap' && last.isSwap;
    expect(answered(name, ...answers).isSwapped).toBe(isSwap);
  });

  test('the player who answers is named by color', () => {
    expect(askedColor(answered('soosorv-8').opening)).toBe(BLACK);
    expect(askedColor(answered('soosorv-8', ...SOOSORV).opening)).toBe(WHITE);
    expect(askedColor(answered('soosorv-8', ...SOOSORV, say(3)).opening)).toBe(BLACK);
  });

  test.each<[string, OpeningAnswer[], string]>([
    ['swap2', [swap(true)], 'answer "swap": expected place'],
    ['swap2', [place('c3d4e5f6')], 'C3 D4 E5 F6: expected at most 3 points'],
    ['swap2', [place('c3c3')], 'C3: already occupied by a black stone'],
    ['swap2', [place('c3d4e5'), ways(2)], 'way 2: expected 0 to 1'],
    ['swap1', [place('h8'), swap(true), place('h9')], 'answer "place": expected none, the opening is over'],
    ['rif', [place('h9')], 'H9: outside the square, expected the center point'],
    ['rif', [place('h8'), place('h10')], 'H10: outside the square, expected a point of the central 3x3'],
    ['soosorv-8', [...SOOSORV, say(9)], '9: expected a number from 1 to 8'],
    ['soosorv-8', [...SOOSORV, say(2), swap(false), offer('g8')], 'G8: 1 offered, expected 2'],
    ['soosorv-8', [...SOOSORV, say(2), swap(false), offer('g8i8')], 'I8: symmetric to G8, expected another point'],
    ['soosorv-8', [...SOOSORV, say(2), swap(false), offer('g8g8')], 'G8: offered twice, expected different points'],
    ['soosorv-8', [...SOOSORV, say(2), swap(false), offer('g8h8')], 'H8: already occupied by a black stone'],
    ['soosorv-8', [...SOOSORV, say(2), swap(false), offer('g8g9'), choose('k4')], 'K4: not offered, expected G8 or G9'],
  ])('%s: the fault in %j is reported', (name, answers, message) => {
    expect(() => answered(name, ...answers)).toThrow(message);
    // All previous answers are valid.
    answered(name, ...answers.slice(0, -1));
  });

  test('those of renju are for renju, and boards are square and large enough', () => {
    const faults = (code: number, width: number, height: number, win: number | null = null) =>
      OPENING_RULES.map((rule) => openingRuleFault(rule, variantOf(code, width, height, win))).filter(Boolean);
    expect(faults(RENJU, 15, 15)).toEqual([]);
    expect(faults(FREESTYLE, 15, 15)).toEqual(
      ['rif', 'soosorv-8', 'taraguchi-10'].map((name) => `opening ${name}: freestyle, 15x15, expected renju`),
    );
    expect(faults(RENJU, 8, 8)).toHaveLength(OPENING_RULES.length);
    expect(faults(FREESTYLE, 15, 12)[0]).toBe('opening swap1: a board of 15x12, expected a square one from 9');
    expect(faults(FREESTYLE, 9, 9, 3)[0]).toBe('opening swap1: 3 in a row wins, expected 4 or more');
  });
});
