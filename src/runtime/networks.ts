/** Which rule's network a search judges by: that of the rule in force, if there is one. */
import { CONTINUOUS_BIT, ruleIndexOf } from '../core/rule-code.ts';
import type { Kernel } from './kernel.ts';
import { useLearnedWeights } from './learned-weights.ts';
import { decodeNetwork, type NetworkWeights, useNetwork } from './network-weights.ts';

/** Networks are for five in a row. */
const WIN_LENGTH = 5;

/** Instead of a rule in `hasNetwork`: a search that wants networks has none yet, or there is none for its rule. */
const NONE_YET = -1;

/** Where this thread has its network from, and the network once it has been asked for. */
let given: (() => Uint8Array) | null = null;
let network: NetworkWeights | null = null;

/**
 * Says where the searches of this thread have their network from.
 * @param source of a file as in network-weights.ts, asked when it is first needed; an empty one leaves them their
 * tables
 */
export function provideNetwork(source: () => Uint8Array): void {
  given = source;
  network = null;
}

/** Has a search judge by all that was learned: tables, and the network of the rule in force. */
export function useAllLearned(kernel: Kernel): void {
  useLearnedWeights(kernel);
  kernel.hasNetwork[0] = NONE_YET;
}

export interface BoardSetup {
  readonly width: number;
  readonly height: number;
  /** Sum of bits as in INFO rule. */
  readonly rule: number;
  readonly winLength: number;
}

/** Empties the board for a game, which a search that wants networks judges by that of its rule from then on. */
export function setUpBoard(kernel: Kernel, board: BoardSetup): void {
  followRule(kernel, board.rule, board.winLength);
  kernel.setUp(board.width, board.height, board.rule, board.winLength);
}

/** Gives a search that wants networks that of a rule. */
function followRule(kernel: Kernel, rule: number, winLength: number): void {
  const held = kernel.hasNetwork[0];
  if (held === 0) return;
  const index = winLength === WIN_LENGTH ? ruleIndexOf(rule & ~CONTINUOUS_BIT) : -1;
  if (index < 0 || held === index + 1) return;
  network ??= networkFrom(given?.() ?? new Uint8Array(0));
  if (network === null || !useNetwork(kernel, network, index)) kernel.hasNetwork[0] = NONE_YET;
}

function networkFrom(bytes: Uint8Array): NetworkWeights | null {
  return bytes.length === 0 ? null : decodeNetwork(bytes);
}
