/**
 * A training on disk, from which one that was stopped goes on: a line of JSON that ends with a line break, then the
 * floats of the learner.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeWhole } from '../../src/platform/node/files.ts';
import type { Learner } from './learner.ts';
import type { Place } from './train.ts';

const LINE_BREAK = 10;

/** What is known of a run beside the numbers that are learned. */
export interface Run {
  /** What the run was started with. */
  readonly settings: string;
  readonly place: Place;
  /** Mean losses of the finished epochs: in training, and of positions held out. */
  readonly losses: readonly number[];
  readonly kept: readonly number[];
}

/** Writes a file whole or not at all. */
export function saveRun(file: string, run: Run, learner: Learner): void {
  const line = `${JSON.stringify({ ...run, steps: learner.steps })}\n`;
  const floats = learner.state.map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  for (const _ of writeWhole(file, [Buffer.from(line), ...floats]));
}

/**
 * Fills a learner in.
 * @returns the run to go on with, or null if there is none
 * @throws Error if it was started with other settings, or the file is none
 */
export function resumeRun(file: string, settings: string, learner: Learner): Run | null {
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  const end = bytes.indexOf(LINE_BREAK);
  const { steps, ...run }: Run & { steps: number } = JSON.parse(bytes.toString('utf8', 0, end));
  if (run.settings !== settings)
    throw new Error(`a run of ${run.settings}; this one is ${settings}: remove the file to begin anew`);
  let at = end + 1;
  for (const { buffer, byteOffset, byteLength } of learner.state) {
    if (at + byteLength > bytes.length) throw new Error('cut off: remove the file to begin anew');
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes.subarray(at, at + byteLength));
    at += byteLength;
  }
  learner.resume(steps);
  return run;
}

/** A finished run is not gone on with. */
export function forgetRun(file: string): void {
  rmSync(file, { force: true });
}
