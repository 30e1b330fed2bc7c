/** What the tools that take options share: one line and the end for what cannot be used. */

import { readFileSync } from 'node:fs';
import { reasonOf } from '../../src/core/errors.ts';

/** Ends the process with one line. */
export function fail(line: string): never {
  console.error(line);
  process.exit(2);
}

/** @returns what is done with a file; ends the process with its name where it cannot be done */
export function withNamed<T>(file: string, use: (file: string) => T): T {
  try {
    return use(file);
  } catch (error) {
    return fail(`${file}: ${reasonOf(error)}`);
  }
}

/** @returns what is read of a file; ends the process with its name where it cannot be */
export function readNamed<T>(file: string, decode: (bytes: Buffer) => T): T {
  return withNamed(file, () => decode(readFileSync(file)));
}

/** @returns the whole number given for an option */
export function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) fail(`--${name} ${text}: expected a whole number from ${least}`);
  return value;
}
