/**
 * Writes WebAssembly from the intermediate form: every number is an i32, an array is the address of its first element,
 * a function is a function. The writer decides only how; the form defines what a module means.
 */
import binaryen from 'binaryen';
import {
  type ArrayKind,
  type Call,
  type Change,
  type Comparison,
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
  type Pointer,
  type Statement,
  type Variable,
} from './form.ts';
import { WasmArithmetic } from './wasm-arithmetic.ts';
import { type Handwritten, writeByHand } from './wasm-handwritten.ts';

type Code = binaryen.ExpressionRef;

const { i32, none } = binaryen;

/** The function that runs the module's top level. */
export const START = '$start';
/** Namespace of the imports that the module does not name itself. */
const HOST = 'host';
const ALLOCATE = '$allocate';
const BASE = '$base';
const lengthName = ({ name }: Pointer): string => `${name}$length`;

const PAGE = 65536;
/** Maximum size of a memory: four gigabytes. */
const MAX_PAGES = 65536;

const COMPARISONS = {
  '===': 'eq',
  '!==': 'ne',
  '<': 'lt_s',
  '>': 'gt_s',
  '<=': 'le_s',
  '>=': 'ge_s',
} as const satisfies Record<Comparison, string>;

/** How WebAssembly loads and stores an element, and the logarithm of its bytes. */
const ACCESS = {
  Int8Array: { shift: 0, load: 'load8_s', store: 'store8' },
  Uint8Array: { shift: 0, load: 'load8_u', store: 'store8' },
  Int16Array: { shift: 1, load: 'load16_s', store: 'store16' },
  Uint16Array: { shift: 1, load: 'load16_u', store: 'store16' },
  Int32Array: { shift: 2, load: 'load', store: 'store' },
} as const satisfies Record<ArrayKind, unknown>;

export interface WasmOptions {
  /** Arrays begin at an address that the host passes, instead of a fixed one. */
  readonly isMovable: boolean;
  /** An index outside its array traps, and so does a number that exceeds 32 bits. */
  readonly isChecked: boolean;
  readonly isOptimized: boolean;
  /** Handwritten functions, by name; a checked module has them as they are in the source. */
  readonly handwritten: Readonly<Record<string, Handwritten>>;
}

/** @returns the bytes of a module */
export function writeWasm(form: ModuleForm, options: WasmOptions): Uint8Array {
  const m = new binaryen.Module();
  try {
    const { Features } = binaryen;
    const handwritten = options.isChecked ? {} : options.handwritten;
    const vectors = Object.keys(handwritten).length > 0 ? Features.SIMD128 : 0;
    m.setFeatures(
      Features.BulkMemory |
        Features.BulkMemoryOpt |
        Features.Atomics |
        Features.MutableGlobals |
        Features.SignExt |
        vectors,
    );
    m.setMemory(Math.ceil(form.end / PAGE), MAX_PAGES, null, [], true);
    m.addMemoryImport('0', HOST, 'memory');
    declare(m, form, options);
    const place = (pointer: Pointer): number => form.pointers.indexOf(pointer);
    const arithmetic = new WasmArithmetic(m, options.isChecked);
    const write = (written: FunctionForm): void => new FunctionWriter(m, arithmetic, place, options).write(written);
    for (const written of form.functions) {
      const { name } = written;
      if (!Object.hasOwn(handwritten, name)) write(written);
      else writeByHand(m, name, handwritten[name], form, (array) => addressOfFixed(m, array, options));
    }
    write({ name: START, parameters: [], hasResult: false, body: form.start });
    const functions = new Set(form.functions.map(({ name }) => name));
    for (const name of [START, ...form.exported.filter((exported) => functions.has(exported))]) {
      m.addFunctionExport(name, name);
    }
    if (!m.validate()) throw new Error('the lowered module is not valid');
    if (options.isOptimized) optimize(m);
    return m.emitBinary();
  } finally {
    m.dispose();
  }
}

/** The variables and imports of the module, which its functions use. */
function declare(m: binaryen.Module, { variables, pointers, imports }: ModuleForm, { isMovable }: WasmOptions): void {
  if (isMovable) m.addGlobalImport(BASE, HOST, 'base', i32, false);
  for (const { name, value } of variables) m.addGlobal(name, i32, true, m.i32.const(value));
  for (const pointer of pointers) {
    m.addGlobal(pointer.name, i32, true, m.i32.const(0));
    m.addGlobal(lengthName(pointer), i32, true, m.i32.const(0));
  }
  m.addFunctionImport(ALLOCATE, HOST, 'allocate', binaryen.createType([i32, i32]), i32);
  for (const { name, parameters, hasResult } of imports) {
    const types = binaryen.createType(Array<binaryen.Type>(parameters).fill(i32));
    m.addFunctionImport(name, HOST, name, types, hasResult ? i32 : none);
  }
}

