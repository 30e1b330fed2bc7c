/** The order in which results count. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Ledger, tasksOf } from '../../../../src/measure/fleet/ledger.ts';
import { createSchedule } from '../../../../src/measure/match/schedule.ts';
import type { GameRecord } from '../../../../src/records/notation/game-record.ts';

const unitsFor = (engines: number, gamesPerPairing: number) =>
  tasksOf(createSchedule({ engines, gamesPerPairing, gauntlet: false, opening: () => [] }));
const game = (number: number) => ({ type: 'game', game: number }) as GameRecord;

describe('tasks', () => {
  test('pairs hold both colors of one opening, and cover every game once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 9 }), (engines, gamesPerPairing) => {
        const schedule = createSchedule({ engines, gamesPerPairing, gauntlet: false, opening: () => [] });
        const tasks = tasksOf(schedule);
        const all = Array.from({ length: tasks.count }, (_, task) => tasks.gamesOf(task));
        expect(all.flat()).toEqual(Array.from({ length: schedule.total }, (_, i) => i));
        for (const [task, games] of all.entries()) {
          for (const number of games) expect(tasks.taskOf(number)).toBe(task);
          if (games.length === 1) continue;
          const [first, second] = games.map((number) => schedule.at(number));
          expect([second.black, second.white, second.pair]).toEqual([first.white, first.black, first.pair]);
        }
      }),
      { seed: 1 },
    );
  });
});

describe('the ledger', () => {
  test('returns every game once, in order, whatever the order and number of results', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.nat({ max: 30 }), { maxLength: 60 }),
        fc.array(fc.nat({ max: 23 }), { maxLength: 5 }),
        (games, arrivals, stored) => {
          const tasks = unitsFor(2, games);
          const ledger = new Ledger(tasks);
          const before = new Set(stored.filter((number) => number < games));
          for (const number of before) ledger.note(number);
          const given: number[] = [];
          const take = (task: number) => {
            const isNew = ledger.hold(task, tasks.gamesOf(task).map(game));
            if (!isNew) expect(ledger.has(task)).toBe(true);
            for (let next = ledger.shift(() => false); next !== null; next = ledger.shift(() => false))
              given.push(next.game);
          };
          for (const arrival of arrivals) take(arrival % tasks.count);
          for (let task = 0; task < tasks.count; task++) take(task);
          const wanted = Array.from({ length: games }, (_, i) => i).filter((number) => !before.has(number));
          expect(given).toEqual(wanted);
          expect(ledger.isDone).toBe(true);
          expect(ledger.waiting).toEqual([]);
        },
      ),
      { seed: 2 },
    );
  });

  test('skipped tasks do not hold up the others', () => {
    const tasks = unitsFor(2, 6);
    const ledger = new Ledger(tasks);
    ledger.hold(2, tasks.gamesOf(2).map(game));
    expect(ledger.shift(() => false)).toBeNull();
    expect(ledger.shift((task) => task < 2)?.game).toBe(4);
    expect(ledger.shift((task) => task < 2)?.game).toBe(5);
    expect(ledger.shift((task) => task < 2)).toBeNull();
    expect(ledger.isDone).toBe(true);
  });
});
