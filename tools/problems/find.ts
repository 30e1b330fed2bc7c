/** Searches the last positions of self-play games for problems. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseJsonLine } from '../../src/core/json-lines.ts';
import type { Engine } from '../../src/engine/api.ts';
import { type GameState, newGame, withPlies, withPly } from '../../src/game/state/game-state.ts';
import { variantOf } from '../../src/game/state/variant.ts';
import { createEngine } from '../../src/platform/node/engine.ts';
import { checkProblem, searchProblem, stubbornReply } from '../../src/problems/check.ts';
import { formatProblem, type Problem } from '../../src/problems/problem.ts';
import { decodeFile, type SelfPlayGame } from '../../src/selfplay/record.ts';
import { fail, readNamed } from '../common/options.ts';

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
}

interface FindRun {
  readonly games: string;
  readonly nodes: number;
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
/** Small: the search clears it for every position. */
const TABLE_BYTES = 2 << 20;
const PROGRESS_GAMES = 50;

/** @param options an existing output file is continued */
export async function findProblems(options: FindOptions): Promise<void> {
  const { games, out, nodes } = options;
  const { header, games: all } = readNamed(games, decodeFile);
  const done = openOutput(out, { games: basename(games), nodes });
  const wanted = all.filter(({ index }) => index >= options.first && index <= options.last && !done.has(index));
  const engine = createEngine();
  engine.setTableBytes(TABLE_BYTES);
  let count = 0;
  try {
    for (const [i, game] of wanted.entries()) {
      const problems = await problemsOf(engine, game, header.rule, nodes);
      const line: FoundLine = { game: game.index, problems: problems.map(formatProblem) };
      appendFileSync(out, `${JSON.stringify(line)}\n`);
      count += problems.length;
      if ((i + 1) % PROGRESS_GAMES === 0)
        console.error(`${out}: ${i + 1} of ${wanted.length} games, ${count} problems`);
    }
  } finally {
    await engine.close();
  }
}

/** Begins the file, or removes a last line that was cut off. @returns the games that it has */
function openOutput(out: string, run: FindRun): Set<number> {
  const start = JSON.stringify(run);
  if (!existsSync(out)) writeFileSync(out, `${start}\n`);
  const text = readFileSync(out, 'utf8');
  const [first, ...lines] = text.split('\n').slice(0, -1);
  if (first !== start) return fail(`${out}: made from ${first}, expected ${start}; choose another file`);
  writeFileSync(out, [first, ...lines, ''].join('\n'));
  return new Set(lines.map((line) => readFound(line, out).game));
}

export function readFound(line: string, place: string): FoundLine {
  return parseJsonLine(line, place) as FoundLine;
}

/** @returns at most one of each kind, the earliest in the game */
async function problemsOf(engine: Engine, game: SelfPlayGame, rule: number, nodes: number): Promise<Problem[]> {
  const problems: Problem[] = [];
  engine.clearHash();
  for await (const position of positionsOf(engine, game, rule, nodes)) {
    const checked = await checkProblem(engine, position, { nodes });
    if (checked === null || !('problem' in checked)) continue;
    const { problem } = checked;
    if (!problems.some(({ kind }) => kind === problem.kind)) problems.push(problem);
  }
  return problems;
}

/**
 * The last positions of a game, and those after it: a game of self-play ends when the search has proven its result, and
 * the nearer to the five, the fewer ways lead there.
 */
async function* positionsOf(
  engine: Engine,
  { size, plies, openingPlies }: SelfPlayGame,
  rule: number,
  nodes: number,
): AsyncGenerator<GameState> {
  const first = Math.max(openingPlies, plies.length - LAST_POSITIONS);
  let position = withPlies(newGame(variantOf(rule, size, size, null)), plies.slice(0, first));
  for (const ply of plies.slice(first)) {
    if (position.end !== null) return;
    yield position;
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
