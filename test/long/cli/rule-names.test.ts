/** One table of rule names: every command understands all of them, in the same way, and shows them in its help. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { COMMAND as ANALYZE } from '../../../src/cli/analyze.ts';
import { BRAIN } from '../../../src/cli/brain.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { COMMAND as CONVERT } from '../../../src/cli/convert.ts';
import { COMMAND as FORBIDDEN } from '../../../src/cli/forbidden.ts';
import { helpLines, programHelp } from '../../../src/cli/help.ts';
import { readPlayRequest } from '../../../src/cli/play/settings.ts';
import { runCommand } from '../../../src/cli/run.ts';
import { COMMAND as SELFPLAY } from '../../../src/cli/selfplay.ts';
import { RULE_CHOICES, RULE_NAMES, ruleCodeOf, ruleFromCode, ruleHelp } from '../../../src/core/rule.ts';
import { readMatchOptions } from '../../../src/measure/match/options/options.ts';
import { decodeFile } from '../../../src/measure/selfplay/record.ts';
import { bareGame } from '../../../src/records/notation/saved-game.ts';
import { formatSgf, parseSgf } from '../../../src/records/notation/sgf.ts';
import { temporaryFolder } from '../../folder.ts';
import { tengen } from '../../processes.ts';
import { captureOutput } from '../../unit/cli/capture.ts';

const WORDS = RULE_NAMES.flatMap(({ code, name, aliases, title }) =>
  [name, ...aliases, title, String(code), name.toUpperCase()].map((word) => [word, code] as const),
);

let folder = '';
const written = captureOutput();
beforeEach(() => {
  folder = temporaryFolder();
});

test('the names', () => {
  expect(RULE_NAMES.map(({ name, code }) => [name, code])).toEqual([
    ['freestyle', 0],
    ['standard', 1],
    ['renju', 4],
    ['caro', 8],
    ['caro-exact', 9],
    ['omok', 16],
  ]);
  expect([ruleCodeOf('exact'), ruleCodeOf('Exact five'), ruleCodeOf('chess'), ruleCodeOf('')]).toEqual([
    1,
    1,
    null,
    null,
  ]);
  for (const { code } of RULE_NAMES) expect(ruleFromCode(code)).not.toBe(null);
  const words = WORDS.map(([word, code]) => `${word.toLowerCase()} ${code}`);
  expect(new Set(words.map((word) => word.replace(/ \d+$/, ''))).size).toBe(new Set(words).size);
});

const run = (command: Promise<number>) => command.then((code) => expect([written.errors, code]).toEqual(['', 0]));

describe('every command accepts every name', () => {
  test.each(WORDS)('%s', async (word, code) => {
    const { config } = readMatchOptions(['-engine', 'cmd=a', '-engine', 'cmd=b', '-rule', word]);
    expect(config.settings.rule.code).toBe(code);
    expect(readPlayRequest(['--rule', word], () => 1).settings.variant.rule.code).toBe(code);

    await run(runCommand(ANALYZE, ['h8', '--json', '--depth', '1', '--rule', word]));
    expect(JSON.parse(written.output)).toMatchObject({ ruleCode: code });

    await run(runCommand(FORBIDDEN, ['h8', '--rule', word]));
    const { name } = RULE_NAMES.find((rule) => rule.code === code)!;
    const expected = [4, 16].includes(code)
      ? 'no forbidden points'
      : `${name} has no forbidden points: only renju and omok do`;
    expect(written.output.trimEnd().split('\n').at(-1)).toBe(expected);

    const games = join(folder, 'games.bin');
    await run(runCommand(SELFPLAY, ['--out', games, '--games', '0', '--rule', word]));
    expect(decodeFile(readFileSync(games)).header.rule).toBe(code);

    writeFileSync(join(folder, 'a.pos'), 'h8i9\n');
    await run(runCommand(CONVERT, [join(folder, 'a.pos'), join(folder, 'a.jsonl'), '--rule', word]));
    expect(JSON.parse(readFileSync(join(folder, 'a.jsonl'), 'utf8'))).toMatchObject({ rule: code });

    expect(parseSgf(`(;GM[4]SZ[15]RU[${word}];B[hh])`)[0].rule).toBe(code);
  });

  test.each(RULE_NAMES)('the brain: $name', ({ name, code }) => {
    // Six in a row, or the block of a four: e8 is played only if six wins. Under renju, Black may not make six.
    const board =
      'BOARD\n2,7,1\n10,2,2\n3,7,1\n10,3,2\n5,7,1\n10,4,2\n6,7,1\n10,5,2\n7,7,1\n0,14,2\n10,1,1\n14,0,2\nDONE\n';
    const input = `START 15\nINFO timeout_turn 0\n${board}`;
    const { stdout } = tengen([`--rule=${name}`], { input });
    expect(stdout.trim().split('\n').at(-1)).toMatch([0, 8, 16].includes(code) ? /^4,7$/ : /^10,[67]$/);
  });
});

describe('an unknown name gets the same message', () => {
  test('from match, play, analyze, forbidden, selfplay, convert and the brain', async () => {
    const expected = `rule chess: expected ${RULE_CHOICES}`;
    const options = ['-engine', 'cmd=a', '-engine', 'cmd=b', '-rule', 'chess'];
    expect(() => readMatchOptions(options)).toThrow(`-${expected}`);
    expect(() => readPlayRequest(['--rule', 'chess'], () => 1)).toThrow(`--${expected}`);
    expect(await runCommand(FORBIDDEN, ['h8', '--rule', 'chess'])).toBe(2);
    expect(await runCommand(ANALYZE, ['h8', '--rule', 'chess'])).toBe(2);
    expect(await runCommand(SELFPLAY, ['--out', 'x', '--rule', 'chess'])).toBe(2);
    expect(await runCommand(CONVERT, ['a.pos', 'a.sgf', '--rule', 'chess'])).toBe(2);
    expect(written.errors.split(`: --${expected}\n`)).toHaveLength(5);
    const { status, stderr } = tengen(['--rule', 'chess']);
    expect([status, stderr.trim()]).toEqual([2, `tengen: --${expected}`]);
  });
});

test('the help of every command with a rule has the same table', async () => {
  const table = ruleHelp().join('\n');
  for (const { name, code } of RULE_NAMES) expect(table).toMatch(new RegExp(`${name} +${code}  `));
  expect(table).toContain('also called exact, exact-five');
  const commands = await Promise.all(Object.values(COMMANDS).map(async (load) => (await load()).COMMAND));
  const withRule = commands.filter(({ options }) => 'rule' in options);
  expect(withRule.length).toBeGreaterThan(5);
  for (const command of withRule) expect(helpLines(command).join('\n'), command.name).toContain(table);
  expect(programHelp(BRAIN, commands).join('\n')).toContain(table);
});

describe('game files', () => {
  test.each(RULE_NAMES.map(({ code }) => code))('SGF keeps rule %d', (code) => {
    expect(parseSgf(formatSgf(bareGame(15, [{ x: 7, y: 7 }], code)))[0].rule).toBe(code);
  });

  test("in a file of tengen 0.1.0, Caro means code 9; in another program's, caro", () => {
    expect(parseSgf('(;GM[4]AP[other]SZ[15]RU[Caro];B[hh])')[0].rule).toBe(8);
    expect(parseSgf('(;GM[4]AP[tengen]SZ[15]RU[Caro with overlines];B[hh])')[0].rule).toBe(8);
  });
});
