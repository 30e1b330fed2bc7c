/**
 * The databases of Yixin and Rapfi, `.db`: records of positions, as they are or in an LZ4 frame. Little-endian: 4 bytes count of
 * records; each: 2 bytes length of the key; rule (0 freestyle, 1 exactly five, 2 renju), width, height; x, y of the black stones
 * and then of the white ones, one byte each, half of them black, the odd one too; -1, -1 where a side has passed; 2 bytes length
 * of the record; label (1), value (2), depth * 4 + bound (2), text. The record of a board of 0 by 0 tells that texts are UTF-8.
 * Texts on points stand before the comment: `@BTXT@`, then for each its column and row from the top as hexadecimal digits and
 * its text, between line ends, then byte 8. Labels are from the view of the player who has moved, values of the one to move.
 * A position lies so that its stones are least of the eight ways, by x and then y, black before white.
 *
 * Source: how Rapfi reads and writes them (dhbloo/rapfi, yxdbstorage.cpp, dbtypes.cpp, dbclient.cpp).
 */
import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { MatchError } from '../../core/errors.ts';
import { ruleNameOf } from '../../core/rule.ts';
import { FREESTYLE, RENJU, STANDARD } from '../../core/rule-code.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/size.ts';
import { allAtOnce, type Steps } from '../../core/steps.ts';
import { type Book, movesFrom } from '../book.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import {
  AT_LEAST,
  AT_MOST,
  type Bound,
  DRAWN,
  EXACT,
  FORCED,
  LEAST_WIN,
  LOST,
  NEVER,
  type PositionInfo,
  WIN_VALUE,
  WON,
} from '../info.ts';
import { KeyMaker, Line, PASS, tablesOf } from '../key.ts';
import { type CodePage, decode, decodeUtf8, guessCodePage } from './code-page.ts';
import { withoutEmptyTitle } from './comment.ts';
import { type DbOrder, dbOrderOf } from './db-order.ts';
import { formatLz4, LZ4_MAGIC, readLz4 } from './lz4.ts';

/** By their numbers in the file. */
const RULES = [FREESTYLE, STANDARD, RENJU];
const CHARSET = 'charset="UTF-8"';
const LABELS_START = '@BTXT@';
/** Values of forced wins count down from here, and up to there they are points. */
const DB_WIN = 30000;
const DB_LEAST_WIN = DB_WIN - 500;
const MARK_OF: Readonly<Record<string, number>> = { w: WON, l: LOST, d: DRAWN, x: NEVER, '!': FORCED };
const MARKS = Object.entries(MARK_OF);
const NO_LABEL = -1;
const UPPER = 1;
const LOWER = 2;
const PIECE = 1 << 16;
/** Bytes before the text of a record, and the most that a text has. */
const HEAD = 5;
const LONGEST_TEXT = 65535 - HEAD;
/** Bytes of texts that the code page is guessed from. */
const SAMPLE = 1 << 16;
/** Other work may go on each time so many records, less one, have been read: a mask. */
const STEP = 0x3ff;

/** What a database holds besides what was taken. */
export interface DbReport {
  readonly records: number;
  /** Records of other rules or sizes, by `renju 15x15`. */
  readonly others: ReadonlyMap<string, number>;
}

/** One record, its texts as they are. */
interface DbRecord {
  readonly rule: number;
  readonly width: number;
  readonly height: number;
  readonly black: readonly number[];
  readonly white: readonly number[];
  readonly side: Color;
  readonly data: Uint8Array;
}

/** Reads records. @throws MatchError with the offset, within the frame if there is one, where the file is broken */
function* readRecords(source: ByteReader): Generator<DbRecord> {
  const first = source.peek();
  const reader = first === (LZ4_MAGIC & 255) ? unpacked(source) : source;
  const count = reader.u32('the count of records');
  for (let i = 0; i < count; i++) {
    const { offset } = reader;
    const length = reader.u16('a record');
    if (length === 0) continue;
    const key = reader.take(length, 'a record');
    const data = reader.take(reader.u16('a record'), 'a record');
    const [rule, width, height] = key;
    const wrong = (what: string) => new MatchError(`offset ${offset}: record ${i + 1} of ${count}: ${what}`);
    if (length < 3) throw wrong(`a key of ${length} bytes, expected 3 at least`);
    if (rule >= RULES.length) throw wrong(`rule ${rule}, expected 0 to ${RULES.length - 1}`);
    const stones = Math.floor((length - 3) / 2);
    if (stones > width * height + 1) throw wrong(`${stones} stones on ${width} by ${height}`);
    const blackSlots = Math.ceil(stones / 2);
    const [black, white]: number[][] = [[], []];
    const taken = new Set<number>();
    for (let stone = 0; stone < stones; stone++) {
      const [x, y] = [key[3 + 2 * stone], key[4 + 2 * stone]];
      if (x === 255 && y === 255) continue;
      if (x >= width || y >= height) throw wrong(`a stone at ${x},${y} on ${width} by ${height}`);
      const cell = y * width + x;
      if (taken.has(cell)) throw wrong(`two stones at ${x},${y}`);
      taken.add(cell);
      (stone < blackSlots ? black : white).push(cell);
    }
    yield { rule: RULES[rule], width, height, black, white, side: stones % 2 === 0 ? BLACK : WHITE, data };
  }
  if (reader.peek() >= 0)
    throw new MatchError(`offset ${reader.offset}: more bytes behind the last of ${count} records`);
}

