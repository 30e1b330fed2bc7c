// What the top level of a lowered module holds: constants, variables, typed arrays and functions, and where the arrays
// lie in memory.

/** Typed arrays by name: bytes of an element, their logarithm, and how WebAssembly loads and stores one. */
const ELEMENTS = {
  Int8Array: { array: 'Int8Array', bytes: 1, shift: 0, load: 'load8_s', store: 'store8' },
  Uint8Array: { array: 'Uint8Array', bytes: 1, shift: 0, load: 'load8_u', store: 'store8' },
  Int16Array: { array: 'Int16Array', bytes: 2, shift: 1, load: 'load16_s', store: 'store16' },
  Uint16Array: { array: 'Uint16Array', bytes: 2, shift: 1, load: 'load16_u', store: 'store16' },
  Int32Array: { array: 'Int32Array', bytes: 4, shift: 2, load: 'load', store: 'store' },
};

/** The first kilobyte stays empty: an address of 0 is always a mistake. */
const FIRST_BYTE = 1024;
/** Arrays begin on a cache line, with one in between that nobody uses. */
const LINE = 64;

const FOLD = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

/** Calls `visit` with every node of a syntax tree, parents first. */
export function walk(node, visit) {
  if (typeof node?.type !== 'string') return;
  visit(node);
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (Array.isArray(value)) for (const child of value) walk(child, visit);
    else if (value !== null && typeof value === 'object') walk(value, visit);
  }
}

/** Names of one block; inner blocks see those of outer ones. */
export class Scope {
  constructor(parent = null) {
    this.parent = parent;
    this.names = new Map();
  }

  set(name, value) {
    this.names.set(name, value);
  }

  get(name) {
    return this.names.get(name) ?? this.parent?.get(name);
  }
}

/**
 * @param node expression @param constantNamed value of a constant by its name, or undefined
 * @returns its value if it is constant, else undefined
 */
export function foldConstant(node, constantNamed) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' ? node.value : undefined;
    case 'Identifier':
      return constantNamed(node.name);
    case 'UnaryExpression': {
      const value = foldConstant(node.argument, constantNamed);
      if (value === undefined) return undefined;
      return node.operator === '-' ? -value : node.operator === '~' ? ~value : undefined;
    }
    case 'BinaryExpression': {
      const left = foldConstant(node.left, constantNamed);
      const right = left === undefined ? undefined : foldConstant(node.right, constantNamed);
      return right === undefined ? undefined : FOLD[node.operator]?.(left, right);
    }
    default:
      return undefined;
  }
}

/**
 * Reads the top level.
 * @param program syntax tree of a module @param fail (node, why) => never
 * @param imports functions that the host brings instead of the module, by name: { result: whether they return a number }
 * @param arrayParameters kinds of the array parameters that only the host passes, by function: { name: [kind or null] }
 * @returns {{ names: Map, functions: object[], start: object[], exported: string[], end: number }} `start` are the statements
 * to be run once, `end` the first byte behind the arrays. A name is one of
 * `{ kind: 'constant', value }`, `{ kind: 'variable', value }`, `{ kind: 'array', element, offset, length }`,
 * `{ kind: 'pointer', element }` (an array that is replaced by others), `{ kind: 'function', parameters, hasResult, node }`
 */
