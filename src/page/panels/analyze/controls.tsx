/** Controls that analysis and study share. */
import type { ComponentChildren } from 'preact';
import type { GameState } from '../../../play/state/game-state.ts';
import { usualWinLength } from '../../../play/state/variant.ts';
import { say } from '../../lang/languages.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button } from '../../parts/controls.tsx';
import { MoveEntry } from '../../parts/move-entry.tsx';
import { variantText } from '../../parts/rules.ts';

export function EngineSwitch({ analyze }: { readonly analyze: AnalyzeModel }) {
  return (
    <Button
      text={say('engine')}
      class="switch"
      role="switch"
      aria-checked={analyze.isOn}
      onClick={() => analyze.toggle()}
    />
  );
}

export function MovesTitle({ game }: { readonly game: GameState }) {
  return (
    <h2>
      {say('moves')} <small>{variantText(game.variant)}</small>
    </h2>
  );
}

interface PanelEndProps {
  readonly page: PageModel;
  /** Actions of this panel alone, the first ones in the row. */
  readonly children?: ComponentChildren;
}

/** The end of the panel: a field to type moves, and the actions. */
export function PanelEnd({ page, children }: PanelEndProps) {
  const { cursor } = page.analyze;
  const { game } = cursor;
  const isOver = game.end !== null;
  const { rule, width, height } = game.variant;
  const hasUsualRow = rule.winLength === usualWinLength(width, height);
  return (
    <>
      <MoveEntry size={game.position} isEnabled={!isOver} onMove={(point) => cursor.play(point)} />
      <div class="actions">
        {children}
        <Button text={say('playOn')} disabled={isOver} onClick={() => page.playOn()} />
        <Button text={`${say('share')}…`} onClick={() => page.open('share')} />
        <Button text={say('saveProblem')} disabled={isOver || !hasUsualRow} onClick={() => page.saveAsProblem()} />
      </div>
    </>
  );
}
