import { beforeEach, describe, expect, test } from 'vitest';
import { EngineError } from '../../../src/engine/errors.ts';
import { matchReserveMs, SHARING } from '../../../src/engine/time.ts';
import type { BrainOptions } from '../../../src/protocol/brain.ts';
import { Session } from '../../../src/protocol/session.ts';
import { parseBook } from '../../../src/records/book/text.ts';
import { type FakeEngine, FIGURES, fakeEngine } from './fake-engine.ts';

let engine: FakeEngine;
let said: string[];
let ended: number;
let session: Session;

function open(options: Partial<BrainOptions> = {}): void {
  engine = fakeEngine();
  said = [];
  ended = 0;
  session = new Session({ engine, write: (line) => said.push(line), onEnd: () => ended++, ...options });
}

/** Sends lines one by one. @returns the output since the last call */
function send(...lines: string[]): string[] {
  for (const line of lines) session.receive(line);
  return said.splice(0);
}

/** The maximum time for a move with this much left in the match, if only that or the match time is known. */
const largestShare = (leftMs: number, empty: number, matchMs = leftMs) =>
  Math.floor(((leftMs - matchReserveMs(matchMs, 225 - empty, empty, 0, 0)) * SHARING.MAX_SHARE_1024) / 1024);

/** The last requested think. */
const asked = () => engine.thinks.at(-1)!;
const limits = () => asked().limits;

beforeEach(() => open());

