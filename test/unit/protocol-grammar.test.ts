/** The grammar and the numbered sentences of protocol.md agree with the checker and the recorded conversations. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { STEPS } from '../../packages/gomocup-check/src/check.ts';
import { SENTENCES } from '../../packages/gomocup-check/src/sentences.ts';
import { PROTOCOL_COMMANDS } from '../../src/protocol/commands.ts';
import { readTranscripts } from '../../tools/replay.ts';

const page = readFileSync(new URL('../../protocol.md', import.meta.url), 'utf8');
const conversations = readTranscripts(fileURLToPath(new URL('../transcripts/sentences.txt', import.meta.url)));

/** Symbols that the grammar describes in words. */
const CHARACTERS: Readonly<Record<string, string>> = {
  'one blank': ' ',
  '0 to 9': '[0-9]',
  'a to z or A to Z': '[a-zA-Z]',
  'any character but CR and LF': '[^\\r\\n]',
  'any character but CR, LF and the quotation mark': '[^\\r\\n"]',
  'the quotation mark': '"',
};

/** @returns the right sides of all rules by the symbol on the left */
function rulesOf(text: string): Map<string, string> {
  const rules = text.split(/;\s*$/m).filter((rule) => rule.includes('='));
  return new Map(
    rules.map((rule) => {
      const [, name, right] = /^\s*([\w-]+)\s*=([\s\S]*)$/.exec(rule)!;
      return [name, right.trim()];
    }),
  );
}

/** @returns a regular expression for a symbol; no rule of the grammar refers to itself */
function patternOf(rules: ReadonlyMap<string, string>, name: string): string {
  const right = rules.get(name);
  if (right === undefined) throw new Error(`${name}: no rule`);
  const parts = right.match(/"[^"]*"|\?[^?]*\?|[\w-]+|[[\](){}|,]/g) ?? [];
  const translated = parts.map((part) => {
    if (part.startsWith('"')) return part.slice(1, -1).replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
    if (part.startsWith('?')) return CHARACTERS[part.slice(1, -1).trim()] ?? `<${part}>`;
    const sign = { '[': '(?:', ']': ')?', '{': '(?:', '}': ')*', '(': '(?:', ')': ')', '|': '|', ',': '' }[part];
    return sign ?? patternOf(rules, part);
  });
  return `(?:${translated.join('')})`;
}

const rules = rulesOf(/```ebnf\n([\s\S]*?)```/.exec(page)![1]);
const isLineOf = (name: string) => new RegExp(`^${patternOf(rules, name)}$`, 'i');

describe('the grammar', () => {
  const manager = isLineOf('manager-line');
  const brain = isLineOf('brain-line');

  test('uses every rule', () => {
    const used = new Set([
      'manager-line',
      'brain-line',
      ...[...rules.values()].flatMap((right) => right.match(/[\w-]+/g) ?? []),
    ]);
    expect([...rules.keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  test.each([
    ['START 15', true],
    ['rectstart 20,15', true],
    ['TURN 7,7', true],
    ['7,7,3', true],
    ['INFO time_left -20', true],
    ['INFO folder C:\\a b\\', true],
    ['INFO max_depth 3', true],
    ['DONE', true],
    ['TURN 7', false],
    ['7,7,4', false],
    ['BEGIN 7,7', false],
    ['INFO rule', false],
    ['START', false],
  ])('manager: %s: %s', (line, expected) => expect(manager.test(line)).toBe(expected));

  test.each([
    ['OK', true],
    ['7,7', true],
    ['7,7 8,8 9,9', true],
    ['SWAP', true],
    ['ERROR a text', true],
    ['name="a", version="1"', true],
    ['MESSAGE x', true],
    ['MESSAGE', false],
    ['ERROR', false],
    ['OK - ready', false],
    ['7, 7', false],
    ['name=a', false],
  ])('brain: %s: %s', (line, expected) => expect(brain.test(line)).toBe(expected));

  /** Lines that a conversation sends because they are wrong. */
  const WRONG = /^(HELLO|what|a{20,})$/;

  test.each(conversations.map(({ title, steps }) => [title, steps] as const))('fits the lines of %s', (_, steps) => {
    for (const { kind, text } of steps) {
      if (kind === '>' && !WRONG.test(text)) expect(text).toMatch(manager);
      if (kind === '<' && !/^(MOVE|FORCED|\/)/.test(text)) expect(text).toMatch(brain);
    }
  });

  test('has every command of the published text, none of which is an extension', () => {
    const words = [...(rules.get('command')!.match(/[\w-]+/g) ?? [])].map((word) => word.toUpperCase());
    const known = new Set([...PROTOCOL_COMMANDS.keys()]);
    expect(words.filter((word) => !known.has(word))).toEqual([]);
    expect([...known].filter((word) => !word.startsWith('YX') && word !== 'STOP' && !words.includes(word))).toEqual([]);
  });
});

describe('the sentences', () => {
  const rows = [...page.matchAll(/^\| ([A-Z]\d+) \| (.*) \| (.*) \|$/gm)].map(([, ...cells]) => cells);

  test('are those of the checker, with their steps', () => {
    const expected = Object.entries(SENTENCES).map(([number, text]) => {
      const steps = STEPS.filter(({ sentences }) => (sentences as readonly string[]).includes(number));
      return [number, text, steps.map(({ id }) => `\`${id}\``).join(', ')];
    });
    expect(rows).toEqual(expected);
  });

  test('each has a step and a conversation of its number', () => {
    for (const [, , steps] of rows) expect(steps).not.toBe('');
    expect(conversations.map(({ title }) => title.split(' ')[1])).toEqual(Object.keys(SENTENCES));
  });
});
