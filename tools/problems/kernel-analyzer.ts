/**
 * The search as an analyzer in this thread: thousands of brief searches would otherwise spend their time waiting for
 * messages between two threads.
 */
import type { ThinkInfo, ThinkLimits, ThinkResult } from '../../src/engine/api.ts';
import type { PositionOptions } from '../../src/engine/game.ts';
import type { Kernel } from '../../src/engine/runtime/kernel.ts';
import { setUpBoard, useAllLearned } from '../../src/engine/runtime/networks.ts';
import { ANY_DEPTH, pointXY, UNTIMED_MS } from '../../src/engine/runtime/think.ts';
import { searchStats } from '../../src/engine/search-stats.ts';
import { figuresOf } from '../../src/engine/translate.ts';
import { winChance } from '../../src/engine/win-chance.ts';
import { NO_POINT, pointAt } from '../../src/kernel/point.ts';
import { SOLVER_SHARE, SOLVING_SHARE } from '../../src/kernel/search/params.ts';
import { RESULT_BEST, RESULT_FORCED } from '../../src/kernel/search/result.ts';
import { openChosenKernel } from '../../src/platform/node/open-chosen-kernel.ts';
import type { Analyzer } from '../../src/play/analysis/analysis.ts';

/** Small: the checks clear it for every position. */
const TABLE_BYTES = 2 << 20;

export class KernelAnalyzer implements Analyzer {
  private readonly kernel: Kernel;
  private position: PositionOptions = { stones: [] };
  private onInfo: (info: ThinkInfo) => void = () => {};

  constructor() {
    this.kernel = openChosenKernel(TABLE_BYTES, { now: () => 0, stop: () => 0, info: () => this.report() });
    useAllLearned(this.kernel);
  }

  setPosition(position: PositionOptions): void {
    this.position = position;
  }

  clearHash(): void {
    this.kernel.newGame();
  }

  /** Nothing to stop: a think has ended when its call returns. */
  stop(): void {}

  /** @param limits nodes, lines, excluded points and `solve` count */
  async think(limits: ThinkLimits = {}, onInfo: (info: ThinkInfo) => void = () => {}): Promise<ThinkResult> {
    const { kernel } = this;
    const { width = 15, height = 15, rule = 0, winLength = 5, stones, sideToMove = 1 } = this.position;
    setUpBoard(kernel, { width, height, rule, winLength });
    for (const { x, y, color } of stones) kernel.place(x, y, color);
    kernel.rootExcluded.fill(0);
    for (const { x, y } of limits.excluded ?? []) kernel.rootExcluded[pointAt(x, y)] = 1;
    kernel.params[SOLVER_SHARE] = limits.solve === true ? SOLVING_SHARE : 0;
    this.onInfo = onInfo;
    kernel.think(sideToMove, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, limits.maxNodes ?? 0, limits.lines ?? 1);
    this.onInfo = () => {};
    const best = kernel.result[RESULT_BEST];
    if (best === NO_POINT) throw new Error('no legal move');
    const isForced = kernel.result[RESULT_FORCED] !== 0;
    const figures = figuresOf(searchStats(kernel), 0);
    return {
      ...figures,
      winChance: winChance(figures),
      ...pointXY(best),
      source: 'search',
      searchMs: 0,
      isForced,
      isFoul: false,
    };
  }

  private report(): void {
    const stats = searchStats(this.kernel);
    this.onInfo({ ...figuresOf(stats, 0), kind: 'iteration', line: stats.line, lines: stats.lines });
  }
}
