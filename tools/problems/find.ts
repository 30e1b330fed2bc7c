/** Searches the last positions of self-play games for problems. */
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { opponentOf } from '../../src/core/color.ts';
import { parseJsonLine } from '../../src/core/json-lines.ts';
import { samePoint } from '../../src/core/point.ts';
import { forbidsTo } from '../../src/core/rule.ts';
import { decodeFile, type SelfPlayGame } from '../../src/measure/selfplay/record.ts';
import { type Analyzer, bestLines, placeGame } from '../../src/play/analysis/analysis.ts';
import { checkProblem, type ProblemSearch, searchProblem, stubbornReply } from '../../src/play/problems/check.ts';
import { formatProblem, type Kind, type Problem } from '../../src/play/problems/problem.ts';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../../src/play/state/game-state.ts';
import { threatsOf, winningPoints } from '../../src/play/state/threats.ts';
import { variantOf } from '../../src/play/state/variant.ts';
import { legalMoves } from '../../src/rules/index.ts';
import { resumeLog } from '../common/log.ts';
import { readNamed } from '../common/options.ts';
import { KernelAnalyzer } from './kernel-analyzer.ts';

export interface FindOptions {
  /** A file of `tengen selfplay`. */
  readonly games: string;
  /** JSON lines: {@link FindRun}, then a {@link FoundLine} for each game. */
  readonly out: string;
  /** Numbers of the first and the last game. */
  readonly first: number;
  readonly last: number;
  /** Of each search. */
  readonly nodes: number;
  /** Null: problems of all kinds. */
  readonly kind: Kind | null;
}

/** First line of the output. */
export interface FindRun {
  /** Name of the file that was searched. */
  readonly games: string;
  readonly nodes: number;
  /** Missing: all. */
  readonly kind?: Kind;
}

export interface FoundLine {
  /** Index of the game in its run. */
  readonly game: number;
  /** As {@link formatProblem} writes them. */
  readonly problems: readonly string[];
}

/** How many positions before the end of a game are searched. */
const LAST_POSITIONS = 10;
/** And how many after it. */
const PLAYED_ON = 8;
/** Moves that a brief search lists, of which all but the first are tried as mistakes. */
const TRIED_LINES = 3;
/** Plies of a win by fours that is too easy: a four that wins at two points. */
const PLAIN_PLIES = 3;
/** Most problems of one kind, and in all, that a game gives. */
const MOST_ALIKE = 2;
const MOST_PROBLEMS = 4;
const PROGRESS_GAMES = 50;

/** @param options an existing output file is continued */
export async function findProblems(options: FindOptions): Promise<void> {
  const { games, out, nodes, kind } = options;
  const { header, games: all } = readNamed(games, decodeFile);
  const done = openOutput(out, { games: basename(games), nodes, ...(kind === null ? {} : { kind }) });
  const wanted = all.filter(({ index }) => index >= options.first && index <= options.last && !done.has(index));
  const engine = new KernelAnalyzer();
  let count = 0;
  for (const [i, game] of wanted.entries()) {
    const problems = await problemsOf(engine, game, header.rule, options);
    const line: FoundLine = { game: game.index, problems: problems.map(formatProblem) };
    appendFileSync(out, `${JSON.stringify(line)}\n`);
    count += problems.length;
    if ((i + 1) % PROGRESS_GAMES === 0) console.error(`${out}: ${i + 1} of ${wanted.length} games, ${count} problems`);
  }
}

/** Begins the file, or removes a last line that was cut off. @returns the games that it has */
export function openOutput(out: string, run: FindRun): Set<number> {
  return new Set([...resumeLog(out, JSON.stringify(run))].map((line) => readFound(line, out).game));
}

export function readFound(line: string, place: string): FoundLine {
  return parseJsonLine(line, place) as FoundLine;
}

