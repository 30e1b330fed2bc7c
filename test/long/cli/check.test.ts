/** `tengen check`: tengen passes, and scripted brains fail at the expected steps. */

import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  busyText,
  type CheckOptions,
  checkBrain,
  isTimed,
  STEPS,
  type StepResult,
  verdictOf,
} from '../../../packages/gomocup-check/src/check.ts';
import type { Claims } from '../../../packages/gomocup-check/src/claims.ts';
import { Patience } from '../../../packages/gomocup-check/src/patience.ts';
import { resultLines } from '../../../packages/gomocup-check/src/report.ts';
import type { Finding } from '../../../packages/gomocup-check/src/step.ts';
import { COMMAND as CHECK } from '../../../src/cli/check.ts';
import { runCommand } from '../../../src/cli/run.ts';
import { nameFromCommand, resolveCommand } from '../../../src/measure/match/command-line.ts';
import type { EngineSpec } from '../../../src/measure/match/engine-spec.ts';
import { liveEngines } from '../../../src/measure/match/live-engines.ts';
import { PROGRAM } from '../../processes.ts';
import { captureOutput } from '../../unit/cli/capture.ts';
import { leftovers, scripted } from '../../unit/measure/match/scripted.ts';

// Most steps wait, so those that measure no time run side by side.
afterAll(() => {
  expect(liveEngines()).toBe(0);
  expect(leftovers()).toEqual([]);
});

function numberOf(title: RegExp): number {
  const found = STEPS.findIndex((step) => title.test(step.title));
  expect(found).toBeGreaterThanOrEqual(0);
  return found + 1;
}

async function run(behavior: string, ...titles: RegExp[]): Promise<StepResult[]> {
  return runWith(scripted(behavior), {}, ...titles);
}

async function runWith(spec: EngineSpec, options: Partial<CheckOptions>, ...titles: RegExp[]): Promise<StepResult[]> {
  const only = titles.length === 0 ? null : titles.map(numberOf);
  const results: StepResult[] = [];
  for await (const result of checkBrain(spec, { full: false, only, ...options }, () => performance.now()))
    results.push(result);
  return results;
}

const isLoad = ({ text }: Finding): boolean => text.startsWith('the machine was busy');

/** What a step found, apart from how busy the machine was. */
const textsOf = ({ findings }: Pick<StepResult, 'findings'>): string[] =>
  findings.filter((finding) => !isLoad(finding)).map(({ text }) => text);

/** @returns the findings, without timing faults if the check says that the machine was busy */
const counted = (findings: readonly Finding[]): readonly Finding[] =>
  findings.some(isLoad) ? findings.filter((finding) => !isTimed(finding)) : findings;

/** Where the check says that the machine was busy, the verdict may also be the one without timing faults. */
function expectVerdicts(results: readonly StepResult[], expected: readonly string[]): void {
  const possible = results.map(({ verdict, findings }) => [verdict, verdictOf(counted(findings))]);
  expect(possible).toEqual(expected.map((verdict) => expect.arrayContaining([verdict])));
}

test.concurrent('timeouts shrink for a brain that does not answer, except those of a manager', async () => {
  const titles = [/^BEGIN and TURN/, /^BOARD as first/, /^BOARD without/, /in any order/, /blocked point/, /^TAKEBACK/];
  // Both together: each of them waits 20 s.
  const [mute, muteAtAbout] = await Promise.all([
    run('mute 1', ...titles),
    run('mute-early 1', ...titles.slice(0, 4), /c-gomoku-cli/),
  ]);
  const waits = mute.map(({ findings }) => Number(/within (\d+) ms/.exec(findings[0].text)?.[1]));
  expect(waits).toEqual([5200, 5300, 2800, 1800, 1300, 1300]);
  expect(muteAtAbout.at(-1)!.findings[0].text).toBe('no answer to ABOUT within 3000 ms: expected an answer to ABOUT');
});

