/**
 * Which games of a match are there, which wait for their turn, and which are out of the count. Takes units in any order
 * and gives games in the order of the schedule. Knows no file, no clock and no network.
 */
import type { GameRecord } from '../notation/game-record.ts';
import type { Units } from './units.ts';

export class Ledger {
  private readonly units: Units;
  /** Games in the results file. */
  private played = new Set<number>();
  /** Units that wait for one before them. */
  private held = new Map<number, readonly GameRecord[]>();
  private next = 0;

  constructor(units: Units) {
    this.units = units;
  }

  /** Games that wait, in the order of the schedule. */
  get waiting(): GameRecord[] {
    return [...this.held].sort(([a], [b]) => a - b).flatMap(([, games]) => games);
  }

  /** The first unit of which games are missing in the results file. */
  get firstMissing(): number {
    return this.next;
  }

  get heldUnits(): number {
    return this.held.size;
  }

  isPlayed(game: number): boolean {
    return this.played.has(game);
  }

  /** @returns whether nothing of a unit is missing */
  has(unit: number): boolean {
    return this.held.has(unit) || this.isComplete(unit);
  }

  /** Notes a game of the results file. @returns false if it is known */
  note(game: number): boolean {
    if (this.played.has(game)) return false;
    this.played.add(game);
    return true;
  }

  /** Takes a unit. @returns false if it was known: it is dropped */
  hold(unit: number, games: readonly GameRecord[]): boolean {
    if (this.has(unit)) return false;
    this.held.set(unit, games);
    return true;
  }

  /**
   * Takes the next game that belongs into the results file.
   * @param isLeftOut units that will never be played
   * @returns null if the next one is not there yet, or nothing is missing
   */
  shift(isLeftOut: (unit: number) => boolean): GameRecord | null {
    for (; this.next < this.units.count; this.next++) {
      const held = this.held.get(this.next);
      const missing = this.units.gamesOf(this.next).find((game) => !this.played.has(game));
      if (missing !== undefined) {
        const record = held?.find(({ game }) => game === missing);
        if (record !== undefined) {
          this.played.add(missing);
          if (this.isComplete(this.next)) this.held.delete(this.next);
          return record;
        }
        if (!isLeftOut(this.next)) return null;
      }
      this.held.delete(this.next);
    }
    return null;
  }

  /** @returns whether nothing is missing but what is left out */
  get isDone(): boolean {
    return this.next >= this.units.count;
  }

  /** Begins anew: nothing is played, nothing waits. */
  clear(): void {
    this.played = new Set();
    this.held = new Map();
    this.next = 0;
  }

  private isComplete(unit: number): boolean {
    return this.units.gamesOf(unit).every((game) => this.played.has(game));
  }
}
