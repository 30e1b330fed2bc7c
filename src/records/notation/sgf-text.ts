/** The grammar of SGF: properties with their values in nodes, nodes in trees, and the texts and points of values. */
import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';

/** Properties of a node: values by name, in the order of the file. */
export type SgfProperties = ReadonlyMap<string, readonly string[]>;

/** A node with all that may follow it, the main line first. */
export interface SgfNode {
  readonly properties: SgfProperties;
  readonly children: readonly SgfNode[];
}

/** Largest side of a board: a coordinate is one letter, capitals follow from column 27 on. */
export const MAX_SGF_SIZE = 52;

/** @returns a point as two letters, column and row, `aa` at the top left */
export function sgfPoint({ x, y }: XY): string {
  return letterOf(x) + letterOf(y);
}

function letterOf(coordinate: number): string {
  return String.fromCharCode(coordinate < 26 ? 97 + coordinate : 65 + coordinate - 26);
}

/** @returns the point that two letters name, which may be off the board; null for another text */
export function pointOfSgf(text: string): XY | null {
  return /^[a-zA-Z]{2}$/.test(text) ? { x: coordinateOf(text, 0), y: coordinateOf(text, 1) } : null;
}

/** @returns the points of a rectangle between two opposite corners, row by row */
export function pointsBetween(from: XY, to: XY): XY[] {
  const points: XY[] = [];
  for (let y = Math.min(from.y, to.y); y <= Math.max(from.y, to.y); y++) {
    for (let x = Math.min(from.x, to.x); x <= Math.max(from.x, to.x); x++) points.push({ x, y });
  }
  return points;
}

function coordinateOf(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 97 ? code - 97 : code - 65 + 26;
}

/** @returns a text as the value of a property, on one line */
export function escapeText(text: string): string {
  return escapeLines(text).replace(/\r?\n/g, ' ');
}

export function escapeLines(text: string): string {
  return text.replace(/[\\\]]/g, '\\$&');
}

const BLANKS = /\s*/y;
const NAME = /[A-Za-z]+/y;
const PLAIN = /[^\]\\]*/y;
const LINE_END = /\r\n|\n\r|\n|\r/y;

/** Where a tree begins. Old files of the Nihon Ki-in have no semicolon before the first node. */
const START = /\(\s*(?:;|[A-Z]{1,2}\s*\[)/g;

/** @returns whether a text contains SGF, perhaps with other text around it */
export function isSgf(text: string): boolean {
  return text.search(START) >= 0;
}

/**
 * Reads the trees of an SGF file one after the other. Text before, between and after them is skipped.
 * @throws UserError where the text is no SGF, after the trees before
 */
export function* sgfRoots(text: string): Generator<SgfNode> {
  if (!isSgf(text)) throw new UserError(`"${text.slice(0, 40)}": expected SGF, "(;GM[4]SZ[15]...)"`);
  yield* new Reader(text).trees();
}

interface GrowingNode {
  readonly properties: SgfProperties;
  readonly children: GrowingNode[];
}

/** Branches within branches are kept in a list, as trees are deeper than calls may be. */
class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  *trees(): Generator<SgfNode> {
    for (;;) {
      START.lastIndex = this.at;
      const start = START.exec(this.text);
      if (start === null) return;
      this.at = start.index;
      yield this.tree();
    }
  }

  /** `( sequence tree* )`. @returns the first node */
  private tree(): SgfNode {
    const before: (GrowingNode | null)[] = [];
    let first: GrowingNode | null = null;
    /** The last node read on this branch. */
    let last: GrowingNode | null = null;
    let depth = 0;
    for (;;) {
      const next = this.peek();
      if (next === '(') {
        this.at++;
        if (depth++ > 0) before.push(last);
      } else if (next === ';' || (first === null && /[A-Z]/.test(next))) {
        if (next === ';') this.at++;
        const node: GrowingNode = { properties: this.node(), children: [] };
        first ??= node;
        last?.children.push(node);
        last = node;
      } else if (next === ')') {
        this.at++;
        if (--depth === 0) return first ?? { properties: new Map(), children: [] };
        last = before.pop() ?? null;
      } else throw new UserError(`SGF at character ${this.at + 1}: expected ";", "(" or ")"`);
    }
  }

  private node(): SgfProperties {
    const properties = new Map<string, string[]>();
    for (this.take(BLANKS); ; this.take(BLANKS)) {
      const letters = this.take(NAME);
      if (letters === '') return properties;
      // In earlier versions of SGF a name may have small letters, which do not count.
      const name = letters.replace(/[a-z]/g, '') || letters.toUpperCase();
      const values = properties.get(name) ?? [];
      while (this.peek() === '[') values.push(this.value());
      properties.set(name, values);
    }
  }

  private value(): string {
    let value = '';
    for (this.at++; ; ) {
      value += this.take(PLAIN);
      const letter = this.text[this.at++];
      if (letter === undefined) throw new UserError('SGF: a value without its closing "]"');
      if (letter === ']') return value;
      // After a backslash a line end is no part of the text, and any other letter is itself.
      if (this.take(LINE_END) === '') value += this.text[this.at++] ?? '';
    }
  }

  /** @returns the next letter that is not blank; empty at the end */
  private peek(): string {
    this.take(BLANKS);
    return this.text[this.at] ?? '';
  }

  /** @param pattern that is sticky @returns the text that matches it here */
  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const text = pattern.exec(this.text)?.[0] ?? '';
    this.at += text.length;
    return text;
  }
}
