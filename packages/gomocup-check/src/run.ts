/** Runs a check from a command line: prints, writes and counts the results. */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { INTERRUPTED } from '../../../src/core/command.ts';
import { named } from '../../../src/core/errors.ts';
import { printable } from '../../../src/core/text.ts';
import type { EngineSpec } from '../../../src/measure/match/engine-spec.ts';
import { killAllEngines } from '../../../src/measure/match/live-engines.ts';
import { onStopSignal } from '../../../src/platform/node/streams.ts';
import { checkBrain, STEPS, type StepResult } from './check.ts';
import { type CheckValues, readBrain, stepsOf } from './options.ts';
import { annotations, junitXml, resultLines, scopeOf, totalsLine, totalsOf } from './report.ts';

/**
 * Reads the command line, so that wrong usage is rejected before anything runs.
 * @param words the command of a brain, or `cmd=...` with other keys
 * @param program name on stderr
 * @returns a function that runs the check and returns the exit code: 0 passed, 1 a step failed;
 * it throws a UserError if a file cannot be written
 * @throws UserError
 */
export function prepareCheck(words: readonly string[], values: CheckValues, program: string): () => Promise<number> {
  const spec = readBrain(words);
  const only = stepsOf(values);
  return () => runCheck(spec, only, values, program);
}

async function runCheck(
  spec: EngineSpec,
  only: readonly number[] | null,
  values: CheckValues,
  program: string,
): Promise<number> {
  onStopSignal(() => {
    killAllEngines();
    process.exit(INTERRUPTED);
  });
  const { full, strict, json, junit, annotate, rules, sizes } = values;
  // Fails before the check rather than after it.
  if (junit !== null) named(junit, () => writeFileSync(junit, ''));
  const results: StepResult[] = [];
  const transient = transientLine(program);
  const print = (line: string) => {
    transient.clear();
    // JSON has its own escapes.
    process.stdout.write(`${json ? line : printable(line)}\n`);
  };
  const onProgress = (number: number, title: string, what: string) => transient.show(`${number} ${title}: ${what}`);
  if (!json) print(`${spec.name}: ${scopeOf(only?.length ?? STEPS.length, full)}`);
  const options = { full, only, claims: { rules, sizes }, onProgress };
  for await (const result of checkBrain(spec, options, () => performance.now())) {
    results.push(result);
    for (const line of json ? [JSON.stringify({ type: 'step', ...result })] : resultLines(result)) print(line);
  }
  const totals = totalsOf(results);
  const untested = (only?.length ?? STEPS.length) - results.length;
  if (junit !== null) named(junit, () => writeFileSync(junit, junitXml(spec.name, results, strict)));
  if (annotate) for (const line of annotations(results)) print(line);
  const { pass: passed, warn: warned, fail: failed, skip: skipped } = totals;
  const summary = { type: 'summary', name: spec.name, full, passed, warned, failed, skipped, untested };
  print(json ? JSON.stringify(summary) : totalsLine(totals, untested));
  return totals.fail > 0 || (strict && totals.warn > 0) ? 1 : 0;
}

/**
 * Shows the progress of a long step on stderr, so that stdout keeps its form: on a terminal one line that is removed
 * afterward, elsewhere one line per report.
 */
function transientLine(program: string): { show(text: string): void; clear(): void } {
  const { stderr, stdout } = process;
  if (!stderr.isTTY || !stdout.isTTY) {
    return { show: (text) => stderr.write(`${program}: ${text}\n`), clear: () => {} };
  }
  let isShown = false;
  return {
    show(text) {
      stderr.write(`\r\x1b[K${text.slice(0, (stderr.columns || 80) - 1)}`);
      isShown = true;
    },
    clear() {
      if (isShown) stderr.write('\r\x1b[K');
      isShown = false;
    },
  };
}
