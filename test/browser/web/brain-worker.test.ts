/** The brain as a web worker, and the library from a `<script>` tag, as any page loads them from the package. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/index.ts';
import { serveTexts } from '../../../tools/common/sites.ts';
import { hasBrowser, useBrowser, useSite } from '../browser.ts';

const DIST = fileURLToPath(new URL('../../../dist/web/', import.meta.url));
const SCRIPTS = Object.fromEntries(
  ['index.js', 'search.js', 'worker.js', 'tengen.js'].map((name) => [`/${name}`, readFileSync(DIST + name, 'utf8')]),
);

/** A worker with the lines that it has posted so far; the functions run in the page. */
interface Talk {
  readonly worker: { postMessage(message: unknown): void };
  readonly lines: string[];
}
type Inside = {
  talk(worker: Talk['worker'] | string): Talk;
  load(url: string): Promise<typeof import('../../../src/web.ts')>;
  until(talk: Talk, end: string): Promise<string[]>;
};

/** Defines functions that the tests use in the page. */
const KIT = `
  globalThis.load = (url) => import(url);
  globalThis.talk = (given) => {
    const worker = typeof given === 'string' ? new Worker(given) : given;
    const lines = [];
    worker.onmessage = ({ data }) => lines.push(data);
    worker.onerror = ({ message }) => lines.push('FAILED ' + message);
    return { worker, lines };
  };
  // The lines up to the first one that matches.
  globalThis.until = async ({ lines }, end) => {
    for (;;) {
      const found = lines.findIndex((line) => new RegExp(end).test(line));
      if (found >= 0) return lines.splice(0, found + 1);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };`;
const PAGE = `<!doctype html><title>t</title><script>${KIT}</script>`;
const A_MOVE = String.raw`^\d+,\d+$|FAILED`;

async function moveOnNode(maxNodes: number): Promise<string> {
  const engine = createEngine();
  engine.play(7, 7);
  const { x, y } = await engine.think({ maxNodes });
  engine.close();
  return `${x},${y}`;
}

describe.skipIf(!hasBrowser).each([true, false])('cross-origin isolated: %s', (isIsolated) => {
  const browser = useBrowser();
  const url = useSite(() => serveTexts({ ...SCRIPTS, '/': PAGE }, isIsolated));
  let page: Page;
  beforeAll(async () => {
    page = await browser().newPage();
    await page.goto(url());
  });

  test('the brain answers commands, several in one message too, with the move of Node', async () => {
    const lines = await page.evaluate(async (end) => {
      const { talk, until } = globalThis as unknown as Inside;
      const brain = talk('/worker.js');
      brain.worker.postMessage('START 15');
      const start = await until(brain, '^OK$');
      brain.worker.postMessage('INFO max_node 20000\r\nBOARD\n7,7,2\nDONE\n');
      return [...start, ...(await until(brain, end))];
    }, A_MOVE);
    expect(lines[0]).toBe('OK');
    expect(lines.at(-1)).toBe(await moveOnNode(20_000));
    expect(lines.filter((line) => /^(?:ERROR|UNKNOWN|DEBUG)/.test(line))).toEqual([]);
  });

  test('YXSTOP ends a search with a move, and the game continues', async () => {
    const lines = await page.evaluate(async (end) => {
      const { talk, until } = globalThis as unknown as Inside;
      const brain = talk('/worker.js');
      for (const line of ['START 15', 'INFO timeout_turn 86400000', 'TURN 7,7']) brain.worker.postMessage(line);
      await until(brain, 'depth|DEPTH|^MESSAGE');
      brain.worker.postMessage('YXSTOP');
      const first = await until(brain, end);
      for (const line of ['INFO timeout_turn 0', 'TURN 0,0']) brain.worker.postMessage(line);
      return [first, await until(brain, end)];
    }, A_MOVE);
    for (const part of lines) expect(part.at(-1)).toMatch(/^\d+,\d+$/);
  });

  test('what is not text is refused in one line, and the game continues', async () => {
    const lines = await page.evaluate(async (end) => {
      const { talk, until } = globalThis as unknown as Inside;
      const brain = talk('/worker.js');
      for (const line of ['START 15', { turn: '7,7' }, 'INFO max_node 1000', 'TURN 7,7']) {
        brain.worker.postMessage(line);
      }
      return until(brain, end);
    }, A_MOVE);
    expect(lines.slice(0, 2)).toEqual(['OK', 'ERROR message of type object: expected text such as START 15']);
    expect(lines.at(-1)).toMatch(/^\d+,\d+$/);
  });

  test('after END nothing more is answered', async () => {
    const lines = await page.evaluate(async () => {
      const { talk, until } = globalThis as unknown as Inside;
      const brain = talk('/worker.js');
      for (const line of ['START 15', 'END', 'START 20']) brain.worker.postMessage(line);
      await until(brain, '^OK$');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return brain.lines;
    });
    expect(lines).toEqual([]);
  });

  test('the library says which worker it needs if it gets the brain', async () => {
    const failures = await page.evaluate(async () => {
      const { createEngine } = await (globalThis as unknown as Inside).load('/index.js');
      const failures: string[] = [];
      const engine = createEngine({ workerUrl: '/worker.js', onDebug: (text) => failures.push(text) });
      await engine.think({ maxNodes: 1000 }).catch((error: Error) => failures.push(error.message));
      engine.close();
      return failures;
    });
    expect(failures[0]).toContain('tengen/worker: expected tengen/search');
  });
});

describe.skipIf(!hasBrowser).each([true, false])('from another server, cross-origin isolated: %s', (isIsolated) => {
  const browser = useBrowser();

  test('the script of one tag starts the brain and the library', async () => {
    const cdn = await serveTexts(SCRIPTS, false, { 'Cross-Origin-Resource-Policy': 'cross-origin' });
    const site = await serveTexts({ '/': `${PAGE}<script src="${cdn.url}/tengen.js"></script>` }, isIsolated);
    const page = await browser().newPage();
    try {
      await page.goto(site.url);
      const found = await page.evaluate(async (end) => {
        const { talk, until, tengen } = globalThis as unknown as Inside & {
          tengen: typeof import('../../../src/script.ts');
        };
        const brain = talk(tengen.startWorker());
        for (const line of ['START 15', 'INFO max_node 20000', 'TURN 7,7']) brain.worker.postMessage(line);
        const move = (await until(brain, end)).at(-1);
        const failures: string[] = [];
        const engine = tengen.createEngine({ onDebug: (text) => failures.push(text) });
        engine.play(7, 7);
        const { x, y } = await engine.think({ maxNodes: 20_000 });
        engine.close();
        return { move, played: `${x},${y}`, failures, isShared: tengen.canShareMemory() };
      }, A_MOVE);
      const move = await moveOnNode(20_000);
      expect(found).toEqual({ move, played: move, failures: [], isShared: isIsolated });
    } finally {
      await page.close();
      site.close();
      cdn.close();
    }
  });

  test('so does the module', async () => {
    const headers = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' };
    const cdn = await serveTexts(SCRIPTS, false, headers);
    const site = await serveTexts({ '/': PAGE }, isIsolated);
    const page = await browser().newPage();
    try {
      await page.goto(site.url);
      const source = await page.evaluate(async (url) => {
        const { createEngine } = await (globalThis as unknown as Inside).load(url);
        const engine = createEngine();
        const { source } = await engine.think({ maxNodes: 1000 });
        engine.close();
        return source;
      }, `${cdn.url}/index.js`);
      expect(source).toBe('search');
    } finally {
      await page.close();
      site.close();
      cdn.close();
    }
  });
});
