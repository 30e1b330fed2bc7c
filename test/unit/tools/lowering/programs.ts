import fc from 'fast-check';
import { type WasmExports, WebAssembly } from '../../../../src/engine/runtime/webassembly.ts';

/**
 * Random programs in the part of TypeScript that is lowered: a module that exports `f(a, b)`, and `look(n)`, which
 * returns the n-th part of the state of arrays and variables.
 */
const ARRAYS = ['bytes', 'small', 'halves', 'unsigned', 'words'] as const;
const LENGTH = 8;
const HEADER = `
  var bytes = new Uint8Array(${LENGTH});
  var small = new Int8Array(${LENGTH});
  var halves = new Int16Array(${LENGTH});
  var unsigned = new Uint16Array(${LENGTH});
  var words = new Int32Array(${LENGTH});
  var shared = 0;
  const SEVEN = 7;
  const LEAST = -2147483648;
  function yielded(n) { shared = (shared * 3 + n) | 0; return (n >> 1) ^ shared; }
  function begin(a, b) {
    shared = a;
    for (let i = 0; i < ${LENGTH}; i++) {
      bytes[i] = a + i; small[i] = b - i; halves[i] = a ^ b; unsigned[i] = b >> i; words[i] = a ^ (b << i);
    }
  }
  function look(n) {
    const i = n & 7;
    if (n < 8) return bytes[i];
    if (n < 16) return small[i];
    if (n < 24) return halves[i];
    if (n < 32) return unsigned[i];
    return n < 40 ? words[i] : shared;
  }
`;
/** Number of values that `look` returns. */
export const SEEN = 41;

const NAMES = ['a', 'b', 'x', 'y', 'shared'];
const ASSIGNABLE = ['x', 'y', 'shared'];
const LEAST = -2147483648;
const EDGES = [0, 1, 2, 3, 7, 15, 31, 32, 33, 127, 128, 255, 256, 300, 32767, 65535, 65536, 2147483647];
const BEYOND = [2147483648, 4294967295, 2654435769];

const number = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...EDGES).map(String) },
  { weight: 1, arbitrary: fc.constantFrom(...EDGES.slice(1), -LEAST).map((n) => `(-${n})`) },
  { weight: 2, arbitrary: fc.constantFrom('SEVEN', 'LEAST') },
);

type Grammar = Readonly<Record<'value' | 'truth' | 'element' | 'statement', string>>;

