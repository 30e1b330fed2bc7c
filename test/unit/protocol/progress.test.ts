import { describe, expect, test } from 'vitest';
import { nameOf, type XY } from '../../../src/core/point.ts';
import type { SearchInfo, ThinkResult } from '../../../src/engine/api.ts';
import { SearchProgress } from '../../../src/protocol/progress.ts';

const FIGURES = {
  score: 12,
  winIn: null,
  depth: 9,
  selDepth: 14,
  nodes: 123_456,
  elapsedMs: 300,
  pv: [{ x: 7, y: 7 }],
};
const RESULT: ThinkResult = {
  ...FIGURES,
  winChance: 0.5,
  searchMs: 300,
  x: 7,
  y: 7,
  source: 'search',
  isForced: false,
  isFoul: false,
};

function info(changes: Partial<SearchInfo> = {}): SearchInfo {
  return { ...FIGURES, kind: 'iteration', line: 0, lines: 1, ...changes };
}

const name = (point: XY) => nameOf(point, 15);

/** A search that reports every `periodMs`. */
function progressOf(showDetail = 0, periodMs = 300) {
  const lines: string[] = [];
  let time = 0;
  const progress = new SearchProgress({
    send: (reply) => lines.push(...reply),
    now: () => time,
    nameOf: name,
    isRapfiForm: false,
    showDetail,
  });
  return {
    lines,
    report: (info: SearchInfo) => {
      time += periodMs;
      progress.report(info);
    },
    end: (result: ThinkResult) => progress.reportResult(result),
  };
}

const messages = (lines: readonly string[]) => lines.filter((line) => /^MESSAGE (\(|depth)/.test(line));

test('a line that was just reported is not repeated at the end', () => {
  const { lines, report, end } = progressOf();
  report(info());
  end({ ...RESULT, elapsedMs: 302 });
  expect(lines).toEqual([expect.stringMatching(/^MESSAGE depth 9-14 ev 12 .* pv h8$/)]);
});

test.each([
  ['another depth', { depth: 10 }],
  ['another move', { pv: [{ x: 8, y: 8 }] }],
  ['a proven win', { winIn: 5 }],
  ['more nodes', { nodes: 123_999 }],
])('%s is reported at the end', (_, changes) => {
  const { lines, report, end } = progressOf();
  report(info());
  end({ ...RESULT, ...changes });
  expect(lines).toHaveLength(2);
});

test('the final line is reported if none was due before it', () => {
  const { lines, report, end } = progressOf(0, 10);
  report(info());
  expect(lines).toEqual([]);
  end(RESULT);
  expect(lines).toHaveLength(1);
});

test('several lines are repeated only if one of them has changed', () => {
  const { lines, report, end } = progressOf();
  report(info({ line: 0, lines: 2 }));
  report(info({ line: 1, lines: 2, pv: [{ x: 8, y: 8 }] }));
  end(RESULT);
  expect(messages(lines)).toHaveLength(2);
  report(info({ line: 0, lines: 2, depth: 10 }));
  end(RESULT);
  expect(messages(lines)).toHaveLength(4);
});

test('details are not repeated either', () => {
  const { lines, report, end } = progressOf(2);
  report(info());
  end(RESULT);
  expect(lines.filter((line) => line === 'INFO PV DONE')).toHaveLength(1);
});

test('marks on the board are cleared at every iteration, and before the move', () => {
  const { lines, report, end } = progressOf(1);
  const marks = () => lines.splice(0).filter((line) => line.startsWith('MESSAGE REALTIME'));
  expect(marks()).toEqual(['MESSAGE REALTIME REFRESH']);
  report(info());
  expect(marks()).toEqual([
    'MESSAGE REALTIME REFRESH',
    'MESSAGE REALTIME BEST 7,7',
    'MESSAGE REALTIME VAL 12',
    'MESSAGE REALTIME PV h8',
  ]);
  report(info({ kind: 'best' }));
  expect(marks()).toEqual(['MESSAGE REALTIME BEST 7,7']);
  end(RESULT);
  expect(marks()).toEqual(['MESSAGE REALTIME REFRESH']);
});

test('each of several lines has its details, reported once', () => {
  const { lines, report, end } = progressOf(2);
  report(info({ line: 0, lines: 2 }));
  report(info({ line: 1, lines: 2, pv: [{ x: 8, y: 8 }] }));
  end(RESULT);
  expect(lines.filter((line) => /^INFO (PV|NUMPV|BESTLINE)/.test(line))).toEqual([
    'INFO PV 0',
    'INFO NUMPV 2',
    'INFO BESTLINE 7,7',
    'INFO PV DONE',
    'INFO PV 1',
    'INFO NUMPV 2',
    'INFO BESTLINE 8,8',
    'INFO PV DONE',
  ]);
});

describe('the line reported at the end', () => {
  const long = [
    { x: 7, y: 7 },
    { x: 8, y: 8 },
    { x: 9, y: 9 },
  ];
  const last = (result: Partial<ThinkResult>) => {
    const { lines, report, end } = progressOf();
    report(info({ pv: long }));
    end({ ...RESULT, depth: 10, ...result });
    return lines.at(-1)?.replace(/.* pv /, '');
  };

  test('is the longest known one that begins with the move', () => {
    expect(last({ pv: long.slice(0, 1) })).toBe('h8 i7 j6');
    expect(last({ pv: [...long, { x: 1, y: 1 }] })).toBe('h8 i7 j6 b14');
  });

  test('even if another move was better in between', () => {
    const { lines, report, end } = progressOf();
    report(info({ pv: long }));
    report(info({ pv: [{ x: 1, y: 1 }], depth: 10 }));
    end({ ...RESULT, depth: 10, pv: long.slice(0, 1) });
    expect(lines.at(-1)).toMatch(/pv h8 i7 j6$/);
  });

  test('of a book move, is that of a win', () => {
    const { lines, end } = progressOf();
    end({ ...RESULT, source: 'book' });
    expect(lines).toEqual([]);
    end({ ...RESULT, source: 'book', winIn: 39, score: 29_961 });
    expect(lines).toEqual([expect.stringMatching(/^MESSAGE depth 9-14 ev \+M39 .* pv h8$/)]);
  });

  test('is not that of another move, and no longer than a win', () => {
    expect(last({ pv: [{ x: 1, y: 1 }] })).toBe('b14');
    expect(last({ pv: long.slice(0, 1), winIn: 1 })).toBe('h8');
  });
});
