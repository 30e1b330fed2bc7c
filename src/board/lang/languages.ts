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
let numbers = new Intl.NumberFormat(spoken);
let plurals = new Intl.PluralRules(spoken);

/** The language of {@link say}, which can lag behind the chosen one while that is loading. */
export function spokenLanguage(): Language {
  return spoken;
}

/** Switches {@link say} to a language; its texts are English if they cannot be loaded. */
export async function useLanguage(language: Language): Promise<void> {
  words = await LOADERS[language]().catch(() => en);
  spoken = words === en ? 'en' : language;
  numbers = new Intl.NumberFormat(spoken);
  plurals = new Intl.PluralRules(spoken);
}

/** @returns a number as the language writes it */
export function numberText(value: number): string {
  return numbers.format(value);
}

/** `{name}`, or `{name, plural, one {# move} other {# moves}}`: the plural of ICU's MessageFormat, without nesting. */
const PLACEHOLDER = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

/**
 * @param values replace the placeholders of the text; numbers are written as the language writes them
 * @returns a text of the page in the reader's language
 */
export function say(key: keyof Words, values: Readonly<Record<string, string | number>> = {}): string {
  return words[key].replace(PLACEHOLDER, (whole, name: string, forms?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    const text = typeof value === 'number' ? numberText(value) : value;
    return forms === undefined ? text : formFor(forms, Number(value)).replaceAll('#', text);
  });
}

/** @returns the form of a plural, of which `other` serves for all that have none */
function formFor(forms: string, count: number): string {
  const byCategory = new Map([...forms.matchAll(FORM)].map(([, category, form]) => [category, form]));
  return byCategory.get(plurals.select(count)) ?? byCategory.get('other') ?? '';
}
