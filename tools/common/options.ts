/** What the tools that take options share: one line and the end for what cannot be used. */

import { readFileSync } from 'node:fs';
import { type Given, readArguments, type Syntax } from '../../src/cli/command.ts';
import { reasonOf, UserError } from '../../src/core/errors.ts';
import type { Option } from '../../src/core/values.ts';

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

/** How a tool's arguments are read; its first comment describes them. */
export type ToolSyntax = Syntax<Option>;

/**
 * @param tool its name, for an error
 * @returns what a tool is asked for; ends the process with one line where that cannot be read
 */
export function toolArguments<const S extends ToolSyntax>(
  syntax: S,
  args: readonly string[],
  tool: string,
): Given<S['options']> {
  try {
    return readArguments(syntax, args, tool);
  } catch (error) {
    if (error instanceof UserError) return fail(error.message);
    throw error;
  }
}
