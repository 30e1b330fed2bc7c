/** What <tengen-board> shows: the board of the page, a status line, buttons to step through the game, the move list. */
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { EMPTY } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { sideToMove } from '../../play/state/game-state.ts';
import { labelOf } from '../../play/state/notation.ts';
import { cellAt } from '../../rules/index.ts';
import { Board } from '../drawing/board.tsx';
import type { Ghost, Mark } from '../drawing/marks.tsx';
import { useShownGame } from '../drawing/shown-game.ts';
import { turned, turnedBack, turnedGame, turnedNames } from '../drawing/turned-game.ts';
import { ENGLISH, type Language, loadSpeech, type Say, type Speech } from '../lang/speech.ts';
import { Button } from '../parts/controls.tsx';
import { chanceOrWin, colorText, resultText } from '../parts/figures.ts';
import { MoveList } from '../parts/move-list.tsx';
import { useModel } from '../state/model.ts';
import type { BoardModel, Note } from './model.ts';

const LOOK = { numbers: true, coordinates: true, stones: 'stones' } as const;
const NO_GHOSTS: readonly Ghost[] = [];

/** The steps through the game, by key; the buttons take the same ones. */
const STEPS: Readonly<Record<string, (index: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: () => Number.POSITIVE_INFINITY,
};

/** @returns the language; until it has loaded, the last one, and null if there is none */
function useSpeech(language: Language): Speech | null {
  const [speech, setSpeech] = useState<Speech | null>(language === 'en' ? ENGLISH : null);
  useLayoutEffect(() => {
    let isWanted = true;
    void loadSpeech(language).then((loaded) => isWanted && setSpeech(loaded));
    return () => {
      isWanted = false;
    };
  }, [language]);
  return speech;
}

export function View({ model, language }: { readonly model: BoardModel; readonly language: Language }) {
  useModel(model);
  const loaded = useSpeech(language);
  const speech = loaded ?? ENGLISH;
  const { say } = speech;
  const { shown, game, index, toPlay, fault, failure, turn } = model;
  const { width, height } = shown.position;
  const seen = useMemo(() => turnedGame(shown, turn), [shown, turn]);
  const names = useMemo(() => (turn === 0 ? undefined : turnedNames({ width, height }, turn)), [width, height, turn]);
  const [hovered, setHovered] = useState<XY | null>(null);
  const shared = useShownGame(speech, seen, hovered, LOOK.numbers, index > 0);
  const first = game.setupPlies ?? 0;
  // Setup stones were not played.
  const numbers = useMemo(() => shared.numbers.map((number) => Math.max(0, number - first)), [shared.numbers, first]);
  const marks: Mark[] = [...shared.marks];
  for (const [i, info] of model.candidates.entries()) {
    const [point] = info.pv;
    if (cellAt(shown.position, point.x, point.y) !== EMPTY) continue;
    marks.push({
      kind: 'value',
      point: turned(point, shown.position, turn),
      rank: i + 1,
      text: chanceOrWin(info).replace(' %', ''),
    });
  }
  const count = game.plies.length - first;
  const step = (key: string) => model.goTo(STEPS[key](index));
  return (
    <div
      class={loaded === null ? 'viewer waiting' : 'viewer'}
      lang={speech.language}
      onKeyDownCapture={(event) => {
        const onBoard = (event.target as HTMLElement).closest('[role=grid]') !== null;
        // On a board to play on, arrows move from point to point.
        if (STEPS[event.key] === undefined || (onBoard && toPlay !== null)) return;
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        step(event.key);
      }}
    >
      <div class="place" part="board">
        <Board
          {...shared}
          numbers={numbers}
          names={names}
          look={LOOK}
          marks={marks}
          ghosts={NO_GHOSTS}
          toPlay={toPlay}
          onPlay={(point) => model.play(turnedBack(point, shown.position, turn))}
          onHover={setHovered}
        />
      </div>
      <div class="side" part="panel">
        <p class="status" part="status" role="status">
          {stateText(model, shared, say)}
        </p>
        {fault !== '' && (
          // Errors in attributes are for the author of the page, and in English.
          <p class="fault" part="fault" role="alert" lang={failure === '' ? 'en' : speech.language}>
            {failure === '' ? fault : say('engineFailed', { reason: failure })}
          </p>
        )}
        <div class="steps">
          <Step label={say('toStart')} sign="«" isOff={index === 0} onClick={() => step('Home')} />
          <Step label={say('back')} sign="‹" isOff={index === 0} onClick={() => step('ArrowLeft')} />
          <Step label={say('forward')} sign="›" isOff={index === count} onClick={() => step('ArrowRight')} />
          <Step label={say('toEnd')} sign="»" isOff={index === count} onClick={() => step('End')} />
        </div>
        <div part="moves">
          <MoveList
            speech={speech}
            plies={game.plies.slice(first)}
            height={game.variant.height}
            current={index}
            onGo={(plies) => model.goTo(plies)}
          />
        </div>
      </div>
    </div>
  );
}

function Step(props: { label: string; sign: string; isOff: boolean; onClick: () => void }) {
  const { label, sign, isOff, onClick } = props;
  // aria-disabled, not disabled: the last step must not lose the focus.
  return <Button text={sign} aria-label={label} title={label} aria-disabled={isOff} onClick={onClick} />;
}

function stateText(model: BoardModel, shared: ReturnType<typeof useShownGame>, say: Say): string {
  const { note, task, shown } = model;
  if (note !== null) return noteText(note, model, shared.remarks, say);
  if (shown.end !== null) return resultText(shown, say);
  const color = colorText(sideToMove(shown), say);
  if (task !== null) return say(task === 'win' ? 'toWin' : 'toDefend', { color });
  return model.isEngineThinking ? say('thinking') : say('toMove', { color });
}

function noteText(note: Note, model: BoardModel, remarks: ReadonlyMap<number, string>, say: Say): string {
  if (note.kind === 'solved') return say(model.problem?.kind === 'foul' ? 'solvedFoul' : 'solvedIt');
  const { position } = model.shown;
  const point = labelOf(note.point, position.height);
  switch (note.kind) {
    case 'forbidden':
      return say('refusal-foul', { point, reason: remarks.get(indexOnBoard(note.point, model)) ?? '' });
    case 'wrong':
      return say('wrongMove', { point });
    case 'right':
      return say('rightSoFar', { point, reply: labelOf(note.reply, position.height) });
  }
}

/** @returns the index of a point on the board as it is turned */
function indexOnBoard(point: XY, { shown: { position }, turn }: BoardModel): number {
  const { x, y } = turned(point, position, turn);
  return y * (turn % 2 === 0 ? position.width : position.height) + x;
}
