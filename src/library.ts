/** The part of the library that is the same on every system. */

export type { AbortSignalLike } from './core/abort-signal.ts';
export {
  BLACK,
  BLOCKED,
  type Color,
  EMPTY,
  opponentOf,
  WHITE,
} from './core/color.ts';
export { UserError } from './core/errors.ts';
export { nameOf, parseMoves, parseName, type XY } from './core/point.ts';
export { type Rule, ruleFromCode } from './core/rule.ts';
export { CARO, CARO_EXACT, CONTINUOUS_BIT, FREESTYLE, OMOK, RENJU, STANDARD } from './core/rule-code.ts';
export type {
  BookOptions,
  Engine,
  EngineOptions,
  GameOutcome,
  InfoKind,
  RootInfo,
  SearchFigures,
  SearchInfo,
  ThinkInfo,
  ThinkLimits,
  ThinkResult,
  TimeLimits,
} from './engine/api.ts';
export { EngineError, type EngineErrorCode } from './engine/errors.ts';
export type { GameOptions, PositionOptions, PositionView, Stone } from './engine/game.ts';
export { canShareMemory } from './engine/platform.ts';
export { VERSION } from './engine/version.ts';
export { winChance } from './engine/win-chance.ts';
export type { Analyzer } from './play/analysis/analysis.ts';
export {
  isWithin,
  OPENING_RULES,
  type OpeningRule,
  type OpeningStep,
  type OpeningWay,
  openingRuleOf,
} from './play/opening/rules.ts';
export { equalOffers } from './play/opening/symmetry.ts';
export { type LevelOptions, thinkAtLevel } from './play/opponent/at-level.ts';
export { LEVELS, type Level } from './play/opponent/levels.ts';
export type { OpponentChoice } from './play/opponent/opponent.ts';
export type { MoveVerdict, ReviewedMove, SideSummary } from './play/review/review.ts';
export { type GameReview, type ReviewOptions, reviewGame } from './play/review/review-game.ts';
export type { LossVerdict } from './play/review/verdicts.ts';
export { readBook } from './records/book/binary.ts';
export type { BookView, Bound, PositionInfo } from './records/book/info.ts';
export { cellAt, copyPosition, emptyCount, emptyPosition, isOnBoard, type Position } from './rules/position.ts';
export {
  isLegal,
  type Judgment,
  judgeMove,
  type Outcome,
  winningRow,
} from './rules/referee.ts';
export * from './rules/renju.ts';
