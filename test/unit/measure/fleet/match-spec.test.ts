/** A coordinator's description of its match is read back unchanged, and rejected if any part of it is invalid. */
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/core/errors.ts';
import { isPlain } from '../../../../src/core/schema.ts';
import { engineHash, type MatchSpec, parseMatchSpec, specOf } from '../../../../src/measure/fleet/match-spec.ts';
import { runFleetMatch } from '../../../../src/measure/fleet/match-work.ts';
import { packEngine, packHash } from '../../../../src/measure/match/engine-pack.ts';
import type { MatchConfig } from '../../../../src/measure/match/match.ts';
import { temporaryFolder } from '../../../folder.ts';
import { scripted } from '../match/scripted.ts';
import { fakeConfig } from './fake-match.ts';
import { MemoryTransport } from './memory-transport.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function specFor(config: MatchConfig): MatchSpec {
  return specOf(
    config,
    config.engines.map((engine) => packEngine(engine).pack),
  );
}

const FULL = fakeConfig('m.jsonl', {
  engines: [
    scripted('sound', { name: 'a', options: [['think_ms', '10']], nodes: 5, depth: 7, bench: 4 }),
    scripted('sound', { name: 'b ř', time: { matchMs: 1000.5, turnMs: null, incrementMs: 0.5 }, lineEnd: '\n' }),
  ],
  settings: {
    ...fakeConfig('').settings,
    maxPlies: 99,
    draw: { afterPlies: 5, moves: 3, score: 0.5 },
    resign: { moves: 3, score: 900, bothSides: true },
  },
  scaleTo: 1000,
});

test("a coordinator's description is read back unchanged", () => {
  for (const config of [FULL, fakeConfig('m.jsonl')]) {
    const spec = specFor(config);
    expect(parseMatchSpec(JSON.stringify(spec))).toEqual(spec);
  }
});

/** Every place in a value, with its contents. */
function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) yield* placesIn(one, [...path, key]);
}

/** @returns a copy with another value in one place; undefined: removed */
function changedAt(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  if (rest.length > 0) copy[key] = changedAt(copy[key], rest, to);
  else if (to === undefined) delete copy[key];
  else copy[key] = to;
  return copy;
}

const SPEC = specFor(FULL);
// One opening represents all of them.
const PLACES = [...placesIn(SPEC)].filter(
  ([first, second]) => first !== 'openings' || second === undefined || second === '0',
);
const ODD = [
  null,
  {},
  [],
  -1,
  1e300,
  '',
  'x\nYXSETDATABASE /tmp/x',
  '../../x',
  'a\x1b[2J',
  [['x y', '1']],
  [['x', '1', '2']],
  true,
];

test.each(PLACES.map((path) => [path.join('.'), path] as const))('no invalid value is accepted at %s', (_, path) => {
  const before = new Set(lines(SPEC));
  for (const odd of [...ODD, undefined]) {
    const text = JSON.stringify(changedAt(SPEC, path, odd));
    let read: MatchSpec;
    try {
      read = parseMatchSpec(text);
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      expect([isPlain((error as Error).message), (error as Error).message]).toEqual([
        true,
        expect.stringMatching(/^the spec of the match: .*expected/),
      ]);
      continue;
    }
    // Some are valid: another name, no limit.
    expect(JSON.stringify(read)).toBe(text);
    const added = lines(read).filter((one) => !before.has(one));
    expect(added.filter((one) => !isPlain(one) || one.length > 100)).toEqual([]);
  }
});

function lines(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...lines(one)]);
}

test('two engines of the same name are rejected', () => {
  const text = JSON.stringify(changedAt(SPEC, ['engines', '1', 'spec', 'name'], 'a'));
  expect(() => parseMatchSpec(text)).toThrow(/two engines "a": expected unique names/);
});

describe("the hash on a worker's allow list", () => {
  const hashWith = (options: readonly (readonly [string, string])[]) => {
    const engine = scripted('sound', { name: 'a', options });
    const { argv: _argv, cwd: _cwd, command: _command, ...spec } = engine;
    return engineHash({ spec, pack: packEngine(engine).pack });
  };

  test('differs for other options, and for another order of options', () => {
    const all = [
      [],
      [['a', '1']],
      [['a', '2']],
      [['b', '1']],
      [
        ['a', '1'],
        ['b', '2'],
      ],
      [
        ['b', '2'],
        ['a', '1'],
      ],
    ] as const;
    expect(new Set(all.map(hashWith)).size).toBe(all.length);
    expect(hashWith([['a', '1']])).toBe(hashWith([['a', '1']]));
  });

  test('is that of files and command words if there are no options', () => {
    expect(hashWith([])).toBe(packHash(packEngine(scripted('sound')).pack));
  });
});

test('a coordinator rejects what workers would reject, before anything starts', async () => {
  const transport = new MemoryTransport();
  const engines = [scripted('sound', { name: 'a', options: [['x', '1\nEND']] }), scripted('sound', { name: 'b' })];
  const config = fakeConfig(join(folder, 'm.jsonl'), { engines });
  await expect(runFleetMatch(config, {}, new AbortController().signal, transport)).rejects.toThrow(
    /engines\[0\]\.spec\.options\[0\]\[1\] "1\\nEND": expected a line/,
  );
  expect([transport.jobs.size, transport.files.size]).toEqual([0, 0]);
});
