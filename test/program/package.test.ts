import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { beforeAll, expect, test } from 'vitest';
import { whyNoAddon } from '../../tools/addon/build-addon.ts';
import { NOTICES } from '../../tools/bundle/notices.ts';
import { writeAddonPackage, writePackage } from '../../tools/npm-packages.ts';
import { temporaryFolder } from '../folder.ts';
import { node, ROOT } from '../processes.ts';

/** The package as a user gets it: packed, installed offline into an empty project, used and compiled. */
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const project = temporaryFolder();
const installed = join(project, 'node_modules', 'tengen');
let tarball = '';

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

beforeAll(() => {
  npm(writePackage(join(project, 'made')), 'pack', '--pack-destination', project);
  tarball = join(project, readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '');
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true, "type": "module" }');
  npm(project, 'install', tarball);
});

const SCRIPT = `
import { createEngine, EngineError, explainForbidden, nameOf, parseMoves, RENJU, type ThinkResult } from 'tengen';

const engine = createEngine({ size: 15, rule: RENJU });
for (const { x, y } of parseMoves('h8i8h7i7h6i6h5', 15) ?? []) engine.play(x, y);
const result: ThinkResult = await engine.think({ maxMs: 2000 }, (info) => {
  if (info.kind === 'root') throw new Error('not asked for');
  const depth: number = info.depth;
  if (depth < 0) throw new Error('no such depth');
});
console.log(nameOf(result, 15), engine.sideToMove, explainForbidden(engine.position, 0, 0));
try {
  engine.play(99, 0);
} catch (error) {
  if (error instanceof EngineError) console.log(error.code);
}
`;
const WRONG = `
import { createEngine } from 'tengen';
createEngine({ size: '15' });
`;

/** The JavaScript of the script above, without its types. */
const PLAIN = SCRIPT.replace(', type ThinkResult', '').replace(': ThinkResult', '').replace(': number', '');

test('it plays', () => {
  writeFileSync(join(project, 'play.js'), PLAIN);
  const { status, stdout, stderr } = node(['play.js'], { cwd: project });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^(h4|h9) 2 null\nbad-point\n$/);
  expect(status).toBe(0);
});

test('require() returns the same library', () => {
  const script = `const { createEngine, parseMoves } = require('tengen');
    const { EngineClient } = require('tengen/match');
    const engine = createEngine();
    engine.play(7, 7);
    engine.think({ maxNodes: 1000 }).then(({ source }) => {
      console.log(source, parseMoves('h8', 15).length, typeof EngineClient);
      engine.close();
    });`;
  writeFileSync(join(project, 'required.cjs'), script);
  const { stdout, stderr } = node(['required.cjs'], { cwd: project });
  expect([stdout, stderr]).toEqual(['search 1 function\n', '']);
});

// As a page that is rendered on a server does.
test('its modules for pages can be imported where there is no DOM', () => {
  const script = "await import('tengen/board'); console.log(typeof (await import('tengen')).createEngine);";
  const args = ['--conditions=browser', '--input-type=module', '--eval', script];
  const { stdout, stderr } = node(args, { cwd: project });
  expect([stdout, stderr]).toEqual(['function\n', '']);
});

// Bun and Deno have no node:sea; an import of it would keep the whole module from loading.
test('its modules import only what every runtime for Node programs has', () => {
  const scripts = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.js'));
  const imported = scripts.flatMap((name) =>
    [...readFileSync(join(installed, 'dist', name), 'utf8').matchAll(/from"(node:[\w/]+)"/g)].map(
      ([, module]) => module,
    ),
  );
  expect(imported).toContain('node:fs');
  expect(imported.filter((module) => ['node:sea', 'node:sqlite', 'node:test'].includes(module))).toEqual([]);
});

// Suggestions count too.
test('publint finds nothing to improve', async () => {
  const bytes = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  // The field is for bundlers that do not read "exports".
  expect(messages.filter(({ code }) => code !== 'USE_EXPORTS_BROWSER')).toEqual([]);
});

// The profile ignores resolutions without `exports` and without require() of modules, which no supported Node has.
test('its types fit its scripts, as @arethetypeswrong/cli sees it', () => {
  const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [attw, tarball, '--profile', 'esm-only', '--format', 'json', '--no-color'];
  const { status, stdout } = node(args);
  const { analysis } = JSON.parse(stdout);
  expect(Object.keys(analysis.entrypoints)).toEqual(expect.arrayContaining(['.', './worker', './notation', './match']));
  expect(status, stdout).toBe(0);
});

