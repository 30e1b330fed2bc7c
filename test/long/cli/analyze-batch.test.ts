/** `tengen analyze --batch`: JSON lines in and out. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { OWN_BOUNDS } from '../../../src/analysis/query.ts';
import { RequestError, readRequest } from '../../../src/analysis/request.ts';
import { answerLines } from '../../../src/cli/analyze/batch.ts';
import { readBatchOptions } from '../../../src/cli/analyze/options.ts';
import { EngineError } from '../../../src/engine/errors.ts';
import { createEngine } from '../../../src/platform/node/engine.ts';
import type { Searcher } from '../../../src/play/analysis/analysis.ts';

type Answer = Record<string, unknown> & { readonly lines: { readonly pv: { readonly name: string }[] }[] };

const engines: ReturnType<typeof createEngine>[] = [];
afterAll(() => {
  for (const engine of engines) engine.close();
});

function openEngine(): Searcher {
  const engine = createEngine();
  engine.setTableBytes(16 << 20);
  engines.push(engine);
  return engine;
}

async function* linesOf(requests: readonly (object | string)[]): AsyncGenerator<string> {
  for (const request of requests) yield typeof request === 'string' ? request : JSON.stringify(request);
}

async function ask(requests: readonly (object | string)[], threads = 1, open = openEngine): Promise<Answer[]> {
  const answers: object[] = [];
  await answerLines(linesOf(requests), threads, open, (answer) => answers.push(answer));
  return answers as Answer[];
}

const faultOf = async (request: object | string) => (await ask([request], 1, () => never()))[0];

function never(): never {
  throw new Error('an unwanted search');
}

/** The first move of each line. */
const firstMoves = ({ lines }: Answer) => lines.map(({ pv }) => pv[0].name);

/** The fields that do not depend on the clock. */
function timeless(answers: readonly Answer[]): unknown[] {
  const sorted = [...answers].sort((a, b) => String(a.id).localeCompare(String(b.id)));
  return JSON.parse(JSON.stringify(sorted, (key, value) => (key === 'elapsedMs' ? 0 : value)));
}

