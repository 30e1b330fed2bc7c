/**
 * The intermediate form: what a portable module does, independent of the output language. The reader makes it from
 * TypeScript's syntax; a writer generates code from it. Every name is resolved, every kind of array known, every
 * constant folded, and what cannot be lowered has been rejected: a writer does not fail.
 *
 * All numbers are signed and have 32 bits. True is 1, false is 0.
 */

export type ArrayKind = 'Int8Array' | 'Uint8Array' | 'Int16Array' | 'Uint16Array' | 'Int32Array';

/** Bytes of an element. */
export const ELEMENT_BYTES: Readonly<Record<ArrayKind, 1 | 2 | 4>> = {
  Int8Array: 1,
  Uint8Array: 1,
  Int16Array: 2,
  Uint16Array: 2,
  Int32Array: 4,
};

/**
 * A parameter or a variable of a function: a number, or the address of an array. Two locals with the same name are two
 * objects.
 */
export interface Local {
  readonly kind: 'local';
  readonly name: string;
  /** Element kind of the array; null for a number. */
  readonly element: ArrayKind | null;
  /** The local with the array's length, the next parameter; null where it is not used. */
  readonly length: Local | null;
  /** Always true or false. */
  readonly isBoolean: boolean;
}

/** A number of the module that changes. */
export interface Variable {
  readonly kind: 'variable';
  readonly name: string;
  /** Initial value. */
  readonly value: number;
}

/** An array of the module that stays where it is. */
export interface FixedArray {
  readonly kind: 'array';
  readonly name: string;
  readonly element: ArrayKind;
  /** In bytes from the start of the arrays. */
  readonly offset: number;
  /** Elements. */
  readonly length: number;
}

/** A name of the module for an array that is replaced by others: address and length are known at run time. */
export interface Pointer {
  readonly kind: 'pointer';
  readonly name: string;
  readonly element: ArrayKind;
}

/** An array that has a name. A local among them has an element. */
export type NamedArray = FixedArray | Pointer | Local;

/** `array[index]`. */
export interface Place {
  readonly array: NamedArray;
  readonly element: ArrayKind;
  readonly index: Expression;
}

export type Operator = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>' | '>>>';
export type Comparison = '===' | '!==' | '<' | '>' | '<=' | '>=';

/**
 * Where a 32-bit operation and JavaScript's, with 53 bits, might differ:
 * - `none`: nowhere;
 * - `range`: where the result exceeds 32 bits. That is a bug of the program: a checked module traps there;
 * - `product`: only the lowest 32 bits are used, and those agree as long as the product fits into 48 bits. A checked
 *   module traps where it does not;
 * - `divisor`: by 0, and the smallest number by -1. The result is JavaScript's after `| 0`.
 */
export type Guard = 'none' | 'range' | 'product' | 'divisor';

/** `left operator right`. `/` is the division of whole numbers, `(left / right) | 0`. */
export interface Arithmetic {
  readonly kind: 'arithmetic';
  readonly operator: Operator;
  readonly left: Expression;
  readonly right: Expression;
  readonly guard: Guard;
}

/** A function of this module or of the host. An array is passed as its address, and its length where that is used. */
export interface Call {
  readonly kind: 'call';
  readonly name: string;
  readonly operands: readonly Expression[];
  readonly hasResult: boolean;
}

/** The value is that of the target afterwards. */
export interface Assign {
  readonly kind: 'assign';
  readonly target: Local | Variable;
  readonly value: Expression;
}

/** `target++` and `target--`, whose value is the number before. */
export interface Step {
  readonly kind: 'step';
  readonly target: Local | Variable;
  readonly operator: '+' | '-';
}

/** The value is the whole number, not the part of it that a narrow element stores. */
export interface Store {
  readonly kind: 'store';
  readonly place: Place;
  readonly value: Expression;
}

