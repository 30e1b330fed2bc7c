/** Random games for property tests. */
import fc from 'fast-check';
import type { XY } from '../../../../src/core/point.ts';
import type { SavedGame } from '../../../../src/records/notation/saved-game.ts';

/** Different points of a board of 5 to 26 points a side, in any order. */
export function movesOnBoard(): fc.Arbitrary<{ size: number; moves: XY[] }> {
  return fc
    .integer({ min: 5, max: 26 })
    .chain((size) =>
      fc
        .uniqueArray(fc.integer({ min: 0, max: size * size - 1 }), { maxLength: 60 })
        .map((cells) => ({ size, moves: cells.map((cell) => ({ x: cell % size, y: Math.floor(cell / size) })) })),
    );
}

const NAME = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 _.\]\\+-]{0,18}[A-Za-z0-9]$/);

/** A game with every field that all formats can store. */
export function savedGames(): fc.Arbitrary<SavedGame> {
  return movesOnBoard().chain(({ size, moves }) =>
    fc.record({
      size: fc.constant(size),
      moves: fc.constant(moves),
      rule: fc.constantFrom(0, 1, 4, 8, 9, 16),
      black: NAME,
      white: NAME,
      openingPlies: fc.integer({ min: 0, max: moves.length }),
      result: fc.constantFrom('black' as const, 'white' as const),
      reason: fc.constantFrom(
        'five' as const,
        'time' as const,
        'illegal' as const,
        'crash' as const,
        'resigned' as const,
      ),
      timesMs: fc.constant(null),
      scores: fc.constant(null),
      date: fc.constant('2026-11-21'),
    }),
  );
}
