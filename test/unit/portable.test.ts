import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Token, tokensOf } from '../tokens.ts';

/**
 * Code that runs a million times a second is written in a subset of TypeScript that other compilers could translate
 * directly: integers, typed arrays, functions. This test finds words, signs and literals outside that subset.
 */
const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const KERNEL = 'kernel';
/** Contains the functions by which the search calls its host. */
const WITH_HOOKS = join('kernel', 'search', 'host.ts');

const FORBIDDEN_WORDS = new Set(
  `class extends super this throw try catch finally async await yield delete typeof instanceof in var eval arguments
  Map Set WeakMap WeakSet Date BigInt Symbol Promise Proxy Reflect JSON RegExp Error String Object Array console process
  performance require globalThis setTimeout Float32Array Float64Array BigInt64Array BigUint64Array DataView
  Uint8ClampedArray`.match(/\S+/g),
);
const ALLOWED_MATH = new Set(['imul', 'abs', 'min', 'max', 'clz32']);
const TYPED_ARRAY = /^(Int|Uint)(8|16|32)Array$/;
/** After these a brace begins an object or destructures one. */
const BEFORE_OBJECT = new Set(['=', '(', ',', '[', 'return', '?', '&&', '||', '??', 'const', 'let', '...']);

/** @returns one line for each construct that is not portable */
function complaints(source: string, allowsHooks = false): string[] {
  const tokens = tokensOf(source);
  const found: string[] = [];
  let depth = 0;
  tokens.forEach((token, index) => {
    const before = tokens[index - 1]?.text ?? '';
    const reason = complaint(token, before, tokens.slice(index + 1, index + 3), depth, allowsHooks);
    if (reason !== null && !isInTypeAlias(tokens, index)) found.push(`${token.line}: ${reason}: ${token.text}`);
    if (token.text === '{') depth++;
    if (token.text === '}') depth--;
  });
  return found;
}

function complaint(token: Token, before: string, after: Token[], depth: number, allowsHooks: boolean): string | null {
  const { kind, text } = token;
  if (kind === 'number') return numberComplaint(text);
  if (kind === 'template') return 'template';
  if (kind === 'string') return before === 'from' || before === 'import' ? moduleComplaint(text) : 'string';
  if (kind === 'word') {
    if (before === '.') return null;
    if (FORBIDDEN_WORDS.has(text)) return 'not portable';
    if (text === 'Math' && !ALLOWED_MATH.has(after[1]?.text)) return `Math.${after[1]?.text}`;
    if (text === 'new' && !TYPED_ARRAY.test(after[0]?.text)) return `new ${after[0]?.text}`;
    return text === 'function' && depth > 0 ? 'function inside a function' : null;
  }
  if (text === '...') return 'spread';
  if (text === '=>') return allowsHooks ? null : 'arrow function';
  return text === '{' && BEFORE_OBJECT.has(before) ? 'object' : null;
}

function numberComplaint(text: string): string | null {
  if (text.endsWith('n')) return 'bigint';
  return /^0x/i.test(text) || !/[.eE]/.test(text) ? null : 'fraction';
}

function moduleComplaint(text: string): string | null {
  return /^'\.\.?\//.test(text) ? null : 'import from outside';
}

/** Types are erased before anything runs. */
function isInTypeAlias(tokens: readonly Token[], index: number): boolean {
  const start = tokens.slice(0, index).findLastIndex(({ text }) => text === ';');
  const [first, second] = tokens.slice(start + 1, start + 3).map(({ text }) => text);
  return first === 'type' || (first === 'export' && second === 'type');
}

const files = readdirSync(join(SRC, KERNEL), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(KERNEL, name));

describe('the layers below the engine use only the portable subset of TypeScript', () => {
  test.each(files)('src/%s', (file) => {
    expect(complaints(readFileSync(join(SRC, file), 'utf8'), file === WITH_HOOKS)).toEqual([]);
  });

  test('their files are found', () => expect(files.length).toBeGreaterThan(12));
});

describe('constructs that are not portable are found', () => {
  test.each([
    ['const a = 0.5;', 'fraction'],
    ['const a = 1e3;', 'fraction'],
    ['const a = 10n;', 'bigint'],
    ["const a = 'text';", 'string'],
    ['const a = `text`;', 'template'],
    ['const f = (a: number): number => a;', 'arrow function'],
    ['function f(): void {\n  function g(): void {}\n}', 'function inside a function'],
    ['class A {}', 'not portable'],
    ['const m = new Map();', 'not portable'],
    ['const m = new Thing();', 'new Thing'],
    ['const a = { b: 1 };', 'object'],
    ['f({ b: 1 });', 'object'],
    ['const { a } = b;', 'object'],
    ['f(...a);', 'spread'],
    ['throw 1;', 'not portable'],
    ['try { f(); } catch { g(); }', 'not portable'],
    ['const a = Math.sqrt(2);', 'Math.sqrt'],
    ['const a = Date.now();', 'not portable'],
    ["import { readFileSync } from 'node:fs';", 'import from outside'],
    ['const a = new Float64Array(3);', 'not portable'],
  ])('%s', (source, expected) => {
    expect(complaints(source).join('\n')).toContain(expected);
  });

  test.each([
    "import { type A, B } from './b.ts';\nexport { C } from '../c.ts';",
    "// it's 0.5 of `that`\n/* class { throw 'x' } */\nexport const A = 1_000;",
    'export const words = new Int32Array(3 * SIZE);',
    'for (let i = 0; i < 3; i++) {\n  if (a[i] > 0x1f) break;\n}',
    'export function f(a: number): number {\n  switch (a) {\n    case 1: {\n      return Math.imul(a, 3);\n    }\n  }\n  return 0;\n}',
    'export type Pair = { readonly a: 0.5 };',
    'export interface Pair {\n  readonly a: number;\n}',
  ])('and what is portable is not: %s', (source) => {
    expect(complaints(source)).toEqual([]);
  });
});
