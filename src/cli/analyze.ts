/** `tengen analyze`: the best lines of a position and what both sides threaten, whole games, and queries of programs. */
import { MatchError } from '../core/errors.ts';
import { analyze } from '../game/opponent/opponent.ts';
import { createEngine } from '../platform/node/engine.ts';
import { GameFileError } from './analyze/game-file.ts';
import { reviewGame } from './analyze/game-report.ts';
import { analysisJson } from './analyze/json.ts';
import { type AnalyzeRequest, type PositionRequest, readAnalyzeRequest, USAGE } from './analyze/options.ts';
import { type AnalysisReport, analysisLines, positionLines } from './play/analysis.ts';
import { askBook, bookLines } from './play/book.ts';
import { openLook } from './play/console.ts';
import { progressText } from './play/words.ts';

const PROGRESS_PERIOD = 100;

/** Runs `tengen analyze`. @returns the exit code */
export async function analyzeCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (args.includes('--batch')) return (await import('./analyze/batch.ts')).batchCommand(args);
  let asked: AnalyzeRequest;
  try {
    asked = readAnalyzeRequest(args);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    process.stderr.write(`tengen analyze: ${error.message}\n`);
    return error instanceof GameFileError ? 1 : 2;
  }
  for (const note of asked.notes) process.stderr.write(`note: ${note}\n`);
  return asked.kind === 'game' ? reviewGame(asked.request) : lookAtPosition(asked.request);
}

async function lookAtPosition(request: PositionRequest): Promise<number> {
  const { game, isJson } = request;
  const look = openLook({ output: process.stdout, isAscii: request.isAscii, env: process.env });
  if (!isJson) process.stdout.write(`${positionLines(game, look).join('\n')}\n`);
  const report = await search(request);
  const { book } = request;
  if (isJson) {
    const told = book === null ? {} : { book: askBook(book, game) };
    process.stdout.write(`${JSON.stringify({ ...analysisJson(game, report), ...told })}\n`);
  } else {
    const lines = [...analysisLines(game, report), ...(book === null ? [] : bookLines(book, game))];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return 0;
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
      const text = progressText(info, game.variant.height, 'Ctrl-C: enough');
      process.stdout.write(`\r${text.slice(0, (process.stdout.columns || 80) - 1)}\x1b[K`);
    });
    return { lines, isStopped, wanted: limits.lines ?? 1 };
  } finally {
    if (showsProgress) process.stdout.write('\r\x1b[K');
    process.off('SIGINT', stop);
    engine.close();
  }
}