describe('clocks', () => {
  test('by default, thirty seconds per move', () => {
    send('START 15', 'BEGIN');
    expect(limits().maxMs).toBe(29_960);
  });

  test('the turn limit, from the time the command was read', () => {
    send('START 15', 'INFO timeout_turn 1000');
    session.receive('BEGIN', 777);
    expect(limits()).toMatchObject({ startedAt: 777, maxMs: 960 });
  });

  test('a block counts from its first line', () => {
    send('START 15', 'INFO timeout_turn 1000');
    engine.time = 2000;
    send('BOARD');
    engine.time = 2400;
    send('7,7,2', 'DONE');
    expect(limits().startedAt).toBe(2000);
  });

  test('the start-up is charged once, to the first move', async () => {
    open({ startupMs: () => 80 });
    send('START 15', 'INFO timeout_turn 1000', 'BEGIN');
    expect(limits().startedAt).toBe(920);
    await asked().finish();
    engine.time = 5000;
    send('TURN 0,0');
    expect(limits().startedAt).toBe(5000);
  });

  test('time_left is obeyed, and not charged with the time between moves', async () => {
    send('START 15', 'INFO timeout_turn 30000', 'INFO timeout_match 60000', 'INFO time_left 7000', 'BEGIN');
    expect(limits().maxMs).toBe(largestShare(7000, 225, 60_000));
    engine.time += 500;
    await asked().finish();
    engine.time += 1_000_000;
    send('INFO time_left 6500', 'TURN 0,0');
    expect(limits().maxMs).toBe(largestShare(6500, 223, 60_000));
  });

  test('without time_left, the brain counts its own time', async () => {
    send('START 15', 'INFO timeout_turn 30000', 'INFO timeout_match 70000', 'BEGIN');
    expect(limits().maxMs).toBe(largestShare(70_000, 225));
    engine.time += 7000;
    await asked().finish();
    engine.time += 60_000;
    send('TURN 0,0');
    expect(limits().maxMs).toBe(largestShare(63_000, 223, 70_000));
    engine.time += 7000;
    send('RESTART', 'BEGIN');
    expect(limits().maxMs).toBe(largestShare(70_000, 225));
  });

  test('without timeout_match, the match time is the largest time_left so far', async () => {
    send('START 15', 'INFO timeout_turn 30000', 'INFO time_left 10000', 'BEGIN');
    await asked().finish();
    send('INFO time_left 500', 'TURN 0,0');
    expect(limits().maxMs).toBe(largestShare(500, 223, 10_000));
    await asked().finish();
    send('RESTART', 'INFO time_left 500', 'BEGIN');
    expect(limits().maxMs).toBe(largestShare(500, 225));
  });

  test('if time_left is not sent again, it is counted down', async () => {
    send('START 15', 'INFO timeout_turn 30000', 'INFO time_left 70000', 'BEGIN');
    engine.time += 7000;
    await asked().finish();
    send('TURN 0,0');
    expect(limits().maxMs).toBe(largestShare(63_000, 223));
  });

  test('time that the manager counts and the brain does not see is reserved from then on', async () => {
    const plans: number[] = [];
    for (const unseenMs of [0, 400]) {
      open();
      send('START 15', 'INFO timeout_turn 20000', 'INFO timeout_match 20000', 'INFO time_left 20000', 'BEGIN');
      let left = 20_000;
      for (let row = 0; row < 10; row++) {
        engine.time += 500;
        await asked().finish();
        left -= 500 + unseenMs;
        send(`INFO time_left ${left}`, `INFO time_left ${left}`, `TURN 0,${row}`);
      }
      plans.push(limits().maxMs! / left);
    }
    expect(plans[1]).toBeLessThan(plans[0] * 0.9);
  });

  test.each(['START 15', 'RESTART'])('the time_left of one game does not affect the next (%s)', async (command) => {
    send('START 15', 'INFO timeout_turn 1000', 'INFO time_left 100', 'BEGIN');
    expect(limits().maxMs).toBeLessThan(100);
    await asked().finish();
    send(command, 'BEGIN');
    expect(limits().maxMs).toBe(960);
  });

  test('a time_left of 0 or less is answered at once', () => {
    send('START 15', 'INFO timeout_turn 0', 'BEGIN');
    expect(limits().maxMs).toBe(0);
    send('INFO timeout_turn 5000', 'START 15', 'INFO time_left -200', 'BEGIN');
    expect(limits().maxMs).toBe(0);
  });

  test('limits that change during a search reach it', () => {
    send('START 15', 'INFO timeout_turn 30000', 'BEGIN');
    engine.time += 300;
    send('INFO timeout_turn 2000');
    expect(engine.calls.at(-1)).toBe('setLimits 1960');
    send('INFO time_left 10000');
    expect(engine.calls.at(-1)).toBe(`setLimits ${largestShare(10_300, 225)}`);
    send('INFO timeout_turn 0');
    expect(engine.calls.at(-1)).toBe('stop');
  });

  test('other settings do not affect a running search', () => {
    send('START 15', 'BEGIN');
    const before = [...engine.calls];
    send('INFO evaluate 3,3', 'INFO game_type 1', 'INFO max_depth 3', 'INFO folder /tmp', 'INFO rule 1');
    expect(engine.calls).toEqual(before);
    expect(said).toEqual([]);
  });

  test('depth, nodes and lines are passed on', () => {
    send('START 15', 'INFO max_depth 7', 'INFO max_node 4000', 'YXNBEST 3');
    expect(limits()).toMatchObject({ maxDepth: 7, maxNodes: 4000, lines: 3 });
  });

  test("Yixin-Board's unlimited time is no limit", async () => {
    const endless = ['INFO timeout_match 100000000', 'INFO time_left 100000000', 'INFO timeout_turn 2000000'];
    send('YXSHOWINFO', 'START 15', ...endless, 'BEGIN');
    expect(limits().maxMs).toBe(2_147_483_647);
    await asked().finish();
    send('INFO time_left 99999000', 'TURN 0,0');
    expect(limits()).toMatchObject({ optimumMs: 2_147_483_647, maxMs: 2_147_483_647 });
    await asked().finish();
    send('INFO timeout_turn 2000', 'TURN 0,1');
    expect(limits().maxMs).toBe(1960);
    open();
    send('START 15', ...endless, 'BEGIN');
    expect(limits().maxMs).toBe(1_999_960);
  });

  test('the end of input during a search shortens it', () => {
    send('START 15', 'BEGIN');
    engine.time += 100;
    session.brain.endOfInput();
    expect(engine.calls.at(-1)).toBe('setLimits 400');
    open();
    send('START 15', 'BEGIN');
    engine.time += 5000;
    session.brain.endOfInput();
    expect(engine.calls.at(-1)).toBe('stop');
  });
});

