/** Which rule's network a search judges by: that of the rule in force, if there is one. */
import { CONTINUOUS_BIT, RULE_CODES } from '../core/rule-code.ts';
import type { Kernel } from './kernel.ts';
import { useLearnedWeights } from './learned-weights.ts';
import { NETWORK } from './network-data.ts';
import { decodeNetwork, type NetworkWeights, useNetwork } from './network-weights.ts';

/** Networks are for five in a row. */
const WIN_LENGTH = 5;

/** Instead of a rule in `hasNetwork`: a search that wants networks has none yet, or there is none for its rule. */
const NONE_YET = -1;

/** The network in use, once it has been asked for; null if there is none. */
let networkInUse: NetworkWeights | null | undefined;

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
  networkInUse ??= NETWORK === '' ? null : decodeNetwork(bytesOf(NETWORK));
  if (networkInUse === null || !useNetwork(kernel, networkInUse, index)) kernel.hasNetwork[0] = NONE_YET;
}

/** Takes another network for all searches of this thread from now on. */
export function replaceNetwork(network: NetworkWeights): void {
  networkInUse = network;
}

/** @param base64 of bytes */
function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
