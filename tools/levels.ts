/** How far the levels of tengen play are apart; see levels.mjs. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../src/cli/play/game-state.ts';
import { HIGHEST_LEVEL, LOWEST_LEVEL, levelOf } from '../src/cli/play/levels.ts';
import { chooseMove, TABLE_BYTES } from '../src/cli/play/opponent.ts';
import { variantOf } from '../src/cli/play/variant.ts';
import { BLACK, type Color } from '../src/core/color.ts';
import type { XY } from '../src/core/point.ts';
import { seededRandom } from '../src/core/random.ts';
import { FREESTYLE } from '../src/core/rule-code.ts';
import { parseOffsetLine } from '../src/notation/openings.ts';
import { createEngine } from '../src/platform/node/engine.ts';
import { estimateFromGames, estimateFromPairs } from '../src/stats/index.ts';
import { greedyPlayer, randomPlayer, weighingPlayer } from '../test/cli/simple-players.ts';

type Player = (game: GameState, seed: number) => XY | Promise<XY>;

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '10' },
    from: { type: 'string', default: String(LOWEST_LEVEL) },
    to: { type: 'string', default: String(HIGHEST_LEVEL) },
    simple: { type: 'boolean', default: false },
    win: { type: 'string', default: '5' },
  },
});
const SIZE = 15;
const variant = variantOf(FREESTYLE, SIZE, SIZE, Number(values.win));
const openings = readFileSync(new URL('../test/data/openings/freestyle-15.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => parseOffsetLine(line, SIZE))
  .filter((opening): opening is XY[] => typeof opening !== 'string' && opening.length > 0);
const engine = createEngine({ size: SIZE });
engine.setTableBytes(TABLE_BYTES);
let spentMs = 0;
let movesPlayed = 0;

const atLevel =
  (number: number): Player =>
  async (game, seed) => {
    const startedAt = performance.now();
    const { move } = await chooseMove(engine, { game, level: levelOf(number), timeMs: null, seed });
    spentMs += performance.now() - startedAt;
    movesPlayed++;
    return move;
  };
const simple = (player: typeof randomPlayer): Player => {
  let random = seededRandom(0);
  let seeded = -1;
  return (game, seed) => {
    if (seed !== seeded) random = seededRandom(seed);
    seeded = seed;
    return player(game, random);
  };
};

/** @returns points of `first` of two: a game as `color` from an opening */
async function pointsOf(first: Player, second: Player, opening: readonly XY[], color: Color, seed: number) {
  let game = withPlies(newGame(variant), opening);
  while (game.end === null) {
    game = withPly(game, await (sideToMove(game) === color ? first : second)(game, seed));
  }
  if (game.end.result === 'draw') return 1;
  return (game.end.result === 'black') === (color === BLACK) ? 2 : 0;
}

/** Plays pairs from both sides and prints one row of a table. */
async function compare(names: readonly [string, string], first: Player, second: Player, usesOpenings: boolean) {
  const pairs: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  const games = { wins: 0, draws: 0, losses: 0 };
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    const opening = usesOpenings ? openings[pair % openings.length] : [];
    let sum = 0;
    for (const color of [1, 2] as const) {
      const points = await pointsOf(first, second, opening, color, 2 * pair + color);
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
  const cells = [
    ...names,
    `${games.wins} ${games.draws} ${games.losses}`,
    elo,
    `${(spentMs / Math.max(1, movesPlayed)).toFixed(0)} ms`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  spentMs = 0;
  movesPlayed = 0;
}

const [from, to] = [Number(values.from), Number(values.to)];
console.log('| first | second | + = - | Elo of the first | a move |\n| --- | --- | --- | --- | --- |');
for (let level = from; level <= to; level++) {
  if (values.simple) {
    await compare([`level ${level}`, 'random'], atLevel(level), simple(randomPlayer), false);
    await compare([`level ${level}`, 'greedy'], atLevel(level), simple(greedyPlayer), false);
    await compare([`level ${level}`, 'weighing'], atLevel(level), simple(weighingPlayer), false);
  } else if (level < to) {
    await compare([`level ${level + 1}`, `level ${level}`], atLevel(level + 1), atLevel(level), true);
  }
}
engine.close();
