/** Setup of training and judging: samples, the network's memory, and networks in the engine's format. */
import { ruleIndexOf, TOURNAMENT_CODES } from '../../src/core/rule-code.ts';
import type { NetworkWeights } from '../../src/engine/runtime/network-weights.ts';
import { withNamed } from '../common/options.ts';
import { type Setup, sharedMemory } from './lanes.ts';
import { type Parts, SCALE } from './network.ts';
import { poolingCode } from './pooling-code.ts';
import { headsOf, type Labeling } from './positions.ts';
import { ENGINE_SHAPE, quantizeHead, quantizeLines, restoreHead, restoreLines } from './quantize.ts';
import { type Block, findBlocks, openSamples } from './sample-files.ts';

/** Default labels. */
export const LABELING: Labeling = { scale: SCALE, sure: 0.98, resultShare: 0, heldShare: 0.05 };

/** @param most positions at most; ends the process if a file cannot be used */
export function openSetup(
  paths: readonly string[],
  labeling: Labeling,
  most: number,
  isLineLearned: boolean,
): { readonly setup: Setup; readonly blocks: readonly Block[] } {
  const files = paths.map((path) => withNamed(path, openSamples));
  const heads = headsOf(files.map(({ rule }) => rule));
  const blocks = findBlocks(files, labeling.heldShare, most);
  const shape = { ...ENGINE_SHAPE, heads: new Set([...heads.values()].flat()).size };
  const code = poolingCode(shape.channels);
  return { setup: { files, heads, labeling, shape, code, isLineLearned, ...sharedMemory(shape) }, blocks };
}

/** Restores parameters from another network. */
export function restoreNetwork(parts: Parts, given: NetworkWeights, heads: Setup['heads']): void {
  restoreLines(parts.lines, given);
  for (const [rule, own] of heads) {
    // A rule that this network does not have starts like the first one that it has.
    const known = given.rules[ruleIndexOf(rule)] ?? [0, 0];
    for (const [side, head] of own.entries()) restoreHead(parts.heads[head], given.heads[known[side]]);
  }
}

/** @returns the engine's integers for a network, and how many numbers of rows were clipped */
export function weightsOf(
  parts: Parts,
  heads: Setup['heads'],
): { readonly weights: NetworkWeights; readonly cutOff: number } {
  const { rows, bias, cutOff } = quantizeLines(parts.lines);
  const rules = TOURNAMENT_CODES.map((rule) => heads.get(rule) ?? null);
  return { weights: { rows, bias, heads: parts.heads.map(quantizeHead), rules }, cutOff };
}

/** @param losses of positions from the tree, and of those played */
export function lossText(losses: readonly number[]): string {
  return losses.map((loss) => (Number.isNaN(loss) ? 'none' : loss.toFixed(5))).join(' / ');
}
