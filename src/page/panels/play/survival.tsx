/** The challenge to hold out as White while Black plays the known wins. */
import { useEffect } from 'preact/hooks';
import { say } from '../../lang/languages.ts';
import type { PlayModel } from '../../models/play/model.ts';
import { bestHeldOut, noteHeldOut } from '../../shelf/played/survival.ts';
import { KnownWinText, useKnownWin } from '../book/known-win.tsx';

export function Survival({ play }: { readonly play: PlayModel }) {
  const { game, isAided } = play;
  const win = useKnownWin(game);
  const count = Math.floor(game.plies.length / 2);
  const result = game.end !== null && !isAided ? count : 0;
  useEffect(() => {
    if (result > 0) noteHeldOut(result);
  }, [result]);
  return (
    <>
      <KnownWinText win={win} />
      <p class="advice" role="status">
        {say('heldOut', { count, best: bestHeldOut(result) })} {isAided && say('isAided')}
      </p>
    </>
  );
}