/** A count of records may begin with the same byte as a frame. */
function unpacked(source: ByteReader): ByteReader {
  const start = source.take(4, 'the count of records');
  const again = new ByteReader(source.pieces(start));
  const isFrame = (start[0] | (start[1] << 8) | (start[2] << 16) | (start[3] << 24)) === LZ4_MAGIC;
  return isFrame ? new ByteReader(readLz4(again)) : again;
}

/** What a database holds, before it is read into books. */
export interface DbSurvey {
  /** How many records there are of each kind, by rule and size. */
  readonly kinds: ReadonlyMap<string, { readonly rule: number; readonly size: number; readonly count: number }>;
  /** The code page that those texts seem to be in that are not UTF-8, where the database says they are, or all texts. */
  readonly page: CodePage;
}

/** The steps of {@link surveyDb}. */
export function* surveyDbSteps(reader: ByteReader): Steps<DbSurvey> {
  const kinds = new Map<string, { rule: number; size: number; count: number }>();
  const [all, others]: number[][] = [[], []];
  let saysUtf8 = false;
  let read = 0;
  for (const { rule, width, height, data } of readRecords(reader)) {
    if ((++read & STEP) === 0) yield;
    if (width === 0 && height === 0) saysUtf8 ||= isCharset(data);
    sample(data.subarray(HEAD), all, others);
    if (width !== height || width < MIN_SIZE || width > MAX_SIZE) continue;
    const name = kindName(rule, width, height);
    const kind = kinds.get(name) ?? { rule, size: width, count: 0 };
    kind.count++;
    kinds.set(name, kind);
  }
  return { kinds, page: guessCodePage(Uint8Array.from(saysUtf8 ? others : all)) };
}

/** @throws MatchError with the offset where the file is broken */
export function surveyDb(reader: ByteReader): DbSurvey {
  return allAtOnce(surveyDbSteps(reader));
}

