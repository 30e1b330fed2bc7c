/** Common parts of the tests of the tools that play games for search parameters. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../../folder.ts';
import { type Ended, tool } from '../../../processes.ts';

export const GAMES = [
  { rule: 0, size: 15, openings: 'freestyle-15' },
  { rule: 4, size: 15, openings: 'renju-15' },
];

export interface Tool {
  /** Path of a file in a folder that is removed after the tests. */
  inFolder(name: string): string;
  /** Runs the tool. @param out log, in the folder @param table written to a file for it; null: there is no such file */
  run(out: string, table: unknown, ...more: string[]): Ended;
}

/** @param name as after `npm run tool --` */
export function openTool(name: string): Tool {
  const folder = temporaryFolder();
  const inFolder = (file: string) => join(folder, file);
  const run = (out: string, table: unknown, ...more: string[]) => {
    rmSync(inFolder('table.json'), { force: true });
    if (table !== null) writeFileSync(inFolder('table.json'), JSON.stringify(table));
    return tool(name, '--out', inFolder(out), '--table', inFolder('table.json'), ...more);
  };
  return { inFolder, run };
}

/** The run was rejected with one line that says why. */
export function expectRefused({ status, stderr }: Ended, message: string): void {
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
}
