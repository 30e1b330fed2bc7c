/** Reads bytes from pieces of a file, with their offset, so that a file of any length takes little memory. */
import { joinedBytes } from '../../core/bytes.ts';
import { UserError } from '../../core/errors.ts';

export class ByteReader {
  private readonly chunks: Iterator<Uint8Array>;
  private chunk: Uint8Array = new Uint8Array(0);
  private at = 0;
  private before = 0;

  constructor(chunks: Iterable<Uint8Array>) {
    this.chunks = chunks[Symbol.iterator]();
  }

  get offset(): number {
    return this.before + this.at;
  }

  peek(): number {
    return this.fill() ? this.chunk[this.at] : -1;
  }

  /** @returns the next byte; -1 at the end */
  next(): number {
    return this.fill() ? this.chunk[this.at++] : -1;
  }

  /** @param what is being read, for the message @throws UserError at the end */
  byte(what: string): number {
    const byte = this.next();
    if (byte < 0) throw new UserError(`offset ${this.offset}: the file ends within ${what}`);
    return byte;
  }

  take(count: number, what: string): Uint8Array {
    if (count <= this.chunk.length - this.at) {
      this.at += count;
      return this.chunk.slice(this.at - count, this.at);
    }
    // Grows with the actual bytes, not with the length that a broken file states.
    const parts: Uint8Array[] = [];
    for (let left = count; left > 0; ) {
      if (!this.fill()) throw new UserError(`offset ${this.offset}: the file ends within ${what}`);
      const part = this.chunk.slice(this.at, this.at + left);
      parts.push(part);
      this.at += part.length;
      left -= part.length;
    }
    return joinedBytes(parts);
  }

  /** @param taken bytes to put first @returns these and all remaining bytes, in pieces */
  *pieces(taken: Uint8Array): Generator<Uint8Array> {
    yield taken;
    while (this.fill()) {
      const piece = this.chunk.subarray(this.at);
      this.at = this.chunk.length;
      yield piece;
    }
  }

  u16(what: string): number {
    return this.byte(what) | (this.byte(what) << 8);
  }

  u32(what: string): number {
    return (this.u16(what) | (this.u16(what) << 16)) >>> 0;
  }

  private fill(): boolean {
    while (this.at >= this.chunk.length) {
      this.before += this.chunk.length;
      this.at = 0;
      const next = this.chunks.next();
      this.chunk = next.done === true ? new Uint8Array(0) : next.value;
      if (next.done === true) return false;
    }
    return true;
  }
}

/** Collects bytes to write, which are taken in pieces. */
export class ByteWriter {
  private bytes = new Uint8Array(1 << 12);
  size = 0;

  byte(value: number): void {
    if (this.size === this.bytes.length) this.grow(1);
    this.bytes[this.size++] = value;
  }

  u16(value: number): void {
    this.byte(value & 255);
    this.byte((value >> 8) & 255);
  }

  u32(value: number): void {
    this.u16(value & 65535);
    this.u16(value >>> 16);
  }

  put(bytes: Uint8Array): void {
    if (this.size + bytes.length > this.bytes.length) this.grow(bytes.length);
    this.bytes.set(bytes, this.size);
    this.size += bytes.length;
  }

  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.size);
    this.size = 0;
    return taken;
  }

  private grow(more: number): void {
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.size + more));
    larger.set(this.bytes.subarray(0, this.size));
    this.bytes = larger;
  }
}
