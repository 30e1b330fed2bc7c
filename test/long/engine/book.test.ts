import { afterEach, describe, expect, test } from 'vitest';
import { FREESTYLE } from '../../../src/core/rule-code.ts';
import type { Engine, EngineOptions } from '../../../src/engine/api.ts';
import { balancedOpenings } from '../../../src/engine/book-openings.ts';
import { createEngine } from '../../../src/platform/node/engine.ts';
import { levelOf } from '../../../src/play/opponent/levels.ts';
import { chooseMove } from '../../../src/play/opponent/opponent.ts';
import { newGame, withPly } from '../../../src/play/state/game-state.ts';
import { variantOf } from '../../../src/play/state/variant.ts';
import { Session } from '../../../src/protocol/session.ts';
import { readBook } from '../../../src/records/book/binary.ts';
import { winsOf } from '../../../src/records/book/choose.ts';

const open: Engine[] = [];

function engineWith(options: EngineOptions = {}): Engine {
  const engine = createEngine(options);
  open.push(engine);
  return engine;
}

afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

const book = (lines: string, rule = 'freestyle', size = 15) =>
  readBook(`tengen-book 1 rule=${rule} size=${size}\n${lines}`);
const FAR = 'h8\n a1 w=1 v=-30\n';

describe('moves from a book', () => {
  test('are played, whatever the search thinks, and reported as such', async () => {
    const engine = engineWith({ book: book(FAR), bookOptions: { seed: 1 } });
    engine.play(7, 7);
    const move = await engine.think({ maxNodes: 500 });
    expect([0, 14]).toContain(move.x);
    expect([0, 14]).toContain(move.y);
    expect(move).toMatchObject({ source: 'book', score: -30, isFoul: false });
    expect(move.pv[0]).toEqual({ x: move.x, y: move.y });
    engine.play(move.x, move.y);
    expect((await engine.think({ maxNodes: 500 })).source).toBe('search');
  });

  test('are not the excluded ones, and not far from the stones unless "anywhere" is requested', async () => {
    const engine = engineWith({ book: book(FAR), bookOptions: { seed: 1 } });
    engine.play(7, 7);
    const corners = [0, 14].flatMap((x) => [0, 14].map((y) => ({ x, y })));
    expect((await engine.think({ maxNodes: 500, excluded: corners })).source).toBe('search');
    const move = await engine.think({ maxNodes: 500, excluded: corners, book: 'anywhere' });
    expect(move.source).toBe('book');
    expect(corners).toContainEqual({ x: move.x, y: move.y });
    expect((await engine.think({ maxNodes: 500, excluded: corners, book: false })).source).toBe('search');
  });

  test('are played against a person too, however far from the stones', async () => {
    const engine = engineWith({ book: book(FAR), bookOptions: { seed: 1 } });
    const game = withPly(newGame(variantOf(FREESTYLE, 15, 15, null)), { x: 7, y: 7 });
    const { move } = await chooseMove(engine, { game, level: levelOf(6), timeMs: null, seed: 1 });
    expect([0, 14]).toContain(move.x);
    expect([0, 14]).toContain(move.y);
  });

  test('the same seed gives the same choice', async () => {
    const many = book('h8\n a1 w=1\n b3 w=1\n c5 w=1\n d7 w=1\n');
    const play = async (seed: number) => {
      const engine = engineWith({ book: many, bookOptions: { seed } });
      const moves: string[] = [];
      for (let i = 0; i < 5; i++) {
        engine.newGame();
        engine.play(7, 7);
        const { x, y } = await engine.think({ maxNodes: 200 });
        moves.push(`${x},${y}`);
      }
      return moves;
    };
    const [one, again, other] = [await play(3), await play(3), await play(4)];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    expect(new Set(one).size).toBeGreaterThan(1);
  });

  test('a move that loses by force is not played', async () => {
    // Black has an open three, and leaving it alone loses.
    const lines = 'h8\n a1\n  h9\n   a15\n    h10\n     o1 w=9\n';
    const engine = engineWith({ book: book(lines) });
    for (const [x, y] of [
      [7, 7],
      [0, 14],
      [7, 6],
      [0, 0],
      [7, 5],
    ])
      engine.play(x, y);
    const move = await engine.think({ maxNodes: 50_000 });
    expect(move.source).toBe('search');
    expect(move.x).toBe(7);
  });

  test('those of a verified book are played without a search', async () => {
    const engine = engineWith({ book: winsOf(book('h8\n a1 +M39\n')) });
    engine.play(7, 7);
    expect(await engine.think({ maxNodes: 500 })).toMatchObject({ source: 'book', winIn: 39, nodes: 0 });
  });

  test('a move that renju forbids is not played', async () => {
    // h8 would be a double three.
    const lines = 'g8 a1 f8 a3 h7 a5 h6 a7 h8 w=9\n';
    const engine = engineWith({ rule: 4, book: book(lines, 'renju') });
    for (const [x, y] of [
      [6, 7],
      [0, 14],
      [5, 7],
      [0, 12],
      [7, 8],
      [0, 10],
      [7, 9],
      [0, 8],
    ])
      engine.play(x, y);
    expect(engine.explainForbidden(7, 7)).not.toBeNull();
    const move = await engine.think({ maxNodes: 2000 });
    expect(move).toMatchObject({ source: 'search', isFoul: false });
    expect([move.x, move.y]).not.toEqual([7, 7]);
  });

  test('only books of the rule and size are used, and none for several lines or if switched off', async () => {
    const engine = engineWith({ rule: 4, book: [book(FAR), book(FAR, 'renju', 20)] });
    const source = async (limits: object = {}) => (await engine.think({ maxNodes: 200, ...limits })).source;
    engine.play(7, 7);
    expect(await source()).toBe('search');
    engine.setRule(0);
    expect(await source({ lines: 2 })).toBe('search');
    expect(await source({ book: false })).toBe('search');
    expect(await source()).toBe('book');
    engine.setBook(null);
    expect(await source()).toBe('search');
  });

  test('excluded points are not played, and stop answers with the book move', async () => {
    const engine = engineWith({ book: book('h8\n i9 w=1\n') });
    engine.play(7, 7);
    const corners = [
      { x: 6, y: 6 },
      { x: 8, y: 6 },
      { x: 6, y: 8 },
    ];
    expect(await engine.think({ maxNodes: 200, excluded: corners })).toMatchObject({ x: 8, y: 8, source: 'book' });
    const thinking = engine.think({ maxMs: 60_000 });
    engine.stop();
    expect((await thinking).source).toBe('book');
  });
});

