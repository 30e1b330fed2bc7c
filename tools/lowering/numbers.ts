/**
 * Reads operators on numbers. JavaScript's numbers have 53 bits and those of the form have 32: the two agree as long as
 * a result fits into 32 bits, or only its lowest 32 bits are used, as by `| 0` or in a store. What could never fit (a
 * constant, `>>> 0`) is rejected with its line; what depends on the values gets a {@link Guard}.
 */
import type { AnyNode, Node } from 'acorn';
import type { Guard, Operator } from './form.ts';
import { childrenOf, type Fail, nameOf, walk } from './syntax.ts';

const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '%', '&', '|', '^', '<<', '>>', '>>>']);
const OF_BITS: ReadonlySet<string> = new Set(['&', '|', '^', '<<', '>>', '>>>']);
const OF_SUMS: ReadonlySet<string> = new Set(['+', '-']);

/** @returns the operator if it can be lowered on its own; a division cannot */
export function operatorOf(node: Node, text: string, fail: Fail): Operator {
  return OPERATORS.has(text) ? (text as Operator) : fail(node, 'operator is not lowered');
}

/** Whether an operator uses only the lowest 32 bits of its operands, when `hasLowBits` says that of its own value. */
export function takesLowBits(operator: Operator, hasLowBits: boolean): boolean {
  return OF_BITS.has(operator) || (OF_SUMS.has(operator) && hasLowBits);
}

/** @returns names of constants in a function that only bit operators use: their lowest 32 bits are enough */
export function namesOfBits(statements: readonly AnyNode[]): ReadonlySet<string> {
  const constants = new Set<string>();
  const others = new Set<string>();
  const visit = (node: AnyNode): void => {
    if (node.type === 'VariableDeclaration' && node.kind === 'const') {
      for (const { id } of node.declarations) constants.add(nameOf(id) ?? '');
    }
    if (node.type === 'BinaryExpression' && OF_BITS.has(node.operator)) return;
    for (const [key, child] of childrenOf(node)) {
      const isDeclared = node.type === 'VariableDeclarator' && key === 'id';
      if (child.type === 'Identifier' && !isDeclared) others.add(child.name);
    }
  };
  for (const statement of statements) walk(statement, visit);
  return new Set([...constants].filter((name) => !others.has(name)));
}

/** @returns the 32 bits of the number at `node` */
export function constantBits(node: Node, value: number, hasLowBits: boolean, fail: Fail): number {
  if (!Number.isInteger(value)) fail(node, 'fraction');
  const fits = hasLowBits ? value >= -(2 ** 31) && value < 2 ** 32 : (value | 0) === value;
  return fits ? value | 0 : fail(node, 'a number beyond 31 bits');
}

/**
 * @param hasLowBits only the lowest 32 bits of the result are used
 * @param right the right operand if it is constant
 */
export function guardOf(
  node: Node,
  operator: Operator,
  hasLowBits: boolean,
  right: number | undefined,
  fail: Fail,
): Guard {
  switch (operator) {
    case '+':
    case '-':
      return hasLowBits ? 'none' : 'range';
    case '*':
      return hasLowBits ? 'product' : 'range';
    case '%':
      if (right !== undefined && right !== 0) return 'none';
      return hasLowBits ? 'divisor' : fail(node, 'remainder by what may be 0, without | 0');
    case '/':
      return right !== undefined && right !== 0 && right !== -1 ? 'none' : 'divisor';
    case '>>>':
      if (hasLowBits) return 'none';
      if (right === undefined) return 'range';
      return (right & 31) === 0 ? fail(node, 'a number beyond 31 bits') : 'none';
    default:
      return 'none';
  }
}
