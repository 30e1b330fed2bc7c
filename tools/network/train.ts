/** The course of training: epochs, rounds and batches. */
import { seededRandom, shuffled } from '../../src/core/random.ts';
import type { Crew, Judgment } from './crew.ts';
import { partStart } from './lanes.ts';
import type { Learner } from './learner.ts';
import type { Block } from './sample-files.ts';

/** Share of the steps in which the rate rises from 0; then it falls to 0 along a cosine. */
const WARM_UP = 0.01;
/**
 * From this share of the steps on, rows are rounded to the engine's integers, so that the rest of the network adapts to
 * them.
 */
const ROUNDED_FROM = 0.5;

export interface Plan {
  readonly epochs: number;
  /** Positions of a step. */
  readonly batch: number;
  readonly rate: number;
  /** Share of each number subtracted at a step, times the rate. */
  readonly decay: number;
  readonly seed: number;
  /** Blocks that are in memory together and are learned from in random order. */
  readonly roundBlocks: number;
}

/** Progress of training. */
export interface Place {
  /** Finished epochs, and finished rounds of the one after them. */
  readonly epochs: number;
  readonly rounds: number;
  /** Positions of these rounds, and the sum of their losses. */
  readonly positions: number;
  readonly loss: number;
}

export const START: Place = { epochs: 0, rounds: 0, positions: 0, loss: 0 };

/** Receives the progress of training. */
export interface Listener {
  /** @param positions of the step @param done share of the training */
  onStep(place: Place, positions: number, done: number): void;
  /** After a round the learner is in the state from which {@link Place} resumes. */
  onRound(place: Place): void;
  onEpoch(epoch: number, loss: number, kept: Judgment): void;
}

/** Rounds of an epoch: blocks in an order determined by seed and epoch, in nearly equal parts. */
function roundsOf(blocks: readonly Block[], roundBlocks: number, seed: number): Block[][] {
  const order = shuffled(blocks, seededRandom(seed));
  const rounds = Math.ceil(order.length / roundBlocks);
  return Array.from({ length: rounds }, (_, k) =>
    order.slice(partStart(order.length, k, rounds), partStart(order.length, k + 1, rounds)),
  );
}

/** @returns seed of the `k`-th event */
function seedOf(seed: number, k: number): number {
  return Math.imul(seed + 1, 0x9e3779b1) + Math.imul(k, 0x85ebca6b);
}

function rateFactor(progress: number): number {
  return progress < WARM_UP ? progress / WARM_UP : 0.5 * (1 + Math.cos(Math.PI * progress));
}

/** Learns from `place` to the end of the plan. */
export async function train(
  learner: Learner,
  crew: Crew,
  blocks: readonly Block[],
  { epochs, batch, rate, decay, seed, roundBlocks }: Plan,
  place: Place,
  listener: Listener,
): Promise<void> {
  const [training, held] = [blocks.filter((block) => block.training > 0), blocks.filter((block) => block.held > 0)];
  const give = (progress: number) => learner.write(crew.parameters, progress >= ROUNDED_FROM);
  for (let { epochs: epoch, rounds: first, positions, loss } = place; epoch < epochs; epoch++) {
    const rounds = roundsOf(training, roundBlocks, seedOf(seed, epoch));
    for (let round = first; round < rounds.length; round++) {
      const count = await crew.read(rounds[round], seedOf(seed, epoch * rounds.length + round));
      // Fewer positions than a batch are one step, too.
      const steps = Math.max(1, Math.round(count / batch));
      for (let step = 0; step < steps; step++) {
        const progress = (epoch + (round + (step + 0.5) / steps) / rounds.length) / epochs;
        give(progress);
        const learned = await crew.learn(step, steps);
        learner.step(crew.gradient, rate * rateFactor(progress), decay);
        positions += learned.positions;
        loss += learned.loss;
        listener.onStep({ epochs: epoch, rounds: round, positions, loss }, learned.positions, progress);
      }
      listener.onRound({ epochs: epoch, rounds: round + 1, positions, loss });
    }
    give((epoch + 1) / epochs);
    listener.onEpoch(epoch + 1, loss / positions, await crew.judge(held));
    [first, positions, loss] = [0, 0, 0];
  }
}
