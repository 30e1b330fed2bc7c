/** What schemas accept, what they return, and the line with which they reject anything else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/core/errors.ts';
import {
  asPlain,
  choice,
  flag,
  isPlain,
  line,
  list,
  mapOf,
  matching,
  number,
  object,
  oneOfKind,
  orNull,
  pair,
  parseAs,
  readAs,
  type Schema,
  SHA256,
  wholeNumber,
} from '../../../src/core/schema.ts';

const ENGINE = object({ name: line(8), nodes: orNull(wholeNumber(1, 9)) }, { bench: wholeNumber(1, 5) });
const KINDS = oneOfKind({
  a: object({ kind: choice('a'), n: wholeNumber(0, 1) }),
  b: object({ kind: choice('b'), s: line(3) }),
});

describe('a value', () => {
  test.each<[string, Schema<unknown>, unknown]>([
    ['whole', wholeNumber(-1, 3), 3],
    ['number', number(0, 1), 0.5],
    ['line', line(4), 'ä b'],
    ['empty line', line(4), ''],
    ['matching', matching(/^a+$/, 3, 'an a'), 'aaa'],
    ['choice', choice<string | number>('x', 2), 2],
    ['flag', flag, false],
    ['SHA-256', SHA256, 'a'.repeat(64)],
    ['null', orNull(flag), null],
    ['list', list(flag, 0, 2), [true, false]],
    ['pair', pair(line(1), wholeNumber(0, 1)), ['a', 1]],
    ['object', ENGINE, { name: 'a', nodes: null, bench: 5 }],
    ['object without what may be there', ENGINE, { name: 'a', nodes: 3 }],
    ['map', mapOf(wholeNumber(0, 9), 2, 3), { a: 1, 'b c': 2 }],
    ['kind', KINDS, { kind: 'b', s: 'x' }],
  ])('%s comes back', (_, schema, value) => {
    expect(schema(value, '')).toEqual(value);
  });

  test.each<[string, Schema<unknown>, unknown, string]>([
    ['a fraction', wholeNumber(1, 3), 1.5, '1.5: expected a whole number from 1 to 3'],
    ['too large', wholeNumber(1, 3), 4, '4: expected a whole number from 1 to 3'],
    ['text for a number', wholeNumber(1, 3), '2', '"2": expected a whole number from 1 to 3'],
    ['not a number', number(0, 1), Number.NaN, 'NaN: expected a number from 0 to 1'],
    ['infinite', number(0, Number.MAX_VALUE), Number.POSITIVE_INFINITY, 'Infinity: expected a number from 0'],
    ['a number for text', line(3), 2, '2: expected a line'],
    ['a long line', line(3), 'abcd', '"abcd": expected a line of at most 3 characters'],
    ['a line feed', line(9), 'x\nEND', '"x\\nEND": expected a line'],
    ['a list that looks like text', matching(/^a+$/, 3, 'an a'), ['aa'], '["aa"]: expected an a'],
    ['text after the match', matching(/^a+$/, 9, 'an a'), 'aa\n', '"aa\\n": expected an a'],
    ['none of these', choice<string | number>('x', 2), 'y', '"y": expected "x" or 2'],
    ['null', flag, null, 'null: expected true or false'],
    ['nothing', flag, undefined, 'missing: expected true or false'],
    ['a list too long', list(flag, 0, 1), [true, true], 'list of 2: expected at most 1 entries'],
    ['what only looks like a list', list(flag, 0, 1), { length: 1 }, '{"length":1}: expected a list'],
    [
      'deep within',
      object({ all: list(ENGINE, 1, 2) }),
      { all: [{ name: 'a', nodes: 0 }] },
      'all[0].nodes 0: expected',
    ],
    ['a field missing', ENGINE, { nodes: 1 }, 'name missing: expected a line'],
    [
      'a field too many',
      ENGINE,
      { name: 'a', nodes: 1, argv: [] },
      'unknown field "argv": expected name, nodes or bench',
    ],
    [
      '__proto__',
      ENGINE,
      JSON.parse('{"name":"a","nodes":1,"__proto__":{}}'),
      'unknown field "__proto__": expected name',
    ],
    ['what the prototype has', object({ toString: line(9) }), {}, 'toString missing: expected a line'],
    ['a list for an object', ENGINE, [], '[]: expected an object'],
    ['a key of two lines', mapOf(flag, 1, 9), { 'a\nb': true }, 'key "a\\nb": expected a line'],
    ['too many keys', mapOf(flag, 1, 9), { a: true, b: true }, '{"a":true,"b":true}: expected at most 1 fields'],
    ['another kind', KINDS, { kind: 'toString' }, 'kind "toString": expected "a" or "b"'],
    ['no kind', KINDS, {}, 'kind missing: expected "a" or "b"'],
  ])('%s is rejected', (_, schema, value, fault) => {
    expect(() => readAs(schema, value, 'what came')).toThrow(UserError);
    expect(() => readAs(schema, value, 'what came')).toThrow(`what came: ${fault}`);
  });

  test('is rejected with one short line, whatever it is', () => {
    const nothing = object({ a: choice('none of all') });
    const far = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.dictionary(fc.string(), fc.anything()),
    );
    fc.assert(
      fc.property(far, (a) => {
        let text = '';
        try {
          nothing({ a }, '');
          nothing(a, '');
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          text = (error as Error).message;
        }
        expect(text).not.toBe('');
        expect([isPlain(text), text.length < 500]).toEqual([true, true]);
      }),
    );
  });

  test('invalid JSON', () => {
    expect(() => parseAs(flag, '{', 'a word')).toThrow(/^a word is not valid JSON$/);
    expect(parseAs(flag, 'true', 'a word')).toBe(true);
  });
});

test('plain text contains nothing that a terminal or a line reader interprets', () => {
  for (const text of ['\n', '\r', '\t', '\0', '\x1b[2J', '\x7f', '\x85', '\x9b', '\u2028', '\u2029']) {
    expect(isPlain(`a${text}b`)).toBe(false);
    expect(isPlain(asPlain(`a${text}b`, 99))).toBe(true);
  }
  expect(isPlain('Čeština 五目 "quotes" \\ %')).toBe(true);
  expect(asPlain(' a\n\tb ', 99)).toBe('a b');
  expect(asPlain('abcdef', 3)).toBe('abc');
});
