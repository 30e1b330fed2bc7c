/** Writes labeled positions from the search's trees; see samples.mjs. */
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ruleFromCode } from '../src/core/rule.ts';
import { useLearnedWeights } from '../src/runtime/learned-weights.ts';
import { canonicalHash, startGenerator } from '../src/selfplay/generate.ts';
import {
  decodeSample,
  decodeSamplesHeader,
  encodeSample,
  encodeSamplesHeader,
  SAMPLES_HEADER_BYTES,
  sampleEnd,
} from '../src/selfplay/sample-record.ts';
import { sampleGame } from '../src/selfplay/samples.ts';
import { fail, wholeNumber } from './options.ts';

const PROGRESS_MS = 30_000;

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    seed: { type: 'string' },
    rule: { type: 'string', default: '0' },
    sizes: { type: 'string', default: '15,15,20' },
    nodes: { type: 'string', default: '3000' },
    'label-nodes': { type: 'string', default: '1000' },
    period: { type: 'string', default: '60' },
    games: { type: 'string', default: '100000' },
  },
});

const out = values.out ?? fail('--out missing: expected a file name');
const seed = wholeNumber('seed', values.seed ?? 'missing', 0);
const rule = wholeNumber('rule', values.rule, 0);
if (ruleFromCode(rule) === null) fail(`--rule ${rule}: expected 0, 1, 4, 8 or 9`);
const sizes = values.sizes.split(',').map((size) => wholeNumber('sizes', size, 9));
const nodes = wholeNumber('nodes', values.nodes, 100);
const labelNodes = wholeNumber('label-nodes', values['label-nodes'], 1);
const period = wholeNumber('period', values.period, 1);
const games = wholeNumber('games', values.games, 1);

/** @returns number of the next game, and where its positions begin */
function takeUp(file: string): { next: number; end: number } {
  const bytes = readFileSync(file);
  const header = decodeSamplesHeader(bytes);
  if (header.rule !== rule || header.seed !== seed || header.nodes !== labelNodes)
    fail(`${file}: made with rule ${header.rule}, seed ${header.seed}, ${header.nodes} nodes: expected the same`);
  let last = -1;
  let lastStart = SAMPLES_HEADER_BYTES;
  for (let at = SAMPLES_HEADER_BYTES; at >= 0 && at < bytes.length; at = sampleEnd(bytes, at)) {
    if (sampleEnd(bytes, at) < 0) break;
    const { game } = decodeSample(bytes, at);
    if (game !== last) lastStart = at;
    last = game;
  }
  // The last game may lack positions: it is played again.
  return { next: Math.max(0, last), end: lastStart };
}

const exists = existsSync(out);
const start = exists ? takeUp(out) : { next: 0, end: SAMPLES_HEADER_BYTES };
const file = openSync(out, exists ? 'r+' : 'w');
if (exists) ftruncateSync(file, start.end);
else writeSync(file, encodeSamplesHeader({ rule, nodes: labelNodes, seed }));

const kernel = startGenerator();
useLearnedWeights(kernel);
const openings = new Set<number>();
const isNew = (size: number, moves: Parameters<typeof canonicalHash>[1]): boolean => {
  const hash = canonicalHash(size, moves);
  if (openings.has(hash)) return false;
  openings.add(hash);
  return true;
};
const began = performance.now();
let shown = began;
let written = 0;
let { end } = start;
for (let index = start.next; index < games; index++) {
  const { samples } = sampleGame(kernel, { rule, sizes, nodes, seed, period, labelNodes }, index, isNew);
  const bytes = Buffer.concat(samples.map(encodeSample));
  writeSync(file, bytes, 0, bytes.length, end);
  end += bytes.length;
  written += samples.length;
  if (performance.now() - shown < PROGRESS_MS) continue;
  shown = performance.now();
  const perHour = Math.round((written / (shown - began)) * 3_600_000);
  console.log(`${out}: ${index + 1} games, ${written} positions in this run, ${perHour} an hour`);
}
closeSync(file);
process.exit(0);