describe('answers', () => {
  test('contain the id, the position and the lines', async () => {
    const [answer] = await ask([{ id: 'a', rule: 'renju', moves: 'h8 i9 j8', nodes: 3000, lines: 2 }]);
    expect(answer).toMatchObject({
      id: 'a',
      rule: 'renju',
      ruleCode: 4,
      width: 15,
      moves: 'H8 I9 J8',
      sideToMove: 'white',
      result: null,
    });
    expect(answer.lines).toHaveLength(2);
    expect(answer.lines[0]).toMatchObject({ winIn: null });
    const { winChance } = answer.lines[0] as unknown as { winChance: number };
    expect(winChance).toBeGreaterThan(0);
    expect(winChance).toBeLessThan(1);
    expect('threats' in answer).toBe(false);
  });

  test('are the same for the same nodes, in any order and with any number of concurrent searches', async () => {
    const positions = ['', 'h8 i9', 'h8 i9 j8 g9', 'h8 h9 i8 g8 j9', 'h8 i9 g9 i8 i10 f8'];
    const rules = ['freestyle', 'renju', 'standard'];
    const requests = positions.flatMap((moves, i) =>
      rules.map((rule, j) => ({ id: `${i}${j}`, rule, moves, nodes: 4000, lines: 1 + (j % 2) })),
    );
    const one = timeless(await ask(requests));
    expect(one).toHaveLength(requests.length);
    expect(timeless(await ask([...requests].reverse(), 3))).toEqual(one);
  });

  test('a position of stones, with the side to move', async () => {
    const stones = { black: ['H8', 'I8', 'J8', 'K8'], white: 'a1 a2 a3 a4' };
    const [black, white] = await ask([
      { id: 1, ...stones, toMove: 'black' },
      { id: 2, ...stones, toMove: 'white', nodes: 2000 },
    ]);
    expect(black).toMatchObject({ id: 1, moves: null, sideToMove: 'black', lines: [{ winIn: 1, winChance: 1 }] });
    expect(['G8', 'L8']).toContain(firstMoves(black)[0]);
    expect(white).toMatchObject({ id: 2, sideToMove: 'white', lines: [{ winIn: 1 }] });
    expect(firstMoves(white)).toEqual(['A5']);
  });

  test('only these moves, or all except these', async () => {
    const moves = 'h8 a1 i8 a2 j8 a3 k8 a15';
    const [only, without, both, one] = await ask([
      { id: 1, moves, only: ['D4', { x: 4, y: 4 }], nodes: 1000 },
      { id: 2, moves, without: 'g8 l8', nodes: 1000 },
      { id: 3, moves, only: 'g8 l8', without: 'g8', nodes: 1000 },
      { id: 4, moves, only: 'g8 d4', lines: 5, nodes: 1000 },
    ]);
    expect(['D4', 'E11']).toContain(firstMoves(only)[0]);
    expect(['G8', 'L8']).not.toContain(firstMoves(without)[0]);
    expect(firstMoves(both)).toEqual(['L8']);
    expect(firstMoves(one)).toEqual(['G8']);
  });

  test('the only move has the value of its continuation', async () => {
    // White has to stop a four of Black's, who then wins with another one, or has none.
    const [lost, open] = await ask([
      { id: 1, moves: 'h8 g8 i8 a1 j8 a3 k8 a5 h4 a7 h5 a9 h6', nodes: 5000, only: 'l8' },
      { id: 2, moves: 'h8 g8 i8 i9 j8 j10 k8', nodes: 5000 },
    ]);
    expect(firstMoves(lost)).toEqual(['L8']);
    expect(lost.lines[0]).toMatchObject({ winChance: 0 });
    expect(firstMoves(open)).toEqual(['L8']);
    expect(open.lines[0].pv.length).toBeGreaterThan(3);
    expect((open.lines[0] as unknown as { depth: number }).depth).toBeGreaterThan(4);
  });

  test('threats on request, and a proof by threats', async () => {
    const [answer, proof] = await ask([
      { id: 1, rule: 'renju', moves: 'h8 - j10 - j9 - i8 -', nodes: 1000, threats: true },
      { id: 2, moves: 'D6 F7 G6 E9 F5 E5 E6 F6', nodes: 120000, solve: true },
    ]);
    expect(answer).toMatchObject({
      threats: { black: { wins: [] } },
      forbidden: [{ name: 'J8', x: 9, y: 7, kind: 'double-three' }],
    });
    const [{ winIn }] = proof.lines as unknown as { winIn: number }[];
    expect(winIn).toBeGreaterThan(17);
  });

  test("under the field names of KataGo's analysis engine, the answer is the same", async () => {
    const [own, other] = await ask([
      { id: 1, rule: 'renju', size: '15x14', moves: 'h8 i9 - g9', nodes: 2000, lines: 2 },
      {
        id: 1,
        rules: 'renju',
        boardXSize: 15,
        boardYSize: 14,
        moves: [
          ['B', 'H8'],
          ['W', 'I9'],
          ['B', 'pass'],
          ['W', 'G9'],
        ],
        maxVisits: 2000,
        overrideSettings: { lines: 2, maxTime: 600 },
      },
    ]);
    expect(timeless([other])).toEqual(timeless([own]));
  });

  test('several turns of a game, each as if it were asked for alone', async () => {
    const moves = 'h8 h9 i8 g8 j9';
    const turns = await ask([{ id: 'game', moves, nodes: 2000, analyzeTurns: [0, 5, 3] }]);
    expect(turns.map(({ id, turnNumber, isDuringSearch }) => [id, turnNumber, isDuringSearch])).toEqual([
      ['game', 0, false],
      ['game', 5, false],
      ['game', 3, false],
    ]);
    const alone = await ask(['', moves, 'h8 h9 i8'].map((record) => ({ id: 'game', moves: record, nodes: 2000 })));
    expect(timeless(turns)).toEqual(timeless(alone));
  });

  test('stones and moves after them', async () => {
    const query = {
      initialStones: [
        ['B', 'H8'],
        ['W', 'I9'],
        ['B', 'J8'],
      ],
      nodes: 2000,
    };
    const [white, black, moved] = await ask([
      { id: 1, ...query },
      { id: 2, ...query, initialPlayer: 'B' },
      { id: 3, ...query, moves: [['W', 'I8']] },
    ]);
    expect([white.sideToMove, black.sideToMove, moved.sideToMove]).toEqual(['white', 'black', 'black']);
    expect([white.turnNumber, moved.turnNumber, moved.moves]).toEqual([0, 1, null]);
    const [same] = await ask([{ id: 3, black: 'h8 j8', white: 'i9 i8', toMove: 'black', nodes: 2000 }]);
    expect(timeless([{ ...moved, turnNumber: 0 }])).toEqual(timeless([same]));
  });

  test('a game that is over has a result and no lines', async () => {
    const full = { size: 3, win: 3, black: 'a1 a2 b3 c1 c3', white: 'a3 b1 b2 c2' };
    const [over, foul, drawn] = await ask([
      { id: 1, size: 3, moves: 'a1 b1 a2 b2 a3' },
      { id: 2, rule: 4, moves: 'h8 pass j10 pass j9 pass i8 pass j8' },
      { id: 3, ...full },
    ]);
    expect(over).toMatchObject({ result: 'black', reason: 'five', sideToMove: null, lines: [] });
    expect(foul).toMatchObject({ result: 'white', reason: 'foul', lines: [] });
    expect(drawn).toMatchObject({ lines: [] });
  });
});

