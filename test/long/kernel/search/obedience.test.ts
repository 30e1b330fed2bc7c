import { describe, expect, test } from 'vitest';
import { BLOCKED, type Color } from '../../../../src/core/color.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD } from '../../../../src/core/rule-code.ts';
import { fallbackMove } from '../../../../src/engine/fallback.ts';
import { lossIn, WIN_BOUND, winIn } from '../../../../src/kernel/search/score.ts';
import { drawDiagram } from '../../../../src/records/notation/diagram.ts';
import { parsePosMoves, posName } from '../../../../src/records/notation/pos.ts';
import {
  copyPosition,
  forbiddenAt,
  forbiddenPoints,
  isLegal,
  judgeMove,
  type Position,
} from '../../../../src/rules/index.ts';
import type { Answer, Question, Stone } from '../../../../tools/tactics/search.ts';
import { importBundled } from '../../../bundled.ts';
import { drawSetup, randomGame, type Setup } from '../../../unit/kernel/search/boards.ts';
import { BruteForce } from '../../../unit/kernel/search/brute.ts';
import { markedPoints, parseDiagram } from '../../../unit/records/notation/read-diagram.ts';
import { between, crowdedPosition } from '../../../unit/rules/random.ts';

const { ask, useTableOf } = await importBundled<typeof import('../../../../tools/tactics/search.ts')>(
  new URL('../../../../tools/tactics/search.ts', import.meta.url),
);

useTableOf(1 << 20);

const renju = ruleFromCode(RENJU)!;

/** A question about any board; blocked points come first, then the stones row by row. */
function questionAbout(position: Position, rule: number, color: Color): Question {
  const { width, height, cells } = position;
  const stones: Stone[] = Array.from(cells, (cell, at) => ({ x: at % width, y: Math.floor(at / width), color: cell }));
  const placed = stones.filter((stone) => stone.color !== 0).sort((a, b) => b.color - a.color);
  return { width, height, rule, winLength: 5, stones: placed, color };
}

function answer(position: Position, rule: number, color: Color, maxNodes = 400): Answer {
  return ask(questionAbout(position, rule, color), { maxNodes });
}

function emptyPoints({ width, cells }: Position): { x: number; y: number }[] {
  const all = Array.from(cells, (cell, at) => ({ x: at % width, y: Math.floor(at / width), cell }));
  return all.filter(({ cell }) => cell === 0).map(({ x, y }) => ({ x, y }));
}

/** Repeatedly blocks the points that Black may play, until only forbidden ones are left; null if none are. */
function onlyForbiddenLeft(start: Position): Position | null {
  const position = copyPosition(start);
  for (;;) {
    const legal = emptyPoints(position).filter(({ x, y }) => forbiddenAt(position, x, y) === null);
    if (legal.length === 0) return emptyPoints(position).length > 0 ? position : null;
    for (const { x, y } of legal) position.cells[y * position.width + x] = BLOCKED;
  }
}

/** Boards on which every empty point is forbidden to Black. */
function closedBoards(count: number, seed: number): Position[] {
  const random = seededRandom(seed);
  const boards: Position[] = [];
  while (boards.length < count) {
    const closed = onlyForbiddenLeft(crowdedPosition(random, between(random, 8, 15), 15, { black: 0.85 }));
    if (closed !== null) boards.push(closed);
  }
  return boards;
}

