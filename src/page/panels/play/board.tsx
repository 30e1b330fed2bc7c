/** The board of the game being played. */
import { useState } from 'preact/hooks';
import { EMPTY } from '../../../core/color.ts';
import { samePoint, type XY } from '../../../core/point.ts';
import { sideToMove } from '../../../play/state/game-state.ts';
import { Board } from '../../drawing/board.tsx';
import type { Ghost, Mark } from '../../drawing/marks.tsx';
import { useShownGame } from '../../drawing/shown-game.ts';
import { pageSpeech, say } from '../../lang/languages.ts';
import type { PageModel } from '../../models/page/model.ts';
import { refusalText } from './words.ts';

const NO_GHOSTS: readonly Ghost[] = [];
/** Labels of offered points. */
const LETTERS = 'ABCDEFGHIJ';

export function PlayBoard({ page: { play, settings } }: { readonly page: PageModel }) {
  const { game, offers, step } = play;
  const { hint, refused } = play.remarks;
  const { width, height } = game.position;
  const [hovered, setHovered] = useState<XY | null>(null);
  const shared = useShownGame(
    pageSpeech(),
    game,
    play.isYourTurn ? (refused?.point ?? hovered) : null,
    settings.look.numbers,
    true,
  );
  const marks: Mark[] = hint === null ? shared.marks : [...shared.marks, { kind: 'hint', point: hint.point }];
  const last = game.plies[game.plies.length - 1] ?? null;
  const indexOf = ({ x, y }: XY) => y * width + x;
  const offered = offers.map((point, i): Mark => ({ kind: 'letter', point, text: LETTERS[i], cell: EMPTY }));
  const remarks = new Map(shared.remarks);
  for (const [i, point] of offers.entries()) remarks.set(indexOf(point), `${say('offered')}, ${LETTERS[i]}`);
  return (
    <div class="board-and-note">
      <Board
        {...shared}
        look={settings.look}
        marks={[...marks, ...offered]}
        remarks={remarks}
        ghosts={NO_GHOSTS}
        square={step?.kind === 'place' && play.isYourTurn ? step.within : null}
        toPlay={play.isYourTurn && play.wantsPoint ? sideToMove(game) : null}
        onPlay={(point) => play.play(point)}
        // A tap on the last stone: the engine moves now.
        onStone={(point) => samePoint(point, last) && play.moveNow()}
        onHover={setHovered}
      />
      {refused !== null && (
        <p class="board-note" role="alert">
          {refusalText(refused, height, shared.remarks.get(indexOf(refused.point)) ?? '')}
        </p>
      )}
    </div>
  );
}
