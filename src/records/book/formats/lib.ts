/**
 * RenLib's libraries, `.lib`, for the board of 15 by 15. A header of 20 bytes (`FF "RenLib" FF`, version 3.4 or lower,
 * ten `FF`), then the nodes of a tree, each before those that follow it: a position (`16 * row + column`, the row from
 * 0 at the top, the column from 1; 0 for none) and flags. A node is followed by its comment and the text on its point,
 * each closed by a zero byte and filled up to an even length. The oldest files have no header and begin with the
 * center, 78 hexadecimal.
 *
 * Source: how RenLib's program reads and writes them (gomoku/RenLib, RenLibDoc.cpp, MoveNode.cpp, LibraryFile.cpp).
 */

import {
  addToSample,
  type CodePage,
  decode,
  encode,
  fittingPage,
  guessCodePage,
  SAMPLE_BYTES,
} from '../../../core/code-page.ts';
import { UserError } from '../../../core/errors.ts';
import { paceOf, type Steps } from '../../../core/steps.ts';
import type { Book, BookMove } from '../book.ts';
import { type ByteReader, ByteWriter } from '../bytes.ts';
import { MARKED, NO_MOVE, type PositionInfo, START } from '../info.ts';
import { Line, PASS } from '../key.ts';
import { closedTreeOf, needsPass, TreeMoves } from '../tree.ts';

const SIZE = 15;
const HEADER = [0xff, 0x52, 0x65, 0x6e, 0x4c, 0x69, 0x62, 0xff];
const HEADER_BYTES = 20;
const [MAJOR, MINOR] = [3, 4];
const CENTER = 0x78;

const SIBLING = 0x80;
const LEAF = 0x40;
const OLD_COMMENT = 0x20;
const MARK = 0x10;
const COMMENT = 0x08;
const STARTS = 0x04;
const NOT_A_MOVE = 0x02;
const EXTENSION = 0x01;
const BOARD_TEXT = 0x01;

/** Longest line in plies, including passes; a file with a longer one is broken. */
const MAX_PLIES = 1000;
const MAX_TEXT = 1 << 20;
const PIECE = 1 << 16;
const STEP = 1024;
const NO_BYTES = new Uint8Array(0);

export interface LibNode {
  readonly offset: number;
  /** `y * 15 + x` from the top; {@link PASS} for none. */
  readonly cell: number;
  /** Nodes above it. */
  readonly level: number;
  readonly flags: number;
  readonly comment: Uint8Array;
  readonly label: Uint8Array;
}

/** Reads the nodes of a library, in order. @throws UserError with the offset where the file is broken */
export function* readLibNodes(reader: ByteReader): Generator<LibNode> {
  readHeader(reader);
  /** Levels to which a branch goes back. */
  const branches: number[] = [];
  let level = 0;
  let count = 0;
  for (;;) {
    const { offset } = reader;
    const position = reader.next();
    if (position < 0)
      throw new UserError(
        `offset ${offset}: the file ends, expected ${count === 0 ? 'a node' : 'a branch to its end'}`,
      );
    const flags = reader.byte('a node');
    const [x, y] = [(position & 15) - 1, position >> 4];
    if (position !== 0 && (x < 0 || y >= SIZE)) {
      throw new UserError(
        `offset ${offset}: position ${position.toString(16).padStart(2, '0')}, expected a point of 15 by 15`,
      );
    }
    if (level > MAX_PLIES) throw new UserError(`offset ${offset}: a line of more than ${MAX_PLIES} moves`);
    const extension = (flags & EXTENSION) === 0 ? 0 : (reader.byte('a node') << 8) | reader.byte('a node');
    const hasComment = (flags & (COMMENT | OLD_COMMENT)) !== 0;
    const comment = hasComment ? text(reader, 'a comment', (flags & OLD_COMMENT) !== 0) : NO_BYTES;
    const label = (extension & BOARD_TEXT) === 0 ? NO_BYTES : text(reader, 'a board text', false);
    yield { offset, cell: position === 0 ? PASS : y * SIZE + x, level, flags, comment, label };
    count++;
    if ((flags & SIBLING) !== 0) branches.push(level);
    if ((flags & LEAF) === 0) level++;
    else {
      const back = branches.pop();
      if (back === undefined) return;
      level = back;
    }
  }
}

