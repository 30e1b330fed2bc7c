/**
 * SGF (FF[4]) with GM[4], the number of gomoku and renju. Points are two letters, column then row, `aa` at the top
 * left, as in Go; capitals follow from column 27 on. Source: red-bean.com/sgf, "SGF FF[4]" and "Go-specific".
 */

import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { anyRuleCodeOf, RULE_NAMES } from '../../core/rule.ts';
import { CARO_EXACT } from '../../core/rule-code.ts';
import type { EndReason, GameResult, Score } from './game-record.ts';
import { bareGame, type SavedGame } from './saved-game.ts';

/** What tengen 0.1.0 wrote as RU for caro with exactly five; it is read so in tengen's files alone. */
const EARLIER_CARO_EXACT = 'Caro';

/** GM of gomoku and renju. */
const GOMOKU = 4;

/** The games that are met most, by their GM. */
const OTHER_GAMES: Readonly<Record<number, string>> = {
  1: 'Go',
  2: 'Othello',
  3: 'chess',
  7: 'Chinese chess',
  8: 'shogi',
};

/** SGF's own endings: time, resignation, forfeit; the exact reason goes into a comment of the root. */
const ENDINGS: Readonly<Partial<Record<EndReason, string>>> = {
  time: 'Time',
  resigned: 'Resign',
  crash: 'Forfeit',
  illegal: 'Forfeit',
  foul: 'Forfeit',
  start: 'Forfeit',
};

/** @returns the game as one SGF tree, ended by LF */
export function formatSgf(game: SavedGame): string {
  const head = `${headText(game)}${game.reason === null ? '' : `C[${reasonText(game.reason)}]`}`;
  const nodes = game.moves.map((point, i) => {
    const comment = [
      i < game.openingPlies ? 'opening' : '',
      game.timesMs === null || i < game.openingPlies ? '' : `time ${game.timesMs[i]} ms`,
      game.scores?.[i] == null ? '' : `score ${game.scores[i]}`,
    ].filter((text) => text !== '');
    const move = `${i % 2 === 0 ? 'B' : 'W'}[${sgfPoint(point)}]`;
    return `;${move}${comment.length === 0 ? '' : `C[${escapeText(comment.join(', '))}]`}`;
  });
  return `(;${head}\n${nodes.join('\n')})\n`;
}

/** @returns what the root of a file says of a game: board, rule, players, date, result */
export function headText(game: Omit<SavedGame, 'moves'>): string {
  return headProperties(game)
    .map(([name, value]) => `${name}[${escapeText(value)}]`)
    .join('');
}

/** As {@link headText}, as names and values. */
export function headProperties(game: Omit<SavedGame, 'moves'>): [name: string, value: string][] {
  const properties: [string, string | null][] = [
    ['FF', '4'],
    ['GM', String(GOMOKU)],
    ['CA', 'UTF-8'],
    ['AP', 'tengen'],
    ['SZ', game.height === undefined ? String(game.size) : `${game.size}:${game.height}`],
    ['RU', game.rule === null ? null : ruleText(game.rule, game.winLength)],
    ['PB', game.black],
    ['PW', game.white],
    ['EV', game.event ?? null],
    ['DT', game.date === null ? null : dayOfTime(game.date)],
    ['RE', resultText(game)],
  ];
  return properties.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]));
}

/** @returns the day of a time in ISO 8601, and any other date unchanged */
function dayOfTime(date: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(date) ? date.slice(0, 10) : date;
}

/** @returns the reason as written into the root's comment, from which it is read back */
export function reasonText(reason: EndReason): string {
  return `reason ${reason}`;
}

/** @returns several games as an SGF collection */
export function formatSgfCollection(games: Iterable<SavedGame>): string {
  return [...games].map(formatSgf).join('');
}

function resultText(game: Pick<SavedGame, 'result' | 'reason'>): string | null {
  if (game.result === null) return null;
  if (game.result === 'draw') return '0';
  const ending = game.reason === null ? '' : (ENDINGS[game.reason] ?? '');
  return `${game.result === 'black' ? 'B' : 'W'}+${ending}`;
}

