// Operators on numbers. JavaScript's are numbers of 53 bits, and those of WebAssembly have 32: the two agree as long as
// a result fits into 32 bits, or only its lowest 32 bits are asked for, as behind `| 0` or in a store. Here is what is done
// about the rest:
//
// - a result that could never fit (a constant, `>>> 0`) is refused with its line;
// - division and remainder by 0, which trap in WebAssembly, are made what they are in JavaScript;
// - sums, products and `>>>` by a variable may leave 32 bits or not, as the values will have it. A checked module traps
//   where they do, so that what runs there means the same everywhere. Even behind `| 0` a product has to fit into 48 bits,
//   as JavaScript rounds what is beyond 53 and some of them may be added. Math.imul is there for larger ones.
import binaryen from 'binaryen';
import { walk } from './declarations.mjs';

const { i32 } = binaryen;

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
const OF_BITS = new Set(['&', '|', '^', '<<', '>>', '>>>']);
const OF_SUMS = new Set(['+', '-']);

/** Whether an operator asks its operands for their lowest 32 bits only, when `hasLowBits` says that of its own value. */
export function takesLowBits(operator, hasLowBits) {
  return OF_BITS.has(operator) || (OF_SUMS.has(operator) && hasLowBits);
}

/**
 * @param statements of a function
 * @returns {Set<string>} names of constants in it that nothing but operators on bits asks for: their lowest 32 bits do
 */
export function namesOfBits(statements) {
  const constants = new Set();
  const others = new Set();
  const visit = (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'const') {
      for (const { id } of node.declarations) constants.add(id.name);
    }
    if (node.type === 'BinaryExpression' && OF_BITS.has(node.operator)) return;
    for (const key of Object.keys(node)) {
      if (node.type === 'VariableDeclarator' && key === 'id') continue;
      for (const child of [node[key]].flat()) if (child?.type === 'Identifier') others.add(child.name);
    }
  };
  for (const statement of statements) walk(statement, visit);
  return new Set([...constants].filter((name) => !others.has(name)));
}

export class Arithmetic {
  /** @param m binaryen module @param fail (node, why) => never @param isChecked results that leave 32 bits trap */
  constructor(m, fail, isChecked) {
    this.m = m;
    this.fail = fail;
    this.isChecked = isChecked;
    this.written = new Set();
  }

  knows(operator) {
    return Object.hasOwn(INSTRUCTIONS, operator);
  }

  /** @param value number that stands at `node` */
  constant(node, value, hasLowBits) {
    if (!Number.isInteger(value)) this.fail(node, 'fraction');
    const fits = hasLowBits ? value >= -(2 ** 31) && value < 2 ** 32 : (value | 0) === value;
    return fits ? this.m.i32.const(value | 0) : this.fail(node, 'a number beyond 31 bits');
  }

  /**
   * @param node where the operator stands @param left @param right code of the operands
   * @param about hasLowBits: only the lowest 32 bits are asked for; constant: the right operand, if it is known
   */
  apply(node, operator, left, right, { hasLowBits, constant }) {
    const plain = () => this.m.i32[INSTRUCTIONS[operator]](left, right);
    switch (operator) {
      case '+':
      case '-':
        return this.isChecked && !hasLowBits ? this.call(operator, left, right) : plain();
      case '*':
        return this.isChecked ? this.call(hasLowBits ? '*low' : '*', left, right) : plain();
      case '%':
        if (constant !== undefined && constant !== 0) return plain();
        return hasLowBits ? this.call('%', left, right) : this.fail(node, 'remainder by what may be 0, without | 0');
      case '>>>':
        if (hasLowBits) return plain();
        if (constant === undefined) return this.isChecked ? this.call(operator, left, right) : plain();
        return (constant & 31) === 0 ? this.fail(node, 'a number beyond 31 bits') : plain();
      default:
        return this.knows(operator) ? plain() : this.fail(node, 'operator is not lowered');
    }
  }

  /** `(left / right) | 0`. @param constant the right operand, if it is known */
  divide(left, right, constant) {
    const isSafe = constant !== undefined && constant !== 0 && constant !== -1;
    return isSafe ? this.m.i32.div_s(left, right) : this.call('/', left, right);
  }

  /** Calls the function that does what the instruction alone does not; written when it is first needed. */
  call(operator, left, right) {
    const name = `$${operator}`;
    if (!this.written.has(operator)) {
      this.written.add(operator);
      const { code, locals } = this.body(operator);
      this.m.addFunction(name, binaryen.createType([i32, i32]), i32, locals, code);
    }
    return this.m.call(name, [left, right], i32);
  }

  /** @returns code of a function of two numbers, a and b, and the types of its other variables */
  body(operator) {
    const { m } = this;
    const a = () => m.local.get(0, i32);
    const b = () => m.local.get(1, i32);
    const result = () => m.local.get(2, i32);
    const product = () => m.i64.mul(m.i64.extend_s(a()), m.i64.extend_s(b()));
    const isNegative = (code) => m.i32.lt_s(code, m.i32.const(0));
    const checked = (isWrong) => ({
      code: m.block(
        null,
        [
          m.local.set(2, m.i32[INSTRUCTIONS[operator.replace('low', '')]](a(), b())),
          m.if(isWrong, m.unreachable()),
          result(),
        ],
        i32,
      ),
      locals: [i32],
    });
    switch (operator) {
      case '/': {
        // -(a & b) is 0 for a divisor of 0, and -a for -1, the two that can trap.
        const isRare = m.i32.le_u(m.i32.add(b(), m.i32.const(1)), m.i32.const(1));
        const rare = m.i32.sub(m.i32.const(0), m.i32.and(a(), b()));
        return { code: m.if(isRare, rare, m.i32.div_s(a(), b())), locals: [] };
      }
      case '%':
        return { code: m.if(b(), m.i32.rem_s(a(), b()), m.i32.const(0)), locals: [] };
      case '+':
        return checked(isNegative(m.i32.and(m.i32.xor(a(), result()), m.i32.xor(b(), result()))));
      case '-':
        return checked(isNegative(m.i32.and(m.i32.xor(a(), b()), m.i32.xor(a(), result()))));
      case '*':
        return checked(m.i64.ne(product(), m.i64.extend_s(result())));
      case '*low': {
        const above = m.i32.wrap(m.i64.shr_s(product(), m.i64.const(48n)));
        return checked(m.i32.gt_u(m.i32.add(above, m.i32.const(1)), m.i32.const(1)));
      }
      default:
        return checked(isNegative(result()));
    }
  }
}