describe('a query that cannot be answered gets an error line, with its id if it has one', () => {
  test.each<[object | string, string | number | null, string]>([
    ['{"id": ', null, 'line 1: "{\\"id\\": ": expected a JSON object on one line'],
    ['[1]', null, 'line 1: [1]: expected an object'],
    ['null', null, 'line 1: null: expected an object'],
    [{ moves: 'h8' }, null, 'line 1: id missing: expected a string or a number'],
    [{ id: null }, null, 'line 1: id null: expected a string or a number'],
    [
      { id: 1, rule: 'go' },
      1,
      'rule go: expected freestyle, standard, renju, caro, caro-exact, omok or code 0, 1, 4, 8, 9 or 16',
    ],
    [{ id: 1, rule: [] }, 1, 'rule []: expected a string or a number'],
    [{ id: 1, size: 2 }, 1, 'size 2: expected a side from 3 to 22, or two such as 15x10'],
    [
      '{"id": 1, "win": {"toString": 1, "valueOf": 1}}',
      1,
      'win {"toString":1,"valueOf":1}: expected a string or a number',
    ],
    [{ id: 1, rule: 4, win: 4 }, 1, 'win 4: expected 5, other lengths are possible only in freestyle'],
    [{ id: 'x', moves: 'h8 h8' }, 'x', 'H8: already occupied by a black stone'],
    [{ id: 1, moves: 'p1' }, 1, 'P1: off the board, expected a column from A to O and a row from 1 to 15'],
    [{ id: 1, moves: 'hallo' }, 1, 'moves "hallo": expected points such as "H8 J10", or a list of points'],
    [{ id: 1, moves: 0 }, 1, 'moves 0: expected points such as "H8 J10", or a list of points'],
    [{ id: 1, moves: [{ x: 15, y: 0 }] }, 1, 'moves[0].x 15: expected a whole number from 0 to 14'],
    [{ id: 1, moves: ['H'] }, 1, 'moves[0] "H": expected a point such as "H8" or {"x": 7, "y": 7}, on 15x15'],
    [{ id: 1, moves: 'h8', toMove: 'black' }, 1, 'toMove "black": expected "white" after 1 move, or "-" for a pass'],
    [{ id: 1, moves: '', black: 'h8' }, 1, 'moves with black: expected only one of them'],
    [{ id: 1, size: 5, black: 'a1'.repeat(26) }, 1, 'black list of 26: expected at most 25 entries'],
    [{ id: 1, only: Array(226).fill('a1') }, 1, 'only list of 226: expected at most 225 entries'],
    [
      { id: 1, size: 3, win: 3, initialStones: Array(10).fill(['B', 'a1']) },
      1,
      'initialStones list of 10: expected at most 9 entries',
    ],
    [{ id: 1, black: 'h8', white: ['h8'] }, 1, 'H8: two stones on this point, expected one'],
    [{ id: 1, black: 'h8', toMove: 1 }, 1, 'toMove 1: expected "black" or "white"'],
    [{ id: 1, nodes: 0 }, 1, 'nodes 0: expected a whole number from 1 to 1000000000000'],
    [{ id: 1, depth: '9' }, 1, 'depth "9": expected a whole number from 1 to 200'],
    [{ id: 1, lines: 17 }, 1, 'lines 17: expected a whole number from 1 to 16'],
    [{ id: 1, solve: true, lines: 2 }, 1, 'solve with 2 lines: expected a single line'],
    [{ id: 1, threats: 1 }, 1, 'threats 1: expected true or false'],
    [{ id: 1, moves: 'h8', only: 'h8' }, 1, 'only H8: expected an empty point'],
    [{ id: 1, only: [] }, 1, 'only: expected to leave a legal move'],
    [{ id: 1, rule: 4, moves: 'h8 - j10 - j9 - i8 -', only: 'j8' }, 1, 'only: expected to leave a legal move'],
    [{ id: 1, maxVisits: 0 }, 1, 'maxVisits 0: expected a whole number from 1 to 1000000000000'],
    [{ id: 1, rule: 0, rules: 0 }, 1, 'rule with rules: expected only one of them'],
    [{ id: 1, rules: {} }, 1, 'rules {}: expected a string or a number'],
    [{ id: 1, boardXSize: 15 }, 1, 'boardXSize or boardYSize alone: expected both'],
    [{ id: 1, boardXSize: 15, boardYSize: 30 }, 1, 'boardYSize 30: expected a whole number from 3 to 22'],
    [{ id: 1, size: 9, boardXSize: 9 }, 1, 'size with boardXSize: expected only one of them'],
    [
      { id: 1, moves: [['W', 'H8']] },
      1,
      'moves[0] of White: expected a move of Black, or its pass as a pair with "pass"',
    ],
    [{ id: 1, moves: [['X', 'H8']] }, 1, 'moves[0][0] "X": expected "B", "W", "b" or "w"'],
    [{ id: 1, moves: Array(1001).fill(null) }, 1, 'moves list of 1001: expected at most 1000 entries'],
    [{ id: 1, moves: '- '.repeat(1001) }, 1, 'moves list of 1001: expected at most 1000 entries'],
    [{ id: 1, initialStones: [['B']] }, 1, 'initialStones[0] ["B"]: expected a player and a point such as ["B", "H8"]'],
    [{ id: 1, initialStones: {} }, 1, 'initialStones {}: expected a list'],
    [{ id: 1, initialPlayer: 'W', toMove: 'white' }, 1, 'initialPlayer with toMove: expected only one of them'],
    [{ id: 1, black: 'h8', initialPlayer: 'W' }, 1, 'initialPlayer with black: expected only one of them'],
    [{ id: 1, analyzeTurns: [] }, 1, 'analyzeTurns list of 0: expected at least 1 entries'],
    [{ id: 1, moves: 'h8', analyzeTurns: [2] }, 1, 'analyzeTurns[0] 2: expected a whole number from 0 to 1'],
    [{ id: 1, moves: 'h8', analyzeTurns: [1, 1] }, 1, 'analyzeTurns 1: given twice, expected each number once'],
    [{ id: 1, black: 'h8', analyzeTurns: [0] }, 1, 'analyzeTurns with black: expected only one of them'],
    [{ id: 1, priority: 0.5 }, 1, 'priority 0.5: expected a whole number from -1000000 to 1000000'],
    [{ id: 1, priorities: [1] }, 1, 'priorities without analyzeTurns: expected priority'],
    [
      { id: 1, analyzeTurns: [0], priorities: [1, 2] },
      1,
      'priorities [1,2]: expected a list of 1, one for each of analyzeTurns',
    ],
    [{ id: 1, reportDuringSearchEvery: 0 }, 1, 'reportDuringSearchEvery 0: expected seconds from 0.05 to 3600'],
    [{ id: 1, overrideSettings: 3 }, 1, 'overrideSettings 3: expected an object'],
    [
      { id: 1, overrideSettings: { visits: 3 } },
      1,
      'unknown field "visits" in overrideSettings: expected nodes, maxVisits, timeMs, maxTime, depth, lines or solve',
    ],
    [
      { id: 1, lines: 2, overrideSettings: { lines: 3 } },
      1,
      'lines in overrideSettings and in the query: expected it once',
    ],
    [{ id: 1, nodes: 2, overrideSettings: { maxVisits: 3 } }, 1, 'nodes with maxVisits: expected only one of them'],
    [{ id: 1, action: 'stop' }, 1, 'action "stop": expected "terminate", "terminate_all" or "query_version"'],
    [{ id: 1, action: 'terminate' }, 1, 'terminateId missing: expected a string or a number'],
    [{ id: 1, action: 'query_version', moves: '' }, 1, 'unknown field "moves": expected id or action'],
    [
      { id: 1, action: 'terminate', terminateId: 2, turnNumbers: [-1] },
      1,
      'turnNumbers[0] -1: expected a whole number from 0 to 1000',
    ],
    [{ cancel: 1, id: 2 }, null, 'line 1: unknown field "id": expected cancel'],
    [{ cancel: {} }, null, 'line 1: cancel {}: expected a string or a number'],
  ])('%j', async (request, id, error) => {
    expect(await faultOf(request)).toEqual({ id, error, code: 'bad-request' });
  });

  test('a value nested deeper than the call stack', async () => {
    const win = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const { error } = await faultOf(`{"id": 1, "win": ${win}}`);
    expect(error).toBe('win [object Array]: expected a string or a number');
  });

  test('an unknown field is named', async () => {
    const { error } = await faultOf({ id: 1, visits: 100 });
    expect(error).toMatch(/^unknown field "visits": expected id, rule, .*priorities or reportDuringSearchEvery$/);
    expect((await faultOf({ id: 1, nodse: 100 })).error).toMatch(/or reportDuringSearchEvery; did you mean nodes\?$/);
  });

  test('a byte order mark before the first line is not one', async () => {
    const [{ id }] = await ask([`\ufeff${JSON.stringify({ id: 7, moves: 'h8', nodes: 500 })}`]);
    expect(id).toBe(7);
  });

  test('and the lines after it are answered', async () => {
    const answers = await ask(['nonsense', '', { id: 1, moves: 'h8', nodes: 500 }]);
    expect(answers.map(({ id }) => id)).toEqual([null, 1]);
  });

  test('and its number counts empty lines', async () => {
    const [{ error }] = await ask(['', '', 'nonsense']);
    expect(error).toBe('line 3: "nonsense": expected a JSON object on one line');
  });

  test('a failed search is one too', async () => {
    const broken = () => ({ ...idleSearcher(), think: () => Promise.reject(new Error('no memory')) });
    expect(await ask([{ id: 7 }], 1, broken)).toEqual([{ id: 7, error: 'no memory', code: 'failed' }]);
  });
});

