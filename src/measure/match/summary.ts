/** The state of a match as one plain object, for --json and the report. */
import type { Estimate, Homogeneity, SprtState } from '../stats/index.ts';
import type { EngineTotals, PairingTotals, WorkerTotals } from './standings.ts';

/** One engine over all its games. */
export interface EngineSummary extends EngineTotals {
  /** Over all its opponents; the mean of all engines is 0. */
  readonly elo: number;
  /** Half the width of the 95 % interval, null where it is infinite. */
  readonly eloError: number | null;
}

/** Two engines against each other. */
export interface PairingSummary extends PairingTotals {
  /** Null before the first game. */
  readonly estimate: Estimate | null;
}

/** The state of a match, as `--json` prints it. */
export interface MatchSummary {
  readonly type: 'summary';
  readonly file: string;
  readonly rule: number;
  readonly size: number;
  readonly gamesPlayed: number;
  readonly gamesPlanned: number;
  readonly engines: readonly EngineSummary[];
  readonly pairings: readonly PairingSummary[];
  readonly sprt:
    | (SprtState & { readonly elo0: number; readonly elo1: number; readonly model: string; readonly pairs: number })
    | null;
  /** Workers of a fleet; absent where all games were played here. */
  readonly workers?: readonly WorkerTotals[];
  /** Whether the results of the workers agree; null: too few pairs. */
  readonly homogeneity?: Homogeneity | null;
}
