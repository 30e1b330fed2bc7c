/** The engine's part in a game: a move, an answer or a hint, one at a time. */
import type { SearchInfo } from '../../../engine/api.ts';
import type { Analyzer } from '../../../play/analysis/analysis.ts';
import type { EngineHost } from '../../engine/host.ts';
import { EngineTasks } from '../../engine/tasks.ts';

export type SearchPurpose = 'thinking' | 'advising';
export type Activity = 'waiting' | SearchPurpose;

/** How a search learns that it has to hurry, and where it reports its progress. */
interface TaskHooks {
  readonly isMoveNowRequested: () => boolean;
  readonly onInfo: (info: SearchInfo) => void;
}

/** Finds something for a game. */
export type Search<T> = (analyzer: Analyzer, hooks: TaskHooks) => Promise<T>;

export class EngineTurn {
  private readonly tasks: EngineTasks<SearchPurpose>;
  /** Depth in plies of the current search. */
  depth = 0;
  private isMoveNowRequested = false;

  constructor(
    private readonly host: EngineHost,
    /** Called when the activity or the depth has changed. */
    private readonly changed: () => void,
  ) {
    this.tasks = new EngineTasks(() => host.for('play'), changed);
  }

  get activity(): Activity {
    return this.tasks.current ?? 'waiting';
  }

  /**
   * Runs a search in place of the current one.
   * @param name of the search in error messages
   * @returns its result; null if another search has replaced it, or if the engine does not answer
   */
  find<T>(purpose: SearchPurpose, name: string, search: Search<T>): Promise<T | null> {
    this.drop();
    return this.tasks.run(purpose, name, (engine, isCurrent) =>
      search(engine, {
        isMoveNowRequested: () => this.isMoveNowRequested || !isCurrent(),
        onInfo: ({ depth }) => {
          if (!isCurrent() || depth === this.depth) return;
          this.depth = depth;
          this.changed();
        },
      }),
    );
  }

  /** Makes the engine play its best move so far. */
  hurry(): void {
    if (this.activity !== 'thinking') return;
    this.isMoveNowRequested = true;
    this.host.for('play').stop();
  }

  /** Cancels the current search. */
  drop(): void {
    this.depth = 0;
    this.isMoveNowRequested = false;
    this.tasks.drop();
  }
}
