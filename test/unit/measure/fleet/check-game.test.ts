/** Games that a worker sends: the coordinator replays them whole. */
import { expect, test } from 'vitest';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { RENJU } from '../../../../src/core/rule-code.ts';
import { gameFault } from '../../../../src/measure/fleet/check-game.ts';
import type { MatchGameSettings } from '../../../../src/measure/match/engine-game.ts';
import { scheduleOf } from '../../../../src/measure/match/match.ts';
import type { GameRecord } from '../../../../src/records/notation/game-record.ts';
import { fakeConfig, fakeGame } from './fake-match.ts';

const CONFIG = fakeConfig('none.jsonl');
const OPENING = 'h8i9';
const [A, B] = CONFIG.engines.map(({ name }) => name);

/** @param changes of the settings; the moves follow the opening h8 i9 @returns the fault of a game */
function faultOf(game: Partial<GameRecord>, changes: Partial<MatchGameSettings> = {}): string | null {
  const settings = { ...CONFIG.settings, ...changes };
  const moves = game.moves ?? OPENING;
  const stones = moves.match(/[a-z]\d+/g)?.length ?? 0;
  const each = Array.from({ length: stones }, () => null);
  const base = fakeGame(CONFIG, 0, () => true);
  const lists = { timesMs: each.map(() => 1), scores: each, depths: each, nodes: each };
  const record = { ...base, ...lists, black: A, white: B, rule: settings.rule.code, openingPlies: 2, ...game, moves };
  const opening = settings.swap2
    ? []
    : [
        { x: 7, y: 7 },
        { x: 8, y: 8 },
      ];
  return gameFault(record, { scheduled: { ...scheduleOf(CONFIG).at(0), opening }, black: A, white: B, settings });
}

const FIVE = `${OPENING}g8a1f8a2e8a3d8`;
// Black's last stone makes a double three.
const FOUL = 'h8i9h7a1f6a15g6o1h6';
const renju = { rule: ruleFromCode(RENJU)! };
const draw = { afterPlies: 4, moves: 2, score: 10 };
const resign = { moves: 1, score: 500, bothSides: false };
const score = (points: number) => ({ moves: `${OPENING}g8a1`, scores: [null, null, points, points] });

test.each<[string, Partial<GameRecord>, Partial<MatchGameSettings>?]>([
  ['a row', { moves: FIVE, result: 'black', reason: 'five' }],
  ['a foul', { moves: FOUL, result: 'white', reason: 'foul' }, renju],
  ['a failure of the side to move', { result: 'white', reason: 'crash' }],
  ['a failed start, of either side', { moves: '', openingPlies: 0, result: 'black', reason: 'start' }],
  ['a failed start of both', { moves: '', openingPlies: 0, result: 'draw', reason: 'start' }],
  ['a full board', { result: 'draw', reason: 'full' }, { drawEmpty: 223 }],
  ['the greatest length', { moves: `${OPENING}g8`, result: 'draw', reason: 'length' }, { maxPlies: 3 }],
  ['a draw by scores', { ...score(10), result: 'draw', reason: 'drawn' }, { draw }],
  [
    'a resignation',
    { ...score(-500), moves: `${OPENING}g8`, scores: [null, null, -500], result: 'white', reason: 'resigned' },
    { resign },
  ],
  [
    'a failure in swap2',
    { moves: '', openingPlies: 0, result: 'black', reason: 'time', swap2First: A },
    { swap2: true },
  ],
  [
    'a game by swap2',
    { moves: 'h8i9g8', openingPlies: 3, black: B, white: A, result: 'black', reason: 'time', swap2First: A },
    { swap2: true },
  ],
])('%s is an end', (_, game, settings) => {
  expect(faultOf(game, settings)).toBeNull();
});

test.each<[string, RegExp, Partial<GameRecord>, Partial<MatchGameSettings>?]>([
  ['a full board after two stones', /"full", but it is not over after 2 stones/, { result: 'draw', reason: 'full' }],
  ['a length that is no limit', /"length", but it is not over/, { result: 'draw', reason: 'length' }],
  [
    'the length before its limit',
    /"length", but it is not over/,
    { result: 'draw', reason: 'length' },
    { maxPlies: 3 },
  ],
  [
    'moves after the limit',
    /it continues after its end at move 3/,
    { moves: `${OPENING}g8a1`, result: 'white', reason: 'time' },
    { maxPlies: 3 },
  ],
  ['a draw without scores', /"drawn", but it is not over/, { result: 'draw', reason: 'drawn' }, { draw }],
  [
    'a draw that the match does not know',
    /"drawn", but it is not over/,
    { ...score(0), result: 'draw', reason: 'drawn' },
  ],
  [
    'moves after a draw by scores',
    /it continues after its end at move 4/,
    { moves: `${OPENING}g8a1f8`, scores: [null, null, 0, 0, 0], result: 'white', reason: 'time' },
    { draw },
  ],
  [
    'a resignation at a good score',
    /"resigned", but it is not over/,
    { ...score(0), result: 'white', reason: 'resigned' },
    { resign },
  ],
  [
    'a resignation of the wrong side',
    /but it ends with white, reason "resigned"/,
    { moves: `${OPENING}g8`, scores: [null, null, -500], result: 'black', reason: 'resigned' },
    { resign },
  ],
  [
    'a row that is none',
    /"five", but it is not over after 8 stones/,
    { moves: FIVE.slice(0, -2), result: 'black', reason: 'five' },
  ],
  [
    'a row of the other side',
    /but it ends with black, reason "five"/,
    { moves: FIVE, result: 'white', reason: 'five' },
  ],
  ['a row as a failure', /but it ends with black, reason "five"/, { moves: FIVE, result: 'black', reason: 'time' }],
  [
    'moves after a row',
    /it continues after its end at move 9/,
    { moves: `${FIVE}a5`, result: 'black', reason: 'five' },
  ],
  [
    'a foul that is none',
    /"foul", but it is not over/,
    { moves: FOUL.slice(0, -2), result: 'white', reason: 'foul' },
    renju,
  ],
  [
    'a foul of Black that Black wins',
    /but it ends with white, reason "foul"/,
    { moves: FOUL, result: 'black', reason: 'time' },
    renju,
  ],
  ['a failure of the side that has moved', /the side to move loses/, { result: 'black', reason: 'crash' }],
  ['a failure as a draw', /the side to move loses/, { result: 'draw', reason: 'time' }],
  ['a failed start with moves', /moves, though an engine did not start/, { result: 'black', reason: 'start' }],
  ['another opening', /expected the opening/, { moves: 'h8i8', result: 'white', reason: 'time' }],
  [
    'a move that counts as opening',
    /expected the opening/,
    { moves: `${OPENING}g8`, openingPlies: 3, result: 'black', reason: 'time' },
  ],
  ['a stone on another', /move 3 is not legal/, { moves: `${OPENING}h8`, result: 'black', reason: 'time' }],
  ['two stones of swap2', /2 stones of swap2/, { result: 'white', reason: 'time', swap2First: A }, { swap2: true }],
  [
    'colors that swap2 does not give',
    /3 stones of swap2 with/,
    { moves: 'h8i9g8', openingPlies: 3, result: 'black', reason: 'time', swap2First: A },
    { swap2: true },
  ],
  [
    'another first player',
    /proposed its opening/,
    { moves: '', openingPlies: 0, result: 'black', reason: 'time', swap2First: B },
    { swap2: true },
  ],
])('%s is refused', (_, fault, game, settings) => {
  expect(faultOf(game, settings)).toMatch(fault);
});
