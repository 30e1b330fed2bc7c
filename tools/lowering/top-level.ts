/**
 * Reads the top level of a module: constants, variables, typed arrays and functions, the addresses of the arrays, and
 * which parameters are arrays.
 */
import type { AnyNode, CallExpression, FunctionDeclaration, Node, Program, Statement, VariableDeclarator } from 'acorn';
import { type ArrayKind, ELEMENT_BYTES, type FixedArray, type Pointer, type Variable } from './form.ts';
import { type Fail, foldConstant, nameOf, walk } from './syntax.ts';

/** The first kilobyte stays empty: an address of 0 is always a mistake. */
const FIRST_BYTE = 1024;
/** Arrays begin on a cache line, with an unused one in between. */
const LINE = 64;

interface Constant {
  readonly kind: 'constant';
  readonly name: string;
  readonly value: number;
}

/** A variable in which JavaScript holds a function of its host: a function that calls it becomes an import. */
interface Hook {
  readonly kind: 'hook';
  readonly name: string;
}

/** A parameter of a function. It follows from all calls, so it is complete only when all functions are known. */
export interface Parameter {
  readonly name: string;
  /** Element kind of an array; null for a number. */
  element: ArrayKind | null;
  /** The length of the array is used. */
  hasLength: boolean;
}

/** A function by its name, before it is read. */
export interface Declared {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly hasResult: boolean;
  /** Provided by the host. */
  readonly isImport: boolean;
  readonly node: FunctionDeclaration;
}

/** The meaning of a name of the module. */
export type Global = Constant | Hook | Declared | Variable | FixedArray | Pointer;

export interface TopLevel {
  readonly names: ReadonlyMap<string, Global>;
  /** Those of the module itself. */
  readonly functions: readonly Declared[];
  /** Executed when the module is loaded, in order: allocation of arrays that will be replaced, and statements. */
  readonly start: readonly (Statement | { readonly pointer: Pointer; readonly length: number })[];
  readonly exported: readonly string[];
  /** The first byte after the arrays. */
  readonly end: number;
}

/** Facts about a module that only the host knows. */
export interface HostSide {
  /** Functions that the host provides instead of the module, by name: whether they return a number. */
  readonly imports?: Readonly<Record<string, { readonly result: boolean }>>;
  /** Kinds of the array parameters that only the host passes, by function. */
  readonly arrayParameters?: Readonly<Record<string, readonly (ArrayKind | null)[]>>;
}

/** @param program syntax tree of a module */
export function readTopLevel(program: Program, fail: Fail, host: HostSide): TopLevel {
  const { imports = {}, arrayParameters = {} } = host;
  const names = new Map<string, Global>();
  const functions: Declared[] = [];
  const start: TopLevel['start'][number][] = [];
  const exported: string[] = [];
  const assigned = namesAssigned(program);
  let end = FIRST_BYTE;
  const constant = (node: Node) => foldConstant(node, (name) => constantOf(names.get(name)));

  const declareArray = (name: string, init: AnyNode & { type: 'NewExpression' }): void => {
    const element = arrayKind(nameOf(init.callee)) ?? fail(init, 'not a typed array');
    const length = constant(init.arguments[0]) ?? fail(init, 'length is not constant');
    if (assigned.has(name)) {
      const pointer: Pointer = { kind: 'pointer', name, element };
      names.set(name, pointer);
      start.push({ pointer, length });
      return;
    }
    const offset = (end + 2 * LINE - 1) & -LINE;
    names.set(name, { kind: 'array', name, element, offset, length });
    end = offset + length * ELEMENT_BYTES[element];
  };

  const declareNumber = (name: string, init: Node): void => {
    const value = constant(init) ?? fail(init, 'value is not constant');
    const isVariable = assigned.has(name);
    if (isVariable && (value | 0) !== value) fail(init, 'a number beyond 31 bits, or a fraction');
    names.set(name, { kind: isVariable ? 'variable' : 'constant', name, value });
  };

  const declare = ({ id, init }: VariableDeclarator): void => {
    const name = nameOf(id) ?? fail(id, 'no name');
    if (!init) fail(id, 'no initial value');
    else if (init.type === 'NewExpression') declareArray(name, init);
    else if (init.type === 'ArrowFunctionExpression') names.set(name, { kind: 'hook', name });
    else declareNumber(name, init);
  };

  const declareFunction = (node: FunctionDeclaration): void => {
    const { name } = node.id;
    if (node.async || node.generator) fail(node, 'not portable');
    const isImport = Object.hasOwn(imports, name);
    const parameters = node.params.map((parameter, i) => {
      const own = nameOf(parameter) ?? fail(parameter, 'no name');
      const element = arrayParameters[name]?.[i] ?? null;
      return { name: own, element, hasLength: usesLength(node.body, own, assigned) };
    });
    const hasResult = isImport ? imports[name].result : returnsValue(node);
    const declared: Declared = { kind: 'function', name, node, parameters, hasResult, isImport };
    names.set(name, declared);
    if (!isImport) functions.push(declared);
  };

  for (const node of program.body) {
    if (node.type === 'FunctionDeclaration') declareFunction(node);
    else if (node.type === 'VariableDeclaration') node.declarations.forEach(declare);
    else if (node.type === 'ExpressionStatement') start.push(node);
    else if (node.type === 'ExportNamedDeclaration') {
      for (const { local, exported: outside } of node.specifiers) {
        const [inner, outer] = [nameOf(local), nameOf(outside)];
        if (inner === undefined || inner !== outer) return fail(node, `${inner} is exported as ${outer}`);
        exported.push(inner);
      }
    } else fail(node, 'not portable');
  }
  findArrayParameters(names, functions, fail);
  passLengthsOn(names, functions);
  return { names, functions, start, exported, end };
}

