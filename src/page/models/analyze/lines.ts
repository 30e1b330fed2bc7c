/** The candidate moves of a position, each with its line: an endless search that reports them as it finds them. */
import type { XY } from '../../../core/point.ts';
import type { SearchInfo } from '../../../engine/api.ts';
import { linesSoFar, placeGame, type Searcher } from '../../../play/analysis/analysis.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { emptyCount } from '../../../rules/index.ts';

/** Maximum number of lines. */
export const MAX_SHOWN_LINES = 10;
const DEFAULT_COUNT = 3;

/** A day: the search ends when it is cancelled. */
const ENDLESS_MS = 86_400_000;

export class CandidateLines {
  /** How many lines to show. */
  count: number;
  /** First moves that the search ignores. */
  excluded: readonly XY[] = [];
  /** The latest report for each line, by its number. */
  private reports: SearchInfo[] = [];

  /** @param count as an earlier visit stored it */
  constructor(count: unknown) {
    this.count = typeof count === 'number' && count >= 0 && count <= MAX_SHOWN_LINES ? count : DEFAULT_COUNT;
  }

  /** @returns false if it is the last move that the engine has left, which stays */
  exclude(point: XY, { position }: GameState): boolean {
    if (emptyCount(position) - this.excluded.length < 2) return false;
    this.excluded = [...this.excluded, point];
    return true;
  }

  includeAll(): void {
    this.excluded = [];
  }

  /** The best lines so far, best first. */
  get best(): SearchInfo[] {
    return linesSoFar(this.reports).slice(0, this.searched);
  }

  /** Without lines the engine still searches one, for the bar. */
  private get searched(): number {
    return Math.max(1, this.count);
  }

  clear(): void {
    this.reports = [];
  }

  /** Searches a game until the engine is cancelled. @param onReport called after each new report */
  async search(engine: Searcher, game: GameState, isCurrent: () => boolean, onReport: (info: SearchInfo) => void) {
    placeGame(engine, game);
    const limits = { maxMs: ENDLESS_MS, lines: this.searched, excluded: this.excluded };
    await engine.think(limits, (info) => {
      if (!isCurrent() || info.kind === 'root') return;
      this.reports[info.line] = info;
      onReport(info);
    });
  }
}
