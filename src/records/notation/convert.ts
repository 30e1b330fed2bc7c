import { messageOf, UserError } from '../../core/errors.ts';
import { parseJsonLine } from '../../core/json-lines.ts';
import { MIN_SIZE } from '../../core/limits.ts';
import { type Rule, ruleFromCode } from '../../core/rule.ts';
import { readAs } from '../../core/schema.ts';
import { GAME_LINE, type GameLine, lineOf, savedGameOf } from './game-line.ts';
import { faultOfOpening, formatOffsetLine, formatPosLine, parseOffsetLine, parsePosLine } from './openings.ts';
import { formatPgn } from './pgn.ts';
import { formatPsq, parsePsq } from './psq.ts';
import { bareGame, MAX_LETTERS, misplaced, type SavedGame, stonesToWrite } from './saved-game.ts';
import { formatSgf, parseSgf, USUAL_SIZE } from './sgf.ts';
import { isSgf, MAX_SGF_SIZE } from './sgf-text.ts';
import { formatSvg } from './svg.ts';

/**
 * `psq` Piskvork, `sgf`, `jsonl` results of a match, `pos` moves such as h8i9 a line (`pos-bottom`: rows from the
 * bottom), `offset` Gomocup openings, and for writing only `svg` and `pgn`.
 */
export type Notation = (typeof NOTATIONS)[number];

/** Every {@link Notation}. */
export const NOTATIONS = ['psq', 'sgf', 'jsonl', 'pos', 'pos-bottom', 'offset', 'svg', 'pgn'] as const;

export function isSingle(notation: Notation): boolean {
  return notation === 'psq' || notation === 'svg';
}

/** What a plain list of moves does not say. */
export interface ReadDefaults {
  readonly size: number;
  readonly rule: number | null;
}

/**
 * Reads all games in `text`.
 *
 *     readGames('h8 i9 j10', 'pos-bottom')[0].moves; // [{ x: 7, y: 7 }, { x: 8, y: 6 }, { x: 9, y: 5 }]
 *
 * @param notation default: what the text looks like, see {@link guessNotation}
 * @param defaults where the text does not name them: a board of 15, no rule
 * @throws UserError for text in another notation, and for stones off the board or on another stone
 */
export function readGames(
  text: string,
  notation: Notation = guessNotation(text),
  { size = USUAL_SIZE, rule = null }: Partial<ReadDefaults> = {},
): SavedGame[] {
  return readableGames(text, notation, { size, rule }, (reason) => {
    throw new UserError(reason);
  });
}

/**
 * As {@link readGames}, without the lines and games that cannot be read.
 * @param onSkip called with the reason for each
 */
export function readableGames(
  text: string,
  notation: Notation,
  defaults: ReadDefaults,
  onSkip: (reason: string) => void,
): SavedGame[] {
  let skipped = 0;
  const skip = (reason: string): void => {
    skipped++;
    onSkip(reason);
  };
  const games = parseGames(text, notation, defaults, skip).filter((game, i) => {
    const fault = faultOf(game);
    if (fault !== null) skip(`game ${i + 1}: ${fault}`);
    return fault === null;
  });
  // A file of another kind, or one that was cut. A line of results may be a game without a stone, as an SGF may.
  const isEmpty = games.every(({ moves }) => moves.length === 0);
  if (isEmpty && skipped === 0 && notation !== 'sgf' && (notation !== 'jsonl' || games.length === 0)) {
    throw new UserError(`no moves: expected a game in ${notation}`);
  }
  return games;
}

function parseGames(
  text: string,
  notation: Notation,
  { size, rule }: ReadDefaults,
  onSkip: (reason: string) => void,
): SavedGame[] {
  if (notation === 'psq') return [withRule(parsePsq(text), rule)];
  if (notation === 'sgf') return parseSgf(text, { rule, size }).map((game) => withRule(game, rule));
  const lines = text.split(/\r\n|\r|\n/);
  const games: SavedGame[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const place = `line ${i + 1}`;
    if (notation === 'jsonl') {
      const game = parseGameLine(line, place);
      if (typeof game === 'string') onSkip(game);
      else if (game !== null) games.push(game);
      continue;
    }
    if (notation === 'svg' || notation === 'pgn') throw new UserError(`${notation} can be written, not read`);
    const text = line.trim();
    const moves =
      notation === 'offset' ? parseOffsetLine(text, size) : parsePosLine(text, size, notation === 'pos-bottom');
    if (typeof moves === 'string') onSkip(`${place}: ${moves}`);
    else games.push(bareGame(size, moves, rule));
  }
  return games;
}

