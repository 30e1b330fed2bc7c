/** American spelling in all that people read; CONTRIBUTING.md has the list of words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** British spellings, in sentences and in identifiers. */
const SPELLINGS: readonly RegExp[] = [
  /centre/i,
  /analys(e|ed|er|ing)\b/i,
  /neighbour/i,
  /\blicence/i,
  /\b(organ|normal|initial|optim|minim|maxim|recogn|serial|summar)is(e|ed|es|er|ing|ation)/i,
  /labell(ed|ing)/i,
  /behaviour/i,
  /colour/i,
  /[dD]efence/,
  /favour/i,
];
/** Texts of other languages, data, and what is written by programs. */
const SKIPPED =
  /^(src\/board\/lang\/(?!en\b)|src\/runtime\/.*-data\.ts|test\/(data|transcripts)\/|test\/words\.test\.ts)/;

const filesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    `${folder}/${name}`.replaceAll('\\', '/'),
  );

/** @returns `line: word` for each hit */
function hits(text: string, patterns: readonly RegExp[]): string[] {
  return text.split('\n').flatMap((line, i) =>
    patterns.flatMap((pattern) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${i + 1}: ${found[0]}`];
    }),
  );
}

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...filesUnder('docs').filter((name) => name.endsWith('.md')),
];
const sources = ['src', 'tools', 'test', 'native']
  .flatMap(filesUnder)
  .filter((name) => /\.(ts|tsx|c|h|css|html|md)$/.test(name) && !SKIPPED.test(name));

describe('American spelling', () => {
  // CONTRIBUTING.md lists the other spellings, too.
  test.each([...pages, ...sources].filter((name) => name !== 'CONTRIBUTING.md'))('%s', (file) => {
    expect(hits(readFileSync(join(ROOT, file), 'utf8'), SPELLINGS)).toEqual([]);
  });
});

test('what is wrong is found', () => {
  expect(hits('const centreX = 1;\n// a colour', SPELLINGS)).toEqual(['1: centre', '2: colour']);
});
