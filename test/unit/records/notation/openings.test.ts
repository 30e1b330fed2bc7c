import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SYMMETRIES } from '../../../../src/core/point.ts';
import { ruleCodeOf, ruleFromCode } from '../../../../src/core/rule.ts';
import { canonicalHash } from '../../../../src/measure/selfplay/generate.ts';
import {
  faultOfOpening,
  formatOffsetLine,
  formatPosLine,
  type Opening,
  openingSequence,
  parseOffsetLine,
  parseOpenings,
  parsePosLine,
  transform,
} from '../../../../src/records/notation/openings.ts';
import { parsePosMoves } from '../../../../src/records/notation/pos.ts';
import { movesOnBoard } from '../../measure/match/arbitraries.ts';

const FREESTYLE = ruleFromCode(0)!;
const RENJU = ruleFromCode(4)!;

describe('notations', () => {
  test('Gomocup offsets count from the center, floor(size / 2)', () => {
    expect(parseOffsetLine('8,-3, 6,-4', 20)).toEqual([
      { x: 18, y: 7 },
      { x: 16, y: 6 },
    ]);
    expect(parseOffsetLine('0,0, -7,7', 15)).toEqual([
      { x: 7, y: 7 },
      { x: 0, y: 14 },
    ]);
  });

  test('pos counts rows from the top, or from the bottom', () => {
    expect(parsePosLine('h8a1', 15)).toEqual([
      { x: 7, y: 7 },
      { x: 0, y: 0 },
    ]);
    expect(parsePosLine('h8 a1', 15, true)).toEqual([
      { x: 7, y: 7 },
      { x: 0, y: 14 },
    ]);
  });

  test('round trips', () => {
    fc.assert(
      fc.property(movesOnBoard(), ({ size, moves }) => {
        fc.pre(moves.length > 0);
        expect(parseOffsetLine(formatOffsetLine(moves, size), size)).toEqual(moves);
        for (const bottom of [false, true])
          expect(parsePosLine(formatPosLine(moves, size, bottom), size, bottom)).toEqual(moves);
      }),
    );
  });

  test.each(['1,2,3', 'x,y', '1;2 3.5'])('offset %j is rejected in one line', (line) => {
    expect(parseOffsetLine(line, 15)).toMatch(/expected/);
  });

  test.each(['', '8h', 'h8--i9', 'h'])('pos %j is rejected in one line', (line) => {
    expect(parsePosLine(line, 15)).toMatch(/expected/);
  });
});

describe('files', () => {
  const folder = new URL('../../../data/openings/', import.meta.url);
  test.each(readdirSync(folder))('%s fits its board and rule', (name) => {
    const [rule, size] = name.replace('.txt', '').split('-');
    const code = ruleCodeOf(rule)!;
    const { openings, warnings } = parseOpenings(
      readFileSync(new URL(name, folder), 'latin1'),
      'auto',
      Number(size),
      ruleFromCode(code)!,
    );
    expect(warnings).toEqual([]);
    expect(openings).toHaveLength(rule === 'caro' ? 60 : 100);
    expect(new Set(openings.map((opening) => canonicalHash(Number(size), opening))).size).toBe(openings.length);
  });

  test('the notation is recognized by the first line', () => {
    const text = '# a comment\r\n\r\nh8i9\r\nj10\r\n';
    expect(parseOpenings(text, 'auto', 15, FREESTYLE).openings).toEqual([parsePosMoves('h8i9'), parsePosMoves('j10')]);
    const psq = 'Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n';
    expect(parseOpenings(psq, 'auto', 15, FREESTYLE).openings).toEqual([parsePosMoves('h8i9')]);
  });

  test('what does not fit is skipped, with its line', () => {
    const { openings, warnings } = parseOpenings('0,0\n9,9\n0,0, 0,0\nabc\n', 'offset', 15, FREESTYLE);
    expect(openings).toHaveLength(1);
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toMatch(/^line 2: stone 1 at 16,16 is off the 15x15 board/);
    expect(warnings[2]).toMatch(/^line 4: .*expected offsets/);
  });

  test('a game that is over is not an opening', () => {
    expect(faultOfOpening(parsePosMoves('a1a2b1b2c1c2d1d2e1')!, 15, FREESTYLE)).toMatch(/stone 9 already wins/);
    expect(faultOfOpening(parsePosMoves('f8a1g8o1h6a15h7o15h8')!, 15, RENJU)).toMatch(/stone 9 is a forbidden move/);
    expect(faultOfOpening(parsePosMoves('f8a1g8o1h6a15h7o15h8')!, 15, FREESTYLE)).toBeNull();
  });
});

describe('symmetries', () => {
  test('eight different images of a corner move, each on the board and undone by another one', () => {
    const images = Array.from({ length: SYMMETRIES }, (_, symmetry) => transform({ x: 1, y: 3 }, 15, symmetry));
    expect(new Set(images.map(({ x, y }) => `${x},${y}`)).size).toBe(8);
    for (const image of images) {
      const back = Array.from({ length: SYMMETRIES }, (_, symmetry) => transform(image, 15, symmetry));
      expect(back).toContainEqual({ x: 1, y: 3 });
    }
  });

  test('the center of an odd board stays', () => {
    for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++)
      expect(transform({ x: 7, y: 7 }, 15, symmetry)).toEqual({ x: 7, y: 7 });
  });
});

describe('order', () => {
  const list: Opening[] = ['b3', 'c5', 'd7'].map((text) => parsePosMoves(text)!);

  test('sequential, rotated on each further pass', () => {
    const at = openingSequence(list, 15, { order: 'sequential', symmetry: 'cycle', seed: 1 });
    expect([0, 1, 2].map(at)).toEqual(list);
    expect(at(3)).toEqual([transform(list[0][0], 15, 1)]);
    expect(at(3 * 8)).toEqual(list[0]);
    const plain = openingSequence(list, 15, { order: 'sequential', symmetry: 'none', seed: 1 });
    expect(plain(3)).toEqual(list[0]);
  });

  test('random order plays each opening once per pass, and the same seed gives the same order', () => {
    const many = Array.from({ length: 40 }, (_, i) => [{ x: i % 15, y: Math.floor(i / 15) }]);
    const options = { order: 'random', symmetry: 'none', seed: 7 } as const;
    const once = openingSequence(many, 15, options);
    const again = openingSequence(many, 15, options);
    const pass = many.map((_, i) => once(i));
    expect(pass).toEqual(many.map((_, i) => again(i)));
    expect(new Set(pass.map((opening) => JSON.stringify(opening))).size).toBe(40);
    expect(pass).not.toEqual(many);
    const other = openingSequence(many, 15, { ...options, seed: 8 });
    expect(many.map((_, i) => other(i))).not.toEqual(pass);
  });

  test('random symmetry depends only on the index', () => {
    const options = { order: 'sequential', symmetry: 'random', seed: 3 } as const;
    const at = openingSequence(list, 15, options);
    const places = [9, 4, 0, 4, 9];
    expect(places.map(at)[1]).toEqual(places.map(at)[3]);
    expect(new Set(Array.from({ length: 60 }, (_, i) => JSON.stringify(at(i * 3)))).size).toBe(8);
  });

  test('no openings: the empty board', () => {
    expect(openingSequence([], 15, { order: 'random', symmetry: 'cycle', seed: 1 })(5)).toEqual([]);
  });
});
