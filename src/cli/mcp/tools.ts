/** The tools of `tengen mcp`: what a language model may ask, in words and as JSON. */
import { analysisJson, lineJson, pointJson, threatsJson } from '../../analysis/json.ts';
import { MAX_DEPTH, MAX_PLIES } from '../../analysis/limits.ts';
import { DEFAULT_NODES, type Query, type QueryBounds, readQueries } from '../../analysis/query.ts';
import { BLACK, sideName, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { MAX_LINES, MAX_SIZE, MIN_SIZE } from '../../core/limits.ts';
import { suggestion } from '../../core/near.ts';
import { listed, shown } from '../../core/text.ts';
import { winChance } from '../../engine/win-chance.ts';
import { analyze, type Searcher } from '../../play/analysis/analysis.ts';
import { analyzeGame, type PositionAnalysis, REVIEW_NODES } from '../../play/review/analyze-game.ts';
import { reviewOf } from '../../play/review/review.ts';
import { gameTreeOf, lineThrough } from '../../play/review/tree.ts';
import { percentText } from '../../play/review/verdicts.ts';
import { type GameState, savedGame, sideToMove } from '../../play/state/game-state.ts';
import { labelOf } from '../../play/state/notation.ts';
import { fouls, threatLines } from '../../play/state/threats.ts';
import { variantName } from '../../play/state/variant.ts';
import { drawLabeled, forbiddenMarks } from '../../records/notation/diagram.ts';
import { formatSvg } from '../../records/notation/svg.ts';
import { emptyCount } from '../../rules/index.ts';
import { gameOf, type OpenedGame } from '../analyze/game-file.ts';
import { reviewJson, reviewText } from '../analyze/game-report.ts';
import { analysisLines } from '../play/analysis.ts';
import { stateLine } from '../play/remarks.ts';
import { foulLines, spokenLine, spokenScore } from '../play/words.ts';

export type Args = Readonly<Record<string, unknown>>;

/** What a call may use. */
export interface CallContext {
  readonly bounds: QueryBounds;
  /** @returns the engine */
  readonly search: () => Searcher;
}

interface Answer {
  /** Lines for the model. */
  readonly lines: readonly string[];
  /** The same for programs. */
  readonly json?: object;
}

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, object>> };
  /** @throws UserError */
  run(args: Args, context: CallContext): Promise<Answer>;
}

export const INSTRUCTIONS =
  'tengen analyzes gomoku and renju. A point is a column letter from A at the left and a row number from 1 at the bottom: H8 is the center of a 15x15 board. Black moves first. Scores and win chances are those of the side to move; win chances go from 0 to 1.';

const POSITION = {
  moves: { type: 'string', description: 'the game so far, Black first, such as "H8 I9 J8"; - is a pass' },
  black: { type: 'string', description: 'instead of moves: the black stones of a set-up position, such as "H8 J8"' },
  white: { type: 'string', description: 'instead of moves: the white stones' },
  toMove: { type: 'string', enum: ['black', 'white'], description: 'whose turn it is in a set-up position' },
  rule: {
    type: 'string',
    enum: ['freestyle', 'standard', 'renju', 'caro'],
    description:
      'freestyle (default): five or more win; standard: exactly five; renju: forbidden moves for Black; caro: five, unless blocked at both ends',
  },
  size: { type: 'integer', minimum: MIN_SIZE, maximum: MAX_SIZE, description: 'board side, 15 by default' },
  win: { type: 'integer', minimum: 3, maximum: 6, description: 'stones in a row that win, in freestyle' },
};

const LIMITS = {
  nodes: { type: 'integer', minimum: 1, description: `node limit; without any limit ${DEFAULT_NODES}` },
  timeMs: { type: 'integer', minimum: 1, description: 'time limit in milliseconds' },
  depth: { type: 'integer', minimum: 1, maximum: MAX_DEPTH, description: 'depth limit in plies' },
};

