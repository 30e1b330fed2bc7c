import { describe, expect, test } from 'vitest';
import { createSchedule, type Schedule } from '../../../../src/measure/match/schedule.ts';

const opening = (place: number) => [{ x: place, y: 0 }];
const all = (schedule: Schedule) => Array.from({ length: schedule.total }, (_, game) => schedule.at(game));

describe('two engines', () => {
  const schedule = createSchedule({ engines: 2, gamesPerPairing: 6, gauntlet: false, opening });

  test('each opening with both colors, one after the other', () => {
    expect(all(schedule).map(({ black, white, pair }) => [black, white, pair])).toEqual([
      [0, 1, 0],
      [1, 0, 0],
      [0, 1, 1],
      [1, 0, 1],
      [0, 1, 2],
      [1, 0, 2],
    ]);
    expect(all(schedule).map((game) => game.opening[0].x)).toEqual([0, 0, 1, 1, 2, 2]);
  });

  test('requesting more games leaves the first ones unchanged', () => {
    const longer = createSchedule({ engines: 2, gamesPerPairing: 20, gauntlet: false, opening });
    expect(all(longer).slice(0, 6)).toEqual(all(schedule));
  });

  test('an odd number of games', () => {
    const odd = createSchedule({ engines: 2, gamesPerPairing: 3, gauntlet: false, opening });
    expect(all(odd).map(({ black, pair }) => [black, pair])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
  });
});

describe('more engines', () => {
  test('round-robin: all meet all, equally often with each color', () => {
    const games = all(createSchedule({ engines: 4, gamesPerPairing: 4, gauntlet: false, opening }));
    expect(games).toHaveLength(24);
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        if (i !== j) expect(games.filter(({ black, white }) => black === i && white === j)).toHaveLength(2);
      }
    }
    // All engines play one opening before any plays the next.
    expect(games.map(({ pair }) => pair)).toEqual([...Array(12).fill(0), ...Array(12).fill(1)]);
  });

  test('gauntlet: the first engine is in every game', () => {
    const games = all(createSchedule({ engines: 4, gamesPerPairing: 2, gauntlet: true, opening }));
    expect(games).toHaveLength(6);
    expect(games.every(({ black, white }) => black === 0 || white === 0)).toBe(true);
  });

  test('an odd last round', () => {
    const games = all(createSchedule({ engines: 3, gamesPerPairing: 3, gauntlet: false, opening }));
    expect(games).toHaveLength(9);
    expect(games.slice(6).map(({ black, white }) => [black, white])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
  });
});
