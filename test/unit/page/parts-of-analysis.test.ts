/**
 * The parts of the analysis model, each on its own: the cursor, the candidate lines, the threats, the engine's tasks; a
 * problem whose engine is interrupted.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.ts';
import { parseMoves, type XY } from '../../../src/core/point.ts';
import { FREESTYLE } from '../../../src/core/rule-code.ts';
import type { Engine, SearchInfo, ThinkResult } from '../../../src/engine/api.ts';
import { EngineError } from '../../../src/engine/errors.ts';
import type { EngineHost } from '../../../src/page/engine/host.ts';
import { EngineTasks } from '../../../src/page/engine/tasks.ts';
import { TreeCursor } from '../../../src/page/models/analyze/cursor.ts';
import { CandidateLines } from '../../../src/page/models/analyze/lines.ts';
import { findProof, findThreat } from '../../../src/page/models/analyze/questions.ts';
import { noteFigures, reviewedLine, reviewInTree, reviewLine } from '../../../src/page/models/analyze/review.ts';
import { ShownThreats } from '../../../src/page/models/analyze/threats.ts';
import { ProblemModel } from '../../../src/page/models/problems/model.ts';
import { cutOff, gameTreeOf, isInTree, lineThrough } from '../../../src/play/review/tree.ts';
import { type GameState, newGame, sideToMove, withPlies } from '../../../src/play/state/game-state.ts';
import { labelOf } from '../../../src/play/state/notation.ts';
import { variantOf } from '../../../src/play/state/variant.ts';

const EMPTY_BOARD = newGame(variantOf(FREESTYLE, 15, 15, null));
const points = (moves: string): XY[] => parseMoves(moves, 15) ?? [];
const gameOf = (moves: string): GameState => withPlies(EMPTY_BOARD, points(moves));
const namesOf = (pv: readonly XY[]): string => pv.map((point) => labelOf(point, 15)).join(' ');

interface Line {
  readonly line: number;
  readonly pv: string;
  readonly nodes?: number;
}

function infoOf({ line, pv, nodes = 100 }: Line): SearchInfo {
  const figures = { score: 10, winIn: null, depth: 9, selDepth: 9, nodes, elapsedMs: 1, pv: points(pv) };
  return { ...figures, kind: 'iteration', line, lines: 3 } as unknown as SearchInfo;
}

/** An engine that reports the same lines for every position; `calls` lists the names of its calls. */
function engineThatReports(...lines: readonly Line[]) {
  const calls: string[] = [];
  const engine = {
    setPosition: ({ sideToMove, stones }: Parameters<Engine['setPosition']>[0]) =>
      calls.push(`setPosition ${stones?.length} stones, ${sideToMove} to move`),
    clearHash: () => calls.push('clearHash'),
    cancel: () => calls.push('cancel'),
    think: async (limits: object, onInfo?: (info: SearchInfo) => void): Promise<ThinkResult> => {
      calls.push(`think ${JSON.stringify(limits)}`);
      for (const line of lines) onInfo?.(infoOf(line));
      const last = infoOf(lines[lines.length - 1]);
      return { ...last, ...last.pv[0], source: 'search', isForced: false } as unknown as ThinkResult;
    },
  };
  return { engine: engine as unknown as Engine, calls };
}

describe('the cursor', () => {
  function cursorAt(moves: string) {
    const events: string[] = [];
    const cursor = new TreeCursor(gameTreeOf(gameOf(moves)), {
      onMove: () => events.push('move'),
      onEdit: (edit) => events.push(edit),
    });
    return { cursor, events };
  }

  test('stays inside its line, and reports only real steps', () => {
    const { cursor, events } = cursorAt('h8i9j10');
    cursor.step(1);
    expect(events).toEqual([]);
    cursor.step(-9);
    expect(cursor.index).toBe(0);
    cursor.goTo(2);
    expect(cursor.index).toBe(2);
    cursor.goTo(Number.POSITIVE_INFINITY);
    expect(cursor.index).toBe(3);
    expect(events).toEqual(['move', 'move', 'move']);
  });

  test('plays along a known line without an edit, a new move as a variation, and rejects an illegal one', () => {
    const { cursor, events } = cursorAt('h8i9j10');
    cursor.step(-1);
    cursor.play(points('j10')[0]);
    expect(events).toEqual(['move', 'move']);
    cursor.play(points('h8')[0]);
    expect(events).toEqual(['move', 'move']);
    cursor.step(-1);
    cursor.play(points('a1')[0]);
    expect(events.slice(3)).toEqual(['move', 'new-move']);
    expect(cursor.isVariation).toBe(true);
    cursor.backToMain();
    expect(cursor.index).toBe(2);
    expect(cursor.isVariation).toBe(false);
  });

  test('makes a variation the main line, and deletes it', () => {
    const { cursor, events } = cursorAt('h8i9j10');
    cursor.step(-1);
    cursor.play(points('a1')[0]);
    cursor.makeMain();
    expect(cursor.isVariation).toBe(false);
    cursor.cutOff();
    expect(namesOf(cursor.line.at(-1)?.game.plies as XY[])).toBe('H8 I9 J10');
    expect(events.filter((event) => event === 'other')).toHaveLength(2);
  });

  test('a position that has been cut off is no longer in the tree, and deletes nothing else', () => {
    const { cursor } = cursorAt('h8i9j10');
    cursor.step(-1);
    cursor.play(points('a1')[0]);
    cursor.goTo(2);
    const removed = cursor.line[3];
    cursor.goTo(3);
    cursor.cutOff();
    const rest = [...cursor.current.children];
    expect(isInTree(removed)).toBe(false);
    expect(rest.every(isInTree)).toBe(true);
    cutOff(removed);
    expect(cursor.current.children).toEqual(rest);
  });

  test('gives each point the next free letter', () => {
    const { cursor } = cursorAt('h8');
    const [a, b, c] = points('a15b15c15');
    for (const point of [a, b, a, c]) cursor.toggleLetter(point);
    expect([...cursor.current.labels]).toEqual([
      [1, 'B'],
      [2, 'A'],
    ]);
  });
});

