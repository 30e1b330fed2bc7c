import binaryen from 'binaryen';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type WasmExports, WebAssembly } from '../../../../src/engine/runtime/webassembly.ts';
import { type Lowered, type LoweringOptions, lower, read } from '../../../../tools/lowering/lower.ts';
import type { Handwritten } from '../../../../tools/lowering/wasm-handwritten.ts';

/** Address at which the tests place a module's allocations. */
const HEAP = 1 << 20;
const PAGES = 40;

interface Running extends Pick<Lowered, 'arrays'> {
  readonly exports: WasmExports;
  readonly memory: Int32Array;
}

function instantiate(source: string, options: LoweringOptions = {}, base = 0): Running {
  const { bytes, arrays } = lower(source, { isOptimized: false, ...options });
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: 65536, shared: true });
  let top = HEAP;
  const allocate = (_which: number, size: number): number => {
    top += 64 + size;
    new Uint8Array(memory.buffer, top - size, size).fill(0);
    return top - size;
  };
  const host = { memory, base, allocate, ask: (n: number) => n + 1 };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { host });
  exports.$start();
  return { exports, memory: new Int32Array(memory.buffer), arrays };
}

async function script(source: string): Promise<Record<string, (...numbers: number[]) => number | boolean>> {
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
}

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const int16 = fc.integer({ min: -(2 ** 15), max: 2 ** 15 });

/** Functions of two numbers. Where a result may exceed 32 bits, portable code says how it is truncated. */
const FUNCTIONS: readonly [string, string, typeof int32][] = [
  ['sums and differences that wrap', 'return (a + b) | 0 ^ ((a - b) | 0);', int32],
  ['products', 'return Math.imul(a, b) ^ Math.imul(b, 0x9e3779b1 | 0);', int32],
  ['small products', 'return a * b - 3;', int16],
  ['division toward zero', 'return b === 0 || b === -1 ? 0 : (a / b) | 0;', int32],
  ['remainder with the sign of the dividend', 'return b === 0 ? 0 : (a % b) | 0;', int32],
  ['shifts by more than 31', 'return (a << b) ^ (a >> b);', int32],
  ['shift without sign', 'return (a >>> 7) + (b >>> 31);', int32],
  ['bits', 'return (a & b) | (~a ^ -b);', int16],
  ['leading zeros', 'return Math.clz32(a) * 100 + Math.clz32(b);', int32],
  [
    'comparisons',
    'return (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0) + (a === b ? 16 : 0) + (a !== b ? 32 : 0);',
    int16,
  ],
  ['conditions', 'return (a > 0 && b) || !a ? 1 : !(b && a) ? 2 : 3;', int16],
  [
    'truths in variables',
    'const isBoth = a > 0 && b > 0; const isOne = isBoth || a > b; return isOne ? 1 : isBoth ? 2 : 3;',
    int16,
  ],
  ['before and after', 'let x = a; const y = x++ + ++x; const z = x-- - --x; return y * 4 + z + x;', int16],
  [
    'assignments as values',
    'let x = 0; let y = 0; x = y = a; x += b; x -= 3; x ^= a; x <<= 2; x >>= 1; return x + y;',
    int16,
  ],
  [
    'for with continue and break',
    'let sum = 0; for (let i = a & 15; i < 40; i++) { if (i % 3 === 0) continue; if (i > (b & 31)) break; sum += i; } return sum;',
    int16,
  ],
  [
    'while and do',
    'let n = a & 255; let steps = 0; while (n !== 0) { n &= n - 1; steps++; } do { steps += 2; n++; } while (n < (b & 7)); return steps;',
    int16,
  ],
  [
    'loops in loops',
    'let sum = 0; for (let i = 0, j = 9; i < j; i++, j--) for (;;) { sum += i * j; if (sum % 7 !== 1) break; sum++; } return sum + a;',
    int16,
  ],
  [
    'names in blocks',
    'let x = a; { let x = b; x++; } for (let x = 0; x < 2; x++) {} if (a > b) { const x = 5; return x; } return x;',
    int16,
  ],
  ['division by anything', 'return ((a / b) | 0) ^ ((b / (a & 3)) | 0) ^ ((a / -1) | 0) ^ ((a / 0) | 0);', int32],
  ['remainder by anything', 'return ((a % b) | 0) ^ ((b % (a & 3)) | 0) ^ (a % -7);', int32],
  ['constants beyond 31 bits in bit operators', 'return ((a + 0x9e3779b1) | 0) ^ (b & 0xffffffff);', int32],
  ['a constant asked for its bits', 'const c = a >>> (b & 1 ? 0 : 16); return ((c >>> 4) & 15) | (c << 8);', int32],
  ['else', 'if (a > 100) return 1; else if (a > b) { return 2; } else return 3;', int16],
];

