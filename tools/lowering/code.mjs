// Turns the functions of a lowered module into WebAssembly: every number is an i32, an array is the address of its first
// element. What the portable part of TypeScript does not hold is refused with its line.
import binaryen from 'binaryen';
import { constantOf, foldConstant, Scope } from './declarations.mjs';

const { i32, none } = binaryen;

/** Instruction of each operator. A sum or product that leaves 32 bits wraps, as behind `| 0`. */
const INSTRUCTIONS = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '%': 'rem_s',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'shl',
  '>>': 'shr_s',
  '>>>': 'shr_u',
};
const COMPARISONS = { '===': 'eq', '!==': 'ne', '<': 'lt_s', '>': 'gt_s', '<=': 'le_s', '>=': 'ge_s' };
const MATH = { imul: 'mul', clz32: 'clz' };

/** Names of functions and variables that are no names of TypeScript. */
export const START = '$start';
export const ALLOCATE = '$allocate';
export const BASE = '$base';
const lengthName = (pointer) => `${pointer}$length`;

/**
 * Writes code into a binaryen module.
 * @param m the module @param topLevel what declarations.mjs has read @param fail (node, why) => never
 * @param options isMovable: arrays lie at an address that the host says, instead of a fixed one; isChecked: an index
 * outside its array traps
 */
export class CodeWriter {
  constructor(m, topLevel, fail, { isMovable, isChecked }) {
    this.m = m;
    this.names = topLevel.names;
    this.fail = fail;
    this.isMovable = isMovable;
    this.isChecked = isChecked;
    /** Arrays that are replaced by others, in the order in which the host is asked for room. */
    this.pointers = [...topLevel.names.values()].filter(({ kind }) => kind === 'pointer').map(({ name }) => name);
  }

  writeFunction({ name, parameters, hasResult, node }) {
    this.write(name, parameters, hasResult, node.body.body);
  }

  /** The function that does what the module does when it is loaded. */
  writeStart(statements) {
    this.write(START, [], false, statements);
  }

  write(name, parameters, hasResult, body) {
    const { m } = this;
    this.types = [];
    this.loops = 0;
    this.breakTo = null;
    this.continueTo = null;
    const scope = new Scope();
    this.locals = 0;
    for (const { name: parameter, element, hasLength } of parameters) {
      scope.set(parameter, { local: this.locals++, element, length: hasLength ? this.locals++ : null });
    }
    const given = Array(this.locals).fill(i32);
    const code = this.statements(body, scope);
    const whole = hasResult ? m.block(null, [code, m.unreachable()], i32) : code;
    m.addFunction(name, binaryen.createType(given), hasResult ? i32 : none, this.types, whole);
  }

  newLocal() {
    this.types.push(i32);
    return this.locals++;
  }

  // Statements.

  block(list) {
    return list.length === 1 ? list[0] : this.m.block(null, list, none);
  }

  statements(list, scope) {
    return this.block(list.filter(({ type }) => type !== 'EmptyStatement').map((node) => this.statement(node, scope)));
  }

