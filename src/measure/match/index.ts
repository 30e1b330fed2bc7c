/**
 * Brains that speak the Gomocup protocol, from the manager's side: a client for one engine, games between two, and
 * matches with statistics.
 *
 * @module tengen/match
 */

export type { AbortSignalLike } from '../../core/abort-signal.ts';
export { SYMMETRIES } from '../../core/point.ts';
export { type GameFields, type GameLine, lineOf, savedGameOf } from '../../records/notation/game-line.ts';
export type { GameRecord, SideReport, WorkerFacts } from '../../records/notation/game-record.ts';
export * from '../../records/notation/index.ts';
export {
  faultOfOpening,
  formatOffsetLine,
  formatPosLine,
  type Opening,
  type OpeningNotation,
  type OpeningOrder,
  type OpeningsFile,
  parseOffsetLine,
  parseOpenings,
  parsePosLine,
  transform,
} from '../../records/notation/openings.ts';
export {
  type Counts,
  type EloModel,
  type Estimate,
  eloOfScore,
  estimateFromGames,
  estimateFromPairs,
  estimateOf,
  type GameCounts,
  type Homogeneity,
  NORMALIZED_ELO_UNIT,
  normalCdf,
  type PairCounts,
  type PairingResult,
  pairTotal,
  type Rating,
  ratings,
  type SprtOptions,
  type SprtState,
  scoreOfElo,
  sprtFromGames,
  sprtFromPairs,
  Z_95,
} from '../stats/index.ts';
export { BrainError, type BrainFailure } from './brain-error.ts';
export {
  type BoardField,
  type BoardStone,
  type ClientOptions,
  EngineClient,
  type MoveReply,
} from './client.ts';
export { nameFromCommand, type ResolvedCommand, resolveCommand, splitCommand } from './command-line.ts';
export type { Reader } from './connection.ts';
export {
  GameAborted,
  type GamePlan,
  type MatchGameSettings,
  type PlayerSource,
  playGame,
} from './engine-game.ts';
export { type EngineSpec, formatTimeControl, parseTimeControl, type TimeControl } from './engine-spec.ts';
export type { Adjudication, DrawAdjudication, ResignAdjudication, RoomLimits } from './game-end.ts';
export { killAllEngines, liveEngines } from './live-engines.ts';
export {
  type EngineSetup,
  type MatchConfig,
  type MatchEvents,
  type MatchOutcome,
  type MatchRun,
  type MatchSetup,
  matchConfig,
  runMatch,
} from './match.ts';
export { type MatchOptions, type MatchOutputs, readMatchOptions } from './options/options.ts';
export type { EngineKnowledge } from './player.ts';
export { Player } from './player.ts';
export { formatReport } from './report/report.ts';
export type { Schedule, ScheduledGame } from './schedule.ts';
export { type EngineTotals, type PairingTotals, Standings, type WorkerTotals } from './standings.ts';
export { type FailedStart, type GivenUp, START_TRIES } from './starts.ts';
export { type MatchHeader, readResults, type StoredLine } from './store.ts';
export { summarize } from './summarize.ts';
export type { EngineSummary, MatchSummary, PairingSummary } from './summary.ts';
export { summaryLines } from './summary-text.ts';
export { parseThinking, type Thinking } from './thinking.ts';