test.concurrent('timeouts stay the same for one that answers', () => {
  const patience = new Patience();
  patience.lose();
  expect([patience.graceMs, patience.shortened(10_000)]).toEqual([5000, 10_000]);
});

test.concurrent('the built tengen passes the short check', async () => {
  const spec = {
    ...scripted('tengen'),
    ...resolveCommand(PROGRAM, null),
    command: PROGRAM,
    name: nameFromCommand(PROGRAM),
    delayMs: 25,
    memoryBytes: 367_001_600,
  };
  const faults: string[] = [];
  const examine = async (only: readonly number[]) => {
    for await (const { number, title, findings } of checkBrain(spec, { full: false, only }, () => performance.now())) {
      // A busy machine may delay an answer in any step. A slight delay is no fault on any machine; a missing answer is.
      const isSlight = (finding: Finding) =>
        finding.severity === 'warn' && isTimed(finding) && !finding.text.includes('no answer');
      if (verdictOf(counted(findings).filter((finding) => !isSlight(finding))) !== 'pass')
        faults.push(`${number} ${title}: ${findings.map(({ text }) => text).join('; ')}`);
    }
  };
  // Both halves in parallel: most steps wait rather than compute.
  const numbers = STEPS.map((_, i) => i + 1);
  await Promise.all([0, 1].map((half) => examine(numbers.filter((number) => number % 2 === half))));
  expect(faults).toEqual([]);
});

describe.concurrent('engines of others', () => {
  test('OK with a text is an answer to START, and a warning for the managers that compare the line', async () => {
    const [ok, clean] = await run('ok-with-text', /^START 15 is/, /^OK on one line/);
    expect([ok.verdict, clean.verdict]).toEqual(['pass', 'warn']);
    expect(textsOf(clean)).toEqual([
      'answered START with "OK - everything is good": Piskvork, c-gomoku-cli and liskvork expect OK alone',
    ]);
  });

  test('the judge reads no OK: its game is played without one', async () => {
    const spec = { ...scripted('no-ok'), startTimeoutMs: 1000 };
    const results = await runWith(spec, {}, /^START 15 is/, /^BEGIN and TURN/, /Gomocup judge of 2026/);
    expect(results.map(({ id }) => id)).toEqual(['start-ok', 'profile-judge-2026']);
    expectVerdicts(results, ['fail', 'pass']);
  });

  test.each(['UNKNOWN command', 'ERROR no swap2'])('SWAP2BOARD is answered with %s', async (answer) => {
    const spec = scripted('sound');
    const [{ findings }] = await runWith(
      { ...spec, argv: [...spec.argv.slice(0, -1), 'swap2-refused', answer] },
      {},
      /^SWAP2BOARD/,
    );
    expect(findings.map(({ text }) => text)).toEqual([`with 0 stones: SWAP2BOARD was answered "${answer}"`]);
  });

  test('the command that has no answer is named', async () => {
    const spec = { ...scripted('no-ok'), startTimeoutMs: 500 };
    const [lines] = await runWith(spec, {}, /^lines that end/);
    expect(lines.findings[0].text).toBe('LF: no answer to START 15 and BEGIN within 500 ms: expected OK and a move');
  });

  test('a fault of time on a busy machine says how busy it was; another fault does not', async () => {
    const busy = { watch: () => () => 'the machine was busy' };
    const texts = async (behavior: string) =>
      (await runWith(scripted(behavior), busy, /^BEGIN and TURN/))[0].findings.map(({ text }) => text);
    expect((await texts('mute 1')).at(-1)).toBe('the machine was busy');
    expect((await texts('off-board')).join()).not.toContain('busy');
    expect(busyText(20, 1.5, 2)).toBeNull();
    expect(busyText(340, 20.25, 2)).toBe(
      'the machine was busy: load 20.3 on 2 processors, a timer was 340 ms late; repeat this step on an idle one',
    );
    expect(busyText(20, 0, 4)).toBeNull();
    expect(busyText(20, 9, 4)).toBe('the machine was busy: load 9.0 on 4 processors; repeat this step on an idle one');
  });
});

