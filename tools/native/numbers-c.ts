/**
 * Writes plain functions on 53-bit numbers as C, such as the planning of time and memory: constants, conditions, sums,
 * calls of other such functions, and objects whose fields are numbers. Results are those of JavaScript to the last bit, as
 * long as the compiler does not contract products and sums.
 *
 * null becomes NAN, true 1 and false 0.
 */
import type { AnyNode, ArrowFunctionExpression, FunctionDeclaration, Node, Program } from 'acorn';
import { nameOf } from '../lowering/syntax.ts';

type Callable = FunctionDeclaration | ArrowFunctionExpression;

export interface NumbersOptions {
  /** C types of parameters that are objects, by parameter name. */
  readonly objects: Readonly<Record<string, string>>;
  /** C type of returned objects. */
  readonly result: string;
}

const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '<', '>', '<=', '>=', '===', '!==']);
const MATH: ReadonlySet<string> = new Set(['min', 'max', 'floor', 'ceil']);

export class NumbersInC {
  private readonly functions = new Map<string, Callable>();
  private readonly constants = new Map<string, AnyNode>();
  private readonly options: NumbersOptions;
  private readonly written = new Map<string, string>();

  constructor(program: Program, options: NumbersOptions) {
    this.options = options;
    for (const node of program.body) {
      if (node.type === 'FunctionDeclaration') this.functions.set(node.id.name, node);
      if (node.type !== 'VariableDeclaration') continue;
      for (const { id, init } of node.declarations) {
        const name = nameOf(id) ?? '';
        if (init?.type === 'ArrowFunctionExpression') this.functions.set(name, init);
        else if (init) this.constants.set(name, init);
      }
    }
  }

  /** @returns the syntax tree of a module constant's value */
  constant(name: string): AnyNode {
    return this.constants.get(name) ?? this.fail(name);
  }

  /** @param node a function or its name @returns its parameters and its only expression */
  body(node: AnyNode): { readonly params: readonly Node[]; readonly body: AnyNode } {
    const name = nameOf(node);
    const callable = name === undefined ? node : (this.functions.get(name) ?? this.fail(name));
    if (callable.type !== 'ArrowFunctionExpression' && callable.type !== 'FunctionDeclaration')
      return this.fail(node.type);
    const { params, body } = callable;
    if (body.type !== 'BlockStatement') return { params, body };
    const [only] = body.body;
    if (only?.type !== 'ReturnStatement' || !only.argument) return this.fail(name ?? node.type);
    return { params, body: only.argument };
  }

  /** Writes functions and the functions they call. */
  add(...names: readonly string[]): void {
    for (const name of names) this.function(name);
  }

  /** @returns the C of all functions written so far */
  text(): string {
    return `${PRELUDE}${[...this.written.values()].join('')}`;
  }

  private fail(what: string): never {
    throw new Error(`${what}: expected a plain function on numbers`);
  }

  private function(name: string): void {
    if (this.written.has(name)) return;
    const node = this.functions.get(name) ?? this.fail(name);
    const body: AnyNode[] = node.body.type === 'BlockStatement' ? node.body.body : [];
    const objects = new Map<string, AnyNode>();
    const parameters: string[] = [];
    for (const parameter of node.params) {
      const own = nameOf(parameter.type === 'AssignmentPattern' ? parameter.left : parameter) ?? this.fail(name);
      const usual =
        parameter.type === 'AssignmentPattern' ? this.constants.get(nameOf(parameter.right) ?? '') : undefined;
      if (usual?.type === 'ObjectExpression') objects.set(own, usual);
      else
        parameters.push(own in this.options.objects ? `const ${this.options.objects[own]} *${own}` : `double ${own}`);
    }
    const scope = { objects };
    const statements =
      node.body.type === 'BlockStatement'
        ? body.map((statement) => this.statement(statement, scope))
        : [`return ${this.value(node.body, scope)};\n`];
    const type = statements.some((text) => text.includes(`(${this.options.result})`)) ? this.options.result : 'double';
    this.written.set(name, `static inline ${type} ${name}(${parameters.join(', ')}) {\n${statements.join('')}}\n`);
  }

  private statement(node: AnyNode, scope: Scope): string {
    switch (node.type) {
      case 'ReturnStatement':
        return `return ${this.value(node.argument as AnyNode, scope)};\n`;
      case 'IfStatement': {
        const no = node.alternate ? ` else { ${this.statement(node.alternate, scope)} }` : '';
        return `if (${this.value(node.test, scope)}) { ${this.statement(node.consequent, scope)} }${no}\n`;
      }
      case 'BlockStatement':
        return node.body.map((each) => this.statement(each, scope)).join('');
      case 'VariableDeclaration':
        return node.declarations
          .map(({ id, init }) => `const double ${nameOf(id)} = ${this.value(init as AnyNode, scope)};\n`)
          .join('');
      default:
        return this.fail(node.type);
    }
  }

