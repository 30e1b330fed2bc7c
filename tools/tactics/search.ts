/**
 * Runs the search on positions without the engine around it: in this thread, and with the same result each time if only
 * nodes or depth limit it.
 */
import type { Color } from '../../src/core/color.ts';
import type { XY } from '../../src/core/point.ts';
import type { Kernel, KernelHost } from '../../src/engine/runtime/kernel.ts';
import type { NativeAddon } from '../../src/engine/runtime/native-kernel.ts';
import { setUpBoard, useAllLearned } from '../../src/engine/runtime/networks.ts';
import { openKernel } from '../../src/engine/runtime/open-kernel.ts';
import { ANY_DEPTH, nodesOf, pointXY, UNTIMED_MS } from '../../src/engine/runtime/think.ts';
import { NO_POINT } from '../../src/kernel/point.ts';
import { SOLVER_SHARE, SOLVING_SHARE } from '../../src/kernel/search/params.ts';
import {
  RESULT_BEST,
  RESULT_DEPTH,
  RESULT_FORCED,
  RESULT_PV_LENGTH,
  RESULT_SCORE,
} from '../../src/kernel/search/result.ts';
import { WIN_BOUND } from '../../src/kernel/search/score.ts';
import { builtAddon } from '../common/built-addon.ts';

export interface Stone extends XY {
  /** 1 black, 2 white, 3 blocked. */
  readonly color: number;
}

export interface Question {
  readonly width: number;
  readonly height: number;
  /** Sum of bits as in INFO rule. */
  readonly rule: number;
  readonly winLength: number;
  /** In playing order; blocked points first. */
  readonly stones: readonly Stone[];
  /** Side to move. */
  readonly color: Color;
}

/** Limits of the search; an absent one does not apply. */
export interface Limits {
  readonly maxMs?: number;
  readonly maxDepth?: number;
  readonly maxNodes?: number;
  /** Keep what earlier searches have learned; otherwise every search starts with nothing. */
  readonly keepsTable?: boolean;
  /** Search for a win by threats first, with about half of the time. */
  readonly solves?: boolean;
  /** End the search as soon as a forced win is proven, however long. */
  readonly stopsAtWin?: boolean;
}

export interface Answer {
  /** Null if there is no legal move. */
  readonly move: XY | null;
  /** From the view of the side to move; see src/kernel/search/score.ts. */
  readonly score: number;
  /** Plies of the last finished iteration. */
  readonly depth: number;
  readonly nodes: number;
  /** From setting up the board to the answer. */
  readonly elapsedMs: number;
  readonly pv: readonly XY[];
  readonly isForced: boolean;
}

const WARM_UP_MS = 300;
const DEFAULT_TABLE_BYTES = 64 << 20;

/** Clock of the running search, set by {@link ask}. */
let clock = () => 0;
let isOver = () => false;
let noteProgress = () => {};
const host: KernelHost = { now: () => clock(), stop: () => (isOver() ? 1 : 0), info: () => noteProgress() };
let search: Kernel | null = null;

/**
 * @param bytes upper bound of the transposition table, see src/kernel/search/tt.ts
 * @param addon the native form; without it the search is built from the sources
 */
export function useTableOf(bytes: number, addon?: NativeAddon): Kernel {
  search = openKernel(bytes, host, addon);
  useAllLearned(search);
  return search;
}

/** Later searches use the native form if it has been built; results are the same. Tests use the sources instead. */
export function useBuiltKernel(): void {
  useTableOf(DEFAULT_TABLE_BYTES, builtAddon()?.exports);
}

/** Runs a brief search, so that the next one finds the code compiled. @param rule whose tables to prepare */
export function warmUp(size: number, rule: number): void {
  const stones = [
    { x: 3, y: 3, color: 1 },
    { x: 4, y: 3, color: 2 },
    { x: 4, y: 4, color: 1 },
  ];
  ask({ width: size, height: size, rule, winLength: 5, stones, color: 2 }, { maxMs: WARM_UP_MS });
}

/** Searches one position. The time does not include building the tables of its rule. */
export function ask(question: Question, limits: Limits): Answer {
  const { stones, color } = question;
  const kernel = search ?? useTableOf(DEFAULT_TABLE_BYTES);
  const { newGame, place, think, result, pv, params } = kernel;
  setUpBoard(kernel, question);
  if (limits.keepsTable !== true) newGame();
  const start = performance.now();
  const maxMs = limits.maxMs ?? UNTIMED_MS;
  const isTimed = limits.maxMs !== undefined;
  let hasWon = false;
  clock = () => (isTimed ? performance.now() - start : 0);
  isOver = () => hasWon || (isTimed && performance.now() - start >= maxMs);
  noteProgress = () => {
    hasWon ||= limits.stopsAtWin === true && result[RESULT_SCORE] >= WIN_BOUND;
  };
  for (const stone of stones) place(stone.x, stone.y, stone.color);
  params[SOLVER_SHARE] = limits.solves === true ? SOLVING_SHARE : 0;
  think(color, maxMs, maxMs, limits.maxDepth ?? ANY_DEPTH, limits.maxNodes ?? 0, 1);
  const elapsedMs = performance.now() - start;
  return {
    move: result[RESULT_BEST] === NO_POINT ? null : pointXY(result[RESULT_BEST]),
    score: result[RESULT_SCORE],
    depth: result[RESULT_DEPTH],
    nodes: nodesOf(result),
    elapsedMs,
    pv: Array.from(pv.subarray(0, result[RESULT_PV_LENGTH]), pointXY),
    isForced: result[RESULT_FORCED] !== 0,
  };
}
