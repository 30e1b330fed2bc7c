/**
 * Validation of data from other programs. A schema takes any value and returns a copy with the fields that it names and
 * nothing else, or throws a one-line error: the place, the value, and what was expected.
 */
import { UserError } from './errors.ts';
import { suggestion } from './near.ts';
import { listed, shown } from './text.ts';
import { readValue, type ValueType } from './values.ts';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Schema<T> {
  /**
   * @param value any JSON value
   * @param at its place, such as `engines[0].name`; empty for the whole
   * @throws UserError
   */
  (value: unknown, at: string): T;
  /** The same for other programs, as far as JSON Schema can say it. */
  readonly json: JsonSchema;
}

/** The type that a schema returns. */
export type Read<S> = S extends Schema<infer T> ? T : never;

export type Fields = Readonly<Record<string, Schema<unknown>>>;
export type ReadFields<F extends Fields> = { readonly [Key in keyof F]: Read<F[Key]> };

/** C0, DEL, C1 and the two Unicode separators: everything that a terminal or a line reader may interpret. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** @returns whether a text is a single line without characters that a terminal or a line reader interprets */
export function isPlain(text: string): boolean {
  return !CONTROL.test(text);
}

/** @returns a text as one such line: other characters become blanks */
export function asPlain(text: string, max: number): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max);
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

/** @returns a reader with its JSON Schema */
export function described<T>(json: JsonSchema, read: (value: unknown, at: string) => T): Schema<T> {
  return Object.assign((value: unknown, at: string) => read(value, at), { json });
}

/** A value that is checked as a whole. @param isFine checks the type, too @param expected the value in words */
export function where<T>(isFine: (value: T) => boolean, expected: string, json: JsonSchema = {}): Schema<T> {
  return described(json, (value, at) => {
    if (isFine(value as T)) return value as T;
    throw wrongValue(value, at, expected);
  });
}

/** A finite number. @param what it is, for errors */
export function number(min: number, max: number, what = 'a number'): Schema<number> {
  const isFine = (value: number) => typeof value === 'number' && value >= min && value <= max;
  return where(isFine, `${what} from ${min} to ${max}`, { type: 'number', minimum: min, maximum: max });
}

export function wholeNumber(min: number, max: number): Schema<number> {
  const isFine = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return where(isFine, `a whole number ${bounds}`, { type: 'integer', minimum: min, maximum: max });
}

/** One line of at most `max` characters, see {@link isPlain}. */
export function line(max: number): Schema<string> {
  const isFine = (value: string) => typeof value === 'string' && value.length <= max && isPlain(value);
  const expected = `a line of at most ${max} characters without control characters`;
  return where(isFine, expected, { type: 'string', maxLength: max });
}

/** @param pattern of the whole text @param expected the pattern in words */
export function matching(pattern: RegExp, max: number, expected: string): Schema<string> {
  const isFine = (value: string) => typeof value === 'string' && value.length <= max && pattern.test(value);
  return where(isFine, expected, { type: 'string', maxLength: max, pattern: pattern.source });
}

/** One of the given values. */
export function choice<const T extends string | number | boolean>(...values: readonly T[]): Schema<T> {
  const expected = listed(values.map((one) => JSON.stringify(one)));
  return where((value) => values.includes(value), expected, { enum: values });
}

export const flag: Schema<boolean> = choice(true, false);

/** Text of any length. @param expected it in words */
export function string(expected: string): Schema<string> {
  return where((value) => typeof value === 'string', expected, { type: 'string' });
}

/** Any value, which something else reads. */
export const anything = described<unknown>({}, (value) => value);

/** Text or a number, read like a value of the command line. */
export function written<T>(type: ValueType<T>): Schema<T> {
  return described({ type: ['string', 'number'] }, (value, at) => {
    if (typeof value === 'string' || typeof value === 'number') return readValue(type, at, String(value));
    throw wrongValue(value, at, 'a string or a number');
  });
}

export const SHA256: Schema<string> = matching(/^[0-9a-f]{64}$/, 64, 'a SHA-256');

/** The first schema that fits. @param expected all of them in words */
export function either<A, B>(first: Schema<A>, second: Schema<B>, expected: string): Schema<A | B> {
  return described({ anyOf: [first.json, second.json] }, (value, at) => {
    const found = attempt(first, value, at) ?? attempt(second, value, at);
    if (found === null) throw wrongValue(value, at, expected);
    return found.value;
  });
}

