/**
 * tengen as a library: a gomoku and renju engine whose search runs in a thread of its own.
 *
 *     import { createEngine } from 'tengen';
 *     const engine = createEngine({ size: 15, rule: 4 });
 *     engine.play(7, 7);
 *     const { x, y, score } = await engine.think({ maximumMs: 1000 });
 *     engine.play(x, y);
 *     engine.close();
 */
export {
  createEngine,
  type Engine,
  type EngineOptions,
  type RootInfo,
  type SearchFigures,
  type SearchInfo,
  type ThinkInfo,
  type ThinkLimits,
  type ThinkResult,
} from './engine/engine.ts';
export { EngineError, type EngineErrorCode } from './engine/errors.ts';
export type { GameOptions, PositionOptions, PositionView, Stone } from './engine/game.ts';
export { VERSION } from './engine/version.ts';
export {
  BLACK_STONE,
  BLOCKED_CELL,
  type Color,
  cellAt,
  copyPosition,
  EMPTY_CELL,
  emptyCount,
  emptyPosition,
  isOnBoard,
  nameOf,
  opponentOf,
  type Position,
  parseMoves,
  parseName,
  WHITE_STONE,
  type XY,
} from './rules/position.ts';
export { isLegal, type Judgement, judgeMove, type Outcome, winningRow } from './rules/referee.ts';
export {
  explainForbidden,
  type Forbidden,
  type ForbiddenKind,
  forbiddenAt,
  forbiddenPoints,
} from './rules/renju.ts';
export {
  CARO,
  CARO_EXACT,
  CONTINUOUS_BIT,
  FREESTYLE,
  RENJU,
  type Rule,
  ruleFromCode,
  STANDARD,
} from './rules/rule.ts';
