/**
 * A brain that plays at a level of tengen play, so that levels can play engines in a match:
 *   npm run tool -- level-brain LEVEL
 *   npm run tool -- level-brain '{"nodes": 2000, "maxDepth": 2, "missProbability": 0, "equalScoreMargin": 50}'
 *
 * Supports START, RESTART, INFO rule, BEGIN, TURN, BOARD, ABOUT and END. The second form tests a level that does not
 * exist. Random choices differ from game to game.
 */
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { named } from '../src/core/errors.ts';
import type { XY } from '../src/core/point.ts';
import { FREESTYLE } from '../src/core/rule-code.ts';
import { createEngine } from '../src/platform/node/engine.ts';
import { type Level, levelOf, readLevel } from '../src/play/opponent/levels.ts';
import { chooseMove, TABLE_BYTES } from '../src/play/opponent/opponent.ts';
import { type GameState, newGame, withPlies, withPly } from '../src/play/state/game-state.ts';
import { variantOf } from '../src/play/state/variant.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const MAX_SEED = 2 ** 31 - 1;
const SYNTAX = {
  options: {},
  operands: { noun: 'word', min: 1, max: 1, expected: 'a level' },
} as const satisfies ToolSyntax;

/** @returns a level given as JSON @throws UserError */
function madeUp(text: string): Level {
  return { number: 1, ...named(text, () => JSON.parse(text)) };
}

export async function main(args: readonly string[]): Promise<number> {
  const [name] = toolArguments(SYNTAX, args, 'level-brain').operands;
  const level = name.startsWith('{') ? madeUp(name) : levelOf(readLevel(name));
  const engine = createEngine();
  engine.setTableBytes(TABLE_BYTES);
  let [size, rule, seed] = [20, FREESTYLE, 0];
  let game: GameState = newGame(variantOf(rule, size, size, 5));
  const say = (line: string) => process.stdout.write(`${line}\n`);

  const startGame = () => {
    game = newGame(variantOf(rule, size, size, 5));
    seed = randomInt(MAX_SEED);
  };
  const move = async () => {
    const { move } = await chooseMove(engine, { game, level, timeMs: null, seed });
    game = withPly(game, move);
    say(`${move.x},${move.y}`);
  };

  let block: [color: number, point: XY][] | null = null;
  for await (const line of createInterface({ input: process.stdin })) {
    const [command = '', ...words] = line.trim().split(/\s+/);
    const numbers = line.match(/\d+/g)?.map(Number) ?? [];
    if (block !== null && command !== 'DONE') block.push([numbers[2], { x: numbers[0], y: numbers[1] }]);
    else if (command === 'START') {
      size = numbers[0];
      startGame();
      say('OK');
    } else if (command === 'RESTART') {
      startGame();
      say('OK');
    } else if (command === 'INFO' && words[0] === 'rule') {
      rule = numbers[0];
      startGame();
    } else if (command === 'BEGIN') await move();
    else if (command === 'TURN') {
      game = withPly(game, { x: numbers[0], y: numbers[1] });
      await move();
    } else if (command === 'BOARD') block = [];
    else if (command === 'DONE' && block !== null) {
      game = withPlies(newGame(game.variant), stonesInTurn(block));
      block = null;
      await move();
    } else if (command === 'ABOUT') say(`name="level ${name}"`);
    else if (command === 'END') break;
  }
  engine.close();
  return 0;
}

/**
 * @param block own stones as 1, the opponent's as 2, the brain to move @returns Black's and White's stones alternating
 */
function stonesInTurn(block: readonly (readonly [number, XY])[]): XY[] {
  const of = (side: number) => block.filter(([color]) => color === side).map(([, point]) => point);
  const [own, other] = [of(1), of(2)];
  const [black, white] = own.length === other.length ? [own, other] : [other, own];
  return black.flatMap((point, i) => (i < white.length ? [point, white[i]] : [point]));
}