describe.concurrent('faults are found', () => {
  test('a brain that does not start is not examined further', async () => {
    const results = await run('dies-at-once');
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ number: 1, verdict: 'fail' });
    expect(results[0].findings[0].text).toMatch(/exit code 7; on stderr: cannot open weights\.bin$/);
    expect(resultLines(results[0]).join(' ')).toMatch(/to do: Start the brain by hand/);
  });

  test('advice about START where a later step needs it', async () => {
    const advice = async (behavior: string, title: RegExp) =>
      resultLines((await run(behavior, title))[0])
        .join(' ')
        .replace(/ +/g, ' ');
    expect(await advice('refuses', /^BEGIN and TURN/)).toMatch(/to do: Support this board size, and answer START/);
    expect(await advice('crashes 1', /^BEGIN and TURN/)).toMatch(/to do: Start the brain by hand in \//);
    expect(await advice('no-about', /as c-gomoku-cli/)).toMatch(/to do: Replay the lines/);
  });

  test('a program that is missing', async () => {
    const [result] = await runWith(scripted('x', { argv: ['/no/such/brain'] }), {}, /^START 15/);
    expect(result.findings[0].text).toMatch(/^cannot start "\/no\/such\/brain"/);
    const text = resultLines(result).join(' ');
    expect(text).toContain('to do: Check the path');
    expect(text).not.toContain('Read START');
  });

  test.each([
    ['sound', /^OK on one line/, 'pass', ''],
    ['no-about', /^ABOUT/, 'fail', 'no answer'],
    ['answers-info', /^INFO is never answered/, 'fail', 'UNKNOWN timeout_turn'],
    ['off-board', /^BEGIN and TURN/, 'fail', '15,0 is off the 15x15 board'],
    ['stray', /^BEGIN and TURN/, 'fail', 'after its move'],
    ['crashes', /^BEGIN and TURN/, 'fail', 'exit code 3'],
    ['crashes 1', /^nothing on stderr/, 'fail', 'exit code 3'],
    ['ignores-end', /^END: exits at once/, 'fail', 'still running after 3 s'],
    ['sound', /^END: exits at once/, 'pass', ''],
    ['sound', /^an unknown command/, 'warn', 'expected ERROR or UNKNOWN'],
    ['late-unknown', /^an unknown command/, 'pass', ''],
    ['swap2-wrong', /^SWAP2BOARD/, 'fail', 'with 0 stones: answered 1 point'],
    ['takes-back', /^TAKEBACK/, 'pass', ''],
    ['takes-back UNKNOWN', /^TAKEBACK/, 'pass', 'PLAY is unknown'],
    ['takes-back OK', /^TAKEBACK/, 'warn', 'PLAY 0,0 was answered with "OK": expected 0,0 or UNKNOWN'],
    ['leaves-children', /^one process/, 'warn', '2 child processes'],
    ['dies-of-nonsense', /^wrong commands/, 'warn', 'after "TURN x,y": the process ended with exit code 4'],
    ['sulks-after-nonsense', /^wrong commands/, 'warn', 'did not continue after "TURN 99,99", "TURN x,y", "TURN", '],
    ['answers-nonsense', /^wrong commands/, 'warn', '"INFO timeout_turn abc" was answered with "ERROR not a number"'],
    ['sound', /^START, INFO and BOARD sent together/, 'pass', ' ms after the start, with timeout_turn 300'],
    ['sound', /^a game as the Gomocup judge/, 'pass', ''],
    ['sound', /^a game as qpiskvork/, 'pass', ''],
    ['stray', /^a game as the Gomocup judge/, 'fail', 'after its move: it counts as the next one'],
    ['no-about', /^two games in one process as c-gomoku-cli/, 'fail', 'no answer to ABOUT'],
    ['answers-info', /^a game as Piskvork/, 'fail', 'instead of a move: Piskvork ends the game'],
    ['ignores-end', /^a game as liskvork/, 'warn', 'still running 1 s after END'],
  ] as const)('%s: %s: %s', async (behavior, title, verdict, text) => {
    const [result] = await run(behavior, title);
    expect(textsOf(result).join('; ')).toContain(text);
    expectVerdicts([result], [verdict]);
  });

  test('a brain that takes too long', async () => {
    const spec = scripted('sound', { options: [['think_ms', '1300']] });
    const only = [numberOf(/^timeout_turn 0/)];
    for await (const result of checkBrain(spec, { full: false, only }, () => performance.now()))
      expect(result.verdict).toBe('fail');
  });
});

