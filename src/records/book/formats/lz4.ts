/**
 * LZ4 frames: blocks of at most 4 MiB, each as it is or compressed, with checksums. Reading keeps one block and the 64
 * KiB before it. Source: "LZ4 Frame Format Description" and "LZ4 Block Format Description" of lz4/lz4; xxHash: "xxHash
 * fast digest algorithm" of Cyan4973/xxHash.
 */
import { UserError } from '../../../core/errors.ts';
import { type ByteReader, ByteWriter } from '../bytes.ts';

/** What a frame begins with, as a little-endian number. */
export const LZ4_MAGIC = 0x184d2204;
const WINDOW = 1 << 16;
const MAX_BLOCK = 4 << 20;
const MIN_MATCH = 4;
/** A block ends with that many bytes as they are, and no match begins in that many before its end. */
const LAST_LITERALS = 5;
const MATCH_MARGIN = 12;

/** Reads consecutive frames to the end. @throws UserError with the offset where a frame is broken */
export function* readLz4(reader: ByteReader): Generator<Uint8Array> {
  const history = new History();
  do {
    history.clear();
    yield* readFrame(reader, history);
  } while (reader.peek() >= 0);
}

function* readFrame(reader: ByteReader, history: History): Generator<Uint8Array> {
  const { offset } = reader;
  const magic = reader.u32('the start of an LZ4 frame');
  if (magic !== LZ4_MAGIC) throw new UserError(`offset ${offset}: no LZ4 frame, expected 04 22 4D 18`);
  const flags = reader.byte('an LZ4 header');
  const descriptor = reader.byte('an LZ4 header');
  if (flags >> 6 !== 1) throw new UserError(`offset ${offset + 4}: LZ4 version ${flags >> 6}, expected 1`);
  const header = [flags, descriptor];
  const hasSize = (flags & 8) !== 0;
  if ((flags & 1) !== 0) throw new UserError(`offset ${offset + 4}: an LZ4 frame that needs a dictionary`);
  for (let i = 0; i < (hasSize ? 8 : 0); i++) header.push(reader.byte('an LZ4 header'));
  const check = reader.byte('an LZ4 header');
  if (((xxh32(Uint8Array.from(header)) >>> 8) & 255) !== check) {
    throw new UserError(`offset ${offset + 4}: the checksum of the LZ4 header differs`);
  }
  const isIndependent = (flags & 0x20) !== 0;
  const largest = 1 << (8 + 2 * ((descriptor >> 4) & 7));
  if (largest > MAX_BLOCK || largest < WINDOW) {
    throw new UserError(`offset ${offset + 5}: LZ4 blocks of ${largest} bytes, expected ${WINDOW} to ${MAX_BLOCK}`);
  }
  const hash = new Xxh32();
  for (;;) {
    const blockAt = reader.offset;
    const word = reader.u32('an LZ4 block');
    if (word === 0) break;
    const length = word & 0x7fffffff;
    if (length > largest)
      throw new UserError(`offset ${blockAt}: an LZ4 block of ${length} bytes, expected ${largest} at most`);
    const bytes = reader.take(length, 'an LZ4 block');
    if ((flags & 0x10) !== 0 && reader.u32('an LZ4 block') !== xxh32(bytes)) {
      throw new UserError(`offset ${blockAt}: the checksum of the LZ4 block differs`);
    }
    const isPlain = word >= 0x80000000;
    const block = isPlain ? bytes : decodeBlock(bytes, history.last, largest, blockAt);
    hash.add(block);
    if (!isIndependent) history.add(block);
    yield block;
  }
  const endAt = reader.offset;
  if ((flags & 4) !== 0 && reader.u32('an LZ4 frame') !== hash.end()) {
    throw new UserError(`offset ${endAt}: the checksum of the LZ4 frame differs`);
  }
}

/** What was decoded last, moved together now and then only: blocks may be of one byte each. */
class History {
  private readonly bytes = new Uint8Array(4 * WINDOW);
  private length = 0;

  clear(): void {
    this.length = 0;
  }

  /** The last {@link WINDOW} bytes, valid until more are added. */
  get last(): Uint8Array {
    return this.bytes.subarray(Math.max(0, this.length - WINDOW), this.length);
  }

  add(block: Uint8Array): void {
    const added = block.subarray(Math.max(0, block.length - WINDOW));
    if (this.length + added.length > this.bytes.length) {
      this.bytes.copyWithin(0, this.length - WINDOW, this.length);
      this.length = WINDOW;
    }
    this.bytes.set(added, this.length);
    this.length += added.length;
  }
}

/**
 * @param before what was decoded before, the last 64 KiB of it
 * @param largest bytes that come out at most @param offset of the block in the file
 * @throws UserError where the block is broken
 */
export function decodeBlock(bytes: Uint8Array, before: Uint8Array, largest: number, offset: number): Uint8Array {
  const wrong = (at: number, what: string) => new UserError(`offset ${offset + 4 + at}: ${what} in an LZ4 block`);
  let out = new Uint8Array(Math.min(largest, Math.max(1024, 4 * bytes.length)));
  let length = 0;
  const room = (more: number, at: number): void => {
    if (length + more > largest) throw wrong(at, `more than ${largest} bytes`);
    if (length + more <= out.length) return;
    const larger = new Uint8Array(Math.min(largest, Math.max(2 * out.length, length + more)));
    larger.set(out);
    out = larger;
  };
  let at = 0;
  const longer = (): number => {
    let sum = 0;
    for (;;) {
      if (at >= bytes.length) throw wrong(at, 'a length without its end');
      const byte = bytes[at++];
      sum += byte;
      if (byte < 255) return sum;
    }
  };
  while (at < bytes.length) {
    const token = bytes[at++];
    let literals = token >> 4;
    if (literals === 15) literals += longer();
    if (at + literals > bytes.length) throw wrong(at, 'literals beyond its end');
    room(literals, at);
    out.set(bytes.subarray(at, at + literals), length);
    length += literals;
    at += literals;
    if (at === bytes.length) break;
    if (at + 2 > bytes.length) throw wrong(at, 'half a distance');
    const distance = bytes[at] | (bytes[at + 1] << 8);
    if (distance === 0 || distance > before.length + length) throw wrong(at, `a distance of ${distance}`);
    at += 2;
    let match = (token & 15) + MIN_MATCH;
    if (match === 15 + MIN_MATCH) match += longer();
    room(match, at);
    for (let i = 0; i < match; i++, length++) {
      const from = length - distance;
      out[length] = from < 0 ? before[before.length + from] : out[from];
    }
  }
  return out.slice(0, length);
}