test('a review keeps the moves that have not been cut off', () => {
  const line = lineThrough(gameTreeOf(gameOf('h8i9j10k11')));
  const chances = [0.5, 0.1, 0.9, 0.2, 0.8];
  const best = { score: 0, winIn: null, depth: 1, selDepth: 1, nodes: 1, elapsedMs: 1, pv: points('a1') };
  const analyses = chances.map((chance) => ({ chance, best })) as unknown as Parameters<typeof reviewedLine>[1];
  const reviewed = reviewedLine(line, analyses);
  expect(reviewInTree(reviewed)).toBe(reviewed);
  cutOff(line[3]);
  const shorter = reviewInTree(reviewed);
  expect(shorter?.line).toEqual(line.slice(0, 3));
  expect(shorter?.review.moves).toEqual(reviewed.review.moves.slice(0, 2));
  expect(shorter?.mistakes.every(({ move }) => move.number <= 2)).toBe(true);
  cutOff(line[1]);
  expect(reviewInTree(reviewed)).toBeNull();
});

describe('the candidate lines', () => {
  test('each begins with another move; a line without a report is skipped', async () => {
    const lines = new CandidateLines(4);
    const reports = [
      { line: 0, pv: 'h8i9' },
      { line: 1, pv: 'h8j9' },
      { line: 3, pv: 'g7' },
    ];
    const { engine } = engineThatReports(...reports);
    const seen: number[] = [];
    await lines.search(
      engine,
      gameOf('a1'),
      () => true,
      ({ line }) => seen.push(line),
    );
    expect(lines.best.map(({ pv }) => namesOf(pv))).toEqual(['H8 I9', 'G7']);
    expect(seen).toEqual([0, 1, 3]);
    lines.clear();
    expect(lines.best).toEqual([]);
  });

  test('the number of an earlier visit is used if it is valid', () => {
    expect([7, 0, -1, 11, '5', null].map((count) => new CandidateLines(count).count)).toEqual([7, 0, 3, 3, 3, 3]);
  });

  test('without lines, the engine searches one; reports of a replaced task are dropped', async () => {
    const lines = new CandidateLines(0);
    const { engine, calls } = engineThatReports({ line: 0, pv: 'h8' });
    await lines.search(
      engine,
      gameOf('a1'),
      () => false,
      () => expect.unreachable(),
    );
    expect(calls.at(-1)).toContain('"lines":1');
    expect(lines.best).toEqual([]);
  });

  test('the last free point cannot be excluded', () => {
    const lines = new CandidateLines(1);
    const small = newGame(variantOf(FREESTYLE, 3, 3, 3));
    const free = Array.from({ length: 9 }, (_, i) => ({ x: i % 3, y: Math.floor(i / 3) }));
    expect(free.map((point) => lines.exclude(point, small))).toEqual([...Array(8).fill(true), false]);
    lines.includeAll();
    expect(lines.excluded).toEqual([]);
  });
});

describe('questions', () => {
  test('the threat is what the other side would play, with an empty table and the longest line', async () => {
    const { engine, calls } = engineThatReports({ line: 0, pv: 'a1b1c1' }, { line: 0, pv: 'a1' });
    const { kind, figures, color } = await findThreat(engine, gameOf('h8'));
    expect([kind, color, namesOf(figures?.pv ?? [])]).toEqual(['threat', BLACK, 'A1 B1 C1']);
    expect(calls.slice(0, 2)).toEqual(['setPosition 1 stones, 1 to move', 'clearHash']);
  });

  test('a search that proves nothing has no statistics', async () => {
    const { engine } = engineThatReports({ line: 0, pv: 'a1' });
    expect(await findProof(engine, gameOf('h8'))).toEqual({ kind: 'proof', figures: null, color: WHITE });
  });
});

