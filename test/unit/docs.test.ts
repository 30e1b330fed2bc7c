/** Files, links and scripts that the pages name must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name).replaceAll('\\', '/'),
  );

const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...['docs', 'src', 'packages', 'tools'].flatMap(filesUnder).filter((name) => name.endsWith('.md')),
];
/** Describes files as they were. */
const HISTORY = 'CHANGELOG.md';
const SOURCES = ['src', 'packages', 'tools', 'test'].flatMap(filesUnder);
const BASENAMES = new Set(SOURCES.map((name) => name.slice(name.lastIndexOf('/') + 1)));
const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).scripts;

/** @returns the anchors of a page, as GitHub derives them from its headings */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** @returns relative links whose file or heading is missing */
function deadLinks(path: string, page: string): string[] {
  const targets = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file, anchor] = target.split('#');
    const linked = file === '' ? path : join(dirname(path), file);
    if (!existsSync(resolve(ROOT, linked))) return true;
    return anchor !== undefined && !anchorsOf(file === '' ? page : textOf(linked)).includes(anchor);
  });
}

/** @returns paths, and file names between backticks, that do not exist */
function deadPaths(page: string): string[] {
  const paths = [...page.matchAll(/(?<![\w./-])(?:src|tools|test|docs|bin|\.ci|\.github)\/[\w./*<>-]*[\w*>]/g)]
    .map(([path]) => path)
    .filter((path) => !/[*<>]/.test(path) && !existsSync(join(ROOT, path)));
  const names = [...page.matchAll(/`([\w.-]+\.(?:ts|mjs))`/g)].map(([, name]) => name);
  return [...paths, ...names.filter((name) => !BASENAMES.has(name))];
}

/** @returns names after `npm run` that package.json does not have */
function deadScripts(page: string): string[] {
  return [...page.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name).filter((name) => !(name in SCRIPTS));
}

/** @returns names after `npm run tool --` that are not files of tools/ */
function deadTools(page: string): string[] {
  const names = [...page.matchAll(/npm run (?:-s )?tool -- ([\w-]+)/g)].map(([, name]) => name);
  return names.filter((name) => !existsSync(join(ROOT, 'tools', `${name}.ts`)));
}

/** @returns source files that a comment names but that do not exist */
function deadFilesIn(source: string): string[] {
  const comments = source.split('\n').filter((line) => /^\s*(?:\/?\*|\/\/)/.test(line));
  const names = comments.flatMap((line) => line.match(/[\w-]+\.(?:ts|mjs)\b/g) ?? []);
  return names.filter((name) => !BASENAMES.has(name));
}

const MAX_CHARACTERS = 120;

/** @returns lines of prose that are too long; tables, pictures and fenced blocks may be */
function longLines(page: string): string[] {
  let isFenced = false;
  return page.split('\n').filter((line) => {
    if (/^\s*```/.test(line)) isFenced = !isFenced;
    return line.length > MAX_CHARACTERS && !isFenced && !/^\s*(?:\||!\[)/.test(line);
  });
}

describe.each(PAGES)('%s', (path) => {
  const page = textOf(path);
  test('links only to existing targets', () => expect(deadLinks(path, page)).toEqual([]));
  test('has no prose lines that are too long', () => expect(longLines(page)).toEqual([]));
  test.skipIf(path === HISTORY)('names only existing files', () => expect(deadPaths(page)).toEqual([]));
  test.skipIf(path === HISTORY)('names only existing scripts', () => expect(deadScripts(page)).toEqual([]));
  test.skipIf(path === HISTORY)('names only existing tools', () => expect(deadTools(page)).toEqual([]));
});

test('the walk of a TURN names functions of the files that it visits', () => {
  const rows = [...textOf('docs/internals/architecture.md').matchAll(/^\| \d+ \| `(.+?)` \| (.+?) \|/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, file, names] of rows) {
    for (const [, name] of names.matchAll(/`(\w+)`/g)) {
      expect(textOf(file), `${name} of ${file}`).toMatch(new RegExp(`\\b${name}\\(`));
    }
  }
});

test('comments of sources name only existing files', () => {
  const dead = ['src', 'packages']
    .flatMap(filesUnder)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => deadFilesIn(textOf(path)).map((name) => `${path}: ${name}`));
  expect(dead).toEqual([]);
});

test('lines that are too long are found', () => {
  const long = 'a '.repeat(70);
  expect(longLines(`${long}\n| ${long}\n\`\`\`\n${long}\n\`\`\`\n- ${long}`)).toEqual([long, `- ${long}`]);
});

test('missing targets are found', () => {
  expect(deadLinks('README.md', '[a](docs/none.md) [b](LICENSE) [c](#no) [d](https://e.org)\n# Yes')).toEqual([
    'docs/none.md',
    '#no',
  ]);
  expect(deadLinks('README.md', '[a](#yes-and-no)\n## Yes, and no')).toEqual([]);
  expect(deadPaths('`src/none.ts` `src/index.ts` `test/data/*.txt` `none.mjs` `tt.ts`')).toEqual([
    'src/none.ts',
    'none.mjs',
  ]);
  expect(deadFilesIn("/** see tt.ts and\n * none.ts */\n // gone.mjs\nimport a from './code.ts';")).toEqual([
    'none.ts',
    'gone.mjs',
  ]);
  expect(deadScripts('npm run none and npm run -s build')).toEqual(['none']);
  expect(deadTools('npm run tool -- none and npm run -s tool -- train value')).toEqual(['none']);
});
