/** The arrays that all threads of the C search share, filled with the learned weights, and one network head per rule. */
import { TOURNAMENT_CODES } from '../../src/core/rule-code.ts';
import { type LearnedTables, useLearnedWeights } from '../../src/engine/runtime/learned-weights.ts';
import { networkInUse } from '../../src/engine/runtime/network-in-use.ts';
import { decodeNetwork, type NetworkArrays, useNetwork } from '../../src/engine/runtime/network-weights.ts';
import { arrayDeclaration } from '../lowering/c-writer.ts';
import type { ModuleForm } from '../lowering/form.ts';
import type { SearchInC } from './search-c.ts';

const KINDS = { Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array };

/** @returns C that defines the shared arrays of the search, and `struct head HEADS[]` */
export function searchData({ form, shared }: SearchInC): string {
  const common = form.arrays.filter(({ name }) => shared.has(name));
  const arrays = Object.fromEntries(common.map(({ name, element, length }) => [name, new KINDS[element](length)]));
  const learned = arrays as unknown as LearnedTables & NetworkArrays;
  useLearnedWeights(learned);
  const bytes = networkInUse();
  const network = bytes.length === 0 ? null : decodeNetwork(bytes);
  const heads = TOURNAMENT_CODES.map((_, rule) => {
    const isThere = network !== null && useNetwork(learned, network, rule);
    return isThere ? `{1, {${learned.hiddenWeights.join()}}, {${learned.outputWeights.join()}}}` : '{0, {0}, {0}}';
  });
  // The host selects the head of the rule.
  learned.hiddenWeights.fill(0);
  learned.outputWeights.fill(0);
  learned.hasNetwork[0] = network === null ? 0 : -1;
  const definitions = common.map((array) => {
    const values = arrays[array.name];
    const isEmpty = values.every((value) => value === 0);
    return `${arrayDeclaration(array)}${isEmpty ? '' : ` = {${values.join()}}`};`;
  });
  const [hidden, output] = [learned.hiddenWeights.length, learned.outputWeights.length];
  return `#include <stdint.h>
${definitions.join('\n')}
const struct head { int32_t is_there; int16_t hidden[${hidden}], output[${output}]; } HEADS[] = {
${heads.join(',\n')}};
`;
}

export function headsDeclaration(form: ModuleForm): string {
  const length = (name: string) => form.arrays.find((array) => array.name === name)!.length;
  return `extern const struct head { int32_t is_there; int16_t hidden[${length('hiddenWeights')}], output[${length('outputWeights')}]; } HEADS[];\n`;
}
