/**
 * Writes C from the intermediate form: a number is an `int32_t`, an array of the module an array, a function a static
 * function. It is C11 with extensions of GCC and Clang: a value of several steps is a statement expression, which fixes
 * the order of the steps, as C itself does not. It must be compiled with -fwrapv.
 *
 * The writer decides only how; the form defines what a module means.
 */
import {
  type Arithmetic,
  type ArrayKind,
  type Change,
  type Effect,
  ELEMENT_BYTES,
  type Expression,
  type FixedArray,
  type FunctionForm,
  kindOf,
  type Local,
  type ModuleForm,
  type NamedArray,
  type Place,
  type Statement,
  type Variable,
} from './form.ts';

/** C types of the elements. */
export const C_TYPES = {
  Int8Array: 'int8_t',
  Uint8Array: 'uint8_t',
  Int16Array: 'int16_t',
  Uint16Array: 'uint16_t',
  Int32Array: 'int32_t',
} as const satisfies Record<ArrayKind, string>;

export interface COptions {
  /** Prefix of every name. */
  readonly prefix?: string;
  /** Handwritten functions, by name. */
  readonly handwritten?: Readonly<Record<string, CHandwritten>>;
  /**
   * Movable: the state of the module is in a `struct PREFIXstate`, one for each thread, which every function takes as
   * its first argument. These are the arrays that all threads read and only the host writes. Without this option there
   * is one instance.
   */
  readonly shared?: ReadonlySet<string>;
  /**
   * Pointers to words that other threads read and write at the same time: each access is to a whole word, relaxed.
   * Operations on a whole array are not atomic: no other thread may use it then.
   */
  readonly contended?: ReadonlySet<string>;
  /**
   * Arrays whose elements are read through the macro `PREFIXname_at(index)` where the index is constant. The including
   * file may define it as values that the compiler knows; otherwise it reads the array.
   */
  readonly settled?: ReadonlySet<string>;
}

/**
 * @param nameOf C name of an array of the module
 * @param constant value of a constant of the module
 * @returns the body of a function, without its braces; its parameters have the names of the source
 */
export type CHandwritten = (nameOf: (array: string) => string, constant: (name: string) => number) => string;

export interface CModule {
  /**
   * Its arrays, each preceded by the macro `TENGEN_ARRAY`, which the including file defines as `static`, `extern` or
   * nothing; the functions that the host must provide; and `struct PREFIXfunctions`, pointers to all functions that the
   * module exports. A movable one has its other arrays in `struct PREFIXstate`, which the host provides filled with
   * zeros.
   */
  readonly declarations: string;
  /** All functions, static, and `PREFIXfunctions_made`, which must be called first and returns such a structure. */
  readonly code: string;
}

/**
 * Functions of the host, by their names after the prefix: `allocate(which, bytes)` allocates zeros for the array of
 * that number, or enlarges it; the others are those that the module imports.
 */
