// Turns the functions of a lowered module into WebAssembly: every number is an i32, an array is the address of its first
// element. What the portable part of TypeScript does not hold is refused with its line. Where the values decide whether
// both mean the same, see arithmetic.mjs.
import binaryen from 'binaryen';
import { Arithmetic, namesOfBits, takesLowBits } from './arithmetic.mjs';
import { constantOf, foldConstant, Scope } from './declarations.mjs';
import { KERNELS } from './kernels.mjs';

const { i32, none } = binaryen;

const COMPARISONS = { '===': 'eq', '!==': 'ne', '<': 'lt_s', '>': 'gt_s', '<=': 'le_s', '>=': 'ge_s' };
const MATH = { imul: { instruction: 'mul', operands: 2 }, clz32: { instruction: 'clz', operands: 1 } };

/** Names of functions and variables that are no names of TypeScript. */
export const START = '$start';
export const ALLOCATE = '$allocate';
export const BASE = '$base';
const lengthName = (pointer) => `${pointer}$length`;

/**
 * Writes code into a binaryen module.
 * @param m the module @param topLevel what declarations.mjs has read @param fail (node, why) => never
 * @param options isMovable: arrays lie at an address that the host says, instead of a fixed one; isChecked: an index
 * outside its array traps, and so does a number that leaves 32 bits
 */
export class CodeWriter {
  constructor(m, topLevel, fail, { isMovable, isChecked }) {
    this.m = m;
    this.names = topLevel.names;
    this.fail = fail;
    this.isMovable = isMovable;
    this.isChecked = isChecked;
    this.arithmetic = new Arithmetic(m, fail, isChecked);
    /** Arrays that are replaced by others, in the order in which the host is asked for room. */
    this.pointers = [...topLevel.names.values()].filter(({ kind }) => kind === 'pointer').map(({ name }) => name);
  }

  writeFunction({ name, parameters, hasResult, node }) {
    // A checked module has the loops as they are written.
    if (!this.isChecked && Object.hasOwn(KERNELS, name)) this.writeKernel(name, node);
    else this.write(name, parameters, hasResult, node.body.body);
  }

  writeKernel(name, node) {
    const { m, names } = this;
    const addressOf = (array) => {
      const { kind, offset } = names.get(array) ?? {};
      if (kind !== 'array') this.fail(node, `kernel of an array ${array} that is not there`);
      const fixed = m.i32.const(offset);
      return this.isMovable ? m.i32.add(m.global.get(BASE, i32), fixed) : fixed;
    };
    const constant = (of) => {
      const { kind, value } = names.get(of) ?? {};
      if (kind !== 'constant') this.fail(node, `kernel of a constant ${of} that is not there`);
      return value;
    };
    const { parameters, result, locals, body } = KERNELS[name](m, addressOf, constant);
    m.addFunction(name, binaryen.createType(Array(parameters).fill(i32)), result, locals, body);
  }

  /** The function that does what the module does when it is loaded. */
  writeStart(statements) {
    this.write(START, [], false, statements);
  }

