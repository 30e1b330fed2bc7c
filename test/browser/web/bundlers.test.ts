/** The library in a page built with Vite or webpack, without special configuration. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as viteBuild } from 'vite';
import { describe, expect, test } from 'vitest';
import webpack from 'webpack';
import { createEngine } from '../../../src/index.ts';
import { formatTree, mainLineOf, readSgf, writeGames } from '../../../src/records/notation/index.ts';
import { serveTexts } from '../../../tools/common/sites.ts';
import { temporaryFolder } from '../../folder.ts';
import { hasBrowser, useBrowser } from '../browser.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = temporaryFolder();

const NODES = 20_000;
const APP = `
import { createEngine } from 'tengen';
import { formatTree, mainLineOf, readSgf, writeGames } from 'tengen/notation';
const [tree] = readSgf('(;GM[4]SZ[15];B[hh](;W[ig]C[usual])(;W[hg]))');
const written = [formatTree(tree), writeGames([mainLineOf(tree)], 'psq')];
const engine = createEngine({ onDebug: (text) => { document.title = text; } });
engine.play(7, 7);
engine.play(8, 8);
const { x, y, nodes, source } = await engine.think({ maxNodes: ${NODES} });
engine.close();
globalThis.found = { x, y, nodes, source, written };
`;

/** A project with the package and one script. @returns its folder */
function newProject(name: string): string {
  const project = join(folder, name);
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(ROOT, join(project, 'node_modules/tengen'), 'dir');
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(join(project, 'app.js'), APP);
  writeFileSync(
    join(project, 'index.html'),
    '<!doctype html><title>t</title><script type="module" src="/app.js"></script>',
  );
  return project;
}

/** @returns the texts of a folder by path, with the page at / */
function textsOf(built: string): Record<string, string> {
  const names = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name));
  const texts = Object.fromEntries(
    paths.map((path) => [path.slice(built.length).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );
  return { ...texts, '/': texts['/index.html'] };
}

const BUNDLERS: Readonly<Record<string, (project: string) => Promise<Record<string, string>>>> = {
  vite: async (project) => {
    await viteBuild({ root: project, configFile: false, logLevel: 'error' });
    return textsOf(join(project, 'dist'));
  },
  webpack: async (project) => {
    const built = join(project, 'dist');
    const compiler = webpack({
      context: project,
      entry: './app.js',
      mode: 'production',
      output: { path: built, publicPath: '/', filename: 'app.js' },
      performance: false,
    });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      compiler?.run((error, result) => (error === null ? resolve(result) : reject(error)));
    });
    expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
    writeFileSync(join(built, 'index.html'), readFileSync(join(project, 'index.html')));
    return textsOf(built);
  },
};

async function onNode() {
  const engine = createEngine();
  engine.play(7, 7);
  engine.play(8, 8);
  const { x, y, nodes, source } = await engine.think({ maxNodes: NODES });
  engine.close();
  const [tree] = readSgf('(;GM[4]SZ[15];B[hh](;W[ig]C[usual])(;W[hg]))');
  return { x, y, nodes, source, written: [formatTree(tree), writeGames([mainLineOf(tree)], 'psq')] };
}

describe.skipIf(!hasBrowser).each(Object.entries(BUNDLERS))('%s', (name, bundle) => {
  const built = (): Promise<Record<string, string>> => {
    made ??= bundle(newProject(name));
    return made;
  };
  let made: Promise<Record<string, string>> | undefined;
  const browser = useBrowser();

  test.each([true, false])('the same move as in Node, cross-origin isolated: %s', async (isIsolated) => {
    const server = await serveTexts(await built(), isIsolated);
    const page = await browser().newPage();
    try {
      await page.goto(server.url);
      await page.waitForFunction(() => 'found' in globalThis);
      expect(await page.evaluate(() => (globalThis as unknown as { found: object }).found)).toEqual(await onNode());
      expect(await page.title()).toBe('t');
    } finally {
      await page.close();
      server.close();
    }
  });
});
