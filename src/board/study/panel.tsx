/** Beside the board while a game is studied: its tree, what is written about it, and stones to set up. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BLACK, type Color, WHITE } from '../../core/color.ts';
import { labelOf } from '../../game/state/notation.ts';
import { lastPointOf, type TreeNode } from '../../review/tree.ts';
import type { AnalyzeModel } from '../analyze/model.ts';
import { say } from '../lang/languages.ts';
import { MoveEntry } from '../parts/move-entry.tsx';
import { variantText } from '../parts/rules.ts';
import { showInside } from '../parts/scroll.ts';
import { colorText } from '../play/words.ts';

/** What a click on the board does. */
export type Tool = 'move' | 'letter' | 'black' | 'white';

/** So much of a comment is shown in the tree. */
const SHOWN_COMMENT = 40;

export interface StudyPanelProps {
  readonly study: AnalyzeModel;
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly onStudies: () => void;
  readonly onShare: () => void;
  readonly onPlayOn: () => void;
}

export function StudyPanel({ study, tool, onTool, onStudies, onShare, onPlayOn }: StudyPanelProps) {
  const { game, cursor, desk } = study;
  if (study.setup !== null) return <SetupPanel study={study} tool={tool} onTool={onTool} />;
  const isOver = game.end !== null;
  return (
    <aside class="panel" aria-label={say('study')}>
      <div class="tools-row" role="group" aria-label={say('clickDoes')}>
        <ToolButton tool="move" chosen={tool} onTool={onTool}>
          {say('toolMove')}
        </ToolButton>
        <ToolButton tool="letter" chosen={tool} onTool={onTool}>
          {say('toolLetter')}
        </ToolButton>
        <button
          type="button"
          onClick={() => {
            study.beginSetup();
            onTool('black');
          }}
        >
          {say('setUp')}…
        </button>
        <button type="button" class="switch" role="switch" aria-checked={study.isOn} onClick={() => study.toggle()}>
          {say('engine')}
        </button>
      </div>
      <div class="tools-row">
        <button type="button" onClick={onStudies}>
          {say('studies')}…
        </button>
        {desk.hasEarlier && (
          <button type="button" onClick={() => desk.backToEarlier()}>
            {say('backToStudy')}
          </button>
        )}
      </div>
      <h2>
        {say('moves')} <small>{variantText(game.variant)}</small>
      </h2>
      <Tree study={study} />
      <div class="steps">
        <button type="button" aria-label={say('toStart')} onClick={() => cursor.goTo(0)}>
          «
        </button>
        <button type="button" aria-label={say('back')} onClick={() => cursor.step(-1)}>
          ‹
        </button>
        <button type="button" aria-label={say('forward')} onClick={() => cursor.step(1)}>
          ›
        </button>
        <button type="button" aria-label={say('toEnd')} onClick={() => cursor.goTo(Number.POSITIVE_INFINITY)}>
          »
        </button>
      </div>
      <label class="field comment">
        {say('comment')}
        <textarea
          rows={3}
          value={cursor.current.comment}
          onInput={(event) => cursor.setComment(event.currentTarget.value)}
        />
      </label>
      <MoveEntry size={game.position} isEnabled={!isOver} onMove={(point) => cursor.play(point)} />
      <div class="actions">
        <button type="button" disabled={!cursor.isVariation} onClick={() => cursor.makeMain()}>
          {say('makeMain')}
        </button>
        <CutOff key={game.plies.length} study={study} />
        <button type="button" disabled={isOver} onClick={onPlayOn}>
          {say('playOn')}
        </button>
        <button type="button" onClick={onShare}>
          {say('share')}…
        </button>
      </div>
    </aside>
  );
}

/** Asks before it takes something away. */
function CutOff({ study }: { readonly study: AnalyzeModel }) {
  const [isAsked, ask] = useState(false);
  if (!isAsked) {
    return (
      <button type="button" disabled={study.cursor.current.parent === null} onClick={() => ask(true)}>
        {say('cutOff')}
      </button>
    );
  }
  return (
    <button type="button" class="danger" onBlur={() => ask(false)} onClick={() => study.cursor.cutOff()}>
      {say('reallyCutOff')}
    </button>
  );
}

function SetupPanel({ study, tool, onTool }: Pick<StudyPanelProps, 'study' | 'tool' | 'onTool'>) {
  const toPlay = study.setup?.toPlay ?? BLACK;
  const end = (isWanted: boolean) => {
    study.endSetup(isWanted);
    onTool('move');
  };
  return (
    <aside class="panel" aria-label={say('setUp')}>
      <p class="status">{say('setUpHow')}</p>
      <div class="tools-row" role="group" aria-label={say('clickDoes')}>
        {([BLACK, WHITE] as const).map((color) => (
          <ToolButton key={color} tool={color === BLACK ? 'black' : 'white'} chosen={tool} onTool={onTool}>
            <span class={color === BLACK ? 'chip black' : 'chip white'} aria-hidden="true" />
            {colorText(color)}
          </ToolButton>
        ))}
      </div>
      <p>{say('whoMoves')}</p>
      <div class="tools-row">
        {([BLACK, WHITE] as readonly Color[]).map((color) => (
          <button key={color} type="button" aria-pressed={toPlay === color} onClick={() => study.setToPlay(color)}>
            {say('toMove', { color: colorText(color) })}
          </button>
        ))}
      </div>
      <p class="hint-text">{say('setUpStartsNew')}</p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => end(true)}>
          {say('done')}
        </button>
        <button type="button" onClick={() => end(false)}>
          {say('cancel')}
        </button>
      </div>
    </aside>
  );
}

function ToolButton(props: { tool: Tool; chosen: Tool; onTool: (tool: Tool) => void; children: ComponentChildren }) {
  return (
    <button type="button" aria-pressed={props.tool === props.chosen} onClick={() => props.onTool(props.tool)}>
      {props.children}
    </button>
  );
}

function Tree({ study }: { readonly study: AnalyzeModel }) {
  const box = useRef<HTMLDivElement>(null);
  const { current, line } = study.cursor;
  useEffect(() => {
    showInside(box.current, '.now');
  }, [current]);
  const [root] = line;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <div class="tree" ref={box} tabIndex={0} role="group" aria-label={say('moves')}>
      {root.children.length === 0 && <p class="hint-text">{say('noMoves')}</p>}
      <Comment text={root.comment} />
      <Branches study={study} from={root} isMain />
    </div>
  );
}

/** The moves from a position on: as long as there is one way, in a row; other ways before it goes on. */
function Branches({ study, from, isMain }: { study: AnalyzeModel; from: TreeNode; isMain: boolean }) {
  const parts: ComponentChildren[] = [];
  for (let node: TreeNode | undefined = from; node !== undefined && node.children.length > 0; node = node.children[0]) {
    const [first, ...others]: TreeNode[] = node.children;
    parts.push(<Move study={study} node={first} isMain={isMain} />);
    for (const other of others) {
      parts.push(
        <span class="branch">
          <Move study={study} node={other} isMain={false} />
          <Branches study={study} from={other} isMain={false} />
        </span>,
      );
    }
  }
  return <>{parts}</>;
}

function Move({ study, node, isMain }: { study: AnalyzeModel; node: TreeNode; isMain: boolean }) {
  const point = lastPointOf(node);
  const name = point === null ? '–' : labelOf(point, node.game.variant.height);
  const stones = node.game.plies.length;
  return (
    <>
      <button
        type="button"
        class={`${node === study.cursor.current ? 'now' : ''} ${isMain ? 'main' : ''}`}
        onClick={() => study.cursor.go(node)}
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