  write(name, parameters, hasResult, body) {
    const { m } = this;
    this.types = [];
    this.bits = namesOfBits(body);
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
        // It would be seen outside its block.
        if (node.kind === 'var') this.fail(node, 'var inside a function');
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

  declaration(node, scope) {
    const { id, init } = node;
    if (id.type !== 'Identifier') this.fail(node, 'no name');
    if (init === null) this.fail(node, 'no value to begin with');
    const element = this.elementOf(init, scope);
    const value = element ? this.address(init, scope) : this.value(init, scope, this.bits.has(id.name));
    const local = this.newLocal();
    scope.set(id.name, { local, element, length: null, isTruth: this.isTruth(init, scope) });
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

  /** @param hasLowBits only the lowest 32 bits of the value are asked for */
  value(node, scope, hasLowBits = false) {
    const { m } = this;
    const constant = this.constant(node, scope);
    if (constant !== undefined) return this.arithmetic.constant(node, constant, hasLowBits);
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
        return this.unary(node, scope, hasLowBits);
      case 'BinaryExpression':
        return this.binary(node, scope, hasLowBits);
      case 'LogicalExpression':
        // Of two numbers JavaScript gives one, of two truths a truth.
        return this.isTruth(node, scope) ? this.logical(node, scope) : this.fail(node, 'a number out of && or ||');
      case 'ConditionalExpression':
        this.mustBeAlike(node, node.consequent, node.alternate, scope);
        return m.if(
          this.condition(node.test, scope),
          this.value(node.consequent, scope, hasLowBits),
          this.value(node.alternate, scope, hasLowBits),
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

  /** @returns the number if it is known now, else undefined */
  constant(node, scope) {
    return foldConstant(node, (name) => (scope.get(name) ? undefined : constantOf(this.names.get(name))));
  }

  unary(node, scope, hasLowBits) {
    const { m } = this;
    const { operator, argument } = node;
    if (operator === '!') return m.i32.eqz(this.condition(argument, scope));
    if (operator === '~') return m.i32.xor(this.value(argument, scope, true), m.i32.const(-1));
    if (operator !== '-') this.fail(node, 'operator is not lowered');
    return this.arithmetic.apply(node, '-', m.i32.const(0), this.value(argument, scope, hasLowBits), { hasLowBits });
  }

  binary(node, scope, hasLowBits) {
    const { operator, left, right } = node;
    if (operator === '|' && right.type === 'Literal' && right.value === 0) {
      if (left.operator !== '/') return this.value(left, scope, true);
      // The only division that is one of whole numbers.
      const [dividend, divisor] = [this.value(left.left, scope), this.value(left.right, scope)];
      return this.arithmetic.divide(dividend, divisor, this.constant(left.right, scope));
    }
    if (operator === '/') this.fail(node, 'division without | 0');
    const comparison = COMPARISONS[operator];
    if (comparison !== undefined) {
      // JavaScript tells true from 1.
      if (/^[!=]/.test(operator)) this.mustBeAlike(node, left, right, scope);
      return this.m.i32[comparison](this.value(left, scope), this.value(right, scope));
    }
    const takesLow = takesLowBits(operator, hasLowBits);
    const [first, second] = [this.value(left, scope, takesLow), this.value(right, scope, takesLow)];
    return this.arithmetic.apply(node, operator, first, second, { hasLowBits, constant: this.constant(right, scope) });
  }

  /** Something that is only asked whether it is 0. */
  condition(node, scope) {
    return node.type === 'LogicalExpression' ? this.logical(node, scope) : this.value(node, scope);
  }

  logical(node, scope) {
    const { m } = this;
    const { operator, left, right } = node;
    if (operator === '??') this.fail(node, 'operator is not lowered');
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
      case 'ConditionalExpression':
        return this.isTruth(node.consequent, scope);
      case 'AssignmentExpression':
        return node.operator === '=' && this.isTruth(node.right, scope);
      case 'Identifier':
        return scope.get(node.name)?.isTruth === true;
      default:
        return typeof node.value === 'boolean';
    }
  }

  /** A truth beside a number: JavaScript can tell which it is. */
  mustBeAlike(node, left, right, scope) {
    if (this.isTruth(left, scope) !== this.isTruth(right, scope)) this.fail(node, 'a truth and a number');
  }

  assignment(node, scope, isWanted) {
    const { m } = this;
    const { left, right, operator } = node;
    if (left.type !== 'Identifier') return this.store(node, scope, isWanted);
    const named = this.lookUp(left, scope);
    if (named.kind === 'pointer') {
      return isWanted ? this.fail(node, 'value of such an assignment') : this.replaceArray(node, named, scope);
    }
    const isLocal = named.local !== undefined;
    if (!isLocal && named.kind !== 'variable') this.fail(node, 'not to be assigned');
    const before = () => (isLocal ? m.local.get(named.local, i32) : m.global.get(named.name, i32));
    let value;
    if (operator !== '=') value = this.combine(node, before(), scope, false);
    else if (named.element) value = this.addressOfKind(node, named.element, scope);
    else {
      this.mustBeAlike(node, left, right, scope);
      value = this.value(right, scope);
    }
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
      return storeAt(m.local.tee(address, pointer, i32), this.combine(node, before, scope, true));
    }
    // The array takes the lowest bits; who wants the value gets the whole number.
    const value = this.value(node.right, scope, !isWanted);
    if (!isWanted) return storeAt(pointer, value);
    const kept = this.newLocal();
    return m.block(null, [storeAt(pointer, m.local.tee(kept, value, i32)), m.local.get(kept, i32)], i32);
  }

  /** What `before operator= right` makes of `before`. */
  combine(node, before, scope, hasLowBits) {
    const operator = node.operator.slice(0, -1);
    if (!this.arithmetic.knows(operator)) this.fail(node, 'operator is not lowered');
    const operand = this.value(node.right, scope, takesLowBits(operator, hasLowBits));
    const constant = this.constant(node.right, scope);
    return this.arithmetic.apply(node, operator, before, operand, { hasLowBits, constant });
  }

  /** `x++` and its like. */
  update(node, scope, isWanted) {
    const { m } = this;
    const step = (before, hasLowBits) =>
      this.arithmetic.apply(node, node.operator[0], before, m.i32.const(1), { hasLowBits });
    if (node.argument.type !== 'Identifier') return this.updateElement(node, scope, isWanted, step);
    const named = this.lookUp(node.argument, scope);
    const isLocal = named.local !== undefined;
    if (named.element || (!isLocal && named.kind !== 'variable')) this.fail(node, 'not to be changed');
    const now = () => (isLocal ? m.local.get(named.local, i32) : m.global.get(named.name, i32));
    const set = (value) => (isLocal ? m.local.set(named.local, value) : m.global.set(named.name, value));
    if (!isWanted) return set(step(now(), false));
    if (node.prefix) return m.block(null, [set(step(now(), false)), now()], i32);
    const kept = this.newLocal();
    return m.block(null, [set(step(m.local.tee(kept, now(), i32), false)), m.local.get(kept, i32)], i32);
  }

  /** The value told is the number before or after, not what a narrow element keeps of it. */
  updateElement(node, scope, isWanted, step) {
    const { m } = this;
    const { element, pointer, offset } = this.place(node.argument, scope);
    const [address, told] = [this.newLocal(), this.newLocal()];
    const before = m.i32[element.load](offset, element.bytes, m.local.get(address, i32));
    const isAfter = isWanted && node.prefix;
    const changed = step(isAfter || !isWanted ? before : m.local.tee(told, before, i32), !isAfter);
    const kept = isAfter ? m.local.tee(told, changed, i32) : changed;
    const set = m.i32[element.store](offset, element.bytes, m.local.tee(address, pointer, i32), kept);
    return isWanted ? m.block(null, [set, m.local.get(told, i32)], i32) : set;
  }

  // Calls.

  call(node, scope) {
    const { callee } = node;
    if (callee.type === 'MemberExpression') {
      return callee.object.name === 'Math' ? this.math(node, scope) : this.method(node, scope);
    }
    const called = this.names.get(callee.name);
    if (called?.kind !== 'function') this.fail(node, 'unknown function');
    if (node.arguments.length > called.parameters.length) this.fail(node, 'too many arguments');
    const operands = [];
    called.parameters.forEach(({ element, hasLength }, i) => {
      const argument = node.arguments[i] ?? this.fail(node, 'too few arguments');
      operands.push(element ? this.address(argument, scope) : this.value(argument, scope));
      if (hasLength) operands.push(this.lengthOf(argument, scope));
    });
    return { code: this.m.call(called.name, operands, called.hasResult ? i32 : none), hasResult: called.hasResult };
  }

  math(node, scope) {
    const { instruction, operands } = MATH[node.callee.property.name] ?? this.fail(node, 'not lowered');
    if (node.arguments.length !== operands) this.fail(node, `expected ${operands} arguments`);
    return { code: this.m.i32[instruction](...node.arguments.map((x) => this.value(x, scope, true))), hasResult: true };
  }

  /** `array.fill(value)`, `array.fill(value, from, to)`, `array.set([...])`, `array.set(otherArray)`. */
  method(node, scope) {
    const { callee } = node;
    const element = this.elementOf(callee.object, scope) ?? this.fail(node, 'no array');
    const count = node.arguments.length;
    if (callee.property.name === 'fill' && (count === 1 || count === 3)) return this.fill(node, element, scope);
    if (callee.property.name === 'set' && count === 1) return this.set(node, element, scope);
    return this.fail(node, 'not lowered');
  }

  fill(node, element, scope) {
    const { m } = this;
    const { object } = node.callee;
    const [first, from, to] = node.arguments;
    const value = this.constant(first, scope);
    const isOneByte = element.bytes === 1 || value === 0 || value === -1 || (element.bytes === 2 && value === 65535);
    if (value === undefined || !isOneByte) this.fail(node, 'filled with more than one byte');
    const [begin, end] = [this.newLocal(), this.newLocal()];
    const beginOf = () => m.local.get(begin, i32);
    const endOf = () => m.local.get(end, i32);
    const bytes = (elements) => m.i32.shl(elements, m.i32.const(element.shift));
    const parts = [
      m.local.set(begin, from ? this.value(from, scope) : m.i32.const(0)),
      m.local.set(end, to ? this.value(to, scope) : this.lengthOf(object, scope)),
    ];
    // JavaScript counts negative ends from behind and takes what lies outside as the end.
    if (this.isChecked && to) {
      parts.push(this.trapIf(m.i32.gt_u(beginOf(), endOf())));
      if (this.hasLength(object, scope)) parts.push(this.trapIf(m.i32.gt_u(endOf(), this.lengthOf(object, scope))));
    }
    const start = m.i32.add(this.address(object, scope), bytes(beginOf()));
    parts.push(m.memory.fill(start, m.i32.const(value & 255), bytes(m.i32.sub(endOf(), beginOf()))));
    return { code: this.block(parts), hasResult: false };
  }

  set(node, element, scope) {
    const { m } = this;
    const { object } = node.callee;
    const [from] = node.arguments;
    if (from.type === 'ArrayExpression')
      return { code: this.setList(object, element, from.elements, scope), hasResult: false };
    if (this.elementOf(from, scope) !== element) this.fail(node, 'arrays of two kinds');
    const parts = [];
    if (this.isChecked && this.hasLength(object, scope)) {
      parts.push(this.trapIf(m.i32.gt_u(this.lengthOf(from, scope), this.lengthOf(object, scope))));
    }
    const bytes = m.i32.shl(this.lengthOf(from, scope), m.i32.const(element.shift));
    parts.push(m.memory.copy(this.address(object, scope), this.address(from, scope), bytes));
    return { code: this.block(parts), hasResult: false };
  }

  /** All the items are known before the first is stored. */
  setList(object, element, items, scope) {
    const { m } = this;
    const kept = items.map((item) => {
      if (this.constant(item, scope) !== undefined) return null;
      const local = this.newLocal();
      return { local, code: m.local.set(local, this.value(item, scope, true)) };
    });
    const parts = kept.flatMap((item) => (item === null ? [] : [item.code]));
    if (this.isChecked && this.hasLength(object, scope)) {
      parts.push(this.trapIf(m.i32.gt_u(m.i32.const(items.length), this.lengthOf(object, scope))));
    }
    items.forEach((item, i) => {
      const value = kept[i] === null ? this.value(item, scope, true) : m.local.get(kept[i].local, i32);
      parts.push(m.i32[element.store](i * element.bytes, element.bytes, this.address(object, scope), value));
    });
    return this.block(parts);
  }

  trapIf(condition) {
    return this.m.if(condition, this.m.unreachable());
  }

  // Arrays.

  lookUp(node, scope) {
    return scope.get(node.name) ?? this.names.get(node.name) ?? this.fail(node, 'unknown name');
  }

  /** @returns what an array expression holds, null if it is none */
  elementOf(node, scope) {
    if (node.type === 'ConditionalExpression') {
      const [yes, no] = [this.elementOf(node.consequent, scope), this.elementOf(node.alternate, scope)];
      return yes === no ? yes : this.fail(node, 'arrays of two kinds');
    }
    return node.type === 'Identifier' ? (this.lookUp(node, scope).element ?? null) : null;
  }

  /** Where the right side of an assignment lies, an array of the kind that is there already. */
  addressOfKind({ right }, element, scope) {
    if (this.elementOf(right, scope) !== element) this.fail(right, 'arrays of two kinds');
    return this.address(right, scope);
  }

  address(node, scope) {
    const { m } = this;
    if (node.type === 'ConditionalExpression') {
      const [test, yes, no] = [this.condition(node.test, scope), node.consequent, node.alternate];
      return m.if(test, this.address(yes, scope), this.address(no, scope));
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

  /** Whether {@link lengthOf} can tell. */
  hasLength(node, scope) {
    const named = this.lookUp(node, scope);
    return named.local === undefined || named.length !== null;
  }

  /** @returns where `array[index]` lies: a pointer to be computed, and a constant to be added */
  place(node, scope) {
    const { m } = this;
    if (node.type !== 'MemberExpression' || !node.computed) this.fail(node, 'no element of an array');
    const named = this.lookUp(node.object, scope);
    const element = named.element ?? this.fail(node, 'no array');
    let index = this.value(node.property, scope);
    if (this.isChecked && this.hasLength(node.object, scope)) {
      const kept = this.newLocal();
      const isOutside = m.i32.ge_u(m.local.tee(kept, index, i32), this.lengthOf(node.object, scope));
      index = m.block(null, [this.trapIf(isOutside), m.local.get(kept, i32)], i32);
    }
    const scaled = element.shift > 0 ? m.i32.shl(index, m.i32.const(element.shift)) : index;
    if (named.kind !== 'array')
      return { element, pointer: m.i32.add(this.address(node.object, scope), scaled), offset: 0 };
    const pointer = this.isMovable ? m.i32.add(m.global.get(BASE, i32), scaled) : scaled;
    return { element, pointer, offset: named.offset };
  }

  replaceArray(node, named, scope) {
    const { m } = this;
    const { right } = node;
    if (right.type === 'NewExpression') {
      if (right.callee.name !== named.element.array) this.fail(node, 'arrays of two kinds');
      return this.allocate(named.name, this.value(right.arguments[0], scope));
    }
    return this.block([
      m.global.set(named.name, this.addressOfKind(node, named.element, scope)),
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
      if (kind === 'variable') m.addGlobal(name, i32, true, m.i32.const(value));
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
