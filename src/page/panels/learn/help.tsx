/** The dialog that explains keys and marks. */
import { VERSION } from '../../../engine/version.ts';
import { pageSpeech, say } from '../../lang/languages.ts';
import { LESSON_WORDS, type LessonWords } from '../../lang/lesson-texts.ts';
import type { Words } from '../../lang/speech.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Dialog } from '../../parts/dialog.tsx';

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