describe('one move for each request', () => {
  test('the move is played and reported once', async () => {
    send('START 15', 'TURN 7,7');
    await asked().finish({ x: 8, y: 8 });
    expect(said).toEqual(['MESSAGE depth 9-14 ev 12 n 123k n/s 494k tm 250 pv i7', '8,8']);
    expect(engine.position.stones).toEqual([
      { x: 7, y: 7, color: 1 },
      { x: 8, y: 8, color: 2 },
    ]);
    await asked().finish({ x: 9, y: 9 });
    expect(said).toHaveLength(2);
  });

  test('an aborted search prints nothing', async () => {
    for (const command of ['START 15', 'RESTART', 'RECTSTART 9,9', 'TAKEBACK 7,7', 'BOARD', 'END']) {
      open();
      send('START 15', 'TURN 7,7');
      const think = asked();
      send(command);
      await think.finish();
      expect(said, command).toEqual([]);
    }
  });

  test('nothing is printed after END', async () => {
    send('START 15', 'BEGIN', 'END');
    expect(ended).toBe(1);
    expect(send('ABOUT', 'START 15', 'END')).toEqual([]);
    session.brain.endOfInput();
    expect(ended).toBe(1);
  });

  test('at the end of input: the move, then the end', async () => {
    send('START 15', 'BEGIN');
    session.brain.endOfInput();
    expect(ended).toBe(0);
    await asked().finish({ x: 7, y: 7 });
    expect(said.at(-1)).toBe('7,7');
    expect(ended).toBe(1);
  });

  test('a search that fails gives a legal move and one DEBUG line', async () => {
    send('START 15', 'TURN 7,7');
    await asked().fail(new Error('broken'));
    expect(said).toEqual(['DEBUG internal: Error: broken', expect.stringMatching(/^\d+,\d+$/)]);
    expect(engine.position.stones).toHaveLength(2);
  });

  test('so does any other failure, and the conversation continues', () => {
    send('START 15', 'TURN 7,7');
    session.brain.internalError(new Error('elsewhere'));
    expect(said.splice(0)).toEqual(['DEBUG internal: Error: elsewhere', expect.stringMatching(/^\d+,\d+$/)]);
    session.brain.internalError(new Error('again'));
    expect(said).toEqual(['DEBUG internal: Error: again']);
  });

  test('a bug in a command is an ERROR line', () => {
    engine.forbiddenPoints = () => {
      throw new TypeError('a bug');
    };
    expect(send('START 15', 'YXSHOWFORBID')).toEqual(['OK', 'ERROR internal: TypeError: a bug']);
    expect(send('ABOUT')).toHaveLength(1);
  });

  test('a move that the engine turns out not to accept is replaced by another one', async () => {
    send('START 15', 'TURN 7,7');
    await asked().finish({ x: 7, y: 7 });
    expect(said.at(-1)).toMatch(/^\d+,\d+$/);
    expect(said.at(-1)).not.toBe('7,7');
  });
});

describe('a move after a stop', () => {
  test.each(['YXSTOP', 'STOP'])('comes before the answers to everything that was sent after %s', async (word) => {
    send('START 15', 'BEGIN');
    expect(send(word, 'START 9', 'YXBOARD', '1,1,1', 'DONE', 'TURN 2,2')).toEqual([]);
    expect(engine.calls).toContain('stop');
    await engine.thinks[0].finish({ x: 7, y: 7 });
    expect(said.filter((line) => !line.startsWith('MESSAGE'))).toEqual(['7,7', 'OK']);
    expect(engine.thinks).toHaveLength(2);
    expect(engine.position).toMatchObject({ width: 9 });
    await asked().finish({ x: 3, y: 3 });
    expect(said.at(-1)).toBe('3,3');
  });

  test('a command that waited counts from the time it was read', async () => {
    send('START 15', 'BEGIN', 'YXSTOP');
    session.receive('TURN 0,0', 1234);
    engine.time = 5000;
    await engine.thinks[0].finish({ x: 7, y: 7 });
    expect(limits().startedAt).toBe(1234);
  });

  test('END does not wait for it', () => {
    send('START 15', 'BEGIN', 'YXSTOP', 'END');
    expect(ended).toBe(1);
  });

  test('the end of input waits for the commands before it', async () => {
    send('START 15', 'INFO timeout_turn 60000', 'BEGIN', 'YXSTOP', 'TURN 0,0');
    session.brain.endOfInput();
    await engine.thinks[0].finish({ x: 7, y: 7 });
    expect(ended).toBe(0);
    expect(engine.calls.at(-1)).toBe('setLimits 400');
    await asked().finish({ x: 8, y: 8 });
    expect(said.at(-1)).toBe('8,8');
    expect(ended).toBe(1);
  });

  test.each(['START 15', 'RESTART', 'RECTSTART 9,9'])(
    'is sent before the OK of %s to a Yixin front end',
    async (line) => {
      send('YXSHOWINFO', 'START 15', 'BEGIN');
      expect(send(line)).toEqual([]);
      await engine.thinks[0].finish({ x: 7, y: 7 });
      expect(said.slice(-2)).toEqual(['7,7', 'OK']);
      expect(engine.position.stones).toEqual([]);
    },
  );
});