describe('lowered code behaves like the script', () => {
  test.each(FUNCTIONS)('%s', async (_name, body, numbers) => {
    const source = `function f(a, b) { ${body} }\nexport { f };`;
    const { f } = await script(source);
    for (const isOptimized of [false, true]) {
      const { exports } = instantiate(source, { isOptimized });
      fc.assert(
        fc.property(numbers, numbers, (a, b) => {
          expect(exports.f(a, b)).toBe(Number(f(a, b)));
        }),
      );
    }
  });

  /** Arrays of every kind, at the top level, in parameters, chosen, replaced, filled and copied. */
  const ARRAYS = `
    const SIZE = 2 * 8;
    var bytes = new Uint8Array(SIZE);
    var small = new Int8Array(SIZE);
    var halves = new Int16Array(SIZE);
    var unsigned = new Uint16Array(SIZE);
    var words = new Int32Array(SIZE);
    var copy = new Int32Array(SIZE);
    var moving = new Int32Array(4);
    var other = new Uint8Array(0);
    var count = 0;
    function fillAll(a) {
      for (let i = 0; i < bytes.length; i++) {
        bytes[i] = a + i; small[i] = a * i; halves[i] = a - i; unsigned[i] = -a; words[i] = a ^ (i << 20);
      }
    }
    function keep(list, from, value) { list[from + count++] = value; list[from] += 3; list[from]++; return list[from]-- + --list[from]; }
    function chosen(a) { const list = a > 0 ? words : copy; list[1] = a; return list[1]; }
    function replace(length, value) { moving = new Int32Array(length); moving[length - 1] = value; other = new Uint8Array(length); return moving.length + other.length + moving[0]; }
    function borrow(list) { moving = list; return moving.length + moving[2]; }
    function lend(list) { return borrow(list); }
    function f(a, b) {
      fillAll(a);
      copy.set(words);
      words.fill(0, 2, 5);
      halves.fill(-1, 0, b & 15);
      copy.set([a, -1, 7]);
      count = 0;
      let sum = keep(copy, 3, b) + chosen(b) + replace((a & 7) + 1, b) + lend(copy);
      for (let i = 0; i < SIZE; i++) sum = (sum * 31 + bytes[i] + small[i] * 3 + halves[i] * 5 + unsigned[i] * 7 + words[i] + copy[i]) | 0;
      sum += (words[4] = a) + count;
      return (sum + moving[moving.length - 1]) | 0;
    }
    export { f };`;

  test.each([
    ['where it is', {}, 0],
    ['with every index checked', { isChecked: true }, 0],
    ['somewhere else', { isMovable: true }, 65536],
    ['optimized', { isOptimized: true }, 0],
  ])('arrays: %s', async (_name, options, base) => {
    const { f } = await script(ARRAYS);
    const { exports } = instantiate(ARRAYS, options, base);
    fc.assert(
      fc.property(int16, int16, (a, b) => {
        expect(exports.f(a, b)).toBe(f(a, b));
      }),
    );
  });

  /** Elements keep the lowest bits, and the value of a change is the whole number. */
  test.each([
    ['Uint8Array', 255],
    ['Uint8Array', 0],
    ['Int8Array', 127],
    ['Int8Array', -128],
    ['Uint16Array', 65535],
    ['Int16Array', 32767],
  ])('values of changes of a narrow element: %s %d', async (kind, value) => {
    const source = `var list = new ${kind}(2);
      function f(how) {
        list[0] = ${value};
        if (how === 0) return list[0]++;
        if (how === 1) return ++list[0];
        if (how === 2) return list[0]--;
        if (how === 3) return --list[0];
        return (list[1] = list[0] = ${value} + 300);
      }
      function look(i) { return list[i]; }
      export { f, look };`;
    const { f, look } = await script(source);
    const { exports } = instantiate(source);
    for (let how = 0; how < 5; how++) {
      expect(exports.f(how)).toBe(f(how));
      expect([exports.look(0), exports.look(1)]).toEqual([look(0), look(1)]);
    }
  });

  test('the module is initialized by $start, and the host finds exported arrays', () => {
    const source = `var SQUARES = 10; var squares = new Int32Array(SQUARES); var least = -1; var calls = 0;
      function fill() { for (let i = 0; i < SQUARES; i++) squares[i] = i * i - least; }
      fill();
      export { squares };`;
    const { memory, arrays } = instantiate(source);
    const { offset, length, type } = arrays.squares;
    expect(type).toBe('Int32Array');
    expect([...memory.subarray(offset >> 2, (offset >> 2) + length)]).toEqual([1, 2, 5, 10, 17, 26, 37, 50, 65, 82]);
  });

  test('functions of the host are imported instead of those of the module', () => {
    const source =
      'var hook = (n) => 0; function ask(n) { return hook(n); } function f(a) { return ask(a) * 2; } export { f };';
    expect(instantiate(source, { imports: { ask: { result: true } } }).exports.f(20)).toBe(42);
  });

  test('an array of the host is passed as address and length', () => {
    const source =
      'var table = new Int32Array(1); function take(list) { table = list; return table.length * 100 + table[1]; } export { take };';
    const { exports, memory } = instantiate(source, { arrayParameters: { take: ['Int32Array'] } });
    memory[2049] = 42;
    expect(exports.take(8192, 5)).toBe(542);
  });

  test('an index outside its array traps on request', () => {
    const source = 'var a = new Uint8Array(4); function f(i) { return a[i]; } export { f };';
    const { exports } = instantiate(source, { isChecked: true });
    expect(exports.f(3)).toBe(0);
    expect(() => exports.f(4)).toThrow();
    expect(() => exports.f(-1)).toThrow();
  });
});

