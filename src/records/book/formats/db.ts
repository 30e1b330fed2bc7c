/**
 * The databases of Yixin and Rapfi, `.db`: records of positions, as they are or in an LZ4 frame. Little-endian: 4 bytes
 * count of records; each: 2 bytes length of the key; rule (0 freestyle, 1 exactly five, 2 renju), width, height; x, y
 * of the black stones and then of the white ones, one byte each, half of them black, the odd one too; -1, -1 where a
 * side has passed; 2 bytes length of the record; label (1), value (2), depth * 4 + bound (2), text. The record of a
 * board of 0 by 0 says that texts are UTF-8. Texts on points precede the comment: `@BTXT@`, then for each its
 * column and row from the top as hexadecimal digits and its text, between line ends, then byte 8. Labels are from the
 * view of the player who has moved, values of the one to move. A position lies so that its stones are least of the
 * eight ways, by x and then y, black before white.
 *
 * Source: how Rapfi reads and writes them (dhbloo/rapfi, yxdbstorage.cpp, dbtypes.cpp, dbclient.cpp).
 */

import {
  addToSample,
  type CodePage,
  decode,
  decodeUtf8,
  encode,
  guessCodePage,
  SAMPLE_BYTES,
} from '../../../core/code-page.ts';
import { BLACK, type Color, WHITE } from '../../../core/color.ts';
import { UserError } from '../../../core/errors.ts';
import { MAX_SIZE, MIN_SIZE } from '../../../core/limits.ts';
import { pointOfCell, SYMMETRIES } from '../../../core/point.ts';
import { ruleNameOf } from '../../../core/rule.ts';
import { FREESTYLE, RENJU, STANDARD } from '../../../core/rule-code.ts';
import { paceOf, runToEnd, type Steps } from '../../../core/steps.ts';
import { counted } from '../../../core/text.ts';
import { type Book, movesFrom } from '../book.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import {
  AT_LEAST,
  AT_MOST,
  type Bound,
  DRAWN,
  EXACT,
  FORCED,
  LOST,
  MIN_WIN,
  NEVER,
  type PositionInfo,
  WIN_VALUE,
  WON,
} from '../info.ts';
import { KeyMaker, type Line, lineOfStones, PASS, tablesOf } from '../key.ts';
import { eachParent } from '../tree.ts';
import { type DbOrder, dbOrderOf } from './db-order.ts';
import { withoutEmptyTitle } from './lib.ts';
import { formatLz4, LZ4_MAGIC, readLz4 } from './lz4.ts';

/** By their numbers in the file. */
const RULES = [FREESTYLE, STANDARD, RENJU];
const CHARSET = 'charset="UTF-8"';
const LABELS_START = '@BTXT@';
/** Values of forced wins count down from here, and up to there they are points. */
const DB_WIN = 30000;
const DB_MIN_WIN = DB_WIN - 500;
const MARK_OF: Readonly<Record<string, number>> = { w: WON, l: LOST, d: DRAWN, x: NEVER, '!': FORCED };
const MARKS = Object.entries(MARK_OF);
const NO_LABEL = -1;
const UPPER = 1;
const LOWER = 2;
const PIECE = 1 << 16;
const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);
/** Bytes before the text of a record, and the most that a text has. */
const HEAD = 5;
const MAX_TEXT = 65535 - HEAD;
const STEP = 1024;

interface DbRecord {
  /** Empty for a record of nothing, which has no more than the length of its key. */
  readonly key: Uint8Array;
  readonly rule: number;
  readonly width: number;
  readonly height: number;
  readonly black: readonly number[];
  readonly white: readonly number[];
  readonly side: Color;
  readonly data: Uint8Array;
}

/** Programs write no empty records; many of them indicate a malicious file. */
const MAX_EMPTY = 1 << 16;
/** Programs write one record per position; one record per symmetry is accepted, and this many more. */
const MAX_REPEATED = 1 << 16;

/**
 * Memory that a file may ask for, per byte of it and in addition: an LZ4 frame expands by up to 255, and every text on
 * a point makes a position. Books of openings, of long games and with 30 texts a position take 11 times their file at
 * most.
 */
const MAX_GROWTH = 32;
const FREE_BYTES = 16 << 20;