test.concurrent('a size that the brain does not claim is not tested', async () => {
  const titles = [/^BOARD replaces the game/, /^plays itself/, /^keeps to max_memory/];
  const results = (claims: Claims) => runWith(scripted('only-15'), { claims }, ...titles);
  expectVerdicts(await results({ rules: [0], sizes: [15] }), ['warn', 'pass', 'pass']);
  expectVerdicts(await results({ rules: [0], sizes: null }), ['fail', 'fail', 'fail']);
});

describe.concurrent('if something cannot be measured', () => {
  const titles = [/^survives being suspended/, /^keeps to max_memory/, /^one process/];
  test.each([
    ['win32', ['skip', 'skip', 'pass']],
    ['darwin', ['pass', 'skip', 'pass']],
    ['linux', ['pass', 'pass', 'pass']],
  ])('on %s', async (platform, verdicts) => {
    const results = await runWith(scripted('sound'), { platform }, ...titles);
    expectVerdicts(results, verdicts);
    if (platform !== 'win32') return;
    expect(results.flatMap(resultLines).map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'skip survives being suspended between moves (engines cannot be suspended on Windows)',
      'skip keeps to max_memory (memory can be read on Linux only)',
      'pass one process, no files left in its folder (files only: child processes can be counted on Linux only)',
    ]);
  });
});

test.concurrent('long steps report progress', async () => {
  const reported: string[] = [];
  const number = numberOf(/^plays itself/);
  const onProgress = (step: number, title: string, progress: string) => {
    expect([step, title]).toEqual([number, STEPS[number - 1].title]);
    reported.push(progress);
  };
  await runWith(scripted('sound'), { onProgress }, /^plays itself/);
  expect(reported).toEqual([
    'freestyle 15x15',
    'standard 15x15',
    'renju 15x15',
    'caro 15x15',
    'caro-exact 15x15',
    'freestyle 20x20',
  ]);
});

/** For what is measured, time passes a hundred times slower: the brain is fast, however busy the machine is. */
function slowClock(): void {
  const now = performance.now.bind(performance);
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => now() / 100);
  onTestFinished(() => slow.mockRestore());
}

test('a brain that hardly uses its clock is recognized', async () => {
  slowClock();
  const [result] = await run('sound', /^uses the time of a short match/);
  expect(result.verdict).toBe('fail');
  expect(textsOf(result)).toEqual([
    expect.stringMatching(/^used \d+ of 6000 ms over 10 moves: expected at least 600/),
    expect.stringMatching(/^used \d+ of 5000 ms over 10 moves: expected at least 500/),
    expect.anything(),
  ]);
});

test('a brain that uses its clock is recognized within a few moves', async () => {
  const spec = scripted('sound', { options: [['think_ms', '150']] });
  const [result] = await runWith(spec, {}, /^uses the time of a short match/);
  expect(result.verdict).toBe('pass');
  expect(textsOf(result)).toEqual([
    expect.stringMatching(/^used \d+ of 6000 ms over [1-5] moves$/),
    expect.stringMatching(/^used \d+ of 5000 ms over [1-5] moves$/),
    expect.stringMatching(/^used \d+ of 3000 ms over [1-3] moves$/),
  ]);
});