/** @returns the value of a declared constant, undefined for anything else */
export function constantOf(declared: Global | undefined): number | undefined {
  return declared?.kind === 'constant' ? declared.value : undefined;
}

/** @returns the name if it is that of a typed array that can be lowered */
export function arrayKind(name: string | undefined): ArrayKind | undefined {
  return name !== undefined && Object.hasOwn(ELEMENT_BYTES, name) ? (name as ArrayKind) : undefined;
}

function namesAssigned(program: Program): Set<string> {
  const assigned = new Set<string>();
  walk(program, (node) => {
    const target =
      node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' ? node.argument : null;
    const name = nameOf(target);
    if (name !== undefined) assigned.add(name);
  });
  return assigned;
}

function returnsValue(declared: FunctionDeclaration): boolean {
  let found = false;
  walk(declared.body, (node) => {
    if (node.type === 'ReturnStatement' && node.argument) found = true;
  });
  return found;
}

/** Whether a function uses the length of its array parameter, or keeps the array. */
function usesLength(body: AnyNode, parameter: string, assigned: ReadonlySet<string>): boolean {
  let found = false;
  walk(body, (node) => {
    if (node.type === 'MemberExpression') {
      if (nameOf(node.object) === parameter && nameOf(node.property) === 'length') found = true;
    } else if (node.type === 'AssignmentExpression') {
      if (nameOf(node.right) === parameter && assigned.has(nameOf(node.left) ?? '')) found = true;
    }
  });
  return found;
}

/** @returns the function of the module that a call refers to, if any */
function calledBy(node: CallExpression, names: ReadonlyMap<string, Global>): Declared | null {
  const named = names.get(nameOf(node.callee) ?? '');
  return named?.kind === 'function' ? named : null;
}

/** Derives from the calls which parameters are arrays, and of what. */
function findArrayParameters(names: ReadonlyMap<string, Global>, functions: readonly Declared[], fail: Fail): void {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const caller of functions) {
      const elements = new Map(caller.parameters.map(({ name, element }) => [name, element]));
      const elementOf = (node: Node): ArrayKind | null => {
        const expression = node as AnyNode;
        if (expression.type === 'ConditionalExpression') return elementOf(expression.consequent);
        const name = nameOf(node);
        if (name === undefined) return null;
        const inside = elements.get(name);
        if (inside !== undefined) return inside;
        const outside = names.get(name);
        return outside?.kind === 'array' || outside?.kind === 'pointer' ? outside.element : null;
      };
      walk(caller.node.body, (node) => {
        if (node.type === 'VariableDeclarator' && node.init) elements.set(nameOf(node.id) ?? '', elementOf(node.init));
        const called = node.type === 'CallExpression' ? calledBy(node, names) : null;
        if (node.type !== 'CallExpression' || called === null) return;
        node.arguments.forEach((argument, i) => {
          const element = elementOf(argument);
          const parameter = called.parameters[i];
          if (element === null || parameter === undefined || parameter.element === element) return;
          if (parameter.element !== null) fail(argument, 'arrays of two kinds for one parameter');
          parameter.element = element;
          isNew = true;
        });
      });
    }
  }
  for (const { parameters } of functions) {
    for (const parameter of parameters) parameter.hasLength &&= parameter.element !== null;
  }
}

/** A function that passes its array on to one that needs the length needs it as well. */
function passLengthsOn(names: ReadonlyMap<string, Global>, functions: readonly Declared[]): void {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { node, parameters } of functions) {
      walk(node.body, (call) => {
        const called = call.type === 'CallExpression' ? calledBy(call, names) : null;
        if (call.type !== 'CallExpression' || called === null) return;
        called.parameters.forEach(({ hasLength }, i) => {
          const argument = nameOf(call.arguments[i]);
          const passed = parameters.find(({ name }) => name === argument);
          if (!hasLength || passed === undefined || passed.hasLength) return;
          passed.hasLength = true;
          isNew = true;
        });
      });
    }
  }
}
