/**
 * The brain's copy of the manager's clock: the times given by INFO, the time used since, and what moves cost in
 * addition to their searches.
 */
import { MoveCost, planTime, type TimePlan } from '../engine/time.ts';
import { emptyCount, type Position } from '../rules/position.ts';
import type { ManagerSettings } from './settings.ts';

/** Upper bound of the start-up time charged to the first move; a larger figure is not plausible. */
const MAX_STARTUP_MS = 1000;

export type ClockSettings = Pick<ManagerSettings, 'turnMs' | 'matchMs' | 'timeLeftMs' | 'incrementMs'>;

export class ManagerClock {
  /** Own thinking time since the last INFO time_left or the start of the game. */
  private usedMs = 0;
  private readonly moveCost = new MoveCost();
  /** Largest time_left of this game: the match time, for a manager that does not send it. */
  private mostLeftMs = 0;
  /** Time of the last move outside its search, until the manager reports what it has counted. */
  private lastCostMs: number | null = null;

  /** @param settings changed by INFO; the time left is stored there @param startupMs see BrainOptions */
  constructor(
    private readonly settings: ClockSettings,
    private startupMs: (() => number) | undefined,
  ) {}

  /** Resets the clock for a new game. A manager that sends time_left will send it again. */
  startGame(): void {
    this.usedMs = 0;
    this.settings.timeLeftMs = null;
    this.mostLeftMs = 0;
    this.lastCostMs = null;
  }

  /** @param readAt when the command was read @returns when the time for its answer began */
  startOf(readAt: number): number {
    const startup = Math.min(MAX_STARTUP_MS, this.startupMs?.() ?? 0);
    this.startupMs = undefined;
    return readAt - startup;
  }

  plan(position: Position & { readonly stones: readonly unknown[] }): TimePlan {
    const { turnMs, timeLeftMs, incrementMs } = this.settings;
    const matchMs = this.settings.matchMs || this.mostLeftMs;
    const clocks = { turnMs, matchMs, timeLeftMs, incrementMs, usedMs: this.usedMs, moveCostMs: this.moveCost.ms };
    return planTime(clocks, position.stones.length, emptyCount(position));
  }

  /** Counts thinking time. */
  use(ms: number): void {
    this.usedMs += ms;
  }

  /**
   * Counts an answer about to be sent. @param overheadMs the part of `elapsedMs` outside the search; null: unknown, or
   * the answer is not a move
   */
  answered(elapsedMs: number, overheadMs: number | null): void {
    this.use(elapsedMs);
    this.noteCost();
    if (overheadMs !== null) this.lastCostMs = overheadMs;
  }

  /**
   * Handles INFO time_left: only time used from now on counts against it.
   * @param beforeMs its previous value @param runningMs time of the running think; null: none is running
   */
  noteTimeLeft(beforeMs: number | null, runningMs: number | null): void {
    const { timeLeftMs, incrementMs } = this.settings;
    const countedMs = beforeMs === null || timeLeftMs === null ? 0 : beforeMs + incrementMs - timeLeftMs;
    this.noteCost(Math.max(0, countedMs - this.usedMs));
    this.usedMs = 0;
    if (timeLeftMs === null) return;
    // While thinking, store the clock as it was when the command was read: the whole think is counted at its end.
    this.settings.timeLeftMs = timeLeftMs + (runningMs ?? 0);
    this.mostLeftMs = Math.max(this.mostLeftMs, this.settings.timeLeftMs);
  }

  /** @param unseenMs time of the last move that the manager has counted in addition to the brain's own figure */
  private noteCost(unseenMs = 0): void {
    if (this.lastCostMs !== null) this.moveCost.note(this.lastCostMs + unseenMs);
    this.lastCostMs = null;
  }
}
