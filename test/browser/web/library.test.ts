/** The library in a page bundled with esbuild. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEngine, parseMoves } from '../../../src/index.ts';
import { serveTexts } from '../../../tools/common/sites.ts';
import { temporaryFolder } from '../../folder.ts';
import { hasBrowser, useBrowser, useSite } from '../browser.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const project = temporaryFolder();

/** Rule, moves so far, nodes. */
const THINKS: readonly (readonly [number, string, number])[] = [
  [0, 'h8i9h9h10', 20_000],
  [1, 'h8i9g7i7', 20_000],
  [4, 'h8i9h6i7g7', 20_000],
  [9, 'h8h9i9g7', 5_000],
];

const APP = `
import { createEngine, canShareMemory, parseMoves } from 'tengen';
window.tengen = { createEngine, canShareMemory, parseMoves };
`;

/** The bundle of the page and, next to it, the worker, as docs/guide/web.md instructs users of esbuild. */
async function bundle(): Promise<Record<string, string>> {
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(ROOT, join(project, 'node_modules/tengen'), 'dir');
  writeFileSync(join(project, 'app.js'), APP);
  const { outputFiles } = await build({
    entryPoints: { app: join(project, 'app.js'), search: 'tengen/search' },
    absWorkingDir: project,
    outdir: project,
    bundle: true,
    format: 'esm',
    write: false,
  });
  const texts = outputFiles.map(({ path, text }) => [path.slice(project.length), text]);
  return {
    '/': '<!doctype html><title>t</title><script type="module" src="/app.js"></script>',
    ...Object.fromEntries(texts),
  };
}

async function thinkOnNode(rule: number, moves: string, maxNodes: number) {
  const engine = createEngine({ rule });
  for (const { x, y } of parseMoves(moves, 15) ?? []) engine.play(x, y);
  const { x, y, nodes, score, depth } = await engine.think({ maxNodes });
  engine.close();
  return { x, y, nodes, score, depth };
}

/** The global scope of the page. */
type Inside = { tengen: typeof import('../../../src/web.ts') };

describe.skipIf(!hasBrowser).each([true, false])('in a page, cross-origin isolated: %s', (isIsolated) => {
  const browser = useBrowser();
  const url = useSite(async () => serveTexts(await bundleOnce(), isIsolated));
  let page: Page;

  beforeAll(async () => {
    page = await browser().newPage();
    await page.goto(url());
    await page.waitForFunction(() => 'tengen' in globalThis);
  });

  test('memory is shared if possible', async () => {
    expect(await page.evaluate(() => (globalThis as unknown as Inside).tengen.canShareMemory())).toBe(isIsolated);
  });

  test.each(THINKS)('rule %i after %s: the same move with the same nodes as in Node', async (rule, moves, maxNodes) => {
    const found = await page.evaluate(
      async ([rule, moves, maxNodes]) => {
        const { tengen } = globalThis as unknown as Inside;
        const engine = tengen.createEngine({ rule });
        for (const { x, y } of tengen.parseMoves(moves, 15) ?? []) engine.play(x, y);
        const { x, y, nodes, score, depth } = await engine.think({ maxNodes });
        engine.close();
        return { x, y, nodes, score, depth };
      },
      [rule, moves, maxNodes] as const,
    );
    expect(found).toEqual(await thinkOnNode(rule, moves, maxNodes));
  });

  test('stop answers with the best move so far, and the next think starts afresh', async () => {
    const found = await page.evaluate(async () => {
      const { tengen } = globalThis as unknown as Inside;
      const failures: string[] = [];
      const engine = tengen.createEngine({ onDebug: (text) => failures.push(text) });
      engine.play(7, 7);
      const stopped = await engine.think({ maxNodes: 1e12 }, (info) => {
        if (info.kind !== 'root' && info.depth >= 4) engine.stop();
      });
      engine.play(stopped.x, stopped.y);
      const next = await engine.think({ maxNodes: 3000 });
      engine.close();
      return { stopped, next, failures };
    });
    expect(found.stopped).toMatchObject({ source: 'search' });
    expect(found.stopped.depth).toBeGreaterThanOrEqual(4);
    expect(found.next).toMatchObject({ source: 'search' });
    expect(found.failures).toEqual([]);
  });

  test('repeated cancellations do not delay the next think', async () => {
    const found = await page.evaluate(async () => {
      const { tengen } = globalThis as unknown as Inside;
      const engine = tengen.createEngine();
      const codes: string[] = [];
      for (let i = 0; i < 5; i++) {
        // It searches once it reports its lines.
        const thinking = engine
          .think({ maxNodes: 1e12 }, () => engine.cancel())
          .catch((error: { code: string }) => codes.push(error.code));
        await thinking;
        engine.play(i, i % 2);
      }
      const { source } = await engine.think({ maxNodes: 3000 });
      engine.close();
      return { codes, source };
    });
    expect(found).toEqual({ codes: Array(5).fill('cancelled'), source: 'search' });
  });

  test('a worker that cannot be loaded: an error that names the file and says what to do; a move on a clock', async () => {
    const found = await page.evaluate(async () => {
      const { tengen } = globalThis as unknown as Inside;
      const failures: string[] = [];
      const engine = tengen.createEngine({ workerUrl: '/none.js', onDebug: (text) => failures.push(text) });
      engine.play(7, 7);
      const error = await engine.think({ maxMs: 1000 }).catch((reason) => reason);
      const { source } = await engine.think({ maxMs: 1000, startedAt: engine.now() });
      engine.close();
      return { failures, code: error.code, message: error.message, source };
    });
    const message =
      'the search thread did not start: could not load /none.js: serve dist/web/search.js of the package tengen at that address, or set workerUrl to its address';
    expect(found).toEqual({
      failures: [`search failed: ${message}`, `search failed: ${message}`],
      code: 'search-failed',
      message,
      source: 'fallback',
    });
  });

  test('a worker that fails during a search is replaced, and the search continues', async () => {
    const found = await page.evaluate(async () => {
      const { tengen } = globalThis as unknown as Inside;
      const reports: string[] = [];
      const workers: Worker[] = [];
      const workerUrl = () => {
        workers.push(new Worker('/search.js', { type: 'module' }));
        return workers.at(-1)!;
      };
      const engine = tengen.createEngine({ workerUrl, onDebug: (text) => reports.push(text) });
      engine.play(7, 7);
      const { source, depth } = await engine.think({ maxNodes: 3000 }, () => {
        if (workers.length === 1) workers[0].dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
      });
      engine.close();
      return { reports, source, hasSearched: depth > 1, workers: workers.length };
    });
    const script = 'the script of the worker that workerUrl returned';
    const reports = [`search restarted: out of memory (${script})`];
    expect(found).toEqual({ reports, source: 'search', hasSearched: true, workers: 2 });
  });

  test('two threads help if memory is shared, and do no harm otherwise', async () => {
    const found = await page.evaluate(async () => {
      const { tengen } = globalThis as unknown as Inside;
      const engine = tengen.createEngine();
      engine.setThreads(2);
      engine.play(7, 7);
      const { source, depth } = await engine.think({ maxDepth: 8 });
      engine.close();
      return { source, depth };
    });
    expect(found).toEqual({ source: 'search', depth: 8 });
  });
});

let bundled: Promise<Record<string, string>> | undefined;
function bundleOnce(): Promise<Record<string, string>> {
  bundled ??= bundle();
  return bundled;
}