describe('renju: Black', () => {
  test('never plays a forbidden point, however crowded the board', () => {
    const random = seededRandom(11);
    let forbidden = 0;
    for (let i = 0; i < 120; i++) {
      const position = crowdedPosition(random, 15, between(random, 7, 15), {
        black: 0.7,
        blocked: i % 4 === 0 ? 0.1 : 0,
      });
      forbidden += forbiddenPoints(position).length;
      const { move } = answer(position, RENJU, 1);
      expect(move, drawDiagram(position)).not.toBe(null);
      const { outcome } = judgeMove(position, renju, move!.x, move!.y, 1);
      expect(outcome, `${posName(move!)}\n${drawDiagram(position)}`).not.toBe('foul');
    }
    expect(forbidden).toBeGreaterThan(120);
  });

  test('plays the one point that is not forbidden', () => {
    const random = seededRandom(13);
    for (const closed of closedBoards(40, 12)) {
      const blocked = [...closed.cells.keys()].filter((at) => closed.cells[at] === BLOCKED);
      const at = blocked[between(random, 0, blocked.length - 1)];
      const position = copyPosition(closed);
      position.cells[at] = 0;
      const legal = emptyPoints(position).filter(({ x, y }) => forbiddenAt(position, x, y) === null);
      // Opening the point may have changed what was forbidden around it.
      const { move } = answer(position, RENJU, 1);
      if (legal.length === 0) expect(move).toBe(null);
      else expect(legal, drawDiagram(position)).toContainEqual(move);
    }
  });

  test('has no move if every point is forbidden; without a search it plays one and reports it', () => {
    for (const closed of closedBoards(40, 12)) {
      const found = answer(closed, RENJU, 1);
      expect(found.move, drawDiagram(closed)).toBe(null);
      expect(found.score).toBeLessThanOrEqual(-WIN_BOUND);
      const fallback = fallbackMove(closed, renju, 1)!;
      expect(fallback.isFoul).toBe(true);
      expect(isLegal(closed, fallback.x, fallback.y)).toBe(true);
      // White may play there.
      expect(answer(closed, RENJU, 2).move).not.toBe(null);
    }
  });

  test('plays elsewhere if the only block is forbidden, and knows that this loses', () => {
    const random = seededRandom(14);
    let met = 0;
    for (let i = 0; i < 6000 && met < 6; i++) {
      const setup = randomGame(random, renju, 15, 15, 2 * between(random, 8, 25));
      if (setup.toMove !== 1) continue;
      const brute = new BruteForce(setup.position, renju);
      const blocks = brute.winningCells(2);
      if (blocks.length !== 1 || brute.winningCells(1).length > 0 || !brute.isFoul(blocks[0], 1)) continue;
      met++;
      const { move, score } = answer(setup.position, RENJU, 1);
      const outcome = move === null ? 'none' : judgeMove(setup.position, renju, move.x, move.y, 1).outcome;
      expect(move, drawSetup(setup)).not.toBe(null);
      expect(outcome, drawSetup(setup)).toBe('none');
      expect(score).toBe(lossIn(2));
    }
    expect(met).toBeGreaterThan(3);
  });

  test('may make five with a stone that would otherwise be a foul', () => {
    const position = parseDiagram(`
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . X X . X X . . . . . . .
      . . . . . . X . . . . . . . .
      . O X X X X . O . . . . . . .
      . . . . . . X . . . . . . . .
      . . . . . . X . . . . . . . .
      . . . . . . X . . . . . . . .
      . . . . . O O O . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .`);
    expect(answer(position, RENJU, 1)).toMatchObject({ move: { x: 6, y: 5 }, score: winIn(1) });
  });
});

describe('renju: White', () => {
  test('wins by a four that Black may not stop', () => {
    const random = seededRandom(15);
    let met = 0;
    for (let i = 0; i < 8000 && met < 6; i++) {
      const setup = randomGame(random, renju, 15, 15, 2 * between(random, 8, 25) + 1);
      if (setup.toMove !== 2 || !winsByFoulAlone(setup)) continue;
      met++;
      const { move, score } = answer(setup.position, RENJU, 2, 3000);
      // The first win found need not be the shortest.
      expect(score, drawSetup(setup)).toBeGreaterThanOrEqual(winIn(5));
      const after = copyPosition(setup.position);
      after.cells[move!.y * 15 + move!.x] = 2;
      const brute = new BruteForce(after, renju);
      const good = brute.emptyCells().filter((at) => !brute.losesAfter(at, 1, 4));
      expect(good, `${posName(move!)}\n${drawSetup(setup)}`).toEqual([]);
    }
    expect(met).toBeGreaterThan(3);
  });

  test('wins with an overline, Black does not', () => {
    const picture = `
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . S S S . S S . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . T . T . T . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .`;
    const white = parseDiagram(picture.replaceAll('S', 'O').replaceAll('T', 'X'));
    expect(answer(white, RENJU, 2)).toMatchObject({ move: { x: 6, y: 3 }, score: winIn(1) });
    const black = parseDiagram(picture.replaceAll('S', 'X').replaceAll('T', 'O'));
    expect(answer(black, RENJU, 1).score).toBeLessThan(winIn(1));
    expect(answer(black, RENJU, 1).move).not.toEqual({ x: 6, y: 3 });
  });
});

