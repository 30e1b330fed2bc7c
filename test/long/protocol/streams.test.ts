import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { EMPTY } from '../../../src/core/color.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { createEngine } from '../../../src/platform/node/engine.ts';
import { LineSplitter } from '../../../src/protocol/lines.ts';
import { Session } from '../../../src/protocol/session.ts';
import { cellAt, emptyPosition, forbiddenAt, hasLegalMove, type Position } from '../../../src/rules/index.ts';
import { fakeEngine } from '../../unit/protocol/fake-engine.ts';

const WORDS = [
  'START',
  'RECTSTART',
  'RESTART',
  'BEGIN',
  'TURN',
  'BOARD',
  'DONE',
  'TAKEBACK',
  'PLAY',
  'SWAP2BOARD',
  'INFO',
  'ABOUT',
  'STOP',
  'YXSTOP',
  'YXSHOWINFO',
  'YXBOARD',
  'YXNBEST',
  'YXSHOWFORBID',
  'YXHASHCLEAR',
  'YXBLOCK',
  'YXBLOCKPATH',
  'YXSWAP2STEP1',
  'YXSWAP2STEP2',
  'YXSOOSORVSTEP1',
  'YXSOOSORVSTEP3',
  'YXSOOSORVSTEP5',
  'YXBALANCETWO',
  'YXSEARCHDEFEND',
  'YXFORBID',
  'SUGGEST',
  'HELLO',
  '',
];
// Memory limits that Node cannot meet are excluded: the next command would be answered with ERROR.
const KEYS = [
  'timeout_turn',
  'timeout_match',
  'time_left',
  'rule',
  'win_length',
  'max_depth',
  'max_node',
  'show_detail',
  'hash_size',
  'folder',
  'x',
];

const number = fc.oneof(
  fc.integer({ min: -3, max: 25 }),
  fc.constantFrom('15', '5', '', 'a', '99999999999', '7.5', '+3'),
);
const numbers = (length: number) => fc.array(number, { minLength: 0, maxLength: length }).map((list) => list.join(','));
const garbage = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const line = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...WORDS), numbers(3)).map(([word, args]) => `${word} ${args}`) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...KEYS), number).map(([key, value]) => `INFO ${key} ${value}`) },
  { weight: 2, arbitrary: numbers(4) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'START 15',
      'START 6',
      'BEGIN',
      'TURN 3,3',
      'TURN 4,4',
      'BOARD',
      'DONE',
      '2,2,1',
      '1,1,2',
      'turn 2 , 1',
    ),
  },
  { weight: 1, arbitrary: garbage },
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n', '\n\n')), { maxLength: 40 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''));

test('no stream of commands and garbage breaks the brain', async () => {
  await fc.assert(
    fc.asyncProperty(stream, fc.array(fc.nat(400), { maxLength: 5 }), async (text, cuts) => {
      const engine = fakeEngine();
      engine.isAutomatic = true;
      const said: string[] = [];
      const session = new Session({ engine, write: (reply) => said.push(reply), onEnd: () => expect.unreachable() });
      const splitter = new LineSplitter((reply) => session.receive(reply));
      const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
      for (let i = 1; i < at.length; i++) {
        splitter.push(Buffer.from(text.slice(at[i - 1], at[i]), 'latin1'));
        if (i % 2 === 0) await new Promise((done) => setTimeout(done, 0));
      }
      splitter.push(Buffer.from('\nSTART 15\n'));
      // After a request for a move, lines wait for it, and may make the brain think again.
      while (session.brain.isThinking) await new Promise((done) => setTimeout(done, 0));
      expect(said.at(-1)).toBe('OK');
      said.forEach((reply) => {
        expect(reply).toMatch(/^[ -~]{1,1999}$/);
        expect(reply).not.toMatch(/internal/);
      });
      said.length = 0;
      splitter.push(Buffer.from('BEGIN\r\n'));
      await new Promise((done) => setTimeout(done, 0));
      const moves = said.filter((reply) => !/^(MESSAGE|INFO) /.test(reply));
      expect(moves).toHaveLength(1);
      expect(moves[0]).toMatch(/^([0-9]|1[0-4]),([0-9]|1[0-4])$/);
    }),
    { numRuns: 400, seed: 2 },
  );
});

describe('moves on random boards are legal', () => {
  const complaints: string[] = [];
  const engine = createEngine({ onDebug: (text) => complaints.push(text) });
  let answer: (reply: string) => void = () => {};
  const session = new Session({
    engine,
    write: (reply) => /^(OK$|MESSAGE )/.test(reply) || answer(reply),
    onEnd: () => expect.unreachable(),
  });
  afterAll(() => engine.close());

  /** Sends a board and returns the one line that answers it. */
  async function moveOn(board: Position): Promise<string> {
    session.receive(`RECTSTART ${board.width},${board.height}`);
    const reply = new Promise<string>((done) => {
      answer = done;
    });
    session.receive('BOARD');
    for (let y = 0; y < board.height; y++) {
      for (let x = 0; x < board.width; x++) {
        const cell = cellAt(board, x, y);
        if (cell !== EMPTY) session.receive(`${x},${y},${cell}`);
      }
    }
    session.receive('DONE');
    return reply;
  }

  /** @param filled proportion of the board that holds a stone or is blocked; 1: all points but one */
  function randomBoard(width: number, height: number, filled: number, random: () => number): Position {
    const board = emptyPosition(width, height);
    const free = Math.floor(random() * width * height);
    board.cells.forEach((_, index) => {
      if (index === free || random() >= filled) return;
      board.cells[index] = random() < 0.03 ? 3 : random() < 0.5 ? 1 : 2;
    });
    return board;
  }

  /** A small linear congruential generator; the same boards in every run. */
  function seeded(seed: number): () => number {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
  }

  const SIZES: [number, number][] = [];
  for (let size = 3; size <= 22; size++) SIZES.push([size, size], [size, 25 - size], [22, size]);
  const cases = [0, 1, 4, 8, 9].map(
    (code) => [code, code === 0 ? SIZES : SIZES.filter((_, index) => index % 5 === 0)] as const,
  );

  test.each(cases)('rule %d', async (code, sizes) => {
    const random = seeded(code + 1);
    const rule = ruleFromCode(code)!;
    session.receive(`INFO rule ${code}`);
    session.receive('INFO max_node 300');
    for (const [width, height] of sizes) {
      for (const filled of [0, 0.1, 0.5, 0.9, 1]) {
        const board = randomBoard(width, Math.min(22, height), filled, random);
        const reply = await moveOn(board);
        const [x, y] = reply.split(',').map(Number);
        const drawn = `${reply} on ${width}x${height}: ${board.cells.join('')}`;
        expect(reply, drawn).toMatch(/^\d+,\d+$/);
        expect(cellAt(board, x, y), drawn).toBe(EMPTY);
        expect(complaints, drawn).toEqual([]);
        // Field 1 is the brain's own stone, and the brain is Black if both sides have equally many.
        const colored = { ...board, cells: board.cells.map((cell) => toColor(cell, engine.position.sideToMove)) };
        const own = engine.position.sideToMove === 1 ? 2 : 1;
        if (rule.renju && own === 1 && hasLegalMove(colored, rule, 1))
          expect(forbiddenAt(colored, x, y), drawn).toBeNull();
      }
    }
  });

  /** The brain has moved, so the other side is to move now. */
  function toColor(field: number, sideToMove: number): number {
    if (field === 0 || field === 3) return field;
    const own = sideToMove === 1 ? 2 : 1;
    return field === 1 ? own : sideToMove;
  }
});
