import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  formatTimeControl,
  moveLimitMs,
  parseDuration,
  parseTimeControl,
} from '../../../../src/measure/match/engine-spec.ts';
import { readEngine } from '../../../../src/measure/match/options/engine.ts';
import { readMatchOptions } from '../../../../src/measure/match/options/options.ts';
import { ENGINE_KEYS, MATCH_OPTIONS } from '../../../../src/measure/match/options/table.ts';
import { temporaryFolder } from '../../../folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const TWO = ['-engine', 'cmd=one', '-engine', 'cmd=two'];

describe('time controls', () => {
  test.each([
    ['180/5', { matchMs: 180_000, turnMs: 5000, incrementMs: 0 }],
    ['0/50ms', { matchMs: null, turnMs: 50, incrementMs: 0 }],
    ['60+0.5', { matchMs: 60_000, turnMs: null, incrementMs: 500 }],
    ['2m/10+100ms', { matchMs: 120_000, turnMs: 10_000, incrementMs: 100 }],
    ['0/0', null],
    ['5/', null],
    ['fast', null],
  ])('%s', (text, time) => {
    expect(parseTimeControl(text)).toEqual(time);
    if (time !== null) expect(parseTimeControl(formatTimeControl(time))).toEqual(time);
  });

  test('durations', () => {
    expect(['50ms', '2', '.5s', '1h', 'x', '-1'].map((text) => parseDuration(text, 's'))).toEqual([
      50,
      2000,
      500,
      3_600_000,
      undefined,
      undefined,
    ]);
  });

  test('the limit of a move is the shorter of the turn and the rest of the match', () => {
    const time = { matchMs: 10_000, turnMs: 3000, incrementMs: 0 };
    expect([10_000, 2000, -50].map((left) => moveLimitMs(time, left))).toEqual([3000, 2000, -50]);
    expect(moveLimitMs({ ...time, turnMs: null }, 700)).toBe(700);
    expect(moveLimitMs({ matchMs: null, turnMs: 40, incrementMs: 0 }, null)).toBe(40);
  });
});

describe('engines', () => {
  test('defaults', () => {
    expect(readEngine(new Map([['cmd', 'brain']]))).toMatchObject({
      name: 'brain',
      time: { matchMs: null, turnMs: 1000, incrementMs: 0 },
      nodes: null,
      depth: null,
      memoryBytes: 350 * 2 ** 20,
      options: [],
      lineEnd: '\r\n',
      toleranceMs: 1000,
      delayMs: 25,
      restart: true,
    });
  });

  test('nodes or depth alone leave the time open', () => {
    expect(
      readEngine(
        new Map([
          ['cmd', 'b'],
          ['nodes', '5000'],
        ]),
      ),
    ).toMatchObject({ nodes: 5000, time: { matchMs: null, turnMs: null } });
    expect(
      readEngine(
        new Map([
          ['cmd', 'b'],
          ['depth', '8'],
          ['st', '50ms'],
        ]),
      ),
    ).toMatchObject({ depth: 8, time: { turnMs: 50 } });
  });

  test.each([
    ['option.x', '1\nEND', /engine b option x "1\\nEND": expected one line without control characters/],
    ['option.x y', '1', /engine b option "x y": expected a key that is one word/],
    ['option.', '1', /option "": expected a key that is one word/],
  ])('an option that INFO cannot send is rejected: %j', (key, value, line) => {
    const pairs = new Map([['cmd', 'b']]).set(key, value);
    expect(() => readEngine(pairs)).toThrow(line);
  });

  test('keys of an engine override -each, options keep their order, equal names are distinguished', () => {
    const { config } = readMatchOptions([
      '-each',
      'tc=0/1',
      'option.b=1',
      '-engine',
      'cmd=x',
      'option.a=2',
      '-engine',
      'cmd=x',
      'tc=0/2',
    ]);
    expect(config.engines.map(({ name }) => name)).toEqual(['x', 'x-2']);
    expect(config.engines.map(({ time }) => time.turnMs)).toEqual([1000, 2000]);
    expect(config.engines[0].options).toEqual([
      ['b', '1'],
      ['a', '2'],
    ]);
  });
});

