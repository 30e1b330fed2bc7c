import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseThinking, pointsOfScore } from '../../../../src/measure/match/thinking.ts';

describe('what engines report about their search', () => {
  test.each([
    ['tengen', ['depth 14-22 ev 85 n 1203k n/s 480k tm 2510 pv h8 i9'], { score: 85, depth: 14, nodes: 1_203_000 }],
    ['a win', ['depth 9-9 ev +M9 n 512 n/s 100k tm 5 pv h8'], { score: '+M9', depth: 9, nodes: 512 }],
    [
      'Rapfi 0.43',
      [
        'OptiTime 202ms | MaxTime 270ms',
        'Depth 18-18 | Eval 233 | Time 84ms | H7 G8 I7',
        'Speed 1032K | Depth 19-35 | Eval -258 | Node 270K | Time 262ms',
      ],
      { score: -258, depth: 19, nodes: 270_000 },
    ],
    [
      'Rapfi, losing',
      ['Speed 1M | Depth 8-30 | Eval -M12 | Node 1.5M | Time 1s'],
      { score: '-M12', depth: 8, nodes: 1_500_000 },
    ],
    ['Wine', ['depth=6 NPS=120k', 'best: [7,7] val=13', 'bestLine:'], { score: 13, depth: 6, nodes: null }],
    ['Yixin', ['Evaluation: 41 | Depth: 8-17 | Node: 1234'], { score: 41, depth: 8, nodes: 1234 }],
    ['a percentage', ['depth 1-2 ev 53.2 n 34 n/s 1234 tm 10'], { score: 53.2, depth: 1, nodes: 34 }],
    ['nothing of the kind', ['Load config from config.toml', 'hello'], { score: null, depth: null, nodes: null }],
    ['nothing', [], { score: null, depth: null, nodes: null }],
  ])('%s', (_, lines, expected) => {
    expect(parseThinking(lines)).toEqual(expected);
  });

  test('the last line that contains a value counts', () => {
    expect(parseThinking(['depth 3 ev 10 n 100', 'depth 4 ev 20', 'bye'])).toEqual({ score: 20, depth: 4, nodes: 100 });
  });

  test('scores are ordered', () => {
    const ordered = ['-M2', '-M30', -900, 0, 12.5, '+M31', '+M3'];
    const points = ordered.map(pointsOfScore);
    expect(points).toEqual([...points].sort((a, b) => a - b));
  });

  test('blanks are read as in the simple patterns', () => {
    const score =
      /(?:^|[\s|[,;])(?:eval(?:uation)?|ev|val(?:ue)?|score)\s*[:=]?\s*([+-]?\s*(?:M\s*\d+|inf|\d+(?:\.\d+)?))/i;
    const depth = /(?:^|[\s|[,;])(?:depth|dep|d)\s*[:=]?\s*(\d+)/i;
    const nodes = /(?:^|[\s|[,;])(?:total\s*)?(?:nodes?|n)\s*[:=]?\s*(\d+(?:\.\d+)?)\s*([kmg])?\b/i;
    const factors = { k: 1e3, m: 1e6, g: 1e9 };
    const parts = [
      'ev',
      'score',
      'total',
      'n',
      'd',
      ' ',
      '  ',
      '\t',
      ':',
      '=',
      '+',
      '-',
      'M',
      'inf',
      '7',
      '.',
      '12',
      'k',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (pieces) => {
        const line = pieces.join('');
        const text = score.exec(line)?.[1].replace(/\s+/g, '').toUpperCase().replace(/^\+?M/, '+M');
        const count = nodes.exec(line);
        const factor = factors[(count?.[2] ?? '').toLowerCase() as 'k'] ?? 1;
        expect(parseThinking([line])).toEqual({
          score: text === undefined || text.includes('INF') ? null : text.includes('M') ? text : Number(text),
          depth: depth.test(line) ? Number(depth.exec(line)![1]) : null,
          nodes: count === null ? null : Math.round(Number(count[1]) * factor),
        });
      }),
      { numRuns: 2000 },
    );
  });

  test('a long run of blanks takes time proportional to its length', () => {
    const blanks = ' '.repeat(4000);
    for (let i = 0; i < 200; i++) {
      const line = `ev${blanks}x d${blanks}x total${blanks}n${blanks}x n 7${blanks}`;
      expect(parseThinking([line])).toEqual({ score: null, depth: null, nodes: 7 });
    }
  });
});