function idleSearcher(): Searcher {
  return {
    setPosition() {},
    clearHash() {},
    stop() {},
    cancel() {},
    close: async () => {},
    think: () => new Promise(() => {}),
  };
}

/** Thinks until it is cancelled. */
function endlessSearcher(): Searcher {
  let giveUp = () => {};
  return {
    ...idleSearcher(),
    think: () =>
      new Promise((_, reject) => {
        giveUp = () => reject(new EngineError('cancelled', 'think cancelled'));
      }),
    cancel: () => giveUp(),
  };
}

test('cancel drops running and waiting queries, and returns their number', async () => {
  const given = { error: 'cancelled', code: 'cancelled' };
  const answers = await ask(
    [{ id: 'a' }, { id: 'b' }, { id: 'b' }, { cancel: 'b' }, { cancel: 'c' }, { cancel: 'a' }],
    1,
    endlessSearcher,
  );
  expect(answers.filter(({ id }) => id === 'b')).toEqual([
    { id: 'b', ...given },
    { id: 'b', ...given },
  ]);
  expect(answers.filter(({ id }) => id === 'a')).toEqual([{ id: 'a', ...given }]);
  expect(answers.filter((answer) => 'cancel' in answer)).toEqual([
    { cancel: 'b', cancelled: 2 },
    { cancel: 'c', cancelled: 0 },
    { cancel: 'a', cancelled: 1 },
  ]);
});