/** @param held bytes in memory of what was read so far @throws UserError if they are too many for the file */
function requireFits({ offset }: ByteReader, held: number): void {
  if (held <= FREE_BYTES + MAX_GROWTH * offset) return;
  throw new UserError(
    `offset ${offset}: the first ${offset} bytes unpack to ${held}, expected at most ${MAX_GROWTH} times as many plus ` +
      `${FREE_BYTES}: the file is damaged or made to fill the memory`,
  );
}

/** Reads records. @throws UserError with the offset, within the frame if there is one, where the file is broken */
function* readRecords(source: ByteReader): Generator<DbRecord> {
  const first = source.peek();
  const reader = first === (LZ4_MAGIC & 255) ? unpacked(source) : source;
  const count = reader.u32('the count of records');
  let empty = 0;
  for (let i = 0; i < count; i++) {
    const { offset } = reader;
    const length = reader.u16('a record');
    if (length === 0) {
      if (++empty > MAX_EMPTY) throw new UserError(`offset ${offset}: more than ${MAX_EMPTY} empty records`);
      yield { key: NO_BYTES, rule: FREESTYLE, width: 0, height: 0, black: [], white: [], side: BLACK, data: NO_BYTES };
      continue;
    }
    const key = reader.take(length, 'a record');
    const data = reader.take(reader.u16('a record'), 'a record');
    requireFits(source, reader.offset);
    const [rule, width, height] = [RULES[key[0]], key[1], key[2]];
    const wrong = (what: string) => new UserError(`offset ${offset}: record ${i + 1} of ${count}: ${what}`);
    if (length < 3) throw wrong(`a key of ${length} bytes, expected 3 at least`);
    if (key[0] >= RULES.length) throw wrong(`rule ${key[0]}, expected 0 to ${RULES.length - 1}`);
    const stones = Math.floor((length - 3) / 2);
    if (stones > width * height + 1) throw wrong(`${stones} stones on ${width} by ${height}`);
    const taken = new Set<number>();
    for (let stone = 0; stone < stones; stone++) {
      const [x, y] = [key[3 + 2 * stone], key[4 + 2 * stone]];
      if (x === 255 && y === 255) continue;
      if (x >= width || y >= height) throw wrong(`a stone at ${x},${y} on ${width} by ${height}`);
      const cell = y * width + x;
      if (taken.has(cell)) throw wrong(`two stones at ${x},${y}`);
      taken.add(cell);
    }
    yield { key, rule, width, height, ...stonesOf(key), data };
  }
  if (reader.peek() >= 0)
    throw new UserError(`offset ${reader.offset}: more bytes after the last of ${counted(count, 'record')}`);
}

/** @param key of a record that is not broken */
function stonesOf(key: Uint8Array): Pick<DbRecord, 'black' | 'white' | 'side'> {
  const stones = Math.floor((key.length - 3) / 2);
  const [black, white]: number[][] = [[], []];
  for (let stone = 0; stone < stones; stone++) {
    const [x, y] = [key[3 + 2 * stone], key[4 + 2 * stone]];
    if (x === 255 && y === 255) continue;
    (stone < Math.ceil(stones / 2) ? black : white).push(y * key[1] + x);
  }
  return { black, white, side: stones % 2 === 0 ? BLACK : WHITE };
}

/** A count of records may begin with the same byte as a frame. */
function unpacked(source: ByteReader): ByteReader {
  const start = source.take(4, 'the count of records');
  const again = new ByteReader(source.pieces(start));
  const isFrame = (start[0] | (start[1] << 8) | (start[2] << 16) | (start[3] << 24)) === LZ4_MAGIC;
  return isFrame ? new ByteReader(readLz4(again)) : again;
}

/**
 * Surveys a database, before it is read into books.
 * @returns how many records there are of each kind, by rule and size; and the code page that those texts seem to be in
 *   that are not UTF-8, where the database says they are, or all texts
 * @throws UserError with the offset where the file is broken
 */
export function* surveyDbSteps(reader: ByteReader) {
  const kinds = new Map<string, { rule: number; size: number; count: number }>();
  const [all, others]: number[][] = [[], []];
  let saysUtf8 = false;
  const isDue = paceOf(STEP);
  for (const { key, rule, width, height, data } of readRecords(reader)) {
    if (isDue(key.length + data.length)) yield;
    if (width === 0 && height === 0) saysUtf8 ||= isCharset(data);
    sample(data.subarray(HEAD), all, others);
    if (key.length === 0) continue;
    if (width !== height || width < MIN_SIZE || width > MAX_SIZE) continue;
    const name = kindName(rule, width, height);
    const kind = kinds.get(name) ?? { rule, size: width, count: 0 };
    kind.count++;
    kinds.set(name, kind);
  }
  return { kinds, page: guessCodePage(Uint8Array.from(saysUtf8 ? others : all)) };
}

