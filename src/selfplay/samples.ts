/**
 * Training positions from inside the search: what it asked the static evaluation about in games against itself, each
 * labeled by a search of its own.
 */
import type { XY } from '../core/point.ts';
import { SAMPLE_PERIOD } from '../kernel/search/params.ts';
import { SAMPLE_HEAD } from '../kernel/search/sample.ts';
import type { Kernel } from '../runtime/kernel.ts';
import { type GenerateOptions, generateGame, scoreOf } from './generate.ts';
import { NO_SCORE, type SelfPlayGame } from './record.ts';
import type { Sample } from './sample-record.ts';

/** Positions further outside their window, score points, are left out: there a better evaluation would change nothing. */
const WINDOW_MARGIN = 300;

export interface SampleOptions extends GenerateOptions {
  /** One of so many evaluations is taken. */
  readonly period: number;
  readonly labelNodes: number;
}

/** What a search noted, see kernel/search/sample.ts. */
interface Noted {
  readonly moves: readonly XY[];
  readonly staticEval: number;
  readonly alpha: number;
  readonly beta: number;
}

function notedBy(kernel: Kernel): Noted[] {
  const { samples } = kernel;
  const noted: Noted[] = [];
  for (let at = 1; at <= samples[0]; ) {
    const [stones, staticEval, alpha, beta] = samples.subarray(at, at + SAMPLE_HEAD);
    const moves: XY[] = [];
    at += SAMPLE_HEAD;
    for (let i = 0; i < stones; i++, at++) moves.push({ x: samples[at] & 31, y: samples[at] >> 5 });
    noted.push({ moves, staticEval, alpha, beta });
  }
  kernel.clearSamples();
  return noted;
}

/**
 * Plays one game and labels what its searches asked the static evaluation about. No position comes twice.
 * @param kernel from startGenerator()
 * @param index see generateGame()
 */
export function sampleGame(
  kernel: Kernel,
  options: SampleOptions,
  index: number,
  isNew: (size: number, moves: readonly XY[]) => boolean,
): { readonly game: SelfPlayGame; readonly samples: Sample[] } {
  const noted = new Map<string, Noted>();
  const onSearched = (): void => {
    // The first note of a position is kept: later ones come from searches that know its answer.
    for (const note of notedBy(kernel)) {
      if (note.staticEval < note.alpha - WINDOW_MARGIN || note.staticEval > note.beta + WINDOW_MARGIN) continue;
      const key = stonesOf(note.moves);
      if (!noted.has(key)) noted.set(key, note);
    }
  };
  kernel.params[SAMPLE_PERIOD] = options.period;
  kernel.clearSamples();
  const game = generateGame(options, index, isNew, onSearched);
  kernel.params[SAMPLE_PERIOD] = 0;
  const { size, result } = game;
  const samples: Sample[] = [];
  for (const { moves, staticEval, alpha, beta } of noted.values()) {
    const label = scoreOf(size, options.rule, moves, options.labelNodes);
    samples.push({ moves, size, result, isPlayed: false, game: index, label, staticEval, alpha, beta });
  }
  for (let ply = game.openingPlies; ply < game.plies.length; ply++) {
    const { score } = game.plies[ply];
    if (score === NO_SCORE) continue;
    const moves = game.plies.slice(0, ply).map(({ x, y }) => ({ x, y }));
    samples.push({ moves, size, result, isPlayed: true, game: index, label: score, staticEval: 0, alpha: 0, beta: 0 });
  }
  return { game, samples };
}

/** @returns the same text for the same stones, in whatever order they came */
function stonesOf(moves: readonly XY[]): string {
  return moves
    .map(({ x, y }, i) => (i & 1) | (x << 1) | (y << 6))
    .sort((a, b) => a - b)
    .join();
}