describe('a handwritten function', () => {
  const SOURCE = `const COUNT = 8; const STEP = 3;
    var list = new Int16Array(COUNT);
    function addToAll(value) { for (let i = 0; i < COUNT; i++) list[i] += value * STEP; return list[0]; }
    function look(i) { return list[i]; }
    export { addToAll, look };`;
  /** Eight sums at once. */
  const addToAll: Handwritten = (m, addressOf, constant) => {
    const added = m.i16x8.splat(m.i32.mul(m.local.get(0, binaryen.i32), m.i32.const(constant('STEP'))));
    const sum = m.i16x8.add(m.v128.load(0, 2, addressOf('list')), added);
    const body = m.block(
      null,
      [m.v128.store(0, 2, addressOf('list'), sum), m.i32.load16_s(0, 2, addressOf('list'))],
      binaryen.i32,
    );
    return { parameters: 1, result: binaryen.i32, locals: [], body };
  };

  test.each([
    ['where the arrays are', {}, 0],
    ['where the host says', { isMovable: true }, 65536],
    ['but the source in a checked module', { isChecked: true }, 0],
  ])('does what its source does: %s', (_name, options, base) => {
    const isChecked = 'isChecked' in options;
    const plain = instantiate(SOURCE, { ...options }, base);
    const { exports } = instantiate(SOURCE, { ...options, handwritten: { addToAll } }, base);
    for (const value of [1, -700, 9000]) {
      expect(exports.addToAll(value)).toBe(plain.exports.addToAll(value));
      for (let i = 0; i < 8; i++) expect(exports.look(i)).toBe(plain.exports.look(i));
    }
    const { bytes } = lower(SOURCE, { ...options, isOptimized: false, handwritten: { addToAll } });
    const isSame = Buffer.compare(bytes, lower(SOURCE, { ...options, isOptimized: false }).bytes) === 0;
    expect(isSame).toBe(isChecked);
  });

  test('is rejected if the module has no function of its name', () => {
    const of = (name: string) => lower(SOURCE.replaceAll(name, 'other'), { handwritten: { addToAll } });
    expect(() => of('list')).toThrow('addToAll, written by hand: expected an array list in the module');
    expect(() => of('STEP')).toThrow('addToAll, written by hand: expected a constant STEP in the module');
  });
});

