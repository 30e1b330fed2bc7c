/** Writes the texts of replies (src/protocol/reply-texts.ts) as C: formats for printf with their arguments. */
import type { AnyNode } from 'acorn';
import { nameOf } from '../lowering/syntax.ts';
import type { NumbersInC } from './numbers-c.ts';

/** Parameters that are texts; the C compiler checks what its callers pass. */
const TEXT_PARAMETERS: ReadonlySet<string> = new Set(['name', 'text']);

/**
 * @param program with `const NAME = { key: (a, b) => template, ... }`
 * @returns macros: `TEXT_KEY(a, b)` is a format and its arguments, `TEXT_KEY` a text without parameters
 */
export function textsInC(program: NumbersInC, name: string): string {
  const table = program.constant(name);
  if (table.type !== 'ObjectExpression') throw new Error(`${name}: expected an object`);
  const macros = table.properties.map((property) => {
    if (property.type !== 'Property') throw new Error(`${name}: expected texts`);
    return macro(program, nameOf(property.key) ?? '', property.value as AnyNode);
  });
  return macros.join('\n');
}

function macro(program: NumbersInC, key: string, node: AnyNode): string {
  const { params, body } = program.body(node);
  const names = params.map((parameter) => nameOf(parameter) ?? '');
  const order: string[] = [];
  const piece = (part: AnyNode): string => {
    const parameter = nameOf(part) ?? '';
    if (names.includes(parameter)) {
      order.push(parameter);
      return TEXT_PARAMETERS.has(parameter) ? '%s' : '%d';
    }
    const constant = part.type === 'Identifier' ? program.constant(parameter) : part;
    if (constant.type !== 'Literal') throw new Error(`${key}: expected parameters and constants in the text`);
    return escaped(String(constant.value));
  };
  const escaped = (text: string): string => (names.length > 0 ? text.replaceAll('%', '%%') : text);
  const text =
    body.type === 'TemplateLiteral'
      ? body.quasis
          .flatMap(({ value }, index) => {
            const part = body.expressions[index] as AnyNode | undefined;
            return [escaped(value.cooked ?? ''), part === undefined ? '' : piece(part)];
          })
          .join('')
      : piece(body);
  if (order.join() !== names.join()) throw new Error(`${key}: expected each parameter once, in order`);
  if (names.length === 0 && text.includes('%')) throw new Error(`${key}: expected no % in a text without parameters`);
  const macroName = `TEXT_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  const parameters = names.length === 0 ? '' : `(${names.join(', ')})`;
  // An argument of a macro is not replaced within quotation marks.
  return `#define ${macroName}${parameters} ${[JSON.stringify(text), ...names].join(', ')}`;
}
