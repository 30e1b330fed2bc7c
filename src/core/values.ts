/** Values as people write them: how each kind is read, and what is expected in place of a word that is none. */
import { UserError } from './errors.ts';
import { suggestion } from './near.ts';
import { listed } from './text.ts';

/** A kind of value. */
export interface ValueType<T> {
  /** What stands for it in a help text, `N` for instance; empty for a switch, which takes no value. */
  readonly word: string;
  /** What an error asks for, `a whole number from 3 to 22` for instance. */
  readonly expected: string;
  /** Which values there are, as a help text adds it: `3 to 22`; empty where the text says so itself. */
  readonly range: string;
  /** All of them, where they are words: one that is nearly right is answered with the right one. */
  readonly choices?: readonly string[];
  /** Lines that explain the values, below the options of a help text. */
  readonly about?: readonly string[];
  /** @returns undefined for a word that is no such value */
  read(text: string): T | undefined;
  /** How a value is written; as String does if it is not given. */
  show?(value: T): string;
}

/** An option that is either given or not. */
export interface Switch extends ValueType<boolean> {
  readonly isSwitch: true;
}

export const SWITCH: Switch = {
  isSwitch: true,
  word: '',
  expected: 'on or off',
  range: '',
  read: (text) => (/^on$/i.test(text.trim()) ? true : /^off$/i.test(text.trim()) ? false : undefined),
};

/** `on` or `off`, written out. */
export const ON_OFF: ValueType<boolean> = {
  ...oneOf(['on', 'off']),
  read: SWITCH.read,
  show: (value) => (value ? 'on' : 'off'),
};

/** Any text. @param word what stands for it in a help text */
export function text(word: string): ValueType<string> {
  return { word, expected: 'a text', range: '', read: (given) => given };
}

/** A bound of so many is none that people have to know of. */
const MAX_SHOWN = 1e6;

/** Whole numbers, `1e6` among them. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER, word = 'N'): ValueType<number> {
  const range = most > MAX_SHOWN ? `at least ${least}` : `${least} to ${most}`;
  return {
    word,
    expected: `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
    range: least <= 1 && most > MAX_SHOWN ? '' : range,
    read: numberIn((value) => Number.isInteger(value) && value >= least && value <= most),
  };
}

/** Numbers of any size, or of a least one. */
export function decimal(least = Number.NEGATIVE_INFINITY, word = 'N'): ValueType<number> {
  return {
    word,
    expected: least === Number.NEGATIVE_INFINITY ? 'a number' : `a number of at least ${least}`,
    range: '',
    read: numberIn((value) => Number.isFinite(value) && value >= least),
  };
}

function numberIn(isFine: (value: number) => boolean): (text: string) => number | undefined {
  return (given) => {
    const value = given.trim() === '' ? Number.NaN : Number(given);
    return isFine(value) ? value : undefined;
  };
}

/** One of some words, in any case. @param word what stands for it in a help text; all of them if it is not given */
export function oneOf<const T extends string>(words: readonly T[], word = words.join('|')): ValueType<T> {
  return {
    word,
    expected: listed(words),
    range: '',
    choices: words,
    read: (given) => words.find((one) => one.toLowerCase() === given.trim().toLowerCase()),
  };
}

/** Values of one kind with commas between them. @param word what stands for them in a help text */
export function several<T>(type: ValueType<T>, word: string): ValueType<readonly T[]> {
  return {
    word,
    expected: `${type.expected}, or several with commas`,
    range: type.range,
    read(given) {
      const all = given.split(',').map((one) => type.read(one));
      return all.every((one) => one !== undefined) ? all : undefined;
    },
    show: (values) => values.join(),
  };
}

/** No error repeats more of what came. */
const MAX_REPEATED = 60;

/** @returns what came, in quotes where its ends would not be seen */
export function shownText(given: string): string {
  const part = given.slice(0, MAX_REPEATED);
  return /^\S+$/.test(part) ? part : `"${part}"`;
}

/**
 * @param name of what is read, as the person knows it: `--size`, or `level`
 * @param came name and value, if a blank between them is not how they were written
 * @throws UserError `--size 30: expected a whole number from 3 to 22`
 */
export function readValue<T>(type: ValueType<T>, name: string, given: string, came = `${name} ${shownText(given)}`): T {
  const value = type.read(given);
  if (value !== undefined) return value;
  throw new UserError(`${came}: expected ${type.expected}${suggestion(given, type.choices ?? [])}`);
}

/** What can be given by name. */
export interface Option {
  readonly type: ValueType<unknown>;
  /** What holds if nothing is given; without one that is null, for a switch false. */
  readonly default?: unknown;
  /** May be given several times. */
  readonly isMany?: true;
}

/** The same, for people. */
export interface DescribedOption extends Option {
  readonly help: string;
  /** What help tells as the default, where the default itself does not say it. */
  readonly usual?: string;
}

/** Options by name. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O> = O extends { readonly type: infer Type }
  ? Type extends Switch
    ? boolean
    : Type extends ValueType<infer T>
      ? O extends { readonly isMany: true }
        ? readonly T[]
        : O extends { readonly default: unknown }
          ? T
          : T | null
      : never
  : never;

/** What options hold. */
export type Values<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** What was written, by name. */
export type Texts = ReadonlyMap<string, readonly string[]>;

/**
 * @param texts of options that are in the table
 * @param came what was written, for an error
 * @throws UserError for a value that is none
 */
export function readValues<Table extends Options>(
  table: Table,
  texts: Texts,
  came: (name: string, given: string) => string,
): Values<Table> {
  const entries = Object.entries(table).map(([name, option]) => [
    name,
    optionValue(name, option, texts.get(name), came),
  ]);
  return Object.fromEntries(entries);
}

function optionValue(
  name: string,
  option: Option,
  given: readonly string[] | undefined,
  came: (name: string, given: string) => string,
): unknown {
  const { type, isMany } = option;
  const all = (given ?? []).map((one) => readValue(type, name, one, came(name, one)));
  if (isMany || all.length > 0) return isMany ? all : all.at(-1);
  return option.default ?? ('isSwitch' in type ? false : null);
}
