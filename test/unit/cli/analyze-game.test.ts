/** `tengen analyze FILE` and `--game`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { readAnalyzeRequest } from '../../../src/cli/analyze/options.ts';
import { COMMAND as ANALYZE } from '../../../src/cli/analyze.ts';
import { runCommand } from '../../../src/cli/run.ts';
import { RENJU } from '../../../src/core/rule-code.ts';
import { parseSgf } from '../../../src/records/notation/sgf.ts';
import { sgfRoots } from '../../../src/records/notation/sgf-text.ts';
import { temporaryFolder } from '../../folder.ts';
import { captureOutput } from './capture.ts';

const GAME = fileURLToPath(new URL('../../data/game.psq', import.meta.url));

let folder = '';
const written = captureOutput();
beforeEach(() => {
  folder = temporaryFolder();
});

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('tengen analyze FILE', () => {
  const positionOf = (...args: string[]) => {
    const asked = readAnalyzeRequest(args);
    if (asked.kind !== 'position') throw new Error('expected a position');
    return { ...asked.request, notes: asked.notes };
  };

  test.each(['h8/i9', '1. h8 i9', '[h8,i9]', 'h8-i9', '8,8 9,9'])('%j is moves, not a file', (moves) => {
    expect(positionOf(moves).game.plies).toEqual([
      { x: 7, y: 7 },
      { x: 8, y: 6 },
    ]);
  });

  test.each(['2. h8', 'h8/i9 and j8'])('%j is neither', (moves) =>
    expect(() => positionOf(moves)).toThrow(/^moves ".*": expected points such as "H8 J10", or a file$/),
  );

  test('the last position, or the one after a given number of moves', () => {
    expect(positionOf(GAME).game.plies).toHaveLength(41);
    expect(positionOf(GAME).game.end?.result).toBe('black');
    expect(positionOf(GAME, '--ply', '10').game.plies).toHaveLength(10);
    expect(positionOf(GAME, '--ply', '0').game.plies).toHaveLength(0);
    expect(positionOf('h8', 'i9', '--ply', '1').game.plies).toHaveLength(1);
  });

  test('the rule of the file, of the user, or freestyle with a note', () => {
    const sgf = file('a.sgf', '(;GM[4]SZ[15]RU[Renju];B[hh];W[hg])');
    expect(positionOf(sgf).game.variant.rule.code).toBe(RENJU);
    expect(positionOf(sgf, '--rule', 'standard').game.variant.rule.code).toBe(1);
    const psq = file('a.psq', 'Piskvorky 20x20, 11:11, 0\r\n10,10,5\r\n11,11,7\r\n');
    expect(positionOf(psq)).toMatchObject({
      game: { variant: { width: 20, rule: { code: 0 } } },
      notes: ['the file names no rule: assuming freestyle, use --rule for another one'],
    });
    expect(positionOf(psq, '--rule', 'renju')).toMatchObject({ game: { variant: { rule: { code: 4 } } }, notes: [] });
  });

  test('one of several games', () => {
    const pos = file('a.pos', 'h8i9\nh8h9j10\n');
    expect(positionOf(pos, '--rule', '0')).toMatchObject({
      notes: ['using the first of 2 games; choose another one with --nth'],
    });
    expect(positionOf(pos, '--nth', '2').game.plies).toHaveLength(3);
    const sgf = file('b.sgf', '(;GM[4];B[hh])(;GM[4];B[hh];W[ii])');
    expect(positionOf(sgf, '--nth', '2').game.plies).toHaveLength(2);
  });

  test('a file without a game', () => {
    expect(() => positionOf(file('empty.pos', ''))).toThrow(/empty\.pos: no moves: expected a game in pos$/);
  });

  test.each([
    [['none.psq'], 1, /^tengen analyze: none\.psq: no such file or folder\n$/],
    [
      ['GAME', '--ply', '42'],
      2,
      /^tengen analyze: --ply 42: expected a whole number from 0 to 41, the moves of the game\n$/,
    ],
    [['GAME', '--nth', '2'], 1, /game\.psq: game 2: expected 1 to 1\n$/],
    [['h8', '--nth', '2'], 2, /^tengen analyze: --nth requires a file\n$/],
    [['GAME', '--svg', 'x.svg'], 2, /^tengen analyze: --svg requires --game\n$/],
    [['GAME', '--game', '--multipv', '2'], 2, /^tengen analyze: --multipv and --game: expected only one of them\n$/],
    [['--game'], 2, /^tengen analyze: --game: expected a game with moves\n$/],
    [['hallo'], 2, /^tengen analyze: moves hallo: expected points such as "H8 J10", or a file\n$/],
  ])('%j', async (args, code, fault) => {
    expect(
      await runCommand(
        ANALYZE,
        args.map((arg) => (arg === 'GAME' ? GAME : arg)),
      ),
    ).toBe(code);
    expect(written.errors).toMatch(fault);
    expect(written.output).toBe('');
  });

  test('an invalid game is reported with the name of the file', async () => {
    expect(await runCommand(ANALYZE, [file('bad.sgf', 'hello')])).toBe(1);
    expect(written.errors).toMatch(/bad\.sgf: "hello": expected SGF/);
    expect(await runCommand(ANALYZE, [file('go.sgf', '(;FF[4]GM[1]SZ[19];B[pd];W[dp])'), '--game'])).toBe(1);
    expect(written.errors).toMatch(
      /go\.sgf: a game of GM\[1\], Go: expected GM\[4\], gomoku and renju; if .* with --rule\n$/,
    );
    const path = file('over.pos', 'a1b1a2b2a3b3a4b4a5b5\n');
    expect(await runCommand(ANALYZE, [path])).toBe(1);
    expect(written.errors).toContain('over.pos: move 10: the game is already over');
  });
});

describe('tengen analyze --game', () => {
  test('names the mistakes, and saves the review as SGF and as a picture', async () => {
    const [sgf, svg] = [join(folder, 'out.sgf'), join(folder, 'out.svg')];
    expect(await runCommand(ANALYZE, [GAME, '--game', '--nodes', '5000', '--sgf', sgf, '--svg', svg])).toBe(0);
    expect(written.errors).toBe('');
    expect(written.output).toMatch(/^11\. Black G12 .* missed win in \d+ moves; better F11 /m);
    expect(written.output).toMatch(/^12\. White F11 .* (missed win in \d+ moves|blunder); better /m);
    expect(written.output).toMatch(/^Black \(Anna\): [\d.]+ % lost per move on average, [1-9] missed win/m);
    const text = readFileSync(sgf, 'utf8');
    const [game] = parseSgf(text);
    expect(game).toMatchObject({ black: 'Anna', white: 'Boris', result: 'black', reason: 'five', date: '2026-11-22' });
    expect(game.moves).toHaveLength(41);
    let branches = 0;
    for (let [node] = sgfRoots(text); node !== undefined; node = node.children[0]) {
      branches += node.children.length - 1 > 0 ? 1 : 0;
    }
    expect(branches).toBe(written.output.match(/; better /g)?.length);
    expect(readFileSync(svg, 'utf8')).toContain('<title>Anna - Boris, freestyle, 15x15</title>');
  });

  test('as JSON, from moves too, and only up to a given move', async () => {
    const moves = 'h8 i9 a1 i8 a2 i7 a3 i6 b1 i5';
    expect(await runCommand(ANALYZE, [moves, '--game', '--nodes', '2000', '--ply', '8', '--json'])).toBe(0);
    const report = JSON.parse(written.output);
    expect(report).toMatchObject({
      rule: 'freestyle',
      moves: 'H8 I9 A1 I8 A2 I7 A3 I6',
      result: null,
      isStopped: false,
    });
    expect(report.review).toHaveLength(8);
    expect(report.review[7]).toMatchObject({ number: 8, color: 'white', blacksChance: 0, verdict: null });
    expect(report.review[6].lost).toBeLessThan(0.15);
    expect(report.summary.white.averageLoss).toBeLessThan(0.1);
  });

  test('variations and comments of the file stay', async () => {
    const path = file('in.sgf', '(;GM[4]SZ[15]C[a lesson];B[hh](;W[ig]C[why not];B[hg])(;W[hg]))');
    const out = join(folder, 'out.sgf');
    expect(await runCommand(ANALYZE, [path, '--game', '--nodes', '500', '--rule', 'renju', '--sgf', out])).toBe(0);
    const text = readFileSync(out, 'utf8');
    expect(text).toContain('RU[Renju]');
    expect(text).toContain('C[a lesson\nReviewed by tengen.');
    expect(text).toContain('C[why not\n');
    expect(text).toContain(';W[hg]');
  });

  test('passes, set-up stones and another winning length, with the variations of the file', async () => {
    const root = '(;GM[4]SZ[15]RU[Freestyle]RE[B+]C[a lesson]';
    const path = file('set-up.sgf', `${root}AB[aa][bb][cc]AW[dd]PL[W];W[hh];B[](;W[ig]C[why not])(;W[hg]))`);
    const out = join(folder, 'out.sgf');
    expect(await runCommand(ANALYZE, [path, '--game', '--nodes', '200', '--win', '4', '--sgf', out])).toBe(0);
    const text = readFileSync(out, 'utf8');
    for (const part of [
      'AB[aa][bb][cc]AW[dd]PL[W]',
      'RU[Freestyle, 4 in a row]',
      ';B[]',
      'why not',
      '(;W[hg])',
      'RE[B+]',
    ]) {
      expect(text).toContain(part);
    }
    expect(
      await runCommand(ANALYZE, [out, '--game', '--nodes', '200', '--ply', '1', '--sgf', join(folder, 'cut.sgf')]),
    ).toBe(0);
    const cut = readFileSync(join(folder, 'cut.sgf'), 'utf8');
    expect(cut).toContain('RU[Freestyle, 4 in a row]');
    expect(cut).not.toContain('RE[');
  });

  test('reviewing a review gives one review', async () => {
    const [once, twice] = [join(folder, 'once.sgf'), join(folder, 'twice.sgf')];
    expect(await runCommand(ANALYZE, [GAME, '--game', '--nodes', '500', '--sgf', once])).toBe(0);
    expect(await runCommand(ANALYZE, [once, '--game', '--nodes', '500', '--sgf', twice])).toBe(0);
    expect(readFileSync(twice, 'utf8')).toBe(readFileSync(once, 'utf8'));
  });

  test('a file that cannot be written is reported', async () => {
    const out = join(folder, 'no', 'out.svg');
    expect(await runCommand(ANALYZE, ['h8 i9', '--game', '--nodes', '200', '--svg', out])).toBe(1);
    expect(written.errors).toBe(`tengen analyze: ${out}: no such folder\n`);
    // Reported before the search, not after it.
    expect(written.output).toBe('');
    expect(await runCommand(ANALYZE, ['h8 i9', '--game', '--nodes', '200', '--sgf', folder])).toBe(1);
    expect(written.errors).toContain(`tengen analyze: ${folder}: a folder, expected a file\n`);
  });
});