/** @param all takes texts beyond ASCII @param others those of them that are not UTF-8 */
function sample(text: Uint8Array, all: number[], others: number[]): void {
  if (others.length >= SAMPLE_BYTES || !text.some((byte) => byte >= 128)) return;
  if (all.length < SAMPLE_BYTES) addToSample(all, text);
  if (decodeUtf8(text) === null) addToSample(others, text);
}

function isCharset(data: Uint8Array): boolean {
  return decode(data.subarray(HEAD), 'utf-8').startsWith(CHARSET);
}

function kindName(rule: number, width: number, height: number): string {
  return `${ruleNameOf(rule)} ${width}x${height}`;
}

/**
 * Adds the records of a database to books, in steps.
 * @param bookOf where the records of a rule and a size go; null: nowhere
 * @param page of texts, where the database does not say that they are UTF-8, or they are not: Rapfi outside of Windows
 *   takes the texts of libraries and old databases as they are, and says so
 * @param kept takes all records as they are
 * @returns numbers of records of other rules or sizes, by `renju 15x15`
 * @throws UserError with the offset where the file is broken
 */
export function* addDbSteps(
  bookOf: (rule: number, width: number, height: number) => Book | null,
  reader: ByteReader,
  page: CodePage,
  onRecord: (count: number) => void = () => {},
  kept: KeptRecords | null = null,
): Steps<ReadonlyMap<string, number>> {
  const others = new Map<string, number>();
  const counts = new Map<Book, number>();
  let [records, read, held] = [0, 0, 0];
  let saysUtf8 = false;
  const readText = (bytes: Uint8Array): string => (saysUtf8 ? decodeUtf8(bytes) : null) ?? decode(bytes, page);
  const isDue = paceOf(STEP);
  for (const record of readRecords(reader)) {
    read++;
    held += record.key.length + record.data.length;
    if (isDue(record.key.length + record.data.length)) yield;
    kept?.add(record.key, record.data);
    if (record.key.length === 0) continue;
    if (record.width === 0 && record.height === 0) {
      saysUtf8 ||= isCharset(record.data);
      continue;
    }
    const book = bookOf(record.rule, record.width, record.height);
    if (book === null) {
      const name = kindName(record.rule, record.width, record.height);
      others.set(name, (others.get(name) ?? 0) + 1);
      continue;
    }
    records++;
    if ((records & 0xffff) === 0) onRecord(records);
    held -= book.bytes;
    addRecord(book, record, readText);
    held += book.bytes;
    requireFits(reader, held);
    const count = (counts.get(book) ?? 0) + 1;
    counts.set(book, count);
    if (count > MAX_REPEATED + SYMMETRIES * book.count) {
      throw new UserError(`record ${read}: ${count} records of ${book.count} positions so far, expected one of each`);
    }
  }
  kept?.finish(page, saysUtf8, readText);
  return others;
}

/** Adds the records of a database that are of the rule and size of a book; otherwise as {@link addDbSteps}. */
export function addDb(
  book: Book,
  reader: ByteReader,
  page: CodePage,
  onRecord: (count: number) => void = () => {},
): ReadonlyMap<string, number> {
  const isOurs = (rule: number, width: number, height: number): boolean =>
    rule === book.rule && width === book.size && height === book.size;
  return runToEnd(addDbSteps((...kind) => (isOurs(...kind) ? book : null), reader, page, onRecord));
}

function addRecord(book: Book, { black, white, side, data }: DbRecord, read: (bytes: Uint8Array) => string): void {
  const line = lineOfStones(book, black, white, side);
  const index = book.ensure(line);
  if (data.length === 0) return;
  const { mark, text, value, bound, depth } = fieldsOf(data);
  book.mark(index, mark);
  if (text !== '') book.addLabel(index, text);
  if (value !== null) book.set(index, { value, bound });
  book.set(index, { depth });
  const { entries, comment } = splitText(data.subarray(HEAD));
  for (const entry of entries) {
    const cell = cellOfEntry(entry, book.size);
    if (entry.length <= 2 || cell < 0 || line.has(cell)) continue;
    line.push(cell);
    book.addLabel(book.ensure(line), words(entry.subarray(2), read));
    line.pop();
  }
  const remark = withoutEmptyTitle(words(comment, read));
  if (remark !== '') book.addComment(index, remark);
}