/** @param all takes texts beyond ASCII @param others those of them that are not UTF-8 */
function sample(text: Uint8Array, all: number[], others: number[]): void {
  if (others.length >= SAMPLE || !text.some((byte) => byte >= 128)) return;
  if (all.length < SAMPLE) all.push(...text, 0x20);
  if (decodeUtf8(text) === null) others.push(...text, 0x20);
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
 * @param page of texts, where the database does not say that they are UTF-8, or they are not: Rapfi outside of Windows takes
 *   the texts of libraries and old databases as they are, and says so
 * @throws MatchError with the offset where the file is broken
 */
export function* addDbSteps(
  bookOf: (rule: number, width: number, height: number) => Book | null,
  reader: ByteReader,
  page: CodePage,
  onRecord: (count: number) => void = () => {},
): Steps<DbReport> {
  const others = new Map<string, number>();
  let records = 0;
  let saysUtf8 = false;
  for (const record of readRecords(reader)) {
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
    if ((records & STEP) === 0) yield;
    if ((records & 0xffff) === 0) onRecord(records);
    addRecord(book, record, (bytes) => (saysUtf8 ? decodeUtf8(bytes) : null) ?? decode(bytes, page));
  }
  return { records, others };
}

/** Adds the records of a database that are of the rule and size of a book; otherwise as {@link addDbSteps}. */
export function addDb(
  book: Book,
  reader: ByteReader,
  page: CodePage,
  onRecord: (count: number) => void = () => {},
): DbReport {
  const isOurs = (rule: number, width: number, height: number): boolean =>
    rule === book.rule && width === book.size && height === book.size;
  return allAtOnce(addDbSteps((...kind) => (isOurs(...kind) ? book : null), reader, page, onRecord));
}

function addRecord(book: Book, { black, white, side, data }: DbRecord, read: (bytes: Uint8Array) => string): void {
  const line = lineOf(book, black, white, side);
  const index = book.ensure(line);
  if (data.length === 0) return;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const { mark, text } = fromDbLabel(view.getInt8(0));
  book.mark(index, mark);
  if (text !== '') book.addLabel(index, text);
  const value = data.length > 2 ? view.getInt16(1, true) : 0;
  const depthBound = data.length > 4 ? view.getInt16(3, true) : 0;
  if (value !== 0 || (depthBound & 3) !== 0) book.set(index, { value: fromDb(-value), bound: boundOf(depthBound & 3) });
  book.set(index, { depth: Math.max(0, depthBound >> 2) });
  if (data.length > HEAD) addTexts(book, line, index, read(data.subarray(HEAD)).replaceAll('\0', ''));
}

/** @returns what the label of a record means: a mark, or a letter that stands on the point */
export function fromDbLabel(label: number): { readonly mark: number; readonly text: string } {
  const letter = label > 32 && label < 127 ? String.fromCharCode(label) : '';
  const mark = MARK_OF[letter.toLowerCase()] ?? 0;
  return { mark, text: mark === 0 ? letter : '' };
}

/** All marks that a label can stand for. */
export const LABEL_MARKS = Object.values(MARK_OF).reduce((all, bit) => all | bit, 0);

/** The numbers of a record. */
export interface DbNumbers {
  /** A character, or -1 for none. */
  readonly label: number;
  /** From the view of the side to move. */
  readonly value: number;
  readonly depth: number;
  /** 0 none, 1 upper, 2 lower, 3 exact. */
  readonly bound: number;
}

/** @returns how a record tells what a book says of a position */
export function dbNumbersOf(info: PositionInfo): DbNumbers {
  return {
    label: labelOf(info),
    value: toDb(info.value === null ? 0 : -info.value),
    depth: Math.min(8191, info.depth),
    bound: toDbBound(info),
  };
}

function addTexts(book: Book, line: Line, index: number, text: string): void {
  let comment = text;
  if (text.startsWith(LABELS_START)) {
    const end = text.indexOf('\b');
    comment = end < 0 ? '' : text.slice(end + 1);
    for (const entry of text.slice(LABELS_START.length, end < 0 ? text.length : end).split('\n')) {
      const [x, y] = [entry[0], entry[1]].map((digit) => Number.parseInt(digit ?? '', 36));
      const cell = y * book.size + x;
      if (entry.length <= 2 || !(x < book.size && y < book.size) || line.has(cell)) continue;
      line.push(cell);
      book.addLabel(book.ensure(line), entry.slice(2));
      line.pop();
    }
  }
  comment = withoutEmptyTitle(comment);
  if (comment !== '') book.addComment(index, comment);
}

function lineOf(book: Book, black: readonly number[], white: readonly number[], side: Color): Line {
  const line = new Line(book.rule, book.size);
  for (let i = 0; i < Math.max(black.length, white.length); i++) {
    line.push(black[i] ?? PASS);
    if (i < white.length || black.length > i + 1) line.push(white[i] ?? PASS);
  }
  if (line.sideToMove !== side) line.push(PASS);
  return line;
}

/** Forced wins are counted from another number there. */
export function fromDb(value: number): number {
  const size = Math.abs(value);
  return size < DB_LEAST_WIN ? value : Math.sign(value) * (WIN_VALUE - Math.max(0, DB_WIN - size));
}

function toDb(value: number): number {
  const size = Math.abs(value);
  const points = size < LEAST_WIN ? Math.min(size, DB_LEAST_WIN - 1) : DB_WIN - Math.min(500, WIN_VALUE - size);
  return Math.sign(value) * points;
}

/** Turned round, as the value is of the other player's view. */
function boundOf(bound: number): Bound {
  return bound === UPPER ? AT_LEAST : bound === LOWER ? AT_MOST : EXACT;
}

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);

/** What a database does not hold: weights, results, other marks. */
export interface DbWritten {
  records: number;
  /** Positions of which something was left out. */
  reduced: number;
}

/**
 * Writes books as one database.
 * @param books each of another rule or size
 * @param isPacked as an LZ4 frame, which both programs read and Rapfi writes
 * @param told is told what could not be kept
 * @throws MatchError for a rule that databases do not have
 */
export function formatDb(
  books: readonly Book[],
  isPacked: boolean,
  told: (written: DbWritten) => void,
): Iterable<Uint8Array> {
  for (const { rule } of books) {
    if (!isDbRule(rule)) throw new MatchError(`rule ${ruleNameOf(rule)}: databases have freestyle, standard and renju`);
  }
  const raw = formatRaw(books, told);
  return isPacked ? formatLz4(raw) : raw;
}

/** @returns whether databases have a rule */
export function isDbRule(rule: number): boolean {
  return RULES.includes(rule);
}

