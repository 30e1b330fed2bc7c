/** The package gomocup-check: what it contains, and the reports of its results. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { STEPS, type StepResult } from '../../../packages/gomocup-check/src/check.ts';
import { claimsOf, RULES, SIZES } from '../../../packages/gomocup-check/src/claims.ts';
import { stepsOf } from '../../../packages/gomocup-check/src/options.ts';
import { PROFILES } from '../../../packages/gomocup-check/src/profiles.ts';
import { annotations, junitXml, resultLines } from '../../../packages/gomocup-check/src/report.ts';
import { SENTENCES } from '../../../packages/gomocup-check/src/sentences.ts';
import { outputOf } from '../../processes.ts';

const PACKAGE = fileURLToPath(new URL('../../../packages/gomocup-check', import.meta.url));
const FAULTY: StepResult = {
  number: 7,
  id: 'board',
  title: 'BOARD <as> first player',
  why: 'the judge sends it.',
  sentences: ['M5', 'M6'],
  fix: 'Clear the board.',
  verdict: 'fail',
  elapsedMs: 1234,
  findings: [
    { severity: 'note', text: 'a note' },
    { severity: 'fail', text: 'no answer & more\u0007', lines: ['> BOARD', '> DONE'], says: 'M5' },
  ],
};
const WARNED: StepResult = {
  ...FAULTY,
  number: 8,
  id: 'x',
  verdict: 'warn',
  findings: [{ severity: 'warn', text: 'w' }],
};
const SKIPPED: StepResult = {
  ...FAULTY,
  number: 9,
  verdict: 'skip',
  findings: [{ severity: 'skip', text: 'not here' }],
};

test('nothing in it names the engine it comes from', () => {
  const named = readdirSync(PACKAGE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js|json|md|yml)$|^LICENSE$/.test(name))
    .filter((name) => /tengen/i.test(readFileSync(join(PACKAGE, name), 'utf8')));
  expect(named).toEqual([]);
});

test('steps and sentences belong together', () => {
  expect(new Set(STEPS.map(({ id }) => id)).size).toBe(STEPS.length);
  const checked = new Set<string>(STEPS.flatMap(({ sentences }) => sentences));
  expect(Object.keys(SENTENCES).filter((number) => !checked.has(number))).toEqual([]);
});

test('profiles name existing steps, and select them', () => {
  const ids = STEPS.map(({ id }) => id);
  for (const { needs, id: own } of PROFILES) for (const id of [...needs, own]) expect(ids).toContain(id);
  const chosen = stepsOf({ only: null, profile: ['piskvork'] }) ?? [];
  expect(chosen.map((number) => STEPS[number - 1].id)).toEqual(
    expect.arrayContaining(['start-ok', 'profile-piskvork']),
  );
  expect(chosen.map((number) => STEPS[number - 1].id)).not.toContain('profile-liskvork');
  expect(() => stepsOf({ only: [1], profile: ['piskvork'] })).toThrow('--only and --profile');
});

test('claims are read from options and from ABOUT', () => {
  expect(RULES.read('freestyle, renju')).toEqual([0, 4]);
  expect(RULES.read('9')).toEqual([9]);
  expect(RULES.read('chess')).toBeUndefined();
  expect(SIZES.read('15,18-20')).toEqual([15, 18, 19, 20]);
  for (const wrong of ['', '4', '23', '20-15', 'x']) expect(SIZES.read(wrong)).toBeUndefined();
  expect(claimsOf({ name: 'x', rules: 'standard', sizes: '15' })).toEqual({ rules: [1], sizes: [15] });
  expect(claimsOf({ name: 'x', rules: 'many' })).toEqual({ rules: null, sizes: null });
});

describe('reports', () => {
  test('as text: what was sent, the consequence, the sentence, and what to do', () => {
    expect(resultLines(FAULTY)).toEqual([
      ' 7 FAIL BOARD <as> first player (a note)',
      '        fail: no answer & more\u0007',
      '            > BOARD',
      '            > DONE',
      '        why: the judge sends it.',
      `        protocol: M5 ${SENTENCES.M5.replace(/ comes after DONE\.$/, '')}`,
      '                  comes after DONE.',
      '        to do: Clear the board.',
    ]);
    const own = { ...FAULTY, findings: FAULTY.findings.map((finding) => ({ ...finding, fix: 'Look elsewhere.' })) };
    expect(resultLines(own).at(-1)).toBe('        to do: Look elsewhere.');
    expect(resultLines(SKIPPED)).toEqual([' 9 skip BOARD <as> first player (not here)']);
  });

  test('as JUnit XML', () => {
    const lenient = junitXml('foo "1"', [FAULTY, WARNED, SKIPPED], false);
    expect(lenient).toContain('<testsuites tests="3" failures="1" errors="0" time="3.702">');
    expect(lenient).toContain(
      'name="BOARD &#60;as&#62; first player" time="1.234"><failure type="fail" message="a note; no answer &#38; more.">',
    );
    expect(lenient).toContain('<skipped message="not here"/>');
    expect(lenient).toContain('classname="foo &#34;1&#34;.board"');
    expect(junitXml('foo', [FAULTY, WARNED], true)).toContain('failures="2"');
  });

  test('as annotations', () => {
    expect(annotations([FAULTY, SKIPPED])).toEqual(['::error title=7 BOARD <as> first player::no answer & more\u0007']);
  });
});

test('the action runs this version', () => {
  const read = (name: string) => readFileSync(join(PACKAGE, name), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  expect(read('action.yml')).toContain(` gomocup-check@${version} `);
});

test('the program runs by itself', () => {
  const program = join(PACKAGE, 'dist', 'gomocup-check.js');
  const output = (...args: string[]) => outputOf(process.execPath, [program, ...args]);
  expect(output('--version')).toMatch(/^gomocup-check \d+\.\d+\.\d+\n$/);
  expect(output('--help')).toMatch(/^Usage: gomocup-check \[options\] COMMAND/);
  expect(output('brain', '--help')).toMatch(/^Usage: gomocup-check brain \[--behavior NAME\]/);
  expect(output('manager', '--help')).toMatch(/^Usage: gomocup-check manager RECORD/);
  const listed = output('--list');
  for (const { source } of PROFILES) expect(listed).toContain(source);
  for (const text of Object.values(SENTENCES)) expect(listed).toContain(text);
});
