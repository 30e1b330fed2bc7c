/**
 * Takes pictures of the board page in its languages, from the sources: npm run tool -- board-views FOLDER [language ...]
 * Every view on a desktop and on a phone, in light and dark, as FOLDER/LANGUAGE-SCREEN-THEME-VIEW.png.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { oneOf, readValue } from '../src/core/values.ts';
import { useLanguage } from '../src/page/lang/languages.ts';
import { LANGUAGES, type Language } from '../src/page/lang/speech.ts';
import { boardFiles } from './bundle/web.ts';
import { openKept, withBoard } from './common/board-page.ts';
import { SCREENS, VIEWS } from './common/board-views.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = {
  options: {},
  operands: { noun: 'word', min: 1, max: Number.POSITIVE_INFINITY, expected: 'the folder for the pictures' },
} as const satisfies ToolSyntax;

const THEMES = ['light', 'dark'] as const;

export async function main(args: readonly string[]): Promise<number> {
  const [folder, ...named] = toolArguments(SYNTAX, args, 'board-views').operands;
  const known = oneOf(LANGUAGES.map(({ code }) => code));
  const wanted = named.map((code) => readValue(known, 'language', code));
  mkdirSync(folder, { recursive: true });
  const codes = LANGUAGES.map(({ code }) => code).filter((code) => wanted.length === 0 || wanted.includes(code));
  await withBoard(await boardFiles(), async (browser, url) => {
    for (const language of codes) await takeAll(language, browser, url, folder);
  });
  return 0;
}

async function takeAll(language: Language, browser: Parameters<typeof openKept>[0], url: string, folder: string) {
  await useLanguage(language);
  for (const [screen, options] of Object.entries(SCREENS)) {
    for (const theme of THEMES) {
      for (const view of VIEWS) {
        const page = await openKept(browser, url, view, { ...options, locale: language, colorScheme: theme });
        await page.waitForSelector(`html[lang=${language}]`);
        await view.act?.(page);
        await page.waitForTimeout(200);
        await page.screenshot({
          path: join(folder, `${language}-${screen}-${theme}-${view.name}.png`),
          fullPage: screen === 'phone' && (await page.$('dialog')) === null,
        });
        await page.context().close();
      }
    }
  }
}
