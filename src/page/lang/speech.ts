/** The languages, and texts in one of them. English comes with the page, the others are loaded when they are wanted. */
import en from './en.json' with { type: 'json' };

/** A text for every key of en.json, with placeholders such as `{name}`, which {@link Say} describes. */
export type Words = Readonly<Record<keyof typeof en, string>>;

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

const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Words }>>> = {
  zh: () => import('./zh.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ko: () => import('./ko.json', { with: { type: 'json' } }),
  ru: () => import('./ru.json', { with: { type: 'json' } }),
  vi: () => import('./vi.json', { with: { type: 'json' } }),
  cs: () => import('./cs.json', { with: { type: 'json' } }),
};

/** @param tag such as `zh` or `zh-Hant-TW` @returns the language that it names; null: none of these */
export function languageFor(tag: string): Language | null {
  const [wanted] = tag.trim().toLowerCase().split('-');
  return LANGUAGES.find(({ code }) => code === wanted)?.code ?? null;
}

/**
 * @param values replace the placeholders of the text; numbers are written as the language writes them
 * @returns a text in the reader's language
 */
export type Say = (key: keyof Words, values?: Readonly<Record<string, string | number>>) => string;

/** Texts and numbers in one language. A page can have several elements, each in its own language. */
export interface Speech {
  readonly language: Language;
  readonly say: Say;
  /** @returns a number as the language writes it */
  numberText(value: number): string;
}

/** `{name}`, or `{name, plural, one {# move} other {# moves}}`: the plural of ICU's MessageFormat, without nesting. */
const PLACEHOLDER = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

function speechOf(language: Language, words: Words): Speech {
  const numbers = new Intl.NumberFormat(language);
  const plurals = new Intl.PluralRules(language);
  const numberText = (value: number): string => numbers.format(value);
  // `other` serves for all categories that have no form.
  const formFor = (forms: string, count: number): string => {
    const byCategory = new Map([...forms.matchAll(FORM)].map(([, category, form]) => [category, form]));
    return byCategory.get(plurals.select(count)) ?? byCategory.get('other') ?? '';
  };
  const say: Say = (key, values = {}) =>
    words[key].replace(PLACEHOLDER, (whole, name: string, forms?: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      const text = typeof value === 'number' ? numberText(value) : value;
      return forms === undefined ? text : formFor(forms, Number(value)).replaceAll('#', text);
    });
  return { language, say, numberText };
}

export const ENGLISH = speechOf('en', en);

/** @returns the texts of a language; English if they cannot be loaded */
export async function loadSpeech(language: Language): Promise<Speech> {
  if (language === 'en') return ENGLISH;
  try {
    return speechOf(language, (await LOADERS[language]()).default);
  } catch {
    return ENGLISH;
  }
}
