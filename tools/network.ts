/**
 * Trains networks and packs them for the engine:
 *   npm run -s tool -- network train --out FILE [--epochs 8] [--batch 2048] [--rate 0.002] [--decay 0.0001] [--seed 1]
 *                                    [--scale 200] [--sure 0.98] [--result 0] [--most N] [--from FILE] SAMPLES ...
 *   npm run -s tool -- network pack FILE ...
 *   npm run -s tool -- network drop RULE
 *
 * Training learns from files of samples (the tool samples) of one rule and writes the weights as the engine takes them
 * after every epoch; it begins with another network if one is given, of this rule or another. Losses are cross-entropies
 * above what a perfect evaluation would leave, on games kept out of training, for positions from the tree
 * and for positions that were played. At the end the engine's integers are held against the trainer's floats. Packing
 * writes src/runtime/network-data.ts: networks given take the place of those of their rules, dropping leaves a rule
 * (its code as in INFO rule) with its table alone.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/core/random.ts';
import { RULE_CODES } from '../src/core/rule-code.ts';
import { evaluate } from '../src/kernel/eval/evaluate.ts';
import * as kernel from '../src/kernel/index.ts';
import { useLearnedWeights } from '../src/runtime/learned-weights.ts';
import { NETWORKS } from '../src/runtime/network-data.ts';
import { decodeNetwork, encodeNetwork, useNetwork } from '../src/runtime/network-weights.ts';
import { HEADER_BYTES } from '../src/selfplay/file-header.ts';
import { logistic } from '../src/selfplay/labels.ts';
import { decodeSample, decodeSamplesHeader, sampleEnd } from '../src/selfplay/sample-record.ts';
import { fail, wholeNumber } from './common/options.ts';
import { Adam } from './network/adam.ts';
import { initialise, Network, SCALE } from './network/network.ts';
import { type Positions, readPositions } from './network/positions.ts';
import { engineShape, MOST_ROW, quantise, ROW_SCALE, restore } from './network/quantise.ts';
import { isQuiet } from './training/dataset.ts';

const HELD_SHARE = 0.05;
const DATA = new URL('../src/runtime/network-data.ts', import.meta.url);
const DATA_HEAD = `/** Written by \`npm run tool -- network pack\`; see docs/evaluation.md. Base64 by rule, read by networks.ts. */
export const NETWORKS: Readonly<Record<number, string>> = `;
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

/** @returns mean excess of positions from the tree and of those played, as text */
function meanExcess(positions: Positions, of: readonly number[], logitOf: (i: number) => number): string {
  const sums = [0, 0];
  const counts = [0, 0];
  for (const i of of) {
    sums[positions.played[i]] += excess(logitOf(i), positions.label[i]);
    counts[positions.played[i]]++;
  }
  return sums.map((sum, kind) => (sum / counts[kind]).toFixed(5)).join(' / ');
}

function shuffle(items: number[], random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
}

/** @param onEpoch called with the number of each epoch and its mean loss */
function train(
  network: Network,
  positions: Positions,
  training: number[],
  { epochs, batch, rate, decay }: Plan,
  random: () => number,
  onEpoch: (epoch: number, loss: number) => void,
): void {
  const adam = new Adam(network.parameters.length);
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
      adam.step(network.parameters, network.gradient, rate * factor, decay);
      network.take(progress < ROUNDED_FROM ? 0 : ROW_SCALE, MOST_ROW);
    }
    onEpoch(epoch, sum / seen);
  }
}

/** Compares the engine's integers with the trainer's floats, on the first positions of the first file. */
function compare(file: string, bytes: Uint8Array, network: Network, positions: Positions): string {
  const { rule } = decodeSamplesHeader(bytes);
  useNetwork(kernel, decodeNetwork(readFileSync(file)));
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

/**
 * Writes the module of the networks: those in use, but for what `changes` says by index of a rule; null leaves one
 * out.
 */
function pack(changes: ReadonlyMap<number, Uint8Array | null>): void {
  const texts = RULE_CODES.flatMap((_, index) => {
    const change = changes.get(index);
    if (change === null || (change === undefined && NETWORKS[index] === undefined)) return [];
    const text = change === undefined ? NETWORKS[index] : Buffer.from(change).toString('base64');
    console.log(`rule ${RULE_CODES[index]}: ${text.length} characters`);
    return [`  ${index}: '${text}',\n`];
  });
  writeFileSync(DATA, `${DATA_HEAD}{${texts.length > 0 ? `\n${texts.join('')}` : ''}};\n`);
}

/** @returns exit status */
export function main([command, ...args]: readonly string[]): number {
  if (command === 'train') return trainNetwork(args);
  if (command === 'pack' && args.length > 0) {
    const given = args.map((file) => readFileSync(file));
    pack(new Map(given.map((bytes) => [decodeNetwork(bytes).rule, bytes])));
    return 0;
  }
  const rule = RULE_CODES.indexOf(Number(args[0] || 'none'));
  if (command === 'drop' && rule >= 0) {
    pack(new Map([[rule, null]]));
    return 0;
  }
  return fail(`network ${[command, ...args].join(' ')}: expected train, pack FILE or drop RULE`);
}

/** @param from file of a network to begin with, of whatever rule; without it small random numbers */
function begin(rule: number, random: () => number, from: string | undefined): Network {
  const shape = engineShape(rule);
  const network = new Network(shape);
  const given = from === undefined ? null : decodeNetwork(readFileSync(from)).sides;
  for (const [side, { parts }] of network.sides.entries()) {
    if (given === null) initialise(parts, shape, random);
    else restore(parts, given[side % given.length]);
  }
  return network;
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
  const contents = files.map((file) => readFileSync(file));
  const { rule } = decodeSamplesHeader(contents[0]);
  const bound = contents.reduce((sum, { length }) => sum + Math.ceil(length / LEAST_BYTES), 0);
  const most = Math.min(bound, wholeNumber('most', values.most, 1));
  const positions = readPositions(contents, { scale, sure, resultShare, heldShare: HELD_SHARE }, most);
  const all = Array.from({ length: positions.count }, (_, i) => i);
  const held = all.filter((i) => positions.held[i] === 1);
  const training = all.filter((i) => positions.held[i] === 0);
  console.log(`${positions.count} positions, ${held.length} held out, ${seconds()} s`);
  console.log(`table, tree / played: ${meanExcess(positions, held, (i) => positions.table[i] / SCALE)}`);

  const random = seededRandom(wholeNumber('seed', values.seed, 0));
  const network = begin(rule, random, values.from);
  train(network, positions, training, plan, random, (epoch, loss) => {
    const kept = meanExcess(positions, held, (i) => network.forward(positions, i));
    console.log(`epoch ${epoch}: training ${loss.toFixed(5)}, held out ${kept}, ${seconds()} s`);
    const sides = network.sides.map(({ parts }) => quantise(parts));
    const cutOff = sides.reduce((sum, side) => sum + side.cutOff, 0);
    if (cutOff > 0) console.log(`${cutOff} numbers of rows cut off`);
    const weights = sides.map((side) => side.weights);
    writeFileSync(out, encodeNetwork({ rule: RULE_CODES.indexOf(rule), sides: weights }));
  });
  console.log(compare(out, contents[0], network, positions));
  return 0;
}
