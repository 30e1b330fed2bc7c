import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_LIMIT_MS } from '../../../src/core/limits.ts';
import { planTableBytes, tableBytesForTime } from '../../../src/engine/memory.ts';
import { nextMoveCost, planTime } from '../../../src/engine/time.ts';
import { PROTOCOL_COMMANDS } from '../../../src/protocol/commands.ts';
import { REPLY_TEXTS } from '../../../src/protocol/reply-texts.ts';
import { applySetting, defaultSettings } from '../../../src/protocol/settings.ts';
import { missingCompiler } from '../../../tools/native/build.ts';
import { compile, LINUX_COMPILER, whyNotCompiled } from '../../../tools/native/compiler.ts';
import { hostTables, LEFT_OUT } from '../../../tools/native/host-tables.ts';
import { NumbersInC } from '../../../tools/native/numbers-c.ts';
import { NATIVE_TARGETS, nativeTargets } from '../../../tools/native/targets.ts';
import { textsInC } from '../../../tools/native/texts-c.ts';
import { canTest } from '../../expected.ts';
import { temporaryFolder } from '../../folder.ts';
import { outputOf } from '../../processes.ts';

const hasCompiler = canTest('gcc', 'tables of the native program', whyNotCompiled());

const tables = await hostTables('1.2.3');

/** @returns the lines that a program prints that includes the tables */
function run(statements: readonly string[]): string[] {
  const folder = temporaryFolder();
  const head = '#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n#include "tables.h"\n';
  writeFileSync(join(folder, 'tables.h'), tables);
  writeFileSync(join(folder, 'main.c'), `${head}int main(void) {\n${statements.join('\n')}\nreturn 0;\n}\n`);
  compile(LINUX_COMPILER, ['-std=gnu11', '-O0', '-w', '-o', 'main', 'main.c', '-lm'], folder);
  return outputOf(join(folder, 'main'), []).trim().split('\n');
}

const number = (value: number | null) => (value === null ? 'NAN' : String(value));

const times = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.constantFrom(0, 1, NO_LIMIT_MS),
);
const clocks = fc.record({
  turnMs: times,
  matchMs: times,
  timeLeftMs: fc.oneof(fc.constant(null), fc.integer({ min: -100, max: 1_000_000 }), fc.constant(NO_LIMIT_MS)),
  usedMs: times,
  incrementMs: fc.oneof(fc.constant(0), times),
  moveCostMs: fc.double({ min: 0, max: 2000, noNaN: true }),
});

describe.runIf(hasCompiler)('numeric functions return the same in C', () => {
  test('the time plan', () => {
    const cases = fc.sample(fc.tuple(clocks, fc.nat(400), fc.nat(400)), { numRuns: 500, seed: 1 });
    const printed = run(
      cases.map(
        ([c, stones, empty]) =>
          `{ const struct clocks c = {${Object.values(c).map(number).join()}};
           const struct time_plan plan = planTime(&c, ${stones}, ${empty});
           printf("%.0f %.0f\\n", plan.optimumMs, plan.maxMs); }`,
      ),
    );
    const expected = cases.map(([c, stones, empty]) => planTime(c, stones, empty));
    expect(printed).toEqual(expected.map(({ optimumMs, maxMs }) => `${optimumMs + 0} ${maxMs + 0}`));
    expect(new Set(printed).size).toBeGreaterThan(100);
  });

  test('the overhead of a move, and the table size', () => {
    const some = fc.sample(fc.tuple(times, fc.nat(2 ** 31 - 1), fc.nat(1 << 26)), { numRuns: 200, seed: 2 });
    const printed = run(
      some.map(
        ([ms, limit, wish]) =>
          `printf("%.17g %.17g %.17g\\n", nextMoveCost(12.5, ${ms}), planTableBytes(${limit}, 6291456, ${wish}, 1048576), tableBytesForTime(${ms}, 2));`,
      ),
    );
    expect(printed.map((line) => line.split(' ').map(Number))).toEqual(
      some.map(([ms, limit, wish]) => [
        nextMoveCost(12.5, ms),
        planTableBytes(limit, 6291456, wish, 1048576),
        tableBytesForTime(ms, 2),
      ]),
    );
  });

  test('settings', () => {
    const keys = [
      'timeout_turn',
      'rule',
      'win_length',
      'max_node',
      'hash_size',
      'ponder',
      'pondering',
      'show_detail',
      'thread_num',
    ];
    const other = ['timeout_match', 'time_left', 'time_increment', 'max_memory', 'max_depth', 'message_form', 'folder'];
    const key = fc.constantFrom(...keys, ...other);
    const value = fc.oneof(fc.integer({ min: -3, max: 20 }), fc.integer({ min: -1_000_000, max: 1_000_000 }));
    const some = fc.sample(fc.tuple(key, value), { numRuns: 400, seed: 3 });
    const settings = defaultSettings();
    const effects = ['none', 'time', 'rule', 'memory', 'pondering'];
    const expected = some.map(([name, v]) => {
      const effect = effects.indexOf(applySetting(settings, `${name} ${v}`));
      return [effect, ...Object.values(settings).map((field) => (field === null ? Number.NaN : Number(field) + 0))];
    });
    const fields = Object.keys(settings).map((field) => `printf(" %.17g", s.${field} + 0.0);`);
    const printed = run([
      'struct settings s = DEFAULT_SETTINGS;',
      ...some.map(([name, v]) => `printf("%d", apply_setting(&s, "${name}", ${v})); ${fields.join(' ')} puts("");`),
    ]);
    const read = (text: string) => (text.includes('nan') ? Number.NaN : Number(text));
    expect(printed.map((line) => line.split(' ').map(read))).toEqual(expected);
  });
});

