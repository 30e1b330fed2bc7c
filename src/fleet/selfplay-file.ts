/** A growing file of self-play: its pieces are numbered from 0, and no two of their games have the same opening. */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { reasonOf, UserError } from '../core/errors.ts';
import { decodeHeader, HEADER_BYTES } from '../selfplay/file-header.ts';
import type { Piece, Product } from '../selfplay/product.ts';

export class SelfPlayFile {
  readonly name: string;
  /** Openings of all games, see canonicalHash(). */
  readonly openings = new Set<number>();
  private readonly handle: number;
  private count = 0;
  private end = HEADER_BYTES;

  /**
   * Opens a file at its end, or creates it. Where only the following piece shows that a piece is complete, the last one
   * is dropped.
   * @throws UserError if it belongs to another run, or cannot be opened
   */
  constructor(name: string, product: Product) {
    this.name = name;
    const exists = existsSync(name);
    try {
      this.handle = openSync(name, exists ? 'r+' : 'w');
      if (exists) this.read(product);
    } catch (error) {
      throw new UserError(`${name}: ${reasonOf(error)}`);
    }
    if (exists) ftruncateSync(this.handle, this.end);
    else writeSync(this.handle, product.head);
  }

  private read({ kind, header: { rule, nodes, seed }, read, isOpenEnded }: Product): void {
    const bytes = readFileSync(this.name);
    const header = decodeHeader(kind, bytes);
    if (header.rule !== rule || header.seed !== seed || header.nodes !== nodes) {
      throw new UserError(
        `made with rule ${header.rule}, ${header.nodes} nodes, seed ${header.seed}; use the same to resume`,
      );
    }
    const { pieces } = read(bytes, HEADER_BYTES);
    for (const { opening, bytes } of isOpenEnded ? pieces.slice(0, -1) : pieces) {
      this.openings.add(opening);
      this.count++;
      this.end += bytes.length;
    }
  }

  /** Games in the file. */
  get games(): number {
    return this.count;
  }

  /** Writes the next piece. */
  add({ bytes, opening }: Piece): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.handle, bytes, done, bytes.length - done, this.end + done);
    }
    this.end += bytes.length;
    this.openings.add(opening);
    this.count++;
  }

  /** Waits until all of it is on the disk. */
  flush(): void {
    fsyncSync(this.handle);
  }

  close(): void {
    closeSync(this.handle);
  }
}
