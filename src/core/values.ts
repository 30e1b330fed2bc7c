/** Values as people write them: how to read each kind, and what an error says is expected. */
import { UserError } from './errors.ts';
import { suggestion } from './near.ts';
import { listed, MAX_SHOWN } from './text.ts';

export interface ValueType<T> {
  /** Placeholder in a help text, for instance `N`; empty for a switch, which takes no value. */
  readonly word: string;
  /** What an error says is expected, for instance `a whole number from 3 to 22`. */
  readonly expected: string;
  /** The possible values for a help text, for instance `3 to 22`; empty if the text itself says so. */
  readonly range: string;
  /** All values, if they are words: an error suggests the closest one. */
  readonly choices?: readonly string[];
  /** Lines that explain the values, shown after the options in a help text. */
  readonly about?: readonly string[];
  /** @returns undefined if the text is not such a value */
  read(text: string): T | undefined;
  show?(value: T): string;
}

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

export const ON_OFF: ValueType<boolean> = {
  ...oneOf(['on', 'off']),
  read: SWITCH.read,
  show: (value) => (value ? 'on' : 'off'),
};

/** Any text. @param word placeholder in a help text */
export function text(word: string): ValueType<string> {
  return { word, expected: 'a text', range: '', read: (given) => given };
}

/** Upper bounds above this are not shown in a help text. */
const MAX_SHOWN_BOUND = 1e6;

/** Whole numbers, also written as `1e6`. */
export function whole(min: number, max = Number.MAX_SAFE_INTEGER, word = 'N'): ValueType<number> {
  const range = max > MAX_SHOWN_BOUND ? `at least ${min}` : `${min} to ${max}`;
  return {
    word,
    expected: `a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`,
    range: min <= 1 && max > MAX_SHOWN_BOUND ? '' : range,
    read: numberIn((value) => Number.isInteger(value) && value >= min && value <= max),
  };
}

export function decimal(min = Number.NEGATIVE_INFINITY, word = 'N'): ValueType<number> {
  return {
    word,
    expected: min === Number.NEGATIVE_INFINITY ? 'a number' : `a number of at least ${min}`,
    range: '',
    read: numberIn((value) => Number.isFinite(value) && value >= min),
  };
}

function numberIn(isFine: (value: number) => boolean): (text: string) => number | undefined {
  return (given) => {
    const value = given.trim() === '' ? Number.NaN : Number(given);
    return isFine(value) ? value : undefined;
  };
}

/** One of several words, in any case. @param word placeholder in a help text; default: all of them */
export function oneOf<const T extends string>(words: readonly T[], word = words.join('|')): ValueType<T> {
  return {
    word,
    expected: listed(words),
    range: '',
    choices: words,
    read: (given) => words.find((one) => one.toLowerCase() === given.trim().toLowerCase()),
  };
}

/** Values of one kind, separated by commas. @param word placeholder in a help text */
export function several<T>(type: ValueType<T>, word: string): ValueType<readonly T[]> {
  return {
    word,
    expected: `${type.expected}, or several separated by commas`,
    range: type.range,
    read(given) {
      const all = given.split(',').map((one) => type.read(one));
      return all.every((one) => one !== undefined) ? all : undefined;
    },
    show: (values) => values.join(),
  };
}

/** @returns what a user wrote as an error repeats it, in quotes if it has blanks or is empty */
export function shownText(given: string): string {
  const part = given.slice(0, MAX_SHOWN);
  return /^\S+$/.test(part) ? part : `"${part}"`;
}

/**
 * @param name of the value as the user knows it: `--size`, or `level`
 * @param came name and value as written, if not separated by a blank
 * @throws UserError `--size 30: expected a whole number from 3 to 22`
 */
export function readValue<T>(type: ValueType<T>, name: string, given: string, came = `${name} ${shownText(given)}`): T {
  const value = type.read(given);
  if (value !== undefined) return value;
  throw new UserError(`${came}: expected ${type.expected}${suggestion(given, type.choices ?? [])}`);
}

export interface Option {
  readonly type: ValueType<unknown>;
  /** Value if the option is not given. Without a default it is null, for a switch false. */
  readonly default?: unknown;
  readonly isMany?: true;
}

export interface DescribedOption extends Option {
  readonly help: string;
  /** The default as help shows it, if not the value of `default`. */
  readonly usual?: string;
}

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

export type Values<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/**
 * @param texts of options in the table
 * @param came returns name and value as written, for an error
 * @throws UserError for an invalid value
 */
export function readValues<Table extends Options>(
  table: Table,
  texts: ReadonlyMap<string, readonly string[]>,
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