test.each(['nodenext', 'bundler'])('its types resolve under module resolution %s', (resolution) => {
  const folder = join(project, resolution);
  mkdirSync(folder);
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
  const options = { module, moduleResolution: resolution, target: 'es2022', strict: true, noEmit: true, types: [] };
  const compilerOptions = { ...options, lib: ['es2023', 'dom'], skipLibCheck: false };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'play.ts'), SCRIPT);
  const compile = () => node([TSC, '-p', folder]);
  expect(compile().stdout).toBe('');
  writeFileSync(join(folder, 'wrong.ts'), WRONG);
  expect(compile().stdout).toMatch(/wrong\.ts.*error TS2322/);
});

const MATCH = `
import { createEngine, type Engine } from 'tengen';
import { type AbortSignalLike, EngineClient, type MatchConfig, runMatch, summarize } from 'tengen/match';

export async function play(config: MatchConfig, signal: AbortSignalLike): Promise<number> {
  const run = await runMatch(config, { onGame: ({ result }) => void result }, signal);
  await new EngineClient({ argv: ['brain'], cwd: '.', onChunk: (chunk) => void chunk.length }).start(15, 1000);
  return summarize(config, run).gamesPlayed;
}
export function think(signal: AbortSignalLike): number {
  using engine: Engine = createEngine();
  void engine.think({ maxNodes: 1000, signal });
  return engine.now();
}
`;
const NOTATION = `
import { formatTree, type GameTree, gameNode, readSgf, textOfFile, writeGames, mainLineOf } from 'tengen/notation';

export function withRemark(file: Uint8Array): string {
  const [tree]: GameTree[] = readSgf(textOfFile(file));
  tree.root.comment = 'read';
  const children = [...tree.root.children, gameNode({ x: 0, y: 0 }, 'a corner')];
  return formatTree({ ...tree, root: { ...tree.root, children } });
}
export const svg = (tree: GameTree): string => writeGames([mainLineOf(tree)], 'svg');
`;
const SIGNALS = `
import { type AbortSignalLike } from 'tengen';
export const signal: AbortSignalLike = AbortSignal.timeout(1000);
`;

test('its types need neither those of Node nor of the DOM, and accept the signals of both', () => {
  const folder = join(project, 'bare');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'match.ts'), MATCH);
  writeFileSync(join(folder, 'notation.ts'), NOTATION);
  writeFileSync(join(folder, 'signals.ts'), SIGNALS);
  const compile = (file: string, ...more: string[]) => {
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', 'false'];
    return node([TSC, ...options, ...more, file], { cwd: folder }).stdout;
  };
  expect(compile('match.ts', '--lib', 'es2023', '--types', '')).toBe('');
  expect(compile('notation.ts', '--lib', 'es2023', '--types', '')).toBe('');
  expect(compile('signals.ts', '--lib', 'es2023,dom', '--types', '')).toBe('');
  const nodeTypes = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
  expect(compile('signals.ts', '--lib', 'es2023', ...nodeTypes)).toBe('');
});

const WEB = `
import { canShareMemory, createEngine } from 'tengen';
import 'tengen/board';
const engine = createEngine({ workerUrl: new URL('search.js', location.href) });
createEngine({ workerUrl: () => new Worker('search.js') });
export const threads: number = canShareMemory() ? 4 : 1;
document.querySelector('tengen-board')?.goTo(engine.position.stones.length);
`;
/** @param tag of an element with the events of the framework */
const jsx = (framework: string, tag: string) => `/** @jsxImportSource ${framework} */
import 'tengen/board';
export const right = <tengen-board moves="h8" size={15} engine="play" ${tag} />;
// @ts-expect-error: no such engine
export const wrong = <tengen-board engine="fly" />;
`;