/** @returns true if White can win in three plies, and could not if Black had no forbidden points */
function winsByFoulAlone(setup: Setup): boolean {
  const other = new BruteForce(setup.position, ruleFromCode(FREESTYLE)!);
  const brute = new BruteForce(setup.position, renju);
  return !other.winsWithin(2, 3) && brute.winningCells(1).length === 0 && brute.winsWithin(2, 3);
}

/** X to move; the result of a fifth or sixth stone on the gap under each rule. */
const ROWS = [
  {
    name: 'a gap that makes five',
    winsUnder: [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT],
    picture: `
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . X X * X X . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . O . O . O . . . . . .
      . . . . . . . . . . . . . . .`,
  },
  {
    name: 'a gap that makes six',
    winsUnder: [FREESTYLE, CARO],
    picture: `
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . X X X * X X . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . O . O . O . . . . . .
      . . . . . . . . . . . . . . .`,
  },
  {
    name: 'six between opposing stones',
    winsUnder: [FREESTYLE, CARO],
    picture: `
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . O X X X * X X O . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . O . O . O . . . . . .
      . . . . . . . . . . . . . . .`,
  },
  {
    name: 'five between opposing stones',
    winsUnder: [FREESTYLE, STANDARD, RENJU],
    picture: `
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . O X X * X X O . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . O . O . O . . . . . .
      . . . . . . . . . . . . . . .`,
  },
  {
    name: 'five between an opposing stone and the edge',
    winsUnder: [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT],
    picture: `
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      X X * X X O . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . O . O . O . . . . . .
      . . . . . . . . . . . . . . .`,
  },
];

/** Positions that the Gomocup organizers give to every entry, with the moves that they accept. */
const ACCEPTANCE = [
  {
    name: 'completes a five',
    rules: [STANDARD, RENJU, CARO, CARO_EXACT],
    moves: 'h8h9i8i9j8j9k8k9',
    accepted: 'g8 l8',
  },
  { name: 'completes a five', rules: [FREESTYLE], size: 20, moves: 'h8h9i8i9j8j9k8k9', accepted: 'g8 l8' },
  {
    name: 'stops a three rather than make six',
    rules: [STANDARD],
    moves: 'h8h9i8h10g8h11j13h12g14h14i15',
    accepted: 'f8 j8',
  },
  {
    name: 'stops a three rather than make a five blocked at both ends',
    rules: [CARO, CARO_EXACT],
    moves: 'h8f8g8f9i8f7j8l8',
    accepted: 'f5 f6 f10 f11',
  },
];

// Grouped by rule, because building the tables of each takes time.
describe.each([FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT])('rule %i', (rule) => {
  test.each(ROWS)('$name', ({ picture, winsUnder }) => {
    const position = parseDiagram(picture);
    const [gap] = markedPoints(picture, '*');
    const { move, score } = answer(position, rule, 1);
    if (winsUnder.includes(rule)) expect([move, score]).toEqual([gap, winIn(1)]);
    else expect(score).toBeLessThan(winIn(1));
    // A move that wins for one side must be stopped by the other, unless it has something better.
    const reply = answer(position, rule, 2);
    if (winsUnder.includes(rule)) expect(reply.move).toEqual(gap);
  });

  test.each(ACCEPTANCE.filter(({ rules }) => rules.includes(rule)))('$name', ({ size, moves, accepted }) => {
    const position = afterMoves(size ?? 15, moves);
    const color = parsePosMoves(moves)!.length % 2 === 0 ? 1 : 2;
    for (const maxNodes of [1000, 10_000]) {
      expect(accepted.split(' ')).toContain(posName(answer(position, rule, color, maxNodes).move!));
    }
  });
});

test('renju: a double-three of the acceptance test is not played', () => {
  const position = afterMoves(15, 'h8h9i7i9h10i6i11i12');
  expect(forbiddenAt(position, 6, 8)).toBe('double-three');
  for (const maxNodes of [1000, 10_000]) {
    expect(posName(answer(position, RENJU, 1, maxNodes).move!)).not.toBe('g9');
  }
});

function afterMoves(size: number, moves: string): Position {
  const cells = new Uint8Array(size * size);
  parsePosMoves(moves)!.forEach(({ x, y }, i) => {
    cells[y * size + x] = 1 + (i % 2);
  });
  return { width: size, height: size, cells };
}