/** What all tools have in common: they change nothing, and reach nothing outside. */
const annotations = { readOnlyHint: true, openWorldHint: false };

function tool(name: string, description: string, properties: Readonly<Record<string, object>>, run: Tool['run']) {
  const inputSchema = { type: 'object', properties, additionalProperties: false } as const;
  return { name, description, inputSchema, annotations, run };
}

export const TOOLS: readonly Tool[] = [
  tool(
    'analyze',
    'Evaluates a position: the best moves with score, win chance and expected line, and the threats of both sides.',
    {
      ...POSITION,
      ...LIMITS,
      lines: { type: 'integer', minimum: 1, maximum: MAX_LINES, description: 'number of best moves, 1 by default' },
      solve: { type: 'boolean', description: 'look for a win by threats first' },
    },
    async (args, context) => {
      const { game, limits, isSetup } = positionOf(args, context);
      const lines = isOver(game) ? [] : await analyze(context.search(), game, limits);
      const report = { lines, isStopped: false, wanted: limits.lines ?? 1 };
      const moves = isSetup ? { moves: null } : {};
      return {
        lines: [...boardLines(game), ...analysisLines(game, report)],
        json: { ...analysisJson(game, report), ...moves },
      };
    },
  ),
  tool('best_move', 'Chooses the move to play.', { ...POSITION, ...LIMITS }, async (args, context) => {
    const { game, limits } = positionOf(args, context);
    if (isOver(game)) throw new UserError('the game is over: expected a position in which a move can be played');
    const [best] = await analyze(context.search(), game, limits);
    const { height } = game.variant;
    return {
      lines: [
        `${labelOf(best.pv[0], height)}: ${spokenScore(best)}, win chance ${percentText(winChance(best))}, depth ${best.depth}`,
        `Expected line: ${spokenLine(best.pv, height)}`,
      ],
      json: {
        sideToMove: sideName(sideToMove(game)),
        move: pointJson(best.pv[0], height),
        ...lineJson(best, height),
      },
    };
  }),
  tool(
    'threats',
    'Lists the points where either side could win at once, make a four that one move cannot stop, or make a four that must be answered.',
    POSITION,
    async (args, context) => {
      const { game } = positionOf(args, context);
      const { position, variant } = game;
      const lines = ([BLACK, WHITE] as const).flatMap((color) => threatLines(position, variant.rule, color));
      return { lines: game.end === null ? lines : boardLines(game), json: threatsJson(game) };
    },
  ),
  tool(
    'forbidden_points',
    'Lists the points forbidden to Black in renju (the default here), and the rows that make each one forbidden.',
    POSITION,
    async (args, context) => {
      const { game } = positionOf({ rule: 'renju', ...args }, context);
      const { position, variant } = game;
      const points = fouls(game).map(({ point, kind }) => {
        const why = foulLines(position, point);
        return {
          why,
          json: { ...pointJson(point, variant.height), kind, why: why.slice(1).map((line) => line.trim()) },
        };
      });
      const none = variant.rule.renju ? 'No forbidden points.' : 'Only renju has forbidden points.';
      return {
        lines: points.length === 0 ? [none] : [...boardLines(game), ...points.flatMap(({ why }) => why)],
        json: { forbidden: points.map(({ json }) => json) },
      };
    },
  ),
  tool(
    'review_game',
    'Analyzes every position of a game: how much win chance each move lost, mistakes, blunders, missed wins, better moves.',
    {
      ...POSITION,
      file: { type: 'string', description: 'instead of moves: the text of a game as SGF, PSQ or a list of moves' },
      nth: { type: 'integer', minimum: 1, description: 'use the N-th game of the file, 1 by default' },
      nodes: { type: 'integer', minimum: 1, description: `node limit per position, ${REVIEW_NODES} by default` },
    },
    async ({ file, nth = 1, ...args }, context) => {
      const { maxNodes, maxMs } = context.bounds;
      const nodes = Math.min(REVIEW_NODES, maxNodes);
      const { game, limits } = positionOf({ nodes, ...args }, context);
      const { last, notes } =
        file === undefined ? { last: gameTreeOf(game), notes: [] } : readFile(file, nth, args, game);
      const games = lineThrough(last).map((one) => one.game);
      if (games.length < 2) throw new UserError('moves: expected a game with moves');
      if (games.length > MAX_PLIES + 1) throw new UserError(`${games.length - 1} moves: expected at most ${MAX_PLIES}`);
      const analyses: (PositionAnalysis | null)[] = games.map(() => null);
      const share = { ...limits, maxMs: Math.max(1, Math.floor(maxMs / games.length)) };
      const engine = context.search();
      // So that the answer does not depend on the calls before.
      engine.clearHash();
      await analyzeGame(engine, games, share, (index, found) => {
        analyses[index] = found;
      });
      const review = reviewOf(games, analyses);
      return { lines: [...notes, reviewText(review, {}, false)], json: reviewJson(review, false) };
    },
  ),
  tool(
    'board_picture',
    'Draws a position, as text (X black, O white; in renju 3, 4 and 6 mark forbidden points) or as SVG with numbered stones.',
    { ...POSITION, format: { type: 'string', enum: ['text', 'svg'], description: 'text by default' } },
    async ({ format = 'text', ...args }, context) => {
      if (format !== 'text' && format !== 'svg')
        throw new UserError(`format ${shown(format)}: expected "text" or "svg"`);
      const { game, isSetup } = positionOf(args, context);
      return { lines: format === 'text' ? boardLines(game) : [formatSvg(savedGame(game), { numbers: !isSetup })] };
    },
  ),
];

