/** Texts of lessons, opening rules and help, in a file that the page loads when it first shows one of them. */
import cs from './learn/cs.json' with { type: 'json' };
import en from './learn/en.json' with { type: 'json' };
import ja from './learn/ja.json' with { type: 'json' };
import ko from './learn/ko.json' with { type: 'json' };
import ru from './learn/ru.json' with { type: 'json' };
import vi from './learn/vi.json' with { type: 'json' };
import zh from './learn/zh.json' with { type: 'json' };
import type { Language } from './speech.ts';

export type LessonWords = Readonly<Record<keyof typeof en, string>>;

export const LESSON_WORDS: Readonly<Record<Language, LessonWords>> = { en, zh, ja, ko, ru, vi, cs };
