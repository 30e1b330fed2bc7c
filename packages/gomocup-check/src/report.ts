/** Results as text for people, and as JUnit XML for build servers. */
import { counted, escapeXml, wrapped } from '../../../src/core/text.ts';
import type { StepResult, Verdict } from './check.ts';
import { sentence } from './sentences.ts';
import type { Finding } from './step.ts';

const INDENT = ' '.repeat(8);
const WIDTH = 100;

export type Totals = Readonly<Record<Verdict, number>>;

export function totalsOf(results: readonly StepResult[]): Totals {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return { pass: count('pass'), warn: count('warn'), fail: count('fail'), skip: count('skip') };
}

/** @param untested number of steps that were not run, because the brain does not start @returns the last line */
export function totalsLine({ pass, warn, fail, skip }: Totals, untested: number): string {
  const skipped = skip === 0 ? '' : `, ${skip} skipped`;
  const rest = untested === 0 ? '' : `, ${untested} not run, because the brain does not start a game`;
  return `${pass} passed, ${warn} with warnings, ${fail} failed${skipped}${rest}`;
}

/**
 * @returns the result as lines of text: verdict and title; then for each fault what was sent and received before it;
 * then the consequence, the sentences of the protocol, and what to do
 */
export function resultLines(result: StepResult): string[] {
  const { number, title, verdict, findings, why, sentences, fix } = result;
  const notes = [...new Set(findings.filter((finding) => !isFault(finding)).map(({ text }) => text))];
  const head = `${String(number).padStart(2)} ${verdict === 'fail' ? 'FAIL' : verdict} ${title}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
  const faults = findings.filter(isFault);
  if (faults.length === 0) return [head];
  const own = faults.flatMap(({ says }) => says ?? []);
  const quoted = own.length > 0 ? new Set(own) : sentences;
  const fixes = new Set(faults.map((fault) => fault.fix ?? fix));
  return [
    head,
    ...faults.flatMap((fault, i) => faultLines(fault, faults[i + 1])),
    ...paragraph('why: ', why),
    ...[...quoted].flatMap((number) => paragraph('protocol: ', sentence(number))),
    ...[...fixes].flatMap((text) => paragraph('to do: ', text)),
  ];
}

function isFault({ severity }: Finding): boolean {
  return severity === 'warn' || severity === 'fail';
}

/** @param next fault, which shows the conversation if both have the same one */
function faultLines({ severity, text, lines = [] }: Finding, next: Finding | undefined): string[] {
  const head = `${INDENT}${severity}: ${text}`;
  if (next?.lines?.join('\n') === lines.join('\n')) return [head];
  return [head, ...lines.map((line) => `${INDENT}    ${line}`)];
}

function paragraph(head: string, text: string): string[] {
  const [first, ...rest] = wrapped(text, WIDTH - INDENT.length - head.length);
  return [`${INDENT}${head}${first}`, ...rest.map((line) => `${INDENT}${' '.repeat(head.length)}${line}`)];
}

/** @param name of the brain @returns a JUnit document; warnings are failures if `isStrict` */
export function junitXml(name: string, results: readonly StepResult[], isStrict: boolean): string {
  const isFailure = ({ verdict }: StepResult) => verdict === 'fail' || (isStrict && verdict === 'warn');
  const failures = results.filter(isFailure).length;
  const skipped = results.filter(({ verdict }) => verdict === 'skip').length;
  const seconds = (ms: number) => (ms / 1000).toFixed(3);
  const time = seconds(results.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0));
  const attributes = `tests="${results.length}" failures="${failures}" errors="0" time="${time}"`;
  const cases = results.map((result) => {
    const { id, title, verdict, elapsedMs } = result;
    const text = xmlText(resultLines(result).slice(1).join('\n'));
    const message = xmlText(result.findings.map((finding) => finding.text).join('; '));
    const inside = isFailure(result)
      ? `<failure type="${verdict}" message="${message}">${text}</failure>`
      : verdict === 'skip'
        ? `<skipped message="${message}"/>`
        : text === ''
          ? ''
          : `<system-out>${text}</system-out>`;
    const open = `    <testcase classname="${xmlText(name)}.${id}" name="${xmlText(title)}" time="${seconds(elapsedMs)}"`;
    return inside === '' ? `${open}/>` : `${open}>${inside}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes}>`,
    `  <testsuite name="${xmlText(name)}" ${attributes} skipped="${skipped}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** XML cannot contain control characters at all. */
function xmlText(text: string): string {
  return escapeXml(text.replace(/[^\P{Cc}\n\t]/gu, '.'));
}

/** @returns commands that make GitHub show the faults next to a workflow's run */
export function annotations(results: readonly StepResult[]): string[] {
  return results.flatMap(({ number, title, findings }) =>
    findings.filter(isFault).map(({ severity, text }) => {
      const escaped = text.replaceAll('%', '%25').replaceAll('\n', '%0A');
      return `::${severity === 'fail' ? 'error' : 'warning'} title=${number} ${title.replace(/[,:]/g, ' ')}::${escaped}`;
    }),
  );
}

/** @returns a short form of what was tested, for the first line of a report */
export function scopeOf(steps: number, isFull: boolean): string {
  return `${isFull ? 'full' : 'short'} check, ${counted(steps, 'step')}`;
}