const { value, statement } = fc.letrec<Grammar>((tie) => {
  const small = { depthSize: 'small', withCrossShrink: true } as const;
  const leaf = fc.oneof(fc.constantFrom(...NAMES), number);
  const join =
    (between: string) =>
    ([left, right]: readonly [string, string]): string =>
      `(${left} ${between} ${right})`;
  const pair = fc.tuple(tie('value'), tie('value'));
  const sum = fc.tuple(pair, fc.constantFrom('+', '-', '*')).map(([both, operator]) => join(operator)(both));
  return {
    element: fc.tuple(fc.constantFrom(...ARRAYS), tie('value')).map(([array, index]) => `${array}[${index} & 7]`),
    value: fc.oneof(
      small,
      leaf,
      tie('element'),
      sum,
      sum.map((inner) => `(${inner} | 0)`),
      fc.tuple(pair, fc.constantFrom('&', '|', '^', '<<', '>>', '>>>')).map(([both, op]) => join(op)(both)),
      pair.map(([left, right]) => `((${left} / ${right}) | 0)`),
      pair.map(([left, right]) => `((${left} % ${right}) | 0)`),
      fc.tuple(tie('value'), fc.constantFrom('3', '-5', 'SEVEN')).map(([left, right]) => `(${left} % ${right})`),
      pair.map(([left, right]) => `Math.imul(${left}, ${right})`),
      tie('value').map((inner) => `Math.clz32(${inner})`),
      tie('value').map((inner) => `yielded(${inner})`),
      fc.tuple(fc.constantFrom('-', '~'), tie('value')).map(([operator, inner]) => `(${operator}(${inner}))`),
      fc.tuple(tie('value'), fc.constantFrom(...BEYOND)).map(([left, right]) => `((${left} + ${right}) | 0)`),
      fc.tuple(tie('value'), fc.constantFrom(...BEYOND)).map(([left, right]) => `(${left} ^ ${right})`),
      fc.tuple(tie('truth'), pair).map(([test, [yes, no]]) => `(${test} ? ${yes} : ${no})`),
      fc.tuple(fc.constantFrom(...ASSIGNABLE), tie('value')).map(([name, right]) => `(${name} = ${right})`),
      fc.tuple(tie('element'), tie('value')).map(([left, right]) => `(${left} = ${right})`),
      fc
        .tuple(fc.constantFrom('++', '--'), fc.oneof(fc.constantFrom(...ASSIGNABLE), tie('element')), fc.boolean())
        .map(([operator, target, isPrefix]) => (isPrefix ? `(${operator}${target})` : `(${target}${operator})`)),
    ),
    truth: fc.oneof(
      small,
      fc.tuple(pair, fc.constantFrom('<', '>', '<=', '>=', '===', '!==')).map(([both, op]) => join(op)(both)),
      fc.tuple(tie('truth'), fc.constantFrom('&&', '||'), tie('truth')).map(([l, op, r]) => `(${l} ${op} ${r})`),
      fc.tuple(tie('value'), fc.constantFrom('&&', '||'), tie('truth')).map(([l, op, r]) => `(${l} ${op} ${r})`),
      tie('truth').map((inner) => `!${inner}`),
      tie('value').map((inner) => `!${inner}`),
    ),
    statement: fc.oneof(
      small,
      fc
        .tuple(
          fc.constantFrom('=', '+=', '-=', '*=', '&=', '|=', '^=', '<<=', '>>=', '>>>='),
          fc.oneof(fc.constantFrom(...ASSIGNABLE), tie('element')),
          tie('value'),
        )
        .map(([operator, left, right]) => `${left} ${operator} ${right};`),
      fc
        .tuple(fc.constantFrom('++', '--'), fc.oneof(fc.constantFrom(...ASSIGNABLE), tie('element')))
        .map(([operator, target]) => `${target}${operator};`),
      // Constants of which only the bits are used, or the whole value.
      fc
        .tuple(
          tie('value'),
          tie('value'),
          fc.constantFrom(...ASSIGNABLE),
          fc.constantFrom('d & c', 'c < d ? c : 1', '(d - c) | 0'),
        )
        .map(([c, d, name, use]) => `{ const c = ${c}; const d = ${d} >>> (c & 31); ${name} = ${use}; }`),
      fc.tuple(tie('truth'), tie('statement')).map(([test, then]) => `if (${test}) { ${then} }`),
      fc
        .tuple(tie('truth'), tie('statement'), tie('statement'))
        .map(([test, then, otherwise]) => `if (${test}) { ${then} } else { ${otherwise} }`),
      fc
        .tuple(tie('statement'), tie('truth'), tie('statement'))
        .map(([first, test, last]) => `for (let i = 0; i < 3; i++) { ${first} if (${test}) continue; ${last} }`),
      fc
        .tuple(fc.constantFrom(...ARRAYS), tie('value'), tie('value'))
        .map(([array, first, second]) => `${array}.set([${first}, ${array}[0], ${second}]);`),
      fc
        .tuple(fc.constantFrom(...ARRAYS), tie('value'))
        .map(([array, length]) => `${array}.fill(0, shared & 1, 1 + (${length} & 7));`),
    ),
  };
});

export const program = fc.tuple(fc.array(statement, { minLength: 1, maxLength: 4 }), value).map(
  ([statements, result]) => `${HEADER}
  function f(a, b) { begin(a, b); let x = b; let y = a & 255; ${statements.join(' ')} return ${result}; }
  export { f, look };`,
);

export const int32 = fc.oneof(
  fc.integer({ min: -300, max: 300 }),
  fc.constantFrom(...EDGES, -1, -2, LEAST, LEAST + 1),
  fc.integer({ min: LEAST, max: -LEAST - 1 }),
);

/** @returns the exports of a lowered module, in a separate memory; it needs no host functions */
export function started(bytes: Uint8Array): WasmExports {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true });
  const host = { memory, base: 0, allocate: () => 0 };
  const { exports }: { exports: WasmExports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { host });
  exports.$start();
  return exports;
}
