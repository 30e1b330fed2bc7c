/**
 * Operations on numbers in WebAssembly. Each is one instruction, except where a {@link Guard} demands more: division by
 * 0 and the like, which trap in WebAssembly, get JavaScript's result, and a checked module traps where a number exceeds
 * 32 bits, so that what runs there means the same everywhere.
 */
import binaryen from 'binaryen';
import type { Guard, Operator } from './form.ts';

type Code = binaryen.ExpressionRef;

const { i32 } = binaryen;

const INSTRUCTIONS = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div_s',
  '%': 'rem_s',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'shl',
  '>>': 'shr_s',
  '>>>': 'shr_u',
} as const satisfies Record<Operator, string>;

export class WasmArithmetic {
  private readonly m: binaryen.Module;
  private readonly isChecked: boolean;
  /** Functions written so far, by name. */
  private readonly written = new Set<string>();

  constructor(m: binaryen.Module, isChecked: boolean) {
    this.m = m;
    this.isChecked = isChecked;
  }

  apply(operator: Operator, left: Code, right: Code, guard: Guard): Code {
    if (guard === 'divisor' || (this.isChecked && guard !== 'none')) return this.call(operator, guard, left, right);
    return this.m.i32[INSTRUCTIONS[operator]](left, right);
  }

  /** Calls the function that does what the instruction alone does not; it is written when first needed. */
  private call(operator: Operator, guard: Guard, left: Code, right: Code): Code {
    const name = `$${operator}${guard === 'product' ? 'low' : ''}`;
    if (!this.written.has(name)) {
      this.written.add(name);
      const isDivision = operator === '/' || operator === '%';
      const code = isDivision ? this.division(operator) : this.checked(operator, guard);
      this.m.addFunction(name, binaryen.createType([i32, i32]), i32, isDivision ? [] : [i32], code);
    }
    return this.m.call(name, [left, right], i32);
  }

  private readonly a = (): Code => this.m.local.get(0, i32);
  private readonly b = (): Code => this.m.local.get(1, i32);
  private readonly result = (): Code => this.m.local.get(2, i32);

  /** Body of a function of two numbers. */
  private division(operator: '/' | '%'): Code {
    const { m, a, b } = this;
    if (operator === '%') return m.if(b(), m.i32.rem_s(a(), b()), m.i32.const(0));
    // -(a & b) is 0 for a divisor of 0, and -a for -1, the two that can trap.
    const isRare = m.i32.le_u(m.i32.add(b(), m.i32.const(1)), m.i32.const(1));
    const rare = m.i32.sub(m.i32.const(0), m.i32.and(a(), b()));
    return m.if(isRare, rare, m.i32.div_s(a(), b()));
  }

  /** Body of a function of two numbers with one variable, the result; it traps where the result would be wrong. */
  private checked(operator: Operator, guard: Guard): Code {
    const { m } = this;
    const compute = m.local.set(2, m.i32[INSTRUCTIONS[operator]](this.a(), this.b()));
    return m.block(null, [compute, m.if(this.isWrong(operator, guard), m.unreachable()), this.result()], i32);
  }

  private isWrong(operator: Operator, guard: Guard): Code {
    const { m, a, b, result } = this;
    const isNegative = (code: Code) => m.i32.lt_s(code, m.i32.const(0));
    const product = () => m.i64.mul(m.i64.extend_s(a()), m.i64.extend_s(b()));
    if (guard === 'product') {
      // JavaScript rounds beyond 53 bits, and several products may be added.
      const above = m.i32.wrap(m.i64.shr_s(product(), m.i64.const(48n)));
      return m.i32.gt_u(m.i32.add(above, m.i32.const(1)), m.i32.const(1));
    }
    switch (operator) {
      case '+':
        return isNegative(m.i32.and(m.i32.xor(a(), result()), m.i32.xor(b(), result())));
      case '-':
        return isNegative(m.i32.and(m.i32.xor(a(), b()), m.i32.xor(a(), result())));
      case '*':
        return m.i64.ne(product(), m.i64.extend_s(result()));
      default:
        return isNegative(result());
    }
  }
}
