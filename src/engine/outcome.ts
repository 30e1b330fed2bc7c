/** How the engine's game has ended. */
import { type Color, EMPTY, opponentOf, WHITE } from '../core/color.ts';
import { forbidsTo } from '../core/rule.ts';
import { emptyCount } from '../rules/position.ts';
import { isFoul, winningRow } from '../rules/referee.ts';
import type { GameOutcome } from './api.ts';
import type { PositionView } from './game.ts';

/** @returns how the game has ended; null if it has not */
export function outcomeOf(view: PositionView): GameOutcome | null {
  const { rule, stones } = view;
  const colored = stones.filter((stone): stone is typeof stone & { color: Color } => stone.color <= WHITE);
  // The last one first: a game may have continued after its end.
  const five = colored.findLast(({ x, y }) => winningRow(view, rule, x, y) !== null);
  if (five !== undefined) return { winner: five.color, reason: 'five' };
  const last = colored.at(-1);
  if (last !== undefined && forbidsTo(rule, last.color)) {
    const cells = view.cells.slice();
    cells[last.y * view.width + last.x] = EMPTY;
    if (isFoul({ ...view, cells }, rule, last, last.color)) return { winner: opponentOf(last.color), reason: 'foul' };
  }
  return emptyCount(view) === 0 ? { winner: null, reason: 'full' } : null;
}
