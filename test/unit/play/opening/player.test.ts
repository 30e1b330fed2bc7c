import { afterAll, describe, expect, test } from 'vitest';
import { parseMoves } from '../../../../src/core/point.ts';
import { FREESTYLE, RENJU, STANDARD } from '../../../../src/core/rule-code.ts';
import { createEngine } from '../../../../src/platform/node/engine.ts';
import { chooseAnswer } from '../../../../src/play/opening/player.ts';
import { type OpeningStep, openingRuleOf } from '../../../../src/play/opening/rules.ts';
import { answerStep, type OpeningAnswer, openingOf } from '../../../../src/play/opening/state.ts';
import { levelOf } from '../../../../src/play/opponent/levels.ts';
import { newGame, withPlies } from '../../../../src/play/state/game-state.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { Line } from '../../../../src/records/book/key.ts';
import { parseBook } from '../../../../src/records/book/text.ts';

const engine = createEngine({ size: 15 });
engine.setTableBytes(1 << 20);
afterAll(() => engine.close());

/** Both sides of an opening by the engine. @returns its answers and the resulting game */
async function opened(name: string, code: number, size: number, seed: number) {
  let opening = openingOf(openingRuleOf(name));
  let game = newGame(variantOf(code, size, size, null));
  const answers: OpeningAnswer[] = [];
  while (opening.steps.length > 0) {
    const answer = await chooseAnswer(engine, { game, opening, level: levelOf(1), timeMs: null, seed });
    answers.push(answer);
    ({ opening, game } = answerStep(opening, game, answer));
  }
  return { answers, game };
}

/** The engine's answer to a step after these stones. */
function answerTo(step: OpeningStep, code: number, moves: string, offers = '', seed = 1): Promise<OpeningAnswer> {
  const game = withPlies(newGame(variantOf(code, 15, 15, null)), parseMoves(moves, 15)!);
  const opening = { ...openingOf({ name: 'trial', steps: [step] }), offers: parseMoves(offers, 15) ?? [] };
  return chooseAnswer(engine, { game, opening, level: levelOf(1), timeMs: null, seed });
}

