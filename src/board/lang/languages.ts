/** The languages of the page. English comes with the page, the others are loaded when they are wanted. */
import { en, type Words } from './en.ts';

export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'zh', name: '中文' },
  { code: 'ja', name: '日本語' },
  { code: 'ko', name: '한국어' },
  { code: 'ru', name: 'Русский' },
  { code: 'vi', name: 'Tiếng Việt' },
  { code: 'cs', name: 'Čeština' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => en,
  zh: async () => (await import('./zh.ts')).zh,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  ru: async () => (await import('./ru.ts')).ru,
  vi: async () => (await import('./vi.ts')).vi,
  cs: async () => (await import('./cs.ts')).cs,
};

let words: Words = en;
let spoken: Language = 'en';

/** The language that {@link say} speaks: one that is wanted may still be on its way. */
export function spokenLanguage(): Language {
  return spoken;
}

/** Makes a language the one that {@link say} speaks; English if it cannot be loaded. */
export async function useLanguage(language: Language): Promise<void> {
  words = await LOADERS[language]().catch(() => en);
  spoken = language;
}

/**
 * @param values put in for `{name}` in the text
 * @returns a text of the page in the reader's language
 */
export function say(key: keyof Words, values: Readonly<Record<string, string | number>> = {}): string {
  return words[key].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
