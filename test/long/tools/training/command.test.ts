/** The trainer's command: games in, weights out. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { LEARNED_WEIGHTS } from '../../../../src/engine/runtime/weights-data.ts';
import { CODES } from '../../../../src/kernel/eval/codes.ts';
import { THREAT_MASKS } from '../../../../src/kernel/eval/threat-mask.ts';
import { packWeights, type RuleWeights, unpackWeights, weightsModule } from '../../../../tools/training/pack.ts';
import { temporaryFolder } from '../../../folder.ts';
import { tool } from '../../../processes.ts';
import { toyFile } from '../../../unit/tools/training/toy-games.ts';

const GAMES = 400;

const folder = temporaryFolder();
const inFolder = (name: string) => join(folder, name);

function writeGames(name: string, rule: number, count: number): string {
  writeFileSync(inFolder(name), toyFile(rule, count));
  return inFolder(name);
}

function train(...args: string[]): string {
  const { status, stdout, stderr } = tool('train', ...args);
  expect(status, stderr).toBe(0);
  return stdout;
}

/** @returns the held-out losses that the trainer prints, in order */
function heldOutLosses(output: string): number[] {
  return [...output.matchAll(/(?:loss (\d\.\d+) held out|held out (\d\.\d+))/g)].map((m) => Number(m[1] ?? m[2]));
}

function readWeightsFile(name: string): RuleWeights {
  return JSON.parse(readFileSync(inFolder(name), 'utf8')) as RuleWeights;
}

describe('tools/train.ts', () => {
  let games = '';
  beforeAll(() => {
    games = writeGames('games.tgs', 0, GAMES);
    const nothing: RuleWeights = {
      rule: 0,
      colors: 1,
      value: new Array<number>(CODES).fill(0),
      threat: new Array<number>(THREAT_MASKS).fill(0),
    };
    writeFileSync(inFolder('nothing.json'), JSON.stringify(nothing));
  });

  const learnFromNothing = (out: string, ...options: string[]) =>
    train('value', '--prior', inFolder('nothing.json'), ...options, '--out', inFolder(out), games);

  test('value: from zero tables it learns to predict unseen games; the same games give the same weights', () => {
    const learn = (out: string) => learnFromNothing(out, '--iterations', '15');
    const output = learn('value.json');
    const losses = heldOutLosses(output);
    // All zeros predict even odds everywhere.
    expect(losses[0]).toBeCloseTo(Math.LN2, 3);
    expect(losses.length).toBeGreaterThan(1);
    expect(losses[losses.length - 1]).toBeLessThan(losses[0] - 0.01);
    expect(learn('again.json')).toBe(output);
    expect(readFileSync(inFolder('again.json'))).toEqual(readFileSync(inFolder('value.json')));
    const { rule, colors, value, threat } = readWeightsFile('value.json');
    expect([rule, colors, value?.length, threat?.length]).toEqual([0, 1, CODES, THREAT_MASKS]);
    expect(value!.every(Number.isInteger) && value!.some((entry) => entry !== 0)).toBe(true);
  });

  test('value: twice the points for an expectation of 73 %, twice the values', () => {
    const learn = (out: string, ...options: string[]) => {
      learnFromNothing(out, '--iterations', '5', ...options);
      return readWeightsFile(out).value!;
    };
    const once = learn('once.json');
    const twice = learn('twice.json', '--scale', '400');
    expect(once.some((entry) => entry > 5)).toBe(true);
    twice.forEach((entry, code) => {
      expect(Math.abs(entry - 2 * once[code])).toBeLessThanOrEqual(1);
    });
  });

  test('moves: the same games, the same scores, each in one byte', () => {
    const few = writeGames('few.tgs', 0, 100);
    const learn = (out: string) => train('moves', '--iterations', '4', '--out', inFolder(out), few);
    expect(learn('moves.json')).toBe(learn('again.json'));
    expect(readFileSync(inFolder('again.json'))).toEqual(readFileSync(inFolder('moves.json')));
    const { own, other } = readWeightsFile('moves.json');
    for (const table of [own!, other!]) {
      expect(table).toHaveLength(CODES);
      expect(table.every((entry) => Number.isInteger(entry) && entry >= 0 && entry <= 255)).toBe(true);
    }
  });

  test('renju: tables for each color, and losses as a picture', () => {
    const renju = writeGames('renju.tgs', 4, 40);
    const svg = inFolder('losses.svg');
    train('value', '--iterations', '3', '--curves', svg, '--out', inFolder('renju.json'), renju);
    const { rule, colors, value, threat } = readWeightsFile('renju.json');
    expect([rule, colors, value?.length, threat?.length]).toEqual([2, 2, 2 * CODES, 2 * THREAT_MASKS]);
    expect(value!.slice(0, CODES)).not.toEqual(value!.slice(CODES));
    expect(readFileSync(svg, 'utf8').match(/<polyline/g)).toHaveLength(2);
  });

  test('unpack and pack: the weights in use are unchanged, except for a rule that a later file replaces', () => {
    const files = train('unpack', inFolder('in/use')).trim().split('\n');
    expect(files).toEqual([0, 1, 4, 8, 9].map((rule) => join(folder, 'in', 'use', `weights-${rule}.json`)));
    train('pack', '--out', inFolder('packed.ts'), ...files);
    const inUse = readFileSync(new URL('../../../../src/engine/runtime/weights-data.ts', import.meta.url), 'utf8');
    expect(readFileSync(inFolder('packed.ts'), 'utf8')).toBe(inUse);

    train('pack', '--out', inFolder('packed.ts'), ...files, inFolder('nothing.json'));
    const freestyle = packWeights({ ...unpackWeights(LEARNED_WEIGHTS[0]), ...readWeightsFile('nothing.json') });
    expect(readFileSync(inFolder('packed.ts'), 'utf8')).toBe(weightsModule([freestyle, ...LEARNED_WEIGHTS.slice(1)]));
  });

  test('invalid input is rejected in one line', () => {
    const other = writeGames('other.tgs', 1, 1);
    const run = (...args: string[]) => tool('train', ...args);
    expect(run('value', '--out', inFolder('x'), games, other)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'games of several rules: expected one\n',
    });
    expect(run('value', '--out', inFolder('x'))).toMatchObject({
      status: 2,
      stderr: '0 files: expected one or more; see train --help\n',
    });
    expect(run('unpack')).toMatchObject({ status: 2, stderr: '0 arguments: expected one folder\n' });
    expect(run('value', '--prio', 'x', games)).toMatchObject({
      status: 2,
      stderr: '--prio: unknown option; did you mean --prior?\n',
    });
    expect(run('vlaue')).toMatchObject({
      status: 2,
      stderr: 'train "vlaue": expected value, moves, pack, unpack; see --help; did you mean value?\n',
    });
  });
});
