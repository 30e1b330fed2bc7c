/** The tasks of one engine, one at a time: the results and reports of earlier ones are discarded. */
import { messageOf } from '../../core/errors.ts';
import { isSearchFailure, isUnanswered } from '../../engine/errors.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';

/** @param isCurrent whether no other task has replaced this one */
export type EngineJob<T> = (engine: Searcher, isCurrent: () => boolean) => Promise<T>;

export class EngineTasks<Kind extends string> {
  /** The running task; null: none. */
  current: Kind | null = null;
  /** Number of the newest task. */
  private newest = 0;

  constructor(
    /** Starts the engine where necessary. */
    private readonly engineOf: () => Searcher,
    /** Called when {@link current} has changed, except by {@link drop} or a result, which the caller knows of. */
    private readonly onChange: () => void,
  ) {}

  /**
   * Runs a task in place of the current one.
   * @param name of the task in error messages
   * @returns its result; null if another task has replaced it, or if the engine does not answer
   * @throws Error if it fails in another way
   */
  async run<T>(kind: Kind, name: string, job: EngineJob<T>): Promise<T | null> {
    this.drop();
    this.current = kind;
    const task = this.newest;
    const isCurrent = () => task === this.newest;
    this.onChange();
    try {
      const result = await job(this.engineOf(), isCurrent);
      if (!isCurrent()) return null;
      this.current = null;
      return result;
    } catch (error) {
      if (!isCurrent()) return null;
      this.current = null;
      this.onChange();
      // What has happened to the engine is shown by its host.
      if (isUnanswered(error) || isSearchFailure(error)) return null;
      throw new Error(`${name}: ${messageOf(error)}`);
    }
  }

  /** Cancels the current task. */
  drop(): void {
    this.newest++;
    if (this.current !== null) this.engineOf().cancel();
    this.current = null;
  }
}
