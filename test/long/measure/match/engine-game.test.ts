/** Games between scripted brains: a bad engine gets the right result, and its processes end. */
import { afterEach, describe, expect, test } from 'vitest';
import type { XY } from '../../../../src/core/point.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import {
  GameAborted,
  type MatchGameSettings,
  type PlayerSource,
  playGame,
} from '../../../../src/measure/match/engine-game.ts';
import type { EngineSpec } from '../../../../src/measure/match/engine-spec.ts';
import { liveEngines } from '../../../../src/measure/match/live-engines.ts';
import { launchPlayer } from '../../../../src/measure/match/player.ts';
import type { GameRecord } from '../../../../src/records/notation/game-record.ts';
import { parsePosMoves } from '../../../../src/records/notation/pos.ts';
import { BRAIN, FREESTYLE_15, leftovers, scripted } from '../../../unit/measure/match/scripted.ts';

const source: PlayerSource = {
  take: (spec, options) => launchPlayer(spec, options),
  knowledge: () => ({ about: null }),
  giveBack: (player) => player.end(),
};

function play(
  black: EngineSpec,
  white: EngineSpec,
  settings: Partial<MatchGameSettings> = {},
  opening: readonly XY[] = [],
  signal = new AbortController().signal,
): Promise<GameRecord> {
  return playGame({ game: 0, black, white, opening }, { ...FREESTYLE_15, ...settings }, source, signal);
}

const quick: Partial<EngineSpec> = { time: { matchMs: null, turnMs: 200, incrementMs: 0 }, toleranceMs: 100 };

afterEach(() => {
  expect(liveEngines()).toBe(0);
  expect(leftovers()).toEqual([]);
});

describe('sound engines', () => {
  test('Black completes five first', async () => {
    const game = await play(scripted('sound'), scripted('no-about'));
    expect(game).toMatchObject({ result: 'black', reason: 'five', black: 'sound', white: 'no-about', openingPlies: 0 });
    expect(parsePosMoves(game.moves)).toHaveLength(9);
    expect(game.timesMs).toHaveLength(9);
    expect(game.lastLines).toBeUndefined();
  });

  test('an opening gives White the move, by BOARD', async () => {
    const opening = parsePosMoves('a1h8c2h7e15')!;
    const game = await play(scripted('sound'), scripted('sound'), {}, opening);
    expect(game.moves.startsWith('a1h8c2h7e15')).toBe(true);
    expect(game).toMatchObject({ openingPlies: 5, result: 'white', reason: 'five' });
  });

  test('BOARD before every move gives the same game', async () => {
    const byTurn = await play(scripted('sound'), scripted('sound'));
    const byBoard = await play(scripted('sound'), scripted('sound'), { sendByBoard: true });
    expect(byBoard.moves).toBe(byTurn.moves);
  });

  test('a suspended opponent plays the same game', async () => {
    const game = await play(scripted('sound', { delayMs: 5 }), scripted('sound', { delayMs: 5 }), { suspend: true });
    expect(game).toMatchObject({ result: 'black', reason: 'five' });
  });

  test('an answer in pieces, ended by CR alone', async () => {
    expect(await play(scripted('pieces'), scripted('sound'))).toMatchObject({ result: 'black', reason: 'five' });
  });

  test('the longest game is drawn at the stone limit, or when too few points are left', async () => {
    expect(await play(scripted('sound'), scripted('sound'), { maxPlies: 6 })).toMatchObject({
      result: 'draw',
      reason: 'length',
    });
    const small = { size: 5, drawEmpty: 21 };
    expect(await play(scripted('sound'), scripted('sound'), small)).toMatchObject({ result: 'draw', reason: 'full' });
  });

  test('a forbidden move loses under renju, and only there', async () => {
    // Black has f8 g8 and h6 h7: h8 makes two threes.
    const opening = parsePosMoves('f8a1g8o1h6a15h7o15')!;
    const renju = await play(scripted('plays 7,7'), scripted('sound'), { rule: ruleFromCode(4)! }, opening);
    expect(renju).toMatchObject({ result: 'white', reason: 'foul', moves: 'f8a1g8o1h6a15h7o15h8' });
    expect(renju.detail).toMatch(/forbidden move 7,7: double-three/);
    const free = await play(scripted('plays 7,7'), scripted('sound'), {}, opening);
    expect(free).toMatchObject({ result: 'black', reason: 'five' });
  });
});