/** @returns problems of the game with different first moves, at most two of a kind */
async function problemsOf(
  engine: Analyzer,
  game: SelfPlayGame,
  rule: number,
  { nodes, kind: wanted }: FindOptions,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  engine.clearHash();
  for await (const position of positionsOf(engine, game, rule, nodes)) {
    const found = await searchProblem(engine, position, nodes, { solve: true });
    if (isPlain(position, found.winIn)) continue;
    if (wanted === 'fours' && !isWinByFour(position, found)) continue;
    if (problems.some(({ line }) => samePoint(line[0], found.move))) continue;
    const checked = await checkProblem(engine, position, { nodes });
    if (checked === null || !('problem' in checked)) continue;
    const { problem } = checked;
    const { kind, line } = problem;
    if (wanted !== null && kind !== wanted) continue;
    if (kind === 'fours' && line.length <= PLAIN_PLIES) continue;
    const alike = problems.filter((one) => one.kind === kind);
    const isKnown = problems.some((one) => samePoint(one.line[0], line[0]));
    if (!isKnown && alike.length < MOST_ALIKE) problems.push(problem);
    if (problems.length === MOST_PROBLEMS) break;
  }
  return problems;
}

/** @returns whether the side to move wins with its next four: that is no problem, unless it forbids the answer */
function isPlain(game: GameState, winIn: number | null): boolean {
  const canForbid = forbidsTo(game.variant.rule, opponentOf(sideToMove(game)));
  return winIn !== null && winIn > 0 && winIn <= PLAIN_PLIES && !canForbid;
}

/** @returns whether the move of a search wins and makes a four */
function isWinByFour(game: GameState, { move, winIn }: ProblemSearch): boolean {
  if (move === null || winIn === null || winIn <= PLAIN_PLIES) return false;
  const after = withPly(game, move);
  return after.end === null && winningPoints(after.position, game.variant.rule, sideToMove(game)).length > 0;
}

/**
 * The last positions of a game, those after mistakes in them, and those after its end: a game of self-play ends
 * when the search has proven its result, and the nearer to the five, the fewer ways lead there.
 */
async function* positionsOf(
  engine: Analyzer,
  { size, plies, openingPlies }: SelfPlayGame,
  rule: number,
  nodes: number,
): AsyncGenerator<GameState> {
  const first = Math.max(openingPlies, plies.length - LAST_POSITIONS);
  let position = withPlies(newGame(variantOf(rule, size, size, null)), plies.slice(0, first));
  for (const ply of plies.slice(first)) {
    if (position.end !== null) return;
    yield position;
    yield* missedFoursIn(engine, position, nodes);
    yield* mistakesIn(engine, position, nodes);
    position = withPly(position, ply);
  }
  for (let i = 0; i < PLAYED_ON && position.end === null; i++) {
    const reply = await stubbornReply(engine, position, nodes);
    if (reply === null) return;
    position = withPly(position, reply);
    if (position.end !== null) return;
    yield position;
    const { move, winIn } = await searchProblem(engine, position, nodes, { solve: true });
    if (move === null || winIn === null || winIn < 0) return;
    position = withPly(position, move);
  }
}

/** The positions after the moves that a brief search likes second best and less, where the other side then wins. */
async function* mistakesIn(engine: Analyzer, game: GameState, nodes: number): AsyncGenerator<GameState> {
  if (winningPoints(game.position, game.variant.rule, opponentOf(sideToMove(game))).length > 0) return;
  placeGame(engine, game);
  const lines = await bestLines(engine, { maxNodes: nodes, lines: TRIED_LINES });
  for (const { pv } of lines.slice(1)) {
    const after = withPly(game, pv[0]);
    if (after.end !== null) continue;
    const { winIn } = await searchProblem(engine, after, nodes, { solve: true });
    if (winIn !== null && winIn > PLAIN_PLIES) yield after;
  }
}

/**
 * The positions after a three of a player who has overlooked that the other side wins by fours. Without such a three, the
 * winner usually has time for threes as well, so that more than one move wins.
 */
async function* missedFoursIn(engine: Analyzer, game: GameState, nodes: number): AsyncGenerator<GameState> {
  const { position, variant } = game;
  const color = sideToMove(game);
  const { wins, doubles } = threatsOf(position, variant.rule, color);
  const others = winningPoints(position, variant.rule, opponentOf(color));
  if (wins.length > 0 || doubles.length > 0 || others.length > 0) return;
  const passed = await searchProblem(engine, withPly(game, null), nodes, { solve: true });
  if (passed.winIn === null || passed.winIn <= PLAIN_PLIES) return;
  for (const point of legalMoves(position, variant.rule, color)) {
    const after = withPly(game, point);
    const threats = threatsOf(after.position, variant.rule, color);
    if (threats.wins.length === 0 && threats.doubles.length > 0) yield after;
  }
}