describe('reports during a search', () => {
  const info = { ...FIGURES, kind: 'iteration', line: 0, lines: 1, pv: [{ x: 7, y: 7 }] } as const;

  test('at most four times a second', () => {
    send('START 15', 'BEGIN');
    let told = 0;
    for (let ms = 0; ms < 2000; ms += 10) {
      engine.time += 10;
      asked().tell(info);
      told += said.splice(0).length;
    }
    expect(told).toBeGreaterThanOrEqual(7);
    expect(told).toBeLessThanOrEqual(8);
  });

  test.each([
    ['a key in capitals', ['INFO TIMEOUT_TURN 5000', 'START 15', 'BEGIN']],
    ['a YX command', ['START 15', 'YXNBEST 1']],
    ['a setting', ['INFO message_form 1', 'START 15', 'BEGIN']],
  ])("the clients of Rapfi get Rapfi's form: %s", async (_, lines) => {
    send(...lines);
    await asked().finish({ x: 7, y: 1 });
    expect(said.at(-2)).toBe('MESSAGE depth 9-14 ev 12 n 123K n/ms 494 tm 250 pv h2');
  });

  test.each([
    ['keys as in tournaments', ['INFO timeout_turn 5000', 'START 15', 'BEGIN', 'YXSTOP']],
    ['a setting', ['INFO TIMEOUT_TURN 5000', 'INFO message_form 0', 'START 15', 'BEGIN']],
    ['Yixin-Board', ['YXSHOWINFO', 'START 15', 'YXNBEST 1']],
  ])("all others in tengen's: %s", async (_, lines) => {
    send(...lines);
    await asked().finish({ x: 7, y: 1 });
    expect(said.at(-2)).toMatch(/ n 123k n\/s 494k tm 250 pv [a-z]\d+$/);
  });

  test('Yixin-Board counts the row first, and gets names that match its board', async () => {
    // Its j10 on a board of 20: column 9 and, because rows are numbered from the bottom, row 10 from the top.
    const names = async (...lines: string[]) => {
      open();
      send(...lines, 'START 20', 'BEGIN');
      await asked().finish({ x: 10, y: 9 });
      return /pv (.*)/.exec(said.at(-2)!)?.[1];
    };
    expect(await names('YXSHOWINFO')).toBe('j10');
    expect(await names()).toBe('k11');
  });

  test('nothing if the answer needs no search', async () => {
    send('START 15', 'BEGIN');
    await asked().finish({ source: 'fallback', x: 7, y: 7 });
    expect(said).toEqual(['7,7']);
  });

  test('several lines together', async () => {
    send('INFO message_form 0', 'START 15', 'YXNBEST 2');
    engine.time += 300;
    asked().tell({ ...info, kind: 'iteration', lines: 2 });
    expect(said).toEqual([]);
    asked().tell({ ...info, kind: 'iteration', lines: 2, line: 1, pv: [{ x: 1, y: 1 }] });
    expect(said.splice(0).map((line) => line.slice(0, 11))).toEqual(['MESSAGE (1)', 'MESSAGE (2)']);
    await asked().finish({ x: 7, y: 7 });
    expect(said).toEqual(['7,7']); // nothing has changed since
  });

  test('REALTIME lines after show_detail 1, INFO lines after 2, both after 3', async () => {
    const kinds = async (detail: number): Promise<Set<string>> => {
      open();
      send(`INFO show_detail ${detail}`, 'START 15', 'BEGIN');
      engine.time += 300;
      asked().tell(info);
      asked().tell({ kind: 'root', moves: [{ x: 3, y: 3, state: 'searching' }] });
      await asked().finish({ x: 7, y: 7 });
      return new Set(said.map((line) => /^MESSAGE REALTIME|^INFO|^MESSAGE/.exec(line)?.[0] ?? line));
    };
    expect(await kinds(0)).toEqual(new Set(['MESSAGE', '7,7']));
    expect(await kinds(1)).toEqual(new Set(['MESSAGE', 'MESSAGE REALTIME', '7,7']));
    expect(await kinds(2)).toEqual(new Set(['MESSAGE', 'INFO', '7,7']));
    expect(await kinds(3)).toEqual(new Set(['MESSAGE', 'INFO', 'MESSAGE REALTIME', '7,7']));
  });

  test('the engine is asked for root moves only if a front end wants them', () => {
    send('START 15', 'BEGIN');
    expect(limits().showRoot).toBe(false);
    send('START 15', 'INFO show_detail 1', 'BEGIN');
    expect(limits().showRoot).toBe(true);
  });
});

