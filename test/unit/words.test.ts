/** American spelling and the words of CONTRIBUTING.md, in the documents, the comments and the texts of the program. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** British spellings, in sentences and in identifiers. */
const SPELLINGS: readonly RegExp[] = [
  /centre/i,
  /analys(e|ed|er|ing)\b/i,
  /neighbour/i,
  /\blicence/i,
  /\b(organ|normal|initial|optim|minim|maxim|recogn|serial|summar|penal)is(e|ed|es|er|ing|ation)/i,
  /quantis(e|ation)/i,
  /labell(ed|ing)/i,
  /behaviour/i,
  /colour/i,
  /[dD]efence/,
  /favour/i,
];

/** A regular expression, whose blanks also match the end of a line of a comment, and what to write instead. */
type WrongWord = readonly [word: string, instead: string];

/** Words that are wrong in the sense that they would have here. CONTRIBUTING.md gives the reasons. */
const WRONG_WORDS: readonly WrongWord[] = [
  ['shortly', 'briefly (shortly means soon)'],
  ['by chance', 'at random, randomly'],
  ['foretells?', 'predicts'],
  ['towards', 'toward'],
  ['shuts? in', 'blocks, blocked'],
  ['exact five', 'standard, exactly five'],
  ['limits? of (?:nodes|time)', 'node limit, time limit'],
  ['mend(?:s|ed|ing)?', 'fix, repair'],
  ['whoever', 'the caller, the player who, any'],
  ['somebody', 'a user, a player, someone'],
  ['nobody', 'no one, none, neither'],
  ['there already', 'already exists'],
  ['what is there', 'the existing ones'],
  ['(?:taken?|takes|taking|took) (?:it )?back', 'undo, undone'],
  [
    String.raw`of (?:its|their) own(?=\s?(?:[.,;:)*]|$|with\b|in\b|by\b|and\b|for\b|on\b|that\b|which\b|is\b|has\b|so\b|or\b|if\b|to\b|at\b|as\b|from\b|when\b|while\b))`,
    'its own, a separate, a dedicated',
  ],
  ['the own', "its own, the side's"],
  [String.raw`so (?:many|long)(?!(?: [\w-]+){0,6} that)`, 'that many, this long, n'],
  ['tells?|told', 'reports, returns, says; for apart: distinguishes'],
  ['stands?|stood', 'is, appears, is listed'],
  ['behind', 'after, following, beyond'],
  ['beside', 'next to, in addition to, while ... was running'],
  ['(?:goes|went|gone|going|go) on', 'continues, resumes'],
  ['(?:left|leaves?|leaving) out', 'omit, exclude, skip'],
  ['looked at|looks at', 'examined, searched'],
  ['anew', 'again'],
  ['(?:is|are|was|were|be|been) waited for', 'someone waits: the runner waits'],
  ['processor time', 'CPU time'],
  ['passed over', 'skipped, ignored'],
  ['besides', 'in addition to'],
  ['all the same', 'still, nevertheless'],
  ['for ever', 'forever'],
  ['per cent', 'percent'],
];

/** Places where a word of the list is right. */
const RIGHT_PLACES: readonly { readonly file: string; readonly text: string }[] = [
  { file: 'src/kernel/eval/lines.ts', text: '@param behind bits of the back side' },
  { file: 'test/long/records/book/formats.test.ts', text: 'Nobody inspects the spammish repetition' },
  { file: 'docs/guide/managers.md', text: '*Take Back*' },
  { file: 'test/long/cli/rule-names.test.ts', text: "'Exact five'" },
];

/** Texts of other languages, data, and generated files. */
const SKIPPED =
  /^(src\/page\/lang\/(?!en\b)|src\/engine\/runtime\/.*-data\.ts|test\/(data|transcripts)\/|test\/unit\/words\.test\.ts)/;
/** What may be between two words of a comment. */
const GAP = String.raw`\s+(?:(?:\*|//|#)\s+)?`;

const filesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    `${folder}/${name}`.replaceAll('\\', '/'),
  );

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...filesUnder('docs').filter((name) => name.endsWith('.md')),
];
const sources = ['src', 'packages/gomocup-check/src', 'tools', 'test', 'native', 'examples']
  .flatMap(filesUnder)
  .filter((name) => /\.(ts|tsx|json|mjs|c|h|py|css|html|md)$/.test(name) && !SKIPPED.test(name));
// CONTRIBUTING.md lists the words that are wrong.
const files = [...pages, ...sources].filter((name) => name !== 'CONTRIBUTING.md');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** @returns `line: word` for each misspelling */
function misspellings(text: string): string[] {
  return text.split('\n').flatMap((line, i) =>
    SPELLINGS.flatMap((pattern) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${i + 1}: ${found[0]}`];
    }),
  );
}

/** Whether a column of a line belongs to a page, a comment, or a text of several words. */
function isProse(file: string, line: string, column: number): boolean {
  if (/\.(md|html)$/.test(file) || /^\s*(\*|\/\/|\/\*|#)/.test(line)) return true;
  const comment = line.search(/\s\/[/*]/);
  if (comment >= 0 && comment < column) return true;
  return [...line.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`?/g)].some(
    ({ 0: text, index }) => index <= column && column < index + text.length && /[a-z] [a-z]/i.test(text),
  );
}

/** @returns `file:line: "word": what to write` for each wrong word */
function wrongWords(file: string, text: string, [word, instead]: WrongWord): string[] {
  const pattern = new RegExp(String.raw`\b(?:${word.replaceAll(' ', GAP)})\b`, 'gi');
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    const start = text.lastIndexOf('\n', index - 1) + 1;
    const line = text.slice(start).split('\n', 1)[0];
    if (!isProse(file, line, index - start)) return [];
    if (RIGHT_PLACES.some((place) => place.file === file && line.includes(place.text))) return [];
    const number = text.slice(0, index).split('\n').length;
    return [`${file}:${number}: "${found.replace(/\s+/g, ' ')}": write ${instead}`];
  });
}

describe('American spelling', () => {
  test.each(files)('%s', (file) => {
    expect(misspellings(read(file))).toEqual([]);
  });
});

test('misspellings are found', () => {
  expect(misspellings('const centreX = 1;\n// a colour')).toEqual(['1: centre', '2: colour']);
});

describe('words in their senses', () => {
  const texts = files.map((file) => [file, read(file)] as const);

  test.each(WRONG_WORDS)('%s', (...wrong) => {
    expect(texts.flatMap(([file, text]) => wrongWords(file, text, wrong))).toEqual([]);
  });

  test('a wrong word is found in comments and texts, across lines, but not in code', () => {
    const wrong = ['by chance', 'at random'] as const;
    const hit = (line: number) => `a.ts:${line}: "by chance": write at random`;
    expect(wrongWords('a.ts', '// by chance\nbar(); // by chance', wrong)).toEqual([hit(1), hit(2)]);
    expect(wrongWords('a.ts', "a = 'drawn by chance';", wrong)).toEqual([hit(1)]);
    expect(wrongWords('a.ts', 'const by = 1, chance = by;', wrong)).toEqual([]);
    expect(wrongWords('a.ts', '/**\n * by\n * chance\n */', wrong)).toEqual(['a.ts:2: "by * chance": write at random']);
    expect(wrongWords('a.ts', 'const told = 1; // told', ['told', 'x'])).toHaveLength(1);
    expect(wrongWords('a.md', 'told', ['told', 'x'])).toHaveLength(1);
  });

  test('every right place exists', () => {
    for (const { file, text } of RIGHT_PLACES) expect(read(file), file).toContain(text);
  });
});
