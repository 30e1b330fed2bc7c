import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tokensOf } from '../tokens.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
/** The sources of the package gomocup-check, which belong between two layers. */
const CHECKER = '../packages/gomocup-check/src';
/**
 * From the rules of the game to the command line: each layer may import those before it. The longest prefix that fits a
 * file counts.
 */
const LAYERS = [
  'generated',
  'core',
  'rules',
  'records/notation',
  'records/book',
  'kernel',
  'kernel/fallback',
  'kernel/patterns',
  'kernel/eval',
  'kernel/search',
  'kernel/index.ts',
  'engine/runtime',
  'engine',
  'play/state',
  'play/analysis',
  'play/opponent',
  'play/opening',
  'play/played',
  'play/review',
  'play/problems',
  'platform/node',
  'platform/web',
  'protocol',
  'protocol/worker',
  'measure/stats',
  'measure/selfplay',
  'measure/match',
  'measure/match/report/browser',
  CHECKER,
  'measure/fleet',
  'page/lang',
  'page/state',
  'page/parts',
  'page/drawing',
  'page/share',
  'page/engine',
  'page/shelf/library',
  'page/shelf/study',
  'page/shelf/book',
  'page/shelf/played',
  'page/shelf/problems',
  'page/models/analyze',
  'page/models/play',
  'page/models/problems',
  'page/models/learn',
  'page/models/library',
  'page/models/page',
  'page/element',
  'page/panels/moves',
  'page/panels/share',
  'page/panels/book',
  'page/panels/library',
  'page/panels/analyze',
  'page/panels/study',
  'page/panels/learn',
  'page/panels/play',
  'page/panels/problems',
  'page',
  'analysis',
  'cli/book',
  'cli/play',
  'cli/analyze',
  'cli/mcp',
  'cli',
];
/** Layers that may use Node's modules. */
const NODE_LAYERS = [
  'platform/node',
  'measure/match',
  CHECKER,
  'measure/fleet',
  'analysis',
  'cli/book',
  'cli/play',
  'cli/analyze',
  'cli/mcp',
  'cli',
];

/** What draws the page and its animated pictures, and what rates its solvers; bundled with it. */
const PAGE_PACKAGES = ['preact', 'preact/hooks', 'glicko2-lite', 'gifenc'];
/** Frameworks whose JSX has types for <tengen-board>; nothing of them is bundled. */
const JSX_PACKAGES = ['react', 'solid-js'];

/** Packages that the fleet needs; loaded on demand. */
const FLEET_PACKAGES = ['bullmq', 'ioredis'];
/** The package that tengen serve needs for WebSockets; loaded on demand. */
const SERVER_PACKAGES = ['ws'];
/** What tengen mcp needs; loaded on demand. */
const MCP_PACKAGES = ['server/index.js', 'server/stdio.js', 'types.js'].map(
  (name) => `@modelcontextprotocol/sdk/${name}`,
);

/** Packages of each layer that has any. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  page: [...PAGE_PACKAGES, ...JSX_PACKAGES],
  'measure/match/report/browser': ['preact', 'preact/hooks'],
  'measure/fleet': FLEET_PACKAGES,
  analysis: SERVER_PACKAGES,
  'cli/mcp': MCP_PACKAGES,
};

/** Modules that the build generates. */
const GENERATED = [
  'tengen:worker-source',
  'tengen:search-wasm',
  'tengen:report-script',
  'tengen:board-files',
  'tengen:own-book',
];

const files = ['.', CHECKER].flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

/** @returns what a source imports or re-exports, dynamic imports included */
function importsOf(source: string): string[] {
  const tokens = tokensOf(source);
  return tokens
    .filter(({ kind }, index) => {
      const before = tokens[index - 1]?.text;
      return (
        kind === 'string' &&
        (before === 'from' || before === 'import' || (before === '(' && tokens[index - 2]?.text === 'import'))
      );
    })
    .map(({ text }) => text.slice(1, -1));
}

function layerOf(file: string): number {
  const path = file.split(sep).join('/');
  const fitting = LAYERS.filter((layer) => path === layer || path.startsWith(`${layer}/`));
  return LAYERS.indexOf(fitting.sort((a, b) => a.length - b.length).at(-1) ?? '');
}

describe.each(files.filter((file) => file.includes(sep)))('src/%s', (file) => {
  const imports = importsOf(readFileSync(join(SRC, file), 'utf8'));

  test('belongs to a layer and imports from no later one', () => {
    expect(layerOf(file)).toBeGreaterThanOrEqual(0);
    for (const target of imports.filter((name) => name.startsWith('.'))) {
      const imported = relative(SRC, resolve(SRC, dirname(file), target));
      expect(layerOf(imported), `${file} -> ${imported}`).toBeGreaterThanOrEqual(0);
      expect(layerOf(imported), `${file} -> ${imported}`).toBeLessThanOrEqual(layerOf(file));
      expect(target, `${file}: expected the file with its extension`).toMatch(/\.(?:tsx?|json|css)$/);
    }
  });

  test('does not use Node, unless its layer may', () => {
    const fromNode = imports.filter((name) => name.startsWith('node:'));
    const others = imports.filter((name) => !name.startsWith('.') && !name.startsWith('node:'));
    const layer = LAYERS[layerOf(file)];
    const packages = PACKAGES[layer.startsWith('page/') ? 'page' : layer] ?? [];
    const allowed = [...GENERATED, ...packages];
    expect(others.filter((name) => !allowed.includes(name))).toEqual([]);
    if (!NODE_LAYERS.some((name) => layer === name || layer.startsWith(`${name}/`))) expect(fromNode).toEqual([]);
  });
});

test('no file imports itself, directly or indirectly, not even for types', () => {
  const targets = new Map(
    files.map((file) => [
      file,
      importsOf(readFileSync(join(SRC, file), 'utf8'))
        .filter((name) => name.startsWith('.'))
        .map((name) => relative(SRC, resolve(SRC, dirname(file), name))),
    ]),
  );
  const found: string[] = [];
  const isDone = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    else if (!isDone.has(file)) for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    isDone.add(file);
  };
  for (const file of files) visit(file, []);
  expect(found).toEqual([]);
});

test('gomocup-check needs the match runner, core and the streams of its process, nothing else', () => {
  const checker = files.filter((file) => file.startsWith(CHECKER));
  const needed = checker.flatMap((file) =>
    importsOf(readFileSync(join(SRC, file), 'utf8'))
      .filter((name) => name.startsWith('.'))
      .map((name) =>
        relative(SRC, resolve(SRC, dirname(file), name))
          .split(sep)
          .join('/'),
      ),
  );
  const allowed = /^(?:core\/|measure\/match\/|platform\/node\/streams\.ts$|\.\.\/packages\/gomocup-check\/)/;
  expect(checker.length).toBeGreaterThan(0);
  expect(needed.filter((file) => !allowed.test(file))).toEqual([]);
});

test('files directly in src are exactly the entry points of the library', () => {
  expect(files.filter((file) => !file.includes(sep)).sort()).toEqual(['index.ts', 'library.ts', 'script.ts', 'web.ts']);
});

test('imports are found in every syntax', () => {
  const source = `import a from './a.ts'; export * from '../b.ts'; import './c.ts';
    const d = await import('./d.ts'); // import './e.ts'
    import {
      f,
    } from "node:fs";`;
  expect(importsOf(source)).toEqual(['./a.ts', '../b.ts', './c.ts', './d.ts', 'node:fs']);
});
