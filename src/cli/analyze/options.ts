/** The command line of `tengen analyze`. */
import type { BookView } from '../../book/info.ts';
import { MatchError } from '../../core/errors.ts';
import { ruleHelp } from '../../core/rule.ts';
import type { ThinkLimits } from '../../engine/api.ts';
import { type GameState, newGame, withPlies } from '../../game/state/game-state.ts';
import { readRecord } from '../../game/state/notation.ts';
import { readRule, readSize, readWinLength, variantOf } from '../../game/state/variant.ts';
import type { SavedGame } from '../../notation/saved-game.ts';
import { REVIEW_NODES } from '../../review/look-through.ts';
import { lineThrough, type TreeNode, treeOf } from '../../review/tree.ts';
import { openBook } from '../play/book.ts';
import { DEFAULT_SIZE, readTime } from '../play/settings.ts';
import { parsedOptions } from '../wrong-option.ts';
import { isFileName, openGame } from './game-file.ts';
import type { GameRequest } from './game-report.ts';
import { MOST_DEPTH, MOST_LINES, MOST_MS, MOST_NODES } from './limits.ts';

export const USAGE = `Usage: tengen analyze "H8 J10 ..." [options]
       tengen analyze FILE [options]
       tengen analyze --batch [--threads N] [--table MB]
Prints the position after the moves (row 1 at the bottom), the best lines with scores, and what both sides threaten.
FILE is a game as psq, sgf or pos; with --game every move of it is looked at, and what it lost is told.
Ctrl-C ends the search with what it has found so far.

Options: --rule RULE        see below (default: as the file tells, else freestyle)
         --size N | WxH     board, 3 to 22 (default 15)
         --win K            stones in a row that win under freestyle, 3 to 6
         --time S           seconds (default 5, unless --nodes or --depth is given); off: no limit
         --nodes N, --depth N
         --multipv K        how many best lines, 1 to 16 (default 1)
         --solve            look for a win by threats first, with about half of the time
         --ply N            the position after N moves of the game (default: all)
         --nth N            the N-th game of a file (default 1)
         --book FILE        what a book says of the position, a .tbook or .tbk (docs/books.md)
         --json             one JSON object
         --ascii            no characters beyond ASCII

         --game             all positions, each with ${REVIEW_NODES} nodes unless a limit is given
         --sgf OUT          with --game: the game with comments, and better lines as variations
         --svg OUT          with --game: a picture of the chances

         --batch            for programs: lines of JSON in and out, see docs/batch.md
         --threads N        with --batch: searches at once, 1 to 64 (default 1)
         --table MB         with --batch: table of each search (default 32)
${ruleHelp().join('\n')}
Exit: 0 done, 1 a file cannot be read or written, 2 wrong usage
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
  ply: { type: 'string' },
  nth: { type: 'string' },
  game: { type: 'boolean' },
  sgf: { type: 'string' },
  svg: { type: 'string' },
  book: { type: 'string' },
  json: { type: 'boolean' },
  ascii: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const DEFAULT_MS = 5000;
const MOST_PLIES = 1000;
const MOST_GAMES = 1e9;

/** A single position to be looked at. */
export interface PositionRequest {
  readonly game: GameState;
  readonly limits: ThinkLimits;
  readonly isJson: boolean;
  /** To be asked about the position. */
  readonly book: BookView | null;
  readonly isAscii: boolean;
}

export type AnalyzeRequest = (
  | { readonly kind: 'position'; readonly request: PositionRequest }
  | { readonly kind: 'game'; readonly request: GameRequest }
) & { readonly notes: readonly string[] };

type Values = ReturnType<typeof readOptions>['values'];

/** @throws MatchError; a GameFileError where a file is to blame */
export function readAnalyzeRequest(args: readonly string[]): AnalyzeRequest {
  const { values, positionals } = readOptions(args);
  const { node, facts, notes } = readGame(values, positionals);
  if (values.game === true) return { kind: 'game', request: gameRequest(values, node, facts), notes };
  for (const name of ['sgf', 'svg'] as const) {
    if (values[name] !== undefined) throw new MatchError(`--${name} alone: expected --game with it`);
  }
  const lines = readNumber('multipv', values.multipv ?? '1', MOST_LINES);
  const solve = values.solve === true;
  if (solve && lines > 1) throw new MatchError(`solve with multipv "${lines}": expected a single line`);
  const limits = { ...limitsOf(values, { maximumMs: DEFAULT_MS }), lines, solve };
  const { game } = node;
  return {
    kind: 'position',
    request: {
      game,
      limits,
      book: values.book === undefined ? null : openBook(values.book),
      isJson: values.json === true,
      isAscii: values.ascii === true,
    },
    notes,
  };
}

function gameRequest(values: Values, node: TreeNode, facts: Partial<SavedGame>): GameRequest {
  if (values.book !== undefined) throw new MatchError('--book with --game: expected one of them');
  if (values.multipv !== undefined) throw new MatchError('--multipv with --game: expected one of them');
  if (lineThrough(node).length < 2) throw new MatchError('--game: expected a game with moves');
  return {
    node,
    facts,
    limits: { ...limitsOf(values, { maxNodes: REVIEW_NODES }), solve: values.solve === true },
    isJson: values.json === true,
    sgf: values.sgf ?? null,
    svg: values.svg ?? null,
  };
}

interface ReadGame {
  /** The position asked for; with --game its line ends there. */
  readonly node: TreeNode;
  readonly facts: Partial<SavedGame>;
  readonly notes: readonly string[];
}

function readGame(values: Values, positionals: readonly string[]): ReadGame {
  const isFile = positionals.length === 1 && isFileName(positionals[0]);
  const { width, height } = readSize(values.size ?? String(DEFAULT_SIZE));
  const rule = values.rule === undefined ? null : readRule(values.rule);
  const winLength = values.win === undefined ? null : readWinLength(values.win);
  if (isFile) {
    const nth = readNumber('nth', values.nth ?? '1', MOST_GAMES);
    const opened = openGame(positionals[0], { size: width, rule, winLength, nth });
    const { node, isWhole } = positionAt(opened.last, values.ply);
    // A game cut short has no result yet.
    const facts = isWhole ? opened.facts : { ...opened.facts, result: null, reason: null };
    return { node, facts, notes: opened.notes };
  }
  if (values.nth !== undefined) throw new MatchError('--nth without a file: expected FILE');
  const variant = variantOf(rule ?? readRule('freestyle'), width, height, winLength);
  const record = positionals.join(' ').trim();
  const plies = record === '' ? [] : readRecord(record, variant);
  if (plies === null) {
    throw new MatchError(`moves "${record.slice(0, 60)}": expected points such as "H8 J10", or a file`);
  }
  return { ...positionAt(treeOf(withPlies(newGame(variant), plies)), values.ply), facts: {}, notes: [] };
}

function positionAt(last: TreeNode, ply: string | undefined): { node: TreeNode; isWhole: boolean } {
  const line = lineThrough(last);
  const most = line.length - 1;
  if (ply === undefined) return { node: last, isWhole: true };
  const number = ply === '0' ? 0 : readNumber('ply', ply, MOST_PLIES);
  if (number > most) throw new MatchError(`ply "${ply}": expected 0 to ${most}, the moves of the game`);
  const node = line[number];
  // What comes after is not part of the game that is looked at.
  node.children.length = 0;
  return { node, isWhole: number === most };
}

/** @param usual what holds if no limit is given */
function limitsOf(values: Values, usual: ThinkLimits): ThinkLimits {
  const { time, nodes, depth } = values;
  if (time === undefined && nodes === undefined && depth === undefined) return usual;
  return {
    ...(time === undefined ? {} : { maximumMs: readTime(time) ?? MOST_MS }),
    ...(nodes === undefined ? {} : { maxNodes: readNumber('nodes', nodes, MOST_NODES) }),
    ...(depth === undefined ? {} : { maxDepth: readNumber('depth', depth, MOST_DEPTH) }),
  };
}

function readOptions(args: readonly string[]) {
  return parsedOptions({ args: [...args], options: OPTIONS, allowPositionals: true }, 'tengen analyze');
}

function readNumber(name: string, text: string, most: number): number {
  const value = /^\d{1,13}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new MatchError(`${name} "${text}": expected a whole number from 1 to ${most}`);
}
