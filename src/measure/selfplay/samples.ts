/**
 * Training positions from inside the search: what it asked the static evaluation about in games against itself, each
 * labeled by a separate search.
 */
import type { XY } from '../../core/point.ts';
import type { Kernel } from '../../engine/runtime/kernel.ts';
import { SAMPLE_PERIOD } from '../../kernel/search/params.ts';
import { SAMPLE_HEAD, SAMPLE_ROOM } from '../../kernel/search/sample.ts';
import { type GenerateOptions, generateGame, generateGameFrom, scoreOf } from './generate.ts';
import { labelsOf } from './labels.ts';
import { NO_SCORE, type SelfPlayGame } from './record.ts';
import { MAX_SAMPLE_BYTES, MAX_STONES, type Sample } from './sample-record.ts';

/**
 * Positions further outside their window, score points, are skipped: there a better evaluation would change nothing.
 */
const WINDOW_MARGIN = 300;

export interface Labeling {
  /** One evaluation out of this many is sampled. */
  readonly period: number;
  /** Nodes of the search that labels a position, or of each move of a playout. */
  readonly labelNodes: number;
  /** Number of a game's positions that are played out instead, and labeled by the outcome; 0: none. */
  readonly playouts: number;
}

export type SampleOptions = GenerateOptions & Labeling;

/** Score points per unit of the logistic function that turns search scores into expectations. */
const SCALE = 200;
/** Share of a label that comes from later plies, see labelsOf(). */
const TRACE = 0.8;
/** Expectations are kept away from certainty by this. */
const DOUBT = 0.005;

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
      if (note.moves.length > MAX_STONES) continue;
      if (note.staticEval < note.alpha - WINDOW_MARGIN || note.staticEval > note.beta + WINDOW_MARGIN) continue;
      const key = stonesOf(note.moves);
      if (!noted.has(key)) noted.set(key, note);
    }
  };
  kernel.params[SAMPLE_PERIOD] = options.period;
  // The searches that chose the opening are no part of the game; some were of other openings and other boards.
  const isTaken: typeof isNew = (size, moves) => {
    kernel.clearSamples();
    return isNew(size, moves);
  };
  const game = generateGame(options, index, isTaken, onSearched);
  kernel.params[SAMPLE_PERIOD] = 0;
  if (options.playouts > 0) return { game, samples: playouts(options, game, [...noted.values()]) };
  const { size, result } = game;
  const samples: Sample[] = [];
  for (const { moves, staticEval, alpha, beta } of noted.values()) {
    const label = scoreOf(size, options.rule, moves, options.labelNodes);
    samples.push({ moves, size, result, isPlayed: false, game: index, label, staticEval, alpha, beta });
  }
  for (let ply = game.openingPlies; ply < Math.min(game.plies.length, MAX_STONES + 1); ply++) {
    const { score } = game.plies[ply];
    if (score === NO_SCORE) continue;
    const moves = game.plies.slice(0, ply).map(({ x, y }) => ({ x, y }));
    samples.push({ moves, size, result, isPlayed: true, game: index, label: score, staticEval: 0, alpha: 0, beta: 0 });
  }
  return { game, samples };
}

/** @returns bytes of positions that no game on a board of this side exceeds, its own and those of its searches */
export function maxSamplesBytes(size: number, { playouts }: Labeling): number {
  const own = Math.min(size * size, MAX_STONES + 1) * MAX_SAMPLE_BYTES;
  // A step between the positions that are played out is a fraction: there may be one more. What a search notes takes
  // more room in the kernel than in a file.
  return playouts > 0 ? own * (playouts + 2) : own + size * size * SAMPLE_ROOM * Int32Array.BYTES_PER_ELEMENT;
}

/** @returns positions of the game and of games played on from some of those noted, evenly chosen */
function playouts(options: SampleOptions, game: SelfPlayGame, noted: readonly Noted[]): Sample[] {
  const samples = tracedSamples(game);
  const step = Math.max(1, noted.length / options.playouts);
  for (let at = 0; at < noted.length; at += step) {
    const { moves } = noted[Math.floor(at)];
    const nodes = options.labelNodes;
    samples.push(...tracedSamples(generateGameFrom({ ...options, nodes }, game.index, game.size, moves)));
  }
  return samples;
}

/** All searched positions of a game. */
function tracedSamples(game: SelfPlayGame): Sample[] {
  const { size, result, index, openingPlies } = game;
  const labels = [...labelsOf(game, SCALE, TRACE)];
  const moves = game.plies.map(({ x, y }) => ({ x, y }));
  return labels.slice(openingPlies, MAX_STONES + 1).map((expectation, i) => {
    const sure = Math.min(1 - DOUBT, Math.max(DOUBT, expectation));
    const label = Math.round(SCALE * Math.log(sure / (1 - sure)));
    const own = { isPlayed: true, game: index, label, staticEval: 0, alpha: 0, beta: 0 };
    return { ...own, moves: moves.slice(0, openingPlies + i), size, result };
  });
}

/** @returns the same text for the same stones, in whatever order they came */
function stonesOf(moves: readonly XY[]): string {
  return moves
    .map(({ x, y }, i) => (i & 1) | (x << 1) | (y << 6))
    .sort((a, b) => a - b)
    .join();
}