/** @returns what a schema reads; null if the value does not fit */
function attempt<T>(schema: Schema<T>, value: unknown, at: string): { readonly value: T } | null {
  try {
    return { value: schema(value, at) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return null;
  }
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  const json = { anyOf: [schema.json, { type: 'null' }] };
  return described(json, (value, at) => (value === null ? null : schema(value, at)));
}

export function list<T>(item: Schema<T>, min: number, max: number): Schema<readonly T[]> {
  const json = { type: 'array', items: item.json, minItems: min, maxItems: max };
  return described(json, (value, at) => {
    if (!Array.isArray(value)) throw wrongValue(value, at, 'a list');
    if (value.length < min || value.length > max) {
      const bound = value.length < min ? `least ${min}` : `most ${max}`;
      throw new UserError(`${at}${at === '' ? '' : ' '}list of ${value.length}: expected at ${bound} entries`);
    }
    return value.map((one, i) => item(one, `${at}[${i}]`));
  });
}

export function pair<A, B>(first: Schema<A>, second: Schema<B>, expected = 'a list of two'): Schema<readonly [A, B]> {
  const json = { type: 'array', prefixItems: [first.json, second.json], minItems: 2, maxItems: 2 };
  return described(json, (value, at) => {
    if (!Array.isArray(value) || value.length !== 2) throw wrongValue(value, at, expected);
    return [first(value[0], `${at}[0]`), second(value[1], `${at}[1]`)];
  });
}

/** Lists of fields: the first one excludes each of the others. */
type Exclusions<F, O> = readonly (readonly (keyof F | keyof O)[])[];

/** As {@link object}, but other fields are ignored: a file of another version may have more. */
export function fieldsOf<F extends Fields, O extends Fields = Record<never, never>>(
  has: F,
  may?: O,
  exclusions: Exclusions<F, O> = [],
) {
  return object(has, may, exclusions, true);
}

/**
 * An object with these fields and no others: a field that the other side does not know would be silently ignored.
 * @param may optional fields
 * @param isOpen whether it may have others, which are ignored
 */
export function object<F extends Fields, O extends Fields = Record<never, never>>(
  has: F,
  may?: O,
  exclusions: Exclusions<F, O> = [],
  isOpen = false,
): Schema<ReadFields<F> & Partial<ReadFields<O>>> {
  const known = Object.entries<Schema<unknown>>({ ...has, ...may });
  const names = known.map(([name]) => name);
  const pairs = exclusions.flatMap(([one, ...others]) => others.map((other) => [one as string, other as string]));
  const json = {
    type: 'object',
    properties: Object.fromEntries(known.map(([name, schema]) => [name, schema.json])),
    required: Object.keys(has),
    ...(isOpen ? {} : { additionalProperties: false }),
    ...(pairs.length === 0 ? {} : { allOf: pairs.map((required) => ({ not: { required } })) }),
  };
  return described(json, (value, at) => {
    const source = objectOf(value, at);
    const unknown = isOpen ? undefined : Object.keys(source).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const place = at === '' ? '' : ` in ${at}`;
      throw new UserError(
        `unknown field ${shown(unknown)}${place}: expected ${listed(names)}${suggestion(unknown, names)}`,
      );
    }
    const isGiven = (name: string) => Object.hasOwn(source, name) && source[name] !== undefined;
    const excluded = pairs.find((names) => names.every(isGiven));
    if (excluded !== undefined) throw new UserError(`${excluded.join(' with ')}: expected only one of them`);
    const fields = known
      .filter(([name]) => isGiven(name) || Object.hasOwn(has, name))
      .map(([name, schema]) => [
        name,
        schema(isGiven(name) ? source[name] : undefined, at === '' ? name : `${at}.${name}`),
      ]);
    return Object.fromEntries(fields);
  });
}

/**
 * What an earlier visit or version has stored: a field that is missing or damaged has its usual value.
 * @param fields a schema for each field
 */
export function stored<T extends object>(
  fields: { readonly [Key in keyof T]: Schema<T[Key]> },
  usual: NoInfer<T>,
): (value: unknown) => T {
  return (value) => {
    const source = isObject(value) ? value : {};
    const read = Object.entries<Schema<unknown>>(fields).map(([name, schema]) => {
      const found = attempt(schema, source[name], name);
      return [name, found === null ? usual[name as keyof T] : found.value];
    });
    return Object.fromEntries(read) as T;
  };
}

/** What has been stored as a list, without the entries that are damaged. */
export function storedList<T>(item: Schema<T>): Schema<readonly T[]> {
  return described({ type: 'array', items: item.json }, (value, at) => {
    if (!Array.isArray(value)) throw wrongValue(value, at, 'a list');
    const entries = value.map((one, i) => attempt(item, one, `${at}[${i}]`));
    return entries.flatMap((found) => (found === null ? [] : [found.value]));
  });
}

/** What has been stored by key, without the entries that are damaged. */
export function storedMap<T>(item: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return described({ type: 'object', additionalProperties: item.json }, (value, at) => {
    const entries = Object.entries(objectOf(value, at)).map(([key, one]) => [key, attempt(item, one, key)] as const);
    return Object.fromEntries(entries.flatMap(([key, found]) => (found === null ? [] : [[key, found.value]])));
  });
}

/** An object with arbitrary keys, which are lines. */
export function mapOf<T>(item: Schema<T>, maxKeys: number, maxLength: number): Schema<Readonly<Record<string, T>>> {
  const key = line(maxLength);
  return described({ type: 'object', additionalProperties: item.json }, (value, at) => {
    const entries = Object.entries(objectOf(value, at));
    if (entries.length > maxKeys) throw wrongValue(value, at, `at most ${maxKeys} fields`);
    return Object.fromEntries(
      entries.map(([name, one]) => [key(name, at === '' ? 'key' : `${at} key`), item(one, `${at}.${name}`)]),
    );
  });
}

/** Objects of several kinds. @param kinds schemas by the value of the field `name` */
export function oneOfKind<K extends Fields>(kinds: K, name = 'kind'): Schema<Read<K[keyof K]>> {
  const kindOf = choice(...Object.keys(kinds));
  return described({ oneOf: Object.values(kinds).map(({ json }) => json) }, (value, at) => {
    const kind = kindOf(objectOf(value, at)[name], at === '' ? name : `${at}.${name}`);
    return kinds[kind](value, at) as Read<K[keyof K]>;
  });
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw wrongValue(value, at, 'an object');
}