export function writeC(
  form: ModuleForm,
  { prefix = 'k_', handwritten = {}, shared, contended, settled }: COptions = {},
): CModule {
  const names = new CNames(prefix, shared, contended, settled);
  const functions = new Set(form.functions.map(({ name }) => name));
  const exported = form.functions.filter(({ name }) => form.exported.includes(name));
  const start: FunctionForm = { name: '$start', parameters: [], hasResult: false, body: form.start };
  const [common, own] = [true, false].map((isShared) =>
    form.arrays.filter(({ name }) => names.isShared(name) === isShared),
  );
  const pointers = form.pointers.flatMap(({ name, element }) => [
    `${C_TYPES[element]} *${names.of(name)};`,
    `int32_t ${names.of(name)}_length;`,
  ]);
  const signature = (written: FunctionForm, name: string): string => {
    const parameters = [
      ...names.first(`struct ${prefix}state *`),
      ...new FunctionWriter(form, names).parameters(written),
    ];
    return `${written.hasResult ? 'int32_t' : 'void'} ${name}(${parameters.join(', ') || 'void'})`;
  };
  const host = form.imports.map(({ name, parameters, hasResult }) => {
    const types =
      [...names.first(`struct ${prefix}state *`), ...Array<string>(parameters).fill('int32_t')].join(', ') || 'void';
    return `${hasResult ? 'int32_t' : 'void'} ${names.of(name)}(${types});`;
  });
  const declarations = [
    '#include <stdint.h>',
    ...common.map((array) => `TENGEN_ARRAY ${arrayDeclaration(array, prefix)};`),
    ...(shared === undefined ? [] : [`struct ${prefix}state {`, ...stateFields(own, pointers, form, names), '};']),
    `void *${prefix}allocate(${[...names.first(`struct ${prefix}state *`), 'int32_t which', 'int32_t bytes'].join(', ')});`,
    ...host,
    `struct ${prefix}functions {`,
    ...[start, ...exported].map((each) => `  ${signature(each, `(*${fieldOf(each)})`)};`),
    '};',
    '',
  ];
  const body = (written: FunctionForm): string => {
    const { name } = written;
    const text = Object.hasOwn(handwritten, name)
      ? writtenByHand(name, handwritten[name], form, names)
      : new FunctionWriter(form, names).body(written);
    const first = written === start ? initialValues(form, names) : '';
    return `static ${signature(written, names.of(written.name))} {\n${first}${text}}`;
  };
  for (const name of Object.keys(handwritten)) {
    if (!functions.has(name))
      throw new Error(`${name}, written by hand: expected a function of that name in the module`);
  }
  for (const name of names.contended) {
    if (form.pointers.every((pointer) => pointer.name !== name))
      throw new Error(`contended ${name}: expected a pointer of that name in the module`);
  }
  for (const name of names.settled) {
    if (form.arrays.every((array) => array.name !== name))
      throw new Error(`settled ${name}: expected an array of that name in the module`);
  }
  const code = [
    '#include <string.h>',
    '#ifdef __SSE2__\n#include <immintrin.h>\n#endif',
    ARITHMETIC.replaceAll('PREFIX_', prefix),
    ...[...names.settled].map((name) => {
      const macro = `${names.of(name)}_at`;
      return `#ifndef ${macro}\n#define ${macro}(index) ${names.placeOf(name)}[index]\n#endif`;
    }),
    ...(shared === undefined
      ? [
          ...form.variables.map(({ name, value }) => `static int32_t ${names.of(name)} = ${constant(value)};`),
          ...pointers.map((pointer) => `static ${pointer}`),
        ]
      : []),
    ...form.functions.map((written) => `static ${signature(written, names.of(written.name))};`),
    ...[...form.functions, start].map(body),
    `struct ${prefix}functions ${prefix}functions_made(void) {`,
    `  return (struct ${prefix}functions){`,
    ...[start, ...exported].map((each) => `    .${fieldOf(each)} = ${names.of(each.name)},`),
    '  };',
    '}',
    '',
  ];
  return { declarations: declarations.join('\n'), code: code.join('\n') };
}

/** @throws {Error} for a name that the module does not have */
function writtenByHand(name: string, write: CHandwritten, form: ModuleForm, names: CNames): string {
  const missing = (what: string): never => {
    throw new Error(`${name}, written by hand: expected ${what} in the module`);
  };
  return write(
    (wanted) => {
      const array = [...form.arrays, ...form.pointers].find((candidate) => candidate.name === wanted);
      return array === undefined ? missing(`an array ${wanted}`) : names.placeOf(array.name);
    },
    (wanted) => form.constants.get(wanted) ?? missing(`a constant ${wanted}`),
  );
}

/** @returns the fields of an instance of a movable module, numbers first: they are accessed most */
function stateFields(
  own: readonly FixedArray[],
  pointers: readonly string[],
  form: ModuleForm,
  names: CNames,
): string[] {
  const variables = form.variables.map(({ name }) => `int32_t ${names.of(name)};`);
  const arrays = own.map((array) => `${arrayDeclaration(array, names.prefix)};`);
  return [...variables, ...pointers, ...arrays].map((line) => `  ${line}`);
}