  statement(node, scope) {
    const { m } = this;
    switch (node.type) {
      case 'ExpressionStatement':
        return this.effect(node.expression, scope);
      case 'Allocate':
        return this.allocate(node.name, m.i32.const(node.length));
      case 'VariableDeclaration':
        return this.block(node.declarations.map((declaration) => this.declaration(declaration, scope)));
      case 'BlockStatement':
        return this.statements(node.body, new Scope(scope));
      case 'IfStatement': {
        const otherwise = node.alternate ? this.statement(node.alternate, new Scope(scope)) : undefined;
        return m.if(this.condition(node.test, scope), this.statement(node.consequent, new Scope(scope)), otherwise);
      }
      case 'ReturnStatement':
        return m.return(node.argument ? this.value(node.argument, scope) : undefined);
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label) this.fail(node, 'labels are not lowered');
        return m.br(node.type === 'BreakStatement' ? this.breakTo : this.continueTo);
      case 'ForStatement': {
        const inner = new Scope(scope);
        const parts = [];
        if (node.init?.type === 'VariableDeclaration') parts.push(this.statement(node.init, inner));
        else if (node.init) parts.push(this.effect(node.init, inner));
        return this.block([...parts, this.loop(node, inner)]);
      }
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.loop(node, scope);
      default:
        return this.fail(node, 'statement is not lowered');
    }
  }

  declaration({ id, init }, scope) {
    const element = init ? this.elementOf(init, scope) : null;
    const value = init === null ? this.m.i32.const(0) : element ? this.address(init, scope) : this.value(init, scope);
    const local = this.newLocal();
    const isTruth = init !== null && this.isTruth(init, scope);
    scope.set(id.name, { local, element, length: null, isTruth });
    return this.m.local.set(local, value);
  }

  loop({ type, test, body, update }, scope) {
    const { m } = this;
    const outer = [this.breakTo, this.continueTo];
    const number = this.loops++;
    const top = `loop${number}`;
    this.breakTo = `break${number}`;
    this.continueTo = `continue${number}`;
    const isTestedLast = type === 'DoWhileStatement';
    const parts = [];
    if (test && !isTestedLast) parts.push(m.br(this.breakTo, m.i32.eqz(this.condition(test, scope))));
    parts.push(m.block(this.continueTo, [this.statement(body, new Scope(scope))], none));
    if (update) parts.push(this.effect(update, scope));
    parts.push(m.br(top, isTestedLast ? this.condition(test, scope) : undefined));
    const code = m.block(this.breakTo, [m.loop(top, m.block(null, parts, none))], none);
    [this.breakTo, this.continueTo] = outer;
    return code;
  }

  /** An expression whose value nobody wants. */
  effect(node, scope) {
    switch (node.type) {
      case 'AssignmentExpression':
        return this.assignment(node, scope, false);
      case 'UpdateExpression':
        return this.update(node, scope, false);
      case 'CallExpression': {
        const { code, hasResult } = this.call(node, scope);
        return hasResult ? this.m.drop(code) : code;
      }
      case 'SequenceExpression':
        return this.block(node.expressions.map((expression) => this.effect(expression, scope)));
      default:
        return this.fail(node, 'expression without effect');
    }
  }

  // Expressions. What is true or false is 1 or 0.

  value(node, scope) {
    const { m } = this;
    const constant = foldConstant(node, (name) => (scope.get(name) ? undefined : constantOf(this.names.get(name))));
    if (constant !== undefined) {
      if (!Number.isInteger(constant)) this.fail(node, 'fraction');
      return m.i32.const(constant | 0);
    }
    switch (node.type) {
      case 'Identifier': {
        const named = this.lookUp(node, scope);
        if (named.local !== undefined && !named.element) return m.local.get(named.local, i32);
        return named.kind === 'variable' ? m.global.get(named.name, i32) : this.fail(node, 'no number');
      }
      case 'MemberExpression': {
        if (!node.computed)
          return node.property.name === 'length' ? this.lengthOf(node.object, scope) : this.fail(node, 'no index');
        const { element, pointer, offset } = this.place(node, scope);
        return m.i32[element.load](offset, element.bytes, pointer);
      }
      case 'UnaryExpression':
        return this.unary(node, scope);
      case 'BinaryExpression':
        return this.binary(node, scope);
      case 'LogicalExpression':
        // Of two numbers JavaScript gives one, of two truths a truth.
        return this.isTruth(node, scope) ? this.logical(node, scope) : this.fail(node, 'a number out of && or ||');
      case 'ConditionalExpression':
        return m.if(
          this.condition(node.test, scope),
          this.value(node.consequent, scope),
          this.value(node.alternate, scope),
        );
      case 'AssignmentExpression':
        return this.assignment(node, scope, true);
      case 'UpdateExpression':
        return this.update(node, scope, true);
      case 'CallExpression': {
        const { code, hasResult } = this.call(node, scope);
        return hasResult ? code : this.fail(node, 'no value');
      }
      case 'Literal':
        return typeof node.value === 'boolean' ? m.i32.const(Number(node.value)) : this.fail(node, 'literal');
      default:
        return this.fail(node, 'expression is not lowered');
    }
  }

  unary(node, scope) {
    const { m } = this;
    if (node.operator === '!') return m.i32.eqz(this.condition(node.argument, scope));
    const argument = this.value(node.argument, scope);
    if (node.operator === '-') return m.i32.sub(m.i32.const(0), argument);
    if (node.operator === '~') return m.i32.xor(argument, m.i32.const(-1));
    return this.fail(node, 'operator is not lowered');
  }

  binary(node, scope) {
    const { operator, left, right } = node;
    if (operator === '|' && right.type === 'Literal' && right.value === 0) {
      // The only division that is one of whole numbers.
      if (left.operator !== '/') return this.value(left, scope);
      return this.m.i32.div_s(this.value(left.left, scope), this.value(left.right, scope));
    }
    if (operator === '/') this.fail(node, 'division without | 0');
    if (operator === '>>>' && right.value === 0) this.fail(node, 'a number beyond 31 bits');
    const instruction = INSTRUCTIONS[operator] ?? COMPARISONS[operator] ?? this.fail(node, 'operator is not lowered');
    return this.m.i32[instruction](this.value(left, scope), this.value(right, scope));
  }

  /** Something that is only asked whether it is 0. */
  condition(node, scope) {
    return node.type === 'LogicalExpression' ? this.logical(node, scope) : this.value(node, scope);
  }

  logical({ operator, left, right }, scope) {
    const { m } = this;
    const isRightTruth = this.isTruth(right, scope) || right.type === 'LogicalExpression';
    const first = this.condition(left, scope);
    const second = isRightTruth ? this.condition(right, scope) : m.i32.ne(this.condition(right, scope), m.i32.const(0));
    return operator === '&&' ? m.if(first, second, m.i32.const(0)) : m.if(first, m.i32.const(1), second);
  }

  /** Whether a value is true or false, so that it is 1 or 0 here. */
  isTruth(node, scope) {
    switch (node.type) {
      case 'BinaryExpression':
        return Object.hasOwn(COMPARISONS, node.operator);
      case 'UnaryExpression':
        return node.operator === '!';
      case 'LogicalExpression':
        return this.isTruth(node.left, scope) && this.isTruth(node.right, scope);
      case 'Identifier':
        return scope.get(node.name)?.isTruth === true;
      default:
        return typeof node.value === 'boolean';
    }
  }

  assignment(node, scope, isWanted) {
    const { m } = this;
    const { left, right, operator } = node;
    if (left.type !== 'Identifier') return this.store(node, scope, isWanted);
    const named = this.lookUp(left, scope);
    if (named.kind === 'pointer') return this.replaceArray(named, right, scope);
    const isLocal = named.local !== undefined;
    if (!isLocal && named.kind !== 'variable') this.fail(node, 'not to be assigned');
    const before = () => (isLocal ? m.local.get(named.local, i32) : m.global.get(named.name, i32));
    const operand = named.element ? this.address(right, scope) : this.value(right, scope);
    const value = operator === '=' ? operand : this.combine(node, before(), operand);
    if (isLocal) return isWanted ? m.local.tee(named.local, value, i32) : m.local.set(named.local, value);
    const set = m.global.set(named.name, value);
    return isWanted ? m.block(null, [set, before()], i32) : set;
  }

  /** `array[index] = value`, or with another operator. */
  store(node, scope, isWanted) {
    const { m } = this;
    const { element, pointer, offset } = this.place(node.left, scope);
    const storeAt = (address, value) => m.i32[element.store](offset, element.bytes, address, value);
    if (node.operator !== '=') {
      if (isWanted) this.fail(node, 'value of such an assignment');
      const address = this.newLocal();
      const before = m.i32[element.load](offset, element.bytes, m.local.get(address, i32));
      return storeAt(m.local.tee(address, pointer, i32), this.combine(node, before, this.value(node.right, scope)));
    }
    const value = this.value(node.right, scope);
    if (!isWanted) return storeAt(pointer, value);
    const kept = this.newLocal();
    return m.block(null, [storeAt(pointer, m.local.tee(kept, value, i32)), m.local.get(kept, i32)], i32);
  }

  combine(node, left, right) {
    const instruction = INSTRUCTIONS[node.operator.slice(0, -1)] ?? this.fail(node, 'operator is not lowered');
    return this.m.i32[instruction](left, right);
  }

  /** `x++` and its like; the value before is the value after, taken back. */
  update(node, scope, isWanted) {
    const { m } = this;
    const [forth, back] = node.operator === '++' ? ['add', 'sub'] : ['sub', 'add'];
    const one = () => m.i32.const(1);
    const told = (after) => (node.prefix ? after : m.i32[back](after, one()));
    if (node.argument.type !== 'Identifier') {
      const { element, pointer, offset } = this.place(node.argument, scope);
      const address = this.newLocal();
      const now = () => m.i32[element.load](offset, element.bytes, m.local.get(address, i32));
      const changed = m.i32[forth](now(), one());
      const set = m.i32[element.store](offset, element.bytes, m.local.tee(address, pointer, i32), changed);
      return isWanted ? m.block(null, [set, told(now())], i32) : set;
    }
    const named = this.lookUp(node.argument, scope);
    if (named.local !== undefined) {
      const changed = m.i32[forth](m.local.get(named.local, i32), one());
      return isWanted ? told(m.local.tee(named.local, changed, i32)) : m.local.set(named.local, changed);
    }
    if (named.kind !== 'variable') this.fail(node, 'not to be changed');
    const set = m.global.set(named.name, m.i32[forth](m.global.get(named.name, i32), one()));
    return isWanted ? m.block(null, [set, told(m.global.get(named.name, i32))], i32) : set;
  }

  // Calls.

  call(node, scope) {
    const { callee } = node;
    if (callee.type === 'MemberExpression') {
      return callee.object.name === 'Math' ? this.math(node, scope) : this.method(node, scope);
    }
    const called = this.names.get(callee.name);
    if (called?.kind !== 'function') this.fail(node, 'unknown function');
    const operands = [];
    called.parameters.forEach(({ element, hasLength }, i) => {
      const argument = node.arguments[i] ?? this.fail(node, 'too few arguments');
      operands.push(element ? this.address(argument, scope) : this.value(argument, scope));
      if (hasLength) operands.push(this.lengthOf(argument, scope));
    });
    return { code: this.m.call(called.name, operands, called.hasResult ? i32 : none), hasResult: called.hasResult };
  }

  math(node, scope) {
    const instruction = MATH[node.callee.property.name] ?? this.fail(node, 'not lowered');
    return { code: this.m.i32[instruction](...node.arguments.map((x) => this.value(x, scope))), hasResult: true };
  }

  /** `array.fill(value)`, `array.fill(value, from, to)`, `array.set([...])`, `array.set(otherArray)`. */
  method(node, scope) {
    const { m } = this;
    const { object, property } = node.callee;
    const element = this.elementOf(object, scope) ?? this.fail(node, 'no array');
    const [first, from, to] = node.arguments;
    const bytes = (count) => m.i32.shl(count, m.i32.const(element.shift));
    if (property.name === 'fill') {
      const value = foldConstant(first, (name) => constantOf(this.names.get(name)));
      const byte = value & 255;
      const isOneByte = element.bytes === 1 || value === 0 || value === -1 || (element.bytes === 2 && value === 65535);
      if (value === undefined || !isOneByte) this.fail(node, 'filled with more than one byte');
      const start = from
        ? m.i32.add(this.address(object, scope), bytes(this.value(from, scope)))
        : this.address(object, scope);
      const count = to ? m.i32.sub(this.value(to, scope), this.value(from, scope)) : this.lengthOf(object, scope);
      return { code: m.memory.fill(start, m.i32.const(byte), bytes(count)), hasResult: false };
    }
    if (property.name !== 'set' || from) this.fail(node, 'not lowered');
    if (first.type !== 'ArrayExpression') {
      const copy = m.memory.copy(
        this.address(object, scope),
        this.address(first, scope),
        bytes(this.lengthOf(first, scope)),
      );
      return { code: copy, hasResult: false };
    }
    const stores = first.elements.map((item, i) =>
      m.i32[element.store](i * element.bytes, element.bytes, this.address(object, scope), this.value(item, scope)),
    );
    return { code: this.block(stores), hasResult: false };
  }

  // Arrays.

  lookUp(node, scope) {
    return scope.get(node.name) ?? this.names.get(node.name) ?? this.fail(node, 'unknown name');
  }

  /** @returns what an array expression holds, null if it is none */
  elementOf(node, scope) {
    if (node.type === 'ConditionalExpression') return this.elementOf(node.consequent, scope);
    return node.type === 'Identifier' ? (this.lookUp(node, scope).element ?? null) : null;
  }

  address(node, scope) {
    const { m } = this;
    if (node.type === 'ConditionalExpression') {
      const [test, yes, no] = [this.condition(node.test, scope), node.consequent, node.alternate];
      return m.select(test, this.address(yes, scope), this.address(no, scope));
    }
    const named = this.lookUp(node, scope);
    if (!named.element) this.fail(node, 'no array');
    if (named.local !== undefined) return m.local.get(named.local, i32);
    if (named.kind === 'pointer') return m.global.get(named.name, i32);
    const fixed = m.i32.const(named.offset);
    return this.isMovable ? m.i32.add(m.global.get(BASE, i32), fixed) : fixed;
  }

  lengthOf(node, scope) {
    const named = this.lookUp(node, scope);
    if (named.kind === 'array') return this.m.i32.const(named.length);
    if (named.kind === 'pointer') return this.m.global.get(lengthName(named.name), i32);
    return this.m.local.get(named.length ?? this.fail(node, 'length is not known here'), i32);
  }

  /** @returns where `array[index]` lies: a pointer to be computed, and a constant to be added */
  place(node, scope) {
    const { m } = this;
    if (node.type !== 'MemberExpression' || !node.computed) this.fail(node, 'no element of an array');
    const named = this.lookUp(node.object, scope);
    const element = named.element ?? this.fail(node, 'no array');
    let index = this.value(node.property, scope);
    if (this.isChecked && named.kind) {
      const kept = this.newLocal();
      const isOutside = m.i32.ge_u(m.local.tee(kept, index, i32), this.lengthOf(node.object, scope));
      index = m.block(null, [m.if(isOutside, m.unreachable()), m.local.get(kept, i32)], i32);
    }
    const scaled = element.shift > 0 ? m.i32.shl(index, m.i32.const(element.shift)) : index;
    if (named.kind !== 'array')
      return { element, pointer: m.i32.add(this.address(node.object, scope), scaled), offset: 0 };
    const pointer = this.isMovable ? m.i32.add(m.global.get(BASE, i32), scaled) : scaled;
    return { element, pointer, offset: named.offset };
  }

  replaceArray(named, right, scope) {
    const { m } = this;
    if (right.type === 'NewExpression') return this.allocate(named.name, this.value(right.arguments[0], scope));
    return this.block([
      m.global.set(named.name, this.address(right, scope)),
      m.global.set(lengthName(named.name), this.lengthOf(right, scope)),
    ]);
  }

  /** A new array of zeros: the host finds the room, and takes back that of the one before. */
  allocate(name, length) {
    const { m } = this;
    const { element } = this.names.get(name);
    const bytes = m.i32.shl(m.global.get(lengthName(name), i32), m.i32.const(element.shift));
    const room = m.call(ALLOCATE, [m.i32.const(this.pointers.indexOf(name)), bytes], i32);
    return this.block([m.global.set(lengthName(name), length), m.global.set(name, room)]);
  }

  /** The variables of the module, to be declared before the functions. */
  declareVariables() {
    const { m } = this;
    if (this.isMovable) m.addGlobalImport(BASE, 'host', 'base', i32, false);
    for (const { kind, name, value } of this.names.values()) {
      if (kind === 'variable') m.addGlobal(name, i32, true, m.i32.const(value | 0));
      if (kind !== 'pointer') continue;
      m.addGlobal(name, i32, true, m.i32.const(0));
      m.addGlobal(lengthName(name), i32, true, m.i32.const(0));
    }
    m.addFunctionImport(ALLOCATE, 'host', 'allocate', binaryen.createType([i32, i32]), i32);
    for (const declared of this.names.values()) {
      if (!declared.isImport) continue;
      const { name, parameters, hasResult } = declared;
      const types = binaryen.createType(parameters.map(() => i32));
      m.addFunctionImport(name, 'host', name, types, hasResult ? i32 : none);
    }
  }
}
