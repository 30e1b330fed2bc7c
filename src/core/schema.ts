/**
 * Validation of data from other programs. A schema takes any value and returns a copy with the fields that it names and
 * nothing else, or throws a one-line error: the place, the value, and what was expected.
 */
import { UserError } from './errors.ts';
import { listed, shown } from './text.ts';

/**
 * @param value any JSON value
 * @param at its place, such as `engines[0].name`; empty for the whole
 * @throws UserError
 */
export type Schema<T> = (value: unknown, at: string) => T;

/** The type that a schema returns. */
export type Read<S> = S extends Schema<infer T> ? T : never;

type Fields = Readonly<Record<string, Schema<unknown>>>;
type ReadFields<F extends Fields> = { readonly [Key in keyof F]: Read<F[Key]> };

/** C0, DEL, C1 and the two Unicode separators: everything that a terminal or a line reader may interpret. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** @returns whether a text is a single line without characters that a terminal or a line reader interprets */
export function isPlain(text: string): boolean {
  return !CONTROL.test(text);
}

/** @returns a text as one such line: other characters become blanks */
export function asPlain(text: string, most: number): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, most);
}

/**
 * Reads JSON from another program.
 * @param what describes the source, such as `announcement of the match`
 * @throws UserError that begins with it
 */
export function parseAs<T>(schema: Schema<T>, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`${what} is not valid JSON`);
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

/** One line of at most `most` characters, see {@link isPlain}. */
export function line(most: number): Schema<string> {
  return (value, at) => {
    if (typeof value === 'string' && value.length <= most && isPlain(value)) return value;
    throw wrongValue(value, at, `a line of at most ${most} characters without control characters`);
  };
}

/** @param pattern of the whole text @param expected the pattern in words */
export function matching(pattern: RegExp, most: number, expected: string): Schema<string> {
  return (value, at) => {
    if (typeof value === 'string' && value.length <= most && pattern.test(value)) return value;
    throw wrongValue(value, at, expected);
  };
}

/** One of the given values. */
export function choice<const T extends string | number | boolean>(...values: readonly T[]): Schema<T> {
  return (value, at) => {
    const found = values.find((one) => one === value);
    if (found !== undefined) return found;
    throw wrongValue(value, at, listed(values.map((one) => JSON.stringify(one))));
  };
}

export const flag: Schema<boolean> = choice(true, false);

export const SHA256: Schema<string> = matching(/^[0-9a-f]{64}$/, 64, 'a SHA-256');

/** The first schema that fits. @param expected all of them in words */
export function either<A, B>(first: Schema<A>, second: Schema<B>, expected: string): Schema<A | B> {
  return (value, at) => {
    for (const schema of [first, second]) {
      try {
        return schema(value, at);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
      }
    }
    throw wrongValue(value, at, expected);
  };
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return (value, at) => (value === null ? null : schema(value, at));
}

export function list<T>(item: Schema<T>, least: number, most: number): Schema<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw wrongValue(value, at, 'a list');
    if (value.length < least || value.length > most) {
      throw new UserError(`${at}${at === '' ? '' : ' '}list of ${value.length}: expected ${least} to ${most} entries`);
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
 * An object with these fields and no others: a field that the other side does not know would be silently ignored.
 * @param may optional fields
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

/** As {@link object}, but other fields are ignored: a file of another version may have more. */
export function fieldsOf<F extends Fields, O extends Fields = Record<never, never>>(
  has: F,
  may?: O,
): Schema<ReadFields<F> & Partial<ReadFields<O>>> {
  const whole = object(has, may);
  const names = new Set(Object.keys({ ...has, ...may }));
  return (value, at) =>
    whole(Object.fromEntries(Object.entries(objectOf(value, at)).filter(([key]) => names.has(key))), at);
}

/** An object with arbitrary keys, which are lines. */
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

/** Objects of several kinds. @param kinds schemas by the value of the field `kind` */
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