function addressOfFixed(m: binaryen.Module, { offset }: FixedArray, { isMovable }: WasmOptions): Code {
  const fixed = m.i32.const(offset);
  return isMovable ? m.i32.add(m.global.get(BASE, i32), fixed) : fixed;
}

/**
 * A function up to this size, in Binaryen's instructions, is inlined. V8 inlines none of them in Node 20; with
 * Binaryen's default of 20, and no function with a loop, the search takes 1.10 to 1.15 times as long.
 */
const INLINED_SIZE = 140;

function optimize(m: binaryen.Module): void {
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setFlexibleInlineMaxSize(INLINED_SIZE);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  m.optimize();
}

/** Writes one function. */
class FunctionWriter {
  private readonly m: binaryen.Module;
  private readonly arithmetic: WasmArithmetic;
  /** The number by which the host knows a pointer. */
  private readonly placeOf: (pointer: Pointer) => number;
  private readonly options: WasmOptions;
  private readonly places = new Map<Local, number>();
  /** Types of the locals after the parameters. */
  private readonly types: binaryen.Type[] = [];
  private locals = 0;
  private loops = 0;
  private breakTo = '';
  private continueTo = '';

  constructor(
    m: binaryen.Module,
    arithmetic: WasmArithmetic,
    placeOf: (pointer: Pointer) => number,
    options: WasmOptions,
  ) {
    this.m = m;
    this.arithmetic = arithmetic;
    this.placeOf = placeOf;
    this.options = options;
  }

  write({ name, parameters, hasResult, body }: FunctionForm): void {
    const { m } = this;
    for (const parameter of parameters) {
      this.places.set(parameter, this.locals++);
      if (parameter.length !== null) this.places.set(parameter.length, this.locals++);
    }
    const given = Array<binaryen.Type>(this.locals).fill(i32);
    const code = this.statements(body);
    const whole = hasResult ? m.block(null, [code, m.unreachable()], i32) : code;
    m.addFunction(name, binaryen.createType(given), hasResult ? i32 : none, this.types, whole);
  }

  private newLocal(): number {
    this.types.push(i32);
    return this.locals++;
  }

  private placeOfLocal(local: Local): number {
    const place = this.places.get(local);
    if (place === undefined) throw new Error(`${local.name} is used before it is declared`);
    return place;
  }

  // Statements.

  private block(list: readonly Code[]): Code {
    return list.length === 1 ? list[0] : this.m.block(null, list, none);
  }

  private statements(list: readonly Statement[]): Code {
    return this.block(list.map((form) => this.statement(form)));
  }

  private statement(form: Statement): Code {
    const { m } = this;
    switch (form.kind) {
      case 'let': {
        const value = this.value(form.value);
        const local = this.newLocal();
        this.places.set(form.local, local);
        return m.local.set(local, value);
      }
      case 'block':
        return this.statements(form.body);
      case 'if': {
        const no = form.no === null ? undefined : this.statement(form.no);
        return m.if(this.value(form.test), this.statement(form.yes), no);
      }
      case 'loop':
        return this.loop(form);
      case 'return':
        return m.return(form.value === null ? undefined : this.value(form.value));
      case 'break':
        return m.br(this.breakTo);
      case 'continue':
        return m.br(this.continueTo);
      case 'allocate':
        return this.allocate(form.pointer, this.value(form.length));
      case 'point': {
        const { pointer, array } = form;
        const address = m.global.set(pointer.name, this.address(array));
        return this.block([address, m.global.set(lengthName(pointer), this.lengthOf(array))]);
      }
      case 'fill':
        return this.fill(form);
      case 'copy':
        return this.copy(form);
      case 'setItems':
        return this.setItems(form);
      default:
        return this.effect(form);
    }
  }

  private loop({ test, isTestedLast, body, update }: Statement & { kind: 'loop' }): Code {
    const { m } = this;
    const outer = [this.breakTo, this.continueTo];
    const number = this.loops++;
    const top = `loop${number}`;
    this.breakTo = `break${number}`;
    this.continueTo = `continue${number}`;
    const parts: Code[] = [];
    if (test !== null && !isTestedLast) parts.push(m.br(this.breakTo, m.i32.eqz(this.value(test))));
    parts.push(m.block(this.continueTo, [this.statement(body)], none));
    if (update !== null) parts.push(this.statement(update));
    parts.push(m.br(top, test !== null && isTestedLast ? this.value(test) : undefined));
    const code = m.block(this.breakTo, [m.loop(top, m.block(null, parts, none))], none);
    [this.breakTo, this.continueTo] = outer;
    return code;
  }

