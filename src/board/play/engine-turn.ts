/** What the engine is at in a game: one task at a time, and what an earlier one brings is void. */
import { messageOf } from '../../core/errors.ts';
import type { SearchInfo } from '../../engine/api.ts';
import { isUnanswered } from '../../engine/errors.ts';
import type { Analyzer } from '../../game/analysis/analysis.ts';
import type { EngineHost } from '../engine/host.ts';

export type Activity = 'waiting' | 'thinking' | 'advising';

/** How a search is told to hurry, and tells how far it has come. */
export interface TaskHooks {
  readonly isMoveNowRequested: () => boolean;
  readonly onInfo: (info: SearchInfo) => void;
}

/** Finds something for a game. */
export type Search<T> = (analyzer: Analyzer, hooks: TaskHooks) => Promise<T>;

export class EngineTurn {
  private readonly host: EngineHost;
  /** Called when what it is at has changed, or how far it has come. */
  private readonly changed: () => void;
  private doing: Activity = 'waiting';
  private depthReached = 0;
  /** The answer is wanted now. */
  private isMoveNowRequested = false;
  /** Number of the newest task. */
  private task = 0;

  constructor(host: EngineHost, changed: () => void) {
    this.host = host;
    this.changed = changed;
  }

  get activity(): Activity {
    return this.doing;
  }

  /** Plies looked ahead in the search that runs. */
  get depth(): number {
    return this.depthReached;
  }

  /**
   * Has it find something, in place of what it is at.
   * @param name of what is looked for, for errors
   * @returns what it has found; null if nobody waits for it any more, or the engine does not answer
   */
  async find<T>(activity: Activity, name: string, search: Search<T>): Promise<T | null> {
    this.drop();
    this.doing = activity;
    this.changed();
    const { task } = this;
    const isWanted = () => task === this.task;
    const onInfo = ({ depth }: SearchInfo) => {
      if (!isWanted() || depth === this.depthReached) return;
      this.depthReached = depth;
      this.changed();
    };
    try {
      const found = await search(this.host.for('play'), {
        isMoveNowRequested: () => this.isMoveNowRequested || !isWanted(),
        onInfo,
      });
      if (!isWanted()) return null;
      this.doing = 'waiting';
      return found;
    } catch (error) {
      if (!isWanted() || isUnanswered(error)) return null;
      throw new Error(`${name}: ${messageOf(error)}`);
    }
  }

  /** Has it answer with the best it has. */
  hurry(): void {
    if (this.doing !== 'thinking') return;
    this.isMoveNowRequested = true;
    this.host.for('play').stop();
  }

  /** Nothing that it is at counts any more. */
  drop(): void {
    this.task++;
    this.depthReached = 0;
    this.isMoveNowRequested = false;
    if (this.doing !== 'waiting') this.host.for('play').cancel();
    this.doing = 'waiting';
  }
}
