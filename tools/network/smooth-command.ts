/** `network judge` and `network smooth`: see tools/network.ts. */
import { writeFileSync } from 'node:fs';
import { text, whole } from '../../src/core/values.ts';
import { useLearnedWeights } from '../../src/engine/runtime/learned-weights.ts';
import { decodeNetwork, encodeNetwork } from '../../src/engine/runtime/network-weights.ts';
import * as kernel from '../../src/kernel/index.ts';
import { fail, readNamed, type ToolSyntax, toolArguments } from '../common/options.ts';
import { Crew } from './crew.ts';
import { Hand } from './lanes.ts';
import { partsOf } from './network.ts';
import { PositionStore } from './positions.ts';
import { quantizeLines, restoreLines, roundLines } from './quantize.ts';
import { readBlock } from './sample-files.ts';
import { LABELING, lossText, openSetup, restoreNetwork } from './setup.ts';
import { countLines, smoothRows } from './smooth.ts';

const COUNTED_BLOCKS = 100;

const OPERANDS = { noun: 'file', min: 2, max: Number.POSITIVE_INFINITY, expected: 'a network and files of samples' };
const JUDGE_SYNTAX = { options: {}, operands: OPERANDS } as const satisfies ToolSyntax;
const SMOOTH_SYNTAX = {
  options: { out: { type: text('FILE') }, seen: { type: whole(1) } },
  operands: OPERANDS,
} as const satisfies ToolSyntax;

/** Prints the losses of a network. @returns exit status */
export async function judgeCommand(args: readonly string[]): Promise<number> {
  const [file, ...paths] = toolArguments(JUDGE_SYNTAX, args, 'network').operands;
  const given = readNamed(file, decodeNetwork);
  const { setup, blocks } = openSetup(paths, LABELING, Infinity, false);
  const crew = new Crew(setup, [new Hand(setup)]);
  restoreNetwork(partsOf(crew.parameters, setup.shape), given, setup.heads);
  const { network, table, positions } = await crew.judge(blocks);
  console.log(`${positions} positions held out, tree / played: table ${lossText(table)}, network ${lossText(network)}`);
  return 0;
}

/** Smooths the rows of a network. @returns exit status */
export function smoothCommand(args: readonly string[]): number {
  const { values, operands } = toolArguments(SMOOTH_SYNTAX, args, 'network');
  const [file, ...paths] = operands;
  const out = values.out ?? fail('--out missing: expected a file name');
  const learnedFrom = values.seen ?? fail('--seen missing: expected a number of positions');
  const given = readNamed(file, decodeNetwork);
  useLearnedWeights(kernel);
  const { setup, blocks } = openSetup(paths, LABELING, Infinity, false);
  const seen = new Float64Array(given.rows.length / setup.shape.channels);
  const store = new PositionStore(setup.heads, LABELING);
  const step = Math.ceil(blocks.length / COUNTED_BLOCKS);
  let positions = 0;
  for (const block of blocks.filter((_, k) => k % step === 0)) {
    store.clear();
    store.read(readBlock(setup.files, block), setup.files[block.file], 'all');
    countLines(store, seen);
    positions += store.count;
  }
  if (positions === 0) fail('no positions to count lines in: expected more games');
  const lines = { rows: new Float32Array(given.rows.length), bias: new Float32Array(given.bias.length) };
  restoreLines(lines, given);
  const squares = () => lines.rows.reduce((sum, x) => sum + x * x, 0);
  const before = squares();
  smoothRows(
    lines.rows,
    seen.map((times) => (times * learnedFrom) / positions),
    setup.shape.channels,
  );
  roundLines(lines);
  const left = ((100 * squares()) / before).toFixed(0);
  const { rows, bias } = quantizeLines(lines);
  writeFileSync(out, encodeNetwork({ ...given, rows, bias }));
  console.log(`${out}: ${left} % of the squares of the rows are left`);
  return 0;
}