/** @returns code that initializes the numbers of a movable module; otherwise their definitions do */
function initialValues(form: ModuleForm, names: CNames): string {
  if (names.shared === undefined) return '';
  return form.variables.map(({ name, value }) => `${names.placeOf(name)} = ${constant(value)};\n`).join('');
}

/** @returns an array as C declares it, without the end of the line */
export function arrayDeclaration({ name, element, length }: FixedArray, prefix = 'k_'): string {
  return `${C_TYPES[element]} ${new CNames(prefix).of(name)}[${Math.max(1, length)}] __attribute__((aligned(64)))`;
}

/** Where WebAssembly and the processor would trap, or C is undefined, these do what JavaScript does. */
const ARITHMETIC = `static inline int32_t PREFIX_div(int32_t a, int32_t b) {
  return b == 0 ? 0 : b == -1 ? -a : a / b;
}
static inline int32_t PREFIX_rem(int32_t a, int32_t b) {
  return b == 0 || b == -1 ? 0 : a % b;
}
static inline int32_t PREFIX_clz(int32_t a) {
  return a == 0 ? 32 : __builtin_clz((uint32_t)a);
}`;

/** Names of the module, which may mean something in C. */
class CNames {
  readonly prefix: string;
  readonly shared: ReadonlySet<string> | undefined;
  readonly contended: ReadonlySet<string>;
  readonly settled: ReadonlySet<string>;

  constructor(
    prefix: string,
    shared?: ReadonlySet<string>,
    contended: ReadonlySet<string> = new Set(),
    settled: ReadonlySet<string> = new Set(),
  ) {
    this.prefix = prefix;
    this.shared = shared;
    this.contended = contended;
    this.settled = settled;
  }

  of(name: string): string {
    return this.prefix + name.replaceAll('$', '_');
  }

  /** Whether all instances share one copy of an array. */
  isShared(name: string): boolean {
    return this.shared === undefined || this.shared.has(name);
  }

  /** @returns an array, a pointer or a number of the module as code refers to it */
  placeOf(name: string): string {
    return this.isShared(name) ? this.of(name) : `${this.prefix}self->${this.of(name)}`;
  }

  /** @returns the argument before all others, if there is one @param type for its declaration; empty in a call */
  first(type = ''): string[] {
    return this.shared === undefined ? [] : [`${type}${this.prefix}self`];
  }
}

function fieldOf({ name }: FunctionForm): string {
  return name.replaceAll('$', '');
}

function constant(value: number): string {
  // C has no negative literals, and would make the smallest one a long.
  if (value === -(2 ** 31)) return '(-2147483647 - 1)';
  return value < 0 ? `(${value})` : String(value);
}

/** Writes one function. */
class FunctionWriter {
  private readonly form: ModuleForm;
  private readonly names: CNames;
  private readonly locals = new Map<Local, string>();
  private numbers = 0;

  constructor(form: ModuleForm, names: CNames) {
    this.form = form;
    this.names = names;
  }

  /** @returns the parameters as they are declared */
  parameters({ parameters }: FunctionForm): string[] {
    return parameters.flatMap((parameter) => {
      const name = parameter.name.replaceAll('$', '_');
      this.locals.set(parameter, name);
      const own = `${typeOfLocal(parameter)}${name}`;
      if (parameter.length === null) return [own];
      this.locals.set(parameter.length, `${name}_length`);
      return [own, `int32_t ${name}_length`];
    });
  }

  /** @returns the body of a function, without its braces */
  body(written: FunctionForm): string {
    this.parameters(written);
    const text = this.statements(written.body);
    return written.hasResult ? `${text}__builtin_trap();\n` : text;
  }

  private newName(name: string): string {
    return `${name.replaceAll('$', '_')}_${this.numbers++}`;
  }

  private nameOfLocal(local: Local): string {
    const name = this.locals.get(local);
    if (name === undefined) throw new Error(`${local.name} is used before it is declared`);
    return name;
  }

