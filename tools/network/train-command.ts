/** `network train`: see tools/network.ts. */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { seededRandom } from '../../src/core/random.ts';
import { ruleIndexOf } from '../../src/core/rule-code.ts';
import { decimal, oneOf, SWITCH, text, whole } from '../../src/core/values.ts';
import { useLearnedWeights } from '../../src/engine/runtime/learned-weights.ts';
import {
  decodeNetwork,
  encodeNetwork,
  type NetworkWeights,
  useNetwork,
} from '../../src/engine/runtime/network-weights.ts';
import { evaluate } from '../../src/kernel/eval/evaluate.ts';
import * as kernel from '../../src/kernel/index.ts';
import { decodeSamples } from '../../src/measure/selfplay/sample-record.ts';
import { fail, readNamed, type ToolSyntax, toolArguments, withNamed } from '../common/options.ts';
import { type Curve, curvesSvg } from '../training/curves.ts';
import { isQuiet } from '../training/dataset.ts';
import { Crew, type Judgment } from './crew.ts';
import { Hand, LANES, type Setup } from './lanes.ts';
import { Learner } from './learner.ts';
import { initialize, Network, type Parts, SCALE, type Shape } from './network.ts';
import { type Labeling, PositionStore } from './positions.ts';
import { freeRows, sharedRows } from './rows.ts';
import { type Block, readBlock } from './sample-files.ts';
import { forgetRun, type Run, resumeRun, saveRun } from './saved-run.ts';
import { LABELING, lossText, openSetup, restoreNetwork, weightsOf } from './setup.ts';
import { startThread } from './threads.ts';
import { type Place, type Plan, START, train } from './train.ts';

/** Parametrizations of the rows. */
const ROWS = { free: freeRows, shared: sharedRows };
const WIN_LENGTH = 5;
/** Some 130,000 positions, 130 MB. */
const ROUND_BLOCKS = 128;
/** Blocks on whose positions integers and floats are compared. */
const COMPARED_BLOCKS = 5;
const PROGRESS_MS = 5000;
/** A run that is stopped loses at most this plus a round. */
const SAVE_MS = 60_000;

const SYNTAX = {
  options: {
    out: { type: text('FILE') },
    epochs: { type: whole(1), default: 8 },
    batch: { type: whole(1), default: 2048 },
    most: { type: whole(1), default: 1_000_000_000 },
    seed: { type: whole(0), default: 1 },
    rate: { type: decimal(), default: 0.002 },
    decay: { type: decimal(), default: 0.0001 },
    scale: { type: decimal(), default: LABELING.scale },
    sure: { type: decimal(), default: LABELING.sure },
    result: { type: decimal(), default: LABELING.resultShare },
    rows: { type: oneOf(['free', 'shared']), default: 'shared' },
    from: { type: text('FILE') },
    'keep-lines': { type: SWITCH },
    threads: { type: whole(1, LANES), default: Math.min(LANES, availableParallelism()) },
    curves: { type: text('FILE') },
  },
  operands: { noun: 'file', min: 1, max: Number.POSITIVE_INFINITY, expected: 'files of samples' },
} as const satisfies ToolSyntax;

function readOptions(args: readonly string[]) {
  const { values, operands: paths } = toolArguments(SYNTAX, args, 'network');
  const { epochs, batch, rate, decay, seed, scale, sure, result: resultShare } = values;
  const plan: Plan = { epochs, batch, rate, decay, seed, roundBlocks: ROUND_BLOCKS };
  const labeling: Labeling = { scale, sure, resultShare, heldShare: LABELING.heldShare };
  const { curves, rows, 'keep-lines': isKeepingLines, threads, most } = values;
  const from = values.from ?? undefined; // not part of a run's settings if there is none
  const out = values.out ?? fail('--out missing: expected a file name');
  return { out, paths, plan, labeling, from, isKeepingLines, rows, threads, most, curves };
}

type Options = ReturnType<typeof readOptions>;

/** @returns the settings that a resumed run must have in common with the stopped one */
function settingsOf(
  { plan, labeling, from, isKeepingLines, rows }: Options,
  { files }: Setup,
  blocks: readonly Block[],
): string {
  const data = files.map(({ rule, seed }, index) => {
    const last = blocks.findLast(({ file }) => file === index);
    return [rule, seed, last?.to ?? 0];
  });
  return JSON.stringify({ ...plan, ...labeling, from, isKeepingLines, rows, data });
}

/** Small random numbers, or the parameters of another network for the rules that both have. */
function begin(parts: Parts, shape: Shape, heads: Setup['heads'], { plan, from }: Options): void {
  initialize(parts, shape, seededRandom(plan.seed));
  if (from === undefined) return;
  restoreNetwork(parts, readNamed(from, decodeNetwork), heads);
}

