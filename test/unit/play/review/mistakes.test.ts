/** Mistakes of reviewed games: their kinds and phases, and other moves in their place. */
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../../src/core/color.ts';
import { FREESTYLE } from '../../../../src/core/rule-code.ts';
import type { ThinkResult } from '../../../../src/engine/api.ts';
import type { Analyzer } from '../../../../src/play/analysis/analysis.ts';
import type { PositionAnalysis } from '../../../../src/play/review/analyze-game.ts';
import {
  chanceAfter,
  countMistakes,
  isGoodEnough,
  type MistakeKind,
  mistakesOf,
} from '../../../../src/play/review/mistakes.ts';
import { reviewOf } from '../../../../src/play/review/review.ts';
import { gameTreeOf, lineThrough } from '../../../../src/play/review/tree.ts';
import { newGame, withPlies } from '../../../../src/play/state/game-state.ts';
import { readPoint, readRecord } from '../../../../src/play/state/notation.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';

const EMPTY_BOARD = newGame(variantOf(FREESTYLE, 15, 15, null));
const gameOf = (moves: string) => withPlies(EMPTY_BOARD, readRecord(moves, EMPTY_BOARD.position) ?? []);

/** A position: Black's chance, the line of the side to move, and its win or loss in plies. */
const looked = (chance: number, line: string, winIn: number | null = null): PositionAnalysis => ({
  chance,
  best: {
    score: 0,
    winIn,
    depth: 9,
    selDepth: 9,
    nodes: 9,
    elapsedMs: 1,
    pv: (readRecord(line, EMPTY_BOARD.position) ?? []).filter((point) => point !== null),
  },
});

/** @param before and `after` the last move of the game */
function lastMistake(moves: string, before: PositionAnalysis, after: PositionAnalysis) {
  const games = lineThrough(gameTreeOf(gameOf(moves))).map(({ game }) => game);
  const analyses: (PositionAnalysis | null)[] = games.map(() => null);
  analyses.splice(-2, 2, before, after);
  return mistakesOf(reviewOf(games, analyses));
}

const THREE = 'h8 a1 i8 a3 j8 a5';

describe('kinds of mistakes', () => {
  test.each<[MistakeKind, PositionAnalysis, PositionAnalysis]>([
    ['missed-fours', looked(1, 'k8 l8 g8', 3), looked(0.6, 'c3')],
    // The first move only makes a three.
    ['missed-win', looked(1, 'h9 c3 k8 l8 g8', 5), looked(0.6, 'c3')],
    ['missed-defense', looked(0.6, 'c3'), looked(0, 'd4', 5)],
    ['slow', looked(0.6, 'c3'), looked(0.4, 'd4')],
  ])('%s', (kind, before, after) => {
    expect(lastMistake(`${THREE} o15`, before, after)).toMatchObject([
      { kind, phase: 'opening', move: { number: 7, color: BLACK } },
    ]);
  });

  test('White, too, can miss a defense', () => {
    expect(lastMistake('h8 a1 i8 a3 j8 o15', looked(0.5, 'k8'), looked(1, 'k8', 3))).toMatchObject([
      { kind: 'missed-defense', move: { color: WHITE } },
    ]);
  });

  test('a good move, and the choice of the engine itself, are none', () => {
    expect(lastMistake(`${THREE} o15`, looked(0.6, 'c3'), looked(0.55, 'd4'))).toEqual([]);
    expect(lastMistake(`${THREE} c3`, looked(0.6, 'c3'), looked(0.1, 'd4'))).toEqual([]);
  });

  test('they are counted by side', () => {
    const [mistake] = lastMistake(`${THREE} o15`, looked(0.6, 'c3'), looked(0.4, 'd4'));
    const later = { ...mistake, phase: 'late', move: { ...mistake.move, color: WHITE } } as const;
    expect(countMistakes([mistake, later, mistake], BLACK)).toEqual({
      kinds: { 'missed-fours': 0, 'missed-win': 0, 'missed-defense': 0, slow: 2 },
      phases: { opening: 2, middle: 0, late: 0 },
    });
    expect(countMistakes([mistake, later, mistake], WHITE).phases).toEqual({ opening: 0, middle: 0, late: 1 });
  });

  test('phases follow the number of the move', () => {
    const moves = 'a1b1c1d1f1g1h1i1k1l1m1n1a3b3c3d3f3g3h3i3k3l3m3n3a5b5c5d5f5g5h5i5'.replace(/(\d)(?=[a-z])/g, '$1 ');
    const phase = (count: number) =>
      lastMistake(moves.split(' ').slice(0, count).join(' '), looked(count % 2, 'o15'), looked(0.5, 'o14'))[0].phase;
    expect([10, 11, 30, 31].map(phase)).toEqual(['opening', 'middle', 'middle', 'late']);
  });
});

describe('another move', () => {
  const point = (name: string) => readPoint(name, EMPTY_BOARD.position)!;
  const answering = (score: number, winIn: number | null): Analyzer => ({
    setPosition() {},
    clearHash() {},
    stop() {},
    think: async () =>
      ({ ...looked(0, 'c3').best, score, winIn, ...point('c3'), source: 'search', isForced: false }) as ThinkResult,
  });

  test('is searched from the other side', async () => {
    expect(await chanceAfter(answering(0, null), gameOf(THREE), point('o15'))).toBe(0.5);
    expect(await chanceAfter(answering(30_000, 4), gameOf(THREE), point('o15'))).toBe(0);
  });

  test('that ends the game needs no search', async () => {
    const never = { ...answering(0, null), think: () => Promise.reject(new Error('searched')) };
    expect(await chanceAfter(never, gameOf(`${THREE} k8 a7`), point('l8'))).toBe(1);
    expect(await chanceAfter(never, gameOf('a1 h8 a3 i8 a5 j8 a7 k8 b9'), point('l8'))).toBe(1);
  });

  test('counts within a few percent of the best', () => {
    expect(isGoodEnough(0.7, 0.66)).toBe(true);
    expect(isGoodEnough(0.7, 0.64)).toBe(false);
    expect(isGoodEnough(1, 0.9)).toBe(false);
  });
});
