/**
 * Games that came before their turn. The results file gets games in the order of the schedule; what is early waits in
 * a file beside it, so that a power cut loses nothing. What the match does not need in the end stays there: the games
 * behind the verdict of a sequential test.
 */
import { rmSync } from 'node:fs';
import { type MatchHeader, ResultStore } from '../match/store.ts';
import type { GameRecord } from '../notation/game-record.ts';

/** So many games written behind each other, then the file is begun anew if none of them waits any more. */
const RENEW_AFTER = 2000;

/** @returns `match.ahead.jsonl` for `match.jsonl` @param what stands before the ending */
export function besideName(file: string, what: string): string {
  return `${file.replace(/\.jsonl$/, '')}.${what}.jsonl`;
}

export class AheadFile {
  private readonly store: ResultStore;
  private written = 0;

  private constructor(store: ResultStore) {
    this.store = store;
  }

  /** @param onGame sees every game that waits */
  static async open(
    results: string,
    header: MatchHeader,
    fresh: boolean,
    onGame: (record: GameRecord) => void,
  ): Promise<AheadFile> {
    return new AheadFile(await ResultStore.open(besideName(results, 'ahead'), header, fresh, onGame));
  }

  get file(): string {
    return this.store.file;
  }

  /**
   * Games that found their place since have to be in the results file by now. @param waiting how many wait with these
   */
  async add(games: readonly GameRecord[], waiting: number): Promise<void> {
    if (games.length === 0) return;
    // Everything before has found its place; a long match would keep all of it twice.
    if (waiting === games.length && this.written > RENEW_AFTER) await this.replace([]);
    await this.store.addAll(games);
    this.written += games.length;
  }

  async replace(games: readonly GameRecord[]): Promise<void> {
    await this.store.replaceGames(games);
    this.written = games.length;
  }

  /** @param left games that nobody needs now; without any the file goes. Null: unknown, it stays as it is */
  async close(left: readonly GameRecord[] | null): Promise<void> {
    if (left !== null && left.length > 0) await this.replace(left);
    await this.store.close();
    if (left?.length === 0) rmSync(this.store.file, { force: true });
  }
}