describe('the owner of the stones', () => {
  const colors = () => engine.position.stones.map(({ color }) => color).join('');

  test('after TURN on an empty board, the brain is White; after BEGIN, Black', async () => {
    send('START 15', 'TURN 7,7');
    await asked().finish();
    expect(colors()).toBe('12');
    send('START 15', 'BEGIN');
    await asked().finish();
    send('TURN 0,0');
    await asked().finish();
    expect(colors()).toBe('121');
  });

  test('is determined by the fields, not by the order', async () => {
    send('START 15', 'BOARD', '1,1,1', '2,2,1', '3,3,2', '4,4,2', 'DONE');
    expect(colors()).toBe('1122');
    expect(engine.sideToMove).toBe(1);
    send('BOARD', '1,1,2', '2,2,2', '3,3,1', 'DONE');
    expect(colors()).toBe('112');
    expect(engine.sideToMove).toBe(2);
  });

  test("TURN adds an opponent's stone, whatever TAKEBACK has left", async () => {
    send('START 15', 'BOARD', '1,1,1', '2,2,2', 'DONE');
    await asked().finish({ x: 3, y: 3 });
    send('TURN 4,4');
    await asked().finish({ x: 5, y: 5 });
    send('TAKEBACK 5,5', 'TAKEBACK 4,4', 'TURN 4,5');
    expect(engine.position.stones.at(-1)).toEqual({ x: 4, y: 5, color: 2 });
    await asked().finish({ x: 6, y: 6 });
    send('TAKEBACK 1,1', 'TURN 9,9');
    expect(engine.position.stones.at(-1)).toEqual({ x: 9, y: 9, color: 2 });
    expect(engine.sideToMove).toBe(1);
  });
});

