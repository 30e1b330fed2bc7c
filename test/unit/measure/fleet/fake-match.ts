/** Matches without engines: the number of a game determines its moves, instantly. */

import type { XY } from '../../../../src/core/point.ts';
import { gameFault } from '../../../../src/measure/fleet/check-game.ts';
import { tasksOf } from '../../../../src/measure/fleet/ledger.ts';
import type { TaskOutcome } from '../../../../src/measure/fleet/wire.ts';
import type { Prepared } from '../../../../src/measure/fleet/worker.ts';
import { type MatchConfig, scheduleOf } from '../../../../src/measure/match/match.ts';
import {
  formatMoves,
  type GameRecord,
  type SideReport,
  type WorkerFacts,
} from '../../../../src/records/notation/game-record.ts';
import { parsePosLine } from '../../../../src/records/notation/openings.ts';
import { FREESTYLE_15, scripted } from '../match/scripted.ts';

export const OPENINGS = ['h8i9', 'a1o15h8', 'g7i7', 'j10f6'].map((line) => parsePosLine(line, 15) as XY[]);

export function fakeConfig(out: string, changes: Partial<MatchConfig> = {}): MatchConfig {
  return {
    engines: [scripted('sound', { name: 'a' }), scripted('sound', { name: 'b' })],
    settings: FREESTYLE_15,
    openings: OPENINGS,
    openingOrder: { order: 'sequential', symmetry: 'cycle', seed: 1 },
    gamesPerPairing: 40,
    gauntlet: false,
    concurrency: 1,
    sprt: null,
    out,
    fresh: false,
    ...changes,
  };
}

const SIDE: SideReport = {
  startMs: 1,
  worstOverrunMs: 0,
  peakBytes: null,
  noiseLines: 0,
  strayMoves: 0,
  ignoredEnd: false,
};

/** @param chance that Black wins, from the number of the game */
export type BlackWins = (game: number) => boolean;

/** @returns the game of a number: one side makes a row, the other plays far from it */
export function fakeGame(config: MatchConfig, game: number, blackWins: BlackWins): GameRecord {
  const schedule = scheduleOf(config);
  const scheduled = schedule.at(game);
  const stones: XY[] = [...scheduled.opening];
  const isTaken = ({ x, y }: XY) => stones.some((stone) => stone.x === x && stone.y === y);
  const winner = blackWins(game) ? 0 : 1;
  // A free row for the winner, single points for the other.
  const rows = Array.from({ length: 15 }, (_, y) => Array.from({ length: 5 }, (_, i) => ({ x: 4 + i, y })));
  const row = rows.find((points) => !points.some(isTaken))!;
  const apart = [0, 2, 4, 6, 8, 10, 12, 14].flatMap((y) => [
    { x: 0, y },
    { x: 14, y: 14 - y },
    { x: 2, y },
  ]);
  const others = apart.filter((point) => !isTaken(point) && !row.some(({ x, y }) => x === point.x && y === point.y));
  for (let left = 5; left > 0; ) {
    if (stones.length % 2 === winner) stones.push(row[--left]);
    else stones.push(others.shift()!);
  }
  const [black, white] = [config.engines[scheduled.black].name, config.engines[scheduled.white].name];
  const each = stones.map(() => null);
  return {
    type: 'game',
    game,
    black,
    white,
    rule: config.settings.rule.code,
    size: config.settings.size,
    openingPlies: scheduled.opening.length,
    moves: formatMoves(stones),
    result: winner === 0 ? 'black' : 'white',
    reason: 'five',
    detail: `${winner === 0 ? black : white} wins`,
    timesMs: stones.map(() => 1),
    scores: each,
    depths: each,
    nodes: each,
    blackSide: SIDE,
    whiteSide: SIDE,
    endedAt: '2026-01-01T00:00:00.000Z',
  };
}

/** A player of such a match. @param ms time per pair */
export function fakePlayer(config: MatchConfig, blackWins: BlackWins, ms = 0): Prepared {
  const tasks = tasksOf(scheduleOf(config));
  return {
    timeScale: 1,
    play: async (task, signal): Promise<TaskOutcome> => {
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      signal.throwIfAborted();
      return { kind: 'games', games: tasks.gamesOf(task).map((game) => fakeGame(config, game, blackWins)) };
    },
  };
}

export function factsOf(name: string, host = 'host'): WorkerFacts {
  return { name, host, cpu: 'none', version: '0', nps: 1, timeScale: 1, load: 0 };
}

/** @returns what is wrong with a game of the match, or null */
export function faultOf(config: MatchConfig, record: GameRecord): string | null {
  const scheduled = scheduleOf(config).at(record.game);
  const [black, white] = [config.engines[scheduled.black].name, config.engines[scheduled.white].name];
  return gameFault(record, { scheduled, black, white, settings: config.settings });
}

/** What depends on the machine's load; on a busy one an engine may need more than a second to exit. */
const OF_MACHINE = { startMs: 0, worstOverrunMs: 0, peakBytes: null, ignoredEnd: false };

/** The lines of a results file without times and workers. */
export function comparable(text: string): string[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const { worker: _worker, endedAt: _ended, startedAt: _started, timesMs, ...rest } = JSON.parse(line);
      const sides = ['blackSide', 'whiteSide'].flatMap((key) =>
        rest[key] === undefined ? [] : [[key, { ...rest[key], ...OF_MACHINE }]],
      );
      return JSON.stringify({ ...rest, moveCount: timesMs?.length, ...Object.fromEntries(sides) });
    });
}
