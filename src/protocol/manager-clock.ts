/**
 * The manager's clock as the brain keeps it: the times that INFO gives, the time used since, and what moves cost in
 * addition to their searches.
 */
import { MoveCost, planTime, type TimePlan } from '../engine/time.ts';
import { emptyCount, type Position } from '../rules/position.ts';
import type { ManagerSettings } from './settings.ts';

/** Start-up is charged to the first move as far as it is believable. */
const MAX_STARTUP_MS = 1000;

/** What a manager has said of time. */
export type ClockSettings = Pick<ManagerSettings, 'turnMs' | 'matchMs' | 'timeLeftMs' | 'incrementMs'>;

export class ManagerClock {
  private readonly settings: ClockSettings;
  private startupMs: (() => number) | undefined;
  /** Own thinking time since the last INFO time_left or the start of the game. */
  private usedMs = 0;
  private readonly moveCost = new MoveCost();
  /** The most that time_left has said in this game: the match time, for a manager that does not tell it. */
  private mostLeftMs = 0;
  /** What the last move took beside its search, until the manager says what it has counted. */
  private lastCostMs: number | null = null;

  /** @param settings as INFO changes them; the time left is kept there @param startupMs see BrainOptions */
  constructor(settings: ClockSettings, startupMs: (() => number) | undefined) {
    this.settings = settings;
    this.startupMs = startupMs;
  }

  /** Forgets the clock of the last game. A manager that sends it sends it again. */
  startGame(): void {
    this.usedMs = 0;
    this.settings.timeLeftMs = null;
    this.mostLeftMs = 0;
    this.lastCostMs = null;
  }

  /** @param readAt when the command was read @returns since when the time of its answer runs */
  startOf(readAt: number): number {
    const startup = Math.min(MAX_STARTUP_MS, this.startupMs?.() ?? 0);
    this.startupMs = undefined;
    return readAt - startup;
  }

  /** @returns how long the move now due may take */
  plan(position: Position & { readonly stones: readonly unknown[] }): TimePlan {
    const { turnMs, timeLeftMs, incrementMs } = this.settings;
    const matchMs = this.settings.matchMs || this.mostLeftMs;
    const clocks = { turnMs, matchMs, timeLeftMs, incrementMs, usedMs: this.usedMs, moveCostMs: this.moveCost.ms };
    return planTime(clocks, position.stones.length, emptyCount(position));
  }

  /** The brain has thought for so long without an answer. */
  use(ms: number): void {
    this.usedMs += ms;
  }

  /**
   * An answer is due to be sent. @param besideMs of `elapsedMs` that was no search; null: it is not known, or no move
   */
  answered(elapsedMs: number, besideMs: number | null): void {
    this.use(elapsedMs);
    this.noteCost();
    if (besideMs !== null) this.lastCostMs = besideMs;
  }

  /**
   * INFO time_left came: from here on only what is used later counts against it.
   * @param beforeMs what it said before @param runningMs of the think that goes on; null: there is none
   */
  noteTimeLeft(beforeMs: number | null, runningMs: number | null): void {
    const { timeLeftMs, incrementMs } = this.settings;
    const countedMs = beforeMs === null || timeLeftMs === null ? 0 : beforeMs + incrementMs - timeLeftMs;
    this.noteCost(Math.max(0, countedMs - this.usedMs));
    this.usedMs = 0;
    if (timeLeftMs === null) return;
    // While thinking the clock is kept as it stood when the command was read, and the whole think counted later.
    this.settings.timeLeftMs = timeLeftMs + (runningMs ?? 0);
    this.mostLeftMs = Math.max(this.mostLeftMs, this.settings.timeLeftMs);
  }

  /** @param unseenMs of the last move that the manager has counted beyond what the brain has */
  private noteCost(unseenMs = 0): void {
    if (this.lastCostMs !== null) this.moveCost.note(this.lastCostMs + unseenMs);
    this.lastCostMs = null;
  }
}