/** @returns the value of RU: `Renju`, or `Freestyle, 4 in a row` where the length is not five */
export function ruleText(code: number, winLength = 5): string {
  const title = RULE_NAMES.find((rule) => rule.code === code)?.title ?? String(code);
  return winLength === 5 ? title : `${title}, ${winLength} in a row`;
}

/** What follows the rule in RU where the length is not five. */
const IN_A_ROW = /,\s*([3-6]) in a row\s*$/i;

/** @param application the value of AP @returns the rule that RU names, or null */
export function ruleFromSgf(text: string | null, application: string | null): number | null {
  if (text === EARLIER_CARO_EXACT && application === 'tengen') return CARO_EXACT;
  return text === null ? null : anyRuleCodeOf(text.replace(IN_A_ROW, ''));
}

/** @param text the value of RU @returns the stones in a row that win, or null if it does not say */
export function winLengthOf(text: string | null): number | null {
  const length = IN_A_ROW.exec(text ?? '')?.[1];
  return length === undefined ? null : Number(length);
}

/** @returns a point as two letters */
export function sgfPoint({ x, y }: XY): string {
  return letterOf(x) + letterOf(y);
}

function letterOf(coordinate: number): string {
  return String.fromCharCode(coordinate < 26 ? 97 + coordinate : 65 + coordinate - 26);
}

function coordinateOf(letter: string): number {
  const code = letter.charCodeAt(0);
  return code >= 97 ? code - 97 : code - 65 + 26;
}

/** @returns a text as the value of a property, on one line */
export function escapeText(text: string): string {
  return escapeLines(text).replace(/\r?\n/g, ' ');
}

/** @returns a text as the value of a property, line ends kept */
export function escapeLines(text: string): string {
  return text.replace(/[\\\]]/g, '\\$&');
}

/** Properties of a node: values by name. */
export type SgfProperties = ReadonlyMap<string, readonly string[]>;

/** A node with all that may follow it, the main line first. */
export interface SgfNode {
  readonly properties: SgfProperties;
  readonly children: readonly SgfNode[];
}

/**
 * Reads the main line of every game in an SGF file. Setup stones (AB, AW) are taken as moves where they alternate.
 * @throws UserError where the text is no SGF or a stone does not fit
 */
export function parseSgf(text: string): SavedGame[] {
  return parseSgfTrees(text).map((root) => gameOf(mainLine(root)));
}

/**
 * Reads every game in an SGF file with its variations.
 * @returns the roots
 * @throws UserError where the text is no SGF, or a game another one than gomoku and renju
 */
export function parseSgfTrees(text: string): SgfNode[] {
  const roots = [...sgfRoots(text)];
  for (const root of roots) checkGame(root);
  return roots;
}

/**
 * Reads the games of an SGF file one after the other, without {@link checkGame}.
 * @throws UserError where the text is no SGF, after the games before
 */
export function* sgfRoots(text: string): Generator<SgfNode> {
  let count = 0;
  for (const root of new Reader(text).games()) {
    count++;
    yield root;
  }
  if (count === 0) throw new UserError(`"${text.slice(0, 40)}": expected SGF, "(;GM[4]SZ[15]...)"`);
}

/**
 * Without GM a game is taken for ours, though the standard then means Go: many programs leave it out.
 * @throws UserError for another game
 */
export function checkGame({ properties }: SgfNode): void {
  const game = (properties.get('GM')?.[0] ?? '').trim();
  if (game === '' || Number(game) === GOMOKU) return;
  const title = OTHER_GAMES[Number(game)];
  throw new UserError(
    `a game of GM[${game.slice(0, 20)}]${title === undefined ? '' : `, ${title}`}: expected GM[4], gomoku and renju`,
  );
}

function mainLine(root: SgfNode): SgfProperties[] {
  const line: SgfProperties[] = [];
  for (let node: SgfNode | undefined = root; node !== undefined; node = node.children[0]) line.push(node.properties);
  return line;
}

