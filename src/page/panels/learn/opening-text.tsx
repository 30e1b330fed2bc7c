/** What an opening rule asks of both sides, in two or three sentences. */
import { pageSpeech } from '../../lang/languages.ts';
import { LESSON_WORDS, type LessonWords } from '../../lang/lesson-texts.ts';

/** @param props.name of the opening rule, see `play/opening/rules.ts` */
export function OpeningText({ name }: { readonly name: string }) {
  const words = LESSON_WORDS[pageSpeech().language];
  return <p class="hint-text opening-text">{words[`opening-${name}` as keyof LessonWords]}</p>;
}