test('a brain that only RESTART makes clear its board is asked for every move', async () => {
  slowClock();
  const [result] = await runWith(scripted('keeps-board'), {}, /^the match time lasts/);
  expect(textsOf(result)).toEqual([expect.stringMatching(/^used \d+ of 3000 ms in 112 moves$/)]);
});

test.each([
  [0, false, /^used \d+ of 3000 ms in 112 moves$/],
  [45, true, /^used \d{4,} of 3000 ms in \d\d moves$/],
] as const)('a match that has to last, %i ms for every move', async (thinkMs, fails, text) => {
  if (!fails) slowClock();
  const spec = scripted('sound', { options: [['think_ms', String(thinkMs)]] });
  const [result] = await runWith(spec, {}, /^the match time lasts/);
  expect(textsOf(result)).toEqual([expect.stringMatching(text)]);
  // A slight delay is a warning, because a busy machine may be the cause.
  expect(result.verdict === 'fail').toBe(fails);
});

describe('from the command line', () => {
  const written = captureOutput();
  const brain = (behavior: string) => `cmd=${scripted(behavior).argv[1]} ${behavior}`;

  test('exit codes', async () => {
    expect(await runCommand(CHECK, ['--only=1,2', brain('sound')])).toBe(0);
    expect(written.output).toMatch(
      / 1 pass START 15 .*\n 2 pass OK on one line.*\n2 passed, 0 with warnings, 0 failed\n$/s,
    );
    expect(await runCommand(CHECK, ['--only=1,2,3', brain('refuses')])).toBe(1);
    expect(written.output).toMatch(/\n0 passed, 0 with warnings, 1 failed, 2 not run, because [^\n]*\n$/);
    expect(written.output).toMatch(
      / 1 FAIL START 15.*\n {8}fail: START 15 was answered "ERROR unsupported board size".*\n {12}> START 15\n {12}< ERROR [^\n]*\n {8}why: c-gomoku-cli waits[\s\S]*\n {8}protocol: S1 [\s\S]*\n {8}to do: Support this board size/,
    );
  });

  test('progress of a long step goes only to stderr', async () => {
    const number = numberOf(/^knows what wins/);
    await runCommand(CHECK, [`--only=${number}`, brain('sound')]);
    expect(written.errors).toContain(`tengen check: ${number} knows what wins under each rule: caro-exact\n`);
    expect(written.output).not.toContain(': caro-exact\n');
    expect(written.output).toMatch(new RegExp(`^brain: short check, 1 step\n${number} warn knows what wins`));
  });

  test('--strict counts warnings as failures', async () => {
    const only = `--only=${numberOf(/^an unknown command/)}`;
    expect(await runCommand(CHECK, [only, brain('sound')])).toBe(0);
    expect(await runCommand(CHECK, ['--strict', only, brain('sound')])).toBe(1);
  });

  test('JSON', async () => {
    await runCommand(CHECK, ['--json', '--only=1', brain('sound')]);
    const lines = written.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ type: 'step', number: 1, verdict: 'pass' });
    expect(lines[1]).toEqual({
      type: 'summary',
      name: 'brain',
      full: false,
      passed: 1,
      warned: 0,
      failed: 0,
      skipped: 0,
      untested: 0,
    });
  });

  test("control characters of a brain's name do not reach a terminal", async () => {
    await runCommand(CHECK, ['--only=1', 'name=a\x1b[2Jb', brain('sound')]);
    expect(written.output).toMatch(/^a\?\[2Jb: short check, 1 step\n/);
  });

  test.each([
    [['--wat', 'x'], /--wat: unknown option; see tengen check --help/],
    [['--only=99', 'x'], /--only 99: expected a whole number from 1 to/],
    [['x', 'y'], /2 words: expected one command/],
  ])('%j is rejected', async (args, reason) => {
    expect(await runCommand(CHECK, args)).toBe(2);
    expect(written.errors).toMatch(reason);
  });
});