/** @returns columns and rows by `SZ`, 15 where it is missing, NaN where it is no number */
export function boardOf(root: SgfProperties): { readonly width: number; readonly height: number } {
  const [columns, rows = columns] = (root.get('SZ')?.[0] ?? '15').split(':');
  return { width: Number(columns), height: Number(rows) };
}

/**
 * @returns the side by `SZ`, 15 where it is missing
 * @throws UserError where it is no number, and for a board with two
 */
export function boardSizeOf(root: SgfProperties): number {
  const { width, height } = boardOf(root);
  if (!(width >= 1 && height >= 1)) {
    throw new UserError(`SZ[${root.get('SZ')?.[0].slice(0, 20)}]: expected the side of the board, such as 15`);
  }
  if (width !== height) throw new UserError(`board ${width}x${height}: expected a square board`);
  return width;
}

function gameOf(nodes: readonly SgfProperties[]): SavedGame {
  const root = nodes[0] ?? new Map();
  const facts = factsOfSgf(root);
  const { size } = facts;
  const moves: XY[] = [];
  const timesMs: number[] = [];
  const scores: (Score | null)[] = [];
  let openingPlies = 0;
  for (const node of nodes) {
    for (const [i, points] of interleave(node.get('AB') ?? [], node.get('AW') ?? []).entries()) {
      moves.push(pointOf(points, size, i));
      timesMs.push(0);
      scores.push(null);
    }
    for (const color of ['B', 'W']) {
      const value = node.get(color)?.[0];
      if (value === undefined || value === '') continue; // an empty value is a pass
      if (color !== (moves.length % 2 === 0 ? 'B' : 'W'))
        throw new UserError(`move ${moves.length + 1}: ${color} moves twice in a row`);
      const comment = node.get('C')?.[0] ?? '';
      moves.push(pointOf(value, size, moves.length));
      timesMs.push(Number(/time ([\d.]+) ms/.exec(comment)?.[1] ?? 0));
      const score = /score ([+-]?(?:M\d+|[\d.]+))/.exec(comment)?.[1];
      scores.push(score === undefined ? null : score.includes('M') ? score : Number(score));
      if (/^opening\b/.test(comment)) openingPlies = moves.length;
    }
  }
  return {
    ...facts,
    moves,
    openingPlies,
    timesMs: timesMs.some((ms) => ms > 0) ? timesMs : null,
    scores: scores.some((score) => score !== null) ? scores : null,
  };
}

/**
 * @param root properties of the first node
 * @returns what they say of the game: a game without moves
 * @throws UserError for a board that is not square
 */
export function factsOfSgf(root: SgfProperties): SavedGame {
  const first = (name: string) => root.get(name)?.[0] ?? null;
  const { result, reason } = parseResult(first('RE'), first('C'));
  const winLength = winLengthOf(first('RU'));
  return {
    ...bareGame(boardSizeOf(root), [], ruleFromSgf(first('RU'), first('AP'))),
    ...(winLength === null || winLength === 5 ? {} : { winLength }),
    black: first('PB'),
    white: first('PW'),
    ...(first('EV') === null ? {} : { event: first('EV') ?? '' }),
    result,
    reason,
    date: first('DT'),
  };
}

/** Black's and White's setup stones in turn. */
function interleave(black: readonly string[], white: readonly string[]): string[] {
  if (black.length !== white.length && black.length !== white.length + 1) {
    throw new UserError(
      `setup of ${black.length} black and ${white.length} white stones: expected as many, or one black more`,
    );
  }
  return black.flatMap((point, i) => (i < white.length ? [point, white[i]] : [point]));
}

/** @param index which stone it is, for the message @throws UserError unless the value is a point of the board */
export function pointOf(value: string, size: number, index: number, height = size): XY {
  const point = { x: coordinateOf(value[0] ?? ''), y: coordinateOf(value[1] ?? '') };
  if (!/^[a-zA-Z]{2}$/.test(value) || point.x >= size || point.y >= height) {
    throw new UserError(
      `stone ${index + 1} "${value.slice(0, 10)}": expected two letters on the ${size}x${height} board`,
    );
  }
  return point;
}

