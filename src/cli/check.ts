/** `tengen check`: the command line around src/match/check. */
import { performance } from 'node:perf_hooks';
import { UserError } from '../core/errors.ts';
import { SWITCH, several, whole } from '../core/values.ts';
import { type CheckOptions, checkBrain, resultLines, STEPS, type StepResult } from '../match/check/check.ts';
import type { EngineSpec } from '../match/engine-spec.ts';
import { killAllEngines } from '../match/live-engines.ts';
import { readEngine } from '../match/options/engine.ts';
import { type Command, INTERRUPTED, readArguments, type Syntax } from './command.ts';

const SYNTAX = {
  options: {
    full: { type: SWITCH, help: 'longer games and searches, more sizes (about six minutes)' },
    strict: { type: SWITCH, help: 'warnings count as failures' },
    only: { type: several(whole(1, STEPS.length), 'N,N,...'), help: 'run only these steps' },
    json: { type: SWITCH, help: 'print one JSON object per step, then a summary' },
  },
  operands: { noun: 'word', least: 1, most: Number.POSITIVE_INFINITY, expected: 'the command of a brain' },
} as const satisfies Syntax;

/** `tengen check` */
export const COMMAND: Command = {
  name: 'check',
  summary: 'tests a brain: answers, moves, rules, time, memory, END',
  usages: ['[options] COMMAND', '[options] cmd=COMMAND [dir=...] [option.X=Y ...]'],
  about: [
    `Tests a brain in ${STEPS.length} steps: start-up, answers, legal moves, rules and sizes, time, memory, stderr, END. Each step restarts the brain and reports each fault with its consequence under Piskvork, the Gomocup judge and others. Progress of long steps is printed on stderr.`,
    '',
    'It takes about a minute, two if the brain leaves many requests unanswered, in which case timeouts shrink.',
  ],
  ...SYNTAX,
  needsArguments: true,
  exits: { 0: 'passed', 1: 'a step failed' },
  prepare(args) {
    const { values, operands } = readArguments(SYNTAX, args, 'tengen check');
    const spec = readBrain(operands);
    return () => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.once(signal, () => {
          killAllEngines();
          process.exit(INTERRUPTED);
        });
      }
      return examine(spec, values);
    };
  },
};

interface Options extends CheckOptions {
  readonly strict: boolean;
  readonly json: boolean;
}

/** `tengen check ./brain` or the keys of a match's -engine. */
function readBrain(words: readonly string[]): EngineSpec {
  const pairs = words.map((word) => /^(cmd|name|dir|memory|delay|starttimeout|eol|option\.\w+)=(.*)$/s.exec(word));
  if (pairs.every((pair) => pair !== null)) return readEngine(new Map(pairs.map(([, key, value]) => [key, value])));
  if (words.length !== 1)
    throw new UserError(`${words.length} words: expected one command (quote it if it has blanks), or cmd=...`);
  return readEngine(new Map([['cmd', words[0]]]));
}

async function examine(spec: EngineSpec, options: Options): Promise<number> {
  const results: StepResult[] = [];
  const transient = transientLine();
  const print = (line: string) => {
    transient.clear();
    process.stdout.write(`${line}\n`);
  };
  const onProgress = (number: number, title: string, what: string) => transient.show(`${number} ${title}: ${what}`);
  if (!options.json)
    print(`${spec.name}: ${options.full ? 'full check, about six minutes' : 'short check, about a minute'}`);
  for await (const result of checkBrain(spec, { ...options, onProgress }, () => performance.now())) {
    results.push(result);
    if (options.json) print(JSON.stringify({ type: 'step', ...result }));
    else for (const line of resultLines(result)) print(line);
  }
  const count = (verdict: StepResult['verdict']) => results.filter((result) => result.verdict === verdict).length;
  const [passed, warned, failed, skipped] = [count('pass'), count('warn'), count('fail'), count('skip')];
  if (options.json)
    print(JSON.stringify({ type: 'summary', name: spec.name, full: options.full, passed, warned, failed, skipped }));
  else {
    const skippedPart = skipped === 0 ? '' : `, ${skipped} skipped`;
    print(`${passed} passed, ${warned} with warnings, ${failed} failed${skippedPart}`);
  }
  return failed > 0 || (options.strict && warned > 0) ? 1 : 0;
}

/**
 * Shows the progress of a long step on stderr, so that stdout keeps its form: on a terminal one line that is removed
 * afterward, elsewhere one line per report.
 */
function transientLine(): { show(text: string): void; clear(): void } {
  const { stderr, stdout } = process;
  if (!stderr.isTTY || !stdout.isTTY) {
    return { show: (text) => stderr.write(`tengen check: ${text}\n`), clear: () => {} };
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
