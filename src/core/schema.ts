/**
 * What data from elsewhere has to look like. A schema takes a value of any kind and returns a copy with what it names
 * and nothing else, or throws one line: where which value stands, and what was expected in its place.
 */
import { UserError } from './errors.ts';
import { listed } from './text.ts';

/**
 * @param value anything that JSON can say
 * @param at where it stands, such as `engines[0].name`; empty: it is the whole
 * @throws UserError
 */
export type Schema<T> = (value: unknown, at: string) => T;

/** What a schema returns. */
export type Read<S> = S extends Schema<infer T> ? T : never;

type Fields = Readonly<Record<string, Schema<unknown>>>;
type ReadFields<F extends Fields> = { readonly [Key in keyof F]: Read<F[Key]> };

/** C0, DEL, C1 and the two separators of Unicode: whatever a terminal or a reader of lines may take for an order. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Characters of a value that are shown in an error. */
const SHOWN_LENGTH = 60;

/** @returns whether a text is a single line, without anything that a terminal or a reader of lines obeys */
export function isPlain(text: string): boolean {
  return !CONTROL.test(text);
}

/** @returns a text as one such line: everything else in it becomes a blank */
export function asPlain(text: string, most: number): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, most);
}

/** @returns a value for an error: printable and short */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const cut = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}...` : value;
  return JSON.stringify(cut).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '?');
}

/**
 * Reads JSON from elsewhere.
 * @param what says whose words these are, such as `what the coordinator says of its match`
 * @throws UserError that begins with it
 */
export function parseAs<T>(schema: Schema<T>, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`${what} is no JSON`);
  }
  return readAs(schema, value, what);
}

/** The same for a value. @throws UserError that begins with `what` */
export function readAs<T>(schema: Schema<T>, value: unknown, what: string): T {
  try {
    return schema(value, '');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${what}: ${error.message}`);
  }
}

/** @returns the error of a value that is not what was expected */
export function wrongValue(value: unknown, at: string, expected: string): UserError {
  return new UserError(`${at}${at === '' ? '' : ' '}${shown(value)}: expected ${expected}`);
}

/** A finite number. */
export function number(least: number, most: number): Schema<number> {
  return (value, at) => {
    if (typeof value === 'number' && value >= least && value <= most) return value;
    throw wrongValue(value, at, `a number from ${least} to ${most}`);
  };
}

export function wholeNumber(least: number, most: number): Schema<number> {
  return (value, at) => {
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    throw wrongValue(value, at, `${least} to ${most}`);
  };
}

/** One line of at most so many characters, see {@link isPlain}. */
export function line(most: number): Schema<string> {
  return (value, at) => {
    if (typeof value === 'string' && value.length <= most && isPlain(value)) return value;
    throw wrongValue(value, at, `a line of at most ${most} characters without control characters`);
  };
}

/** @param pattern of the whole text @param expected says it in words */
export function matching(pattern: RegExp, most: number, expected: string): Schema<string> {
  return (value, at) => {
    if (typeof value === 'string' && value.length <= most && pattern.test(value)) return value;
    throw wrongValue(value, at, expected);
  };
}

/** One of some texts, numbers, true and false. */
export function choice<const T extends string | number | boolean>(...values: readonly T[]): Schema<T> {
  return (value, at) => {
    const found = values.find((one) => one === value);
    if (found !== undefined) return found;
    throw wrongValue(value, at, listed(values.map((one) => JSON.stringify(one))));
  };
}

export const flag: Schema<boolean> = choice(true, false);

export const SHA256: Schema<string> = matching(/^[0-9a-f]{64}$/, 64, 'a SHA-256');

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return (value, at) => (value === null ? null : schema(value, at));
}

export function list<T>(item: Schema<T>, least: number, most: number): Schema<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw wrongValue(value, at, 'a list');
    if (value.length < least || value.length > most) {
      throw new UserError(`${at}${at === '' ? '' : ' '}${value.length} of a list: expected ${least} to ${most}`);
    }
    return value.map((one, i) => item(one, `${at}[${i}]`));
  };
}

export function pair<A, B>(first: Schema<A>, second: Schema<B>): Schema<readonly [A, B]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length !== 2) throw wrongValue(value, at, 'a list of two');
    return [first(value[0], `${at}[0]`), second(value[1], `${at}[1]`)];
  };
}

/**
 * An object with these fields and no others: what one side says and the other does not know would be passed over
 * in silence.
 * @param may fields that can be absent
 */
export function object<F extends Fields, O extends Fields = Record<never, never>>(
  has: F,
  may?: O,
): Schema<ReadFields<F> & Partial<ReadFields<O>>> {
  const known = new Map<string, Schema<unknown>>(Object.entries({ ...has, ...may }));
  return (value, at) => {
    const source = objectOf(value, at);
    const unknown = Object.keys(source).find((key) => !known.has(key));
    if (unknown !== undefined) {
      throw new UserError(
        `${at}${at === '' ? '' : ' '}field ${shown(unknown)}: expected ${[...known.keys()].join(', ')}`,
      );
    }
    const fields = [...known].flatMap(([key, schema]) => {
      const one = Object.hasOwn(source, key) ? source[key] : undefined;
      if (one === undefined && !Object.hasOwn(has, key)) return [];
      return [[key, schema(one, at === '' ? key : `${at}.${key}`)]];
    });
    return Object.fromEntries(fields);
  };
}

/** An object of any keys, which are lines. */
export function mapOf<T>(item: Schema<T>, mostKeys: number, mostLength: number): Schema<Readonly<Record<string, T>>> {
  const key = line(mostLength);
  return (value, at) => {
    const entries = Object.entries(objectOf(value, at));
    if (entries.length > mostKeys) throw wrongValue(value, at, `at most ${mostKeys} fields`);
    return Object.fromEntries(
      entries.map(([name, one]) => [key(name, at === '' ? 'key' : `${at} key`), item(one, `${at}.${name}`)]),
    );
  };
}

/** Objects of several kinds. @param kinds by what stands in their field `kind` */
export function oneOfKind<K extends Readonly<Record<string, Schema<unknown>>>>(kinds: K): Schema<Read<K[keyof K]>> {
  const kindOf = choice(...Object.keys(kinds));
  return (value, at) => {
    const kind = kindOf(objectOf(value, at).kind, at === '' ? 'kind' : `${at}.kind`);
    return kinds[kind](value, at) as Read<K[keyof K]>;
  };
}

function objectOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrongValue(value, at, 'an object');
}
