// A batch of games between two levels, written as one SGF collection.
//   node examples/games.mjs games.sgf [count] [level] [level]
import { writeFileSync } from 'node:fs';
import { createEngine, FREESTYLE, parseName, thinkAtLevel } from 'tengen';
import { bareGame, writeGames } from 'tengen/notation';

const SIZE = 15;
const [file, ...numbers] = process.argv.slice(2);
if (file === undefined) {
  console.error('expected a file: node examples/games.mjs games.sgf [count] [level] [level]');
  process.exit(1);
}
const [count = 100, first = 2, second = 4] = numbers.map(Number);
const RESULTS = ['draw', 'black', 'white'];
const engine = createEngine({ size: SIZE });

/** @param levels of Black and White @returns the game */
async function play(levels, seed) {
  engine.newGame();
  for (let turn = 0; !engine.isOver; turn++) {
    const { move } = await thinkAtLevel(engine, levels[turn % 2], { seed });
    engine.play(move.x, move.y);
  }
  const moves = engine.history().map((name) => parseName(name, SIZE));
  const [black, white] = levels.map((level) => `level ${level}`);
  const { winner, reason } = engine.outcome;
  return { ...bareGame(SIZE, moves, FREESTYLE), black, white, result: RESULTS[winner ?? 0], reason };
}

const games = [];
let points = 0;
for (let i = 0; i < count; i++) {
  const isFirstBlack = i % 2 === 0;
  const game = await play(isFirstBlack ? [first, second] : [second, first], i);
  games.push(game);
  points += game.result === 'draw' ? 0.5 : (game.result === 'black') === isFirstBlack ? 1 : 0;
  if ((i + 1) % 10 === 0 || i + 1 === count) console.log(`level ${first} - level ${second}: ${points} of ${i + 1}`);
}
writeFileSync(file, writeGames(games, 'sgf'));
await engine.close();