test('its types are those of a page too, and of JSX', () => {
  const folder = join(project, 'page');
  mkdirSync(folder);
  const options = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', strict: true, noEmit: true };
  const compilerOptions = { ...options, types: [], lib: ['es2023', 'dom', 'dom.iterable'], jsx: 'react-jsx' };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const compile = () => node([TSC, '-p', folder]).stdout;
  writeFileSync(join(folder, 'page.ts'), WEB);
  expect(compile()).toBe('');
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/react', 'preact']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name), 'junction');
  }
  writeFileSync(join(folder, 'react.tsx'), jsx('react', 'className="board" onmove={({ detail }) => detail.moves}'));
  writeFileSync(join(folder, 'preact.tsx'), jsx('preact', 'class="board"'));
  expect(compile()).toBe('');
});

test('games are read and written, in Node and by the modules for pages', () => {
  const script = `import { formatTree, mainLineOf, readSgf, writeGames } from 'tengen/notation';
    const [tree] = readSgf('(;GM[4]SZ[15];B[hh](;W[ig]C[usual])(;W[hg]))');
    console.log(formatTree(tree).length, ...['pos', 'offset', 'psq', 'svg'].map((name) => writeGames([mainLineOf(tree)], name).length));`;
  const outputs = [[], ['--conditions=browser']].map((options) => {
    const args = [...options, '--input-type=module', '--eval', script];
    const { stdout, stderr } = node(args, { cwd: project });
    expect(stderr).toBe('');
    return stdout;
  });
  expect(outputs[0]).toMatch(/^(\d+ ){4}\d+\n$/);
  expect(outputs[1]).toBe(outputs[0]);
});

test('the match runner is a separate module', () => {
  writeFileSync(
    join(project, 'match.js'),
    "import * as match from 'tengen/match'; console.log(Object.keys(match).length > 0);",
  );
  const { stdout } = node(['match.js'], { cwd: project });
  expect(stdout).toBe('true\n');
});

test('the brain starts from the package, by its command and by its start file', () => {
  const starts = [join(project, 'node_modules', '.bin', 'tengen')];
  if (process.platform !== 'win32') starts.push(join(installed, 'bin', 'pbrain-tengen'));
  for (const start of starts) {
    const { stdout, stderr } = spawnSync(start, [], {
      input: 'START 15\nEND\n',
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    expect([start, stdout, stderr]).toEqual([start, 'OK\n', '']);
  }
});

// As esbuild's: npm installs the one of the system, here from a file.
test.skipIf(whyNoAddon() !== null)('with the package of its system, the search is machine code', async () => {
  const kernel = () => node([join(installed, 'dist', 'tengen.js'), '--version']);
  expect(kernel().stdout).toContain('WebAssembly');
  npm(await writeAddonPackage(join(project, 'made')), 'pack', '--pack-destination', project);
  const addon = readdirSync(project).find((name) => name.startsWith('tengen-') && name.includes(process.arch));
  npm(project, 'install', '--no-save', tarball, join(project, addon ?? ''));
  expect(kernel().stdout).toContain('kernel: native');
});

test('it contains what it needs and no sources', () => {
  const entries = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  for (const name of [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'protocol.md',
    join('dist', 'tengen.js'),
    join('dist', NOTICES),
  ]) {
    expect(entries).toContain(name);
  }
  expect(entries.filter((name) => /^(src|test|tools|reference)\b/.test(name))).toEqual([]);
  const bytes = entries.map((name) => statSync(join(installed, name))).reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeLessThan(8 << 20);
});

test('it contains no empty file, and no file twice', () => {
  const byContent = new Map<string, string[]>();
  for (const entry of readdirSync(installed, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    expect([path, statSync(path).size]).not.toEqual([path, 0]);
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    byContent.set(hash, [...(byContent.get(hash) ?? []), path.slice(installed.length)]);
  }
  expect([...byContent.values()].filter(({ length }) => length > 1)).toEqual([]);
});

test('it is smaller than 1.65 megabytes', () => {
  expect(statSync(tarball).size).toBeLessThan(1_650_000);
});

// Screenshots are excluded, and so are the pages about sources that the package does not contain.
test('it contains the targets of all links in its pages', () => {
  const pages = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(pages).toContain(join('docs', 'guide', 'match.md'));
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)]
      .map(([, target]) => target)
      .filter(
        (target) =>
          !/^[a-z]+:|\.png$|(^|\/)(internals|experiments|packages)\/|(CONTRIBUTING|release)\.md$/.test(target) &&
          !existsSync(join(installed, dirname(page), target)),
      )
      .map((target) => `${page}: ${target}`),
  );
  expect(dead).toEqual([]);
});