  // Statements.

  private statements(list: readonly Statement[]): string {
    return list.map((form) => this.statement(form)).join('');
  }

  private statement(form: Statement): string {
    switch (form.kind) {
      case 'let': {
        const value = this.value(form.value);
        const name = this.newName(form.local.name);
        this.locals.set(form.local, name);
        return `${typeOfLocal(form.local)}${name} = ${value};\n`;
      }
      case 'block':
        // Names are numbered: declarations must be visible after the block that the form makes of them.
        return this.statements(form.body);
      case 'if': {
        const no = form.no === null ? '' : ` else {\n${this.statement(form.no)}}`;
        return `if (${this.value(form.test)}) {\n${this.statement(form.yes)}}${no}\n`;
      }
      case 'loop':
        return this.loop(form);
      case 'return':
        return form.value === null ? 'return;\n' : `return ${this.value(form.value)};\n`;
      case 'break':
        return 'break;\n';
      case 'continue':
        return 'continue;\n';
      case 'allocate': {
        const [name, which] = [this.names.placeOf(form.pointer.name), this.form.pointers.indexOf(form.pointer)];
        const bytes = `${name}_length * ${ELEMENT_BYTES[form.pointer.element]}`;
        const room = `${this.names.prefix}allocate(${[...this.names.first(), which, bytes].join(', ')})`;
        return `${name}_length = ${this.value(form.length)};\n${name} = ${room};\n`;
      }
      case 'point': {
        const name = this.names.placeOf(form.pointer.name);
        const length = this.lengthOf(form.array);
        return `${name} = ${this.address(form.array)};\n${name}_length = ${length};\n`;
      }
      case 'fill':
        return this.fill(form);
      case 'copy': {
        const bytes = `(size_t)${this.lengthOf(form.from)} * ${ELEMENT_BYTES[kindOf(form.from)]}`;
        return `memmove(${this.address(form.to)}, ${this.address(form.from)}, ${bytes});\n`;
      }
      case 'setItems': {
        const kept = form.items.map((item) => this.kept(item));
        const stores = kept.map(({ name }, i) => `${this.address(form.array)}[${i}] = ${name};\n`);
        return `{\n${kept.map(({ text }) => text).join('')}${stores.join('')}}\n`;
      }
      default:
        return `${this.effect(form)};\n`;
    }
  }

  private loop({ test, isTestedLast, body, update }: Statement & { kind: 'loop' }): string {
    const condition = test === null ? '' : this.value(test);
    const inner = this.statement(body);
    if (isTestedLast) return `do {\n${inner}} while (${condition || '1'});\n`;
    const step = update === null ? '' : this.updateOf(update);
    return `for (; ${condition}; ${step}) {\n${inner}}\n`;
  }

  /** @returns the update of a loop, as one expression */
  private updateOf(update: Statement): string {
    const parts = update.kind === 'block' ? update.body : [update];
    return parts.map((part) => `({ ${this.statement(part).trimEnd()} })`).join(', ');
  }

  /** `array.fill(value, from, to)`; all bytes of the value are equal. */
  private fill({ array, value, from, to }: Statement & { kind: 'fill' }): string {
    const first = this.kept(from ?? { kind: 'constant', value: 0 });
    const end = to === null ? { name: this.lengthOf(array), text: '' } : this.kept(to);
    const bytes = `(size_t)(${end.name} - ${first.name}) * ${ELEMENT_BYTES[kindOf(array)]}`;
    const call = `memset(${this.address(array)} + ${first.name}, ${value & 255}, ${bytes});`;
    return `{\n${first.text}${end.text}${call}\n}\n`;
  }

  /** An expression whose value is not used. */
  private effect(form: Effect): string {
    switch (form.kind) {
      case 'assign':
        return `${this.nameOf(form.target)} = ${this.value(form.value)}`;
      case 'step':
        return `${this.nameOf(form.target)} = ${this.nameOf(form.target)} ${form.operator} 1`;
      case 'store':
        if (hasEffect(form.place.index) || hasEffect(form.value)) return this.valueOfEffect(form);
        return this.stored(form.place, `&${this.located(form.place)}`, this.value(form.value));
      default:
        return this.valueOfEffect(form);
    }
  }