describe('INFO book', () => {
  function talk(files: Record<string, string>): { say: (line: string) => void; said: string[] } {
    const said: string[] = [];
    const session = new Session({
      engine: engineWith(),
      write: (line) => said.push(line),
      onEnd: () => {},
      random: () => 0.4,
      files: {
        *read(path) {
          if (files[path] === undefined) throw new Error(`ENOENT: no such file, open '${path}'`);
          yield new TextEncoder().encode(files[path]);
        },
        *write() {
          yield;
          return false;
        },
        has: (path) => path in files,
        stateOf: () => null,
        lock: () => () => {},
      },
    });
    return { say: (line) => session.receive(line), said };
  }
  const files = {
    'my book.tbook': `tengen-book 1 rule=freestyle size=15\n${FAR}`,
    'bad.tbook': 'tengen-book 1 rule=freestyle size=15\nz9\n',
    'swap.tbook': 'tengen-book 1 rule=freestyle size=15\nh8\n i9\n  b2 v=12 d=20\n  o1 v=400 d=20\n',
  };

  test("the book's moves are played", async () => {
    const { say, said } = talk(files);
    for (const line of ['INFO book my book.tbook', 'INFO timeout_turn 200', 'START 15', 'TURN 7,7']) say(line);
    await expect.poll(() => said.at(-1)).toMatch(/^(0|14),(0|14)$/);
    expect(said[0]).toBe('OK');
    for (const line of ['INFO book 0', 'RESTART', 'TURN 7,7']) say(line);
    await expect.poll(() => said.at(-1)).toMatch(/^[5-9],[5-9]$/);
  });

  test('an invalid file is reported, and the books stay', async () => {
    const { say, said } = talk(files);
    say('INFO book my book.tbook');
    say('INFO book bad.tbook');
    say('INFO book none.tbook');
    expect(said).toEqual([
      'MESSAGE book "bad.tbook": line 2 "z9": expected a point of the board of 15 by 15',
      `MESSAGE book "none.tbook": ENOENT: no such file, open 'none.tbook'`,
    ]);
    for (const line of ['INFO timeout_turn 200', 'START 15', 'TURN 7,7']) say(line);
    await expect.poll(() => said.at(-1)).toMatch(/^(0|14),(0|14)$/);
  });

  test('openings of swap2 come from it, with the color that they favor', () => {
    const { say, said } = talk(files);
    for (const line of ['INFO book swap.tbook', 'START 15', 'SWAP2BOARD', 'DONE']) say(line);
    const points = said
      .at(-1)!
      .split(' ')
      .map((point) => point.split(',').map(Number));
    expect(points[0]).toEqual([7, 7]);
    expect(points[2].map((n) => Math.min(n, 14 - n))).toEqual([1, 1]);
    expect(balancedOpenings(readBook(files['swap.tbook']))).toHaveLength(1);
  });

  test('a side is chosen by the value in the book', async () => {
    const { say, said } = talk(files);
    for (const line of [
      'INFO book swap.tbook',
      'INFO timeout_turn 60000',
      'START 15',
      'SWAP2BOARD',
      '7,7',
      '8,6',
      '14,14',
      'DONE',
    ])
      say(line);
    await expect.poll(() => said.at(-1)).toBe('SWAP');
  });
});