describe('bad engines lose for the right reason', () => {
  const cases: [behavior: string, reason: GameRecord['reason'], detail: RegExp, changes?: Partial<EngineSpec>][] = [
    ['dies-at-once', 'start', /exit code 7; on stderr: cannot open weights\.bin$/],
    ['silent', 'start', /no answer to START 15 within 300 ms/, { startTimeoutMs: 300 }],
    ['refuses', 'start', /START 15 was answered "ERROR unsupported board size"/],
    ['slow', 'time', /no answer to .* within 300 ms/, quick],
    ['mute', 'time', /no answer/, quick],
    ['error-line', 'time', /no answer/, quick],
    ['crashes', 'crash', /exit code 3/],
    ['segfaults', 'crash', /SIGSEGV/],
    ['off-board', 'illegal', /15,0 is off the 15x15 board/],
    ['on-stone', 'illegal', /is on an occupied point/],
    [
      'floods-for-ever',
      'illegal',
      /printed more than 64 MiB/,
      { time: { matchMs: null, turnMs: 60_000, incrementMs: 0 } },
    ],
  ];
  test.each(cases)('%s: %s', async (behavior, reason, detail, changes) => {
    const asWhite = await play(scripted('sound'), scripted(behavior, changes));
    expect(asWhite).toMatchObject({ result: 'black', reason });
    expect(asWhite.detail).toMatch(detail);
    expect(asWhite.detail.startsWith(`${behavior}: `)).toBe(true);
    expect(asWhite.lastLines).toBeDefined();
  });

  test('its last lines are kept, stderr too', async () => {
    const game = await play(scripted('crashes'), scripted('sound'));
    expect(game).toMatchObject({ result: 'white', reason: 'crash' });
    expect(game.lastLines).toContain('! assertion failed: depth > 0');
    expect(game.lastLines!.some((line) => line.startsWith('> TURN '))).toBe(true);
  });

  test('an engine that does not exist', async () => {
    const missing = scripted('missing', { argv: ['/nowhere/pbrain-missing'] });
    const game = await play(missing, scripted('sound'));
    expect(game).toMatchObject({ result: 'white', reason: 'start' });
    expect(game.detail).toMatch(/cannot start "\/nowhere\/pbrain-missing".*ENOENT/);
  });

  test.each([
    ['an argument that no process can be given', { argv: [process.execPath, BRAIN, 'a\0b'] }, /a\.b" in .* null bytes/],
    ['a command line that is too long', { argv: [process.execPath, 'x'.repeat(3_000_000)] }, /E2BIG/],
    ['a folder that is a file', { cwd: BRAIN }, /ENOTDIR|ENOENT/],
  ])('a command that the system rejects at once also loses: %s', async (_, changes, reason) => {
    const game = await play(scripted('sound', changes), scripted('sound'));
    expect(game).toMatchObject({ result: 'white', reason: 'start' });
    expect(game.detail).toMatch(reason);
    expect(game.detail).toMatch(/^[^\0\n]{1,1000}$/);
  });

  test('two engines that do not start draw', async () => {
    expect(await play(scripted('dies-at-once'), scripted('refuses'))).toMatchObject({
      result: 'draw',
      reason: 'start',
    });
  });
});

describe('bad habits that do not lose the game', () => {
  test('late within the tolerance: the game continues, and the delay is reported', async () => {
    const game = await play(scripted('late', { ...quick, toleranceMs: 5000 }), scripted('sound'));
    expect(game).toMatchObject({ result: 'black', reason: 'five' });
    expect(game.blackSide.worstOverrunMs).toBeGreaterThan(30);
  });

  test('garbage between the moves', async () => {
    const game = await play(scripted('garbage'), scripted('sound'));
    expect(game).toMatchObject({ result: 'black', reason: 'five' });
    expect(game.blackSide.noiseLines).toBe(5);
  });

  test('garbage loses in a strict match', async () => {
    const game = await play(scripted('garbage'), scripted('sound'), { strict: true });
    expect(game).toMatchObject({ result: 'white', reason: 'illegal' });
    expect(game.detail).toMatch(/thinking\.\.\./);
  });

  test('answers to INFO', async () => {
    expect(await play(scripted('answers-info'), scripted('sound'))).toMatchObject({ result: 'black', reason: 'five' });
  });

  test('megabytes of messages, and an endless line', async () => {
    expect(await play(scripted('floods'), scripted('sound'))).toMatchObject({ result: 'black', reason: 'five' });
    expect(await play(scripted('long-line'), scripted('sound'))).toMatchObject({ reason: 'five' });
  });

  test('every move printed twice', async () => {
    const game = await play(scripted('stray', { delayMs: 100 }), scripted('sound'));
    expect(game).toMatchObject({ result: 'black', reason: 'five' });
    expect(game.blackSide.strayMoves).toBeGreaterThanOrEqual(4);
  });

  test('END ignored', async () => {
    const game = await play(scripted('ignores-end'), scripted('sound'));
    expect(game).toMatchObject({ result: 'black', reason: 'five' });
    expect(game.blackSide.ignoredEnd).toBe(true);
    expect(game.whiteSide.ignoredEnd).toBe(false);
  });

  test('child processes left running, in the group and outside', async () => {
    expect(await play(scripted('leaves-children'), scripted('sound'))).toMatchObject({
      result: 'black',
      reason: 'five',
    });
  });
});

describe('clocks', () => {
  test('the match time runs out although no single move is long', async () => {
    const clock = {
      time: { matchMs: 200, turnMs: 150, incrementMs: 0 },
      toleranceMs: 0,
      options: [['think_ms', '90']] as const,
    };
    const game = await play(scripted('sound', clock), scripted('sound'));
    expect(game).toMatchObject({ result: 'white', reason: 'time' });
  });

  test('an increment prevents that', async () => {
    const clock = {
      time: { matchMs: 400, turnMs: null, incrementMs: 2000 },
      toleranceMs: 500,
      options: [['think_ms', '150']] as const,
    };
    const game = await play(scripted('sound', clock), scripted('sound'));
    expect(game).toMatchObject({ result: 'black', reason: 'five' });
    expect(Math.min(...game.timesMs.filter((_, i) => i % 2 === 0))).toBeGreaterThanOrEqual(145);
  });

  test.runIf(process.platform === 'linux')('the memory of both sides is measured', async () => {
    const game = await play(scripted('sound'), scripted('sound'));
    // A Node process takes tens of MiB.
    for (const side of [game.blackSide, game.whiteSide]) expect(side.peakBytes).toBeGreaterThan(10 << 20);
  });
});

describe('adjudication by scores', () => {
  test('resigned', async () => {
    const resign = { moves: 2, score: 500, bothSides: false };
    const game = await play(scripted('scores -600'), scripted('scores 700'), { resign });
    expect(game).toMatchObject({ result: 'white', reason: 'resigned' });
    expect(parsePosMoves(game.moves)).toHaveLength(3);
    expect(game.scores.slice(0, 2)).toEqual([-600, 700]);
    expect(game.depths[0]).toBe(5);
    expect(game.nodes[0]).toBe(2000);
  });

  test('a forced loss counts, and the winner may have to agree', async () => {
    const resign = { moves: 1, score: 500, bothSides: true };
    const agreed = await play(scripted('scores -M8'), scripted('scores +M7'), { resign });
    expect(agreed).toMatchObject({ result: 'white', reason: 'resigned' });
    const alone = await play(scripted('scores -M8'), scripted('scores 0'), { resign });
    expect(alone).toMatchObject({ result: 'black', reason: 'five' });
  });

  test('drawn', async () => {
    const draw = { afterPlies: 4, moves: 3, score: 20 };
    const game = await play(scripted('scores 15'), scripted('scores -15'), { draw });
    expect(game).toMatchObject({ result: 'draw', reason: 'drawn' });
    expect(parsePosMoves(game.moves)).toHaveLength(4);
  });
});

describe('swap2', () => {
  const swap2 = { swap2: true };
  test('the second player takes Black', async () => {
    const game = await play(scripted('sound', { name: 'first' }), scripted('sound SWAP', { name: 'second' }), swap2);
    expect(game).toMatchObject({ black: 'second', white: 'first', openingPlies: 3, swap2First: 'first' });
    expect(game.moves.startsWith('h8i9j10')).toBe(true);
  });

  test('the second player stays White and adds a stone', async () => {
    const game = await play(scripted('sound', { name: 'first' }), scripted('sound 1,1', { name: 'second' }), swap2);
    expect(game).toMatchObject({ black: 'first', white: 'second', openingPlies: 4 });
  });

  test('wrong answers lose', async () => {
    const points = await play(scripted('swap2-wrong', { name: 'first' }), scripted('sound'), swap2);
    expect(points).toMatchObject({ result: 'white', reason: 'illegal' });
    expect(points.detail).toMatch(/1 points: expected three points/);
    const taken = await play(scripted('sound'), scripted('sound 7,7', { name: 'second' }), swap2);
    expect(taken).toMatchObject({ result: 'black', reason: 'illegal' });
    expect(taken.detail).toMatch(/7,7: off the board or taken/);
  });
});

test('a game stopped from outside has no result', async () => {
  const stop = new AbortController();
  const game = play(scripted('slow'), scripted('slow'), {}, [], stop.signal);
  const ended = expect(game).rejects.toThrow(GameAborted);
  await expect.poll(liveEngines).toBe(2);
  stop.abort();
  await ended;
});
