/** No text of the page is cut or overflows, in any language, on a desktop and on a phone. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { say, useLanguage } from '../../../src/page/lang/languages.ts';
import { LANGUAGES, type Language } from '../../../src/page/lang/speech.ts';
import { openKept } from '../../../tools/common/board-page.ts';
import { openSettings, VIEWS } from '../../../tools/common/board-views.ts';
import { hasBrowser, useBrowser, useSite } from '../browser.ts';
import { openSite } from './kit.ts';

const PHONE = 390;
const DESKTOP = 1280;
/** The languages with the longest texts; the others are shorter, and checked on a phone only. */
const ON_DESKTOP: readonly Language[] = ['en', 'ru', 'cs'];

/**
 * Elements wider than their box, at the depth and speed of any machine. A line of moves ends with an ellipsis, and typed
 * text scrolls.
 */
const OVERFLOWING = `document.querySelectorAll('.speed span').forEach(({ firstChild }) => {
  firstChild.data = firstChild.data.replace(/[\\d.,]+/, '888.8');
});
[...document.querySelectorAll('body *')]
  .filter((one) => one instanceof HTMLElement && one.clientWidth > 0 && !one.matches('.pv, .unseen, input, textarea'))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.tagName + '.' + one.className + ': ' + one.textContent)`;

/** In the open settings. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.selectOption('.settings select', language);
  await useLanguage(language);
  await page.waitForSelector(`nav button:text-is("${say('play')}")`);
}

async function closeDialog(page: Page): Promise<void> {
  await page.click('dialog header button');
  await page.waitForSelector('dialog', { state: 'detached' });
}

describe.skipIf(!hasBrowser)('texts fit', () => {
  const browser = useBrowser();
  const url = useSite(openSite);
  afterAll(() => useLanguage('en'));

  test.each(VIEWS.map((view) => [view.name, view] as const))('%s', async (_, view) => {
    await useLanguage('en');
    const page = await openKept(browser(), url(), view, { locale: 'en-US' });
    // Otherwise its engine would analyze until the browser closes.
    onTestFinished(() => page.context().close());
    const faults: string[] = [];
    // The settings stay open over a view that is not a dialog.
    const isDialog = view.isDialog === true;
    if (!isDialog) {
      await view.act?.(page);
      await openSettings(page);
    }
    await page.setViewportSize({ width: PHONE, height: 800 });
    for (const { code } of LANGUAGES) {
      if (isDialog) await openSettings(page);
      await speak(page, code);
      if (isDialog) {
        await closeDialog(page);
        await view.act?.(page);
      }
      for (const width of ON_DESKTOP.includes(code) ? [DESKTOP, PHONE] : [PHONE]) {
        await page.setViewportSize({ width, height: 800 });
        const found: string[] = await page.evaluate(OVERFLOWING);
        faults.push(...found.map((fault) => `${code} at ${width}: ${fault}`));
      }
      if (isDialog) await closeDialog(page);
    }
    expect(faults).toEqual([]);
  });
});
