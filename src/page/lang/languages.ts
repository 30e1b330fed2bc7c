/** The language of the page. What the page shares with <tengen-board> is given a {@link Speech} instead. */
import { ENGLISH, type Language, loadSpeech, type Say, type Speech } from './speech.ts';

let speech = ENGLISH;

/** The speech of {@link say}, which can lag behind the chosen language while that is loading. */
export function pageSpeech(): Speech {
  return speech;
}

/** Switches {@link say} to a language; its texts are English if they cannot be loaded. */
export async function useLanguage(language: Language): Promise<void> {
  speech = await loadSpeech(language);
}

/** @returns a number as the language writes it */
export function numberText(value: number): string {
  return speech.numberText(value);
}

/** @returns a text of the page in the reader's language */
export const say: Say = (key, values) => speech.say(key, values);
