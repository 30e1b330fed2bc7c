/**
 * The referee: every rule, slow and obvious, for any board size. What is exported here is the layer's public face.
 */
export { deadStones, withDeadStones } from './continuous.ts';
export {
  drawDiagram,
  drawLabelled,
  FORBIDDEN_MARKS,
  forbiddenMarks,
  type MarkOf,
  markedPoints,
  outcomeMarks,
  parseDiagram,
  tidy,
  WIN_MARK,
} from './diagram.ts';
export * from './names.ts';
export * from './position.ts';
export {
  DIRECTIONS,
  type Direction,
  endsOf,
  hasLegalMove,
  isBoardFull,
  isFoul,
  isLegal,
  type Judgement,
  judgeMove,
  type Outcome,
  rowThrough,
  winningRow,
} from './referee.ts';
export {
  explainForbidden,
  type Forbidden,
  type ForbiddenKind,
  type ForbiddenLine,
  type FourLine,
  forbiddenAt,
  forbiddenPoints,
  type OverlineLine,
  type ThreeLine,
} from './renju.ts';
export * from './rule.ts';
