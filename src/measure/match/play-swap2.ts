/**
 * The swap2 opening as a manager plays it between two engines: three stones by the first player, then the second
 * player's choice of colors. Stones 1, 3 and 5 are black, 2 and 4 white, regardless of the player who places them.
 * tengen's answers as a player are in src/protocol/opening-steps.ts. Source: "Swap2" in the official protocol text
 * (protocl2en.htm of plastovicka/Piskvork).
 */
import type { XY } from '../../core/point.ts';
import { BrainError } from './brain-error.ts';

/** Asks one of the two players for the next step. */
export type Swap2Ask = (who: 'first' | 'second', stones: readonly XY[]) => Promise<'swap' | readonly XY[]>;

/**
 * Plays the opening.
 * @param isFree whether a point is on the board and empty
 * @returns the stones, three to six, and whether the player who proposed the first three has Black
 * @throws BrainError of failure `answer` for an answer against the rules of the opening
 */
export async function playSwap2(ask: Swap2Ask, isFree: (point: XY, stones: readonly XY[]) => boolean) {
  const stones: XY[] = [];
  const place = (points: readonly XY[]) => {
    for (const point of points) {
      if (!isFree(point, stones))
        throw new BrainError('answer', `swap2 stone at ${point.x},${point.y}: off the board or taken`);
      stones.push(point);
    }
  };
  const three = await ask('first', stones);
  if (three === 'swap' || three.length !== 3) throw wrong(three, 'three points');
  place(three);
  const choice = await ask('second', stones);
  if (choice === 'swap') return { stones, firstHasBlack: false };
  if (choice.length !== 1 && choice.length !== 2) throw wrong(choice, 'SWAP, one or two points');
  place(choice);
  // One point: the second player stays White and has placed the fourth stone. Two: the first player chooses.
  if (choice.length === 1) return { stones, firstHasBlack: true };
  const last = await ask('first', stones);
  if (last === 'swap') return { stones, firstHasBlack: true };
  if (last.length !== 1) throw wrong(last, 'SWAP or one point');
  place(last);
  return { stones, firstHasBlack: false };
}

function wrong(answer: 'swap' | readonly XY[], expected: string): BrainError {
  return new BrainError(
    'answer',
    `swap2 answer of ${answer === 'swap' ? 'SWAP' : `${answer.length} points`}: expected ${expected}`,
  );
}
