/** `tengen analyze`: the best lines of a position, and what both sides threaten. */
import { parseArgs } from 'node:util';
import { MatchError } from '../core/errors.ts';
import { ruleHelp } from '../core/rule.ts';
import type { ThinkLimits } from '../engine/api.ts';
import { type GameState, newGame, withPlies } from '../game/game-state.ts';
import { readRecord } from '../game/notation.ts';
import { analyze } from '../game/opponent.ts';
import { readRule, readSize, readWinLength, variantOf } from '../game/variant.ts';
import { createEngine } from '../platform/node/engine.ts';
import { analysisJson } from './analyze/json.ts';
import { MOST_DEPTH, MOST_LINES, MOST_MS, MOST_NODES } from './analyze/limits.ts';
import { type AnalysisReport, analysisLines, positionLines } from './play/analysis.ts';
import { openLook } from './play/console.ts';
import { DEFAULT_SIZE, readTime } from './play/settings.ts';
import { progressText } from './play/words.ts';
import { wrongOption } from './wrong-option.ts';

const USAGE = `Usage: tengen analyze "H8 J10 ..." [options]
       tengen analyze --batch [--threads N] [--table MB]
Prints the position after the moves (row 1 at the bottom), the best lines with scores, and what both sides threaten.
Ctrl-C ends the search with what it has found so far.

Options: --rule RULE        see below (default freestyle)
         --size N | WxH     board, 3 to 22 (default 15)
         --win K            stones in a row that win under freestyle, 3 to 6
         --time S           seconds (default 5, unless --nodes or --depth is given); off: no limit
         --nodes N, --depth N
         --multipv K        how many best lines, 1 to 16 (default 1)
         --solve            look for a win by threats first, with about half of the time
         --json             one JSON object
         --ascii            no characters beyond ASCII
         --batch            for programs: lines of JSON in and out, see docs/batch.md
         --threads N        with --batch: searches at once, 1 to 64 (default 1)
         --table MB         with --batch: table of each search (default 32)
${ruleHelp().join('\n')}
Exit: 0 done, 2 wrong usage
`;

const OPTIONS = {
  rule: { type: 'string' },
  size: { type: 'string' },
  win: { type: 'string' },
  time: { type: 'string' },
  nodes: { type: 'string' },
  depth: { type: 'string' },
  multipv: { type: 'string' },
  solve: { type: 'boolean' },
  json: { type: 'boolean' },
  ascii: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const DEFAULT_MS = 5000;
const PROGRESS_PERIOD = 100;

interface Request {
  readonly game: GameState;
  readonly limits: ThinkLimits;
  readonly isJson: boolean;
  readonly isAscii: boolean;
}

/** Runs `tengen analyze`. @returns the exit code */
export async function analyzeCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (args.includes('--batch')) return (await import('./analyze/batch.ts')).batchCommand(args);
  let request: Request;
  try {
    request = readRequest(args);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    process.stderr.write(`tengen analyze: ${error.message}\n`);
    return 2;
  }
  const { game, isJson } = request;
  const look = openLook({ output: process.stdout, isAscii: request.isAscii, env: process.env });
  if (!isJson) process.stdout.write(`${positionLines(game, look).join('\n')}\n`);
  const report = await search(request);
  process.stdout.write(
    `${isJson ? JSON.stringify(analysisJson(game, report)) : analysisLines(game, report).join('\n')}\n`,
  );
  return 0;
}

async function search({ game, limits, isJson }: Request): Promise<AnalysisReport> {
  if (game.end !== null) return { lines: [], isStopped: false };
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
    return { lines, isStopped };
  } finally {
    if (showsProgress) process.stdout.write('\r\x1b[K');
    process.off('SIGINT', stop);
    engine.close();
  }
}

/** @throws MatchError */
function readRequest(args: readonly string[]): Request {
  const { values, positionals } = readOptions(args);
  const { width, height } = readSize(values.size ?? String(DEFAULT_SIZE));
  const winLength = values.win === undefined ? null : readWinLength(values.win);
  const variant = variantOf(readRule(values.rule ?? 'freestyle'), width, height, winLength);
  const record = positionals.join(' ').trim();
  const plies = record === '' ? [] : readRecord(record, variant);
  if (plies === null) throw new MatchError(`moves "${record.slice(0, 60)}": expected points such as "H8 J10"`);
  const lines = readNumber('multipv', values.multipv ?? '1', MOST_LINES);
  const solve = values.solve === true;
  if (solve && lines > 1) throw new MatchError(`solve with multipv "${lines}": expected a single line`);
  return {
    game: withPlies(newGame(variant), plies),
    limits: {
      ...timeLimit(values),
      ...(values.nodes === undefined ? {} : { maxNodes: readNumber('nodes', values.nodes, MOST_NODES) }),
      ...(values.depth === undefined ? {} : { maxDepth: readNumber('depth', values.depth, MOST_DEPTH) }),
      lines,
      solve,
    },
    isJson: values.json === true,
    isAscii: values.ascii === true,
  };
}

function timeLimit(values: { time?: string; nodes?: string; depth?: string }): ThinkLimits {
  if (values.time !== undefined) return { maximumMs: readTime(values.time) ?? MOST_MS };
  return values.nodes === undefined && values.depth === undefined ? { maximumMs: DEFAULT_MS } : {};
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new MatchError(wrongOption(error, Object.keys(OPTIONS), 'tengen analyze'));
  }
}

function readNumber(name: string, text: string, most: number): number {
  const value = /^\d{1,13}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new MatchError(`${name} "${text}": expected a whole number from 1 to ${most}`);
}
