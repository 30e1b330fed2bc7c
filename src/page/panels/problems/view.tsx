/** The problems: their model, board and panel. Loaded when they are first opened. */
import { useState } from 'preact/hooks';
import type { XY } from '../../../core/point.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { Board } from '../../drawing/board.tsx';
import type { Ghost, Mark } from '../../drawing/marks.tsx';
import { useShownGame } from '../../drawing/shown-game.ts';
import { pageSpeech, say } from '../../lang/languages.ts';
import type { PageModel } from '../../models/page/model.ts';
import type { ProblemModel } from '../../models/problems/model.ts';
import type { Settings } from '../../state/settings.ts';
import { ProblemPanel } from './panel.tsx';

export { ProblemModel } from '../../models/problems/model.ts';

export function ProblemView({ page }: { readonly page: PageModel }) {
  const { problems, settings } = page;
  return (
    <>
      <section class="table" aria-label={say('problems')}>
        {problems !== null && <ProblemBoard model={problems} settings={settings} />}
      </section>
      <aside class="panel problems" aria-label={say('problems')}>
        {problems !== null && <ProblemPanel page={page} model={problems} />}
      </aside>
    </>
  );
}

const NO_GHOSTS: readonly Ghost[] = [];

function ProblemBoard({ model, settings }: { readonly model: ProblemModel; readonly settings: Settings }) {
  const { game } = model;
  const { phase, hint, refused } = model.shown;
  const [hovered, setHovered] = useState<XY | null>(null);
  const played = game.plies.length - (game.setupPlies ?? 0);
  const shared = useShownGame(pageSpeech(), game, refused ?? hovered, false, played > 0);
  const marks: Mark[] = hint === null ? shared.marks : [...shared.marks, { kind: 'hint', point: hint }];
  return (
    <div class="board-and-note">
      <Board
        {...shared}
        // Setup stones have no move numbers.
        look={{ ...settings.look, numbers: false }}
        marks={marks}
        ghosts={NO_GHOSTS}
        toPlay={phase === 'solve' ? model.solver : null}
        onPlay={(point) => void model.play(point)}
        onHover={setHovered}
      />
      {refused !== null && (
        <p class="board-note" role="alert">
          {say('refusal-foul', {
            point: labelOf(refused, game.position.height),
            reason: shared.remarks.get(refused.y * game.position.width + refused.x) ?? '',
          })}
        </p>
      )}
    </div>
  );
}
