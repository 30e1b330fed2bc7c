/** `tengen check`: the command line around src/match/check. */
import { performance } from 'node:perf_hooks';
import { MatchError, messageOf } from '../core/errors.ts';
import { suggestion } from '../core/near.ts';
import { type CheckOptions, checkBrain, resultLines, STEPS, type StepResult } from '../match/check/check.ts';
import type { EngineSpec } from '../match/engine-spec.ts';
import { killAllEngines } from '../match/live-engines.ts';
import { readEngine } from '../match/options/engine.ts';

const USAGE = `Usage: tengen check [options] COMMAND
       tengen check [options] cmd=COMMAND [dir=...] [option.X=Y ...]
Examines a brain in ${STEPS.length} steps: start-up, answers, legal moves, rules and sizes, time, memory, stderr, END.
Each step starts the brain anew and tells what Piskvork, the Gomocup judge and others would do about a fault.
On stderr stands what the long steps are at.

It takes about a minute, two if the brain leaves much unanswered: then it is waited for less and less.

Options: --full       longer games and searches, more sizes (about six minutes)
         --strict     warnings count as failures
         --only=4,20  these steps only
         --json       one JSON object for each step, then a summary
Exit: 0 passed, 1 a step failed, 2 wrong usage
`;

/** Runs `tengen check`. @returns the exit code */
export async function checkCommand(args: readonly string[]): Promise<number> {
  const flags = args.filter((word) => word.startsWith('-')).map((word) => word.replace(/^--?/, ''));
  const words = args.filter((word) => !word.startsWith('-'));
  if (args.length === 0 || flags.some((flag) => ['help', 'h'].includes(flag))) {
    process.stdout.write(USAGE);
    return args.length === 0 ? 2 : 0;
  }
  let spec: EngineSpec;
  let options: Options;
  try {
    options = readFlags(flags);
    spec = readBrain(words);
  } catch (error) {
    process.stderr.write(`tengen check: ${messageOf(error)}\n`);
    return 2;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      killAllEngines();
      process.exit(130);
    });
  }
  return examine(spec, options);
}

interface Options extends CheckOptions {
  readonly strict: boolean;
  readonly json: boolean;
}

function readFlags(flags: readonly string[]): Options {
  const list = flags.find((flag) => flag.startsWith('only='))?.slice('only='.length);
  const only = list?.split(',').map(Number) ?? null;
  const unknown = flags.find((flag) => !['full', 'strict', 'json'].includes(flag) && !flag.startsWith('only='));
  if (unknown !== undefined) {
    const near = suggestion(`--${unknown}`, ['--full', '--strict', '--json']);
    throw new MatchError(`--${unknown}: expected --full, --strict, --only=... or --json${near}`);
  }
  const wrong = only?.find((number) => STEPS[number - 1] === undefined);
  if (wrong !== undefined) throw new MatchError(`--only ${wrong}: expected numbers from 1 to ${STEPS.length}`);
  return { full: flags.includes('full'), strict: flags.includes('strict'), json: flags.includes('json'), only };
}

/** `tengen check ./brain` or the keys of a match's -engine. */
function readBrain(words: readonly string[]): EngineSpec {
  const pairs = words.map((word) => /^(cmd|name|dir|memory|delay|starttimeout|eol|option\.\w+)=(.*)$/s.exec(word));
  if (pairs.every((pair) => pair !== null)) return readEngine(new Map(pairs.map(([, key, value]) => [key, value])));
  if (words.length !== 1)
    throw new MatchError(`${words.length} words: expected one command (quote it if it has blanks), or cmd=...`);
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
    const untried = skipped === 0 ? '' : `, ${skipped} not tried`;
    print(`${passed} passed, ${warned} with warnings, ${failed} failed${untried}`);
  }
  return failed > 0 || (options.strict && warned > 0) ? 1 : 0;
}

/**
 * What a long step is at, on stderr so that stdout keeps its form: on a terminal one line that goes away again, elsewhere
 * a line each.
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
