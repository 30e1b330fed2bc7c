/**
 * Whether the search of a move continues after an iteration. Times are milliseconds; shares are in 1/256, so that 256
 * means all of something. Everything is proportional to the given times: ten milliseconds are divided like a thousand
 * seconds.
 */
import { hostNow } from './host.ts';
import { NODE_COUNT_LIMIT } from './node-count.ts';
import * as p from './params.ts';
import { params } from './params.ts';

/**
 * A limit this long, twelve days, means none: stop only on request. The sum with a clock value stays within 31 bits.
 */
export const UNTIMED_MS = 1 << 30;

/** Longer optimums count as this, three days, so that {@link scaled} stays within 32 bits. */
const MAX_OPTIMUM_MS = 1 << 28;

/** Best-move changes, 256 each, halved with every iteration. */
let changes256 = 0;
/** Iterations since the best move changed. */
let stableIterations = 0;

/** Nodes of this iteration, and those of them that its best move took. */
let iterationNodes = 0;
let bestMoveNodes = 0;

/** Iterations with fewer nodes say nothing about how close other moves come. */
const MIN_NODES = 100;
/** 256 times this many still fits 31 bits. */
const FEW_NODES = 1 << 22;

/** Smallest share that the effort leaves, of 256. */
const MIN_EFFORT_256 = 64;

/** When the search began, by the host's clock. */
let startMs = 0;

/** Called once per search. */
export function startClock(nowMs: number): void {
  startMs = nowMs;
  changes256 = 0;
  stableIterations = 0;
}

/** @returns milliseconds since the search began */
export function elapsedMs(): number {
  return (hostNow() - startMs) | 0;
}

/** Called before every iteration. */
export function noteIteration(): void {
  changes256 >>= 1;
  stableIterations++;
  iterationNodes = 0;
  bestMoveNodes = 0;
}

/**
 * Called for every root move that was searched to the end.
 * @param place 0 for the previous best move
 * @param isBetter 1 if this one is now the best
 * @param nodes at most NODE_COUNT_LIMIT
 */
export function noteRootNodes(place: number, isBetter: number, nodes: number): void {
  iterationNodes = sumOfNodes(iterationNodes, nodes);
  if (place === 0) bestMoveNodes = sumOfNodes(bestMoveNodes, nodes);
  else if (isBetter !== 0) bestMoveNodes = nodes;
}

function sumOfNodes(some: number, more: number): number {
  const sum = some + more;
  return sum < NODE_COUNT_LIMIT ? sum : NODE_COUNT_LIMIT;
}

/** @returns the remaining part of a share of 256, by the part of the last iteration's nodes that its best move took */
export function effortShare(): number {
  if (iterationNodes < MIN_NODES) return 256;
  const effort256 =
    iterationNodes < FEW_NODES
      ? ((bestMoveNodes << 8) / iterationNodes) | 0
      : (bestMoveNodes / (iterationNodes >> 8)) | 0;
  const share = 256 + (((params[p.TIME_EFFORT_USUAL_256] - effort256) * params[p.TIME_EFFORT_256]) >> 8);
  return share > MIN_EFFORT_256 ? share : MIN_EFFORT_256;
}

/** Called when another move becomes the best. */
export function noteBestMoveChange(): void {
  changes256 += 256;
  stableIterations = 0;
}

/**
 * `value * numerator / denominator` without exceeding 32 bits in between.
 * @param value at least 0
 * @param numerator at least 0; at most 2^31 / denominator
 * @returns rounded down
 */
export function scaled(value: number, numerator: number, denominator: number): number {
  const whole = (value / denominator) | 0;
  const rest = value - whole * denominator;
  return whole * numerator + (((rest * numerator) / denominator) | 0);
}

/**
 * @param scoreBefore of the best move one iteration ago
 * @param score of the best move now
 * @param depthPlies of the iteration just finished
 * @returns the part of the optimum, of 256, that a position deserves: more while its score falls and its best move
 *   changes. Both are rare in deep searches, so the part grows with the depth: otherwise long clocks would go unused.
 */
export function deservedShare(scoreBefore: number, score: number, depthPlies: number): number {
  let falling = params[p.TIME_CALM_256] + (((scoreBefore - score) * params[p.TIME_FALL_PER_POINT_256]) >> 8);
  if (falling < params[p.TIME_FALL_MIN_256]) falling = params[p.TIME_FALL_MIN_256];
  if (falling > params[p.TIME_FALL_MAX_256]) falling = params[p.TIME_FALL_MAX_256];
  const unstable = 256 + ((changes256 * params[p.TIME_CHANGE_256]) >> 8);
  const stable = scaled(256, params[p.TIME_STABLE_ITERATIONS], params[p.TIME_STABLE_ITERATIONS] + stableIterations);
  const share = (((((falling * unstable) >> 8) * stable) >> 8) * effortShare()) >> 8;
  const deep = depthPlies > params[p.TIME_DEEP_FROM] ? depthPlies - params[p.TIME_DEEP_FROM] : 0;
  const grown = share + scaled(share, deep * deep, params[p.TIME_DEEP_DEPTH]);
  return grown < params[p.TIME_MAX_256] ? grown : params[p.TIME_MAX_256];
}

/** @returns the part of the maximum, of 256, after which no iteration deeper than `depthPlies` begins */
export function newIterationShare(depthPlies: number): number {
  const growth = params[p.TIME_NEW_ITERATION_DEPTH];
  return scaled(params[p.TIME_NEW_ITERATION_256], growth, growth + depthPlies * depthPlies);
}

/**
 * @param elapsed milliseconds since the search began
 * @param optimumMs more than three quarters of the maximum: time is plentiful for every move, and all of it is used
 * @param depthPlies of the iteration just finished
 * @returns 1 if no further iteration should start
 */
export function isTimeSpent(
  elapsed: number,
  optimumMs: number,
  maximumMs: number,
  depthPlies: number,
  scoreBefore: number,
  score: number,
): number {
  if (elapsed >= maximumMs) return 1;
  if (optimumMs > maximumMs - (maximumMs >> 2)) return elapsed >= optimumMs ? 1 : 0;
  const optimum = optimumMs < MAX_OPTIMUM_MS ? optimumMs : MAX_OPTIMUM_MS;
  if (elapsed >= scaled(optimum, deservedShare(scoreBefore, score, depthPlies), 256)) return 1;
  // A new iteration usually takes a quarter to a half of the time so far, sometimes several times that.
  return elapsed >= scaled(maximumMs, newIterationShare(depthPlies), 256) ? 1 : 0;
}
