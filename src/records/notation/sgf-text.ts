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

function coordinateOf(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 97 ? code - 97 : code - 65 + 26;
}

/** @returns a text as the value of a property, on one line */
export function escapeText(text: string): string {
  return escapeLines(text).replace(/\r?\n/g, ' ');
}

/** @returns a text as the value of a property, line ends kept */
export function escapeLines(text: string): string {
  return text.replace(/[\\\]]/g, '\\$&');
}

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
  let count = 0;
  for (const root of new Reader(text).trees()) {
    count++;
    yield root;
  }
  if (count === 0) throw new UserError(`"${text.slice(0, 40)}": expected SGF, "(;GM[4]SZ[15]...)"`);
}

interface GrowingNode {
  readonly properties: SgfProperties;
  readonly children: GrowingNode[];
}

/** Branches within branches are kept in a list, as trees are deeper than calls may be. */
class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

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
    while (/[A-Za-z]/.test(this.peek())) {
      let name = '';
      while (/[A-Za-z]/.test(this.text[this.at] ?? '')) name += this.text[this.at++];
      // In earlier versions of SGF a name may have small letters, which do not count.
      name = name.replace(/[a-z]/g, '') || name.toUpperCase();
      const values = properties.get(name) ?? [];
      while (this.peek() === '[') values.push(this.value());
      properties.set(name, values);
    }
    return properties;
  }

  private value(): string {
    let value = '';
    for (this.at++; ; this.at++) {
      const letter = this.text[this.at];
      if (letter === undefined) throw new UserError('SGF: a value without its closing "]"');
      if (letter === ']') break;
      if (letter === '\\' && this.skipLineEnd()) continue;
      if (letter === '\\') this.at++;
      value += this.text[this.at] ?? '';
    }
    this.at++;
    return value;
  }

  /** After a backslash a line end is no part of the text. @returns whether there was one */
  private skipLineEnd(): boolean {
    const ends = /\r\n|\n\r|\n|\r/y;
    ends.lastIndex = this.at + 1;
    const end = ends.exec(this.text)?.[0] ?? '';
    this.at += end.length;
    return end !== '';
  }

  private peek(): string {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
    return this.text[this.at] ?? '';
  }
}
