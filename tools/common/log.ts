/** Logs of long runs: a line with the settings of the run, then a line for each result. A stopped run resumes its log. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { shown } from '../../src/core/text.ts';
import { fail } from './options.ts';

/**
 * Creates the log if there is none, or removes a last line that was being written when the run was stopped.
 * @returns the lines after the first; ends the process with an error if the log has other settings
 */
export function resumeLog(file: string, settings: string): string[] {
  const text = textOf(file);
  const [first, ...lines] = text.split('\n').slice(0, -1);
  if (first === undefined && `${settings}\n`.startsWith(text)) {
    writeFileSync(file, `${settings}\n`);
    return [];
  }
  if (first !== settings) {
    const came = /^\{.*\}$/.test(first ?? '') ? `made with other settings (${first})` : `begins with ${shown(text)}`;
    fail(`${file}: ${came}, expected ${settings}; choose another file`);
  }
  // Never rewritten: on a full disk its lines would be lost.
  const whole = Buffer.byteLength([first, ...lines, ''].join('\n'));
  if (whole < Buffer.byteLength(text)) truncateSync(file, whole);
  return lines;
}

/** @returns an empty text if there is no file */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
