/**
 * A command of tengen as a table. From it come the reading of its arguments, what is said of wrong ones, its help
 * (help.ts) and the tables of options in docs.
 */
import { UserError } from '../core/errors.ts';
import { suggestion } from '../core/near.ts';
import { counted } from '../core/text.ts';
import { type DescribedOption, type Option, readValues, shownText, type Values } from '../core/values.ts';

/** Something that is given by name. */
export interface CommandOption extends DescribedOption {
  /** Heading of help that it is listed below; those without one come first. */
  readonly section?: string;
}

/** What is given without a name. */
export interface Operands {
  /** What one of them is. */
  readonly noun: string;
  readonly least: number;
  readonly most: number;
  /** What an error asks for, where the numbers do not say it. */
  readonly expected?: string;
}

/** How arguments are read. */
export interface Syntax<O extends Option = CommandOption> {
  readonly options: Readonly<Record<string, O>>;
  /** None if absent. */
  readonly operands?: Operands;
}

/** A command. */
export interface Command extends Syntax {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What stands behind its name, a line for each way to use it. */
  readonly usages: readonly string[];
  /** Lines below those. */
  readonly about: readonly string[];
  /** What stands before the name of an option, two dashes if absent. */
  readonly dash?: string;
  /** What stands as `key=value` behind options. */
  readonly keys?: { readonly title: string; readonly options: Readonly<Record<string, DescribedOption>> };
  /** Lines below the options. */
  readonly notes?: readonly string[];
  /** Without arguments it shows its help. */
  readonly needsArguments?: true;
  /** What the exit codes mean, 2 apart: wrong usage. */
  readonly exits: Readonly<Record<number, string>>;
  /** The exit code of a run that has failed, 1 if absent. */
  readonly failure?: number;
  /** @returns what it does; that gives the exit code @throws UserError for wrong usage */
  prepare(args: readonly string[]): () => number | Promise<number>;
}

/** What the arguments say. */
export interface Given<Table> {
  readonly values: Values<Table>;
  readonly operands: readonly string[];
  /** Names of the options that were given. */
  readonly names: ReadonlySet<string>;
}

export const FAILED = 1;
export const WRONG_USAGE = 2;
export const INTERRUPTED = 130;

/**
 * An option, with one dash or two. `parseArgs` of Node would read `-fleet` as five options, and as one more the record
 * `- H8`, which begins with a turn that was passed.
 */
const OPTION = /^--?([a-z][a-z-]*)(?:=(.*))?$/is;

/**
 * @param command whose help is named, for instance `tengen play`
 * @throws UserError with one line that says what came and what was expected
 */
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
  throw new UserError(`--${name}: expected a value (one that begins with a dash is written --${name}=${word})`);
}

/** @returns one line about an option that there is not, with the one that was meant */
export function unknownOption(word: string, names: readonly string[], command: string): string {
  const [written] = word.split('=');
  const dashed = names.map((name) => `--${name}`);
  return `${written}: expected an option of ${command} --help${suggestion(`--${written.replace(/^-+/, '')}`, dashed)}`;
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
  const { noun, least, most } = wanted;
  if (operands.length >= least && operands.length <= most) return;
  const { expected = least === most ? String(least) : `${least} to ${most}` } = wanted;
  throw new UserError(`${counted(operands.length, noun)}: expected ${expected}, see ${command} --help`);
}
