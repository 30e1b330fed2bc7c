/**
 * Writes labeled positions from the search's trees:
 *   npm run -s tool -- samples --out FILE --seed N [--rule 0] [--sizes 15,15,20] [--nodes 3000] [--label-nodes 1000]
 *                              [--period 100] [--games 100000] [--playouts 0] [--network FILE]
 *
 * Plays games of the engine against itself and writes the positions that its searches asked the static evaluation
 * about, one in so many, each labeled by a search of its own with an empty table; see src/selfplay/sample-record.ts
 * for the format. With playouts so many positions of each game are played on from, label-nodes a move, and all
 * positions of those games are labeled by how they went on. An existing file of the same rule, seed and nodes a label
 * is taken up after its last whole game.
 */

import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { XY } from '../src/core/point.ts';
import { ruleFromCode } from '../src/core/rule.ts';
import { provideNetwork, useAllLearned } from '../src/runtime/networks.ts';
import { type FileHeader, HEADER_BYTES } from '../src/selfplay/file-header.ts';
import { canonicalHash, startGenerator } from '../src/selfplay/generate.ts';
import {
  decodeSample,
  decodeSamplesHeader,
  encodeSample,
  encodeSamplesHeader,
  sampleEnd,
} from '../src/selfplay/sample-record.ts';
import { sampleGame } from '../src/selfplay/samples.ts';
import { fail, wholeNumber } from './common/options.ts';

const PROGRESS_MS = 30_000;

/** @returns number of the next game, and where its positions begin */
function takeUp(file: string, expected: FileHeader): { next: number; end: number } {
  const bytes = readFileSync(file);
  const header = decodeSamplesHeader(bytes);
  if (header.rule !== expected.rule || header.seed !== expected.seed || header.nodes !== expected.nodes)
    fail(`${file}: made with rule ${header.rule}, seed ${header.seed}, ${header.nodes} nodes: expected the same`);
  let last = 0;
  let lastStart = HEADER_BYTES;
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const end = sampleEnd(bytes, at);
    if (end < 0) break;
    const { game } = decodeSample(bytes, at);
    if (game !== last) lastStart = at;
    last = game;
    at = end;
  }
  // The last game may lack positions: it is played again.
  return { next: last, end: lastStart };
}

/** @returns exit status */
export function main(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: 'string' },
      seed: { type: 'string' },
      rule: { type: 'string', default: '0' },
      sizes: { type: 'string', default: '15,15,20' },
      nodes: { type: 'string', default: '3000' },
      'label-nodes': { type: 'string', default: '1000' },
      period: { type: 'string', default: '100' },
      games: { type: 'string', default: '100000' },
      playouts: { type: 'string', default: '0' },
      network: { type: 'string' },
    },
  });
  const out = values.out ?? fail('--out missing: expected a file name');
  const seed = wholeNumber('seed', values.seed ?? 'missing', 0);
  const rule = wholeNumber('rule', values.rule, 0);
  if (ruleFromCode(rule) === null) fail(`--rule ${rule}: expected 0, 1, 4, 8 or 9`);
  const sizes = values.sizes.split(',').map((size) => wholeNumber('sizes', size, 9));
  const labelNodes = wholeNumber('label-nodes', values['label-nodes'], 1);
  const [nodes, period] = [wholeNumber('nodes', values.nodes, 100), wholeNumber('period', values.period, 1)];
  const [games, playouts] = [wholeNumber('games', values.games, 1), wholeNumber('playouts', values.playouts, 0)];

  const header: FileHeader = { rule, nodes: labelNodes, seed };
  const exists = existsSync(out);
  let { next, end } = exists ? takeUp(out, header) : { next: 0, end: HEADER_BYTES };
  const file = openSync(out, exists ? 'r+' : 'w');
  if (exists) ftruncateSync(file, end);
  else writeSync(file, encodeSamplesHeader(header));

  const kernel = startGenerator();
  useAllLearned(kernel);
  const { network } = values;
  if (network !== undefined) provideNetwork(() => readFileSync(network));
  const openings = new Set<number>();
  const isNew = (size: number, moves: readonly XY[]): boolean => {
    const hash = canonicalHash(size, moves);
    const isKnown = openings.has(hash);
    openings.add(hash);
    return !isKnown;
  };
  const began = performance.now();
  let shown = began;
  let written = 0;
  for (; next < games; next++) {
    const { samples } = sampleGame(kernel, { rule, sizes, nodes, seed, period, labelNodes, playouts }, next, isNew);
    const bytes = Buffer.concat(samples.map(encodeSample));
    writeSync(file, bytes, 0, bytes.length, end);
    end += bytes.length;
    written += samples.length;
    if (performance.now() - shown < PROGRESS_MS) continue;
    shown = performance.now();
    const perHour = Math.round((written / (shown - began)) * 3_600_000);
    console.log(`${out}: ${next + 1} games, ${written} positions in this run, ${perHour} an hour`);
  }
  closeSync(file);
  return 0;
}