describe('a match', () => {
  test('defaults', () => {
    const { config, outputs } = readMatchOptions(TWO);
    expect(config).toMatchObject({
      gamesPerPairing: 2,
      concurrency: 1,
      gauntlet: false,
      sprt: null,
      out: null,
      fresh: false,
    });
    expect(config.settings).toMatchObject({ size: 15, drawEmpty: 0, maxPlies: null, swap2: false });
    expect(outputs).toMatchObject({ psq: null, html: null, json: false });
  });

  test('renju ends with 25 empty points by default', () => {
    expect(readMatchOptions([...TWO, '-rule', 'renju']).config.settings.drawEmpty).toBe(25);
    expect(readMatchOptions([...TWO, '--rule', '4', '-drawempty', '0']).config.settings.drawEmpty).toBe(0);
  });

  test('plays each opening with both colors', () => {
    writeFileSync(join(folder, 'o.txt'), '0,0\n1,1\n99,99\n');
    const { config, warnings } = readMatchOptions([
      ...TWO,
      '-openings',
      `file=${join(folder, 'o.txt')}`,
      'order=random',
      'seed=9',
    ]);
    expect(config.gamesPerPairing).toBe(4);
    expect(config.openingOrder).toEqual({ order: 'random', symmetry: 'cycle', seed: 9 });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/o\.txt line 3: stone 1 at 106,106 is off .*: skipped/);
  });

  test('without openings, all games begin alike, which is reported if there are more than two', () => {
    expect(readMatchOptions([...TWO, '-games', '3']).warnings).toEqual([
      expect.stringMatching(/^without -openings every game begins on the empty board/),
    ]);
    expect(readMatchOptions([...TWO, '-sprt']).warnings).toHaveLength(1);
    expect(readMatchOptions(TWO).warnings).toEqual([]);
    expect(readMatchOptions([...TWO, '-games', '9', '-swap2']).warnings).toEqual([]);
  });

  test('a folder of PSQ files', () => {
    for (const name of ['b.psq', 'a.psq'])
      writeFileSync(join(folder, name), `Piskvorky 15x15, 11:11, 0\n${name === 'a.psq' ? 1 : 2},1,0\n-1\n`);
    const { config } = readMatchOptions([...TWO, '-openings', `file=${folder}`]);
    expect(config.openings).toEqual([[{ x: 0, y: 0 }], [{ x: 1, y: 0 }]]);
  });

  test('a folder without PSQ files is reported as one', () => {
    const none = mkdtempSync(join(folder, 'none-'));
    writeFileSync(join(none, 'openings.txt'), 'h8');
    expect(() => readMatchOptions([...TWO, '-openings', `file=${none}`])).toThrow(
      `-openings file=${none}: the folder contains no .psq files`,
    );
  });

  test('the command line takes precedence over the JSON file', () => {
    const file = join(folder, 'match.json');
    writeFileSync(
      file,
      JSON.stringify({
        engines: [
          { cmd: 'one', option: { x: 1 } },
          { cmd: 'two', restart: false },
        ],
        rule: 1,
        games: 10,
        gauntlet: true,
        sprt: { elo0: -5, elo1: 0 },
        resign: { movecount: 3, score: 900, twosided: true },
      }),
    );
    const { config } = readMatchOptions(['-config', file, '-games', '6', '-sprt', 'elo1=5']);
    expect(config).toMatchObject({ gamesPerPairing: 6, gauntlet: true });
    expect(config.settings.rule.code).toBe(1);
    expect(config.sprt).toMatchObject({ elo0: -5, elo1: 5, alpha: 0.05, model: 'logistic' });
    expect(config.settings.resign).toEqual({ moves: 3, score: 900, bothSides: true });
    expect(config.engines.map(({ options, restart }) => [options.length, restart])).toEqual([
      [1, true],
      [0, false],
    ]);
  });

  test('the JSON file is UTF-8, with or without a byte order mark', () => {
    const file = join(folder, 'marked.json');
    writeFileSync(file, `\ufeff${JSON.stringify({ engines: [{ cmd: './五子棋' }, { cmd: './motör' }] })}`);
    const { config } = readMatchOptions(['-config', file]);
    expect(config.engines.map(({ name }) => name)).toEqual(['五子棋', 'motör']);
  });

  test.each([
    ['{', /match\.json: /],
    ['[]', /expected an object with "engines"/],
    ['{"engines":3}', /"engines": expected a list/],
    ['{"engins":[]}', /"engins": unknown option; did you mean engine\?/],
    ['{"engines":["x","y"]}', /engine: expected an object/],
  ])('a JSON file %s is rejected', (text, reason) => {
    writeFileSync(join(folder, 'match.json'), text);
    expect(() => readMatchOptions(['-config', join(folder, 'match.json')])).toThrow(reason);
  });
});

test('docs/guide/match.md lists every option and engine key', () => {
  const docs = readFileSync(fileURLToPath(new URL('../../../../docs/guide/match.md', import.meta.url)), 'utf8');
  for (const name of Object.keys(MATCH_OPTIONS)) expect(docs, `-${name}`).toMatch(new RegExp(`--?${name}\\b`));
  for (const key of Object.keys(ENGINE_KEYS)) expect(docs, `${key}=`).toContain(`${key}=`);
});
