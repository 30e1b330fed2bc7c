// Reviews a game from a file of any notation: prints its mistakes, and writes an annotated SGF.
//   node examples/analyze.mjs game.psq [annotated.sgf] [nodes]
import { readFileSync, writeFileSync } from 'node:fs';
import { createEngine, nameOf, reviewGame, UserError } from 'tengen';
import {
  drawLabeled,
  formatTree,
  guessNotation,
  positionOfGame,
  readGames,
  readSgf,
  textOfFile,
} from 'tengen/notation';

const [file, annotated, nodes = '60000'] = process.argv.slice(2);
if (file === undefined) {
  console.error('expected a game: node examples/analyze.mjs game.psq [annotated.sgf] [nodes]');
  process.exit(1);
}
const percent = (chance) => (chance === null ? '?' : `${Math.round(100 * chance)} %`);
const engine = createEngine();
try {
  const text = textOfFile(readFileSync(file));
  const [game] = readGames(text);
  console.log(drawLabeled(positionOfGame(game)).join('\n'));
  // Of an SGF the whole tree is reviewed, so that its variations and comments stay.
  const source = guessNotation(text) === 'sgf' ? readSgf(text)[0] : game;
  const { moves, black, white, tree } = await reviewGame(engine, source, { limits: { maxNodes: Number(nodes) } });
  const name = (point) => nameOf(point, game.height ?? game.size).toUpperCase();
  for (const { number, color, point, lost, verdict, better } of moves) {
    if (verdict === null) continue;
    const side = color === 1 ? 'Black' : 'White';
    const line = better.slice(0, 5).map(name).join(' ');
    console.log(
      `${number}. ${side} ${point === null ? 'passes' : name(point)}: ${verdict}, lost ${percent(lost)}; better ${line}`,
    );
  }
  for (const [side, { averageLoss }] of Object.entries({ Black: black, White: white })) {
    console.log(`${side} lost ${percent(averageLoss)} per move on average.`);
  }
  if (annotated !== undefined) writeFileSync(annotated, formatTree(tree));
} catch (error) {
  if (!(error instanceof UserError) && error.code !== 'ENOENT') throw error;
  console.error(`${file}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await engine.close();
}
