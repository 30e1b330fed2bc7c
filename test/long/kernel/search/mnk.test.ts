import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../src/core/random.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { importBundled } from '../../../bundled.ts';
import { randomGame } from '../../../unit/kernel/search/boards.ts';
import { between } from '../../../unit/rules/random.ts';
import type { SmallGame, Tally } from './small-games.ts';

const {
  answerTo,
  EXHAUSTIVE_EMPTY,
  ask,
  emptyPoints,
  Oracle,
  playAllLines,
  played,
  questionOf,
  useTableOf,
  WIN_BOUND,
} = await importBundled<typeof import('./small-games.ts')>(new URL('./small-games.ts', import.meta.url));

useTableOf(1 << 20);

function emptyGame(width: number, height: number, winLength: number): SmallGame {
  return { width, height, winLength, stones: [] };
}

function allLines(game: SmallGame, color: 1 | 2): Tally {
  const oracle = new Oracle(game.width, game.height, game.winLength);
  return playAllLines(game, color, oracle, { wins: 0, draws: 0, losses: 0, faults: [] });
}

test.each([
  ['first', 1],
  ['second', 2],
] as const)(
  'tic-tac-toe as %s player, every line of the opponent: never loses, and wins whatever can be won',
  (_, color) => {
    const tally = allLines(emptyGame(3, 3, 3), color);
    expect(tally).toMatchObject({ faults: [], losses: 0 });
    expect(tally.wins).toBeGreaterThan(0);
    expect(tally.draws).toBeGreaterThan(0);
  },
);

test('three in a row on 4 by 4: the first player wins against every line', () => {
  const tally = allLines(emptyGame(4, 4, 3), 1);
  expect(tally.faults).toEqual([]);
  expect(tally).toMatchObject({ losses: 0, draws: 0 });
  expect(tally.wins).toBeGreaterThan(50);
});

/** A game of random moves without a winner, up to `empty` empty points; null if it ended earlier. */
function randomSmallGame(seed: number, size: readonly [number, number, number], empty: number): SmallGame | null {
  const [width, height, winLength] = size;
  const rule = ruleFromCode(0, winLength)!;
  const wanted = width * height - empty;
  const { stones } = randomGame(seededRandom(seed), rule, width, height, wanted);
  return stones.length === wanted ? { width, height, winLength, stones } : null;
}

/** Width, height and stones in a row that win. */
const SIZES: readonly (readonly [width: number, height: number, winLength: number])[] = [
  [4, 4, 4],
  [4, 4, 3],
  [5, 4, 4],
  [5, 5, 4],
  [5, 5, 5],
  [3, 6, 3],
  [6, 5, 5],
];

describe('with at most twelve empty points the search is exhaustive', () => {
  test.each(SIZES)('%i by %i, %i in a row: its scores are the values', (...size) => {
    const oracle = new Oracle(...size);
    let compared = 0;
    for (let seed = 1; seed <= 21; seed++) {
      const game = randomSmallGame(seed, size, seed === 1 ? EXHAUSTIVE_EMPTY : 4 + (seed % 7));
      if (game === null) continue;
      const answer = answerTo(game, false);
      // An only move is played without a search for its score.
      if (answer.isForced && Math.abs(answer.score) < WIN_BOUND) continue;
      compared++;
      const value = oracle.valueOf(game);
      const found = answer.score >= WIN_BOUND ? 1 : answer.score <= -WIN_BOUND ? -1 : 0;
      expect(found, `score ${answer.score} of ${JSON.stringify(game)}`).toBe(value);
      if (value === 0) expect(answer.score).toBe(0);
    }
    expect(compared).toBeGreaterThan(10);
  });

  test('and loses no value when it keeps its table from move to move', () => {
    let moves = 0;
    for (const size of [SIZES[0], SIZES[2], SIZES[4]]) {
      const oracle = new Oracle(...size);
      for (let seed = 1; seed <= 2; seed++) {
        const random = seededRandom(seed);
        let game = emptyGame(...size);
        for (let empty = emptyPoints(game); empty.length > 0 && !oracle.isWon(game); empty = emptyPoints(game)) {
          const isOurs = game.stones.length % 2 === seed % 2;
          const move = isOurs ? answerTo(game, true).move! : empty[between(random, 0, empty.length - 1)];
          expect(empty).toContainEqual(move);
          const next = played(game, move);
          if (isOurs && empty.length <= EXHAUSTIVE_EMPTY) {
            moves++;
            const after = oracle.isWon(next) ? 1 : 0 - oracle.valueOf(next);
            expect(after, JSON.stringify(next)).toBe(oracle.valueOf(game));
          }
          game = next;
        }
      }
    }
    expect(moves).toBeGreaterThan(8);
  });
});

describe('every board from 3 by 3 to 22 by 22', () => {
  const sides = Array.from({ length: 20 }, (_, i) => i + 3);

  /** Boards of every width, square and not. */
  function boards(seed: number): [width: number, height: number][] {
    const random = seededRandom(seed);
    return sides.flatMap((side) => [
      [side, side],
      [side, sides[between(random, 0, sides.length - 1)]],
      [sides[between(random, 0, sides.length - 1)], side],
    ]);
  }

  test.each([3, 4, 5, 6])('%i in a row: a legal move in a position of few or many stones', (winLength) => {
    const rule = ruleFromCode(0, winLength)!;
    const random = seededRandom(winLength);
    for (const [width, height] of boards(winLength)) {
      const { stones } = randomGame(random, rule, width, height, between(random, 0, Math.min(width * height - 1, 30)));
      const game = { width, height, winLength, stones };
      const { move } = ask(questionOf(game), { maxNodes: 300 });
      expect(emptyPoints(game), `${width} by ${height}`).toContainEqual(move);
    }
  });

  test.each([3, 4, 5, 6])('%i in a row: the last empty point, and then none', (winLength) => {
    const random = seededRandom(winLength);
    for (const [width, height] of boards(winLength)) {
      const points = emptyPoints(emptyGame(width, height, winLength));
      const [last] = points.splice(between(random, 0, points.length - 1), 1);
      const stones = points.map((point) => ({ ...point, color: between(random, 1, 2) }));
      const game = { width, height, winLength, stones };
      expect(ask(questionOf(game), { maxNodes: 300 }).move, `${width} by ${height}`).toEqual(last);
      const full = { ...game, stones: [...stones, { ...last, color: 1 }] };
      expect(ask(questionOf(full), { maxNodes: 300 }).move, `${width} by ${height}`).toBe(null);
    }
  });
});
