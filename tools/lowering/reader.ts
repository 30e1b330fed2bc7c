/**
 * Reads functions: from the syntax of portable TypeScript, types removed, to the intermediate form. What is not
 * portable is rejected with its line.
 */
import type {
  AnyNode,
  AssignmentExpression,
  BinaryExpression,
  CallExpression,
  DoWhileStatement,
  Expression as ExpressionNode,
  ForStatement,
  LogicalExpression,
  MemberExpression,
  Node,
  Statement as StatementNode,
  UnaryExpression,
  UpdateExpression,
  VariableDeclaration,
  WhileStatement,
} from 'acorn';
import type {
  Arithmetic,
  ArrayKind,
  Assign,
  Call,
  Comparison,
  Expression,
  FunctionForm,
  Local,
  ModuleForm,
  NamedArray,
  Operator,
  Place,
  Pointer,
  Statement,
  Variable,
} from './form.ts';
import { ELEMENT_BYTES } from './form.ts';
import { constantBits, guardOf, namesOfBits, operatorOf, takesLowBits } from './numbers.ts';
import { type Fail, foldConstant, nameOf, Scope } from './syntax.ts';
import { arrayKind, constantOf, type Declared, type Global, type TopLevel } from './top-level.ts';

const COMPARISONS: ReadonlySet<string> = new Set<Comparison>(['===', '!==', '<', '>', '<=', '>=']);
const MATH_OPERANDS: Readonly<Record<string, number>> = { imul: 2, clz32: 1 };
const ZERO: Expression = { kind: 'constant', value: 0 };
const ONE: Expression = { kind: 'constant', value: 1 };

type Names = Scope<Local>;

/** @returns the whole module in the intermediate form */
export function readModule(topLevel: TopLevel, fail: Fail): ModuleForm {
  const { names, functions, start, exported, end } = topLevel;
  const all = [...names.values()];
  return {
    constants: new Map(
      all.filter((named) => named.kind === 'constant').map(({ name, value }) => [name, value] as const),
    ),
    variables: all.filter((named) => named.kind === 'variable'),
    arrays: all.filter((named) => named.kind === 'array'),
    pointers: all.filter((named) => named.kind === 'pointer'),
    imports: all
      .filter((named) => named.kind === 'function')
      .filter(({ isImport }) => isImport)
      .map(({ name, parameters, hasResult }) => ({ name, parameters: parameters.length, hasResult })),
    functions: functions.map((declared) => readFunction(declared, names, fail)),
    start: readStart(start, names, fail),
    exported,
    end,
  };
}

function readFunction({ name, parameters, hasResult, node }: Declared, names: Globals, fail: Fail): FunctionForm {
  const scope: Names = new Scope();
  const locals = parameters.map(({ name: own, element, hasLength }): Local => {
    const length = hasLength ? numberLocal(`${own}$length`) : null;
    const local: Local = { kind: 'local', name: own, element, length, isBoolean: false };
    scope.set(own, local);
    return local;
  });
  const reader = new Reader(names, fail, node.body.body);
  return { name, parameters: locals, hasResult, body: reader.statements(node.body.body, scope) };
}

function readStart(start: TopLevel['start'], names: Globals, fail: Fail): Statement[] {
  const nodes = start.flatMap((part) => ('pointer' in part ? [] : [part]));
  const reader = new Reader(names, fail, nodes);
  const scope: Names = new Scope();
  return start.map((part): Statement => {
    if (!('pointer' in part)) return reader.statement(part, scope);
    return { kind: 'allocate', pointer: part.pointer, length: { kind: 'constant', value: part.length } };
  });
}

function numberLocal(name: string): Local {
  return { kind: 'local', name, element: null, length: null, isBoolean: false };
}

type Globals = ReadonlyMap<string, Global>;

/** Reads the statements of one function. */
class Reader {
  private readonly names: Globals;
  private readonly fail: Fail;
  private readonly bits: ReadonlySet<string>;

  constructor(names: Globals, fail: Fail, body: readonly AnyNode[]) {
    this.names = names;
    this.fail = fail;
    this.bits = namesOfBits(body);
  }

  // Statements.

