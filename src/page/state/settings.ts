/** The look and the language of the page, stored in the browser. */
import { LANGUAGES, type Language, languageFor } from '../lang/speech.ts';
import { Model } from './model.ts';
import { readKept, remember } from './storage.ts';

export interface Look {
  readonly theme: 'auto' | 'light' | 'dark';
  readonly language: Language;
  /** Whether stones show their move numbers. */
  readonly numbers: boolean;
  readonly coordinates: boolean;
  /** Whether a stone that is played is heard. */
  readonly sound: boolean;
  /** Stones, or X and O as on paper. */
  readonly stones: 'stones' | 'letters';
}

export class Settings extends Model {
  look: Look;

  constructor() {
    super();
    const kept = (readKept('look') ?? {}) as Partial<Look>;
    this.look = {
      theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : 'auto',
      language: LANGUAGES.some(({ code }) => code === kept.language) ? (kept.language as Language) : systemLanguage(),
      numbers: kept.numbers === true,
      coordinates: kept.coordinates !== false,
      sound: kept.sound === true,
      stones: kept.stones === 'letters' ? 'letters' : 'stones',
    };
    this.apply();
  }

  set(values: Partial<Look>): void {
    this.look = { ...this.look, ...values };
    remember('look', this.look);
    this.apply();
    this.changed();
  }

  private apply(): void {
    const { theme, language } = this.look;
    const root = document.documentElement;
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.lang = language;
  }
}

function systemLanguage(): Language {
  return navigator.languages.map(languageFor).find((language) => language !== null) ?? 'en';
}
