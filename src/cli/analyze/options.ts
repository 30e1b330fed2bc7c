/** The command line of `tengen analyze`. */
import { MAX_ANALYSIS_MS, MAX_ANALYSIS_THREADS, MAX_DEPTH, MAX_PLIES, MAX_TABLE_MB } from '../../analysis/limits.ts';
import { type Given, readArguments, type Syntax } from '../../core/command.ts';
import { UserError } from '../../core/errors.ts';
import { MAX_LINES, MAX_NODES } from '../../core/limits.ts';
import { RULE, WIN_LENGTH } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { SWITCH, shownText, text, whole } from '../../core/values.ts';
import type { ThinkLimits } from '../../engine/api.ts';
import { REVIEW_NODES } from '../../play/review/analyze-game.ts';
import { gameTreeOf, lineThrough, type TreeNode } from '../../play/review/tree.ts';
import { type GameState, newGame, withPlies } from '../../play/state/game-state.ts';
import { readRecord } from '../../play/state/notation.ts';
import { BOARD_SIZE, DEFAULT_PLAY_SIZE, variantOf } from '../../play/state/variant.ts';
import type { BookView } from '../../records/book/info.ts';
import type { SavedGame } from '../../records/notation/saved-game.ts';
import { reasonText } from '../../records/notation/sgf.ts';
import { openBook } from '../play/book.ts';
import { SECONDS } from '../play/settings.ts';
import { isFileName, openGame } from './game-file.ts';
import type { GameRequest } from './game-report.ts';

const MAX_GAMES = 1e9;

const GAME = 'The whole game';
const BATCH = 'For programs';

export const ANALYZE_SYNTAX = {
  options: {
    rule: { type: RULE, help: 'rule of the game', usual: 'that of the file, else freestyle' },
    size: { type: BOARD_SIZE, default: { width: DEFAULT_PLAY_SIZE, height: DEFAULT_PLAY_SIZE }, help: 'board size' },
    win: { type: WIN_LENGTH, help: 'stones in a row that win in freestyle' },
    time: { type: SECONDS, help: 'time limit in seconds; off: none', usual: '5, unless --nodes or --depth is given' },
    nodes: { type: whole(1, MAX_NODES), help: 'node limit' },
    depth: { type: whole(1, MAX_DEPTH), help: 'depth limit in plies' },
    multipv: { type: whole(1, MAX_LINES, 'K'), default: 1, help: 'number of best lines' },
    solve: { type: SWITCH, help: 'first look for a win by threats, with about half of the time' },
    ply: { type: whole(0, MAX_PLIES), help: 'analyze the position after N moves of the game', usual: 'all' },
    nth: { type: whole(1, MAX_GAMES), help: 'use the N-th game of the file', usual: '1' },
    book: { type: text('FILE'), help: 'also show the entry of this book, a .tbook or .tbk (docs/guide/books.md)' },
    json: { type: SWITCH, help: 'print one JSON object' },
    ascii: { type: SWITCH, help: 'draw with ASCII characters only' },
    game: {
      type: SWITCH,
      help: `analyze all positions, each with ${REVIEW_NODES} nodes unless a limit is given`,
      section: GAME,
    },
    sgf: { type: text('OUT'), help: 'write the game with comments, and better lines as variations', section: GAME },
    svg: { type: text('OUT'), help: 'draw the win chance over the game', section: GAME },
    batch: {
      type: SWITCH,
      help: 'read queries and print answers as JSON lines, see docs/guide/batch.md',
      section: BATCH,
    },
    threads: {
      type: whole(1, MAX_ANALYSIS_THREADS),
      default: 1,
      help: 'number of concurrent queries, each searched by one thread',
      section: BATCH,
    },
    table: {
      type: whole(1, MAX_TABLE_MB, 'MB'),
      default: 32,
      help: 'table size of each search, in MB; it affects the answers',
      section: BATCH,
    },
  },
  operands: { noun: 'word', min: 0, max: Number.POSITIVE_INFINITY },
} as const satisfies Syntax;

const DEFAULT_MS = 5000;

export interface PositionRequest {
  readonly game: GameState;
  readonly limits: ThinkLimits;
  readonly isJson: boolean;
  readonly book: BookView | null;
  readonly isAscii: boolean;
}

type GivenHere = Given<(typeof ANALYZE_SYNTAX)['options']>;

