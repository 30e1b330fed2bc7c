/**
 * Writes the constants of src/kernel/search/params.ts from the rows of src/kernel/search/params-table.ts:
 *   npm run tool -- params [--check]
 *
 * With --check it writes nothing and exits with 1 if the file is out of date.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SWITCH } from '../src/core/values.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';
import { withParameters } from './tuning/params-source.ts';

const FILE = fileURLToPath(new URL('../src/kernel/search/params.ts', import.meta.url));

const SYNTAX = { options: { check: { type: SWITCH } } } as const satisfies ToolSyntax;

/** @returns exit status */
export function main(args: readonly string[]): number {
  const { check } = toolArguments(SYNTAX, args, 'params').values;
  const before = readFileSync(FILE, 'utf8');
  const after = withParameters(before);
  if (after === before) return 0;
  if (check) {
    console.error('src/kernel/search/params.ts is out of date: run npm run tool -- params');
    return 1;
  }
  writeFileSync(FILE, after);
  return 0;
}
