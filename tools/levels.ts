/**
 * Measures the distances between the levels of tengen play:
 *   npm run tool -- levels [--pairs 10] [--from 1] [--to 10] [--simple] [--win 5]
 *
 * Plays neighboring levels against each other, or with --simple each level against players that do not search, and
 * prints the table of docs/experiments/levels.md.
 */

import { readFileSync } from 'node:fs';
import { BLACK, type Color } from '../src/core/color.ts';
import type { XY } from '../src/core/point.ts';
import { seededRandom } from '../src/core/random.ts';
import { WIN_LENGTH } from '../src/core/rule.ts';
import { FREESTYLE } from '../src/core/rule-code.ts';
import { SWITCH, whole } from '../src/core/values.ts';
import { estimateFromGames, estimateFromPairs } from '../src/measure/stats/index.ts';
import { createEngine } from '../src/platform/node/engine.ts';
import { HIGHEST_LEVEL, LEVEL, LOWEST_LEVEL, levelOf } from '../src/play/opponent/levels.ts';
import { chooseMove, TABLE_BYTES } from '../src/play/opponent/opponent.ts';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../src/play/state/game-state.ts';
import { variantOf } from '../src/play/state/variant.ts';
import { parseOffsetLine } from '../src/records/notation/openings.ts';
import { greedyPlayer, randomPlayer, weighingPlayer } from '../test/program/simple-players.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

type Player = (game: GameState, seed: number) => XY | Promise<XY>;

const SIZE = 15;
const SIMPLE_PLAYERS = [
  ['random', randomPlayer],
  ['greedy', greedyPlayer],
  ['weighing', weighingPlayer],
] as const;
/** Openings of the pairs. */
const openings = readFileSync(new URL('../test/data/openings/freestyle-15.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => parseOffsetLine(line, SIZE))
  .filter((opening): opening is XY[] => typeof opening !== 'string' && opening.length > 0);

/** Plays for levels, and records the time of their moves. */
class Levels {
  private readonly engine = createEngine({ size: SIZE });
  private spentMs = 0;
  private moves = 0;

  constructor() {
    this.engine.setTableBytes(TABLE_BYTES);
  }

  at(number: number): Player {
    return async (game, seed) => {
      const startedAt = performance.now();
      const { move } = await chooseMove(this.engine, { game, level: levelOf(number), timeMs: null, seed });
      this.spentMs += performance.now() - startedAt;
      this.moves++;
      return move;
    };
  }

  /** @returns mean time of the moves since the last call */
  takeMeanMs(): number {
    const mean = this.spentMs / Math.max(1, this.moves);
    this.spentMs = 0;
    this.moves = 0;
    return mean;
  }

  close(): void {
    this.engine.close();
  }
}

const simple = (player: typeof randomPlayer): Player => {
  let random = seededRandom(0);
  let seeded = -1;
  return (game, seed) => {
    if (seed !== seeded) random = seededRandom(seed);
    seeded = seed;
    return player(game, random);
  };
};

/** @returns points of `first`, which plays `color` from a position against `second` */
async function pointsOf(first: Player, second: Player, start: GameState, color: Color, seed: number) {
  let game = start;
  while (game.end === null) {
    game = withPly(game, await (sideToMove(game) === color ? first : second)(game, seed));
  }
  if (game.end.result === 'draw') return 1;
  return (game.end.result === 'black') === (color === BLACK) ? 2 : 0;
}

/** A comparison: names for the table, players, and the start position of a pair. */
interface Comparison {
  readonly names: readonly [string, string];
  readonly first: Player;
  readonly second: Player;
  readonly startOf: (pair: number) => GameState;
}

/** Plays pairs with both colors. @returns the cells of a row except the last */
async function compare({ names, first, second, startOf }: Comparison, count: number): Promise<string[]> {
  const pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  const games = { wins: 0, draws: 0, losses: 0 };
  for (let pair = 0; pair < count; pair++) {
    let sum = 0;
    for (const color of [1, 2] as const) {
      const points = await pointsOf(first, second, startOf(pair), color, 2 * pair + color);
      sum += points;
      if (points === 2) games.wins++;
      else if (points === 1) games.draws++;
      else games.losses++;
    }
    pairs[sum]++;
  }
  const estimate = estimateFromPairs(pairs) ?? estimateFromGames(games);
  const round = (elo: number) => (Number.isFinite(elo) ? String(Math.round(elo)) : elo > 0 ? 'inf' : '-inf');
  const elo = estimate === null ? '' : `${round(estimate.elo)} [${round(estimate.eloLow)}, ${round(estimate.eloHigh)}]`;
  return [...names, `${games.wins} ${games.draws} ${games.losses}`, elo];
}

const SYNTAX = {
  options: {
    pairs: { type: whole(1), default: 10 },
    from: { type: LEVEL, default: LOWEST_LEVEL },
    to: { type: LEVEL, default: HIGHEST_LEVEL },
    simple: { type: SWITCH },
    win: { type: WIN_LENGTH, default: 5 },
  },
} as const satisfies ToolSyntax;

/** @returns exit status */
export async function main(args: readonly string[]): Promise<number> {
  const { pairs, from, to, simple: isSimple, win } = toolArguments(SYNTAX, args, 'levels').values;
  const variant = variantOf(FREESTYLE, SIZE, SIZE, win);
  const empty = () => newGame(variant);
  const opened = (pair: number) => withPlies(empty(), openings[pair % openings.length]);
  const levels = new Levels();
  const print = async (comparison: Comparison): Promise<void> => {
    const cells = await compare(comparison, pairs);
    console.log(`| ${[...cells, `${levels.takeMeanMs().toFixed(0)} ms`].join(' | ')} |`);
  };
  console.log('| first | second | + = - | Elo of the first | a move |\n| --- | --- | --- | --- | --- |');
  for (let level = from; level <= to; level++) {
    if (isSimple) {
      for (const [name, player] of SIMPLE_PLAYERS) {
        const names = [`level ${level}`, name] as const;
        await print({ names, first: levels.at(level), second: simple(player), startOf: empty });
      }
    } else if (level < to) {
      const names = [`level ${level + 1}`, `level ${level}`] as const;
      await print({ names, first: levels.at(level + 1), second: levels.at(level), startOf: opened });
    }
  }
  levels.close();
  return 0;
}
