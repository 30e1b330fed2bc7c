/** Rules and first lessons, with pictures of what wins, and the dialog of keys and marks. Loaded when first opened. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { XY } from '../../../core/point.ts';
import { VERSION } from '../../../engine/version.ts';
import { LESSONS, type LessonFault, ROW_PICTURES } from '../../../play/problems/lessons.ts';
import { withPly } from '../../../play/state/game-state.ts';
import { parseDiagram } from '../../../records/notation/diagram.ts';
import { isFoul } from '../../../rules/index.ts';
import { Board, PositionPicture } from '../../drawing/board.tsx';
import type { Ghost, Mark } from '../../drawing/marks.tsx';
import { useShownGame } from '../../drawing/shown-game.ts';
import { pageSpeech, say } from '../../lang/languages.ts';
import { LESSON_WORDS, type LessonWords } from '../../lang/lesson-texts.ts';
import type { Words } from '../../lang/speech.ts';
import { LearnModel } from '../../models/learn/model.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ruleName, ruleWins } from '../../parts/rules.ts';
import { useModel } from '../../state/model.ts';
import type { Settings } from '../../state/settings.ts';

export function LearnView({ page }: { readonly page: PageModel }) {
  const { lesson } = page.shown;
  const [model] = useState(() => new LearnModel(lesson));
  useModel(model);
  const words = LESSON_WORDS[pageSpeech().language];
  useEffect(() => (lesson === '' ? page.openLesson(model.shown.lesson.id) : model.open(lesson)), [lesson]);
  const { lesson: shown, tried, done } = model.shown;
  const { next } = model;
  const number = LESSONS.indexOf(shown) + 1;
  const isOver = done.size === LESSONS.length;
  return (
    <>
      <section class="table" aria-label={say('learn')}>
        <LessonBoard model={model} settings={page.settings} />
      </section>
      <aside class="panel learn" aria-label={say('learn')}>
        <h2>{words.firstLessons}</h2>
        <nav class="lessons" aria-label={words.firstLessons}>
          {LESSONS.map(({ id }, i) => (
            <Button
              key={id}
              text={i + 1}
              class={done.has(id) ? 'done' : ''}
              aria-label={
                words.lessonNumber.replace('{number}', String(i + 1)) + (done.has(id) ? `, ${words.doneLesson}` : '')
              }
              aria-current={id === shown.id ? 'step' : undefined}
              onClick={() => page.openLesson(id)}
            />
          ))}
        </nav>
        <p class="task">
          <b>{words.lessonNumber.replace('{number}', String(number))}.</b>{' '}
          {words[shown.id as keyof LessonWords].replace('{rule}', ruleName(shown.rule))}
        </p>
        <p class={tried === null ? 'unseen' : `status ${model.isRight ? 'over' : 'wrong'}`} role="status">
          {tried === null ? '' : tried.answer === null ? words.right : faultText(words, tried.answer.fault)}
        </p>
        {model.isRight && (
          <div class="actions">
            {next !== null && <Button text={say('next')} class="primary" onClick={() => page.openLesson(next.id)} />}
          </div>
        )}
        {isOver && (
          <>
            <p class="advice">{words.allDone}</p>
            <div class="actions">
              <Button text={say('problems')} onClick={() => page.show('problems')} />
              <Button text={say('play')} onClick={() => page.show('play')} />
            </div>
          </>
        )}
        <h2>{words.howWon}</h2>
        <Rules words={words} />
      </aside>
    </>
  );
}

const faultText = (words: LessonWords, fault: LessonFault): string => words[`is-${fault}`];

function LessonBoard({ model, settings }: { readonly model: LearnModel; readonly settings: Settings }) {
  const { lesson, game, tried } = model.shown;
  const { isRight } = model;
  const wrong = tried !== null && !isRight ? tried.point : null;
  // A forbidden point is shown as such, without a stone.
  const isFound = isRight && isFoul(game.position, game.variant.rule, tried!.point, lesson.toPlay);
  const shown = useMemo(
    () => (isRight && !isFound ? withPly(game, tried!.point) : game),
    [game, isRight, isFound, tried],
  );
  const shared = useShownGame(pageSpeech(), shown, isFound ? tried!.point : null, false, shown !== game);
  const at: readonly XY[] = tried?.answer?.at ?? [];
  const marks: Mark[] = [
    // The marks of forbidden points would give the answer away.
    ...shared.marks.filter(({ kind }) => kind !== 'foul' || isFound),
    ...at.map((point): Mark => ({ kind: 'hint', point })),
  ];
  const ghosts: readonly Ghost[] = wrong === null ? [] : [{ point: wrong, color: lesson.toPlay, label: '✗' }];
  return (
    <div class="board-and-note">
      <Board
        {...shared}
        remarks={isFound ? shared.remarks : NO_REMARKS}
        look={{ ...settings.look, numbers: false }}
        marks={marks}
        ghosts={ghosts}
        toPlay={isRight ? null : lesson.toPlay}
        onPlay={(point) => model.play(point)}
        onHover={() => {}}
      />
    </div>
  );
}

const NO_REMARKS: ReadonlyMap<number, string> = new Map();

/** What wins under each rule, in words and pictures. */
function Rules({ words }: { readonly words: LessonWords }) {
  const rules = [...new Set(ROW_PICTURES.map(({ rule }) => rule))];
  return (
    <>
      {rules.map((rule) => (
        <section key={rule} class="rule-pictures">
          <h3>{ruleName(rule)}</h3>
          <p class="hint-text">{ruleWins(rule)}</p>
          <div class="pictures">
            {ROW_PICTURES.filter((one) => one.rule === rule).map(({ row, isWon }) => (
              <figure key={row} class={isWon ? 'won' : ''}>
                <PositionPicture position={parseDiagram(row)} />
                <figcaption>
                  {isWon ? '✓' : '✗'} {isWon ? words.wins : words.winsNot}
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

const KEYS: readonly (readonly [string, keyof Words | keyof LessonWords])[] = [
  ['← ↑ → ↓', 'keyArrows'],
  ['Enter', 'keyEnter'],
  ['Shift Enter', 'keyArrow'],
  ['N', 'keyNew'],
  ['Ctrl Z', 'undo'],
  ['Ctrl Y', 'redo'],
  ['H', 'hint'],
  ['M', 'moveNow'],
  ['S', 'share'],
  ['L', 'library'],
  ['P', 'play'],
  ['A', 'analyze'],
  ['D', 'study'],
  ['R', 'problems'],
  ['B', 'learn'],
  ['← →', 'keyStep'],
  ['Home End', 'keyEnds'],
  ['1 … 9', 'keyLine'],
  ['E', 'engine'],
  ['T', 'threats'],
  ['W', 'whatThreat'],
  ['F', 'solve'],
  ['?', 'help'],
];

const MARKS: readonly (readonly [string, keyof LessonWords])[] = [
  ['▲', 'markLast'],
  ['✕ 3 4 6', 'markFoul'],
  ['◌', 'markHint'],
  ['① 63', 'markValue'],
  ['◆', 'markBook'],
  ['■ ● ◎ ○', 'markThreat'],
  ['○ △ □ ✕ →', 'markOwn'],
];

export function Help({ page }: { readonly page: PageModel }) {
  const texts: Partial<Record<string, string>> = LESSON_WORDS[pageSpeech().language];
  const textOf = (key: keyof Words | keyof LessonWords) => texts[key] ?? say(key as keyof Words);
  return (
    <Dialog title={say('help')} name="help" onClose={() => page.close()}>
      <h3>{say('keys')}</h3>
      <dl>
        {KEYS.map(([key, text]) => (
          <div key={key + text}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{textOf(text)}</dd>
          </div>
        ))}
      </dl>
      <h3>{say('marks')}</h3>
      <dl>
        {MARKS.map(([sign, text]) => (
          <div key={text}>
            <dt>{sign}</dt>
            <dd>{textOf(text)}</dd>
          </div>
        ))}
      </dl>
      <p class="hint-text">
        {say('about', { version: VERSION })} <a href="THIRD-PARTY-NOTICES.txt">THIRD-PARTY-NOTICES</a>
      </p>
    </Dialog>
  );
}

/** @param props.name of the opening rule, see `play/opening/rules.ts` */
export function OpeningText({ name }: { readonly name: string }) {
  const words = LESSON_WORDS[pageSpeech().language];
  return <p class="hint-text opening-text">{words[`opening-${name}` as keyof LessonWords]}</p>;
}