/** Compresses a frame as it comes. Blocks are independent, with a checksum of the whole. */
export function* formatLz4(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  const out = new ByteWriter();
  const header = Uint8Array.of(0x64, 0x40);
  out.u32(LZ4_MAGIC);
  out.put(header);
  out.byte((xxh32(header) >>> 8) & 255);
  const hash = new Xxh32();
  for (const block of blocksOf(chunks, WINDOW)) {
    hash.add(block);
    const packed = encodeBlock(block);
    const isSmaller = packed.length < block.length;
    out.u32(isSmaller ? packed.length : block.length + 0x80000000);
    out.put(isSmaller ? packed : block);
    yield out.take();
  }
  out.u32(0);
  out.u32(hash.end());
  yield out.take();
}

function* blocksOf(chunks: Iterable<Uint8Array>, size: number): Generator<Uint8Array> {
  const block = new Uint8Array(size);
  let length = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + size - length);
      block.set(part, length);
      length += part.length;
      at += part.length;
      if (length < size) continue;
      yield block.slice();
      length = 0;
    }
  }
  if (length > 0) yield block.slice(0, length);
}

/** Matches the last occurrence of the same four bytes. @returns a block independent of earlier ones */
export function encodeBlock(bytes: Uint8Array): Uint8Array {
  const out = new ByteWriter();
  const places = new Int32Array(1 << 13).fill(-1);
  const word = (at: number) => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  let from = 0;
  for (let at = 0; at + MATCH_MARGIN < bytes.length; ) {
    const value = word(at);
    const slot = Math.imul(value, 0x9e3779b1) >>> 19;
    const place = places[slot];
    places[slot] = at;
    if (place < 0 || at - place >= WINDOW || word(place) !== value) {
      at++;
      continue;
    }
    let length = MIN_MATCH;
    while (at + length < bytes.length - LAST_LITERALS && bytes[place + length] === bytes[at + length]) length++;
    putSequence(out, bytes.subarray(from, at), at - place, length);
    at += length;
    from = at;
  }
  putSequence(out, bytes.subarray(from), 0, 0);
  return out.take();
}

function putSequence(out: ByteWriter, literals: Uint8Array, distance: number, length: number): void {
  const match = distance === 0 ? 0 : length - MIN_MATCH;
  out.byte((Math.min(15, literals.length) << 4) | Math.min(15, match));
  if (literals.length >= 15) putLength(out, literals.length - 15);
  out.put(literals);
  if (distance === 0) return;
  out.u16(distance);
  if (match >= 15) putLength(out, match - 15);
}

function putLength(out: ByteWriter, length: number): void {
  let rest = length;
  for (; rest >= 255; rest -= 255) out.byte(255);
  out.byte(rest);
}

const [P1, P2, P3, P4, P5] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1];

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

export function xxh32(bytes: Uint8Array): number {
  const hash = new Xxh32();
  hash.add(bytes);
  return hash.end();
}

class Xxh32 {
  private readonly lanes = [(P1 + P2) | 0, P2 | 0, 0, -P1 | 0];
  private readonly rest = new Uint8Array(16);
  private held = 0;
  private total = 0;

  add(bytes: Uint8Array): void {
    this.total += bytes.length;
    let at = 0;
    if (this.held > 0) {
      at = Math.min(16 - this.held, bytes.length);
      this.rest.set(bytes.subarray(0, at), this.held);
      this.held += at;
      if (this.held < 16) return;
      this.round(this.rest, 0);
      this.held = 0;
    }
    for (; at + 16 <= bytes.length; at += 16) this.round(bytes, at);
    this.rest.set(bytes.subarray(at));
    this.held = bytes.length - at;
  }

  end(): number {
    const [a, b, c, d] = this.lanes;
    let hash = this.total >= 16 ? (rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18)) | 0 : P5 | 0;
    hash = (hash + this.total) | 0;
    let at = 0;
    for (; at + 4 <= this.held; at += 4) {
      hash = Math.imul(rotated((hash + Math.imul(this.word(this.rest, at), P3)) | 0, 17), P4);
    }
    for (; at < this.held; at++) hash = Math.imul(rotated((hash + Math.imul(this.rest[at], P5)) | 0, 11), P1);
    hash = Math.imul(hash ^ (hash >>> 15), P2);
    hash = Math.imul(hash ^ (hash >>> 13), P3);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  private round(bytes: Uint8Array, at: number): void {
    for (let lane = 0; lane < 4; lane++) {
      const mixed = (this.lanes[lane] + Math.imul(this.word(bytes, at + 4 * lane), P2)) | 0;
      this.lanes[lane] = Math.imul(rotated(mixed, 13), P1);
    }
  }

  private word(bytes: Uint8Array, at: number): number {
    return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
  }
}
