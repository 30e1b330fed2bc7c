/**
 * Unpacks the learned weights into the tables of kernel/eval/learned.ts.
 *
 * One string per rule, base64 of: version (1), rule (index as in kernel/eval/learned.ts), colors with separate tables
 * (1 or 2), parts (1 value and threat tables, 2 move scores, 3 both); then the parts. Values and threat scores are
 * signed numbers of varying length: zigzag (0, -1, 1, -2, ... as 0, 1, 2, 3, ...), seven bits per byte, low bits first,
 * the top bit set if more bytes follow. Move scores are one byte each, first all for the owner, then all for the other
 * side. If there is one color, both use its tables.
 */
import { LEARNED_WEIGHTS } from './weights-data.ts';

/** The tables of kernel/eval/learned.ts, in either form of the search. */
export interface LearnedTables {
  readonly hasLearnedValue: Uint8Array;
  readonly hasLearnedMoves: Uint8Array;
  readonly learnedValue: Int16Array;
  readonly learnedOwn: Uint8Array;
  readonly learnedOther: Uint8Array;
  readonly learnedThreat: Int16Array;
}

export const WEIGHTS_VERSION = 1;
export const PART_VALUE = 1;
export const PART_MOVES = 2;

class Reader {
  private readonly bytes: string;
  private at = 0;

  constructor(text: string) {
    this.bytes = atob(text);
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new Error('learned weights: expected more bytes');
    return this.bytes.charCodeAt(this.at++);
  }

  signed(): number {
    let value = 0;
    let shift = 0;
    let byte = 0;
    do {
      byte = this.byte();
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return (value >>> 1) ^ -(value & 1);
  }

  expectEnd(): void {
    if (this.at !== this.bytes.length) throw new Error(`learned weights: ${this.bytes.length - this.at} excess bytes`);
  }
}

/**
 * Fills a rule's part of a table, one color after the other.
 * @param rules number of rules that the table holds @param next returns the next entry, for `colors` colors
 */
function fill(table: Int16Array | Uint8Array, rules: number, rule: number, colors: number, next: () => number): void {
  const size = table.length / (2 * rules);
  const first = rule * 2 * size;
  for (let i = 0; i < colors * size; i++) table[first + i] = next();
  if (colors === 1) table.copyWithin(first + size, first, first + size);
}

/** Unpacks one rule's string into the tables. @throws Error if it does not have the form described above */
export function readWeights(text: string, tables: LearnedTables): void {
  const reader = new Reader(text);
  const rules = tables.hasLearnedValue.length;
  const version = reader.byte();
  if (version !== WEIGHTS_VERSION) throw new Error(`learned weights version ${version}: expected ${WEIGHTS_VERSION}`);
  const rule = reader.byte();
  const colors = reader.byte();
  const parts = reader.byte();
  if (rule >= rules || (colors !== 1 && colors !== 2) || parts > 3)
    throw new Error(`learned weights for rule ${rule}, ${colors} colors, parts ${parts}: expected less of each`);
  const signed = () => reader.signed();
  const byte = () => reader.byte();
  if ((parts & PART_VALUE) !== 0) {
    fill(tables.learnedValue, rules, rule, colors, signed);
    fill(tables.learnedThreat, rules, rule, colors, signed);
    tables.hasLearnedValue[rule] = 1;
  }
  if ((parts & PART_MOVES) !== 0) {
    fill(tables.learnedOwn, rules, rule, colors, byte);
    fill(tables.learnedOther, rules, rule, colors, byte);
    tables.hasLearnedMoves[rule] = 1;
  }
  reader.expectEnd();
}

/** Uses the learned weights for every rule that has some. Call before setting up a position. */
export function useLearnedWeights(tables: LearnedTables): void {
  for (const text of LEARNED_WEIGHTS) readWeights(text, tables);
}