function words(bytes: Uint8Array, read: (bytes: Uint8Array) => string): string {
  return read(bytes).replaceAll('\0', '');
}

function fieldsOf(data: Uint8Array) {
  const value = ((data.length > 2 ? data[1] | (data[2] << 8) : 0) << 16) >> 16;
  const depthBound = ((data.length > 4 ? data[3] | (data[4] << 8) : 0) << 16) >> 16;
  const bound = depthBound & 3;
  return {
    ...fromDbLabel(data.length > 0 ? (data[0] << 24) >> 24 : NO_LABEL),
    value: value === 0 && bound === 0 ? null : Math.max(-WIN_VALUE, Math.min(WIN_VALUE, fromDb(-value))),
    bound: boundOf(bound),
    depth: Math.max(0, depthBound >> 2),
  };
}

/** @returns the meaning of a record's label: a mark, or a letter on the point */
export function fromDbLabel(label: number): { readonly mark: number; readonly text: string } {
  const letter = label > 32 && label < 127 ? String.fromCharCode(label) : '';
  const mark = MARK_OF[letter.toLowerCase()] ?? 0;
  return { mark, text: mark === 0 ? letter : '' };
}

export const LABEL_MARKS = Object.values(MARK_OF).reduce((all, bit) => all | bit, 0);

/** @returns the label, a character or -1 for none; the value from the view of the side to move; depth and bound */
export function dbNumbersOf(info: PositionInfo) {
  const { value, bound, depth } = info;
  const known = bound === AT_LEAST ? UPPER : bound === AT_MOST ? LOWER : UPPER | LOWER;
  return {
    label: labelOf(info),
    value: toDb(value === null ? 0 : -value),
    depth: Math.min(8191, depth),
    bound: value === null ? 0 : known,
  };
}

/** Forced wins are counted from another number there. */
export function fromDb(value: number): number {
  const size = Math.abs(value);
  return size < DB_MIN_WIN ? value : Math.sign(value) * (WIN_VALUE - Math.max(0, DB_WIN - size));
}

function toDb(value: number): number {
  const size = Math.abs(value);
  const points = size < MIN_WIN ? Math.min(size, DB_MIN_WIN - 1) : DB_WIN - Math.min(500, WIN_VALUE - size);
  return Math.sign(value) * points;
}

/** Turned round, as the value is of the other player's view. */
function boundOf(bound: number): Bound {
  return bound === UPPER ? AT_LEAST : bound === LOWER ? AT_MOST : EXACT;
}

/**
 * Writes books as one database.
 * @param books each of another rule or size
 * @param isPacked as an LZ4 frame, which both programs read and Rapfi writes
 * @param report called with the number of positions that have what a database does not hold: weights, results, other
 *   marks, longer texts
 * @param kept records of the file that was read: those of positions that have not changed since are written as they
 *   are, byte for byte, and of the others what has not changed
 * @throws UserError for a rule that databases do not have
 */
export function formatDb(
  books: readonly Book[],
  isPacked: boolean,
  report: (reduced: number) => void,
  kept: KeptRecords = new KeptRecords(),
): Iterable<Uint8Array> {
  for (const { rule } of books) {
    if (!isDbRule(rule)) throw new UserError(`rule ${ruleNameOf(rule)}: databases have freestyle, standard and renju`);
  }
  const raw = formatRaw(books, report, kept);
  return isPacked ? formatLz4(raw) : raw;
}

export function isDbRule(rule: number): boolean {
  return RULES.includes(rule);
}

/** Bytes; more than the longest record has. */
const KEPT_PIECE = 1 << 20;

/** Records as they are in a file, to be written again. */
export class KeptRecords {
  /** Lengths, keys and data, as in the file; no record is in two pieces. */
  private readonly pieces: Uint8Array[] = [];
  /** Bytes of the last piece that are in use. */
  private used = KEPT_PIECE;
  /** By record, in the pieces as if they were one after the other. */
  private readonly starts: number[] = [];
  private hasOnlyAscii = true;
  /** Of texts; null: UTF-8. */
  page: CodePage | null = null;
  saysUtf8 = false;
  read: (bytes: Uint8Array) => string = (bytes) => decode(bytes, 'utf-8');