describe.runIf(hasCompiler)('texts of replies', () => {
  test('are the same in C', () => {
    const macros = [...tables.matchAll(/^#define (TEXT_\w+)(?:\(([^)]*)\))? "/gm)];
    const texts = Object.values(REPLY_TEXTS) as ((...given: (string | number)[]) => string)[];
    const given = macros.map(([, , names]) =>
      (names?.split(', ') ?? []).map((name, index) =>
        name === 'name' || name === 'text' ? `%d "${index}"` : index + 1,
      ),
    );
    const printed = run(
      macros.map(([, macro], index) => {
        const values = given[index].map((value) => JSON.stringify(value)).join(', ');
        return given[index].length === 0 ? `puts(${macro});` : `printf(${macro}(${values})); puts("");`;
      }),
    );
    expect(printed).toEqual(texts.map((text, index) => text(...given[index])));
    expect(printed.length).toBeGreaterThan(30);
  });

  test.each([
    [`x: (a) => \`\${a} of \${a}\``, 'x: expected each parameter once, in order'],
    [`x: (a, b) => \`\${b}\${a}\``, 'x: expected each parameter once, in order'],
    [`x: (a) => \`\${a + 1}\``, 'x: expected parameters and constants in the text'],
    ['x: () => "100 %"', 'x: expected no % in a text without parameters'],
    ['...y', 'T: expected texts'],
  ])('a text that is not a format is rejected: %s', (entry, expected) => {
    const program = parse(`const T = { ${entry} };`, { ecmaVersion: 2022, sourceType: 'module' });
    expect(() => textsInC(new NumbersInC(program, { objects: {}, result: 'struct none' }), 'T')).toThrow(expected);
  });
});

test('every word of the protocol is in the tables, or known to be unsupported', () => {
  const words = [...tables.matchAll(/^ {2}COMMAND\((\w+),/gm)].map(([, name]) => name);
  expect(new Set([...words, ...LEFT_OUT])).toEqual(new Set(PROTOCOL_COMMANDS.keys()));
  expect(words.filter((name) => LEFT_OUT.has(name))).toEqual([]);
});

test('the version is that of the program', () => {
  expect(tables).toContain('#define VERSION "1.2.3"');
  expect(tables).toContain('version=\\"1.2.3\\"');
});

test.each([
  ['function f(a) { return "text"; }', '"text": expected a plain function on numbers'],
  ['function f(a) { for (;;) {} }', 'ForStatement: expected a plain function on numbers'],
  ['function f(a) { return Math.sin(a); }', 'Math.sin: expected a plain function on numbers'],
  ['function f(a) { return g(a); }', 'g: expected a plain function on numbers'],
  ['function f(a) { return a ** 2; }', '**: expected a plain function on numbers'],
])('a function that is not numeric is rejected: %s', (source, expected) => {
  const program = parse(source, { ecmaVersion: 2022, sourceType: 'module' });
  const numbers = new NumbersInC(program, { objects: {}, result: 'struct none' });
  expect(() => numbers.add('f')).toThrow(expected);
});

test('systems are chosen by name, and a missing compiler is reported with its package', () => {
  const names = (name: string) => nativeTargets(name).map((target) => target.name);
  expect(names('native')).toEqual(NATIVE_TARGETS.map(({ name }) => name));
  expect(names('native-linux')).toEqual(['native-linux-x64']);
  expect(names('native-win-x64')).toEqual(['native-win-x64']);
  expect(names('linux')).toEqual([]);
  expect(NATIVE_TARGETS.map(missingCompiler)).toEqual([
    'native-win-x64: expected the compiler x86_64-w64-mingw32-gcc; on Debian and Ubuntu: apt-get install gcc-mingw-w64-x86-64-win32',
    'native-linux-x64: expected the compiler gcc; on Debian and Ubuntu: apt-get install gcc',
  ]);
});