test('terminate ends searches with what they have found, and drops waiting ones, all or some turns', async () => {
  const answers = await ask([
    { id: 'a', timeMs: 600_000 },
    { id: 'b', moves: 'h8 i9', analyzeTurns: [0, 1, 2] },
    { id: 1, action: 'terminate', terminateId: 'b', turnNumbers: [1] },
    { id: 2, action: 'terminate', terminateId: 'c' },
    { id: 3, action: 'terminate_all' },
  ]);
  expect(answers.slice(0, 6)).toEqual([
    { id: 'b', turnNumber: 1, isDuringSearch: false, noResults: true },
    { id: 1, action: 'terminate', terminateId: 'b', turnNumbers: [1] },
    { id: 2, action: 'terminate', terminateId: 'c' },
    { id: 'b', turnNumber: 0, isDuringSearch: false, noResults: true },
    { id: 'b', turnNumber: 2, isDuringSearch: false, noResults: true },
    { id: 3, action: 'terminate_all' },
  ]);
  expect(answers).toHaveLength(7);
  expect(answers[6]).toMatchObject({ id: 'a', turnNumber: 0, isDuringSearch: false, sideToMove: 'black' });
  expect(answers[6].lines[0].pv).toHaveLength(1);
});

test('higher priorities are searched first, equal ones in the order of arrival', async () => {
  const answers = await ask([
    { id: 'first', nodes: 100 },
    { id: 'low', nodes: 100, priority: -1 },
    { id: 'a', nodes: 100 },
    { id: 'turns', nodes: 100, moves: 'h8', analyzeTurns: [0, 1], priorities: [-2, 2] },
    { id: 'b', nodes: 100 },
    { id: 'high', nodes: 100, priority: 2 },
  ]);
  expect(answers.map(({ id, turnNumber }) => `${id} ${turnNumber}`)).toEqual([
    'first 0',
    'turns 1',
    'high 0',
    'a 0',
    'b 0',
    'low 0',
    'turns 0',
  ]);
});

