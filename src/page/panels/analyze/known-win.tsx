/** A win that the book has in the analyzed position, and a walk through it: the user plays White, and Black answers. */
import { useEffect, useState } from 'preact/hooks';
import { BLACK } from '../../../core/color.ts';
import { readPoint } from '../../../play/state/notation.ts';
import type { BookWin } from '../../../records/book/look-up.ts';
import { say } from '../../lang/languages.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
import { Button } from '../../parts/controls.tsx';
import { KnownWinText, useKnownWin } from '../book/known-win.tsx';

export function AnalyzedWin({ analyze }: { readonly analyze: AnalyzeModel }) {
  const { game } = analyze;
  const win = useKnownWin(game);
  const [isWalking, setWalking] = useState(false);
  useEffect(() => {
    if (isWalking && win !== undefined) void answer(analyze, win);
  }, [isWalking, game, win === undefined]);
  if (!isWalking && !win) return null;
  return (
    <>
      <KnownWinText win={win} />
      <div class="actions">
        <Button text={say('showWhy')} aria-pressed={isWalking} onClick={() => setWalking(!isWalking)} />
        {isWalking && <span class="hint-text">{say('showWhyHow')}</span>}
      </div>
    </>
  );
}

/** Plays Black's winning move in a new position: that of the book, or else one that the engine proves. */
async function answer(analyze: AnalyzeModel, win: BookWin | null): Promise<void> {
  const { game, cursor } = analyze;
  if (game.end !== null || cursor.color !== BLACK || cursor.current.children.length > 0) return;
  if (win === null) await analyze.solve();
  const { finding } = analyze;
  const proven = finding?.kind === 'proof' ? finding.figures?.pv[0] : undefined;
  const point = win === null ? proven : readPoint(win.move ?? '', game.variant);
  if (point && analyze.game === game) cursor.play(point);
}