  // Expressions.

  private value(form: Expression): string {
    switch (form.kind) {
      case 'constant':
        return constant(form.value);
      case 'read':
        return this.nameOf(form.from);
      case 'address':
        return this.address(form.array);
      case 'length':
        return this.lengthOf(form.array);
      case 'load': {
        const { array, index } = form.place;
        if (index.kind === 'constant' && this.names.settled.has(array.name))
          return `${this.names.of(array.name)}_at(${constant(index.value)})`;
        return this.loaded(form.place, `&${this.located(form.place)}`);
      }
      case 'arithmetic':
        return this.inOrder([form.left, form.right], ([left, right]) => this.arithmetic(form, left, right));
      case 'compare':
        return this.inOrder([form.left, form.right], ([left, right]) => {
          return `(${left} ${form.comparison.replace('===', '==').replace('!==', '!=')} ${right})`;
        });
      case 'not':
        return `(!${this.value(form.operand)})`;
      case 'logical':
        return `(${this.value(form.left)} ${form.operator} ${this.value(form.right)})`;
      case 'choose':
        return `(${this.value(form.test)} ? ${this.value(form.yes)} : ${this.value(form.no)})`;
      case 'math':
        return this.inOrder(form.operands, ([first, second]) =>
          form.name === 'imul' ? `(${first} * ${second})` : `${this.names.prefix}clz(${first})`,
        );
      default:
        return this.valueOfEffect(form);
    }
  }

  private arithmetic(
    { operator, right, guard }: Pick<Arithmetic, 'operator' | 'right' | 'guard'>,
    a: string,
    b: string,
  ) {
    const { prefix } = this.names;
    const count = right.kind === 'constant' ? String(right.value & 31) : `(${b} & 31)`;
    // What the form declares harmless may still be a division by -1.
    const isPlain = guard === 'none' && right.kind === 'constant' && right.value !== 0 && right.value !== -1;
    switch (operator) {
      case '/':
        return isPlain ? `(${a} / ${b})` : `${prefix}div(${a}, ${b})`;
      case '%':
        return isPlain ? `(${a} % ${b})` : `${prefix}rem(${a}, ${b})`;
      case '<<':
        return `(int32_t)((uint32_t)${a} << ${count})`;
      case '>>':
        return `(${a} >> ${count})`;
      case '>>>':
        return `(int32_t)((uint32_t)${a} >> ${count})`;
      default:
        return `(${a} ${operator} ${b})`;
    }
  }

  private valueOfEffect(form: Effect): string {
    switch (form.kind) {
      case 'call':
        return this.inOrder(form.operands, (operands) => {
          return `${this.names.of(form.name)}(${[...this.names.first(), ...operands].join(', ')})`;
        });
      case 'assign':
        return `(${this.nameOf(form.target)} = ${this.value(form.value)})`;
      case 'step': {
        const [kept, target] = [this.newName('old'), this.nameOf(form.target)];
        return `({ int32_t ${kept} = ${target}; ${target} = ${kept} ${form.operator} 1; ${kept}; })`;
      }
      case 'store': {
        const [at, kept] = [this.newName('at'), this.newName('value')];
        const place = `${C_TYPES[form.place.element]} *${at} = &${this.located(form.place)}`;
        return `({ ${place}; int32_t ${kept} = ${this.value(form.value)}; ${this.stored(form.place, at, kept)}; ${kept}; })`;
      }
      case 'change':
        return this.change(form);
    }
  }

