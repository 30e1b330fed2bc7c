/** What is shown of a game: the board, the players, the side to move, the clocks. */
import type { XY } from '../../core/point.ts';
import { clockAfter } from '../../play/played/clock.ts';
import { askedOpening, type PlayedGame, toAct } from '../../play/played/played-game.ts';
import { lastStone } from '../../play/state/game-state.ts';
import { foulMarks, fouls } from '../../play/state/threats.ts';
import { variantName } from '../../play/state/variant.ts';
import { boardColumns, drawBoard, stoneSymbols, type TerminalLook } from './board.ts';
import type { Picture } from './layout.ts';
import { openingState } from './opening.ts';
import { clocksText, foulLegend, OFFER_MARK, stateLine } from './remarks.ts';
import { seatsText } from './seats.ts';

/**
 * @param showsForbidden whether to mark the forbidden points
 * @param runningMs time that the side to move has been thinking
 */
export function pictureOf(game: PlayedGame, look: TerminalLook, showsForbidden: boolean, runningMs: number): Picture {
  const { state, seats } = game;
  const { position, end, variant } = state;
  const opening = askedOpening(game);
  const offers = opening?.offers ?? [];
  const forbiddenMark = showsForbidden ? foulMarks(state) : () => null;
  const isOffered = ({ x, y }: XY) => offers.some((offer) => offer.x === x && offer.y === y);
  const markOf = (point: XY) => (isOffered(point) ? OFFER_MARK : forbiddenMark(point));
  const text = [
    `${variantName(variant)}: ${seatsText(seats, stoneSymbols(look))}`,
    opening === null ? stateLine(state) : openingState(opening),
    ...clocksText(clockAfter(game.clock, toAct(game), runningMs)),
    ...(showsForbidden && fouls(state).length > 0 ? [foulLegend(state)] : []),
    ...(offers.length > 0 ? [`${OFFER_MARK} offered as the fifth move`] : []),
  ];
  const board = drawBoard({ position, last: lastStone(state), row: end?.row ?? [], markOf }, look);
  return { board, columns: boardColumns(variant.width, look), text };
}
