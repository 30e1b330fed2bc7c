/**
 * Trains networks and packs them for the engine:
 *   npm run -s tool -- network train --out FILE [--epochs 8] [--batch 2048] [--rate 0.002] [--decay 0.0001] [--seed 1]
 *                                    [--scale 200] [--sure 0.98] [--result 0] [--most N] [--from FILE] [--keep-lines]
 *                                    [--curves FILE.svg] SAMPLES ...
 *   npm run -s tool -- network pack FILE
 *   npm run -s tool -- network unpack FILE
 *   npm run -s tool -- network share RULE OF
 *   npm run -s tool -- network drop RULE
 *
 * Training learns from files of samples (the tool samples) and writes the weights as the engine takes them after every
 * epoch. Rules share the lines, and each has a head of its own. Training begins with another network if one is given,
 * and leaves its lines as they are if asked to. Losses are cross-entropies above what a perfect evaluation would leave,
 * on games kept out of training, for positions from the tree and for positions that were played; curves are a picture
 * of those from the tree, or of those played if there are no others. At the end the engine's integers are held against
 * the trainer's floats. Packing writes src/runtime/network-data.ts; rules without heads keep
 * those they have if the lines are the same. Unpacking writes the network in it as a file,
 * sharing gives a rule (its code as in INFO rule) the heads of another one, dropping leaves it with its table alone.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/core/random.ts';
import { RULE_CODES, ruleIndexOf } from '../src/core/rule-code.ts';
import { evaluate } from '../src/kernel/eval/evaluate.ts';
import * as kernel from '../src/kernel/index.ts';
import { useLearnedWeights } from '../src/runtime/learned-weights.ts';
import { NETWORK } from '../src/runtime/network-data.ts';
import { decodeNetwork, encodeNetwork, type NetworkWeights, useNetwork } from '../src/runtime/network-weights.ts';
import { HEADER_BYTES } from '../src/selfplay/file-header.ts';
import { logistic } from '../src/selfplay/labels.ts';
import { decodeSample, decodeSamplesHeader, sampleEnd } from '../src/selfplay/sample-record.ts';
import { fail, readNamed, wholeNumber } from './common/options.ts';
import { Adam } from './network/adam.ts';
import { withHeadsOf, withoutIdleHeads } from './network/heads.ts';
import { initialise, Network, SCALE } from './network/network.ts';
import { headsOf, type Positions, readPositions } from './network/positions.ts';
import {
  ENGINE_SHAPE,
  MOST_ROW,
  quantiseHead,
  quantiseLines,
  ROW_SCALE,
  restoreHead,
  restoreLines,
} from './network/quantise.ts';
import { type Curve, curvesSvg } from './training/curves.ts';
import { isQuiet } from './training/dataset.ts';

const HELD_SHARE = 0.05;
const DATA = new URL('../src/runtime/network-data.ts', import.meta.url);
const DATA_HEAD = `/** Written by \`npm run tool -- network pack\`; see docs/network.md. Base64, read by networks.ts; '' if there is none. */
export const NETWORK: string =`;
const WIN_LENGTH = 5;
/** Positions that integers and floats are compared on. */
const COMPARED = 5000;
/** Share of the steps in which the rate rises from 0; then it falls to 0 along a cosine. */
const WARM_UP = 0.01;
/**
 * From this share of the steps on rows are what the engine's integers would be: the rest of the network gets used to
 * it.
 */
const ROUNDED_FROM = 0.5;
/** A position and its header take at least so many bytes. */
const LEAST_BYTES = 18;

interface Plan {
  readonly epochs: number;
  readonly batch: number;
  readonly rate: number;
  readonly decay: number;
}

/** Cross-entropy above what a perfect evaluation would leave. */
function excess(logit: number, label: number): number {
  const cross = Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - logit * label;
  const entropy = label <= 0 || label >= 1 ? 0 : -label * Math.log(label) - (1 - label) * Math.log(1 - label);
  return cross - entropy;
}

/** @returns mean excess of positions from the tree, and of those played */
function meanExcess(positions: Positions, of: readonly number[], logitOf: (i: number) => number): [number, number] {
  const sums = [0, 0];
  const counts = [0, 0];
  for (const i of of) {
    sums[positions.played[i]] += excess(logitOf(i), positions.label[i]);
    counts[positions.played[i]]++;
  }
  return [sums[0] / counts[0], sums[1] / counts[1]];
}

function lossText(losses: readonly number[]): string {
  return losses.map((loss) => (Number.isNaN(loss) ? 'none' : loss.toFixed(5))).join(' / ');
}

function shuffle(items: number[], random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
}

/**
 * @param learned how many of the parameters, from the first on
 * @param onEpoch called with the number of each epoch and its mean loss
 */
function train(
  network: Network,
  learned: number,
  positions: Positions,
  training: number[],
  { epochs, batch: wanted, rate, decay }: Plan,
  random: () => number,
  onEpoch: (epoch: number, loss: number) => void,
): void {
  const adam = new Adam(learned);
  const [parameters, gradient] = [network.parameters, network.gradient].map((all) => all.subarray(0, learned));
  // Fewer positions than a batch would be no step at all.
  const batch = Math.min(wanted, training.length);
  const steps = Math.floor(training.length / batch) * epochs;
  network.take(0, 0);
  let step = 0;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    shuffle(training, random);
    let sum = 0;
    let seen = 0;
    for (let from = 0; from + batch <= training.length; from += batch) {
      for (let k = from; k < from + batch; k++) {
        const i = training[k];
        const logit = network.forward(positions, i);
        const label = positions.label[i];
        sum += excess(logit, label);
        network.backward(positions, i, (logistic(logit) - label) / batch);
      }
      seen += batch;
      const progress = step++ / steps;
      const factor = progress < WARM_UP ? progress / WARM_UP : 0.5 * (1 + Math.cos(Math.PI * progress));
      adam.step(parameters, gradient, rate * factor, decay);
      network.take(progress < ROUNDED_FROM ? 0 : ROW_SCALE, MOST_ROW);
    }
    onEpoch(epoch, sum / seen);
  }
}

/** Compares the engine's integers with the trainer's floats, on the first positions of the first file. */
function compare(weights: NetworkWeights, bytes: Uint8Array, network: Network, positions: Positions): string {
  const { rule } = decodeSamplesHeader(bytes);
  useNetwork(kernel, weights, ruleIndexOf(rule));
  let worst = 0;
  let sum = 0;
  let i = 0;
  for (let at = HEADER_BYTES; i < Math.min(COMPARED, positions.count); at = sampleEnd(bytes, at)) {
    if (at < 0 || at >= bytes.length) break;
    const { size, moves } = decodeSample(bytes, at);
    kernel.setUp(size, size, rule, WIN_LENGTH);
    moves.forEach(({ x, y }, ply) => void kernel.place(x, y, 1 + (ply & 1)));
    const toMove = 1 + (moves.length & 1);
    if (!isQuiet(toMove)) continue;
    const difference = Math.abs(evaluate(toMove) - network.forward(positions, i++) * SCALE);
    worst = Math.max(worst, difference);
    sum += difference;
  }
  return `integers against floats, ${i} positions: mean ${(sum / i).toFixed(2)}, worst ${worst.toFixed(1)} points`;
}

/** Writes the module of the network. */
function pack(weights: NetworkWeights): void {
  const text = Buffer.from(encodeNetwork(weights)).toString('base64');
  writeFileSync(DATA, `${DATA_HEAD}\n  '${text}';\n`);
  const rules = RULE_CODES.filter((_, index) => weights.rules[index] !== null);
  console.log(`rules ${rules.join(', ')}: ${text.length} characters`);
}

/** @returns the network in use with other heads for a rule, without those that are left over */
function withHeads(index: number, own: NetworkWeights['rules'][number]): NetworkWeights {
  const network = networkPacked();
  return withoutIdleHeads({ ...network, rules: network.rules.with(index, own) });
}

function networkPacked(): NetworkWeights {
  return decodeNetwork(Buffer.from(NETWORK, 'base64'));
}

/** @returns index of a rule @param code as in INFO rule */
function ruleIndex(code: string | undefined): number {
  const index = ruleIndexOf(Number(code || 'none'));
  return index >= 0 ? index : fail(`rule ${code ?? 'missing'}: expected ${RULE_CODES.join(', ')}`);
}

/** @returns exit status */
export function main([command, ...args]: readonly string[]): number {
  if (command === 'train') return trainNetwork(args);
  if (command === 'pack' && args.length === 1) {
    pack(withHeadsOf(readNamed(args[0], decodeNetwork), networkPacked()));
    return 0;
  }
  if (command === 'unpack' && args.length === 1) {
    mkdirSync(dirname(args[0]), { recursive: true });
    writeFileSync(args[0], Buffer.from(NETWORK, 'base64'));
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
    `network ${[command, ...args].join(' ')}: expected train, pack FILE, unpack FILE, share RULE OF or drop RULE`,
  );
}

/** A network of the heads given, small random numbers, or what another one says as far as it has rules in common. */
function begin(heads: ReturnType<typeof headsOf>, random: () => number, from: string | undefined): Network {
  const count = new Set([...heads.values()].flat()).size;
  const network = new Network({ ...ENGINE_SHAPE, heads: count });
  initialise(network, random);
  if (from === undefined) return network;
  const given = readNamed(from, decodeNetwork);
  restoreLines(network.parts.lines, given);
  for (const [rule, own] of heads) {
    // A rule that is new to it begins as the first one that is not.
    const known = given.rules[ruleIndexOf(rule)] ?? [0, 0];
    for (const [side, head] of own.entries()) restoreHead(network.parts.heads[head], given.heads[known[side]]);
  }
  return network;
}

/** @returns the engine's integers for a network, and how many numbers of rows had to be cut off */
function weightsOf(
  { parts }: Network,
  heads: ReturnType<typeof headsOf>,
): { readonly weights: NetworkWeights; readonly cutOff: number } {
  const { rows, bias, cutOff } = quantiseLines(parts.lines);
  const rules = RULE_CODES.map((rule) => heads.get(rule) ?? null);
  return { weights: { rows, bias, heads: parts.heads.map(quantiseHead), rules }, cutOff };
}

function trainNetwork(args: readonly string[]): number {
  const { values, positionals: files } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      epochs: { type: 'string', default: '8' },
      batch: { type: 'string', default: '2048' },
      most: { type: 'string', default: '100000000' },
      seed: { type: 'string', default: '1' },
      rate: { type: 'string', default: '0.002' },
      decay: { type: 'string', default: '0.0001' },
      scale: { type: 'string', default: String(SCALE) },
      sure: { type: 'string', default: '0.98' },
      result: { type: 'string', default: '0' },
      from: { type: 'string' },
      'keep-lines': { type: 'boolean', default: false },
      curves: { type: 'string' },
    },
  });
  const out = values.out ?? fail('--out missing: expected a file name');
  if (files.length === 0) fail('no files of samples: expected at least one');
  const plan: Plan = {
    epochs: wholeNumber('epochs', values.epochs, 1),
    batch: wholeNumber('batch', values.batch, 1),
    rate: Number(values.rate),
    decay: Number(values.decay),
  };
  const [scale, sure, resultShare] = [values.scale, values.sure, values.result].map(Number);
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0);

  useLearnedWeights(kernel);
  const read = files.map((file) => readNamed(file, (bytes) => ({ bytes, header: decodeSamplesHeader(bytes) })));
  const contents = read.map(({ bytes }) => bytes);
  const heads = headsOf(read.map(({ header }) => header.rule));
  const bound = contents.reduce((sum, { length }) => sum + Math.ceil(length / LEAST_BYTES), 0);
  const most = Math.min(bound, wholeNumber('most', values.most, 1));
  const positions = readPositions(contents, heads, { scale, sure, resultShare, heldShare: HELD_SHARE }, most);
  const all = Array.from({ length: positions.count }, (_, i) => i);
  const held = all.filter((i) => positions.held[i] === 1);
  const training = all.filter((i) => positions.held[i] === 0);
  console.log(`${positions.count} positions, ${held.length} held out, ${seconds()} s`);
  if (training.length === 0) fail('no positions to learn from: expected more games');
  const tableLosses = meanExcess(positions, held, (i) => positions.table[i] / SCALE);
  const drawnKind = Number.isNaN(tableLosses[0]) ? 1 : 0;
  console.log(`table, tree / played: ${lossText(tableLosses)}`);

  const random = seededRandom(wholeNumber('seed', values.seed, 0));
  const network = begin(heads, random, values.from);
  const learned = values['keep-lines'] ? network.keepLines() : network.parameters.length;
  const losses: number[] = [];
  const keptLosses: number[] = [];
  train(network, learned, positions, training, plan, random, (epoch, loss) => {
    const kept = meanExcess(positions, held, (i) => network.forward(positions, i));
    console.log(`epoch ${epoch}: training ${loss.toFixed(5)}, held out ${lossText(kept)}, ${seconds()} s`);
    losses.push(loss);
    keptLosses.push(kept[drawnKind]);
    const { weights, cutOff } = weightsOf(network, heads);
    if (cutOff > 0) console.log(`${cutOff} numbers of rows cut off`);
    writeFileSync(out, encodeNetwork(weights));
  });
  console.log(compare(weightsOf(network, heads).weights, contents[0], network, positions));
  const { curves } = values;
  if (curves !== undefined) {
    const drawn: Curve[] = [
      { name: 'table, held out', color: '#888', points: losses.map(() => tableLosses[drawnKind]) },
      { name: 'training', color: '#c60', points: losses },
      { name: 'held out', color: '#06c', points: keptLosses },
    ];
    const rules = [...heads.keys()].join(', ');
    writeFileSync(
      curves,
      curvesSvg(`rule ${rules}: loss by epoch, ${positions.count} positions`, drawn, `epochs 1 to ${losses.length}`),
    );
  }
  return 0;
}