  statements(list: readonly StatementNode[], scope: Names): Statement[] {
    return list.filter(({ type }) => type !== 'EmptyStatement').map((node) => this.statement(node, scope));
  }

  statement(node: StatementNode, scope: Names): Statement {
    switch (node.type) {
      case 'ExpressionStatement':
        return this.effect(node.expression, scope);
      case 'VariableDeclaration':
        return this.declarations(node, scope);
      case 'BlockStatement':
        return { kind: 'block', body: this.statements(node.body, new Scope(scope)) };
      case 'IfStatement': {
        const test = this.condition(node.test, scope);
        const yes = this.statement(node.consequent, new Scope(scope));
        return { kind: 'if', test, yes, no: node.alternate ? this.statement(node.alternate, new Scope(scope)) : null };
      }
      case 'ReturnStatement':
        return { kind: 'return', value: node.argument ? this.value(node.argument, scope) : null };
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label) this.fail(node, 'labels are not lowered');
        return { kind: node.type === 'BreakStatement' ? 'break' : 'continue' };
      case 'ForStatement': {
        const inner: Names = new Scope(scope);
        const loop = (): Statement => this.loop(node, node.update ?? null, inner);
        if (!node.init) return loop();
        const isDeclaration = node.init.type === 'VariableDeclaration';
        const first = isDeclaration ? this.declarations(node.init as VariableDeclaration, inner) : null;
        return { kind: 'block', body: [first ?? this.effect(node.init, inner), loop()] };
      }
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.loop(node, null, scope);
      default:
        return this.fail(node, 'statement is not lowered');
    }
  }

  private declarations(node: VariableDeclaration, scope: Names): Statement {
    // It would be visible outside its block.
    if (node.kind === 'var') this.fail(node, 'var inside a function');
    const body = node.declarations.map((declaration): Statement => {
      const { id, init } = declaration;
      const name = nameOf(id) ?? this.fail(declaration, 'no name');
      if (!init) return this.fail(declaration, 'no initial value');
      const element = this.elementOf(init, scope);
      const value = element === null ? this.value(init, scope, this.bits.has(name)) : this.address(init, scope);
      const local: Local = { kind: 'local', name, element, length: null, isBoolean: this.isBoolean(init, scope) };
      scope.set(name, local);
      return { kind: 'let', local, value };
    });
    return { kind: 'block', body };
  }

  private loop(
    { type, test, body }: ForStatement | WhileStatement | DoWhileStatement,
    update: ExpressionNode | null,
    scope: Names,
  ): Statement {
    return {
      kind: 'loop',
      test: test ? this.condition(test, scope) : null,
      isTestedLast: type === 'DoWhileStatement',
      body: this.statement(body, new Scope(scope)),
      update: update === null ? null : this.effect(update, scope),
    };
  }

  /** An expression whose value is not used. */
  private effect(node: Node, scope: Names): Statement {
    const expression = node as AnyNode;
    switch (expression.type) {
      case 'AssignmentExpression':
        return this.assignmentAlone(expression, scope);
      case 'UpdateExpression':
        return this.updateAlone(expression, scope);
      case 'CallExpression':
        return expression.callee.type === 'MemberExpression'
          ? this.method(expression, expression.callee, scope)
          : this.call(expression, scope);
      case 'SequenceExpression':
        return { kind: 'block', body: expression.expressions.map((each) => this.effect(each, scope)) };
      default:
        return this.fail(node, 'expression without effect');
    }
  }

  // Expressions.

  /** @param hasLowBits only the lowest 32 bits of the value are used */
  private value(node: Node, scope: Names, hasLowBits = false): Expression {
    const constant = this.constant(node, scope);
    if (constant !== undefined) {
      return { kind: 'constant', value: constantBits(node, constant, hasLowBits, this.fail) };
    }
    const expression = node as AnyNode;
    switch (expression.type) {
      case 'Identifier': {
        const named = this.lookUp(expression, scope);
        const isNumber = named.kind === 'variable' || (named.kind === 'local' && named.element === null);
        return isNumber ? { kind: 'read', from: named } : this.fail(node, 'not a number');
      }
      case 'MemberExpression':
        if (expression.computed) return { kind: 'load', place: this.place(expression, scope) };
        if (nameOf(expression.property) !== 'length') return this.fail(node, 'not an index');
        return this.lengthOf(expression.object, scope);
      case 'UnaryExpression':
        return this.unary(expression, scope, hasLowBits);
      case 'BinaryExpression':
        return this.binary(expression, scope, hasLowBits);
      case 'LogicalExpression':
        // JavaScript yields a number for two numbers, a boolean for two booleans.
        return this.isBoolean(expression, scope)
          ? this.logical(expression, scope)
          : this.fail(node, '&& or || with a number as its value');
      case 'ConditionalExpression':
        this.mustBeAlike(node, expression.consequent, expression.alternate, scope);
        return {
          kind: 'choose',
          test: this.condition(expression.test, scope),
          yes: this.value(expression.consequent, scope, hasLowBits),
          no: this.value(expression.alternate, scope, hasLowBits),
        };
      case 'AssignmentExpression':
        return this.assignmentValue(expression, scope);
      case 'UpdateExpression':
        return this.updateValue(expression, scope);
      case 'CallExpression':
        return this.callValue(expression, scope);
      case 'Literal':
        return typeof expression.value === 'boolean'
          ? { kind: 'constant', value: Number(expression.value) }
          : this.fail(node, 'literal');
      default:
        return this.fail(node, 'expression is not lowered');
    }
  }

  /** @returns the number if it is constant, else undefined */
  private constant(node: Node, scope: Names): number | undefined {
    return foldConstant(node, (name) => (scope.get(name) ? undefined : constantOf(this.names.get(name))));
  }

  /** @param constant the right operand if it is constant */
  private arithmetic(
    node: Node,
    operator: Operator,
    [left, right]: readonly [Expression, Expression],
    hasLowBits: boolean,
    constant: number | undefined,
  ): Arithmetic {
    const guard = guardOf(node, operator, hasLowBits, constant, this.fail);
    return { kind: 'arithmetic', operator, left, right, guard };
  }

  private unary(node: UnaryExpression, scope: Names, hasLowBits: boolean): Expression {
    const { operator, argument } = node;
    if (operator === '!') return { kind: 'not', operand: this.condition(argument, scope) };
    if (operator === '~') {
      const operands = [this.value(argument, scope, true), { kind: 'constant', value: -1 }] as const;
      return this.arithmetic(node, '^', operands, hasLowBits, -1);
    }
    if (operator !== '-') return this.fail(node, 'operator is not lowered');
    return this.arithmetic(node, '-', [ZERO, this.value(argument, scope, hasLowBits)], hasLowBits, undefined);
  }

  private binary(node: BinaryExpression, scope: Names, hasLowBits: boolean): Expression {
    const { operator, left, right } = node;
    if (operator === '|' && right.type === 'Literal' && right.value === 0) {
      if (left.type !== 'BinaryExpression' || left.operator !== '/') return this.value(left, scope, true);
      // The only division that is one of whole numbers.
      const operands = [this.value(left.left, scope), this.value(left.right, scope)] as const;
      return this.arithmetic(left, '/', operands, true, this.constant(left.right, scope));
    }
    if (operator === '/') this.fail(node, 'division without | 0');
    if (COMPARISONS.has(operator)) {
      // JavaScript distinguishes true from 1.
      if (/^[!=]/.test(operator)) this.mustBeAlike(node, left, right, scope);
      const [first, second] = [this.value(left, scope), this.value(right, scope)];
      return { kind: 'compare', comparison: operator as Comparison, left: first, right: second };
    }
    const known = operatorOf(node, operator, this.fail);
    const takesLow = takesLowBits(known, hasLowBits);
    const operands = [this.value(left, scope, takesLow), this.value(right, scope, takesLow)] as const;
    return this.arithmetic(node, known, operands, hasLowBits, this.constant(right, scope));
  }

  /** An expression that is only compared with 0. */
  private condition(node: Node, scope: Names): Expression {
    const expression = node as AnyNode;
    return expression.type === 'LogicalExpression' ? this.logical(expression, scope) : this.value(node, scope);
  }

  private logical(node: LogicalExpression, scope: Names): Expression {
    const { operator, left, right } = node;
    if (operator === '??') return this.fail(node, 'operator is not lowered');
    const isRightTruth = this.isBoolean(right, scope) || right.type === 'LogicalExpression';
    const first = this.condition(left, scope);
    const second = this.condition(right, scope);
    return {
      kind: 'logical',
      operator,
      left: first,
      right: isRightTruth ? second : { kind: 'compare', comparison: '!==', left: second, right: ZERO },
    };
  }

  /** Whether a value is true or false, so that it is 1 or 0 here. */
  private isBoolean(node: Node, scope: Names): boolean {
    const expression = node as AnyNode;
    switch (expression.type) {
      case 'BinaryExpression':
        return COMPARISONS.has(expression.operator);
      case 'UnaryExpression':
        return expression.operator === '!';
      case 'LogicalExpression':
        return this.isBoolean(expression.left, scope) && this.isBoolean(expression.right, scope);
      case 'ConditionalExpression':
        return this.isBoolean(expression.consequent, scope);
      case 'AssignmentExpression':
        return expression.operator === '=' && this.isBoolean(expression.right, scope);
      case 'Identifier':
        return scope.get(expression.name)?.isBoolean === true;
      default:
        return expression.type === 'Literal' && typeof expression.value === 'boolean';
    }
  }

  /** Rejects a boolean compared with a number: JavaScript distinguishes them. */
  private mustBeAlike(node: Node, left: Node, right: Node, scope: Names): void {
    if (this.isBoolean(left, scope) !== this.isBoolean(right, scope)) this.fail(node, 'a boolean and a number');
  }

  // Assignments.

  private assignmentAlone(node: AssignmentExpression, scope: Names): Statement {
    const { left, operator } = node;
    if (left.type !== 'Identifier') {
      const place = this.place(left, scope);
      if (operator === '=') return { kind: 'store', place, value: this.value(node.right, scope, true) };
      const combined = this.combined(node, scope, true);
      return { kind: 'change', place, ...combined, yields: 'nothing' };
    }
    const named = this.lookUp(left, scope);
    if (named.kind === 'pointer') return this.replaceArray(node, named, scope);
    return this.assignmentTo(node, named, scope);
  }

  private assignmentValue(node: AssignmentExpression, scope: Names): Expression {
    const { left, operator } = node;
    if (left.type !== 'Identifier') {
      const place = this.place(left, scope);
      if (operator !== '=') return this.fail(node, 'the value of such an assignment is not lowered');
      // The array takes the lowest bits; the expression has the whole number as its value.
      return { kind: 'store', place, value: this.value(node.right, scope) };
    }
    const named = this.lookUp(left, scope);
    if (named.kind === 'pointer') return this.fail(node, 'the value of such an assignment is not lowered');
    return this.assignmentTo(node, named, scope);
  }

  private assignmentTo(node: AssignmentExpression, named: Local | Global, scope: Names): Assign {
    const target = named.kind === 'local' || named.kind === 'variable' ? named : this.fail(node, 'cannot be assigned');
    if (target.kind === 'local' && target.element !== null) {
      if (node.operator !== '=') this.fail(node, 'operator is not lowered');
      if (this.elementOf(node.right, scope) !== target.element) this.fail(node.right, 'arrays of two kinds');
      return { kind: 'assign', target, value: this.address(node.right, scope) };
    }
    if (node.operator !== '=') {
      const { operator, operand, guard } = this.combined(node, scope, false);
      const left: Expression = { kind: 'read', from: target };
      return { kind: 'assign', target, value: { kind: 'arithmetic', operator, left, right: operand, guard } };
    }
    this.mustBeAlike(node, node.left, node.right, scope);
    return { kind: 'assign', target, value: this.value(node.right, scope) };
  }

  /** The new value of `left` by `left operator= right`. */
  private combined(
    node: AssignmentExpression,
    scope: Names,
    hasLowBits: boolean,
  ): Pick<Arithmetic, 'operator' | 'guard'> & { readonly operand: Expression } {
    const operator = operatorOf(node, node.operator.slice(0, -1), this.fail);
    const operand = this.value(node.right, scope, takesLowBits(operator, hasLowBits));
    const guard = guardOf(node, operator, hasLowBits, this.constant(node.right, scope), this.fail);
    return { operator, operand, guard };
  }

  private updateAlone(node: UpdateExpression, scope: Names): Statement {
    const operator = node.operator === '++' ? '+' : '-';
    if (node.argument.type !== 'Identifier') {
      const place = this.place(node.argument, scope);
      return { kind: 'change', place, operator, operand: ONE, guard: 'none', yields: 'nothing' };
    }
    return this.stepped(node, this.stepTarget(node, scope), operator);
  }

  private updateValue(node: UpdateExpression, scope: Names): Expression {
    const operator = node.operator === '++' ? '+' : '-';
    if (node.argument.type !== 'Identifier') {
      const place = this.place(node.argument, scope);
      // The number before is exact; the number after may have exceeded 32 bits.
      const [guard, yields] = node.prefix ? (['range', 'new'] as const) : (['none', 'old'] as const);
      return { kind: 'change', place, operator, operand: ONE, guard, yields };
    }
    const target = this.stepTarget(node, scope);
    return node.prefix ? this.stepped(node, target, operator) : { kind: 'step', target, operator };
  }

  private stepTarget(node: UpdateExpression, scope: Names): Local | Variable {
    const named = this.lookUp(node.argument, scope);
    const isNumber = named.kind === 'variable' || (named.kind === 'local' && named.element === null);
    return isNumber ? named : this.fail(node, 'cannot be changed');
  }

  private stepped(node: Node, target: Local | Variable, operator: '+' | '-'): Assign {
    const operands = [{ kind: 'read', from: target }, ONE] as const;
    return { kind: 'assign', target, value: this.arithmetic(node, operator, operands, false, 1) };
  }

  // Calls.

  private callValue(node: CallExpression, scope: Names): Expression {
    const { callee } = node;
    if (callee.type === 'MemberExpression') {
      return nameOf(callee.object) === 'Math'
        ? this.math(node, callee, scope)
        : this.fail(node, 'a call without a value');
    }
    const call = this.call(node, scope);
    return call.hasResult ? call : this.fail(node, 'a call without a value');
  }

  private call(node: CallExpression, scope: Names): Call {
    const called = this.names.get(nameOf(node.callee) ?? '');
    if (called?.kind !== 'function') return this.fail(node, 'unknown function');
    if (node.arguments.length > called.parameters.length) this.fail(node, 'too many arguments');
    const operands = called.parameters.flatMap(({ element, hasLength }, i) => {
      const argument = node.arguments[i] ?? this.fail(node, 'too few arguments');
      const passed = element === null ? this.value(argument, scope) : this.address(argument, scope);
      return hasLength ? [passed, this.lengthOf(argument, scope)] : [passed];
    });
    return { kind: 'call', name: called.name, operands, hasResult: called.hasResult };
  }

  private math(node: CallExpression, callee: MemberExpression, scope: Names): Expression {
    const name = nameOf(callee.property) ?? '';
    if (!Object.hasOwn(MATH_OPERANDS, name)) return this.fail(node, 'not lowered');
    if (node.arguments.length !== MATH_OPERANDS[name]) this.fail(node, `expected ${MATH_OPERANDS[name]} arguments`);
    const operands = node.arguments.map((argument) => this.value(argument, scope, true));
    return { kind: 'math', name: name as 'imul' | 'clz32', operands };
  }

  /** `array.fill(value)`, `array.fill(value, from, to)`, `array.set([...])`, `array.set(otherArray)`. */
  private method(node: CallExpression, callee: MemberExpression, scope: Names): Statement {
    const element = this.elementOf(callee.object, scope) ?? this.fail(node, 'not an array');
    const array = this.named(callee.object, scope);
    const count = node.arguments.length;
    const name = nameOf(callee.property);
    if (name === 'fill' && (count === 1 || count === 3)) return this.fill(node, array, element, scope);
    if (name === 'set' && count === 1) return this.set(node, array, element, scope);
    return this.fail(node, 'not lowered');
  }

  private fill(node: CallExpression, array: NamedArray, element: ArrayKind, scope: Names): Statement {
    const [first, from, to] = node.arguments;
    const value = this.constant(first, scope);
    const bytes = ELEMENT_BYTES[element];
    const isOneByte = bytes === 1 || value === 0 || value === -1 || (bytes === 2 && value === 65535);
    if (value === undefined || !isOneByte) return this.fail(node, 'filled with more than one byte');
    if (!to) this.mustHaveLength(node, array);
    return {
      kind: 'fill',
      array,
      value,
      from: from ? this.value(from, scope) : null,
      to: to ? this.value(to, scope) : null,
    };
  }

  private set(node: CallExpression, array: NamedArray, element: ArrayKind, scope: Names): Statement {
    const [from] = node.arguments;
    if (from.type === 'ArrayExpression') {
      const items = from.elements.map((item) => this.value(item ?? this.fail(from, 'no item'), scope, true));
      return { kind: 'setItems', array, items };
    }
    if (this.elementOf(from, scope) !== element) this.fail(node, 'arrays of two kinds');
    return { kind: 'copy', to: array, from: this.measured(from, scope) };
  }

  // Arrays.

  private lookUp(node: Node, scope: Names): Local | Global {
    const name = nameOf(node) ?? '';
    return scope.get(name) ?? this.names.get(name) ?? this.fail(node, 'unknown name');
  }

  /** @returns the array that has this name */
  private named(node: Node, scope: Names): NamedArray {
    const named = this.lookUp(node, scope);
    const isArray = named.kind === 'array' || named.kind === 'pointer';
    if (isArray || (named.kind === 'local' && named.element !== null)) return named;
    return this.fail(node, 'not an array');
  }

  /** @returns element kind of an array expression, null if it is none */
  private elementOf(node: Node, scope: Names): ArrayKind | null {
    const expression = node as AnyNode;
    if (expression.type === 'ConditionalExpression') {
      const [yes, no] = [this.elementOf(expression.consequent, scope), this.elementOf(expression.alternate, scope)];
      return yes === no ? yes : this.fail(node, 'arrays of two kinds');
    }
    if (expression.type !== 'Identifier') return null;
    const named = this.lookUp(node, scope);
    return 'element' in named ? named.element : null;
  }

  private address(node: Node, scope: Names): Expression {
    const expression = node as AnyNode;
    if (expression.type !== 'ConditionalExpression') return { kind: 'address', array: this.named(node, scope) };
    const test = this.condition(expression.test, scope);
    const [yes, no] = [this.address(expression.consequent, scope), this.address(expression.alternate, scope)];
    return { kind: 'choose', test, yes, no };
  }

  private lengthOf(node: Node, scope: Names): Expression {
    return { kind: 'length', array: this.measured(node, scope) };
  }

  /** @returns the array that has this name, if its length is known */
  private measured(node: Node, scope: Names): NamedArray {
    const array = this.named(node, scope);
    this.mustHaveLength(node, array);
    return array;
  }

  private mustHaveLength(node: Node, array: NamedArray): void {
    if (array.kind === 'local' && array.length === null) this.fail(node, 'length is not known here');
  }

  private place(node: Node, scope: Names): Place {
    const expression = node as AnyNode;
    if (expression.type !== 'MemberExpression' || !expression.computed) {
      return this.fail(node, 'not an element of an array');
    }
    const array = this.named(expression.object, scope);
    const element = this.elementOf(expression.object, scope) ?? this.fail(node, 'not an array');
    return { array, element, index: this.value(expression.property, scope) };
  }

  private replaceArray(node: AssignmentExpression, pointer: Pointer, scope: Names): Statement {
    const { right } = node;
    if (node.operator !== '=') this.fail(node, 'operator is not lowered');
    if (right.type === 'NewExpression') {
      if (arrayKind(nameOf(right.callee)) !== pointer.element) this.fail(right, 'arrays of two kinds');
      return { kind: 'allocate', pointer, length: this.value(right.arguments[0], scope) };
    }
    if (this.elementOf(right, scope) !== pointer.element) this.fail(right, 'arrays of two kinds');
    return { kind: 'point', pointer, array: this.measured(right, scope) };
  }
}