  add(key: Uint8Array, data: Uint8Array): void {
    const size = key.length === 0 ? 2 : 4 + key.length + data.length;
    if (this.used + size > KEPT_PIECE) {
      this.pieces.push(new Uint8Array(KEPT_PIECE));
      this.used = 0;
    }
    const bytes = this.pieces[this.pieces.length - 1].subarray(this.used, this.used + size);
    this.starts.push((this.pieces.length - 1) * KEPT_PIECE + this.used);
    this.used += size;
    bytes.set([key.length & 255, key.length >> 8]);
    if (key.length === 0) return;
    bytes.set(key, 2);
    bytes.set([data.length & 255, data.length >> 8], 2 + key.length);
    bytes.set(data, 4 + key.length);
    this.hasOnlyAscii &&= data.subarray(HEAD).every((byte) => byte < 128);
  }

  /** All are there. @param page of texts, where the file does not say that they are UTF-8 and some are beyond ASCII */
  finish(page: CodePage, saysUtf8: boolean, read: (bytes: Uint8Array) => string): void {
    const isUtf8 = saysUtf8 || page === 'utf-8' || this.hasOnlyAscii;
    this.page = isUtf8 ? null : page;
    this.saysUtf8 = saysUtf8;
    this.read = read;
  }

  get count(): number {
    return this.starts.length;
  }

  bytesOf(record: number): Uint8Array {
    const [key, data] = [this.keyOf(record), this.dataOf(record)];
    return this.bytesAt(this.starts[record], key.length === 0 ? 2 : 4 + key.length + data.length);
  }

  keyOf(record: number): Uint8Array {
    return this.partAt(this.starts[record]);
  }

  dataOf(record: number): Uint8Array {
    const { length } = this.keyOf(record);
    return length === 0 ? NO_BYTES : this.partAt(this.starts[record] + 2 + length);
  }

  private partAt(start: number): Uint8Array {
    const [low, high] = this.bytesAt(start, 2);
    return this.bytesAt(start + 2, low | (high << 8));
  }

  private bytesAt(start: number, length: number): Uint8Array {
    const at = start % KEPT_PIECE;
    return this.pieces[Math.floor(start / KEPT_PIECE)].subarray(at, at + length);
  }
}

/** What becomes of a kept record that is not that of a position. */
const AS_IT_IS = -1;
const GONE = -2;

/** A book that is written, and which of its positions have a kept record. */
class Part {
  private readonly isKept: Uint8Array;
  private readonly maker: KeyMaker;
  order!: DbOrder;
  private texts!: ReadonlySet<number>;

  constructor(readonly book: Book) {
    this.isKept = new Uint8Array(book.count);
    this.maker = new KeyMaker(book.rule, book.size);
  }

  /**
   * @returns the place of the position of a kept record, or {@link GONE}: of several of a changed one the first stays
   */
  take(key: Uint8Array, data: Uint8Array): number {
    const { book, maker } = this;
    const { black, white, side } = stonesOf(key);
    maker.clear();
    for (const cell of black) maker.toggle(BLACK, cell);
    for (const cell of white) maker.toggle(WHITE, cell);
    maker.make(side);
    const place = book.find(maker.high, maker.low);
    if (place < 0 || (book.isChanged(place) && this.isKept[place] === 1)) return GONE;
    this.isKept[place] = 1;
    // A letter that makes room for a mark goes where texts on points are.
    const { text } = fieldsOf(data);
    if (book.isChanged(place) && text !== '' && labelOf(book.info(place)) !== NO_LABEL) book.noteLabel(place);
    return place;
  }

  /** Call when all kept records are taken. @returns positions that need a new record, in the order of a file */
  fresh(): { readonly part: Part; readonly index: number }[] {
    this.texts = beforeLabels(this.book);
    this.order = dbOrderOf(this.book);
    return Array.from(this.order.order)
      .filter((index) => (this.isKept[index] ?? 0) === 0 && (this.book.isChanged(index) || this.texts.has(index)))
      .map((index) => ({ part: this, index }));
  }

  /** Whether a text on a point that follows is to be written. */
  hasTexts(index: number): boolean {
    return this.texts.has(index);
  }

  /** @returns rule, board and stones of a position, as it lies in a database */
  keyOf(index: number): Uint8Array {
    const { book } = this;
    const { starts, stones } = this.order;
    const middle = starts[index] + book.stoneCounts(index).black;
    const [black, white] = [stones.subarray(starts[index], middle), stones.subarray(middle, starts[index + 1])];
    const slots = slotsOf(black, white, book.sideOf(index));
    const points = slots.flatMap((stone) => (stone < 0 ? [255, 255] : [stone >> 8, stone & 255]));
    return Uint8Array.of(RULES.indexOf(book.rule), book.size, book.size, ...points);
  }
}

