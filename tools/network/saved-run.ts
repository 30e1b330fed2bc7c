/**
 * The state of a training run on disk, from which a stopped run resumes: a line of JSON, then the floats of the
 * learner.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeWhole } from '../../src/platform/node/files.ts';
import type { Learner } from './learner.ts';
import type { Place } from './train.ts';

const LINE_BREAK = 10;

/** State of a run other than the learned numbers. */
export interface Run {
  readonly settings: string;
  readonly place: Place;
  /** Mean losses of the finished epochs: in training, and of held-out positions. */
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
 * Restores a learner.
 * @returns the run to resume, or null if there is none
 * @throws Error if it was started with other settings, or the file has another format
 */
export function resumeRun(file: string, settings: string, learner: Learner): Run | null {
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  const end = bytes.indexOf(LINE_BREAK);
  const { steps, ...run }: Run & { steps: number } = JSON.parse(bytes.toString('utf8', 0, end));
  if (run.settings !== settings)
    throw new Error(`saved by a run with ${run.settings}, but this one has ${settings}; remove the file to start over`);
  let at = end + 1;
  for (const { buffer, byteOffset, byteLength } of learner.state) {
    if (at + byteLength > bytes.length) throw new Error('truncated; remove the file to start over');
    new Uint8Array(buffer, byteOffset, byteLength).set(bytes.subarray(at, at + byteLength));
    at += byteLength;
  }
  learner.resume(steps);
  return run;
}

/** A finished run cannot be resumed. */
export function forgetRun(file: string): void {
  rmSync(file, { force: true });
}
