/** The options as they are written, on the command line or in a JSON file, taken apart before anything is checked. */

import { MatchError, messageOf } from '../../core/errors.ts';
import { ALIASES, optionHelp } from './table.ts';

/** `key=value` words behind an option. */
export type Pairs = ReadonlyMap<string, string>;

/** The options as written, before anything is checked. */
export interface RawOptions {
  readonly engines: readonly Pairs[];
  readonly groups: ReadonlyMap<string, Pairs>;
  readonly values: ReadonlyMap<string, string>;
}

/** Takes the words of a command line apart. @throws MatchError for words that are no option of a match */
export function parseArguments(args: readonly string[]): RawOptions {
  const engines: Pairs[] = [];
  const groups = new Map<string, Pairs>();
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; ) {
    const word = args[i++];
    const name = optionName(word);
    const { kind } = optionHelp(name, `"${word}"`);
    if (kind === 'switch') {
      values.set(name, 'on');
    } else if (kind === 'value') {
      if (i >= args.length) throw new MatchError(`-${name}: expected a value behind it`);
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

function optionName(word: string): string {
  const name = word.replace(/^--?/, '').toLowerCase();
  if (name === word || name === '')
    throw new MatchError(`"${word}": expected an option such as -engine; see tengen match --help`);
  return ALIASES.get(name) ?? name;
}

function addPair(pairs: Map<string, string>, word: string, option: string): void {
  const at = word.indexOf('=');
  if (at <= 0) throw new MatchError(`-${option} "${word}": expected key=value`);
  pairs.set(word.slice(0, at), word.slice(at + 1));
}

/** Reads the JSON form: the options' names as keys, `engines` a list, `option` of an engine an object. */
export function parseJsonOptions(text: string, file: string): RawOptions {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MatchError(`${file}: ${messageOf(error)}`);
  }
  if (!isObject(value)) throw new MatchError(`${file}: expected an object with "engines"`);
  const engines: Pairs[] = [];
  const groups = new Map<string, Pairs>();
  const values = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'engines') {
      if (!Array.isArray(entry)) throw new MatchError(`${file}: "engines" is expected to be a list`);
      engines.push(...entry.map((engine) => pairsOf(engine, `${file}: engine`)));
      continue;
    }
    const { kind } = optionHelp(ALIASES.get(key) ?? key, `${file}: "${key}"`);
    if (kind === 'pairs') groups.set(key, pairsOf(entry, `${file}: "${key}"`));
    else if (kind === 'switch') values.set(key, entry === true ? 'on' : 'off');
    else values.set(ALIASES.get(key) ?? key, String(entry));
  }
  return { engines, groups, values };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pairsOf(value: unknown, where: string): Pairs {
  if (!isObject(value)) throw new MatchError(`${where}: expected an object`);
  const pairs = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'option' && isObject(entry))
      for (const [name, setting] of Object.entries(entry)) pairs.set(`option.${name}`, String(setting));
    else pairs.set(key, typeof entry === 'boolean' ? (entry ? 'on' : 'off') : String(entry));
  }
  return pairs;
}

/** `first` where it says something, else `second`. */
export function merged(first: RawOptions, second: RawOptions): RawOptions {
  const groups = new Map(second.groups);
  for (const [name, pairs] of first.groups) groups.set(name, new Map([...(groups.get(name) ?? []), ...pairs]));
  return {
    engines: first.engines.length > 0 ? first.engines : second.engines,
    groups,
    values: new Map([...second.values, ...first.values]),
  };
}
