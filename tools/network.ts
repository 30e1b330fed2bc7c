/** Trains the network; see network.mjs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/core/random.ts';
import { evaluate } from '../src/kernel/eval/evaluate.ts';
import * as kernel from '../src/kernel/index.ts';
import { useLearnedWeights } from '../src/runtime/learned-weights.ts';
import { decodeNetwork, encodeNetwork, useNetwork } from '../src/runtime/network-weights.ts';
import { decodeSample, decodeSamplesHeader, SAMPLES_HEADER_BYTES, sampleEnd } from '../src/selfplay/sample-record.ts';
import { Adam } from './network/adam.ts';
import { initialise, Network, SCALE } from './network/network.ts';
import { isQuiet, readPositions } from './network/positions.ts';
import { quantise } from './network/quantise.ts';
import { fail, wholeNumber } from './options.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    channels: { type: 'string', default: '32' },
    hidden: { type: 'string', default: '32' },
    epochs: { type: 'string', default: '8' },
    batch: { type: 'string', default: '2048' },
    most: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0.002' },
    decay: { type: 'string', default: '0.0001' },
    scale: { type: 'string', default: '200' },
    sure: { type: 'string', default: '0.98' },
    result: { type: 'string', default: '0.5' },
  },
});

const out = values.out ?? fail('--out missing: expected a file name');
if (files.length === 0) fail('no files of samples: expected at least one');
const shape = {
  channels: wholeNumber('channels', values.channels, 1),
  hidden: wholeNumber('hidden', values.hidden, 1),
};
const epochs = wholeNumber('epochs', values.epochs, 1);
const batch = wholeNumber('batch', values.batch, 1);
const [rate, decay] = [Number(values.rate), Number(values.decay)];
const HELD_SHARE = 0.05;
/** Rule code of INFO rule by index in src/kernel/eval/learned.ts. */
const RULE_CODES = [0, 1, 4, 8, 9];
/** Positions that integers and floats are compared on. */
const COMPARED = 5000;

useLearnedWeights(kernel);
const labelling = {
  scale: Number(values.scale),
  sure: Number(values.sure),
  resultShare: Number(values.result),
  heldShare: HELD_SHARE,
};
const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
const contents = files.map((file) => readFileSync(file));
const { rule } = decodeSamplesHeader(contents[0]);
const bound = contents.reduce((sum, { length }) => sum + Math.ceil(length / 18), 0);
const positions = readPositions(contents, labelling, Math.min(bound, wholeNumber('most', values.most, 1)));
const random = seededRandom(wholeNumber('seed', values.seed, 0));
const training: number[] = [];
const held: number[] = [];
for (let i = 0; i < positions.count; i++) (positions.held[i] === 1 ? held : training).push(i);
console.log(`${positions.count} positions, ${held.length} held out, ${seconds()} s`);

const network = new Network(shape);
initialise(network.parts, shape, random);
const adam = new Adam(network.parts.all.length);

/** Cross-entropy above what a perfect evaluation would leave. */
function excess(logit: number, label: number): number {
  const cross = Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - logit * label;
  const entropy = label <= 0 || label >= 1 ? 0 : -label * Math.log(label) - (1 - label) * Math.log(1 - label);
  return cross - entropy;
}

function meanExcess(of: readonly number[], logitOf: (i: number) => number): [number, number] {
  const sums = [0, 0];
  const counts = [0, 0];
  for (const i of of) {
    sums[positions.played[i]] += excess(logitOf(i), positions.label[i]);
    counts[positions.played[i]]++;
  }
  return [sums[0] / counts[0], sums[1] / counts[1]];
}

const five = (values: readonly number[]) => values.map((value) => value.toFixed(5)).join(' / ');
console.log(`table, tree / played: ${five(meanExcess(held, (i) => positions.table[i] / SCALE))}`);

function shuffle(items: number[]): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
}

const steps = Math.floor(training.length / batch) * epochs;
let step = 0;
for (let epoch = 1; epoch <= epochs; epoch++) {
  shuffle(training);
  let sum = 0;
  let seen = 0;
  for (let from = 0; from + batch <= training.length; from += batch) {
    for (let k = from; k < from + batch; k++) {
      const i = training[k];
      const logit = network.forward(positions, i);
      const label = positions.label[i];
      sum += excess(logit, label);
      network.backward(positions, i, (1 / (1 + Math.exp(-logit)) - label) / batch);
    }
    seen += batch;
    // Warm up over the first hundredth, then down to 0 along a cosine.
    const progress = step++ / steps;
    const factor = progress < 0.01 ? progress / 0.01 : 0.5 * (1 + Math.cos(Math.PI * progress));
    adam.step(network.parts.all, network.gradient.all, rate * factor, decay);
  }
  const trained = (sum / seen).toFixed(5);
  const kept = meanExcess(held, (i) => network.forward(positions, i));
  console.log(`epoch ${epoch}: training ${trained}, held out ${five(kept)}, ${seconds()} s`);
  const { weights, cutOff } = quantise(network.parts);
  if (cutOff > 0) console.log(`${cutOff} numbers of rows cut off`);
  writeFileSync(out, encodeNetwork({ rule: RULE_CODES.indexOf(rule), sides: [weights] }));
}

/** Compares the engine's integers with the trainer's floats, on positions in the order of the first file. */
function compare(): void {
  useNetwork(kernel, decodeNetwork(readFileSync(out)));
  const bytes = contents[0];
  let worst = 0;
  let sum = 0;
  let i = 0;
  for (let at = SAMPLES_HEADER_BYTES; i < Math.min(COMPARED, positions.count); at = sampleEnd(bytes, at)) {
    const { size, moves } = decodeSample(bytes, at);
    kernel.setUp(size, size, rule, 5);
    moves.forEach(({ x, y }, ply) => void kernel.place(x, y, 1 + (ply & 1)));
    const toMove = 1 + (moves.length & 1);
    if (!isQuiet(toMove)) continue;
    const difference = Math.abs(evaluate(toMove) - network.forward(positions, i++) * SCALE);
    worst = Math.max(worst, difference);
    sum += difference;
  }
  console.log(
    `integers against floats, ${i} positions: mean ${(sum / i).toFixed(2)}, worst ${worst.toFixed(1)} points`,
  );
}

compare();