describe('swap2', () => {
  test('White takes the better side', async () => {
    const choice = async (score: number, ...points: string[]): Promise<string | undefined> => {
      open();
      send('START 15', 'SWAP2BOARD', ...points, 'DONE');
      expect(engine.position.stones.map(({ color }) => color).join('')).toBe('12121'.slice(0, points.length));
      expect(engine.sideToMove).toBe(2);
      await asked().finish({ x: 3, y: 4, score });
      expect(engine.position.stones).toEqual([]);
      return said.at(-1);
    };
    expect(await choice(-40, '7,7', '8,8', '9,9')).toBe('SWAP');
    expect(await choice(40, '7,7', '8,8', '9,9')).toBe('3,4');
    expect(await choice(-1, '7,7', '8,8', '9,9', '1,1', '2,2')).toBe('SWAP');
    expect(await choice(0, '7,7', '8,8', '9,9', '1,1', '2,2')).toBe('3,4');
  });

  test('three different free points on every board', () => {
    for (let width = 3; width <= 22; width++) {
      for (let height = 3; height <= 22; height++) {
        for (const random of [0, 0.3, 0.6, 0.999]) {
          open({ random: () => random });
          const [, answer] = send(`RECTSTART ${width},${height}`, 'SWAP2BOARD', 'DONE');
          const points = answer.split(' ');
          expect(new Set(points).size, `${width}x${height}: ${answer}`).toBe(3);
          for (const point of points) {
            const [x, y] = point.split(',').map(Number);
            expect(x >= 0 && x < width && y >= 0 && y < height, `${width}x${height}: ${answer}`).toBe(true);
          }
        }
      }
    }
  });

  test('an aborted one leaves the new game unchanged', async () => {
    send('START 15', 'SWAP2BOARD', '7,7', '8,8', '9,9', 'DONE');
    const think = asked();
    send('START 9');
    await think.finish();
    expect(engine.position).toMatchObject({ width: 9, stones: [] });
    expect(said).toEqual([]);
  });

  test('a failed search still leads to a choice, by the value of the opening if it has one', async () => {
    send('START 15', 'SWAP2BOARD', '7,7', '8,8', '9,9', 'DONE');
    await asked().fail(new EngineError('closed', 'gone'));
    expect(said.at(-1)).toBe('SWAP');
    expect(engine.position.stones).toEqual([]);
    send('SWAP2BOARD', '0,0', '8,8', '14,14', 'DONE');
    await asked().fail(new EngineError('closed', 'gone'));
    expect(said.at(-1)).toMatch(/^\d+,\d+$/);
    expect(engine.position.stones).toEqual([]);
  });
});

describe('preparation', () => {
  test('the search thread starts after OK has been sent, not before', async () => {
    expect(send('START 15')).toEqual(['OK']);
    expect(engine.calls).toEqual([]);
    await expect.poll(() => engine.preparations).toBe(1);
  });
});

test('unknown commands are quoted', () => {
  expect(send('\u000b\u000c', '\u00a0', 'A\u0000B', ' \t x \t')).toEqual([
    'UNKNOWN ??',
    'UNKNOWN ?',
    'UNKNOWN A?B',
    'UNKNOWN x',
  ]);
});

describe('unknown YX commands', () => {
  test.each([
    ['points', ['yxsetbestmovedatabase', '7,7', '8,8', 'done']],
    ['points after arguments', ['yxremark 7,7 win', '8,8', 'done']],
    ['a quoted text', ['yxremark "a remark"', '7,7', 'done']],
    ['a text over several lines', ['yxremark "start', 'he said \\"turn 7,7\\"', '', 'end"', '7,7', 'done']],
    ['a text whose end was lost', ['yxremark "long', 'begin', '7,7', 'done']],
    ['nothing', ['yxprintfeature']],
  ])('with %s are skipped', (_, lines) => {
    send('YXSHOWINFO', 'START 15');
    expect(send(...lines, 'ABOUT')).toEqual([expect.stringMatching(/^name="tengen"/)]);
    expect(send('hello', '7,7', 'done')).toEqual(['UNKNOWN hello', 'UNKNOWN 7,7', 'UNKNOWN done']);
  });

  test.each([
    ['a file', ['yxhashdump', 'my games/7,7 book.bin']],
    ['a file called done', ['yxhashdump', 'done']],
    ['a file whose name begins like a command', ['yxhashdump', 'yxbook.bin']],
    ['a file on the same line', ['yxhashdump book.bin']],
    ['a file that is missing', ['yxhashdump']],
  ])('%s is not taken for a command', (_, lines) => {
    const name = expect.stringMatching(/^name="tengen"/);
    expect(send(...lines, 'ABOUT')).toEqual(['MESSAGE the transposition table is not written to files', name]);
  });

  test('are reported to other managers, without their lines', () => {
    send('START 15');
    expect(send('yxsetbestmovedatabase', '7,7', 'done', 'yxprintfeature')).toEqual([
      'UNKNOWN yxsetbestmovedatabase',
      'UNKNOWN yxprintfeature',
    ]);
  });

  test.each(['yxquerydatabaseall', 'yxquerydatabaseallt'])('%s finds an empty database', (name) => {
    send('YXSHOWINFO', 'START 15');
    expect(send(name, '7,7', 'done')).toEqual(['MESSAGE DATABASE REFRESH', 'MESSAGE DATABASE DONE']);
  });
});