/** `place operator= operand`. The value is the whole number before or after; for `nothing` it has none. */
export interface Change {
  readonly kind: 'change';
  readonly place: Place;
  readonly operator: Operator;
  readonly operand: Expression;
  readonly guard: Guard;
  readonly yields: 'nothing' | 'old' | 'new';
}

/** Has a side effect and may have a value, which may be ignored. */
export type Effect = Call | Assign | Step | Store | Change;

/** Everything with a value. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'read'; readonly from: Local | Variable }
  /** Address of an array. */
  | { readonly kind: 'address'; readonly array: NamedArray }
  /** Elements of an array. */
  | { readonly kind: 'length'; readonly array: NamedArray }
  | { readonly kind: 'load'; readonly place: Place }
  | Arithmetic
  | {
      readonly kind: 'compare';
      readonly comparison: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'not'; readonly operand: Expression }
  /** The right side runs only if it decides. It is true or false, whatever the left one is. */
  | {
      readonly kind: 'logical';
      readonly operator: '&&' | '||';
      readonly left: Expression;
      readonly right: Expression;
    }
  /** One of the two sides runs. */
  | { readonly kind: 'choose'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'math'; readonly name: 'imul' | 'clz32'; readonly operands: readonly Expression[] }
  | Effect;

export type Statement =
  | Effect
  | { readonly kind: 'let'; readonly local: Local; readonly value: Expression }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'if'; readonly test: Expression; readonly yes: Statement; readonly no: Statement | null }
  | {
      readonly kind: 'loop';
      /** Null for a loop that runs until something in it ends it. */
      readonly test: Expression | null;
      readonly isTestedLast: boolean;
      readonly body: Statement;
      /** Runs after the body, also where `continue` leaves that. */
      readonly update: Statement | null;
    }
  | { readonly kind: 'return'; readonly value: Expression | null }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  /** A new array of zeros. */
  | { readonly kind: 'allocate'; readonly pointer: Pointer; readonly length: Expression }
  /** The pointer refers to another array from now on. */
  | { readonly kind: 'point'; readonly pointer: Pointer; readonly array: NamedArray }
  /** Elements from `from` up to but excluding `to`, null for both ends; all bytes of the value are equal. */
  | {
      readonly kind: 'fill';
      readonly array: NamedArray;
      readonly value: number;
      readonly from: Expression | null;
      readonly to: Expression | null;
    }
  /** All elements of one array to the beginning of another of its kind. */
  | { readonly kind: 'copy'; readonly to: NamedArray; readonly from: NamedArray }
  /** The first elements. All items are evaluated before the first is stored. */
  | { readonly kind: 'setItems'; readonly array: NamedArray; readonly items: readonly Expression[] };

export interface FunctionForm {
  readonly name: string;
  readonly parameters: readonly Local[];
  readonly hasResult: boolean;
  readonly body: readonly Statement[];
}

/** A function that the host provides. All its parameters are numbers. */
export interface Import {
  readonly name: string;
  readonly parameters: number;
  readonly hasResult: boolean;
}

/** A whole module. */
export interface ModuleForm {
  /** Named numbers; the rest of the form has them folded in. */
  readonly constants: ReadonlyMap<string, number>;
  readonly variables: readonly Variable[];
  readonly arrays: readonly FixedArray[];
  /** In the order in which the host allocates them. */
  readonly pointers: readonly Pointer[];
  readonly imports: readonly Import[];
  readonly functions: readonly FunctionForm[];
  /** Runs once, before anything else. */
  readonly start: readonly Statement[];
  /** Names of functions and fixed arrays that the host may use. */
  readonly exported: readonly string[];
  /** The first byte after the arrays. */
  readonly end: number;
}

/**
 * @returns element kind of an array @throws {Error} for a local that is a number, which no reader treats as an array
 */
export function kindOf({ name, element }: NamedArray): ArrayKind {
  if (element === null) throw new Error(`${name} is not an array`);
  return element;
}