/** @returns the result of a call in the form of the protocol @throws UserError */
export async function callTool(name: string, args: Args = {}, context: CallContext) {
  const called = TOOLS.find((one) => one.name === name);
  if (called === undefined) {
    const names = TOOLS.map((one) => one.name);
    throw new UserError(`tool ${shown(name)}: expected ${listed(names)}${suggestion(name, names)}`);
  }
  const known = Object.keys(called.inputSchema.properties);
  const unknown = Object.keys(args).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new UserError(`unknown field ${shown(unknown)}: expected ${listed(known)}${suggestion(unknown, known)}`);
  }
  const { lines, json } = await called.run(args, context);
  const content = [{ type: 'text' as const, text: lines.join('\n') }];
  return json === undefined ? { content } : { content, structuredContent: json as Record<string, unknown> };
}

function positionOf(args: Args, { bounds }: CallContext): Query {
  const [query] = readQueries(0, args, bounds);
  return query;
}

/**
 * @param args with rule and winning length, if they override those of the file
 * @param game read from the same
 */
function readFile(file: unknown, nth: unknown, args: Args, { variant }: GameState): Pick<OpenedGame, 'last' | 'notes'> {
  if (typeof file !== 'string') throw new UserError(`file ${shown(file)}: expected the text of a game`);
  const other = ['moves', 'black', 'white', 'toMove'].find((name) => args[name] !== undefined);
  if (other !== undefined) throw new UserError(`file with ${other}: expected only one form of game`);
  if (!Number.isInteger(nth)) throw new UserError(`nth ${shown(nth)}: expected a whole number of at least 1`);
  const { code, winLength } = variant.rule;
  const { last, notes } = gameOf(file, '', {
    size: variant.width,
    rule: args.rule === undefined ? null : code,
    winLength: args.win === undefined ? null : winLength,
    nth: nth as number,
  });
  // They name options of the command line.
  return { last, notes: notes.map((note) => `Note: ${note.replaceAll('--', '')}`) };
}

function isOver({ end, position }: GameState): boolean {
  return end !== null || emptyCount(position) === 0;
}

function boardLines(game: GameState): string[] {
  const { position, variant, end } = game;
  const marks = variant.rule.renju && end === null ? forbiddenMarks(position) : undefined;
  return [...drawLabeled(position, marks), `${variantName(variant)}. ${stateLine(game)}`];
}