/** How texts are written: as the file has them, or as UTF-8. */
interface Coding {
  readonly encoded: (text: string) => Uint8Array;
  readonly converted: (bytes: Uint8Array) => Uint8Array;
}

function* formatRaw(
  books: readonly Book[],
  report: (reduced: number) => void,
  kept: KeptRecords,
): Generator<Uint8Array> {
  let reduced = 0;
  const parts = new Map(books.map((book) => [RULES.indexOf(book.rule) * 256 + book.size, new Part(book)]));
  const partOf = (key: Uint8Array) =>
    key.length > 0 && key[1] === key[2] ? parts.get(key[0] * 256 + key[1]) : undefined;
  const places = Int32Array.from({ length: kept.count }, (_, record) => {
    const key = kept.keyOf(record);
    return partOf(key)?.take(key, kept.dataOf(record)) ?? AS_IT_IS;
  });
  const fresh = [...parts.values()].flatMap((part) => part.fresh());
  // Where a text has letters that the code page of the file does not have, all texts become UTF-8.
  const page = kept.page !== null && books.every((book) => fitsPage(book, kept.page!)) ? kept.page : null;
  const coding: Coding = {
    encoded: (text) => (page === null ? encoder.encode(text) : encode(text, page).bytes),
    converted: (bytes) =>
      page === kept.page || bytes.every((byte) => byte < 128) ? bytes : encoder.encode(kept.read(bytes)),
  };
  const out = new ByteWriter();
  const hasCharset = !kept.saysUtf8 && page === null;
  out.u32(places.filter((place) => place !== GONE).length + fresh.length + (hasCharset ? 1 : 0));
  if (hasCharset) {
    out.u16(3);
    out.put(new Uint8Array(3));
    putData(out, new Uint8Array(HEAD), encoder.encode(CHARSET));
  }
  let next = 0;
  function* putFresh(until: Uint8Array | null): Generator<Uint8Array> {
    for (; next < fresh.length; next++) {
      const { part, index } = fresh[next];
      if (until !== null && compareKeys(part.keyOf(index), until) >= 0) return;
      if (putRecord(out, part, index, coding)) reduced++;
      if (out.size > PIECE) yield out.take();
    }
  }
  for (const [record, place] of places.entries()) {
    const key = kept.keyOf(record);
    yield* putFresh(key);
    if (place === GONE) continue;
    putKept(out, kept, record, place < 0 ? undefined : partOf(key), place, coding);
    if (out.size > PIECE) yield out.take();
  }
  yield* putFresh(null);
  yield out.take();
  report(reduced);
}

/** @param part where the position of the record is; undefined: in no book */
function putKept(
  out: ByteWriter,
  kept: KeptRecords,
  record: number,
  part: Part | undefined,
  place: number,
  coding: Coding,
): void {
  const [key, data] = [kept.keyOf(record), kept.dataOf(record)];
  const text = data.subarray(HEAD);
  const head = part?.book.isChanged(place) ? headOf(data, part.book, place) : data.subarray(0, HEAD);
  const said = part === undefined ? coding.converted(text) : keptText(part, place, key, text, kept.read, coding);
  if (said === text && head.every((byte, i) => byte === data[i]) && head.length <= data.length) {
    out.put(kept.bytesOf(record));
    return;
  }
  out.u16(key.length);
  out.put(key);
  putData(out, head, said);
}

/** @returns whether a code page has all letters of what has changed in a book */
function fitsPage(book: Book, page: CodePage): boolean {
  for (let index = 0; index < book.count; index++) {
    if (!book.isChanged(index)) continue;
    const { label, comment } = book.info(index);
    // What is no text in the code page is none that is new either.
    if (encode((label + comment).replaceAll('\ufffd', ''), page).lost > 0) return false;
  }
  return true;
}

/** By rule and board, the count of stones and the stones. */
function compareKeys(one: Uint8Array, two: Uint8Array): number {
  for (let i = 0; i < 3; i++) if (one[i] !== two[i]) return one[i] - (two[i] ?? -1);
  if (one.length !== two.length) return one.length - two.length;
  for (let i = 3; i < one.length; i++) if (one[i] !== two[i]) return one[i] - two[i];
  return 0;
}

