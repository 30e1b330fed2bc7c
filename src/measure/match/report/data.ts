/** The data of the report page: plain JSON, embedded in the page, whose script (browser/) reads exactly these names. */
import type { Score } from '../../../records/notation/game-record.ts';
import type { PairCounts } from '../../stats/index.ts';
import type { MatchSummary } from '../summary.ts';

export interface ReportGame {
  /** Number from 1. */
  readonly n: number;
  /** Indices into {@link ReportData.engines}. */
  readonly b: number;
  readonly w: number;
  /** `b`, `w` or `d`. */
  readonly result: 'b' | 'w' | 'd';
  readonly reason: string;
  readonly detail: string;
  readonly opening: number;
  /** `[x, y, x, y, ...]`. */
  readonly moves: readonly number[];
  readonly ms: readonly number[];
  readonly scores: readonly (Score | null)[];
  readonly depths: readonly (number | null)[];
  /** Ends of the winning row, `[x1, y1, x2, y2]`, or null. */
  readonly row: readonly number[] | null;
  readonly tail: readonly string[];
}

/** Elo after each finished pair: `[pairs, elo, low, high]`; infinite values are omitted. */
export type EloPoint = readonly [number, number, number, number];

/** JSON has no infinite numbers. Null before the first game. */
export type EloValue = number | '+inf' | '-inf' | null;

export interface ReportPairing {
  /** Indices of the engines. */
  readonly a: number;
  readonly b: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly pairs: PairCounts;
  readonly elo: EloValue;
  readonly low: EloValue;
  readonly high: EloValue;
  /** Null before the first game. */
  readonly los: number | null;
  readonly history: readonly EloPoint[];
}

export interface ReportData {
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly size: number;
  readonly engines: MatchSummary['engines'];
  readonly pairings: readonly ReportPairing[];
  readonly sprt: MatchSummary['sprt'];
  readonly games: readonly ReportGame[];
}
