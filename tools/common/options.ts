/** Options of tools: how they are read, and the error that ends the process. */
import { readFileSync } from 'node:fs';
import { type Given, readArguments, type Syntax } from '../../src/core/command.ts';
import { reasonOf, UserError } from '../../src/core/errors.ts';
import { printable } from '../../src/core/text.ts';
import type { Option } from '../../src/core/values.ts';

/** Prints an error and ends the process. */
export function fail(line: string): never {
  console.error(printable(line));
  process.exit(2);
}

/** @returns the result of `use`; if it throws, prints an error with the file's name and ends the process */
export function withNamed<T>(file: string, use: (file: string) => T): T {
  try {
    return use(file);
  } catch (error) {
    return fail(`${file}: ${reasonOf(error)}`);
  }
}

/** @returns the decoded file; if that fails, prints an error with its name and ends the process */
export function readNamed<T>(file: string, decode: (bytes: Buffer) => T): T {
  return withNamed(file, () => decode(readFileSync(file)));
}

/** Syntax of a tool's arguments; its first comment describes them. */
export type ToolSyntax = Syntax<Option>;

/**
 * @param tool its name, for an error
 * @returns the arguments; ends the process with an error if they are invalid
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

/** Ends the process with an error if a tool that takes no arguments has received one. */
export function noArguments(args: readonly string[], tool: string): void {
  toolArguments({ options: {} }, args, tool);
}