/** @returns the numbers of a record, of which those stay as they are that mean what the book says */
function headOf(data: Uint8Array, book: Book, place: number): Uint8Array {
  const info = book.info(place);
  const [fields, numbers] = [fieldsOf(data), dbNumbersOf(info)];
  const head = new Uint8Array(HEAD);
  head.set(data.subarray(0, HEAD));
  const isLabelKept = fields.mark === fromDbLabel(numbers.label).mark;
  const isTextKept = fields.text === '' || !book.isLabelChanged(place);
  if (data.length === 0 || !isLabelKept || !isTextKept) head[0] = numbers.label & 255;
  if (fields.value !== info.value || fields.bound !== info.bound) {
    head[1] = numbers.value & 255;
    head[2] = (numbers.value >> 8) & 255;
    head[3] = (head[3] & ~3) | numbers.bound;
  }
  if (fields.depth !== info.depth) {
    const depthBound = numbers.depth * 4 + (head[3] & 3);
    head[3] = depthBound & 255;
    head[4] = (depthBound >> 8) & 255;
  }
  return head;
}

/** @returns the text of a record, the very bytes where nothing of it has changed */
function keptText(
  part: Part,
  place: number,
  key: Uint8Array,
  text: Uint8Array,
  read: (bytes: Uint8Array) => string,
  { encoded, converted }: Coding,
): Uint8Array {
  const { book } = part;
  const { entries, comment } = splitText(text);
  const isChanged = book.isChanged(place);
  const hasTexts = part.hasTexts(place);
  if (entries.length === 0 && !hasTexts && !isChanged) return converted(text);
  const { black, white, side } = stonesOf(key);
  const line = lineOfStones(book, black, white, side);
  const staying = entries.filter((entry) => {
    const cell = cellOfEntry(entry, book.size);
    if (cell < 0 || line.has(cell)) return true;
    line.push(cell);
    const index = book.at(line);
    line.pop();
    return index >= 0 && !book.isLabelChanged(index);
  });
  const isNew = (index: number) => book.isLabelChanged(index);
  const added = hasTexts ? labelEntries(book, line, (cell) => cell, isNew) : [];
  const isCommentKept = !isChanged || withoutEmptyTitle(words(comment, read)) === book.info(place).comment;
  if (staying.length === entries.length && added.length === 0 && isCommentKept) return converted(text);
  const all = [...staying.map(converted), ...added.map(encoded)];
  return joinedText(all, isCommentKept ? converted(comment) : encoded(book.info(place).comment));
}

const LABELS_BYTES = encoder.encode(LABELS_START);
const [LINE_END, TEXTS_END] = [10, 8];

function splitText(text: Uint8Array): { readonly entries: Uint8Array[]; readonly comment: Uint8Array } {
  if (!LABELS_BYTES.every((byte, i) => text[i] === byte)) return { entries: [], comment: text };
  const end = text.indexOf(TEXTS_END);
  const labels = text.subarray(LABELS_BYTES.length, end < 0 ? text.length : end);
  const entries: Uint8Array[] = [];
  for (let from = 0; from <= labels.length; ) {
    const to = labels.indexOf(LINE_END, from);
    entries.push(labels.subarray(from, to < 0 ? labels.length : to));
    from = to < 0 ? labels.length + 1 : to + 1;
  }
  return { entries, comment: end < 0 ? NO_BYTES : text.subarray(end + 1) };
}

function joinedText(entries: readonly Uint8Array[], comment: Uint8Array): Uint8Array {
  const out = new ByteWriter();
  for (const [i, entry] of entries.entries()) {
    out.put(i === 0 ? LABELS_BYTES : Uint8Array.of(LINE_END));
    out.put(entry);
  }
  if (entries.length > 0 && comment.length > 0) out.byte(TEXTS_END);
  out.put(comment);
  return out.take();
}

/** @returns -1 where there is no point */
function cellOfEntry(entry: Uint8Array, size: number): number {
  const [x, y] = [entry[0], entry[1]].map((digit) => Number.parseInt(String.fromCharCode(digit ?? 0), 36));
  return x < size && y < size ? y * size + x : -1;
}

/**
 * Positions from which a move leads to a text on its point that is new. Where there is none, it is put into the book,
 * as texts on points have no other place.
 */
