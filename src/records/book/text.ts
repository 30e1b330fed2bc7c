/**
 * The text form of a book (docs/reference/formats.md): the master, to be read, edited, compared and merged by people.
 * One position a line, indented by one blank more than the position before it; positions without data, each with one
 * move, are joined with the next one to a line.
 */

import { UserError } from '../../core/errors.ts';
import { nameOf, parseName, pointOfCell } from '../../core/point.ts';
import { ruleCodeOf, ruleNameOf } from '../../core/rule.ts';
import { withoutByteOrderMark } from '../../core/text.ts';
import { Book, MAX_BOOK_DEPTH } from './book.ts';
import {
  AT_LEAST,
  AT_MOST,
  EXACT,
  isSilent,
  MIN_WIN,
  markText,
  NO_INFO,
  type PositionInfo,
  parseMark,
  parseValue,
  valueText,
  WON,
} from './info.ts';
import { Line, PASS } from './key.ts';
import { bookTreeOf, walk } from './tree.ts';

export const TEXT_START = 'tengen-book';
const VERSION = 1;
const CHUNK = 1 << 16;
const MAX_PLIES = 1000;
/** The beginning of moves, `h8` or `h8,i9`, or a pass. */
const MOVES = /^(?:[a-z]\d|--(?:$|,))/i;

export function* formatBook(book: Book): Generator<string> {
  const rule = ruleNameOf(book.rule).replace(/^rule /, '');
  let text = `${TEXT_START} ${VERSION} rule=${rule} size=${book.size}\n`;
  if (book.about !== '')
    text += book.about
      .split('\n')
      .map((line) => `# ${line}`.trimEnd() + '\n')
      .join('');
  const tree = bookTreeOf(book);
  // By level; what follows the empty board is not indented.
  const indents = [0];
  // Whether the line continues with the next position.
  let isOpen = false;
  for (const { index, level, root } of walk(tree)) {
    const info = book.info(index);
    indents[level + 1] = indents[level] + (isOpen || index === 0 ? 0 : 1);
    if (index === 0) {
      if (!isSilent(info)) text += `.${infoText(info)}\n`;
      continue;
    }
    text += isOpen ? ',' : ' '.repeat(indents[level]);
    const moves = index === root ? book.lineTo(index).plies : [tree.moves[index]];
    text += moves.map((cell) => cellName(cell, book.size)).join(' ');
    const child = tree.firstChild[index];
    isOpen = isSilent(info) && child >= 0 && tree.nextSibling[child] < 0;
    if (isOpen) continue;
    text += `${infoText(info)}\n`;
    if (text.length >= CHUNK) {
      yield text;
      text = '';
    }
  }
  yield text;
}

/** @returns a cell as `h8`, a pass as `--` */
export function cellName(cell: number, size: number): string {
  return cell === PASS ? '--' : nameOf(pointOfCell(cell, size), size);
}

/** @returns the data of a position, with a blank before each item */
export function infoText(info: PositionInfo): string {
  const { weight, value, bound, depth, mark, black, draws, white, label, comment } = info;
  // A mark and a value in one word: a book of proofs has little else.
  const isProvenWin = mark === WON && value !== null && value >= MIN_WIN && bound === EXACT;
  let text = isProvenWin ? ` ${valueText(value)}` : mark !== 0 ? ` ${markText(mark)}` : '';
  if (weight !== 0) text += ` w=${weight}`;
  if (value !== null && !isProvenWin)
    text += ` v${bound === AT_LEAST ? '>=' : bound === AT_MOST ? '<=' : '='}${valueText(value)}`;
  if (depth !== 0) text += ` d=${depth}`;
  if (black + draws + white > 0) text += ` r=${black}/${draws}/${white}`;
  if (label !== '') text += ` t=${escaped(label).replaceAll(' ', '\\s')}`;
  if (comment !== '') text += ` # ${escaped(comment)}`;
  return text;
}