describe('excluded moves', () => {
  const excluded = (...lines: string[]) => {
    session.brain.drop();
    send('INFO timeout_turn 1000', 'START 15', ...lines);
    return (limits().excluded ?? []).map(({ x, y }) => `${x},${y}`);
  };

  test('points, on any position, until they are allowed again', () => {
    const board = 'BOARD 1,1,1 2,2,2 DONE';
    expect(excluded('YXBLOCK 2,2 3,3 4,4 DONE', 'YXBLOCK', '3,3', '5,5', 'DONE', board)).toEqual(['3,3', '4,4', '5,5']);
    expect(excluded('YXBLOCKUNDO 3,3 5,5 DONE', board)).toEqual(['4,4']);
    expect(excluded('YXBLOCKRESET', board)).toEqual([]);
  });

  test('moves of a path, only in its own position', () => {
    const path = ['YXBLOCKPATH', '1,1', '2,2', '3,3', '4,4', '5,5', 'DONE'];
    expect(excluded(...path, 'BOARD 3,3,1 1,1,1 2,2,2 4,4,2 DONE')).toEqual(['5,5']);
    expect(excluded('BOARD 1,1,1 2,2,2 DONE')).toEqual([]);
    expect(excluded('BOARD 1,1,2 3,3,2 2,2,1 4,4,1 9,9,2 DONE')).toEqual([]);
    expect(excluded('YXBLOCKPATH 1,1 15,3 DONE', 'BOARD 1,1,2 DONE')).toEqual([]);
    expect(excluded('YXBLOCKPATH 1,1 2,2 DONE', 'YXBLOCKPATH 1,1 3,3 DONE', 'TURN 1,1')).toEqual(['2,2', '3,3']);
    expect(excluded('YXBLOCKPATHUNDO 1,1 3,3 DONE', 'TURN 1,1')).toEqual(['2,2']);
    expect(excluded('YXBLOCKPATHRESET', 'TURN 1,1')).toEqual([]);
  });

  test('points for one color', () => {
    expect(excluded('YXFORBID add 3 3 1', 'YXFORBID add 4 4 0', 'TURN 7,7')).toEqual(['3,3']);
    expect(excluded('BEGIN')).toEqual(['4,4']);
    expect(excluded('YXFORBID del 4 4 0', 'BEGIN')).toEqual([]);
    expect(send('YXFORBID add 3 15 0', 'YXFORBID 3 3 0')).toEqual([
      expect.stringMatching(/^ERROR coordinate "3,15"/),
      expect.stringMatching(/^ERROR YXFORBID "3 3 0": expected/),
    ]);
  });

  test('nothing, if there is no other point', async () => {
    expect(excluded('START 15', 'RECTSTART 3,3', 'YXBLOCK 0,0 1,0 2,0 0,1 1,1 2,1 0,2 1,2 2,2 DONE', 'BEGIN')).toEqual(
      [],
    );
  });

  test('not by the fallback either', async () => {
    send('START 15', 'YXBLOCK 7,7 DONE', 'BEGIN');
    await asked().fail(new Error('broken'));
    expect(said.at(-1)).not.toBe('7,7');
  });
});

