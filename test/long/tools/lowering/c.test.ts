import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CHandwritten, type CModule, type COptions, writeC } from '../../../../tools/lowering/c-writer.ts';
import { lower, read } from '../../../../tools/lowering/lower.ts';
import type { HostSide } from '../../../../tools/lowering/top-level.ts';
import { C_FLAGS, compile, LINUX_COMPILER, whyNotCompiled } from '../../../../tools/native/compiler.ts';
import { seedOf } from '../../../cases.ts';
import { canTest } from '../../../expected.ts';
import { temporaryFolder } from '../../../folder.ts';
import { int32, program, SEEN, started } from '../../../unit/tools/lowering/programs.ts';

const hasCompiler = canTest('gcc', 'C of the lowering', whyNotCompiled());

const HEAD = `#include <stdio.h>
#include <stdlib.h>
#define TENGEN_ARRAY static
`;
/** The functions that the modules need from their host. */
const HOST = (prefix: string): string => `void *${prefix}allocate(int32_t which, int32_t bytes) {
  static void *rooms[8];
  free(rooms[which]);
  return rooms[which] = calloc((size_t)bytes + 1, 1);
}
`;

function inC(source: string, options: COptions & HostSide = {}): CModule {
  return writeC(read(source, options), options);
}

/** @returns the output of a program of these parts, line by line */
function run(parts: readonly string[], flags: readonly string[] = C_FLAGS): string[] {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'main.c'), HEAD + parts.join('\n'));
  compile(LINUX_COMPILER, [...flags, '-o', 'main', 'main.c'], folder);
  return execFileSync(join(folder, 'main'), { encoding: 'utf8', maxBuffer: 1 << 28 })
    .trim()
    .split('\n');
}

interface Case {
  readonly source: string;
  readonly inputs: readonly (readonly [number, number])[];
  /** The result of f, then the complete state afterwards; null where a number exceeds 32 bits. */
  readonly expected: readonly (readonly number[] | null)[];
}

/** @returns the checked form's results of a program, null if it is rejected */
function caseOf(source: string, inputs: Case['inputs']): Case | null {
  let bytes: Uint8Array;
  try {
    bytes = lower(source, { isChecked: true, isOptimized: false }).bytes;
  } catch {
    return null;
  }
  const exports = started(bytes);
  const outcome = (a: number, b: number): number[] | null => {
    try {
      return [exports.f(a, b), ...Array.from({ length: SEEN }, (_, n) => exports.look(n))];
    } catch {
      return null;
    }
  };
  return { source, inputs, expected: inputs.map(([a, b]) => outcome(a, b)) };
}

/** A movable module allocates more than it had: no two addresses need be the same. */
const MOVABLE_HOST = (prefix: string): string =>
  `static struct ${prefix}state ${prefix}one, ${prefix}other;
void *${prefix}allocate(struct ${prefix}state *self, int32_t which, int32_t bytes) { return calloc((size_t)bytes + 1, 1); }
`;

/** Two instances of each program take turns; the output is that of the second one. */
function movableMainOf(cases: readonly Case[]): string {
  const calls = cases.flatMap(({ inputs, expected }, i) => [
    `p${i}__start(&p${i}_one); p${i}__start(&p${i}_other);`,
    ...inputs.flatMap(([a, b], k) =>
      expected[k] === null
        ? []
        : [
            `p${i}_f(&p${i}_one, (int32_t)${a}LL, (int32_t)${b}LL);`,
            `printf("%d", p${i}_f(&p${i}_other, (int32_t)${a}LL, (int32_t)${b}LL));`,
            `for (int n = 0; n < ${SEEN}; n++) printf(" %d", p${i}_look(&p${i}_other, n));`,
            'puts("");',
          ],
    ),
  ]);
  return `int main(void) {\n${calls.join('\n')}\nreturn 0;\n}\n`;
}

