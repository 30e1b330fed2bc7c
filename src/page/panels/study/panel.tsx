/** The panel next to the board of a study: its tree, its comments, and the setup of stones. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { BLACK, type Color, sideName, WHITE } from '../../../core/color.ts';
import type { TreeNode } from '../../../play/review/tree.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { say } from '../../lang/languages.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, Confirm, StepButtons } from '../../parts/controls.tsx';
import { colorText } from '../../parts/figures.ts';
import { showInside } from '../../parts/focus.ts';
import { EngineSwitch, MovesTitle, PanelEnd } from '../analyze/controls.tsx';

/** Number of characters of a comment that the tree shows. */
const SHOWN_COMMENT = 40;

export function StudyPanel({ page }: { readonly page: PageModel }) {
  const { analyze } = page;
  const { tool } = page.shown;
  const { game, cursor, desk } = analyze;
  if (analyze.setup !== null) return <SetupPanel page={page} />;
  return (
    <aside class="panel" aria-label={say('study')}>
      <div class="tools-row" role="group" aria-label={say('clickDoes')}>
        <Button text={say('toolMove')} aria-pressed={tool === 'move'} onClick={() => page.choose('move')} />
        <Button text={say('toolLetter')} aria-pressed={tool === 'letter'} onClick={() => page.choose('letter')} />
        <Button text={say('toolMarks')} aria-pressed={tool === 'marks'} onClick={() => page.choose('marks')} />
        <Button
          text={`${say('setUp')}…`}
          onClick={() => {
            analyze.beginSetup();
            page.choose('black');
          }}
        />
      </div>
      <div class="tools-row">
        <EngineSwitch analyze={analyze} />
        <Button text={`${say('studies')}…`} onClick={() => page.open('studies')} />
        {desk.hasEarlier && <Button text={say('backToStudy')} onClick={() => desk.backToEarlier()} />}
      </div>
      <MovesTitle game={game} />
      <Tree analyze={analyze} />
      <StepButtons position={cursor} />
      <label class="field comment">
        {say('comment')}
        <textarea
          rows={3}
          value={cursor.current.comment}
          onInput={(event) => cursor.setComment(event.currentTarget.value)}
        />
      </label>
      <PanelEnd page={page}>
        <Button text={say('makeMain')} disabled={!cursor.isVariation} onClick={() => cursor.makeMain()} />
        <Confirm
          key={game.plies.length}
          text={say('cutOff')}
          isEnabled={cursor.current.parent !== null}
          onSure={() => cursor.cutOff()}
        />
      </PanelEnd>
    </aside>
  );
}

function SetupPanel({ page }: { readonly page: PageModel }) {
  const { analyze } = page;
  const { tool } = page.shown;
  const toPlay = analyze.setup?.toPlay ?? BLACK;
  const end = (isWanted: boolean) => {
    analyze.endSetup(isWanted);
    page.choose('move');
  };
  return (
    <aside class="panel" aria-label={say('setUp')}>
      <p class="status">{say('setUpHow')}</p>
      <div class="tools-row" role="group" aria-label={say('clickDoes')}>
        {([BLACK, WHITE] as const).map((color) => {
          const name = sideName(color);
          const text = [<span key="chip" class={`chip ${name}`} aria-hidden="true" />, colorText(color, say)];
          return <Button key={color} text={text} aria-pressed={tool === name} onClick={() => page.choose(name)} />;
        })}
      </div>
      <p>{say('whoMoves')}</p>
      <div class="tools-row" role="group" aria-label={say('whoMoves')}>
        {([BLACK, WHITE] as readonly Color[]).map((color) => (
          <Button
            text={colorText(color, say)}
            key={color}
            aria-pressed={toPlay === color}
            onClick={() => analyze.setToPlay(color)}
          />
        ))}
      </div>
      <p class="hint-text">{say('setUpStartsNew')}</p>
      <div class="actions">
        <Button text={say('done')} class="primary" onClick={() => end(true)} />
        <Button text={say('cancel')} onClick={() => end(false)} />
      </div>
    </aside>
  );
}

function Tree({ analyze }: { readonly analyze: AnalyzeModel }) {
  const box = useRef<HTMLDivElement>(null);
  const { current, line } = analyze.cursor;
  useEffect(() => {
    showInside(box.current, '.now');
  }, [current]);
  const [root] = line;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <div class="tree" ref={box} tabIndex={0} role="group" aria-label={say('moves')}>
      {root.children.length === 0 && <p class="hint-text">{say('noMoves')}</p>}
      <Comment text={root.comment} />
      <Branches analyze={analyze} from={root} isMain />
    </div>
  );
}

/** The moves after a position: the first way in a row; other ways follow the move that they replace. */
function Branches({ analyze, from, isMain }: { analyze: AnalyzeModel; from: TreeNode; isMain: boolean }) {
  const parts: ComponentChildren[] = [];
  for (let node: TreeNode | undefined = from; node !== undefined && node.children.length > 0; node = node.children[0]) {
    const [first, ...others]: TreeNode[] = node.children;
    parts.push(<Move analyze={analyze} node={first} isMain={isMain} />);
    for (const other of others) {
      parts.push(
        <span class="branch">
          <Move analyze={analyze} node={other} isMain={false} />
          <Branches analyze={analyze} from={other} isMain={false} />
        </span>,
      );
    }
  }
  return <>{parts}</>;
}

function Move({ analyze, node, isMain }: { analyze: AnalyzeModel; node: TreeNode; isMain: boolean }) {
  const point = node.ply;
  const name = point === null ? '–' : labelOf(point, node.game.variant.height);
  const stones = node.game.plies.length;
  return (
    <>
      <button
        type="button"
        class={`${node === analyze.cursor.current ? 'now' : ''} ${isMain ? 'main' : ''}`}
        onClick={() => analyze.cursor.go(node)}
      >
        <small>{stones}.</small> {name}
      </button>
      <Comment text={node.comment} />
    </>
  );
}

function Comment({ text }: { readonly text: string }) {
  if (text === '') return null;
  return <em> {text.length > SHOWN_COMMENT ? `${text.slice(0, SHOWN_COMMENT)}…` : text} </em>;
}