/** Compares the engine's integers with the trainer's floats, on the first positions of the first file. */
function compare(setup: Setup, blocks: readonly Block[], weights: NetworkWeights, learner: Learner): string {
  const { files, heads, labeling, shape, code } = setup;
  const { rule } = files[0];
  const read = blocks
    .filter(({ file }) => file === 0)
    .slice(0, COMPARED_BLOCKS)
    .map((block) => readBlock(files, block));
  const store = new PositionStore(heads, labeling);
  for (const bytes of read) store.read(bytes, files[0], 'all');
  useNetwork(kernel, weights, ruleIndexOf(rule));
  const network = new Network(shape, code);
  learner.write(network.parameters, true);
  let worst = 0;
  let sum = 0;
  let i = 0;
  for (const { moves, size } of read.flatMap((bytes) => decodeSamples(bytes, 0).samples)) {
    kernel.setUp(size, size, rule, WIN_LENGTH);
    moves.forEach(({ x, y }, ply) => void kernel.place(x, y, 1 + (ply & 1)));
    const toMove = 1 + (moves.length & 1);
    if (!isQuiet(toMove)) continue;
    const difference = Math.abs(evaluate(toMove) - network.forward(store, i++) * SCALE);
    worst = Math.max(worst, difference);
    sum += difference;
  }
  return `integers against floats, ${i} positions: mean ${(sum / i).toFixed(2)}, worst ${worst.toFixed(1)} points`;
}

/** @returns description of the time left */
function timeText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

/** Prints the loss so far, the speed and the time left, every few seconds. */
class ProgressPrinter {
  private readonly began = performance.now();
  private shownAt = this.began;
  private positions = 0;
  private doneBefore = -1;

  constructor(private readonly epochs: number) {}

  /** @param positions of the step @param done share of the training */
  step({ epochs, positions: ofEpoch, loss }: Place, positions: number, done: number): void {
    if (this.doneBefore < 0) this.doneBefore = done;
    this.positions += positions;
    const now = performance.now();
    if (now - this.shownAt < PROGRESS_MS || done === this.doneBefore) return;
    this.shownAt = now;
    const ms = now - this.began;
    const left = (ms * (1 - done)) / (done - this.doneBefore);
    const ofAll = Math.floor((done * this.epochs - epochs) * 100);
    const speed = Math.round((1000 * this.positions) / ms);
    console.log(
      `epoch ${epochs + 1} of ${this.epochs}, ${ofAll} %: training ${(loss / ofEpoch).toFixed(5)}, ${speed} positions/s, ${timeText(left)} left`,
    );
  }
}

/** Loss in the curves: of positions from the tree, or of those played if there are no others. */
function drawn([tree, played]: Judgment['network']): number {
  return Number.isNaN(tree) ? played : tree;
}

function drawCurves(file: string, { losses, kept }: Run, table: number, title: string): void {
  const curves: Curve[] = [
    { name: 'table, held out', color: '#888', points: losses.map(() => table) },
    { name: 'training', color: '#c60', points: losses },
    { name: 'held out', color: '#06c', points: kept },
  ];
  writeFileSync(file, curvesSvg(title, curves, `epochs 1 to ${losses.length}`));
}

/** @returns exit status */
export async function trainCommand(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const { out, paths, plan, labeling, threads, isKeepingLines } = options;
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0);

  const { setup, blocks } = openSetup(paths, labeling, options.most, !isKeepingLines);
  const { heads, shape } = setup;
  const count = (kind: 'training' | 'held') => blocks.reduce((sum, block) => sum + block[kind], 0);
  console.log(`${count('training') + count('held')} positions, ${count('held')} held out, ${seconds()} s`);
  if (count('training') === 0) fail('no positions to learn from: expected more games');

  const helpers = threads === 1 ? [new Hand(setup)] : Array.from({ length: threads }, () => startThread(setup));
  const crew = new Crew(setup, helpers);
  useLearnedWeights(kernel);
  const learner = new Learner(shape, ROWS[options.rows](shape.channels), !isKeepingLines);
  begin(learner.parts, shape, heads, options);
  learner.begin();

  const state = `${out}.state`;
  const settings = settingsOf(options, setup, blocks);
  let run = withNamed(state, () => resumeRun(state, settings, learner)) ?? {
    settings,
    place: START,
    losses: [],
    kept: [],
  };
  if (run.place !== START) console.log(`resumed after ${run.place.epochs} epochs and ${run.place.rounds} rounds`);
  const printer = new ProgressPrinter(plan.epochs);
  let savedAt = performance.now();
  let table = Number.NaN;
  await train(learner, crew, blocks, plan, run.place, {
    onStep: (place, positions, done) => printer.step(place, positions, done),
    onRound(place) {
      run = { ...run, place };
      if (performance.now() - savedAt < SAVE_MS) return;
      saveRun(state, run, learner);
      savedAt = performance.now();
    },
    onEpoch(epoch, loss, judged) {
      const { network: kept, table: ofTable, positions } = judged;
      if (Number.isNaN(table))
        console.log(`table, tree / played: ${lossText(ofTable)}, ${positions} positions held out`);
      table = drawn(ofTable);
      console.log(`epoch ${epoch}: training ${loss.toFixed(5)}, held out ${lossText(kept)}, ${seconds()} s`);
      run = { ...run, losses: [...run.losses, loss], kept: [...run.kept, drawn(kept)] };
      const { weights, cutOff } = weightsOf(learner.parts, heads);
      if (cutOff > 0) console.log(`${cutOff} numbers of rows clipped`);
      writeFileSync(out, encodeNetwork(weights));
    },
  });
  await crew.close();
  forgetRun(state);
  console.log(compare(setup, blocks, weightsOf(learner.parts, heads).weights, learner));
  if (options.curves !== null) {
    const rules = [...heads.keys()].join(', ');
    drawCurves(options.curves, run, table, `rule ${rules}: loss by epoch, ${count('training')} positions`);
  }
  return 0;
}
