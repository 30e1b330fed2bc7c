/**
 * tengen's answers in a swap2 opening, as either player: the first places three stones; the second takes a side, or
 * adds two stones and leaves the choice to the first. Stones 1, 3 and 5 are black. The manager's side is in
 * src/measure/match/play-swap2.ts.
 */
import { colorAt, WHITE } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { bookOpening, bookValue } from '../engine/book-openings.ts';
import { fallbackMove } from '../engine/fallback.ts';
import type { Stone } from '../engine/game.ts';
import { openingFor, openingValue } from '../play/opening/even-openings.ts';
import type { Brain } from './brain.ts';
import { ProtocolError, type Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';

/** @param points the stones so far, in playing order @throws ProtocolError unless there are 0, 3 or 5 of them */
export function answerSwap2(brain: Brain, points: readonly XY[]): Reply {
  const before = brain.engine.position;
  const stones = points.map(({ x, y }, index): Stone => ({ x, y, color: colorAt(index) }));
  if (points.length === 0)
    return [
      (bookOpening(brain.books, before, brain.random) ?? openingFor(before, brain.random()))
        .map(({ x, y }) => `${x},${y}`)
        .join(' '),
    ];
  if (points.length !== 3 && points.length !== 5) {
    throw new ProtocolError(REPLY_TEXTS.wrongStones('SWAP2BOARD', '0, 3 or 5', points.length));
  }
  brain.drop();
  brain.engine.setPosition({ stones, sideToMove: WHITE });
  brain.requireRoom();
  const known = bookValue(brain.books, brain.engine.position);
  return brain.startJob(
    async (job) => {
      if (known !== null && known > 0) return () => ['SWAP'];
      const { score, x, y } = await brain.think(job, brain.plan());
      // White is to move. The player who chooses gets the better side by choosing now; adding two stones would hand
      // the choice, and with it the better side, to the opponent.
      return () => [(known === null ? score < 0 : known > 0) ? 'SWAP' : `${x},${y}`];
    },
    {
      isMove: false,
      fallback: () => {
        // Without a search, the value of the opening decides, if it is known.
        const value = openingValue(before, points);
        if (value !== null && value < 0) return ['SWAP'];
        const move = fallbackMove(brain.engine.position, brain.engine.position.rule, 2);
        return [move === null ? 'SWAP' : `${move.x},${move.y}`];
      },
      cleanUp: () => brain.engine.setPosition({ stones: before.stones, sideToMove: before.sideToMove }),
    },
  );
}