test('reports during the search come at intervals, before one final answer', async () => {
  const answers = await ask([{ id: 1, moves: 'h8 i9', timeMs: 1500, lines: 2, reportDuringSearchEvery: 0.05 }]);
  const reports = answers.slice(0, -1);
  expect(reports.length).toBeGreaterThan(0);
  for (const report of reports) expect(report).toMatchObject({ id: 1, turnNumber: 2, isDuringSearch: true });
  expect(reports.at(-1)?.lines.length).toBeGreaterThan(0);
  expect(answers.at(-1)).toMatchObject({ id: 1, isDuringSearch: false });
});

test('query_version returns the version and the largest limits', async () => {
  const [answer] = await ask([{ id: 'v', action: 'query_version' }], 1, () => never());
  expect(answer).toMatchObject({ id: 'v', action: 'query_version', maxNodes: 1e12, maxTimeMs: 86_400_000 });
  expect(answer.version).toMatch(/^\d+\.\d+\.\d+/);
});

test('as many concurrent searches as threads, and no more engines than that', async () => {
  let [open, running, most] = [0, 0, 0];
  const searcher = (): Searcher => {
    open++;
    return {
      ...idleSearcher(),
      async think() {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running--;
        throw new Error('nothing found');
      },
    };
  };
  const requests = Array.from({ length: 20 }, (_, id) => ({ id, moves: 'h8' }));
  expect(await ask(requests, 3, searcher)).toHaveLength(20);
  expect([open, most]).toEqual([3, 3]);
});