function withRule(game: SavedGame, rule: number | null): SavedGame {
  return game.rule === null ? { ...game, rule } : game;
}

/** @returns null: the line is about something else; a text: why it cannot be read */
function parseGameLine(line: string, place: string): SavedGame | string | null {
  try {
    const value = parseJsonLine(line, place) as Partial<GameLine> | null;
    return value?.type === 'game' ? savedGameOf(readAs(GAME_LINE, value, place)) : null;
  } catch (error) {
    return messageOf(error);
  }
}

/** @returns why no notation could hold the game, or null; SGF has the most letters */
function faultOf(game: SavedGame): string | null {
  const { size, height = size } = game;
  const isFit = [size, height].every((side) => side >= MIN_SIZE && side <= MAX_SGF_SIZE);
  if (!isFit) return `board ${size}x${height}: expected sides from ${MIN_SIZE} to ${MAX_SGF_SIZE}`;
  return misplaced(game);
}

/**
 * Writes games as one text.
 *
 *     writeGames(games, 'pgn'); // one text, in any notation
 *     writeGames([games[0]], 'psq'); // one game: a psq or svg file holds no more
 *
 * @throws UserError for several games in a notation of which a file holds one
 */
export function writeGames(games: readonly SavedGame[], notation: Notation): string {
  if (isSingle(notation) && games.length !== 1) {
    throw new UserError(`${games.length} games: a ${notation} file holds one; choose it with --game, or name a folder`);
  }
  return games.map((game, i) => writeGame(game, i, notation)).join('');
}

function writeGame(game: SavedGame, index: number, notation: Notation): string {
  switch (notation) {
    case 'psq':
      return formatPsq(game);
    case 'sgf':
      return formatSgf(game);
    case 'jsonl':
      return `${JSON.stringify(lineOf(game, index))}\n`;
    case 'pos':
    case 'pos-bottom':
      return `${formatPosLine(stonesToWrite(game, MAX_LETTERS), game.size, notation === 'pos-bottom')}\n`;
    case 'offset':
      return `${formatOffsetLine(stonesToWrite(game), game.size)}\n`;
    case 'svg':
      return formatSvg(game);
    case 'pgn':
      return formatPgn(game, index + 1);
  }
}

/** Notations that are also the extension of a file. */
const EXTENSIONS = ['psq', 'sgf', 'jsonl', 'pos', 'svg', 'pgn'] as const;

/**
 * @returns the notation of a file by its name, or null
 *
 *     notationOfName('game.SGF'); // 'sgf'
 */
export function notationOfName(name: string): Notation | null {
  return EXTENSIONS.find((one) => name.toLowerCase().endsWith(`.${one}`)) ?? null;
}

/**
 * @returns the notation a text looks like
 *
 *     guessNotation('(;GM[4]SZ[15];B[hh])'); // 'sgf'
 */
export function guessNotation(text: string): Notation {
  const line = text.split(/[\r\n]+/).find((one) => one.trim() !== '' && !one.startsWith('#')) ?? '';
  if (/^\s*Piskvorky\b/.test(line)) return 'psq';
  if (/^\s*\{/.test(line)) return 'jsonl';
  if (/^\s*\(/.test(line) || isSgf(text)) return 'sgf';
  return /[a-z]\d/i.test(line) ? 'pos' : 'offset';
}

/** What is odd about a game under its rule: a stone after the end, a wrong result. Null if nothing is. */
export function remarkOn(game: SavedGame): string | null {
  const rule: Rule | null = game.rule === null ? null : ruleFromCode(game.rule);
  if (rule === null || game.moves.length === 0) return null;
  return faultOfOpening(game.moves.slice(0, -1), game.size, rule, game.height);
}