/** One line without control characters; blanks at the end are kept by name. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/ $/, '\\s');
}

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-f]{4}|.)/g, (_, code: string) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return code === 'n' ? '\n' : code === 's' ? ' ' : code;
  });
}

export class BookReader {
  private made: Book | null = null;
  private line: Line | null = null;
  private rest = '';
  private lineNumber = 0;
  /** Moves of the previous line, by its indentation. */
  private readonly plies: number[] = [];
  /** Line numbers of the positions read so far, to detect repetitions. */
  private readonly seen = new Map<number, number>();
  private readonly about: string[] = [];

  push(text: string): void {
    // The rest of the earlier text is not searched again: a long line would otherwise take quadratic time.
    const [first, ...others] = text.split('\n');
    this.rest += first;
    for (const line of others) {
      this.take(this.rest);
      this.rest = line;
    }
  }

  end(): Book {
    if (this.rest !== '') this.take(this.rest);
    this.rest = '';
    if (this.made === null) throw new UserError(`line 1: the file is empty, expected ${START_LINE}`);
    this.made.about = this.about.join('\n');
    return this.made;
  }

  private take(raw: string): void {
    this.lineNumber++;
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (this.made === null || this.line === null) {
      this.made = startOf(this.lineNumber === 1 ? withoutByteOrderMark(text) : text);
      this.line = new Line(this.made.rule, this.made.size);
    } else if (text.startsWith('#')) {
      this.about.push(text.slice(text.startsWith('# ') ? 2 : 1));
    } else if (text.trim() !== '') this.takePosition(this.made, this.line, text);
  }

  private takePosition(book: Book, line: Line, text: string): void {
    const indent = text.length - text.trimStart().length;
    const words = text.slice(indent).split(' ');
    if (indent > 0 && this.plies[indent - 1] === undefined) {
      throw this.wrong(text, `indentation of ${this.plies.length} at most`);
    }
    line.cutTo(indent === 0 ? 0 : this.plies[indent - 1]);
    this.plies.length = indent;
    let at = 0;
    if (words[0] === '.' && indent === 0) at = 1;
    else {
      for (; at < words.length && MOVES.test(words[at]); at++) {
        const [first, ...others] = words[at].split(',');
        this.play(line, first, text);
        for (const name of others) {
          this.add(book, line, text);
          this.play(line, name, text);
        }
      }
      if (at === 0) throw this.wrong(text, 'a move such as h8');
      this.plies.push(line.plies.length);
    }
    const info = this.infoOf(words.slice(at));
    book.set(this.add(book, line, text), info);
  }

  /** Adds the position. @throws UserError if an earlier line has it */
  private add(book: Book, line: Line, text: string): number {
    const index = book.ensure(line);
    const first = this.seen.get(index);
    if (first !== undefined) throw this.wrong(text, `a position that is not in line ${first} already`);
    this.seen.set(index, this.lineNumber);
    return index;
  }

  private play(line: Line, name: string, text: string): void {
    if (line.plies.length >= MAX_PLIES) throw this.wrong(text, `${MAX_PLIES} moves at most`);
    if (name === '--') {
      line.push(PASS);
      return;
    }
    const point = parseName(name, line.size);
    const isOn = point !== null && point.x < line.size && point.y >= 0 && point.y < line.size;
    if (!isOn) throw this.wrong(name, `a point of the board of ${line.size} by ${line.size}`);
    const cell = point.y * line.size + point.x;
    if (line.has(cell)) throw this.wrong(name, 'an empty point');
    line.push(cell);
  }

  private infoOf(words: readonly string[]): PositionInfo {
    try {
      return infoOfWords(words);
    } catch (error) {
      if (error instanceof UserError) throw new UserError(`line ${this.lineNumber} ${error.message}`);
      throw error;
    }
  }

  private wrong(what: string, expected: string): UserError {
    return new UserError(`line ${this.lineNumber} "${what.trim().slice(0, 60)}": expected ${expected}`);
  }
}

const START_LINE = `"${TEXT_START} ${VERSION} rule=renju size=15"`;

function startOf(text: string): Book {
  const match = /^tengen-book (\d+)((?: \w+=\S+)*)\s*$/.exec(text);
  if (match === null) throw new UserError(`line 1 "${text.slice(0, 60)}": expected ${START_LINE}`);
  if (Number(match[1]) !== VERSION) throw new UserError(`line 1: version ${match[1]}, expected ${VERSION}`);
  const facts = new Map(
    match[2]
      .trim()
      .split(' ')
      .map((fact) => fact.split('=') as [string, string]),
  );
  const rule = ruleCodeOf(facts.get('rule') ?? '');
  const size = Number(facts.get('size') ?? '');
  if (rule === null || !Number.isInteger(size))
    throw new UserError(`line 1 "${text.slice(0, 60)}": expected ${START_LINE}`);
  return new Book(rule, size);
}

/** @returns the book of a text @throws UserError with the line of the fault */
export function parseBook(text: string): Book {
  const reader = new BookReader();
  reader.push(text);
  return reader.end();
}

/** @returns the data that such a text contains @throws UserError for an unknown word */
export function parseInfo(text: string): PositionInfo {
  return infoOfWords(text.split(' '));
}

function infoOfWords(words: readonly string[]): PositionInfo {
  const info: { -readonly [K in keyof PositionInfo]: PositionInfo[K] } = { ...NO_INFO };
  for (const [i, word] of words.entries()) {
    if (word === '') continue;
    if (word === '#') {
      info.comment = unescaped(words.slice(i + 1).join(' '));
      break;
    }
    const [, key, sign, value] = /^([a-z])(=|>=|<=)(.+)$/.exec(word) ?? [];
    if (key === 'w' && sign === '=') info.weight = numberOf(value, 65535, word);
    else if (key === 'd' && sign === '=') info.depth = numberOf(value, MAX_BOOK_DEPTH, word);
    else if (key === 'v') {
      const read = parseValue(value);
      if (read === null) throw wrongWord(word, 'a value such as v=12 or v=+M9');
      info.value = read;
      info.bound = sign === '>=' ? AT_LEAST : sign === '<=' ? AT_MOST : EXACT;
    } else if (key === 'r' && sign === '=') {
      const results = /^(\d{1,9})\/(\d{1,9})\/(\d{1,9})$/.exec(value);
      if (results === null) throw wrongWord(word, 'results such as r=3/0/2');
      [info.black, info.draws, info.white] = results.slice(1).map(Number);
    } else if (key === 't' && sign === '=') info.label = unescaped(value);
    else if (word.startsWith('+M')) {
      const win = parseValue(word);
      if (win === null) throw wrongWord(word, 'a proven win such as +M9');
      info.mark |= WON;
      info.value = win;
      info.bound = EXACT;
    } else {
      const mark = parseMark(word);
      if (mark === null) throw wrongWord(word, 'marks, w=, v=, d=, r=, t= or # and a comment');
      info.mark |= mark;
    }
  }
  return info;
}

function numberOf(text: string, max: number, word: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > max) throw wrongWord(word, `a number from 0 to ${max}`);
  return value;
}

function wrongWord(what: string, expected: string): UserError {
  return new UserError(`"${what.trim().slice(0, 60)}": expected ${expected}`);
}
