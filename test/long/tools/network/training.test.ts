/** The course of training, on positions of random stones in files. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom, shuffled } from '../../../../src/core/random.ts';
import { FREESTYLE, RENJU } from '../../../../src/core/rule-code.ts';
import { encodeHeader, HEADER_BYTES } from '../../../../src/measure/selfplay/file-header.ts';
import { decodeSamples, encodeSamples, SAMPLES } from '../../../../src/measure/selfplay/sample-record.ts';
import { Crew, type Judgment } from '../../../../tools/network/crew.ts';
import { Hand, type Setup, sharedMemory } from '../../../../tools/network/lanes.ts';
import { Learner } from '../../../../tools/network/learner.ts';
import { initialize } from '../../../../tools/network/network.ts';
import { poolingCode } from '../../../../tools/network/pooling-code.ts';
import { headsOf } from '../../../../tools/network/positions.ts';
import { sharedRows } from '../../../../tools/network/rows.ts';
import { type Block, findBlocks, openSamples, readBlock } from '../../../../tools/network/sample-files.ts';
import { type Run, resumeRun, saveRun } from '../../../../tools/network/saved-run.ts';
import { type Plan, START, train } from '../../../../tools/network/train.ts';
import { isHeldOut } from '../../../../tools/training/dataset.ts';
import { temporaryFolder } from '../../../folder.ts';
import { digestOf } from '../../../unit/tools/network/digest.ts';

const CHANNELS = 16;
const CODE = poolingCode(CHANNELS);
const HELD_SHARE = 0.2;
const SIZE = 8;
const STONES = 10;
const PLAN: Plan = { epochs: 2, batch: 256, rate: 0.01, decay: 0, seed: 5, roundBlocks: 2 };
const folder = temporaryFolder();

/** Writes positions of random stones. @returns name of the file */
function samplesFile(name: string, rule: number, count: number, behind = new Uint8Array(0)): string {
  const random = seededRandom(count);
  const points = Array.from({ length: SIZE * SIZE }, (_, i) => ({ x: i % SIZE, y: Math.floor(i / SIZE) }));
  const samples = Array.from({ length: count }, (_, i) => ({
    moves: shuffled(points, random).slice(0, STONES),
    size: SIZE,
    result: i % 3,
    isPlayed: i % 2 === 0,
    game: Math.floor(i / 20),
    label: Math.floor(400 * (random() - 0.5)),
    staticEval: 0,
    alpha: -100,
    beta: 100,
  }));
  const path = join(folder, name);
  const header = encodeHeader(SAMPLES, { rule, nodes: 100, seed: count, options: 0 });
  writeFileSync(path, Buffer.concat([header, encodeSamples(samples), behind]));
  return path;
}

const FILES = [samplesFile('a.tgsa', FREESTYLE, 2100), samplesFile('b.tgsa', RENJU, 600)].map(openSamples);
const BLOCKS = findBlocks(FILES, HELD_SHARE);
const HEADS = headsOf(FILES.map(({ rule }) => rule));
const SHAPE = { heads: 3, channels: CHANNELS, hidden: 32 };

/** Trains with `helpers` helpers. @param stopAfter rounds, after which the run is saved and stopped; 0: none */
async function run(helpers: number, stopAfter = 0, plan = PLAN) {
  const state = join(folder, 'run.state');
  const labeling = { scale: 200, sure: 0.98, resultShare: 0.1, heldShare: HELD_SHARE };
  const setup: Setup = {
    files: FILES,
    heads: HEADS,
    labeling,
    shape: SHAPE,
    code: CODE,
    isLineLearned: true,
    ...sharedMemory(SHAPE),
  };
  const crew = new Crew(
    setup,
    Array.from({ length: helpers }, () => new Hand(setup)),
  );
  const learner = new Learner(SHAPE, sharedRows(CHANNELS), true);
  initialize(learner.parts, SHAPE, seededRandom(1));
  learner.begin();
  let now: Run = resumeRun(state, 'of the test', learner) ?? {
    settings: 'of the test',
    place: START,
    losses: [],
    kept: [],
  };
  const judged: Judgment[] = [];
  let rounds = 0;
  const stopped = new Error('stopped');
  try {
    await train(learner, crew, BLOCKS, plan, now.place, {
      onStep: () => {},
      onRound(place) {
        now = { ...now, place };
        if (++rounds !== stopAfter) return;
        saveRun(state, now, learner);
        throw stopped;
      },
      onEpoch(_, loss, judgment) {
        now = { ...now, losses: [...now.losses, loss], kept: [...now.kept, judgment.network[0]] };
        judged.push(judgment);
      },
    });
    rmSync(state, { force: true });
  } catch (error) {
    if (error !== stopped) throw error;
  }
  const { lines, heads } = learner.parts;
  const parts = digestOf(lines.rows, lines.bias, ...heads.flatMap((head) => Object.values(head)));
  return { ...now, judged, parts };
}

test('blocks contain every position of the files once, without truncated ones', () => {
  const cut = openSamples(samplesFile('cut.tgsa', FREESTYLE, 1500, Uint8Array.of(30, 8, 1)));
  const blocks = findBlocks([FILES[1], cut], HELD_SHARE);
  const sum = (of: (block: Block) => number) => blocks.reduce((total, block) => total + of(block), 0);
  expect(blocks.map(({ file }) => file)).toEqual([0, 1, 1]);
  expect(sum(({ training, held }) => training + held)).toBe(2100);
  let held = 0;
  const ends = [HEADER_BYTES, HEADER_BYTES];
  for (const block of blocks) {
    expect(block.from).toBe(ends[block.file]);
    ends[block.file] = block.to;
    const { samples } = decodeSamples(readBlock([FILES[1], cut], block), 0);
    expect(samples).toHaveLength(block.training + block.held);
    for (const { game } of samples)
      if (isHeldOut({ index: game }, [FILES[1], cut][block.file].seed, HELD_SHARE)) held++;
  }
  expect(ends).toEqual([FILES[1].bytes, cut.bytes - 3]);
  expect(sum((block) => block.held)).toBe(held);
  expect(findBlocks([FILES[1], cut], HELD_SHARE, 800)).toEqual(blocks.slice(0, 2));
});

test('the result does not depend on the number of helpers, and the loss falls', async () => {
  const alone = await run(1);
  expect(alone.losses).toHaveLength(PLAN.epochs);
  expect(alone.losses[1]).toBeLessThan(alone.losses[0]);
  expect(await run(3)).toEqual(alone);
  expect((await run(1, 0, { ...PLAN, seed: 6 })).losses).not.toEqual(alone.losses);
});

test('a stopped run resumes with the same result', async () => {
  const whole = await run(2);
  expect((await run(2, 3)).place).toMatchObject({ epochs: 1, rounds: 1 });
  const rest = await run(2);
  expect(rest.place).toMatchObject({ epochs: 1, rounds: 2 });
  expect([rest.losses, rest.kept, rest.parts]).toEqual([whole.losses, whole.kept, whole.parts]);
});

test('a saved run with other settings is rejected', () => {
  const learner = new Learner(SHAPE, sharedRows(CHANNELS), true);
  const file = join(folder, 'other.state');
  saveRun(file, { settings: 'seed 1', place: START, losses: [], kept: [] }, learner);
  expect(resumeRun(file, 'seed 1', learner)).toMatchObject({ place: START });
  expect(() => resumeRun(file, 'seed 2', learner)).toThrow('saved by a run with seed 1, but this one has seed 2');
  expect(resumeRun(join(folder, 'none.state'), 'seed 1', learner)).toBe(null);
});
