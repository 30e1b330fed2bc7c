/** Controls that analysis and study share. */
import type { ComponentChildren } from 'preact';
import type { GameState } from '../../../play/state/game-state.ts';
import { usualWinLength } from '../../../play/state/variant.ts';
import { say } from '../../lang/languages.ts';
import type { TreeCursor } from '../../models/analyze/cursor.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
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
  readonly cursor: TreeCursor;
  readonly onPlayOn: () => void;
  readonly onShare: () => void;
  /** Checks the position, and saves it if it is a problem. */
  readonly onProblem: () => void;
  /** Actions of this panel alone, the first ones in the row. */
  readonly children?: ComponentChildren;
}

/** The end of the panel: a field to type moves, and the actions. */
export function PanelEnd({ cursor, onPlayOn, onShare, onProblem, children }: PanelEndProps) {
  const { game } = cursor;
  const isOver = game.end !== null;
  const { rule, width, height } = game.variant;
  const hasUsualRow = rule.winLength === usualWinLength(width, height);
  return (
    <>
      <MoveEntry size={game.position} isEnabled={!isOver} onMove={(point) => cursor.play(point)} />
      <div class="actions">
        {children}
        <Button text={say('playOn')} disabled={isOver} onClick={onPlayOn} />
        <Button text={`${say('share')}…`} onClick={onShare} />
        <Button text={say('saveProblem')} disabled={isOver || !hasUsualRow} onClick={onProblem} />
      </div>
    </>
  );
}
