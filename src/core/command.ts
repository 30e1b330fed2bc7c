/**
 * A command of tengen as a table, the source for parsing its arguments, for error messages, for its help (help.ts), and
 * for the tables of options in docs.
 */
import { UserError } from './errors.ts';
import { suggestion } from './near.ts';
import { counted } from './text.ts';
import { type DescribedOption, type Option, readValues, shownText, type Values } from './values.ts';

export interface CommandOption extends DescribedOption {
  /** Heading in help under which it is listed; options without one come first. */
  readonly section?: string;
}

/** Arguments without a name. */
export interface Operands {
  readonly noun: string;
  readonly min: number;
  readonly max: number;
  /** What an error says is expected, if not just these numbers. */
  readonly expected?: string;
}

/** The arguments that a command takes. */
export interface Syntax<O extends Option = CommandOption> {
  readonly options: Readonly<Record<string, O>>;
  /** Absent: none. */
  readonly operands?: Operands;
}

export interface Command extends Syntax {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** Text after its name in the usage line, one entry for each way to use it. */
  readonly usages: readonly string[];
  /** Lines after the usage. */
  readonly about: readonly string[];
  /** Prefix of option names; default: two dashes. */
  readonly dash?: string;
  /** The `key=value` pairs that options take. */
  readonly keys?: { readonly title: string; readonly options: Readonly<Record<string, DescribedOption>> };
  /** Lines after the options. */
  readonly notes?: readonly string[];
  /** Shows its help if called without arguments. */
  readonly needsArguments?: true;
  /** Meanings of the exit codes, except 2: wrong usage. */
  readonly exits: Readonly<Record<number, string>>;
  /** Exit code of a failed run; default: 1. */
  readonly failure?: number;
  /** @returns a function that runs the command and returns the exit code @throws UserError for wrong usage */
  prepare(args: readonly string[]): () => number | Promise<number>;
}

export interface Given<Table> {
  readonly values: Values<Table>;
  readonly operands: readonly string[];
  readonly names: ReadonlySet<string>;
}

export const FAILED = 1;
export const WRONG_USAGE = 2;
export const INTERRUPTED = 130;

/**
 * An option, with one dash or two. Node's `parseArgs` would read `-fleet` as five options, and the record `- H8`, which
 * begins with a passed turn, as another one.
 */
const OPTION = /^--?([a-z][a-z-]*)(?:=(.*))?$/is;

/** @param command name for error messages, for instance `tengen play` @throws UserError for invalid arguments */
export function readArguments<const S extends Syntax<Option>>(
  { options, operands: wanted }: S,
  args: readonly string[],
  command: string,
): Given<S['options']> {
  const texts = new Map<string, string[]>();
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const operands: string[] = [];
  for (let i = 0; i < end; i++) {
    const found = OPTION.exec(args[i]);
    if (found === null) {
      operands.push(args[i]);
      continue;
    }
    const [, name, attached] = found;
    if (!Object.hasOwn(options, name)) throw new UserError(unknownOption(args[i], Object.keys(options), command));
    const isSwitch = 'isSwitch' in options[name].type;
    if (isSwitch && attached !== undefined) throw new UserError(`${args[i]}: expected --${name} without a value`);
    const value = isSwitch ? 'on' : (attached ?? valueAfter(name, args[++i]));
    texts.set(name, [...(texts.get(name) ?? []), value]);
  }
  operands.push(...args.slice(end + 1));
  checkOperands(operands, wanted, Object.keys(options), command);
  const values = readValues(options, texts, (name, given) => `--${name} ${shownText(given)}`);
  return { values, operands, names: new Set(texts.keys()) } as Given<S['options']>;
}

function valueAfter(name: string, word: string | undefined): string {
  if (word === undefined || word === '--') throw new UserError(`--${name}: expected a value`);
  if (!OPTION.test(word)) return word;
  throw new UserError(`--${name}: expected a value (write one that begins with a dash as --${name}=${word})`);
}

/** @returns one line about an unknown option, with the one that was probably meant */
export function unknownOption(word: string, names: readonly string[], command: string): string {
  const [written] = word.split('=');
  const dashed = names.map((name) => `--${name}`);
  const near = suggestion(`--${written.replace(/^-+/, '')}`, dashed) || `; see ${command} --help`;
  return `${written}: ${written.startsWith('-') ? 'unknown option' : 'unexpected argument'}${near}`;
}

function checkOperands(
  operands: readonly string[],
  wanted: Operands | undefined,
  names: readonly string[],
  command: string,
): void {
  if (wanted === undefined) {
    if (operands.length > 0) throw new UserError(unknownOption(operands[0], names, command));
    return;
  }
  const { noun, min, max } = wanted;
  if (operands.length >= min && operands.length <= max) return;
  const { expected = min === max ? String(min) : `${min} to ${max}` } = wanted;
  throw new UserError(`${counted(operands.length, noun)}: expected ${expected}; see ${command} --help`);
}