test('limits: nodes unless another limit is given', () => {
  const limitsOf = (fields: object, bounds = OWN_BOUNDS) => {
    const request = readRequest(JSON.stringify({ id: 1, ...fields }), 'line 1', bounds);
    if (request.kind !== 'queries') throw new Error('expected a query');
    const { lines: _, solve: __, excluded: ___, ...limits } = request.queries[0].limits;
    return limits;
  };
  expect(limitsOf({})).toEqual({ maxNodes: 100_000 });
  expect(limitsOf({ depth: 7 })).toEqual({ maxDepth: 7 });
  expect(limitsOf({ timeMs: 200, nodes: 5, depth: 3 })).toEqual({ maxMs: 200, maxNodes: 5, maxDepth: 3 });
  const bounds = { maxNodes: 5000, maxMs: 900, defaultMs: 900 };
  expect(limitsOf({}, bounds)).toEqual({ maxNodes: 5000, maxMs: 900 });
  expect(limitsOf({ depth: 7 }, bounds)).toEqual({ maxDepth: 7, maxMs: 900 });
  expect(() => limitsOf({ nodes: 5001 }, bounds)).toThrow('nodes 5001: expected a whole number from 1 to 5000');
  expect(() => limitsOf({ maxTime: 1 }, bounds)).toThrow('maxTime 1: expected seconds from 0.001 to 0.9');
});

/** Values that a careless or hostile program might send in any field. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant({ toString: 1, valueOf: 1 }),
  fc.constantFrom(
    'H8',
    'h8 i9',
    'B',
    'renju',
    [['B', 'H8']],
    ['H8', null],
    [0],
    { lines: 2 },
    { x: 7, y: 7 },
    true,
    15,
  ),
);
const fieldName = fc.constantFrom(
  ...['action', 'cancel', 'terminateId', 'turnNumbers', '__proto__', 'constructor', 'toString', 'rule', 'rules', 'win'],
  ...['size', 'boardXSize', 'boardYSize', 'moves', 'analyzeTurns', 'initialStones', 'initialPlayer', 'black', 'white'],
  ...['toMove', 'nodes', 'maxVisits', 'timeMs', 'maxTime', 'depth', 'lines', 'solve', 'overrideSettings', 'only'],
  ...['without', 'threats', 'priority', 'priorities', 'reportDuringSearchEvery'],
);

test('any object is a request or one error of one line, which repeats the id', () => {
  const fields = fc.dictionary(fieldName, anything, { maxKeys: 4 });
  fc.assert(
    fc.property(fields, fc.oneof(fc.string(), fc.integer()), (given, id) => {
      try {
        readRequest(JSON.stringify({ ...given, id }), 'line 1', OWN_BOUNDS);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        expect(error.message).toMatch(/^.+$/);
        expect(error.message.length).toBeLessThan(700);
        if (!('cancel' in given)) expect(error.id).toBe(id);
      }
    }),
    { numRuns: 3000 },
  );
});

test('any text is a request or one error of one line', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      expect(() => readRequest(line, 'line 1', OWN_BOUNDS)).toThrow(/^line 1: .+$/);
    }),
    { numRuns: 1000 },
  );
});

test('options', () => {
  expect(readBatchOptions(['--batch'])).toEqual({ threads: 1, tableBytes: 32 << 20 });
  expect(readBatchOptions(['--batch', '--threads', '3', '--table', '64'])).toEqual({
    threads: 3,
    tableBytes: 64 << 20,
  });
  expect(() => readBatchOptions(['--batch', '--threads', '0'])).toThrow(
    '--threads 0: expected a whole number from 1 to 64',
  );
  expect(() => readBatchOptions(['--batch', '--json'])).toThrow('--json: --batch only takes --threads and --table');
});