function beforeLabels(book: Book): ReadonlySet<number> {
  const before = new Set<number>();
  const maker = new KeyMaker(book.rule, book.size);
  for (const index of [...book.labeled()].filter((index) => book.isLabelChanged(index))) {
    let isThere = false;
    eachParent(book, maker, index, (parent, cell) => {
      if (cell === PASS) return;
      before.add(parent);
      isThere = true;
    });
    if (isThere) continue;
    const line = book.lineTo(index);
    if (line.plies.length > 0 && line.pop() !== PASS) before.add(book.ensure(line));
  }
  return before;
}

/** @returns whether something of the position could not be stored */
function putRecord(out: ByteWriter, part: Part, index: number, { encoded }: Coding): boolean {
  const { book } = part;
  const key = part.keyOf(index);
  out.u16(key.length);
  out.put(key);
  const info = book.info(index);
  const said = part.hasTexts(index) ? textOf(book, index, part.order.symmetries[index], info.comment) : info.comment;
  const text = said === '' ? NO_BYTES : encoded(said);
  const { label, value, depth, bound } = dbNumbersOf(info);
  const depthBound = depth * 4 + bound;
  putData(out, Uint8Array.of(label, value, value >> 8, depthBound, depthBound >> 8), text);
  const hasOtherMarks = (info.mark & ~fromDbLabel(label).mark) !== 0;
  return text.length > MAX_TEXT || info.weight !== 0 || info.black + info.draws + info.white > 0 || hasOtherMarks;
}

/** @param head numbers, fewer than {@link HEAD} only where there is no text */
function putData(out: ByteWriter, head: Uint8Array, text: Uint8Array): void {
  // A length of 16 bits, and no part of a character.
  let length = Math.min(text.length, MAX_TEXT);
  while (length < text.length && (text[length] & 0xc0) === 0x80) length--;
  const size = length === 0 ? head.length : HEAD;
  out.u16(size + length);
  out.put(head);
  for (let i = head.length; i < size; i++) out.byte(i === 0 ? NO_LABEL & 255 : 0);
  out.put(text.subarray(0, length));
}

/** The slots of black stones and of white ones, a pass where a side has fewer than half of them. */
function slotsOf(black: Uint16Array, white: Uint16Array, side: Color): number[] {
  let total = black.length + white.length;
  const isFitting = () => {
    const slots = Math.ceil(total / 2);
    return (total % 2 === 0) === (side === BLACK) && slots >= black.length && total - slots >= white.length;
  };
  while (!isFitting()) total++;
  const slots: number[] = new Array(total).fill(-1);
  for (const [i, stone] of black.entries()) slots[i] = stone;
  for (const [i, stone] of white.entries()) slots[Math.ceil(total / 2) + i] = stone;
  return slots;
}

function labelOf({ mark }: PositionInfo): number {
  if (mark !== 0) for (const [letter, bit] of MARKS) if ((mark & bit) !== 0) return letter.charCodeAt(0);
  return NO_LABEL;
}

/** Texts on the points that follow, in the frame of the record, and the comment. */
function textOf(book: Book, index: number, symmetry: number, comment: string): string {
  const { image, cells } = tablesOf(book.size);
  const labels = labelEntries(
    book,
    book.lineTo(index),
    (cell) => image[symmetry * cells + cell],
    () => true,
  );
  const head = labels.length === 0 ? '' : `${LABELS_START}${labels.join('\n')}`;
  return head !== '' && comment !== '' ? `${head}\b${comment}` : head + comment;
}

/**
 * @param line a position as it lies @param turned where a cell of it lies in the record @param isWanted whether the
 *   text of a position that a move leads to is taken
 */
function labelEntries(
  book: Book,
  line: Line,
  turned: (cell: number) => number,
  isWanted: (index: number) => boolean,
): string[] {
  const labels = new Map<number, string>();
  const least = new Map<number, number>();
  for (const { cell, index: next } of movesFrom(book, line)) {
    const label = cell === PASS || !isWanted(next) ? '' : book.info(next).label.replace(/[\n\r\b]/g, ' ');
    if (label === '') continue;
    // Of the points that the position's own symmetries exchange, the front ends ask for the least.
    const at = turned(cell);
    if (at > (least.get(next) ?? book.size * book.size)) continue;
    least.set(next, at);
    const { x, y } = pointOfCell(at, book.size);
    labels.set(next, `${digit(x)}${digit(y)}${label}`);
  }
  return [...labels.values()].sort();
}

function digit(coordinate: number): string {
  return coordinate.toString(36).toUpperCase();
}