export function readTopLevel(program, fail, imports, arrayParameters) {
  const names = new Map();
  const functions = [];
  const start = [];
  const exported = [];
  const assigned = namesAssigned(program);
  let end = FIRST_BYTE;
  const constant = (node) => foldConstant(node, (name) => constantOf(names.get(name)));

  const declare = ({ id, init }) => {
    const { name } = id;
    if (init?.type === 'NewExpression') {
      const element = ELEMENTS[init.callee.name] ?? fail(init, 'no typed array');
      const length = constant(init.arguments[0]) ?? fail(init, 'length is not constant');
      if (assigned.has(name)) {
        names.set(name, { kind: 'pointer', name, element });
        start.push({ type: 'Allocate', name, length });
        return;
      }
      const offset = (end + 2 * LINE - 1) & -LINE;
      names.set(name, { kind: 'array', name, element, offset, length });
      end = offset + length * element.bytes;
      return;
    }
    // Where JavaScript keeps its hooks: what calls them is imported from the host.
    if (init?.type === 'ArrowFunctionExpression') {
      names.set(name, { kind: 'hook', name });
      return;
    }
    if (!init) fail(id, 'no value to begin with');
    const value = constant(init);
    if (value === undefined) fail(init, 'value is not constant');
    const isVariable = assigned.has(name);
    if (isVariable && (value | 0) !== value) fail(init, 'a number beyond 31 bits, or a fraction');
    names.set(name, { kind: isVariable ? 'variable' : 'constant', name, value });
  };

  for (const node of program.body) {
    if (node.type === 'FunctionDeclaration') {
      const { name } = node.id;
      if (node.async || node.generator) fail(node, 'does not belong to the portable part');
      for (const parameter of node.params) if (parameter.type !== 'Identifier') fail(parameter, 'no name');
      const isImport = Object.hasOwn(imports, name);
      const parameters = node.params.map(({ name: parameter }, i) => ({
        name: parameter,
        element: ELEMENTS[arrayParameters[name]?.[i]] ?? null,
        hasLength: usesLength(node.body, parameter, assigned),
      }));
      const hasResult = isImport ? imports[name].result : returnsValue(node);
      const declared = { kind: 'function', name, node, parameters, hasResult, isImport };
      names.set(name, declared);
      if (!isImport) functions.push(declared);
    } else if (node.type === 'VariableDeclaration') node.declarations.forEach(declare);
    else if (node.type === 'ExpressionStatement') start.push(node);
    else if (node.type === 'ExportNamedDeclaration') {
      for (const { local, exported: outside } of node.specifiers) {
        if (local.name !== outside.name) fail(node, `${local.name} is exported as ${outside.name}`);
        exported.push(local.name);
      }
    } else fail(node, 'does not belong to the portable part');
  }
  findArrayParameters(names, functions, fail);
  passLengthsOn(names, functions);
  return { names, functions, start, exported, end };
}

/** @returns the value of a declared constant, undefined for anything else */
export function constantOf(declared) {
  return declared?.kind === 'constant' ? declared.value : undefined;
}

function namesAssigned(program) {
  const assigned = new Set();
  walk(program, (node) => {
    const target = node.type === 'AssignmentExpression' ? node.left : node.argument;
    const changes = node.type === 'AssignmentExpression' || node.type === 'UpdateExpression';
    if (changes && target.type === 'Identifier') assigned.add(target.name);
  });
  return assigned;
}

function returnsValue(node) {
  let found = false;
  walk(node.body, (inner) => {
    if (inner.type === 'ReturnStatement' && inner.argument !== null) found = true;
  });
  return found;
}

/** Whether a function asks for the length of its array parameter, or keeps the array. */
function usesLength(body, parameter, assigned) {
  let found = false;
  walk(body, (node) => {
    const isAsked =
      node.type === 'MemberExpression' && node.object.name === parameter && node.property.name === 'length';
    const isKept =
      node.type === 'AssignmentExpression' && node.right.name === parameter && assigned.has(node.left.name);
    if (isAsked || isKept) found = true;
  });
  return found;
}

/** Which parameters are arrays, and of what, follows from the calls. */
function findArrayParameters(names, functions, fail) {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const caller of functions) {
      const elements = new Map(caller.parameters.map(({ name, element }) => [name, element]));
      walk(caller.node.body, (node) => {
        if (node.type === 'VariableDeclarator' && node.init) elements.set(node.id.name, elementOf(node.init));
        if (node.type !== 'CallExpression' || names.get(node.callee.name)?.kind !== 'function') return;
        const { parameters } = names.get(node.callee.name);
        node.arguments.forEach((argument, i) => {
          const element = elementOf(argument);
          if (element === null || parameters[i].element === element) return;
          if (parameters[i].element !== null) fail(argument, 'arrays of two kinds for one parameter');
          parameters[i].element = element;
          isNew = true;
        });
      });
      function elementOf(node) {
        if (node.type === 'ConditionalExpression') return elementOf(node.consequent);
        if (node.type !== 'Identifier') return null;
        return elements.has(node.name) ? elements.get(node.name) : (names.get(node.name)?.element ?? null);
      }
    }
  }
  for (const { parameters } of functions) {
    for (const parameter of parameters) parameter.hasLength &&= parameter.element !== null;
  }
}

/** A function that hands its array on to one that needs the length needs it as well. */
function passLengthsOn(names, functions) {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { node, parameters } of functions) {
      walk(node.body, (call) => {
        if (call.type !== 'CallExpression' || names.get(call.callee.name)?.kind !== 'function') return;
        names.get(call.callee.name).parameters.forEach(({ hasLength }, i) => {
          const passed = parameters.find(({ name }) => name === call.arguments[i]?.name);
          if (!hasLength || passed === undefined || passed.hasLength) return;
          passed.hasLength = true;
          isNew = true;
        });
      });
    }
  }
}