  /** `place operator= operand`, with the value that is used. */
  private change({ place, operator, operand, guard, yields }: Change): string {
    const [at, before, after] = [this.newName('at'), this.newName('old'), this.newName('new')];
    const steps = [
      `${C_TYPES[place.element]} *${at} = &${this.located(place)}`,
      `int32_t ${before} = ${this.loaded(place, at)}`,
      `int32_t ${after} = ${this.arithmetic({ operator, right: operand, guard }, before, this.value(operand))}`,
      this.stored(place, at, after),
      yields === 'old' ? before : yields === 'new' ? after : '(void)0',
    ];
    return `({ ${steps.join('; ')}; })`;
  }

  /** Values whose order matters: those before one with a side effect are stored first. */
  private inOrder(operands: readonly Expression[], make: (values: string[]) => string): string {
    const last = operands.findLastIndex(hasEffect);
    if (last < 0 || operands.length === 1) return make(operands.map((operand) => this.value(operand)));
    const steps: string[] = [];
    const values = operands.map((operand, i) => {
      if (i > last) return this.value(operand);
      const { name, text } = this.kept(operand);
      steps.push(text.trimEnd());
      return name;
    });
    return `({ ${steps.join(' ')} ${make(values)}; })`;
  }

  /** @returns a name of a value, and its declaration */
  private kept(form: Expression): { readonly name: string; readonly text: string } {
    if (form.kind === 'constant') return { name: constant(form.value), text: '' };
    const value = this.value(form);
    const name = this.newName('kept');
    return { name, text: `${typeOf(form)}${name} = ${value};\n` };
  }

  private nameOf(from: Local | Variable): string {
    return from.kind === 'local' ? this.nameOfLocal(from) : this.names.placeOf(from.name);
  }

  // Arrays.

  private address(array: NamedArray): string {
    return array.kind === 'local' ? this.nameOfLocal(array) : this.names.placeOf(array.name);
  }

  private lengthOf(array: NamedArray): string {
    if (array.kind === 'array') return String(array.length);
    if (array.kind === 'pointer') return `${this.names.placeOf(array.name)}_length`;
    if (array.length === null) throw new Error(`the length of ${array.name} is not known`);
    return this.nameOfLocal(array.length);
  }

  private isContended({ array }: Place): boolean {
    return array.kind === 'pointer' && this.names.contended.has(array.name);
  }

  /** @param at address of the place, a name or `&` and the place itself @returns its value */
  private loaded(place: Place, at: string): string {
    return this.isContended(place) ? `__atomic_load_n(${at}, __ATOMIC_RELAXED)` : dereferenced(at);
  }

  /** @returns code that stores a value there */
  private stored(place: Place, at: string, value: string): string {
    if (this.isContended(place)) return `__atomic_store_n(${at}, ${value}, __ATOMIC_RELAXED)`;
    return `${dereferenced(at)} = ${value}`;
  }

  /** An index is never negative, which saves the compiler a sign extension. */
  private located({ array, index }: Place): string {
    const at = index.kind === 'constant' ? constant(index.value) : `(uint32_t)${this.value(index)}`;
    return `${this.address(array)}[${at}]`;
  }
}

function dereferenced(at: string): string {
  return at.startsWith('&') ? at.slice(1) : `*${at}`;
}

/** @returns the type, with the separator from a name */
function typeOfLocal({ element }: Local): string {
  return element === null ? 'int32_t ' : `${C_TYPES[element]} *`;
}

function typeOf(form: Expression): string {
  if (form.kind === 'choose') return typeOf(form.yes);
  return form.kind === 'address' ? `${C_TYPES[kindOf(form.array)]} *` : 'int32_t ';
}

/** Whether evaluating a value has a side effect. */
function hasEffect(form: Expression): boolean {
  switch (form.kind) {
    case 'constant':
    case 'read':
    case 'address':
    case 'length':
      return false;
    case 'load':
      return hasEffect(form.place.index);
    case 'arithmetic':
    case 'compare':
    case 'logical':
      return hasEffect(form.left) || hasEffect(form.right);
    case 'not':
      return hasEffect(form.operand);
    case 'choose':
      return hasEffect(form.test) || hasEffect(form.yes) || hasEffect(form.no);
    case 'math':
      return form.operands.some(hasEffect);
    default:
      return true;
  }
}
