/** A tab of a browser that is controlled from outside, and what a person does in it. */
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_S = 60;
const PAUSE_MS = 50;

/** Input of a pointer or a keyboard, in the form that WebDriver and WebDriver BiDi share. */
export interface InputSource {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

/** A tab with empty storage. */
export interface Tab {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** @returns the value of an expression in the page, or what its promise resolves to */
  evaluate(expression: string): Promise<unknown>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Chooses a file. @param selector of the input, in CSS */
  choose(selector: string, file: string): Promise<void>;
  close(): Promise<void>;
}

export interface Browser {
  readonly name: string;
  /** The folder in which downloads appear. */
  readonly downloads: string;
  newTab(): Promise<Tab>;
}

/** @returns what a function returns once it is not null @param what it waits for, for an error */
export async function waitFor<T>(
  what: string,
  find: () => T | null | Promise<T | null>,
  seconds = TIMEOUT_S,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(`waited ${seconds} s for ${what}`);
    await sleep(PAUSE_MS);
  }
}

/** Waits until an expression is true in the page. */
export async function until(tab: Tab, expression: string): Promise<void> {
  await waitFor(expression, async () => ((await tab.evaluate(`Boolean(${expression})`)) === true ? true : null));
}

/** @returns XPath of a button with this text */
export const button = (text: string): string => `//button[normalize-space()="${text}"]`;

/**
 * Clicks the middle of the first visible match, once it has stopped moving.
 * @param target CSS, or XPath that begins with / @param inside the document or a shadow root
 */
export async function click(tab: Tab, target: string, inside = 'document'): Promise<void> {
  let last = '';
  const [x, y] = await waitFor(target, async () => {
    const found = (await tab.evaluate(middleOf(target, inside))) as [number, number] | null;
    const isStill = found !== null && last === String(found);
    last = String(found);
    return isStill ? found.map(Math.round) : null;
  });
  const actions = [
    { type: 'pointerMove', x, y, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  await tab.perform([{ type: 'pointer', id: 'mouse', actions }]);
}

/** @returns an expression: the middle of an element that a pointer would reach there; null if there is none */
function middleOf(target: string, inside: string): string {
  const all = target.startsWith('/')
    ? `(() => { const found = document.evaluate(${JSON.stringify(target)}, document, null, 7);
        return Array.from({ length: found.snapshotLength }, (_, i) => found.snapshotItem(i)); })()`
    : `[...${inside}.querySelectorAll(${JSON.stringify(target)})]`;
  return `(() => {
    for (const element of ${all}) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const middle = [x + width / 2, y + height / 2];
      const hit = ${inside}.elementFromPoint(...middle);
      if (width > 0 && hit !== null && (element.contains(hit) || hit.contains(element))) return middle;
    }
    return null;
  })()`;
}

export async function type(tab: Tab, target: string, text: string): Promise<void> {
  await click(tab, target);
  const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
  await tab.perform([{ type: 'key', id: 'keyboard', actions }]);
}