function mainOf(cases: readonly Case[]): string {
  const calls = cases.flatMap(({ inputs, expected }, i) => [
    `p${i}__start();`,
    ...inputs.flatMap(([a, b], k) =>
      expected[k] === null
        ? []
        : [
            `printf("%d", p${i}_f((int32_t)${a}LL, (int32_t)${b}LL));`,
            `for (int n = 0; n < ${SEEN}; n++) printf(" %d", p${i}_look(n));`,
            'puts("");',
          ],
    ),
  ]);
  return `int main(void) {\n${calls.join('\n')}\nreturn 0;\n}\n`;
}

describe.runIf(hasCompiler)('lowered C behaves like JavaScript', () => {
  const inputs = fc.array(fc.tuple(int32, int32), { minLength: 8, maxLength: 8 });

  test.each([
    ['unoptimized', ['-std=gnu11', '-fwrapv', '-O0'], 60, false],
    ['optimized', C_FLAGS, 20, false],
    ['movable', C_FLAGS, 21, true],
  ])('random programs: %s', (_name, flags, numRuns, isMovable) => {
    const cases = fc
      .sample(fc.tuple(program, inputs), { numRuns, seed: seedOf(20261123 + numRuns) })
      .map(([source, pairs]) => caseOf(source, pairs))
      .filter((each) => each !== null);
    const form = isMovable ? { shared: new Set<string>() } : {};
    const modules = cases.map(({ source }, i) => inC(source, { prefix: `p${i}_`, ...form }));
    const host = isMovable ? MOVABLE_HOST : HOST;
    const parts = modules.flatMap(({ declarations, code }, i) => [declarations, host(`p${i}_`), code]);
    const printed = run([...parts, (isMovable ? movableMainOf : mainOf)(cases)], [...flags, '-w']);
    const expected = cases.flatMap(({ expected: each }) => each.filter((line) => line !== null));
    expect(expected.length).toBeGreaterThan(cases.length * 2);
    expect(printed).toEqual(expected.map((line) => line.join(' ')));
  });

  test('arrays: in parameters, chosen, replaced, filled, copied, with the host giving room', () => {
    const source = `
      const SIZE = 2 * 8;
      var bytes = new Uint8Array(SIZE);
      var words = new Int32Array(SIZE);
      var copy = new Int32Array(SIZE);
      var moving = new Int32Array(4);
      var count = 0;
      function keep(list, from, value) { list[from + count++] = value; list[from] += 3; return list[from]-- + --list[from]; }
      function chosen(a) { const list = a > 0 ? words : copy; list[1] = a; return list[1]; }
      function replace(length, value) { moving = new Int32Array(length); moving[length - 1] = value; return moving.length + moving[0]; }
      function borrow(list) { moving = list; return moving.length + moving[2]; }
      function lend(list) { return borrow(list); }
      function begin() { for (let i = 0, j = 1; i < SIZE; i++, j += 2) words[i] = i * j; }
      begin();
      function f(a, b) {
        bytes.fill(0); for (let i = 0; i < bytes.length; i++) bytes[i] = a + i;
        copy.set(words);
        words.fill(0, 2, 5);
        copy.set([a, -1, 7]);
        count = 0;
        let sum = keep(copy, 3, b) + chosen(b) + replace((a & 7) + 1, b) + lend(copy);
        do { sum = (sum * 31 + bytes[count & 15] + words[count] + copy[count]) | 0; count++; } while (count < SIZE);
        return (sum + moving[moving.length - 1]) | 0;
      }
      export { f };`;
    const f = new Function(source.replace('export { f };', 'return f;'))() as (a: number, b: number) => number;
    const pairs = fc.sample(fc.tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -999, max: 999 })), {
      numRuns: 50,
      seed: 3,
    });
    const { declarations, code } = inC(source);
    const calls = pairs.map(([a, b]) => `printf("%d\\n", of.f(${a}, ${b}));`);
    const main = `int main(void) { struct k_functions of = k_functions_made(); of.start(); ${calls.join('\n')} return 0; }`;
    expect(run([declarations, HOST('k_'), code, main])).toEqual(pairs.map(([a, b]) => String(f(a, b))));
  });

  test('words that other threads write are read and written whole', () => {
    const source = `var words = new Int32Array(4);
      function f(a, b) {
        words = new Int32Array(4);
        words[1] = a;
        const kept = (words[2] = words[1] + b);
        words[3] += kept;
        return (words[words[3] & 0] + words[2]++ + kept + words[3]) | 0;
      }
      export { f };`;
    const f = new Function(source.replace('export { f };', 'return f;'))() as (a: number, b: number) => number;
    const { declarations, code } = inC(source, { contended: new Set(['words']) });
    const body = code.slice(code.lastIndexOf('int32_t k_f('), code.indexOf('struct k_functions'));
    expect(body).toContain('__atomic_load_n(&k_words[1], __ATOMIC_RELAXED)');
    expect(body.replaceAll(/__atomic_(load|store)_n\(&k_words\[/g, '').replaceAll('= &k_words[', '')).not.toContain(
      'k_words[',
    );
    expect(body).not.toMatch(/; \*at_\d+ =|= \*at/);
    const main = 'int main(void) { printf("%d\\n%d\\n", k_f(5, 7), k_f(-9, 1000)); return 0; }';
    const printed = run([declarations, HOST('k_'), code, main], [...C_FLAGS, '-w']);
    expect(printed).toEqual([f(5, 7), f(-9, 1000)].map(String));
    expect(() => inC(source, { contended: new Set(['other']) })).toThrow(
      'contended other: expected a pointer of that name',
    );
  });

  test('elements of a settled array at constant indices are what the including file says', () => {
    const source = `var values = new Int32Array(3);
      function set(at, value) { values[at] = value; }
      function f(at) { return values[0] * 10000 + values[2] * 100 + values[at]; }
      export { set, f };`;
    const { declarations, code } = inC(source, { settled: new Set(['values']) });
    const main = 'int main(void) { k_set(0, 3); k_set(2, 8); printf("%d\\n", k_f(2)); return 0; }';
    expect(run([declarations, code, main], [...C_FLAGS, '-w'])).toEqual(['30808']);
    const known = 'static const int32_t KNOWN[] = {3, 5, 7};\n#define k_values_at(index) KNOWN[index]';
    expect(run([declarations, known, code, main], [...C_FLAGS, '-w'])).toEqual(['30708']);
    expect(() => inC(source, { settled: new Set(['other']) })).toThrow('settled other: expected an array of that name');
  });

  test('functions of the host replace those of the module', () => {
    const source =
      'var hook = (n) => 0; function ask(n) { return hook(n); } function f(a) { return ask(a) * 2; } export { f };';
    const { declarations, code } = inC(source, { imports: { ask: { result: true } } });
    const main = 'int32_t k_ask(int32_t n) { return n + 1; } int main(void) { printf("%d\\n", k_f(20)); return 0; }';
    expect(run([declarations, code, main], [...C_FLAGS, '-w'])).toEqual(['42']);
  });
});

describe('a handwritten C function', () => {
  const SOURCE = `const STEP = 3; var list = new Int16Array(8);
    function addToAll(value) { for (let i = 0; i < 8; i++) list[i] += value * STEP; return list[0]; }
    export { addToAll };`;
  const addToAll: CHandwritten = (nameOf, constant) =>
    `for (int i = 0; i < 8; i++) ${nameOf('list')}[i] += value * ${constant('STEP')};\nreturn ${nameOf('list')}[0];\n`;

  test('replaces its source', () => {
    const { code } = inC(SOURCE, { handwritten: { addToAll } });
    expect(code).toContain('k_list[i] += value * 3;');
    expect(code).not.toContain('__builtin_trap');
  });

  test('is rejected if the module has no function of its name', () => {
    const of = (name: string) => inC(SOURCE.replaceAll(name, 'other'), { handwritten: { addToAll } });
    expect(() => of('list')).toThrow('addToAll, written by hand: expected an array list in the module');
    expect(() => of('STEP')).toThrow('addToAll, written by hand: expected a constant STEP in the module');
    expect(() => of('addToAll')).toThrow('addToAll, written by hand: expected a function of that name in the module');
  });
});
