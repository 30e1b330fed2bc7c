/** A name that src exports has one meaning; comments respect the maximum line length. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const MAX_COLUMNS = 120;
/** Exported by several files on purpose. */
const SHARED: Readonly<Record<string, RegExp>> = {
  // Each command of the program is a file that exports its table under this name.
  COMMAND: /^cli\/\w+\.ts$/,
  // The kernel does to its own board what the layers above do to theirs; hosts reach it through kernel/index.ts.
  play: /^(kernel\/patterns\/state|play\/played\/played-game)\.ts$/,
  undo: /^(kernel\/patterns\/state|play\/played\/played-game)\.ts$/,
  newGame: /^(kernel\/search\/search|play\/state\/game-state)\.ts$/,
  // Part of the published match interface, and a seat in a game between people and the engine.
  Player: /^(measure\/match\/player|play\/played\/seats)\.ts$/,
  // Node and the browser offer the same functions.
  monotonicMs: /^platform\/\w+\/clock\.ts$/,
  clockSince: /^platform\/\w+\/clock\.ts$/,
  createEngine: /^platform\/\w+\/engine\.ts$/,
};
const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|let|enum)\s+([\w$]+)/gm;

const files = ['.', '../packages/gomocup-check/src'].flatMap((folder) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
);

/** @returns names that more than one file exports, with those files, except {@link SHARED} */
function sharedNames(sources: Readonly<Record<string, string>>): string[] {
  const places = new Map<string, Set<string>>();
  for (const [file, source] of Object.entries(sources)) {
    for (const [, name] of source.matchAll(EXPORTED)) {
      if (SHARED[name]?.test(file)) continue;
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  return [...places].filter(([, all]) => all.size > 1).map(([name, all]) => `${name}: ${[...all].join(', ')}`);
}

/** @returns comment lines that are too long */
function longComments(source: string): string[] {
  return source
    .split('\n')
    .filter((line) => line.length > MAX_COLUMNS && /^\s*(\*|\/\/|\/\*)/.test(line) && !/https?:/.test(line));
}

test('no name is exported twice', () => {
  const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));
  expect(sharedNames(sources)).toEqual([]);
});

test('a name that is exported twice is found', () => {
  const sources = { 'a.ts': 'export const A = 1;\nexport type B = 1;', 'b.ts': 'export function A(): void {}' };
  expect(sharedNames(sources)).toEqual(['A: a.ts, b.ts']);
});

test.each(files)('comments of src/%s keep to 120 columns', (file) => {
  expect(longComments(readFileSync(join(SRC, file), 'utf8'))).toEqual([]);
});

/** @returns lines of comments that end in a separate slash, as a reflowed end of a comment leaves it */
function straySlashes(source: string): string[] {
  return source.split('\n').filter((line) => /^\s*\*(.*\s)? *\/\s*$/.test(line) && !/\*\/\s*$/.test(line));
}

test.each(files)('comments of src/%s end without stray slashes', (file) => {
  expect(straySlashes(readFileSync(join(SRC, file), 'utf8'))).toEqual([]);
});

test('a stray slash is found', () => {
  expect(straySlashes('/**\n * Text. /\n */\n/** Text. */')).toEqual([' * Text. /']);
});

test('a comment that is too long is found', () => {
  const long = `// ${'a '.repeat(60)}`;
  expect(longComments(`const a = '${long}';\n${long}`)).toEqual([long]);
});
