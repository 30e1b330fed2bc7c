/** Selects the network that a search evaluates with: that of the current rule, if there is one. */
import { CONTINUOUS_BIT, ruleIndexOf } from '../../core/rule-code.ts';
import type { Kernel } from './kernel.ts';
import { useLearnedWeights } from './learned-weights.ts';
import { decodeNetwork, type NetworkWeights, useNetwork } from './network-weights.ts';

/** Networks are for five in a row. */
const WIN_LENGTH = 5;

/** Value of `hasNetwork` for a search that wants a network but has none yet, or whose rule has none. */
const NONE_YET = -1;

/** Where this thread gets its network from, and the network once it has been loaded. */
let given: (() => Uint8Array) | null = null;
let network: NetworkWeights | null = null;

/**
 * Sets where the searches of this thread get their network from.
 * @param source returns a file as in network-weights.ts; called when a network is first needed. With an empty file,
 * searches use their tables.
 */
export function provideNetwork(source: () => Uint8Array): void {
  given = source;
  network = null;
}

/** Makes a search evaluate with everything that was learned: the tables, and the network of the current rule. */
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

/** Empties the board for a game. A search that wants networks then uses that of the game's rule. */
export function setUpBoard(kernel: Kernel, board: BoardSetup): void {
  followRule(kernel, board.rule, board.winLength);
  kernel.setUp(board.width, board.height, board.rule, board.winLength);
}

/** Loads the network of a rule into a search that wants networks. */
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
