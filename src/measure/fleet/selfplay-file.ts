/** A growing file of self-play: its pieces are numbered from 0, and no two of their games have the same opening. */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { named, UserError } from '../../core/errors.ts';
import { removeIfEmpty } from '../../platform/node/files.ts';
import { lockFile } from '../../platform/node/lock.ts';
import { decodeHeader, HEADER_BYTES } from '../selfplay/file-header.ts';
import type { Piece, Product } from '../selfplay/product.ts';

export class SelfPlayFile {
  readonly name: string;
  /** Openings of all games, see canonicalHash(). */
  readonly openings = new Set<number>();
  private readonly handle: number;
  private readonly unlock: () => void;
  games = 0;
  private end = HEADER_BYTES;

  /**
   * Opens a file at its end, or creates it. Where only the following piece shows that a piece is complete, the last one
   * is dropped.
   * @throws UserError if it belongs to another run, cannot be opened, or is being written by another process
   */
  constructor(name: string, product: Product) {
    this.name = name;
    this.unlock = lockFile(name);
    const isNew = !existsSync(name);
    let handle: number | null = null;
    try {
      // Creates a missing file, and changes no other.
      closeSync(named(name, () => openSync(name, 'a')));
      handle = named(name, () => openSync(name, 'r+'));
      this.handle = handle;
      this.resume(product);
    } catch (error) {
      if (handle !== null) closeSync(handle);
      if (isNew) removeIfEmpty(name);
      this.unlock();
      throw error;
    }
  }

  private resume(product: Product): void {
    const bytes = readFileSync(this.handle);
    // A run that was stopped at its start has left part of the header, or nothing.
    if (bytes.length < HEADER_BYTES && bytes.equals(product.head.subarray(0, bytes.length))) {
      this.write(product.head, 0);
      return;
    }
    named(this.name, () => this.read(bytes, product));
    ftruncateSync(this.handle, this.end);
  }

  private read(bytes: Uint8Array, product: Product): void {
    const { kind, read, isOpenEnded } = product;
    const { rule, nodes, seed, options } = product.header;
    const header = decodeHeader(kind, bytes);
    if (header.rule !== rule || header.seed !== seed || header.nodes !== nodes) {
      throw new UserError(
        `made with rule ${header.rule}, ${header.nodes} nodes, seed ${header.seed}; use the same to resume`,
      );
    }
    if (header.options !== options) {
      throw new UserError(`made with different ${product.otherOptions}; use the same to resume`);
    }
    const { pieces } = read(bytes, HEADER_BYTES);
    for (const { opening, bytes } of isOpenEnded ? pieces.slice(0, -1) : pieces) {
      this.openings.add(opening);
      this.games++;
      this.end += bytes.length;
    }
  }

  /** Writes the next piece. */
  add({ bytes, opening }: Piece): void {
    this.write(bytes, this.end);
    this.end += bytes.length;
    this.openings.add(opening);
    this.games++;
  }

  private write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.handle, bytes, done, bytes.length - done, at + done);
    }
  }

  /** Waits until all of it is on the disk. */
  flush(): void {
    fsyncSync(this.handle);
  }

  close(): void {
    closeSync(this.handle);
    this.unlock();
  }
}
