/**
 * `tengen analyze`: the best lines of a position and the threats of both sides, whole games, and queries of programs.
 */
import { analysisJson } from '../analysis/json.ts';
import type { Command } from '../core/command.ts';
import { counted } from '../core/text.ts';
import { createEngine } from '../platform/node/engine.ts';
import { complain } from '../platform/node/streams.ts';
import { type AnalysisReport, analyze } from '../play/analysis/analysis.ts';
import { canHaveWins } from '../play/opponent/opponent.ts';
import { cellsOf, type GameState } from '../play/state/game-state.ts';
import { type BookWin, winShown } from '../records/book/look-up.ts';
import { GameFileError } from './analyze/game-file.ts';
import { reportGame } from './analyze/game-report.ts';
import { ANALYZE_SYNTAX, type PositionRequest, readAnalyzeRequest, readBatchOptions } from './analyze/options.ts';
import { KNOWN_WINS } from './known-wins.ts';
import { analysisLines, positionLines } from './play/analysis.ts';
import { askBook, bookLines } from './play/book.ts';
import { openLook } from './play/console.ts';
import { progressText } from './play/words.ts';

const PROGRESS_PERIOD = 100;

export const COMMAND: Command = {
  name: 'analyze',
  summary: 'shows the best lines and threats of a position, reviews games; --batch for programs',
  usages: ['"H8 J10 ..." [options]', 'FILE [options]', '--batch [--threads N] [--table MB]'],
  about: [
    'Prints the position after the moves (row 1 at the bottom), the best lines with scores, and the threats of both sides. FILE is a game as psq, sgf or pos; --game analyzes every move of it and reports how much each one lost. Ctrl-C ends the search and prints the results so far.',
  ],
  ...ANALYZE_SYNTAX,
  exits: { 0: 'done', 1: 'failed to read or write a file' },
  prepare(args) {
    if (args.includes('--batch')) {
      const options = readBatchOptions(args);
      return async () => (await import('./analyze/batch.ts')).runBatch(options);
    }
    try {
      const { kind, request, notes } = readAnalyzeRequest(args);
      for (const note of notes) complain(`note: ${note}`);
      return () => (kind === 'game' ? reportGame(request) : analyzePosition(request));
    } catch (error) {
      if (error instanceof GameFileError) return () => Promise.reject(error);
      throw error;
    }
  },
};

async function analyzePosition(request: PositionRequest): Promise<number> {
  const { game, isJson } = request;
  const look = openLook({ output: process.stdout, isAscii: request.isAscii, env: process.env });
  // Ctrl-C must stop the search from the moment the board is printed.
  const searching = search(request);
  if (!isJson) process.stdout.write(`${positionLines(game, look).join('\n')}\n`);
  const report = await searching;
  const { book } = request;
  const win = knownWinOf(game);
  if (isJson) {
    const entries = {
      ...(win === null ? {} : { knownWin: win }),
      ...(book === null ? {} : { book: askBook(book, game) }),
    };
    process.stdout.write(`${JSON.stringify({ ...analysisJson(game, report), ...entries })}\n`);
  } else {
    const known = win === null ? [] : [knownWinText(win)];
    const lines = [...analysisLines(game, report), ...known, ...(book === null ? [] : bookLines(book, game))];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return 0;
}

/** @returns the win of Black in the book of the package, or null */
function knownWinOf(game: GameState): BookWin | null {
  const shown = canHaveWins(KNOWN_WINS, game) ? askBook(KNOWN_WINS.load(cellsOf(game)), game) : null;
  return shown && winShown(shown);
}

function knownWinText({ moves }: BookWin): string {
  return `Proven: Black wins in at most ${counted(moves, 'move')}.`;
}

async function search({ game, limits, isJson }: PositionRequest): Promise<AnalysisReport> {
  if (game.end !== null) return { lines: [], isStopped: false, wanted: 0 };
  const engine = createEngine();
  const showsProgress = !isJson && process.stdout.isTTY && process.env.TERM !== 'dumb';
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    engine.stop();
  };
  process.once('SIGINT', stop);
  let shownAt = Number.NEGATIVE_INFINITY;
  try {
    const lines = await analyze(engine, game, limits, (info) => {
      if (!showsProgress || info.line !== 0 || engine.now() - shownAt < PROGRESS_PERIOD) return;
      shownAt = engine.now();
      const text = progressText(info, game.variant.height, 'Ctrl-C to stop');
      process.stdout.write(`\r${text.slice(0, (process.stdout.columns || 80) - 1)}\x1b[K`);
    });
    return { lines, isStopped, wanted: limits.lines ?? 1 };
  } finally {
    if (showsProgress) process.stdout.write('\r\x1b[K');
    process.off('SIGINT', stop);
    engine.close();
  }
}
