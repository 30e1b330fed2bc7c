/**
 * Players, order and openings of the games. Everything follows from the number of a game, so a resumed match continues
 * exactly like an uninterrupted one, and raising the number of games leaves the earlier ones unchanged.
 */
import type { XY } from '../../core/point.ts';

export interface ScheduleOptions {
  readonly engines: number;
  /** Games between each two engines. */
  readonly gamesPerPairing: number;
  /** The first engine against each other one; else everyone against everyone. */
  readonly gauntlet: boolean;
  readonly opening: (place: number) => readonly XY[];
}

/** A game to be played, by the numbers of engine and opening. */
export interface ScheduledGame {
  /** Place in the schedule, from 0. */
  readonly game: number;
  /** Index into {@link Schedule.pairings}. */
  readonly pairing: number;
  /** Number of the game pair within its pairing: two games, one opening, colors exchanged. */
  readonly pair: number;
  /** Indices of the engines. */
  readonly black: number;
  readonly white: number;
  readonly opening: readonly XY[];
}

/** All games of a match in their order. */
export interface Schedule {
  /** Each two engines that meet; the first one has Black in even games. */
  readonly pairings: readonly (readonly [number, number])[];
  readonly total: number;
  /** @returns the game at a place from 0 to total - 1 */
  at(game: number): ScheduledGame;
}

/** Opening by opening: all pairings play the first opening with both colors, then the second, and so on. */
export function createSchedule(options: ScheduleOptions): Schedule {
  const pairings: [number, number][] = [];
  for (let i = 0; i < (options.gauntlet ? 1 : options.engines); i++) {
    for (let j = i + 1; j < options.engines; j++) pairings.push([i, j]);
  }
  const total = pairings.length * options.gamesPerPairing;
  const perOpening = pairings.length * 2;
  const fullRounds = Math.floor(options.gamesPerPairing / 2);
  return {
    pairings,
    total,
    at(game) {
      const pair = Math.floor(game / perOpening);
      const within = game % perOpening;
      // The last round of an odd number of games has only one color.
      const [pairing, exchanged] = pair < fullRounds ? [within >> 1, within % 2 === 1] : [within, false];
      const [first, second] = pairings[pairing];
      const [black, white] = exchanged ? [second, first] : [first, second];
      return { game, pairing, pair, black, white, opening: options.opening(pair) };
    },
  };
}
