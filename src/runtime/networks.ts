/** Which network a search judges by: that of the rule in force, if there is one. */
import { CONTINUOUS_BIT, RULE_CODES } from '../core/rule-code.ts';
import type { Kernel } from './kernel.ts';
import { useLearnedWeights } from './learned-weights.ts';
import { NETWORKS } from './network-data.ts';
import { decodeNetwork, type NetworkWeights, useNetwork } from './network-weights.ts';

/** Networks are for five in a row. */
const WIN_LENGTH = 5;

/** Instead of a rule in `hasNetwork`: a search that wants networks has none yet, or there is none for its rule. */
const NONE_YET = -1;

/** Has a search judge by all that was learned: tables, and the network of the rule in force. */
export function useAllLearned(kernel: Kernel): void {
  useLearnedWeights(kernel);
  kernel.hasNetwork[0] = NONE_YET;
}

/** Gives a search that wants networks that of a rule. To be called before a position is set up. */
export function followRule(kernel: Kernel, rule: number, winLength: number): void {
  const held = kernel.hasNetwork[0];
  if (held === 0) return;
  const index = winLength === WIN_LENGTH ? RULE_CODES.indexOf(rule & ~CONTINUOUS_BIT) : -1;
  if (index < 0 || held === index + 1) return;
  const network = networkOf(index);
  if (network === null) kernel.hasNetwork[0] = NONE_YET;
  else useNetwork(kernel, network);
}

/** @param index of a rule as in kernel/eval/learned.ts @returns its network, or null if there is none */
function networkOf(index: number): NetworkWeights | null {
  const text = NETWORKS[index];
  if (text === undefined) return null;
  return decodeNetwork(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}