function readHeader(reader: ByteReader): void {
  if (reader.peek() === CENTER) return;
  for (const [i, expected] of HEADER.entries()) {
    if (reader.next() !== expected) throw new UserError(`offset ${i}: no library of RenLib, expected its header`);
  }
  const [major, minor] = [reader.byte('the header'), reader.byte('the header')];
  if (100 * major + minor > 100 * MAJOR + MINOR) {
    throw new UserError(`offset 8: version ${major}.${minor}, expected ${MAJOR}.${MINOR} at most`);
  }
  for (let i = HEADER.length + 2; i < HEADER_BYTES; i++) reader.byte('the header');
}

/** @param isOld whether the highest bit of the last letter closes the text, else a zero byte after it */
function text(reader: ByteReader, what: string, isOld: boolean): Uint8Array {
  const { offset } = reader;
  const bytes: number[] = [];
  for (;;) {
    const byte = reader.byte(what);
    if (isOld || byte !== 0) bytes.push(isOld ? byte & 0x7f : byte);
    if (bytes.length > MAX_TEXT) throw new UserError(`offset ${offset}: ${what} of more than ${MAX_TEXT} bytes`);
    if (isOld ? byte < 0x80 : byte !== 0) continue;
    // Filled up to an even length.
    if (bytes.length % 2 === (isOld ? 1 : 0)) reader.byte(what);
    return Uint8Array.from(bytes);
  }
}

/** @returns the code page that the texts of a library seem to be in */
export function* guessLibCodePageSteps(reader: ByteReader): Steps<CodePage> {
  const sample: number[] = [];
  const isDue = paceOf(STEP);
  for (const { comment, label } of readLibNodes(reader)) {
    if (isDue(comment.length + label.length)) yield;
    for (const bytes of [comment, label]) {
      if (bytes.some((byte) => byte >= 128)) addToSample(sample, bytes);
    }
    if (sample.length >= SAMPLE_BYTES) break;
  }
  return guessCodePage(Uint8Array.from(sample));
}

/**
 * Adds a library to a book of 15 by 15.
 * @param onNode called periodically with the number of nodes read
 * @returns how many nodes there are, and how many were skipped: those on occupied points, and all that follow them
 * @throws UserError with the offset where the file is broken
 */
export function* addLibSteps(
  book: Book,
  reader: ByteReader,
  page: CodePage,
  onNode: (nodes: number) => void = () => {},
): Steps<{ readonly nodes: number; readonly skipped: number }> {
  if (book.size !== SIZE) throw new UserError(`a book of ${book.size} by ${book.size}: libraries have 15 by 15`);
  const line = new Line(book.rule, SIZE);
  /** The first node may be the empty board: then its children are the first moves. */
  let base = 0;
  let [nodes, skipped, skippedFrom] = [0, 0, Number.POSITIVE_INFINITY];
  const isDue = paceOf(STEP);
  for (const node of readLibNodes(reader)) {
    nodes++;
    if (isDue(node.comment.length + node.label.length)) yield;
    if ((nodes & 0xffff) === 0) onNode(nodes);
    if (nodes === 1 && node.cell === PASS) base = 1;
    const isRoot = nodes === 1 && base === 1;
    if (node.level <= skippedFrom) skippedFrom = Number.POSITIVE_INFINITY;
    line.cutTo(Math.min(line.plies.length, Math.max(0, node.level - base)));
    if (skippedFrom !== Number.POSITIVE_INFINITY || (!isRoot && node.cell !== PASS && line.has(node.cell))) {
      skipped++;
      skippedFrom = Math.min(skippedFrom, node.level);
      continue;
    }
    if (!isRoot) line.push(node.cell);
    note(book, book.ensure(line), node, page);
  }
  return { nodes, skipped };
}

function note(book: Book, index: number, { flags, comment, label }: LibNode, page: CodePage): void {
  const mark = ((flags & MARK) !== 0 ? MARKED : 0) | ((flags & STARTS) !== 0 ? START : 0);
  book.mark(index, mark | ((flags & NOT_A_MOVE) !== 0 ? NO_MOVE : 0));
  if (comment.length > 0) book.addComment(index, withoutEmptyTitle(decode(comment, page).replaceAll('\r\n', '\n')));
  if (label.length > 0) book.addLabel(index, decode(label, page));
}

export interface LibWritten {
  readonly page: CodePage;
  /** Characters that the code page does not have. */
  lost: number;
  nodes: number;
}

/**
 * Writes a book as a library. Each position is followed to its end where it comes first; the other moves that lead to
 * it appear there as leaves. Adds the positions to the book that its lines pass through.
 * @param page null: the first that has all characters
 * @param report called with what could not be stored
 */
