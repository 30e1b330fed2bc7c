/** The language of an element, as HTML has it: that of the nearest `lang`, its own or an ancestor's. */
import { type Language, languageFor } from '../lang/speech.ts';

/** @returns English if no `lang` is there, or the nearest one is not among the languages */
export function languageOf(element: Element): Language {
  for (let at: Element | null = element; at !== null; at = hostOf(at)) {
    const tag = at.closest('[lang]')?.getAttribute('lang');
    if (typeof tag === 'string') return languageFor(tag) ?? 'en';
  }
  return 'en';
}

/** Calls back when a `lang` changes that can concern the element, which is in the document. */
export function watchLanguage(element: Element, onChange: () => void): MutationObserver {
  const observer = new MutationObserver(onChange);
  for (let at: Element | null = element; at !== null; at = hostOf(at)) {
    observer.observe(at.getRootNode(), { subtree: true, attributeFilter: ['lang'] });
  }
  return observer;
}

/** @returns the element whose shadow tree contains this one; null: none, it is in the document's own tree */
function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