function* formatRaw(books: readonly Book[], told: (written: DbWritten) => void): Generator<Uint8Array> {
  const written: DbWritten = { records: 0, reduced: 0 };
  const out = new ByteWriter();
  out.u32(books.reduce((sum, { count }) => sum + count, 1));
  out.u16(3);
  for (let i = 0; i < 3; i++) out.byte(0);
  out.u16(HEAD + CHARSET.length);
  for (let i = 0; i < HEAD; i++) out.byte(0);
  out.put(encoder.encode(CHARSET));
  for (const book of books) {
    const placed = dbOrderOf(book);
    const withTexts = beforeLabels(book);
    for (const index of placed.order) {
      putRecord(out, book, RULES.indexOf(book.rule), index, placed, withTexts.has(index), written);
      if (out.size > PIECE) yield out.take();
    }
  }
  yield out.take();
  told(written);
}

/** @returns the positions from which a move leads to a text on its point */
function beforeLabels(book: Book): ReadonlySet<number> {
  const before = new Set<number>();
  const maker = new KeyMaker(book.rule, book.size);
  for (const index of book.labelled()) {
    const mover = opponentOf(book.sideOf(index));
    maker.clear();
    for (const color of [BLACK, WHITE] as const) {
      for (const cell of book.stones(index, color)) maker.toggle(color, cell);
    }
    for (const cell of book.stones(index, mover)) {
      maker.toggle(mover, cell);
      maker.make(mover);
      maker.toggle(mover, cell);
      const parent = book.find(maker.high, maker.low);
      if (parent >= 0) before.add(parent);
    }
  }
  return before;
}

function putRecord(
  out: ByteWriter,
  book: Book,
  rule: number,
  index: number,
  { starts, stones, symmetries }: DbOrder,
  hasTexts: boolean,
  written: DbWritten,
): void {
  const middle = starts[index] + book.stoneCounts(index).black;
  const [black, white] = [stones.subarray(starts[index], middle), stones.subarray(middle, starts[index + 1])];
  const slots = slotsOf(black, white, book.sideOf(index));
  out.u16(3 + 2 * slots.length);
  for (const byte of [rule, book.size, book.size]) out.byte(byte);
  for (const stone of slots) {
    out.byte(stone < 0 ? 255 : stone >> 8);
    out.byte(stone < 0 ? 255 : stone & 255);
  }
  const info = book.info(index);
  const isReduced = info.weight !== 0 || info.black + info.draws + info.white > 0 || otherMarks(info) !== 0;
  const words = hasTexts ? textOf(book, index, symmetries[index], info.comment) : info.comment;
  const text = words === '' ? NO_BYTES : encoder.encode(words);
  if (isReduced || text.length > LONGEST_TEXT) written.reduced++;
  written.records++;
  const { label, value, depth, bound } = dbNumbersOf(info);
  // A length of 16 bits, and no part of a character.
  let length = Math.min(text.length, LONGEST_TEXT);
  while (length < text.length && (text[length] & 0xc0) === 0x80) length--;
  const kept = text.subarray(0, length);
  out.u16(HEAD + kept.length);
  out.byte(label & 255);
  out.u16(value & 65535);
  out.u16((depth * 4 + bound) & 65535);
  out.put(kept);
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

function otherMarks(info: PositionInfo): number {
  return info.mark & ~(MARK_OF[String.fromCharCode(labelOf(info) & 255)] ?? 0);
}

function toDbBound({ value, bound }: PositionInfo): number {
  if (value === null) return 0;
  return bound === AT_LEAST ? UPPER : bound === AT_MOST ? LOWER : UPPER | LOWER;
}

/** Texts on the points that follow, in the frame of the record, and the comment. */
function textOf(book: Book, index: number, symmetry: number, comment: string): string {
  const { image, cells, size } = tablesOf(book.size);
  const labels = new Map<number, string>();
  const least = new Map<number, number>();
  for (const { cell, index: next } of movesFrom(book, book.lineTo(index))) {
    const label = cell === PASS ? '' : book.info(next).label.replace(/[\n\r\b]/g, ' ');
    if (label === '') continue;
    // Of the points that the position's own symmetries exchange, the front ends ask for the least.
    const at = image[symmetry * cells + cell];
    if (at > (least.get(next) ?? cells)) continue;
    least.set(next, at);
    labels.set(next, `${digit(at % size)}${digit(Math.floor(at / size))}${label}`);
  }
  const head = labels.size === 0 ? '' : `${LABELS_START}${[...labels.values()].sort().join('\n')}`;
  return head !== '' && comment !== '' ? `${head}\b${comment}` : head + comment;
}

function digit(coordinate: number): string {
  return coordinate.toString(36).toUpperCase();
}