export function* formatLib(
  book: Book,
  page: CodePage | null,
  report: (written: LibWritten) => void,
): Generator<Uint8Array> {
  if (book.size !== SIZE) throw new UserError(`a book of ${book.size} by ${book.size}: libraries have 15 by 15`);
  const tree = closedTreeOf(book);
  const used = page ?? fittingPage(textsOf(book));
  const written: LibWritten = { page: used, lost: 0, nodes: 0 };
  const out = new ByteWriter();
  const line = new Line(book.rule, SIZE);
  const moves = new TreeMoves(book, tree);
  const branchesOf = (from: number): Branch[] =>
    moves.from(from, line).map((move) => ({ ...move, isHere: tree.parents[move.index] === from }));
  const start = branchesOf(0);
  const isOld = start.length === 1 && start[0].cell === 7 * SIZE + 7 && !hasWords(book.info(0)) && !hasPass(book);
  for (const byte of HEADER) out.byte(byte);
  out.byte(MAJOR);
  out.byte(isOld ? 0 : MINOR);
  for (let i = HEADER.length + 2; i < HEADER_BYTES; i++) out.byte(0xff);
  if (!isOld) putNode(out, PASS, book.info(0), start.length === 0 ? LEAF : 0, written, true);
  /** Moves still to be written, the next one last. */
  const waiting: { length: number; branch: Branch; isLast: boolean }[] = [];
  const open = (branches: readonly Branch[], length: number): void => {
    for (let i = branches.length - 1; i >= 0; i--) {
      waiting.push({ length, branch: branches[i], isLast: i === branches.length - 1 });
    }
  };
  open(start, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { length, branch, isLast } = next;
    line.cutTo(length);
    line.push(branch.cell);
    const following = branch.isHere ? branchesOf(branch.index) : [];
    const flags = (isLast ? 0 : SIBLING) | (following.length === 0 ? LEAF : 0);
    putNode(out, branch.cell, book.info(branch.index), flags, written, branch.isHere);
    open(following, length + 1);
    if (out.size > PIECE) yield out.take();
  }
  yield out.take();
  report(written);
}

interface Branch extends BookMove {
  /** Whether what follows the position is written here. */
  readonly isHere: boolean;
}

function putNode(
  out: ByteWriter,
  cell: number,
  info: PositionInfo,
  flags: number,
  written: LibWritten,
  isHere: boolean,
): void {
  const [comment, label] = [
    isHere ? bytesOf(withTitle(info.comment), written) : NO_BYTES,
    bytesOf(info.label, written),
  ];
  out.byte(cell === PASS ? 0 : 16 * Math.floor(cell / SIZE) + (cell % SIZE) + 1);
  out.byte(
    flags |
      ((info.mark & MARKED) !== 0 ? MARK : 0) |
      ((info.mark & START) !== 0 ? STARTS : 0) |
      ((info.mark & NO_MOVE) !== 0 ? NOT_A_MOVE : 0) |
      (comment.length > 0 ? COMMENT : 0) |
      (label.length > 0 ? EXTENSION : 0),
  );
  if (label.length > 0) {
    out.byte(0);
    out.byte(BOARD_TEXT);
  }
  for (const bytes of [comment, label]) {
    if (bytes.length === 0) continue;
    out.put(bytes);
    out.byte(0);
    if (bytes.length % 2 === 0) out.byte(0);
  }
  written.nodes++;
}

function bytesOf(words: string, written: LibWritten): Uint8Array {
  if (words === '') return NO_BYTES;
  const { bytes, lost } = encode(words.replaceAll('\0', '').replaceAll('\n', '\r\n'), written.page);
  written.lost += lost;
  return bytes;
}

function textsOf(book: Book): string[] {
  const texts: string[] = [];
  for (let index = 0; index < book.count; index++) {
    const { label, comment } = book.info(index);
    if (label !== '' || comment !== '') texts.push(label, comment);
  }
  return texts;
}

function hasWords({ comment, label, mark }: PositionInfo): boolean {
  return comment !== '' || label !== '' || mark !== 0;
}

function hasPass(book: Book): boolean {
  for (let index = 0; index < book.count; index++) {
    if (needsPass(book, index)) return true;
  }
  return false;
}

const TITLE_END = '\b';

/** RenLib shows a title on one line, so several lines are stored as a text after an empty title. */
function withTitle(comment: string): string {
  return comment.includes('\n') && !comment.includes(TITLE_END) ? TITLE_END + comment : comment;
}

/** Rapfi stores every comment after an empty title, and turns an existing title end into a line end. */
export function withoutEmptyTitle(comment: string): string {
  return comment.startsWith(TITLE_END) ? comment.replace(/^[\b\n]+/, '') : comment;
}