  /** An expression whose value is not used. */
  private effect(form: Effect): Code {
    const { m } = this;
    switch (form.kind) {
      case 'call':
        return form.hasResult ? m.drop(this.call(form)) : this.call(form);
      case 'assign':
        return this.setTarget(form.target, this.value(form.value));
      case 'step': {
        const { target, operator } = form;
        return this.setTarget(target, this.arithmetic.apply(operator, this.read(target), m.i32.const(1), 'range'));
      }
      case 'store': {
        const { element, pointer, offset } = this.located(form.place);
        return this.storeAt(element, offset, pointer, this.value(form.value));
      }
      case 'change':
        return this.change(form);
    }
  }

  /**
   * `array.fill(value, from, to)`: JavaScript counts negative ends from the end of the array and clamps those outside.
   */
  private fill({ array, value, from, to }: Statement & { kind: 'fill' }): Code {
    const { m } = this;
    const [begin, end] = [this.newLocal(), this.newLocal()];
    const beginOf = () => m.local.get(begin, i32);
    const endOf = () => m.local.get(end, i32);
    const parts = [
      m.local.set(begin, from === null ? m.i32.const(0) : this.value(from)),
      m.local.set(end, to === null ? this.lengthOf(array) : this.value(to)),
    ];
    if (this.options.isChecked && to !== null) {
      parts.push(this.trapIf(m.i32.gt_u(beginOf(), endOf())));
      if (hasLength(array)) parts.push(this.trapIf(m.i32.gt_u(endOf(), this.lengthOf(array))));
    }
    const start = m.i32.add(this.address(array), this.bytesOf(array, beginOf()));
    const bytes = this.bytesOf(array, m.i32.sub(endOf(), beginOf()));
    parts.push(m.memory.fill(start, m.i32.const(value & 255), bytes));
    return this.block(parts);
  }

  private copy({ to, from }: Statement & { kind: 'copy' }): Code {
    const { m } = this;
    const parts: Code[] = [];
    if (this.options.isChecked && hasLength(to)) {
      parts.push(this.trapIf(m.i32.gt_u(this.lengthOf(from), this.lengthOf(to))));
    }
    const bytes = this.bytesOf(from, this.lengthOf(from));
    parts.push(m.memory.copy(this.address(to), this.address(from), bytes));
    return this.block(parts);
  }

  private setItems({ array, items }: Statement & { kind: 'setItems' }): Code {
    const { m } = this;
    const element = kindOf(array);
    const parts: Code[] = [];
    const kept = items.map((item) => {
      if (item.kind === 'constant') return () => this.value(item);
      const local = this.newLocal();
      parts.push(m.local.set(local, this.value(item)));
      return () => m.local.get(local, i32);
    });
    if (this.options.isChecked && hasLength(array)) {
      parts.push(this.trapIf(m.i32.gt_u(m.i32.const(items.length), this.lengthOf(array))));
    }
    kept.forEach((item, i) => {
      parts.push(this.storeAt(element, i * ELEMENT_BYTES[element], this.address(array), item()));
    });
    return this.block(parts);
  }

  /** The host allocates the array, and releases the one before. */
  private allocate(pointer: Pointer, length: Code): Code {
    const { m } = this;
    const bytes = this.bytesOf(pointer, this.lengthOf(pointer));
    const room = m.call(ALLOCATE, [m.i32.const(this.placeOf(pointer)), bytes], i32);
    return this.block([m.global.set(lengthName(pointer), length), m.global.set(pointer.name, room)]);
  }

  private trapIf(condition: Code): Code {
    return this.m.if(condition, this.m.unreachable());
  }

  // Expressions.

  private value(form: Expression): Code {
    const { m } = this;
    switch (form.kind) {
      case 'constant':
        return m.i32.const(form.value);
      case 'read':
        return this.read(form.from);
      case 'address':
        return this.address(form.array);
      case 'length':
        return this.lengthOf(form.array);
      case 'load': {
        const { element, pointer, offset } = this.located(form.place);
        return this.loadAt(element, offset, pointer);
      }
      case 'arithmetic':
        return this.arithmetic.apply(form.operator, this.value(form.left), this.value(form.right), form.guard);
      case 'compare':
        return m.i32[COMPARISONS[form.comparison]](this.value(form.left), this.value(form.right));
      case 'not':
        return m.i32.eqz(this.value(form.operand));
      case 'logical': {
        const [left, right] = [this.value(form.left), this.value(form.right)];
        return form.operator === '&&' ? m.if(left, right, m.i32.const(0)) : m.if(left, m.i32.const(1), right);
      }
      case 'choose':
        return m.if(this.value(form.test), this.value(form.yes), this.value(form.no));
      case 'math': {
        const [first, second] = form.operands.map((operand) => this.value(operand));
        return form.name === 'imul' ? m.i32.mul(first, second) : m.i32.clz(first);
      }
      default:
        return this.valueOfEffect(form);
    }
  }

