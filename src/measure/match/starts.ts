/** Engines that do not start are retried, and dropped in the end, so that no engine wins against them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type GameRecord, loserOf } from '../../records/notation/game-record.ts';

/** Failed starts in one game after which an engine is dropped. */
export const START_TRIES = 3;
/** Pause before a retry, ms: the resource that was missing may be available again by then. */
const PAUSE_MS = 500;

/** An engine that takes no further part in a match. */
export interface GivenUp {
  readonly name: string;
  /** Why its last try failed. */
  readonly detail: string;
}

/** A game that did not begin. */
export interface FailedStart {
  /** Place in the schedule. */
  readonly game: number;
  readonly names: readonly string[];
  readonly detail: string;
  /** From 1 to {@link START_TRIES}. */
  readonly attempt: number;
}

/** The engines of a match that are still trusted to start. */
export class Starts {
  private readonly lost = new Map<string, GivenUp>();

  get givenUp(): readonly GivenUp[] {
    return [...this.lost.values()];
  }

  isGivenUp(name: string): boolean {
    return this.lost.has(name);
  }

  /**
   * Plays a game, and retries it while an engine fails to start.
   * @param onFailure called for every failed attempt
   * @returns null if the game cannot be played because one of its engines was dropped
   */
  async play(play: () => Promise<GameRecord>, onFailure: (failed: FailedStart) => void): Promise<GameRecord | null> {
    for (let attempt = 1; ; attempt++) {
      const record = await play();
      if (record.reason !== 'start') return record;
      const loser = loserOf(record);
      const names = loser === null ? [record.black, record.white] : [loser];
      const { game, detail } = record;
      if (attempt === START_TRIES) for (const name of names) this.lost.set(name, { name, detail });
      onFailure({ game, names, detail, attempt });
      if (names.some((name) => this.isGivenUp(name))) return null;
      await sleep(PAUSE_MS);
    }
  }
}
