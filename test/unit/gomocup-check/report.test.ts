/** What `gomocup-check` prints and writes. */
import { expect, test } from 'vitest';
import type { StepResult } from '../../../packages/gomocup-check/src/check.ts';
import { junitXml, resultLines } from '../../../packages/gomocup-check/src/report.ts';
import type { Finding } from '../../../packages/gomocup-check/src/step.ts';

function failed(findings: readonly Finding[]): StepResult {
  return {
    number: 4,
    id: 'info-silent',
    title: 'INFO is never answered',
    why: 'no manager expects an answer.',
    sentences: ['I1'],
    fix: 'Print nothing.',
    verdict: 'fail',
    findings,
    elapsedMs: 20,
  };
}

test('faults of the same conversation show it once', () => {
  const lines = ['> INFO rule 9', '< ERROR rule', '< ERROR 9'];
  const fault = (text: string, shown: readonly string[]): Finding => ({ severity: 'fail', text, lines: shown });
  const result = failed([fault('a', lines), fault('b', [...lines]), fault('c', ['> INFO x 1'])]);
  expect(resultLines(result).map((line) => line.trim())).toEqual([
    '4 FAIL INFO is never answered',
    'fail: a',
    'fail: b',
    ...lines,
    'fail: c',
    '> INFO x 1',
    'why: no manager expects an answer.',
    'protocol: I1 INFO key value has no answer, whatever the key and the value are.',
    'to do: Print nothing.',
  ]);
});

/** The attributes that the schema of Jenkins's xUnit plugin (junit-10.xsd) allows. */
const ALLOWED = {
  testsuites: ['name', 'time', 'tests', 'failures', 'errors', 'disabled'],
  testsuite: ['name', 'time', 'tests', 'failures', 'errors', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
};

test.each(['testsuites', 'testsuite'] as const)('JUnit: attributes of %s', (element) => {
  const xml = junitXml('brain', [failed([{ severity: 'fail', text: 'answered "<ERROR>"' }])], false);
  const [, attributes] = new RegExp(`<${element} ([^>]*)>`).exec(xml)!;
  const names = [...attributes.matchAll(/(\w+)="/g)].map(([, name]) => name);
  expect(names).toContain('tests');
  expect(names.filter((name) => !ALLOWED[element].includes(name))).toEqual([]);
});