describe('known wins', () => {
  const WINS = parseBook('tengen-book 1 rule=freestyle size=15\nh8\n a15\n  i9 + v=+M39\n');
  let loads: (readonly number[])[];
  let books: unknown[];

  beforeEach(() => {
    loads = [];
    books = [];
    const load = (plies: readonly number[]) => {
      loads.push(plies);
      return WINS;
    };
    open({ knownWins: { rule: 0, size: 15, load } });
    engine.setBook = (book) => void books.push(book);
    engine.isAutomatic = true;
  });

  test.each([
    ['an empty board', ['START 15', 'BEGIN']],
    ['White', ['START 15', 'TURN 7,7']],
    ['another board', ['START 20', 'BOARD', '9,9,1', '0,0,2', 'DONE']],
    ['another rule', ['INFO rule 1', 'START 15', 'BOARD', '7,7,1', '0,0,2', 'DONE']],
    ['INFO book 0', ['INFO book 0', 'START 15', 'BOARD', '7,7,1', '0,0,2', 'DONE']],
  ])('are not loaded for %s', (_, lines) => {
    send(...lines);
    expect(loads).toEqual([]);
  });

  test('are loaded by the moves of Black that may need them; INFO book 0 removes them', () => {
    const game = ['BOARD', '7,7,1', '0,0,2', 'DONE'];
    send('START 15', ...game);
    expect([loads, books]).toEqual([[[112, 0]], [[WINS]]]);
    send('RESTART', ...game);
    expect([loads, books]).toEqual([
      [
        [112, 0],
        [112, 0],
      ],
      [[WINS]],
    ]);
    send('INFO book 0', 'RESTART', ...game);
    expect([loads.length, books.at(-1)]).toEqual([2, null]);
  });

  test('a missing file is reported, and the game continues', () => {
    const load = () => {
      throw new Error('ENOENT: no such file');
    };
    open({ knownWins: { rule: 0, size: 15, load } });
    const lines = send('START 15', 'BOARD', '7,7,1', '0,0,2', 'DONE');
    expect(lines).toEqual(['OK', 'MESSAGE book of wins: ENOENT: no such file']);
    expect(engine.thinks).toHaveLength(1);
  });
});

describe('pondering', () => {
  test.each(['ponder', 'pondering'])('INFO %s 1 enables it, 0 disables it, anything else is ignored', (key) => {
    send(`INFO ${key} 2`, `INFO ${key}`);
    expect(engine.calls).toEqual([]);
    send(`INFO ${key} 1`, 'START 15', `INFO ${key} 0`);
    expect(engine.calls.filter((call) => call.startsWith('setPondering'))).toEqual([
      'setPondering true',
      'setPondering false',
    ]);
  });

  test.each(['TURN 0,1', 'RESTART', 'TAKEBACK 0,0', 'BOARD', 'YXSTOP', 'YXSHOWINFO', 'what', 'END'])(
    '%s ends it before anything else is done',
    (line) => {
      send('START 15', 'PLAY 0,0');
      engine.isPondering = true;
      send(line);
      expect(engine.isPondering).toBe(false);
    },
  );

  test('INFO and ABOUT do not end it', () => {
    send('START 15', 'PLAY 0,0');
    engine.isPondering = true;
    send('INFO time_left 5000', 'INFO timeout_turn 300', 'ABOUT', '');
    expect(engine.isPondering).toBe(true);
  });

  test('the end of input ends it too', () => {
    send('START 15', 'PLAY 0,0');
    engine.isPondering = true;
    session.brain.endOfInput();
    expect(engine.isPondering).toBe(false);
    expect(ended).toBe(1);
  });
});

test('a draw is accepted if the last search saw no advantage', async () => {
  expect(send('START 15', 'YXDRAW')).toEqual(['OK', 'MESSAGE the draw is declined']);
  for (const [score, answer] of [
    [0, 'accepted'],
    [1, 'declined'],
  ] as const) {
    session.brain.drop();
    send('RESTART', 'BEGIN');
    await asked().finish({ score });
    expect(send('YXDRAW').at(-1)).toBe(`MESSAGE the draw is ${answer}`);
  }
});

test("the table's use is reported in percent, and the table is not saved in files", () => {
  expect(send('YXSHOWHASHUSAGE', 'YXHASHDUMP', 'table.bin', 'YXHASHLOAD table.bin', 'ABOUT')).toEqual([
    'MESSAGE transposition table 12.3% full',
    'MESSAGE the transposition table is not written to files',
    'MESSAGE the transposition table is not read from files',
    expect.stringMatching(/^name="tengen"/),
  ]);
});
