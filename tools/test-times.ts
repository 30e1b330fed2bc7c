/**
 * Runs test files and prints the CPU seconds of the most expensive ones, on Linux with their child processes:
 *   npm run tool -- test-times [--top 20] [--] [argument of vitest ...]
 *   npm run tool -- test-times -- --project unit --project program
 *
 * A busy machine changes CPU time far less than the time of day.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { whole } from '../src/core/values.ts';
import { cpuSeconds } from './common/cpu-seconds.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = {
  options: { top: { type: whole(1), default: 20 } },
  operands: { noun: 'argument', min: 0, max: Number.POSITIVE_INFINITY },
} as const satisfies ToolSyntax;

/** @returns exit status of the tests */
export function main(args: readonly string[]): number {
  const { values, operands } = toolArguments(SYNTAX, args, 'test-times');
  const folder = mkdtempSync(join(tmpdir(), 'tengen-times-'));
  try {
    const times = join(folder, 'times.jsonl');
    const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
    const before = cpuSeconds();
    const { status } = spawnSync(process.execPath, [vitest, 'run', '--reporter=dot', ...operands], {
      stdio: 'inherit',
      env: { ...process.env, TENGEN_TEST_TIMES: times },
    });
    if (existsSync(times)) console.log(table(readFileSync(times, 'utf8'), values.top, cpuSeconds() - before));
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param text a line of JSON for each file @param total seconds of the whole run */
function table(text: string, top: number, total: number): string {
  const files = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string; seconds: number })
    .sort((a, b) => b.seconds - a.seconds);
  const sum = files.reduce((seconds, file) => seconds + file.seconds, 0);
  const rows = files.slice(0, top).map(({ file, seconds }) => `| \`${file}\` | ${seconds.toFixed(1)} |`);
  return [
    '| file | CPU seconds |',
    '| --- | --- |',
    ...rows,
    `| all ${files.length} files | ${sum.toFixed(0)} |`,
    `| with vitest itself and the build | ${total.toFixed(0)} |`,
  ].join('\n');
}