describe('win chances', () => {
  test('those of a larger search stay', () => {
    const node = gameTreeOf(gameOf('h8'));
    noteFigures(node, infoOf({ line: 0, pv: 'a1', nodes: 100 }), 0.25);
    noteFigures(node, infoOf({ line: 0, pv: 'a1', nodes: 99 }), 0.75);
    expect([node.chance, node.weight]).toEqual([0.25, 100]);
    noteFigures(node, infoOf({ line: 0, pv: 'a1', nodes: 100 }), 0.5);
    expect(node.chance).toBe(0.5);
  });

  test('a review gives every position one', async () => {
    const { engine } = engineThatReports({ line: 0, pv: 'a1' });
    const cursor = new TreeCursor(gameTreeOf(gameOf('h8i9')), { onMove: () => {}, onEdit: () => {} });
    const shares: number[] = [];
    await reviewLine(
      engine,
      cursor.line,
      () => true,
      (share) => shares.push(share),
    );
    expect(shares).toEqual([1 / 3, 2 / 3, 1]);
    expect(cursor.line.map(({ chance }) => chance === null)).toEqual([false, false, false]);
  });
});

describe('threats', () => {
  const OPEN_FOUR = gameOf('e5a1f5a3g5a5h5');

  test('are found while they are switched on', async () => {
    let found = () => {};
    const done = new Promise<void>((resolve) => {
      found = resolve;
    });
    const threats = new ShownThreats(() => found());
    threats.find(OPEN_FOUR);
    expect(threats.both).toBeNull();
    threats.toggle(OPEN_FOUR);
    await done;
    expect(namesOf(threats.both?.black.wins ?? [])).toMatch(/^(D5 I5|I5 D5)$/);
    threats.toggle(OPEN_FOUR);
    expect([threats.isOn, threats.both]).toEqual([false, null]);
  });

  test('those of the previous position are not shown', async () => {
    const shown: number[] = [];
    const threats = new ShownThreats(() => shown.push(threats.both?.black.wins.length ?? -1));
    threats.toggle(OPEN_FOUR);
    threats.find(gameOf('h8'));
    while (shown.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown).toEqual([0]);
  });
});

describe('tasks of the engine', () => {
  function tasksOf(engine: Engine) {
    let changes = 0;
    const tasks = new EngineTasks<'first' | 'second'>(
      () => engine,
      () => changes++,
    );
    return { tasks, changesOf: () => changes };
  }

  test('a second one replaces the first, whose result is discarded', async () => {
    const { engine, calls } = engineThatReports({ line: 0, pv: 'a1' });
    const { tasks, changesOf } = tasksOf(engine);
    let finish = (_: number) => {};
    const first = tasks.run('first', 'first', (_, isCurrent) =>
      new Promise<number>((resolve) => {
        finish = resolve;
      }).then((value) => (isCurrent() ? value : -1)),
    );
    expect(tasks.current).toBe('first');
    const second = tasks.run('second', 'second', async () => 2);
    expect(calls).toEqual(['cancel']);
    finish(1);
    expect(await first).toBeNull();
    expect(await second).toBe(2);
    expect([tasks.current, changesOf()]).toEqual([null, 2]);
  });

  test('a missing answer is not an error; another failure names its task; both end the task', async () => {
    const { engine } = engineThatReports({ line: 0, pv: 'a1' });
    const { tasks, changesOf } = tasksOf(engine);
    const fail = (error: Error) => () => Promise.reject(error);
    // The host of the engine shows why a search has failed.
    for (const [i, code] of (['closed', 'search-failed'] as const).entries()) {
      expect(await tasks.run('first', 'analysis', fail(new EngineError(code, code)))).toBeNull();
      expect([tasks.current, changesOf()]).toEqual([null, 2 * i + 2]);
    }
    await expect(tasks.run('first', 'analysis', fail(new Error('no luck')))).rejects.toThrow('analysis: no luck');
    expect([tasks.current, changesOf()]).toEqual([null, 6]);
    expect(await tasks.run('first', 'analysis', async () => 'an answer')).toBe('an answer');
  });
});

describe('a problem', () => {
  afterEach(() => vi.unstubAllGlobals());

  const THREES = '0 15 threes 1040 b hafr..i.c.b.atgucisrbc. i8i9h8g8l8';
  /** Moves on the board, and whose turn it is, after a move that has not been judged. */
  async function afterPlaying(think: () => Promise<ThinkResult>, leave: boolean) {
    const kept = { getItem: () => JSON.stringify([THREES]), setItem: () => {} };
    vi.stubGlobal('localStorage', kept);
    const engine = { ...engineThatReports().engine, think };
    const model = new ProblemModel({ for: () => engine } as unknown as EngineHost);
    model.store.refresh();
    model.openId(model.store.shown.own[0].id);
    const [free] = points('a1');
    const played = model.play(free);
    expect(model.shown).toMatchObject({ phase: 'busy', moves: [free] });
    if (leave) model.leave();
    else await played;
    return model;
  }

  test.each([
    ['leaving during the judgment', () => new Promise<ThinkResult>(() => {}), true, ''],
    ['a failure of the engine', () => Promise.reject(new Error('no memory')), false, 'problems: no memory'],
  ])('%s undoes the move that was to be judged', async (_, think, leave, fault) => {
    const model = await afterPlaying(think, leave);
    expect(model.shown).toMatchObject({ phase: 'solve', moves: [], fault, isRecorded: false });
    expect(sideToMove(model.game)).toBe(model.solver);
  });
});