describe('a checked module traps if a number exceeds 32 bits', () => {
  const MOST = 2 ** 31 - 1;
  test.each([
    ['return a + b;', MOST, 1, true],
    ['return a + b;', MOST, 0, false],
    ['return (a + b) | 0;', MOST, 1, false],
    ['return a - b;', -MOST, 2, true],
    ['return -a;', -MOST - 1, 0, true],
    ['return a * b;', 65536, 32768, true],
    ['return a * b;', -65536, 32768, false],
    ['return (a * b) | 0;', 65536, 65536, false],
    ['return (a * b) | 0;', MOST, MOST, true],
    ['return a >>> b;', -1, 0, true],
    ['return a >>> b;', -1, 1, false],
    ['return (a >>> b) & 255;', -1, 0, false],
    ['const c = a >>> b; return c > 3;', -1, 0, true],
    ['return ++a + b;', MOST, 0, true],
    ['list.fill(0, a, b); return 0;', 2, 1, true],
    ['list.fill(0, a, b); return 0;', 0, 5, true],
    ['list.fill(0, a, b); return 0;', 1, 4, false],
    ['list.set([a, b, a, b, a]); return 0;', 1, 2, true],
    ['list.set(longer); return 0;', 1, 2, true],
  ])('%s for %d and %d: %s', (body, a, b, traps) => {
    const source = `const list = new Uint8Array(4); const longer = new Uint8Array(5);
      function f(a, b) { ${body} } export { f };`;
    const { exports } = instantiate(source, { isChecked: true });
    if (traps) expect(() => exports.f(a, b)).toThrow();
    else expect(exports.f(a, b)).toBeTypeOf('number');
  });
});

describe('the form marks where a result may differ from that of JavaScript', () => {
  test.each([
    ['a + b', '+', 'range'],
    ['(a + b) & 255', '&', 'none'],
    ['(a - b) | 0', '-', 'none'],
    ['a * b', '*', 'range'],
    ['(a * b) | 0', '*', 'product'],
    ['(a / b) | 0', '/', 'divisor'],
    ['(a / 3) | 0', '/', 'none'],
    ['(a / -1) | 0', '/', 'divisor'],
    ['(a % b) | 0', '%', 'divisor'],
    ['a % 7', '%', 'none'],
    ['a >>> b', '>>>', 'range'],
    ['a >>> 3', '>>>', 'none'],
    ['a << b', '<<', 'none'],
  ])('%s', (expression, operator, guard) => {
    const { functions } = read(`function f(a, b) { return ${expression}; }`);
    expect(functions[0].body).toMatchObject([{ kind: 'return', value: { kind: 'arithmetic', operator, guard } }]);
  });
});

/** The start of sources that confuse the two. */
const TWO_KINDS = 'const x = new Uint8Array(2); const y = new Int8Array(2);';

