#!/usr/bin/env node
import { NO_FILES_VARIABLE } from '../core/environment.ts';
import { suggestion } from '../core/near.ts';
import { anyRuleCodeOf, RULE_CHOICES } from '../core/rule.ts';
import { MAX_WIN_LENGTH, MIN_WIN_LENGTH } from '../core/rule-code.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/size.ts';
import { VERSION } from '../engine/version.ts';
/**
 * The program: a brain unless a subcommand is named. Everything but the brain is loaded when it is asked for, so that a
 * manager's START is answered soon.
 */
import type { Settings } from '../protocol/settings.ts';
import { type BrainOptions, runBrain } from './brain.ts';
import { mendStreams } from './streams.ts';

/** Runs a subcommand. @returns exit code: 0 done, 1 a check failed, 2 wrong usage */
type Subcommand = (args: readonly string[]) => Promise<number>;

const SUBCOMMANDS: ReadonlyMap<string, Subcommand> = new Map<string, Subcommand>([
  ['analyze', async (args) => (await import('./analyze.ts')).analyzeCommand(args)],
  ['board', async (args) => (await import('./board.ts')).boardCommand(args)],
  ['book', async (args) => (await import('./book.ts')).bookCommand(args)],
  ['bench', async (args) => (await import('./bench.ts')).benchCommand(args)],
  ['forbidden', async (args) => print((await import('./forbidden.ts')).forbiddenCommand(args))],
  ['check', async (args) => (await import('./check.ts')).checkCommand(args)],
  ['convert', async (args) => (await import('./convert.ts')).convertCommand(args)],
  ['fleet', async (args) => (await import('./fleet.ts')).fleetCommand(args)],
  ['match', async (args) => (await import('./match.ts')).matchCommand(args)],
  ['play', async (args) => (await import('./play.ts')).playCommand(args)],
  ['selfplay', async (args) => (await import('./selfplay.ts')).selfPlayCommand(args)],
  ['worker', async (args) => (await import('./worker.ts')).workerCommand(args)],
]);

const NO_FILES = '--no-files';
const BRAIN_OPTIONS = ['--size', '--rule', '--win', NO_FILES, '--help', '--version'];
const WRONG_USAGE = 2;

// Not awaited: in the executables this is a classic script, which knows no await at the top.
void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  if (process.platform === 'win32') mendStreams();
  const [first, ...rest] = args;
  const subcommand = SUBCOMMANDS.get(first);
  if (subcommand !== undefined) {
    process.exitCode = await subcommand(rest);
  } else if (first === '--version' || first === '-v') {
    print({ code: 0, lines: [`tengen ${VERSION}`] });
  } else if (first === '--help' || first === '-h' || first === 'help') {
    const asked = SUBCOMMANDS.get(rest[0]);
    if (asked !== undefined) process.exitCode = await asked(['--help']);
    else print({ code: 0, lines: (await import('./help.ts')).helpLines() });
  } else {
    const options = brainOptions(args);
    if (typeof options === 'string') process.exitCode = print({ code: WRONG_USAGE, lines: [options] });
    else runBrain(options);
  }
}

/** @returns what the brain starts with, or the one line that says what is wrong */
function brainOptions(args: readonly string[]): BrainOptions | string {
  const settings: Partial<Settings> = {};
  let size: number | undefined;
  const words = args
    .filter((arg) => arg !== NO_FILES)
    .flatMap((arg) => (/^--\w+=/.test(arg) ? arg.split('=', 2) : [arg]));
  for (let i = 0; i < words.length; i += 2) {
    const value = /^\d{1,3}$/.test(words[i + 1] ?? '') ? Number(words[i + 1]) : Number.NaN;
    const came = `${words[i]} ${words[i + 1] ?? ''}`.trim();
    if (words[i] === '--size') {
      if (!(value >= MIN_SIZE && value <= MAX_SIZE))
        return `${came}: expected a number from ${MIN_SIZE} to ${MAX_SIZE}`;
      size = value;
    } else if (words[i] === '--rule') {
      const code = anyRuleCodeOf(words[i + 1] ?? '');
      if (code === null) return `${came}: expected ${RULE_CHOICES}`;
      settings.ruleCode = code;
    } else if (words[i] === '--win') {
      if (!(value >= MIN_WIN_LENGTH && value <= MAX_WIN_LENGTH)) {
        return `${came}: expected a number from ${MIN_WIN_LENGTH} to ${MAX_WIN_LENGTH}`;
      }
      settings.winLength = value;
    } else {
      const near = suggestion(words[i], [...SUBCOMMANDS.keys(), ...BRAIN_OPTIONS]);
      return `unknown argument "${words[i]}": expected a subcommand or an option, see tengen --help${near}`;
    }
  }
  // Whoever starts engines of all kinds can set a variable for all of them; an argument only some of them know.
  const withoutFiles = args.includes(NO_FILES) || isOn(process.env[NO_FILES_VARIABLE]);
  return { settings, withoutFiles, ...(size === undefined ? {} : { size }) };
}

/** @param variable of the environment */
function isOn(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '' && variable !== '0';
}

/** Prints on stdout what was asked for, on stderr what was wrong. @returns the code */
function print({ code, lines }: { readonly code: number; readonly lines: readonly string[] }): number {
  (code === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  return code;
}
