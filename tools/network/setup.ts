/** What training and judging begin with: samples, the network's memory, and networks as the engine has them. */
import { RULE_CODES, ruleIndexOf } from '../../src/core/rule-code.ts';
import type { NetworkWeights } from '../../src/runtime/network-weights.ts';
import { withNamed } from '../common/options.ts';
import { type Setup, sharedMemory } from './lanes.ts';
import { type Parts, SCALE } from './network.ts';
import { poolingCode } from './pooling-code.ts';
import { headsOf, type Labeling } from './positions.ts';
import { ENGINE_SHAPE, quantiseHead, quantiseLines, restoreHead, restoreLines } from './quantise.ts';
import { type Block, findBlocks, openSamples } from './sample-files.ts';

/** Labels as they are without options. */
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

/** Fills in what another network says. */
export function restoreNetwork(parts: Parts, given: NetworkWeights, heads: Setup['heads']): void {
  restoreLines(parts.lines, given);
  for (const [rule, own] of heads) {
    // A rule that is new to it begins as the first one that is not.
    const known = given.rules[ruleIndexOf(rule)] ?? [0, 0];
    for (const [side, head] of own.entries()) restoreHead(parts.heads[head], given.heads[known[side]]);
  }
}

/** @returns the engine's integers for a network, and how many numbers of rows had to be cut off */
export function weightsOf(
  parts: Parts,
  heads: Setup['heads'],
): { readonly weights: NetworkWeights; readonly cutOff: number } {
  const { rows, bias, cutOff } = quantiseLines(parts.lines);
  const rules = RULE_CODES.map((rule) => heads.get(rule) ?? null);
  return { weights: { rows, bias, heads: parts.heads.map(quantiseHead), rules }, cutOff };
}

/** @param losses of positions from the tree, and of those played */
export function lossText(losses: readonly number[]): string {
  return losses.map((loss) => (Number.isNaN(loss) ? 'none' : loss.toFixed(5))).join(' / ');
}