/** @throws UserError; a GameFileError for a problem with a file */
export function readAnalyzeRequest(args: readonly string[]) {
  const given = readArguments(ANALYZE_SYNTAX, args, 'tengen analyze');
  const { values, names } = given;
  for (const name of ['threads', 'table']) {
    if (names.has(name)) throw new UserError(`--${name} requires --batch`);
  }
  const { node, facts, notes } = readGame(given);
  if (values.game) return { kind: 'game', request: gameRequest(given, node, facts), notes } as const;
  for (const name of ['sgf', 'svg']) {
    if (names.has(name)) throw new UserError(`--${name} requires --game`);
  }
  const { multipv: lines, solve } = values;
  if (solve && lines > 1) throw new UserError(`--multipv ${lines} with --solve: expected a single line`);
  const request: PositionRequest = {
    game: node.game,
    limits: { ...limitsOf(given, { maxMs: DEFAULT_MS }), lines, solve },
    book: values.book === null ? null : openBook(values.book),
    isJson: values.json,
    isAscii: values.ascii,
  };
  return { kind: 'position', request, notes } as const;
}

function gameRequest({ values, names, ...given }: GivenHere, node: TreeNode, facts: Partial<SavedGame>): GameRequest {
  for (const name of ['book', 'multipv']) {
    if (names.has(name)) throw new UserError(`--${name} and --game: expected only one of them`);
  }
  if (lineThrough(node).length < 2) throw new UserError('--game: expected a game with moves');
  const { solve, json: isJson, sgf, svg } = values;
  const limits = { ...limitsOf({ values, names, ...given }, { maxNodes: REVIEW_NODES }), solve };
  return { node, facts, limits, isJson, sgf, svg };
}

/** @returns the selected position, where with --game its line ends; what is known of the game; notes for the user */
function readGame({ values, operands, names }: GivenHere) {
  const { rule, win, ply } = values;
  const { width, height } = values.size;
  if (operands.length === 1 && isFileName(operands[0])) {
    const opened = openGame(operands[0], { size: width, rule, winLength: win, nth: values.nth ?? 1 });
    const { node, isWhole } = positionAt(opened.last, ply);
    if (isWhole) return { node, facts: opened.facts, notes: opened.notes };
    // A game cut short has no result yet.
    const [root] = lineThrough(node);
    root.unread.delete('RE');
    if (opened.facts.reason !== null && root.comment === reasonText(opened.facts.reason)) root.comment = '';
    return { node, facts: { ...opened.facts, result: null, reason: null }, notes: opened.notes };
  }
  if (names.has('nth')) throw new UserError('--nth requires a file');
  const variant = variantOf(rule ?? FREESTYLE, width, height, win);
  const record = operands.join(' ').trim();
  const plies = record === '' ? [] : readRecord(record, variant);
  if (plies === null) {
    throw new UserError(`moves ${shownText(record)}: expected points such as "H8 J10", or a file`);
  }
  const facts: Partial<SavedGame> = {};
  return { ...positionAt(gameTreeOf(withPlies(newGame(variant), plies)), ply), facts, notes: [] };
}

function positionAt(last: TreeNode, ply: number | null): { node: TreeNode; isWhole: boolean } {
  const line = lineThrough(last);
  const most = line.length - 1;
  if (ply === null) return { node: last, isWhole: true };
  if (ply > most) throw new UserError(`--ply ${ply}: expected a whole number from 0 to ${most}, the moves of the game`);
  const node = line[ply];
  // Later moves are not part of the game to analyze.
  node.children.length = 0;
  return { node, isWhole: ply === most };
}

/** @param usual limits if none is given */
function limitsOf({ values, names }: GivenHere, usual: ThinkLimits): ThinkLimits {
  const { time, nodes, depth } = values;
  if (!names.has('time') && nodes === null && depth === null) return usual;
  return {
    ...(names.has('time') ? { maxMs: time ?? MAX_ANALYSIS_MS } : {}),
    ...(nodes === null ? {} : { maxNodes: nodes }),
    ...(depth === null ? {} : { maxDepth: depth }),
  };
}

/** @returns how many queries are searched at once, and the bytes of each search's table @throws UserError */
export function readBatchOptions(args: readonly string[]) {
  const { values, operands, names } = readArguments(ANALYZE_SYNTAX, args, 'tengen analyze');
  const option = [...names].find((name) => !['batch', 'threads', 'table'].includes(name));
  const other = option === undefined ? operands[0] : `--${option}`;
  if (other !== undefined) throw new UserError(`${other}: --batch only takes --threads and --table`);
  return { threads: values.threads, tableBytes: values.table << 20 };
}