  value(given: Node, scope: Scope = { objects: new Map() }): string {
    const node = given as AnyNode;
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'number') return literal(node.value);
        return typeof node.value === 'boolean' ? String(Number(node.value)) : this.fail(String(node.raw));
      case 'Identifier': {
        const constant = this.constants.get(node.name);
        return constant === undefined ? node.name : `(${this.value(constant)})`;
      }
      case 'ObjectExpression': {
        const fields = node.properties.map((property) => {
          if (property.type !== 'Property') return this.fail(property.type);
          return `.${nameOf(property.key)} = ${this.value(property.value, scope)}`;
        });
        return `(${this.options.result}){${fields.join(', ')}}`;
      }
      case 'MemberExpression':
        return this.member(nameOf(node.object) ?? '', nameOf(node.property) ?? '', scope);
      case 'UnaryExpression':
        return `(${node.operator}${this.value(node.argument, scope)})`;
      case 'ConditionalExpression': {
        const [test, yes, no] = [node.test, node.consequent, node.alternate].map((each) => this.value(each, scope));
        return `(${test} ? ${yes} : ${no})`;
      }
      case 'LogicalExpression': {
        const [left, right] = [this.value(node.left, scope), this.value(node.right, scope)];
        return node.operator === '&&' ? `(${left} && ${right})` : `js_or(${left}, ${right})`;
      }
      case 'BinaryExpression':
        return this.binary(node, scope);
      case 'CallExpression':
        return this.call(node, scope);
      default:
        return this.fail(node.type);
    }
  }

  private member(object: string, field: string, { objects }: Scope): string {
    if (object === 'Number' && field === 'POSITIVE_INFINITY') return 'HUGE_VAL';
    if (!objects.has(object))
      return object in this.options.objects ? `${object}->${field}` : this.fail(`${object}.${field}`);
    const usual = objects.get(object);
    const properties = usual?.type === 'ObjectExpression' ? usual.properties : [];
    const found = properties.find((property) => property.type === 'Property' && nameOf(property.key) === field);
    return found?.type === 'Property' ? this.value(found.value) : this.fail(`${object}.${field}`);
  }

  private binary({ left, operator, right }: AnyNode & { type: 'BinaryExpression' }, scope: Scope): string {
    if (operator === '<<')
      return `(double)((int32_t)${this.value(left, scope)} << (int32_t)${this.value(right, scope)})`;
    if (!OPERATORS.has(operator)) this.fail(operator);
    const isNull = right.type === 'Literal' && right.value === null;
    const call = left as AnyNode;
    // The host has a table of rules.
    if (isNull && call.type === 'CallExpression' && nameOf(call.callee) === 'ruleFromCode') {
      const exists = `is_rule(${this.value(call.arguments[0], scope)}, 5)`;
      return operator === '!==' ? exists : `!${exists}`;
    }
    if (isNull) return `(${operator === '!==' ? '!' : ''}isnan(${this.value(left, scope)}))`;
    const sign = operator === '===' ? '==' : operator === '!==' ? '!=' : operator;
    return `(${this.value(left, scope)} ${sign} ${this.value(right, scope)})`;
  }

  private call(node: AnyNode & { type: 'CallExpression' }, scope: Scope): string {
    const callee = node.callee as AnyNode;
    const given = node.arguments.map((argument) => this.value(argument, scope));
    if (callee.type === 'MemberExpression' && nameOf(callee.object) === 'Math') {
      const name = nameOf(callee.property) ?? '';
      if (!MATH.has(name)) this.fail(`Math.${name}`);
      const isPair = name === 'min' || name === 'max';
      return isPair
        ? given.reduce((left, right) => `${name === 'min' ? 'js_min' : 'js_max'}(${left}, ${right})`)
        : `${name}(${given[0]})`;
    }
    const name = nameOf(callee) ?? this.fail('call');
    this.function(name);
    const { params } = this.functions.get(name) as Callable;
    for (const parameter of params.slice(given.length)) {
      if (parameter.type !== 'AssignmentPattern') return this.fail(`${name} without an argument`);
      if (this.constants.get(nameOf(parameter.right) ?? '')?.type === 'ObjectExpression') continue;
      given.push(this.value(parameter.right, scope));
    }
    return `${name}(${given.join(', ')})`;
  }
}

interface Scope {
  /** Parameters whose value is always the same constant object. */
  readonly objects: ReadonlyMap<string, AnyNode>;
}

/** @returns a C literal that keeps all bits of the number */
export function literal(value: number | null): string {
  if (value === null) return 'NAN';
  if (!Number.isFinite(value)) return value < 0 ? '-HUGE_VAL' : 'HUGE_VAL';
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}.0` : String(value);
}

const PRELUDE = `static inline double js_min(double a, double b) { return a < b ? a : b; }
static inline double js_max(double a, double b) { return a > b ? a : b; }
static inline double js_or(double a, double b) { return a != 0 ? a : b; }
`;
