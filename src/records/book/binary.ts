/**
 * The compact form of a book (docs/reference/formats.md), made from the text form: records sorted by key, to be
 * searched in place. All numbers are little-endian.
 *
 * ```
 * 0   8  "tengenbk"
 * 8   2  version, 1        10  1  rule       11  1  board side
 * 12  4  positions         16  4  results    20  4  texts        24  4  bytes of the texts
 * 28  4  checksum of all that follows (FNV-1a)
 * 32     positions, 16 bytes each, by ascending key:
 *          4 key, low half   4 key, high half   2 weight   2 value, signed; -32768: none
 *          1 depth           1 bound            2 mark
 *        results, 16 bytes each: 4 place of the position   4 won by Black   4 drawn   4 won by White
 *        texts, 8 bytes each: 4 place of the position   4 where its text begins among the bytes
 *        bytes: UTF-8, of each text the label, a zero byte, the comment
 * ```
 */

import { fnv1a } from '../../core/bytes.ts';
import { UserError } from '../../core/errors.ts';
import { runToEnd } from '../../core/steps.ts';
import { Book } from './book.ts';
import { followSteps } from './branch.ts';
import { AT_MOST, type BookView, type Bound, isSilent, type PositionInfo } from './info.ts';
import { Line } from './key.ts';
import { parseBook } from './text.ts';

const MAGIC = 'tengenbk';
const VERSION = 1;
const HEADER = 32;
const RECORD = 16;
const NO_VALUE = -32768;
/** Largest depth stored; deeper searches are stored with this depth. */
const MAX_STORED_DEPTH = 255;

