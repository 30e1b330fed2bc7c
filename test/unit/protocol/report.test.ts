import { expect, test } from 'vitest';
import { nameOf, type XY } from '../../../src/core/point.ts';
import type { SearchInfo } from '../../../src/engine/api.ts';
import {
  detailLines,
  protocolLine,
  protocolScore,
  rapfiText,
  realtimeLines,
  thinkingText,
} from '../../../src/protocol/report.ts';

const info: SearchInfo = {
  kind: 'iteration',
  line: 0,
  lines: 1,
  score: 85,
  winIn: null,
  depth: 14,
  selDepth: 22,
  nodes: 1_203_400,
  elapsedMs: 2510.4,
  pv: [
    { x: 7, y: 7 },
    { x: 8, y: 8 },
    { x: 21, y: 21 },
  ],
};

const name = (point: XY) => nameOf(point, 22);

test('what is reported about a search', () => {
  expect(thinkingText(info, name)).toBe('depth 14-22 ev 85 n 1203k n/s 479k tm 2510 pv h15 i14 v1');
  expect(thinkingText({ ...info, nodes: 512, elapsedMs: 0 }, name)).toContain('n 512 n/s 512k tm 0');
  expect(thinkingText({ ...info, nodes: 45_000_000 }, name)).toContain('n 45M n/s 18M');
});

test("the same in Rapfi's form", () => {
  const text = (changes: Partial<SearchInfo>) => rapfiText({ ...info, ...changes }, name);
  expect(text({})).toBe('depth 14-22 ev 85 n 1203K n/ms 479 tm 2510 pv h15 i14 v1');
  expect(text({ line: 1, lines: 3, winIn: 9 })).toMatch(/^depth 14-22 multipv 2 ev \+M9 n 1203K /);
});

test('wins and losses in plies', () => {
  expect(protocolScore({ ...info, winIn: 9 })).toBe('+M9');
  expect(protocolScore({ ...info, winIn: -8 })).toBe('-M8');
  expect(protocolScore({ ...info, score: -3 })).toBe('-3');
});

test('no line is longer than managers accept', () => {
  const long = { ...info, pv: Array.from({ length: 400 }, () => ({ x: 21, y: 21 })) };
  for (const line of [thinkingText(long, name), rapfiText(long, name), protocolLine(long, name), ...detailLines(long)])
    expect(line.length).toBeLessThan(300);
});

test('lines for front ends', () => {
  expect(protocolLine({ ...info, line: 2, lines: 3 }, name)).toMatch(/^\(3\) depth 14-22 /);
  expect(
    realtimeLines({
      kind: 'root',
      moves: [
        { x: 1, y: 2, state: 'searching' },
        { x: 3, y: 4, state: 'done' },
        { x: 5, y: 6, state: 'loses' },
      ],
    }),
  ).toEqual(['MESSAGE REALTIME POS 1,2', 'MESSAGE REALTIME DONE 3,4', 'MESSAGE REALTIME LOSE 5,6']);
  expect(detailLines(info)).toContain('INFO BESTLINE 7,7 8,8 21,21');
});

test.each([
  [{ score: 0, winIn: null }, '0.5000'],
  [{ score: 200, winIn: null }, '0.7311'],
  [{ score: -200, winIn: null }, '0.2689'],
  [{ score: 29_995, winIn: 5 }, '1.0000'],
  [{ score: -29_994, winIn: -6 }, '0.0000'],
])('the expected score for %o is %s', (figures, expected) => {
  expect(detailLines({ ...info, ...figures })).toContain(`INFO WINRATE ${expected}`);
});
