// A bot that plays at a level: a move or a command per line, a reply per line.
//   node examples/bot.mjs [level]
//   new | undo | H8
import { createInterface } from 'node:readline';
import { createEngine, EngineError, LEVELS, nameOf, thinkAtLevel } from 'tengen';

const level = Number(process.argv[2] ?? 5);
if (LEVELS.every(({ number }) => number !== level)) {
  console.error(`level ${process.argv[2]}: expected 1 to ${LEVELS.length}`);
  process.exit(1);
}
const engine = createEngine({ size: 15 });

/** How the game has ended, in words; empty if it has not. */
function ending() {
  const { outcome } = engine;
  if (outcome === null) return '';
  if (outcome.winner === null) return ' The board is full: a draw.';
  return outcome.winner === 1 ? ' Black wins.' : ' White wins.';
}

async function reply(text) {
  if (text === 'new') {
    engine.newGame();
    return 'A new game: your move.';
  }
  if (text === 'undo') {
    for (const _ of engine.history().slice(-2)) engine.undo();
    return `The game so far: ${engine.history().join(' ') || 'no moves'}.`;
  }
  if (engine.isOver) return 'The game is over: say new or undo.';
  engine.play(text);
  if (engine.isOver) return `${text}.${ending()}`;
  const { move } = await thinkAtLevel(engine, level, { seed: 1 });
  engine.play(move.x, move.y);
  return `${nameOf(move, 15).toUpperCase()}.${ending()}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(await reply(line.trim().toLowerCase()));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    console.log(`${line.trim()}: ${error.message}`);
  }
}
await engine.close();
