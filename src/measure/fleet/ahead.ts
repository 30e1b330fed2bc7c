/**
 * Games that ended before an earlier one. The results file has games in the order of the schedule; early games wait in
 * a file next to it, so that a power cut loses nothing. Games that the match does not need in the end stay there: those
 * after the verdict of a sequential test.
 */
import { rmSync } from 'node:fs';
import type { GameRecord } from '../../records/notation/game-record.ts';
import { type MatchHeader, ResultStore } from '../match/store.ts';

/** After this many games the file is started again when none of them is pending any longer. */
const RENEW_AFTER = 2000;

/** @returns `match.ahead.jsonl` for `match.jsonl` @param what precedes the extension */
export function besideName(file: string, what: string): string {
  return `${file.replace(/\.jsonl$/, '')}.${what}.jsonl`;
}

export class AheadFile {
  private written = 0;
  /** Games of a longer match, which stay in the file whatever else it holds. */
  longer: readonly GameRecord[] = [];

  private constructor(private readonly store: ResultStore) {}

  /** @param onGame called with each waiting game */
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
   * Writes games. Those that no longer wait must be in the results file by now.
   * @param waiting number of games that wait, including these
   */
  async add(games: readonly GameRecord[], waiting: number): Promise<void> {
    if (games.length === 0) return;
    // All earlier games are in the results file; a long match would keep all of them twice.
    if (waiting === games.length && this.written > RENEW_AFTER) await this.replace([]);
    await this.store.addAll(games);
    this.written += games.length;
  }

  async replace(games: readonly GameRecord[]): Promise<void> {
    await this.store.replaceGames([...games, ...this.longer]);
    this.written = games.length;
  }

  /** @param left games that remain; without any the file is deleted. Null: unknown, the file stays as it is */
  async close(left: readonly GameRecord[] | null): Promise<void> {
    const isEmpty = left !== null && left.length + this.longer.length === 0;
    if (left !== null && !isEmpty) await this.replace(left);
    await this.store.close();
    if (isEmpty) rmSync(this.store.file, { force: true });
  }
}
