/** The tools of `tengen mcp`: what a language model may ask, in words and as JSON. */
import { analysisJson, lineJson, pointJson, threatsJson } from '../../analysis/json.ts';
import { MAX_DEPTH, MAX_PLIES } from '../../analysis/limits.ts';
import { DEFAULT_NODES, type Query, type QueryBounds, readQueries } from '../../analysis/query.ts';
import { isOver } from '../../analysis/queue.ts';
import { BLACK, sideName, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { MAX_LINES, MAX_SIZE, MIN_SIZE } from '../../core/limits.ts';
import { suggestion } from '../../core/near.ts';
import { hasForbidden } from '../../core/rule.ts';
import { MAX_WIN_LENGTH, MIN_WIN_LENGTH } from '../../core/rule-code.ts';
import {
  choice,
  described,
  type Fields,
  type JsonSchema,
  object,
  type ReadFields,
  type Schema,
  string,
  wholeNumber,
} from '../../core/schema.ts';
import { listed, shown } from '../../core/text.ts';
import { winChance } from '../../engine/win-chance.ts';
import { analyze, type Searcher } from '../../play/analysis/analysis.ts';
import { analyzeGame, type PositionAnalysis, REVIEW_NODES } from '../../play/review/analyze-game.ts';
import { reviewOf } from '../../play/review/review.ts';
import { gameTreeOf, lineThrough } from '../../play/review/tree.ts';
import { percentText } from '../../play/review/verdicts.ts';
import { type GameState, savedGame, sideToMove } from '../../play/state/game-state.ts';
import { labelOf } from '../../play/state/notation.ts';
import { foulMarks, foulSide, fouls, threatLines } from '../../play/state/threats.ts';
import { variantName } from '../../play/state/variant.ts';
import { drawLabeled } from '../../records/notation/diagram.ts';
import { formatSvg } from '../../records/notation/svg.ts';
import { gameOf } from '../analyze/game-file.ts';
import { reviewJson, reviewText } from '../analyze/game-report.ts';
import { analysisLines } from '../play/analysis.ts';
import { stateLine } from '../play/remarks.ts';
import { foulLines, spokenLine, spokenScore } from '../play/words.ts';

type Args = Readonly<Record<string, unknown>>;

export interface CallContext {
  readonly bounds: QueryBounds;
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
  readonly inputSchema: JsonSchema;
  readonly annotations: object;
  /** @throws UserError */
  run(args: unknown, context: CallContext): Promise<Answer>;
}

export const INSTRUCTIONS =
  'tengen analyzes gomoku and renju. A point is a column letter from A at the left and a row number from 1 at the bottom: H8 is the center of a 15x15 board. Black moves first. Scores and win chances are those of the side to move; win chances go from 0 to 1.';

/** A field that {@link readQueries} reads. @param type for models: simpler than what is accepted */
function field(type: string, description: string, bounds: JsonSchema = {}): Schema<unknown> {
  return described({ type, ...bounds, description }, (value) => value);
}

function about<T>(description: string, schema: Schema<T>): Schema<T> {
  return described({ ...schema.json, description }, schema);
}

const POSITION = {
  moves: field('string', 'the game so far, Black first, such as "H8 I9 J8"; - is a pass'),
  black: field('string', 'instead of moves: the black stones of a set-up position, such as "H8 J8"'),
  white: field('string', 'instead of moves: the white stones'),
  toMove: field('string', 'whose turn it is in a set-up position', { enum: ['black', 'white'] }),
  rule: field(
    'string',
    'freestyle (default): five or more win; standard: exactly five; renju: forbidden moves for Black; caro: five, unless blocked at both ends; omok: double-threes forbidden to both',
    { enum: ['freestyle', 'standard', 'renju', 'caro', 'omok'] },
  ),
  size: field('integer', 'board side, 15 by default', { minimum: MIN_SIZE, maximum: MAX_SIZE }),
  win: field('integer', 'stones in a row that win, in freestyle', { minimum: MIN_WIN_LENGTH, maximum: MAX_WIN_LENGTH }),
};

const LIMITS = {
  nodes: field('integer', `node limit; without any limit ${DEFAULT_NODES}`, { minimum: 1 }),
  timeMs: field('integer', 'time limit in milliseconds', { minimum: 1 }),
  depth: field('integer', 'depth limit in plies', { minimum: 1, maximum: MAX_DEPTH }),
};

/** What all tools have in common: they change nothing, and reach nothing outside. */
const annotations = { readOnlyHint: true, openWorldHint: false };

function tool<F extends Fields>(
  name: string,
  description: string,
  fields: F,
  run: (args: Partial<ReadFields<F>>, context: CallContext) => Promise<Answer>,
): Tool {
  const read = object({}, fields);
  return {
    name,
    description,
    inputSchema: read.json,
    annotations,
    run: (args, context) => run(read(args, ''), context),
  };
}

export const TOOLS: readonly Tool[] = [
  tool(
    'analyze',
    'Evaluates a position: the best moves with score, win chance and expected line, and the threats of both sides.',
    {
      ...POSITION,
      ...LIMITS,
      lines: field('integer', 'number of best moves, 1 by default', { minimum: 1, maximum: MAX_LINES }),
      solve: field('boolean', 'look for a win by threats first'),
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
    'Lists the points forbidden to Black in renju (the default here), or to the side to move in omok, and the rows that make each one forbidden.',
    POSITION,
    async (args, context) => {
      const { game } = positionOf({ rule: 'renju', ...args }, context);
      const { position, variant } = game;
      const points = fouls(game).map(({ point, kind }) => {
        const why = foulLines(position, variant.rule, foulSide(game), point);
        return {
          why,
          json: { ...pointJson(point, variant.height), kind, why: why.slice(1).map((line) => line.trim()) },
        };
      });
      const none = hasForbidden(variant.rule) ? 'No forbidden points.' : 'Only renju and omok have forbidden points.';
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
      file: about('instead of moves: the text of a game as SGF, PSQ or a list of moves', string('the text of a game')),
      nth: about('use the N-th game of the file, 1 by default', wholeNumber(1, Number.MAX_SAFE_INTEGER)),
      nodes: field('integer', `node limit per position, ${REVIEW_NODES} by default`, { minimum: 1 }),
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
    'Draws a position, as text (X black, O white; in renju and omok 3, 4 and 6 mark forbidden points) or as SVG with numbered stones.',
    { ...POSITION, format: about('text by default', choice('text', 'svg')) },
    async ({ format = 'text', ...args }, context) => {
      const { game, isSetup } = positionOf(args, context);
      return { lines: format === 'text' ? boardLines(game) : [formatSvg(savedGame(game), { numbers: !isSetup })] };
    },
  ),
];

/** @returns the result of a call in the form of the protocol @throws UserError */
export async function callTool(name: string, args: unknown, context: CallContext) {
  const called = TOOLS.find((one) => one.name === name);
  if (called === undefined) {
    const names = TOOLS.map((one) => one.name);
    throw new UserError(`tool ${shown(name)}: expected ${listed(names)}${suggestion(name, names)}`);
  }
  const { lines, json } = await called.run(args ?? {}, context);
  const content = [{ type: 'text' as const, text: lines.join('\n') }];
  return json === undefined ? { content } : { content, structuredContent: json as Record<string, unknown> };
}

function positionOf(args: Args, { bounds }: CallContext): Query {
  const [query] = readQueries({ id: 0, ...args }, bounds);
  return query;
}

/**
 * @param args with rule and winning length, if they override those of the file
 * @param game read from the same
 */
function readFile(file: string, nth: number, args: Args, { variant }: GameState) {
  const other = ['moves', 'black', 'white', 'toMove'].find((name) => args[name] !== undefined);
  if (other !== undefined) throw new UserError(`file with ${other}: expected only one form of game`);
  const { code, winLength } = variant.rule;
  const { last, notes } = gameOf(file, '', {
    size: variant.width,
    rule: args.rule === undefined ? null : code,
    winLength: args.win === undefined ? null : winLength,
    nth,
  });
  // They name options of the command line.
  return { last, notes: notes.map((note) => `Note: ${note.replaceAll('--', '')}`) };
}

function boardLines(game: GameState): string[] {
  const { position, variant } = game;
  return [...drawLabeled(position, foulMarks(game)), `${variantName(variant)}. ${stateLine(game)}`];
}
