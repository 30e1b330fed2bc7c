/** A file of self-play that grows: its games are those from 0 on, each with an opening of its own. */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { MatchError } from '../core/errors.ts';
import type { FileHeader } from '../selfplay/file-header.ts';
import { openingOf } from '../selfplay/range.ts';
import { decodeFile, encodeGame, encodeHeader, HEADER_BYTES, type SelfPlayGame } from '../selfplay/record.ts';

export class SelfPlayFile {
  readonly name: string;
  /** Those of all games, see openingOf(). */
  readonly openings = new Set<number>();
  private readonly handle: number;
  private count = 0;
  private end = HEADER_BYTES;

  /**
   * Opens a file where it ends, or makes it.
   * @throws MatchError if it is one of another run
   */
  constructor(name: string, header: FileHeader) {
    this.name = name;
    const exists = existsSync(name);
    if (exists) this.read(header);
    this.handle = openSync(name, exists ? 'r+' : 'w');
    if (exists) ftruncateSync(this.handle, this.end);
    else writeSync(this.handle, encodeHeader(header));
  }

  private read({ rule, nodes, seed }: FileHeader): void {
    const { header, games, completeBytes } = decodeFile(readFileSync(this.name));
    if (header.rule !== rule || header.seed !== seed || header.nodes !== nodes) {
      throw new MatchError(
        `${this.name}: made with rule ${header.rule}, ${header.nodes} nodes, seed ${header.seed}; expected the same to go on`,
      );
    }
    for (const game of games) this.openings.add(openingOf(game));
    this.count = games.length;
    this.end = completeBytes;
  }

  /** How many games it has. */
  get games(): number {
    return this.count;
  }

  /** Writes the next game. */
  add(game: SelfPlayGame): void {
    const bytes = encodeGame(game);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.handle, bytes, done, bytes.length - done, this.end + done);
    }
    this.end += bytes.length;
    this.openings.add(openingOf(game));
    this.count++;
  }

  /** @returns when all of it is on the disk */
  flush(): void {
    fsyncSync(this.handle);
  }

  close(): void {
    closeSync(this.handle);
  }
}