export function isBinaryBook(bytes: Uint8Array): boolean {
  return MAGIC.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

export function packBook(book: Book): Uint8Array {
  const order = Array.from({ length: book.count }, (_, index) => index)
    // Every book has the empty board; without data it is not stored.
    .filter((index) => index > 0 || !isSilent(book.info(0)))
    .sort((a, b) => book.keyOrder(a, b));
  const encoder = new TextEncoder();
  const results: number[] = [];
  const texts: { place: number; bytes: Uint8Array }[] = [];
  const records = new DataView(new ArrayBuffer(RECORD * order.length));
  order.forEach((index, place) => {
    const info = book.info(index);
    const { high, low } = book.keyOf(index);
    const at = RECORD * place;
    records.setUint32(at, low, true);
    records.setUint32(at + 4, high, true);
    records.setUint16(at + 8, info.weight, true);
    records.setInt16(at + 10, info.value ?? NO_VALUE, true);
    records.setUint8(at + 12, Math.min(MAX_STORED_DEPTH, info.depth));
    records.setUint8(at + 13, info.bound);
    records.setUint16(at + 14, info.mark, true);
    if (info.black + info.draws + info.white > 0) results.push(place, info.black, info.draws, info.white);
    if (info.label !== '' || info.comment !== '') {
      const label = info.label.replaceAll('\0', '');
      texts.push({ place, bytes: encoder.encode(`${label}\0${info.comment}`) });
    }
  });
  const textBytes = texts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const size = HEADER + records.byteLength + 4 * results.length + 8 * texts.length + textBytes;
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  packed.set(encoder.encode(MAGIC));
  view.setUint16(8, VERSION, true);
  view.setUint8(10, book.rule);
  view.setUint8(11, book.size);
  const counts = [order.length, results.length / 4, texts.length, textBytes];
  for (const [i, count] of counts.entries()) view.setUint32(12 + 4 * i, count, true);
  let at = HEADER;
  packed.set(new Uint8Array(records.buffer), at);
  at += records.byteLength;
  for (const number of results) {
    view.setUint32(at, number, true);
    at += 4;
  }
  let [table, offset] = [at, 0];
  at += 8 * texts.length;
  for (const { place, bytes } of texts) {
    view.setUint32(table, place, true);
    view.setUint32(table + 4, offset, true);
    table += 8;
    packed.set(bytes, at + offset);
    offset += bytes.length;
  }
  view.setUint32(28, fnv1a(packed.subarray(HEADER)), true);
  return packed;
}

/** A compact book, searched in place. */
export class PackedBook implements BookView {
  readonly rule: number;
  readonly size: number;
  readonly count: number;
  private readonly view: DataView;
  private readonly resultsAt: number;
  private readonly resultCount: number;
  private readonly tableAt: number;
  private readonly textCount: number;
  private readonly textsAt: number;

  /** @throws UserError with the offset of a fault in the bytes */
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER || !isBinaryBook(bytes)) throw new UserError(`offset 0: expected "${MAGIC}"`);
    const version = this.view.getUint16(8, true);
    if (version !== VERSION) throw new UserError(`offset 8: version ${version}, expected ${VERSION}`);
    this.rule = this.view.getUint8(10);
    this.size = this.view.getUint8(11);
    const [count, results, texts, textBytes] = [12, 16, 20, 24].map((at) => this.view.getUint32(at, true));
    this.count = count;
    this.resultCount = results;
    this.textCount = texts;
    this.resultsAt = HEADER + RECORD * count;
    this.tableAt = this.resultsAt + 16 * results;
    this.textsAt = this.tableAt + 8 * texts;
    const expected = this.textsAt + textBytes;
    if (expected !== bytes.length) {
      throw new UserError(`offset 12: a book of ${expected} bytes, found ${bytes.length}`);
    }
    if (fnv1a(bytes.subarray(HEADER)) !== this.view.getUint32(28, true)) {
      throw new UserError('offset 28: the checksum differs, expected a file that was not changed');
    }
    this.checkTexts(textBytes);
    // Rejects unsupported sizes.
    void new Book(this.rule, this.size);
  }

  find(high: number, low: number): number {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const at = HEADER + RECORD * middle;
      const found = this.view.getUint32(at + 4, true);
      const isBefore = found < high || (found === high && this.view.getUint32(at, true) < low);
      if (isBefore) from = middle + 1;
      else to = middle;
    }
    if (from === this.count) return -1;
    const at = HEADER + RECORD * from;
    return this.view.getUint32(at, true) === low && this.view.getUint32(at + 4, true) === high ? from : -1;
  }

  info(index: number): PositionInfo {
    const { view } = this;
    const at = HEADER + RECORD * index;
    const value = view.getInt16(at + 10, true);
    const result = this.placeOf(this.resultsAt, 16, this.resultCount, index);
    const results = result < 0 ? [0, 0, 0] : [4, 8, 12].map((step) => view.getUint32(result + step, true));
    const [label, comment] = this.textOf(index);
    return {
      weight: view.getUint16(at + 8, true),
      value: value === NO_VALUE ? null : value,
      bound: Math.min(AT_MOST, view.getUint8(at + 13)) as Bound,
      depth: view.getUint8(at + 12),
      mark: view.getUint16(at + 14, true),
      black: results[0],
      draws: results[1],
      white: results[2],
      label,
      comment,
    };
  }

  /** Rejects overlapping texts, which could expand a small file to gigabytes. */
  private checkTexts(textBytes: number): void {
    let before = 0;
    for (let at = this.tableAt + 4; at < this.textsAt; at += 8) {
      const start = this.view.getUint32(at, true);
      if (start < before || start > textBytes) {
        throw new UserError(`offset ${at}: a text at ${start}, expected ${before} to ${textBytes}`);
      }
      before = start;
    }
  }

  private textOf(index: number): [label: string, comment: string] {
    const at = this.placeOf(this.tableAt, 8, this.textCount, index);
    if (at < 0) return ['', ''];
    const from = this.textsAt + this.view.getUint32(at + 4, true);
    const isLast = at + 8 >= this.textsAt;
    const to = isLast ? this.bytes.length : this.textsAt + this.view.getUint32(at + 12, true);
    const text = new TextDecoder().decode(this.bytes.subarray(from, to));
    const end = text.indexOf('\0');
    return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
  }

  /** @returns where the row of a position begins in a table sorted by places, or -1 */
  private placeOf(start: number, step: number, count: number, index: number): number {
    let [from, to] = [0, count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.view.getUint32(start + step * middle, true) < index) from = middle + 1;
      else to = middle;
    }
    const at = start + step * from;
    return from < count && this.view.getUint32(at, true) === index ? at : -1;
  }
}

/**
 * Keys do not reveal stones, so positions are found by playing moves from the empty board.
 * @returns a mutable book, and the number of positions that cannot be reached this way
 */
export function unpackBook(packed: PackedBook): { readonly book: Book; readonly unreached: number } {
  const book = new Book(packed.rule, packed.size);
  const line = new Line(packed.rule, packed.size);
  const isSeen = new Uint8Array(packed.count);
  let seen = 0;
  const enter = (index: number, to: Line): boolean => {
    if (isSeen[index] === 1) return false;
    isSeen[index] = 1;
    seen++;
    book.set(book.ensure(to), packed.info(index));
    return true;
  };
  const start = packed.find(line.high, line.low);
  if (start >= 0) enter(start, line);
  runToEnd(followSteps(packed, line, enter));
  return { book, unreached: packed.count - seen };
}

/** Reads a book, in its text form or its compact one. @throws UserError with the line or offset of a fault */
export function readBook(source: string | Uint8Array): BookView {
  if (typeof source === 'string') return parseBook(source);
  return isBinaryBook(source) ? new PackedBook(source) : parseBook(new TextDecoder().decode(source));
}
