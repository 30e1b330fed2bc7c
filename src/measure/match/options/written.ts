/** Splits the options of the command line or of a JSON file into names and values, before these are checked. */
import { readFileSync } from 'node:fs';
import { messageOf, named, UserError } from '../../../core/errors.ts';
import { suggestion } from '../../../core/near.ts';
import { isObject } from '../../../core/schema.ts';
import { withoutByteOrderMark } from '../../../core/text.ts';
import { type Options, readValues, shownText, type Values } from '../../../core/values.ts';
import { ALIASES, MATCH_OPTIONS, type MatchOption } from './table.ts';

/** `key=value` words after an option. */
export type Pairs = ReadonlyMap<string, string>;

/** The options as written, before anything is checked. */
export interface RawOptions {
  readonly engines: readonly Pairs[];
  readonly groups: ReadonlyMap<string, Pairs>;
  readonly values: ReadonlyMap<string, string>;
}

/** Splits the words of a command line. @throws UserError for words that are not options of a match */
export function parseArguments(args: readonly string[]): RawOptions {
  const engines: Pairs[] = [];
  const groups = new Map<string, Pairs>();
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; ) {
    const word = args[i++];
    const name = optionName(word);
    const kind = kindOf(name, word);
    if (kind === 'switch') {
      values.set(name, 'on');
    } else if (kind === 'value') {
      if (i >= args.length) throw new UserError(`-${name}: expected a value`);
      values.set(name, args[i++]);
    } else {
      const pairs = new Map<string, string>();
      while (i < args.length && !/^--?[a-z]/i.test(args[i])) addPair(pairs, args[i++], name);
      if (name === 'engine') engines.push(pairs);
      else groups.set(name, new Map([...(groups.get(name) ?? []), ...pairs]));
    }
  }
  return { engines, groups, values };
}

/** @param written the name as given @returns what follows the option @throws UserError if no option has that name */
function kindOf(name: string, written: string): 'pairs' | 'value' | 'switch' {
  if (!Object.hasOwn(MATCH_OPTIONS, name)) {
    const near = suggestion(name, [...Object.keys(MATCH_OPTIONS), ...ALIASES.keys()]);
    throw new UserError(`${written}: unknown option${near || '; see tengen match --help'}`);
  }
  const { keys, type }: MatchOption = MATCH_OPTIONS[name as keyof typeof MATCH_OPTIONS];
  return keys !== undefined ? 'pairs' : 'isSwitch' in type ? 'switch' : 'value';
}

function optionName(word: string): string {
  const name = word.replace(/^--?/, '').toLowerCase();
  if (name === word || name === '')
    throw new UserError(`${shownText(word)}: expected an option such as -engine, see tengen match --help`);
  return ALIASES.get(name) ?? name;
}

function addPair(pairs: Map<string, string>, word: string, option: string): void {
  const at = word.indexOf('=');
  if (at <= 0) throw new UserError(`-${option} ${shownText(word)}: expected key=value`);
  pairs.set(word.slice(0, at), word.slice(at + 1));
}

/** Reads the JSON form: the options' names as keys, `engines` a list, `option` of an engine an object. */
export function parseJsonOptions(text: string, file: string): RawOptions {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file}: ${messageOf(error)}`);
  }
  if (!isObject(value)) throw new UserError(`${file}: expected an object with "engines"`);
  const engines: Pairs[] = [];
  const groups = new Map<string, Pairs>();
  const values = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'engines') {
      if (!Array.isArray(entry)) throw new UserError(`${file}: "engines": expected a list`);
      engines.push(...entry.map((engine) => pairsOf(engine, `${file}: engine`)));
      continue;
    }
    const kind = kindOf(ALIASES.get(key) ?? key, `${file}: "${key}"`);
    if (kind === 'pairs') groups.set(key, pairsOf(entry, `${file}: "${key}"`));
    else if (kind === 'switch') values.set(key, entry === true ? 'on' : 'off');
    else values.set(ALIASES.get(key) ?? key, String(entry));
  }
  return { engines, groups, values };
}

function pairsOf(value: unknown, where: string): Pairs {
  if (!isObject(value)) throw new UserError(`${where}: expected an object`);
  const pairs = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'option' && isObject(entry))
      for (const [name, setting] of Object.entries(entry)) pairs.set(`option.${name}`, String(setting));
    else pairs.set(key, typeof entry === 'boolean' ? (entry ? 'on' : 'off') : String(entry));
  }
  return pairs;
}

/** Merges options; those of `first` take precedence. */
export function merged(first: RawOptions, second: RawOptions): RawOptions {
  const groups = new Map(second.groups);
  for (const [name, pairs] of first.groups) groups.set(name, new Map([...(groups.get(name) ?? []), ...pairs]));
  return {
    engines: first.engines.length > 0 ? first.engines : second.engines,
    groups,
    values: new Map([...second.values, ...first.values]),
  };
}

/** @param where what the keys belong to, for error messages @throws UserError for an unknown key or an invalid value */
export function readPairs<Keys extends Options>(keys: Keys, pairs: Pairs, where: string): Values<Keys> {
  const names = Object.keys(keys);
  const unknown = [...pairs.keys()].find((key) => !names.includes(key));
  if (unknown !== undefined) {
    throw new UserError(`${where} ${unknown}=: expected ${names.join(', ')}${suggestion(unknown, names)}`);
  }
  return readValues(keys, textsOf(pairs), (key, given) => `${where} ${key}=${shownText(given)}`);
}

/** @throws UserError for an invalid value */
export function readOptions(values: Pairs): Values<typeof MATCH_OPTIONS> {
  return readValues(MATCH_OPTIONS, textsOf(values), (name, given) => `-${name} ${shownText(given)}`);
}

function textsOf(pairs: Pairs): ReadonlyMap<string, readonly string[]> {
  return new Map([...pairs].map(([key, value]) => [key, [value]]));
}

/** @returns the text of a UTF-8 file, without a byte order mark */
export function readText(file: string): string {
  return named(file, () => withoutByteOrderMark(readFileSync(file, 'utf8')));
}