  private valueOfEffect(form: Effect): Code {
    const { m } = this;
    switch (form.kind) {
      case 'call':
        return this.call(form);
      case 'assign': {
        const value = this.value(form.value);
        if (form.target.kind === 'local') return m.local.tee(this.placeOfLocal(form.target), value, i32);
        return m.block(null, [this.setTarget(form.target, value), this.read(form.target)], i32);
      }
      case 'step': {
        const { target, operator } = form;
        const kept = this.newLocal();
        const before = m.local.tee(kept, this.read(target), i32);
        const after = this.arithmetic.apply(operator, before, m.i32.const(1), 'range');
        return m.block(null, [this.setTarget(target, after), m.local.get(kept, i32)], i32);
      }
      case 'store': {
        const { element, pointer, offset } = this.located(form.place);
        const value = this.value(form.value);
        const kept = this.newLocal();
        const store = this.storeAt(element, offset, pointer, m.local.tee(kept, value, i32));
        return m.block(null, [store, m.local.get(kept, i32)], i32);
      }
      case 'change':
        return this.change(form);
    }
  }

  /** `place operator= operand`, with the value that is used. */
  private change({ place, operator, operand, guard, yields }: Change): Code {
    const { m } = this;
    const { element, pointer, offset } = this.located(place);
    const address = this.newLocal();
    const kept = yields === 'nothing' ? null : this.newLocal();
    const keep = (code: Code, when: Change['yields']) =>
      kept !== null && yields === when ? m.local.tee(kept, code, i32) : code;
    const before = keep(this.loadAt(element, offset, m.local.get(address, i32)), 'old');
    const after = keep(this.arithmetic.apply(operator, before, this.value(operand), guard), 'new');
    const store = this.storeAt(element, offset, m.local.tee(address, pointer, i32), after);
    return kept === null ? store : m.block(null, [store, m.local.get(kept, i32)], i32);
  }

  private call({ name, operands, hasResult }: Call): Code {
    const codes = operands.map((operand) => this.value(operand));
    return this.m.call(name, codes, hasResult ? i32 : none);
  }

  private read(from: Local | Variable): Code {
    return from.kind === 'local' ? this.m.local.get(this.placeOfLocal(from), i32) : this.m.global.get(from.name, i32);
  }

  private setTarget(target: Local | Variable, value: Code): Code {
    return target.kind === 'local'
      ? this.m.local.set(this.placeOfLocal(target), value)
      : this.m.global.set(target.name, value);
  }

  // Arrays.

  private address(array: NamedArray): Code {
    const { m } = this;
    if (array.kind === 'local') return this.read(array);
    if (array.kind === 'pointer') return m.global.get(array.name, i32);
    return addressOfFixed(m, array, this.options);
  }

  private lengthOf(array: NamedArray): Code {
    if (array.kind === 'array') return this.m.i32.const(array.length);
    if (array.kind === 'pointer') return this.m.global.get(lengthName(array), i32);
    if (array.length === null) throw new Error(`the length of ${array.name} is not known`);
    return this.read(array.length);
  }

  private bytesOf(array: NamedArray, elements: Code): Code {
    return this.m.i32.shl(elements, this.m.i32.const(ACCESS[kindOf(array)].shift));
  }

  /** @returns address of `array[index]`: a pointer to be computed, and a constant to be added */
  private located({ array, element, index }: Place): { element: ArrayKind; pointer: Code; offset: number } {
    const { m } = this;
    let elements = this.value(index);
    if (this.options.isChecked && hasLength(array)) {
      const kept = this.newLocal();
      const isOutside = m.i32.ge_u(m.local.tee(kept, elements, i32), this.lengthOf(array));
      elements = m.block(null, [this.trapIf(isOutside), m.local.get(kept, i32)], i32);
    }
    const { shift } = ACCESS[element];
    const scaled = shift > 0 ? m.i32.shl(elements, m.i32.const(shift)) : elements;
    if (array.kind !== 'array') return { element, pointer: m.i32.add(this.address(array), scaled), offset: 0 };
    const pointer = this.options.isMovable ? m.i32.add(m.global.get(BASE, i32), scaled) : scaled;
    return { element, pointer, offset: array.offset };
  }

  private loadAt(element: ArrayKind, offset: number, pointer: Code): Code {
    return this.m.i32[ACCESS[element].load](offset, ELEMENT_BYTES[element], pointer);
  }

  private storeAt(element: ArrayKind, offset: number, pointer: Code, value: Code): Code {
    return this.m.i32[ACCESS[element].store](offset, ELEMENT_BYTES[element], pointer, value);
  }
}

/** Whether the length of an array is known. */
function hasLength(array: NamedArray): boolean {
  return array.kind !== 'local' || array.length !== null;
}