describe('code that cannot be lowered is rejected with its line', () => {
  test.each([
    ['function f(a) {\n  return a / 2;\n}', 'line 2: division without | 0: a / 2'],
    ['function f(a, b) { return a || b; }', 'line 1: && or || with a number as its value'],
    ['function f(a) { return a >>> 0; }', 'beyond 31 bits'],
    ['function f(a) { return a + 0.5; }', 'fraction'],
    ['function f(a) { return Math.sqrt(a); }', 'not lowered'],
    ['function f(a) { return g(a); }', 'unknown function'],
    ['function f(a) { return a + c; }', 'unknown name'],
    ['const list = [1, 2];', 'value is not constant'],
    ['var n = 3; n = 4; const list = new Int32Array(n);', 'length is not constant'],
    ['function f(a) { switch (a) { default: return 1; } }', 'statement is not lowered'],
    ["function f() { return 'text'; }", 'literal'],
    ['class A {}', 'not portable'],
    ['const a = new Int32Array(3); function f() { a.fill(7); }', 'more than one byte'],
    ['const a = 1; export { a as b };', 'a is exported as b'],
    // Numbers that WebAssembly would interpret differently.
    ['function f(a) { return a === 0xffffffff; }', 'beyond 31 bits: 0xffffffff'],
    ['const BIG = 2147483648; function f(a) { return a < BIG; }', 'beyond 31 bits: BIG'],
    ['function f(a) { return Math.imul(a, 4294967296); }', 'beyond 31 bits'],
    ['function f(a) { return a < (-1 >>> 0); }', 'beyond 31 bits'],
    ['var a = 2147483648; function f() { a++; }', 'beyond 31 bits, or a fraction: 2147483648'],
    ['var a = 0.5; function f() { a++; }', 'beyond 31 bits, or a fraction: 0.5'],
    ['function f(a) { return a >>> 32; }', 'beyond 31 bits: a >>> 32'],
    ['function f(a, b) { return a % b; }', 'remainder by what may be 0, without | 0: a % b'],
    ['function f(a) { return a % 0; }', 'remainder by what may be 0'],
    ['function f(a, b) { a %= b; return a; }', 'remainder by what may be 0'],
    ['function f(a, b) { a /= b; return a; }', 'operator is not lowered'],
    [
      'const list = new Uint8Array(2); function f(a) { return (list[0] += a); }',
      'the value of such an assignment is not lowered',
    ],
    // True and false are 1 and 0 there.
    ['function f(a) { return (a > 1) === 1; }', 'a boolean and a number: (a > 1) === 1'],
    ['function f(a) { let x = a; x = a > 1; return x; }', 'a boolean and a number: x = a > 1'],
    ['function f(a) { return a > 1 ? a > 2 : 5; }', 'a boolean and a number'],
    ['function f(a) { return a > 1 ?? a > 2; }', 'operator is not lowered'],
    // Values that JavaScript would not have yet.
    ['function f(a) { let x; if (a > 1) x = 2; return x; }', 'no initial value'],
    ['var x; function f(a) { x = a; }', 'no initial value: x'],
    ['function f(a) { { var x = a; } return x; }', 'var inside a function'],
    ['function f(a = 3) { return a; }', 'no name: a = 3'],
    ['function f(a) { const [x] = a; return x; }', 'no name'],
    ['async function f(a) { return a; }', 'not portable'],
    ['function g(a) { return a; } function f(a) { return g(a, a++); }', 'too many arguments'],
    ['function f(a) { return Math.imul(a); }', 'expected 2 arguments'],
    // Arrays.
    [`${TWO_KINDS} function f(a) { const c = a ? x : y; return c[0]; }`, 'arrays of two kinds: a ? x : y'],
    [`${TWO_KINDS} function f() { let c = x; c = y; return c[0]; }`, 'arrays of two kinds: y'],
    [`${TWO_KINDS} function f() { x.set(y); }`, 'arrays of two kinds'],
    ['var x = new Uint8Array(2); function f() { x = new Int8Array(3); }', 'arrays of two kinds'],
    ['var x = new Uint8Array(2); const y = new Int8Array(3); function f() { x = y; }', 'arrays of two kinds: y'],
    ['var x = new Uint8Array(2); function f(a) { x += a; x = x; }', 'operator is not lowered: x += a'],
    [`${TWO_KINDS} function f(a) { let c = x; c += a; return c[0]; }`, 'operator is not lowered: c += a'],
    ['const x = new Uint8Array(2); function f() { x.fill(0, 1); }', 'not lowered'],
    ['const x = new Int32Array(2); const V = 0; function f(V) { x.fill(V); }', 'more than one byte'],
  ])('%s', (source, expected) => {
    expect(() => lower(source)).toThrow(expected);
  });
});
