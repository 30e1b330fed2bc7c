/** The referee: every rule, slow and obvious, for any board size. These exports are the layer's public interface. */
export { deadStones, withDeadStones } from './continuous.ts';
export * from './position.ts';
export {
  endsOf,
  hasLegalMove,
  isBoardFull,
  isFoul,
  isLegal,
  type Judgment,
  judgeMove,
  legalMoves,
  type Outcome,
  rowThrough,
  winningRow,
} from './referee.ts';
export * from './renju.ts';
