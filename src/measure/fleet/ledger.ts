/**
 * Which games of a match are in the results file and which wait for their turn. Takes tasks in any order and returns
 * games in the order of the schedule. Uses no file, clock or network.
 */
import type { GameRecord } from '../../records/notation/game-record.ts';
import type { Schedule } from '../match/schedule.ts';

export type Tasks = ReturnType<typeof tasksOf>;

/**
 * The games of a schedule as tasks, numbered in its order: pairs with one opening and exchanged colors, and single
 * games where their number is odd.
 */
export function tasksOf(schedule: Pick<Schedule, 'pairings' | 'total'>) {
  const pairings = schedule.pairings.length;
  const rounds = schedule.total / pairings;
  const pairs = Math.floor(rounds / 2) * pairings;
  const singles = schedule.total - pairs * 2;
  return {
    count: pairs + singles,
    /** @returns the numbers of a task's games, one or two */
    gamesOf: (task: number) => (task < pairs ? [task * 2, task * 2 + 1] : [task + pairs]),
    taskOf: (game: number) => (game < pairs * 2 ? game >> 1 : game - pairs),
  };
}

export class Ledger {
  /** Games in the results file. */
  private played = new Set<number>();
  /** Tasks that wait for an earlier one. */
  private held = new Map<number, readonly GameRecord[]>();
  /** The first task with games missing in the results file. */
  firstMissing = 0;

  constructor(private readonly tasks: Tasks) {}

  /** Games that wait, in the order of the schedule. */
  get waiting(): GameRecord[] {
    return [...this.held].sort(([a], [b]) => a - b).flatMap(([, games]) => games);
  }

  get heldTasks(): number {
    return this.held.size;
  }

  isPlayed(game: number): boolean {
    return this.played.has(game);
  }

  /** @returns whether all games of a task are known */
  has(task: number): boolean {
    return this.held.has(task) || this.isComplete(task);
  }

  /** Notes a game of the results file. @returns false if it was known */
  note(game: number): boolean {
    if (this.played.has(game)) return false;
    this.played.add(game);
    return true;
  }

  /** Takes the games of a task. @returns false if it was known: they are dropped */
  hold(task: number, games: readonly GameRecord[]): boolean {
    if (this.has(task)) return false;
    this.held.set(task, games);
    return true;
  }

  /**
   * Takes the next game for the results file.
   * @param isLeftOut whether a task will never be played
   * @returns null if the next game has not arrived, or none is missing
   */
  shift(isLeftOut: (task: number) => boolean): GameRecord | null {
    for (; this.firstMissing < this.tasks.count; this.firstMissing++) {
      const held = this.held.get(this.firstMissing);
      const missing = this.tasks.gamesOf(this.firstMissing).find((game) => !this.played.has(game));
      if (missing !== undefined) {
        const record = held?.find(({ game }) => game === missing);
        if (record !== undefined) {
          this.played.add(missing);
          if (this.isComplete(this.firstMissing)) this.held.delete(this.firstMissing);
          return record;
        }
        if (!isLeftOut(this.firstMissing)) return null;
      }
      this.held.delete(this.firstMissing);
    }
    return null;
  }

  /** @returns whether only tasks that will never be played are missing */
  get isDone(): boolean {
    return this.firstMissing >= this.tasks.count;
  }

  /** Starts over: no game is known. */
  clear(): void {
    this.played = new Set();
    this.held = new Map();
    this.firstMissing = 0;
  }

  private isComplete(task: number): boolean {
    return this.tasks.gamesOf(task).every((game) => this.played.has(game));
  }
}
