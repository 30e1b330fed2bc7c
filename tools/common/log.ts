/** Logs of long runs: a line with the settings of the run, then a line for each result. A stopped run resumes its log. */
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { shown } from '../../src/core/text.ts';
import { piecesOf } from '../../src/platform/node/files.ts';
import { fail } from './options.ts';

const LINE_END = 10;

/**
 * Creates the log if there is none, or removes a last line that was being written when the run was stopped.
 * @returns the lines after the first; ends the process with an error if the log has other settings
 */
export function resumeLog(file: string, settings: string): Iterable<string> {
  const { size, whole } = existsSync(file) ? lengthsOf(file) : { size: 0, whole: 0 };
  const [first = ''] = size > 0 ? linesOf(file) : [];
  if (whole === 0 && `${settings}\n`.startsWith(first)) {
    writeFileSync(file, `${settings}\n`);
    return [];
  }
  if (whole === 0 || first !== settings) {
    const came = /^\{.*\}$/.test(first) ? `made with other settings (${first})` : `begins with ${shown(first)}`;
    fail(`${file}: ${came}, expected ${settings}; choose another file`);
  }
  // Never rewritten: on a full disk its lines would be lost.
  if (whole < size) truncateSync(file, whole);
  const lines = linesOf(file);
  lines.next();
  return lines;
}

/** Reads a file line by line: it may be longer than a string can be. The last line may lack its end. */
export function* linesOf(file: string): Generator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for (const piece of piecesOf(file)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** @returns bytes of a file, and those up to the end of its last whole line */
function lengthsOf(file: string): { readonly size: number; readonly whole: number } {
  let [size, whole] = [0, 0];
  for (const piece of piecesOf(file)) {
    const last = piece.lastIndexOf(LINE_END);
    if (last >= 0) whole = size + last + 1;
    size += piece.length;
  }
  return { size, whole };
}
