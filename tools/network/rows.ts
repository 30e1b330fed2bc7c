/** What the rows of lines are made of while they are learned. */
import { LINE_ROWS } from '../../src/kernel/eval/lines.ts';

export interface RowSource {
  /** Numbers that are learned. */
  readonly size: number;
  /** Finds numbers that make `rows`. */
  begin(rows: Float32Array, learned: Float32Array): void;
  /** Makes the rows of all lines; that of the empty line is 0. */
  spread(learned: Float32Array, rows: Float32Array): void;
  /** Makes the gradient of what is learned of that of the rows. */
  gather(ofRows: Float32Array, gradient: Float32Array): void;
}

/** @returns rows that have nothing in common */
export function freeRows(channels: number): RowSource {
  const size = LINE_ROWS * channels;
  return {
    size,
    begin: (rows, learned) => learned.set(rows),
    spread: (learned, rows) => rows.set(learned),
    gather: (ofRows, gradient) => gradient.set(ofRows),
  };
}