/** Of values of RE; the short forms without + are common. */
const RESULTS: readonly (readonly [RegExp, GameResult])[] = [
  [/^b(lack)?(\+|$)/i, 'black'],
  [/^w(hite)?(\+|$)/i, 'white'],
  [/^(0|d|draw|jigo|1\/2(-1\/2)?)$/i, 'draw'],
];

/**
 * @param text the value of RE
 * @param comment of the root, which can name the reason
 * @returns a result of null also for a value that is not SGF's, such as `unfinished`
 */
export function parseResult(
  text: string | null,
  comment: string | null,
): { result: GameResult | null; reason: EndReason | null } {
  const value = (text ?? '').trim();
  const result = RESULTS.find(([pattern]) => pattern.test(value))?.[1] ?? null;
  if (result === null) return { result: null, reason: null };
  const kept = /^reason (\w+)/.exec(comment ?? '')?.[1] as EndReason | undefined;
  const ending = (value.split('+')[1] ?? '').toLowerCase();
  const reason =
    kept ??
    (ending.startsWith('t') ? 'time' : ending.startsWith('r') ? 'resigned' : ending.startsWith('f') ? 'illegal' : null);
  return { result, reason };
}

/** Reads the SGF grammar, branches within branches kept in a list, as trees are deeper than calls may be. */
class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  *games(): Generator<SgfNode> {
    while (this.skipTo('(')) yield this.tree();
  }

  /** `( sequence tree* )`. @returns the first node, without anything if there is none */
  private tree(): SgfNode {
    const before: { readonly properties: SgfProperties; readonly children: SgfNode[] }[] = [];
    let first: SgfNode | null = null;
    /** The last node read on this branch. */
    let last: { readonly properties: SgfProperties; readonly children: SgfNode[] } | null = null;
    let depth = 0;
    for (;;) {
      const next = this.peek();
      if (next === '(') {
        this.at++;
        if (depth++ > 0) before.push(last ?? { properties: new Map(), children: [] });
      } else if (next === ';') {
        const node = { properties: this.node(), children: [] as SgfNode[] };
        first ??= node;
        last?.children.push(node);
        last = node;
      } else if (next === ')') {
        this.at++;
        if (--depth === 0) return first ?? { properties: new Map(), children: [] };
        last = before.pop() ?? null;
      } else throw new UserError(`SGF at character ${this.at + 1}: expected ";", "(" or ")"`);
    }
  }

  private node(): SgfProperties {
    this.at++;
    const properties = new Map<string, string[]>();
    while (/[A-Za-z]/.test(this.peek())) {
      let name = '';
      while (/[A-Za-z]/.test(this.text[this.at] ?? '')) name += this.text[this.at++];
      name = name.replace(/[a-z]/g, '');
      const values = properties.get(name) ?? [];
      while (this.peek() === '[') values.push(this.value());
      properties.set(name, values);
    }
    return properties;
  }

  private value(): string {
    let value = '';
    for (this.at++; ; this.at++) {
      const letter = this.text[this.at];
      if (letter === undefined) throw new UserError('SGF: a value without its closing "]"');
      if (letter === ']') break;
      if (letter === '\\' && this.skipLineEnd()) continue;
      if (letter === '\\') this.at++;
      value += this.text[this.at] ?? '';
    }
    this.at++;
    return value;
  }

  /** After a backslash a line end is no part of the text. @returns whether there was one */
  private skipLineEnd(): boolean {
    const ends = /\r\n|\n\r|\n|\r/y;
    ends.lastIndex = this.at + 1;
    const end = ends.exec(this.text)?.[0] ?? '';
    this.at += end.length;
    return end !== '';
  }

  private peek(): string {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
    return this.text[this.at] ?? '';
  }

  private skipTo(letter: string): boolean {
    const at = this.text.indexOf(letter, this.at);
    if (at >= 0) this.at = at;
    return at >= 0;
  }
}
