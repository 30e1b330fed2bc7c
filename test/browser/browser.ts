/** Whether pages can be tested in a real browser. */
import { existsSync } from 'node:fs';
import { CHROMIUM } from '../../tools/common/chromium.ts';
import { canTest } from '../expected.ts';

export { openChromium } from '../../tools/common/chromium.ts';
export { serveTexts } from '../../tools/common/sites.ts';

/** False if no browser is installed; then the tests that need it are skipped. */
export const hasChromium = canTest(
  'chromium',
  'a page in a browser',
  CHROMIUM !== null && existsSync(CHROMIUM)
    ? null
    : `there is no ${CHROMIUM ?? 'Chromium (TENGEN_CHROMIUM can name one)'}`,
);