describe('the engine in an opening', () => {
  test.each<[string, number, number]>([
    ['swap1', FREESTYLE, 15],
    ['swap', STANDARD, 15],
    ['swap2', FREESTYLE, 20],
    ['swap2', FREESTYLE, 9],
    ['swap2', RENJU, 15],
    ['rif', RENJU, 15],
    ['soosorv-8', RENJU, 15],
    ['taraguchi-10', RENJU, 15],
    ['taraguchi-10', RENJU, 10],
  ])('plays both sides of %s to its end (rule %i, side %i), and the same again', async (name, code, size) => {
    for (const seed of [1, 2]) {
      const { answers, game } = await opened(name, code, size, seed);
      expect(game.end).toBeNull();
      expect(answers.length).toBeGreaterThan(1);
      expect((await opened(name, code, size, seed)).answers).toEqual(answers);
    }
  });

  test('takes the better color', async () => {
    const step: OpeningStep = { kind: 'swap', by: 'white' };
    expect(await answerTo(step, FREESTYLE, 'h8a1i8')).toEqual({ kind: 'swap', isSwap: true });
    expect(await answerTo(step, FREESTYLE, 'a1h8o15')).toEqual({ kind: 'swap', isSwap: false });
    // Of Black, who is not to move.
    expect(await answerTo({ kind: 'swap', by: 'black' }, FREESTYLE, 'h8a1i8')).toEqual({ kind: 'swap', isSwap: false });
    expect(await answerTo({ kind: 'swap', by: 'black' }, FREESTYLE, 'a1h8o15')).toEqual({ kind: 'swap', isSwap: true });
  });

  test('takes a color at once where one is better, and does not pass on the choice', async () => {
    const step = openingRuleOf('swap2').steps[1];
    for (const moves of ['h8a1i8', 'a1h8o15']) {
      expect(await answerTo(step, FREESTYLE, moves)).toEqual({ kind: 'ways', way: 0 });
    }
  });

  test('leaves Black the fifth stone that helps least', async () => {
    const step: OpeningStep = { kind: 'choose', by: 'white' };
    const [corner] = parseMoves('o1', 15)!;
    expect(await answerTo(step, RENJU, 'h8h9j10a1', 'i9o1')).toEqual({ kind: 'choose', point: corner });
    expect(await answerTo(step, RENJU, 'h8h9j10a1', 'o1i9')).toEqual({ kind: 'choose', point: corner });
  });

  test('offers the requested number, also on a fully symmetric board', async () => {
    for (const count of [1, 8, 10]) {
      const answer = await answerTo({ kind: 'offer', by: 'black', count }, RENJU, 'h8h9h7h6');
      expect(answer.kind === 'offer' && answer.points).toHaveLength(count);
      const opening = openingOf({ name: 'trial', steps: [{ kind: 'offer', by: 'black', count }] });
      const game = withPlies(newGame(variantOf(RENJU, 15, 15, null)), parseMoves('h8h9h7h6', 15)!);
      expect(answerStep(opening, game, answer).opening.steps).toEqual([]);
    }
  });

  describe('with a book', () => {
    const HEAD = 'tengen-book 1 rule=renju size=15\n';
    const withBook = (steps: readonly OpeningStep[], text: string, moves: string, offers = '', seed = 1) => {
      const game = withPlies(newGame(variantOf(RENJU, 15, 15, null)), parseMoves(moves, 15)!);
      const opening = { ...openingOf({ name: 'trial', steps }), offers: parseMoves(offers, 15) ?? [] };
      const book = parseBook(HEAD + text);
      return chooseAnswer(engine, { game, opening, level: levelOf(1), timeMs: null, seed, book });
    };
    const swap: OpeningStep = { kind: 'swap', by: 'white' };

    test('takes the color that is better by the book, if the book knows the position well', async () => {
      // A search finds the opposite, see above. The values are Black's, who has moved.
      expect(await withBook([swap], 'a1\n h8\n  o15 v=200 d=12\n', 'a1h8o15')).toEqual({ kind: 'swap', isSwap: true });
      expect(await withBook([swap], 'h8\n a1\n  i8 v=-200 d=12\n', 'h8a1i8')).toEqual({ kind: 'swap', isSwap: false });
      expect(await withBook([swap], 'h8\n a1\n  i8 v=-M9 d=12\n', 'h8a1i8')).toEqual({ kind: 'swap', isSwap: false });
      expect(await withBook([swap], 'h8\n a1\n  i8 v=-200 d=7\n', 'h8a1i8')).toEqual({ kind: 'swap', isSwap: true });
      expect(await withBook([swap], 'h8\n a1\n  i8 v<=-200 d=12\n', 'h8a1i8')).toEqual({ kind: 'swap', isSwap: true });
    });

    test('places what the book knows to be even, in a random orientation', async () => {
      const text = 'h8\n h9\n  h10 v=400 d=12\n  j9 v=30 d=12\n  j7 v=-400 d=12\n';
      const three = openingRuleOf('rif').steps.slice(2);
      const [right, left] = [parseMoves('j9', 15)!, parseMoves('f9', 15)!];
      const found = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => withBook(three, text, 'h8h9', '', seed)));
      for (const answer of found) expect([right, left]).toContainEqual(answer.kind === 'place' && answer.points);
      expect(new Set(found.map((answer) => JSON.stringify(answer))).size).toBe(2);
    });

    test('opens swap2 with three stones of the book', async () => {
      const text = 'h8\n h9\n  j9 v=30 d=12\n';
      const answer = await withBook(openingRuleOf('swap2').steps, text, '');
      const points = answer.kind === 'place' ? answer.points : [];
      const line = new Line(
        RENJU,
        15,
        points.map(({ x, y }) => y * 15 + x),
      );
      expect(parseBook(HEAD + text).at(line)).toBeGreaterThan(0);
      expect(points).toHaveLength(3);
    });

    test('offers and chooses fifth stones by the book', async () => {
      const text = 'h8\n h9\n  j10\n   a1\n    l12 v=5000 d=12\n    i9 v=-5000 d=12\n';
      const [far, near] = parseMoves('l12i9', 15)!;
      // White chooses, and takes what is bad for Black.
      expect(await withBook([{ kind: 'choose', by: 'white' }], text, 'h8h9j10a1', 'l12i9')).toEqual({
        kind: 'choose',
        point: near,
      });
      expect(await withBook([{ kind: 'offer', by: 'black', count: 1 }], text, 'h8h9j10a1')).toEqual({
        kind: 'offer',
        points: [far],
      });
    });
  });

  test('a request for an immediate answer is respected', async () => {
    const opening = openingOf(openingRuleOf('taraguchi-10'));
    const game = newGame(variantOf(RENJU, 15, 15, null));
    const request = { game, opening, level: levelOf(10), timeMs: null, seed: 1 };
    expect(await chooseAnswer(engine, request, () => true)).toEqual({ kind: 'place', points: [{ x: 7, y: 7 }] });
    const three = {
      ...request,
      game: withPlies(game, parseMoves('h8h9i7', 15)!),
      opening: { ...opening, steps: opening.steps.slice(6) },
    };
    expect((await chooseAnswer(engine, three, () => true)).kind).toBe('place');
  });
});
