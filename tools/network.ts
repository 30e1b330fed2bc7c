/**
 * Trains networks and packs them for the engine:
 *   npm run -s tool -- network train --out FILE [--epochs 8] [--batch 2048] [--rate 0.002] [--decay 0.0001] [--seed 1]
 *                                    [--scale 200] [--sure 0.98] [--result 0] [--most N] [--from FILE] [--keep-lines]
 *                                    [--rows shared] [--threads N] [--curves FILE.svg] SAMPLES ...
 *   npm run -s tool -- network judge FILE SAMPLES ...
 *   npm run -s tool -- network smooth FILE --seen N --out FILE SAMPLES ...
 *   npm run -s tool -- network pack FILE
 *   npm run -s tool -- network unpack FILE
 *   npm run -s tool -- network share RULE OF
 *   npm run -s tool -- network drop RULE
 *
 * train learns from files of samples (the tool samples) and writes the weights in the engine's format after every
 * epoch. It streams the files, so they may be larger than memory, and prints the time left. The same command resumes a
 * run that was stopped, from FILE.state. The result depends on the seed and the files, not on the number of threads.
 * Rules share the lines, and each has its own head. Lines that a color can use alike share most of a row; --rows free
 * gives each line an independent one. --from starts with another network, and --keep-lines leaves its lines unchanged.
 * Losses are cross-entropies in excess of a perfect evaluation's, on held-out games, for positions from the tree and
 * for positions that were played; curves show those from the tree, or those played if there are no others. At the end
 * the engine's integers are compared with the trainer's floats.
 *
 * judge prints the losses of a network. smooth fits the shared parts to the rows of a network, which were learned from
 * N positions, and removes most of the remainder from rare lines; the samples determine how frequent lines are. pack
 * writes src/engine/runtime/network-data.ts; rules without heads keep their present ones if the lines are the same. unpack
 * writes the packed network to a file, share gives a rule (its code as in INFO rule) the heads of another one, and drop
 * leaves it with its table alone.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bytesAsText, bytesOfText } from '../src/core/byte-text.ts';
import { ruleIndexOf, TOURNAMENT_CODES } from '../src/core/rule-code.ts';
import { NETWORK } from '../src/engine/runtime/network-data.ts';
import { decodeNetwork, encodeNetwork, type NetworkWeights } from '../src/engine/runtime/network-weights.ts';
import { fail, readNamed } from './common/options.ts';
import { withHeadsOf, withoutIdleHeads } from './network/heads.ts';
import { judgeCommand, smoothCommand } from './network/smooth-command.ts';
import { trainCommand } from './network/train-command.ts';

const DATA = new URL('../src/engine/runtime/network-data.ts', import.meta.url);
const DATA_HEAD = `/**
 * Written by \`npm run tool -- network pack\`; see docs/internals/network.md. Text of core/byte-text.ts, read by
 * network-in-use.ts; '' if there is none.
 */
export const NETWORK: string =`;

/** Writes the module of the network. */
function pack(weights: NetworkWeights): void {
  const text = bytesAsText(encodeNetwork(weights));
  writeFileSync(DATA, `${DATA_HEAD}\n  '${text}';\n`);
  const rules = TOURNAMENT_CODES.filter((_, index) => weights.rules[index] !== null);
  console.log(`rules ${rules.join(', ')}: ${text.length} characters`);
}

/** @returns the network in use with other heads for a rule, without unused heads */
function withHeads(index: number, own: NetworkWeights['rules'][number]): NetworkWeights {
  const network = networkPacked();
  return withoutIdleHeads({ ...network, rules: network.rules.with(index, own) });
}

function networkPacked(): NetworkWeights {
  return decodeNetwork(bytesOfText(NETWORK));
}

/** @returns index of a rule @param code as in INFO rule */
function ruleIndex(code: string | undefined): number {
  const index = ruleIndexOf(Number(code || 'none'));
  return index >= 0 ? index : fail(`rule ${code ?? 'missing'}: expected ${TOURNAMENT_CODES.join(', ')}`);
}

export async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === 'train') return trainCommand(args);
  if (command === 'judge') return judgeCommand(args);
  if (command === 'smooth') return smoothCommand(args);
  if (command === 'pack' && args.length === 1) {
    pack(withHeadsOf(readNamed(args[0], decodeNetwork), networkPacked()));
    return 0;
  }
  if (command === 'unpack' && args.length === 1) {
    mkdirSync(dirname(args[0]), { recursive: true });
    writeFileSync(args[0], bytesOfText(NETWORK));
    return 0;
  }
  if (command === 'share' && args.length === 2) {
    const [index, of] = args.map(ruleIndex);
    const { rules } = networkPacked();
    if (rules[of] === null) fail(`rule ${args[1]} has no network: expected one that has`);
    pack(withHeads(index, rules[of]));
    return 0;
  }
  if (command === 'drop' && args.length === 1) {
    pack(withHeads(ruleIndex(args[0]), null));
    return 0;
  }
  return fail(
    `network ${[command, ...args].join(' ')}: expected train, judge FILE SAMPLES, smooth FILE SAMPLES, pack FILE, unpack FILE, share RULE OF or drop RULE`,
  );
}
