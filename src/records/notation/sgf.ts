/**
 * SGF (FF[4]) with GM[4], the number of gomoku and renju: files into game trees and back. Source: red-bean.com/sgf,
 * "SGF FF[4]" and "Go-specific".
 */
import { BLACK, type Color, colorAt, EMPTY, WHITE } from '../../core/color.ts';
import { messageOf, named, UserError } from '../../core/errors.ts';
import { nameOf, type Ply, pointOfCell, samePoint, type XY } from '../../core/point.ts';
import { anyRuleCodeOf, RULE_NAMES } from '../../core/rule.ts';
import type { EndReason, GameResult } from './game-record.ts';
import {
  continuationsOf,
  type GameFacts,
  type GameNode,
  type GameTree,
  mainLineOf,
  NO_ENTRIES,
  setupPlies,
  treeOfMoves,
} from './game-tree.ts';
import type { SavedGame } from './saved-game.ts';
import {
  escapeLines,
  escapeText,
  MAX_SGF_SIZE,
  pointOfSgf,
  pointsBetween,
  type SgfNode,
  type SgfProperties,
  sgfPoint,
  sgfRoots,
} from './sgf-text.ts';

/** GM of gomoku and renju, and of Go, whose boards and moves are the same. */
const GOMOKU = 4;
const GO = 1;

/** The games that are met most, by their GM. */
const OTHER_GAMES: Readonly<Record<number, string>> = {
  [GO]: 'Go',
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

/** The side of a board without SZ, which the standard leaves to the game. */
export const USUAL_SIZE = 15;

const CHUNK = 1 << 16;

/** @returns the game as one SGF tree, ended by LF @throws UserError for a board that SGF cannot hold */
export function formatSgf(game: SavedGame): string {
  const { reason, openingPlies, timesMs, scores } = game;
  const commentOf = (turn: number): string => {
    const isOpening = turn < openingPlies;
    const time = timesMs === null || isOpening ? '' : `time ${timesMs[turn]} ms`;
    const score = scores?.[turn] == null ? '' : `score ${scores[turn]}`;
    return [isOpening ? 'opening' : '', time, score].filter((text) => text !== '').join(', ');
  };
  return formatTree(treeOfMoves(game, reason === null ? '' : reasonText(reason), commentOf));
}

/**
 * @returns a game with its variations and comments as SGF, ended by LF
 * @throws UserError for a board that SGF cannot hold
 *
 *     const [tree] = readSgf(text);
 *     tree.root.comment = 'The first position.';
 *     formatTree(tree); // everything else as it was, unknown properties too
 */
export function formatTree(tree: GameTree): string {
  return [...treePieces(tree)].join('');
}

/**
 * As {@link formatTree}, in pieces. Visits each node once, before those that follow it. Brackets only where the line
 * parts. Not by recursion, as trees are deeper than calls may be.
 */
export function* treePieces({ facts, setup, root }: GameTree): Generator<string> {
  const { size: width, height = width } = facts;
  if (Math.max(width, height) > MAX_SGF_SIZE) {
    throw new UserError(`board ${width}x${height}: expected at most ${MAX_SGF_SIZE}x${MAX_SGF_SIZE} in SGF`);
  }
  const head = headOf(facts, root.unread.get('RE'));
  let text = `(;${head.map(([name, value]) => `${name}[${escapeText(value)}]`).join('')}${setupText(setup)}`;
  interface Waiting {
    readonly node: GameNode;
    readonly turn: number;
    readonly isBranch: boolean;
  }
  /** Nodes still to be written, the next one last; null: a bracket to be closed. */
  const waiting: (Waiting | null)[] = [];
  const follow = (node: GameNode, turn: number, written: readonly string[]): void => {
    const next = continuationsOf(node);
    text += remarksText(node, width, written);
    const isBranch = next.length > 1;
    for (let i = next.length - 1; i >= 0; i--) {
      if (isBranch) waiting.push(null);
      waiting.push({ node: next[i], turn, isBranch });
    }
  };
  follow(
    root,
    setup.length,
    head.map(([name]) => name),
  );
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === null) text += ')';
    else {
      const { node, turn, isBranch } = next;
      text += `\n${isBranch ? '(' : ''};${letterOf(colorAt(turn))}[${node.ply === null ? '' : sgfPoint(node.ply)}]`;
      follow(node, turn + 1, []);
    }
    if (text.length > CHUNK) {
      yield text;
      text = '';
    }
  }
  yield `${text})\n`;
}

/** @param stated RE of the file that the game comes from, which stays if it has the same result */
function headOf(game: GameFacts, stated: readonly string[] = []): [name: string, value: string][] {
  const isKept = game.result !== null && parseResult(stated[0] ?? null).result === game.result;
  const result = isKept ? stated[0] : resultText(game);
  const properties: [string, string | null][] = [
    ['FF', '4'],
    ['GM', String(GOMOKU)],
    ['CA', 'UTF-8'],
    ['AP', 'tengen'],
    ['SZ', (game.height ?? game.size) === game.size ? String(game.size) : `${game.size}:${game.height}`],
    ['RU', game.rule === null ? null : ruleText(game.rule, game.winLength)],
    ['PB', game.black],
    ['PW', game.white],
    ['EV', game.event ?? null],
    ['DT', game.date?.replace(/^(\d{4}-\d\d-\d\d)T.*/s, '$1') ?? null],
    ['RE', result],
  ];
  return properties.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]));
}

function setupText(setup: readonly Ply[]): string {
  if (setup.length === 0) return '';
  const points = ([BLACK, WHITE] as const).map((color) => {
    const stones = setup.filter((ply, turn): ply is XY => ply !== null && colorAt(turn) === color);
    return stones.length === 0 ? '' : `A${letterOf(color)}${stones.map((point) => `[${sgfPoint(point)}]`).join('')}`;
  });
  return `${points.join('')}PL[${letterOf(colorAt(setup.length))}]`;
}

/** @param written names of properties that the node has already */
function remarksText({ comment, labels, unread }: GameNode, width: number, written: readonly string[]): string {
  if (comment === '' && labels.size === 0 && unread.size === 0) return '';
  const letters = [...labels].map(([cell, text]) => {
    return `[${sgfPoint(pointOfCell(cell, width))}:${escapeText(text).replaceAll(':', '\\:')}]`;
  });
  const others = [...unread].filter(([name]) => !written.includes(name));
  return [
    comment === '' ? '' : `C[${escapeLines(comment)}]`,
    letters.length === 0 ? '' : `LB${letters.join('')}`,
    ...others.map(([name, values]) => `${name}${values.map((value) => `[${escapeLines(value)}]`).join('')}`),
  ].join('');
}

function letterOf(color: Color): 'B' | 'W' {
  return color === BLACK ? 'B' : 'W';
}

/** @returns the reason as written into the root's comment, from which it is read back */
export function reasonText(reason: EndReason): string {
  return `reason ${reason}`;
}

function resultText({ result, reason }: GameFacts): string | null {
  if (result === null) return null;
  if (result === 'draw') return '0';
  const ending = reason === null ? '' : (ENDINGS[reason] ?? '');
  return `${result === 'black' ? 'B' : 'W'}+${ending}`;
}

/** @returns the value of RU: `Renju`, or `Freestyle, 4 in a row` where the length is not five */
function ruleText(code: number, winLength = 5): string {
  const title = RULE_NAMES.find((rule) => rule.code === code)?.title ?? String(code);
  return winLength === 5 ? title : `${title}, ${winLength} in a row`;
}

const IN_A_ROW = /,\s*([3-6]) in a row\s*$/i;

function ruleOf(properties: SgfProperties): number | null {
  const text = firstOf(properties, 'RU');
  return text === null ? null : anyRuleCodeOf(text.replace(IN_A_ROW, ''));
}

function firstOf(properties: SgfProperties, name: string): string | null {
  return properties.get(name)?.[0] ?? null;
}

/** What the user says about a file, and what happens with the faults of its main lines. */
export interface SgfOptions {
  /** The rule of a game that names none; it makes a file of Go one of gomoku. Null: the user has not named it. */
  readonly rule?: number | null;
  /** Board side where SZ is missing. */
  readonly size?: number;
  /** Called with what ends a main line before its last move. Without it, that is an error. */
  readonly onFault?: (reason: string) => void;
}

/** A tree from a file, with sentences for the user. */
export interface ReadTree extends GameTree {
  /** What was read in another form. */
  readonly notes: readonly string[];
  /** What was skipped. */
  readonly losses: readonly string[];
}

/** Reads the main line of every game in an SGF file. @throws UserError as {@link readSgf} */
export function parseSgf(text: string, options: SgfOptions = {}): SavedGame[] {
  return readSgf(text, options).map(mainLineOf);
}

/**
 * Reads every game in an SGF file with its variations and comments.
 *
 *     const [{ facts, root }] = readSgf('(;GM[4]SZ[15]PB[Ann];B[hh] (;W[ig]C[usual]) (;W[hg]))');
 *     facts.black; // 'Ann'
 *     root.children[0].children.map(({ comment }) => comment); // ['usual', '']
 *
 * @throws UserError where the text is no SGF, or a game cannot be read
 */
export function readSgf(text: string, options: SgfOptions = {}): ReadTree[] {
  const roots = [...sgfRoots(text)];
  return roots.map((root, i) => {
    const read = () => readGameTree(root, options);
    return roots.length === 1 ? read() : named(`game ${i + 1}`, read);
  });
}

/**
 * Reads a game. A node without a move adds what it says to the position before. Setup stones before the first move are
 * the first position; those of a later setup are read as moves, with passes between them.
 * @throws UserError for another game than gomoku and renju, and where the main line cannot be played
 */
export function readGameTree(source: SgfNode, { rule = null, size = USUAL_SIZE, onFault }: SgfOptions = {}): ReadTree {
  const { properties } = source;
  checkGame(properties, rule);
  const facts = factsOf(properties, size);
  const reader = new TreeReader(source, facts);
  const root = reader.read(source, onFault);
  const losses = shortened(reader.losses);
  const stated = firstOf(properties, 'RE') ?? '';
  if (facts.result === null && !NO_RESULT.test(stated)) losses.push(`RE[${stated}] is not a known result`);
  return { facts, setup: reader.setup, root, notes: shortened(reader.notes), losses };
}

/** @returns the first of several sentences, and how many there are */
function shortened([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return [];
  return [others.length === 0 ? first : `${first}; and ${others.length} more`];
}

/** Without GM a game is taken for ours, though the standard then means Go: many programs omit it. */
function checkGame(properties: SgfProperties, given: number | null): void {
  const game = (firstOf(properties, 'GM') ?? '').trim();
  if (game === '' || Number(game) === GOMOKU) return;
  const isGo = Number(game) === GO;
  if (isGo && (given !== null || ruleOf(properties) !== null)) return;
  const name = [`GM[${game.slice(0, 20)}]`, OTHER_GAMES[Number(game)] ?? []].flat().join(', ');
  const advice = isGo ? '; if it is one of them, name its rule in RU or with --rule' : '';
  throw new UserError(`a game of ${name}: expected GM[4], gomoku and renju${advice}`);
}

function factsOf(properties: SgfProperties, usualSize: number): GameFacts {
  const first = (name: string) => firstOf(properties, name);
  const sides = first('SZ') ?? String(usualSize);
  const [width, height = width] = sides.split(':').map(Number);
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SGF_SIZE)) {
    throw new UserError(`SZ[${sides.slice(0, 20)}]: expected 1 to ${MAX_SGF_SIZE}, or two such as 15:10`);
  }
  const winLength = Number(IN_A_ROW.exec(first('RU') ?? '')?.[1] ?? 5);
  return {
    size: width,
    ...(height === width ? {} : { height }),
    rule: ruleOf(properties),
    ...(winLength === 5 ? {} : { winLength }),
    black: first('PB'),
    white: first('PW'),
    ...(first('EV') === null ? {} : { event: first('EV') ?? '' }),
    ...parseResult(first('RE'), first('C')),
    date: first('DT'),
  };
}

/** Of values of RE; the other forms than `B+` and `0` are not SGF's, but common. */
const RESULTS: readonly (readonly [RegExp, GameResult])[] = [
  [/^(b(lack)?\s*(\+|$)|b(lack)?\s+w(i|o)n|1-0$)/i, 'black'],
  [/^(w(hite)?\s*(\+|$)|w(hite)?\s+w(i|o)n|0-1$)/i, 'white'],
  [/^(0|d|draw|jigo|(1\/2|0\.5)(-(1\/2|0\.5))?)$/i, 'draw'],
];

/** Values of RE that say that there is no result. */
const NO_RESULT = /^\s*(\?|void|unfinished|suspended|\*|-)?\s*$/i;

/** Why a game ended, by what follows the plus in RE, or `by`, or `on`. */
const REASONS: readonly (readonly [RegExp, EndReason])[] = [
  [/^t(ime)?$/i, 'time'],
  [/^r(esign(ation|ed|s)?)?$/i, 'resigned'],
  [/^f(orfeit)?$/i, 'illegal'],
  [/^five$/i, 'five'],
];

/**
 * @param text the value of RE
 * @param comment of the root, which can name the reason
 * @returns a result of null also for a value without one, such as `unfinished`
 */
function parseResult(
  text: string | null,
  comment: string | null = null,
): { result: GameResult | null; reason: EndReason | null } {
  const value = (text ?? '').trim();
  const result = RESULTS.find(([pattern]) => pattern.test(value))?.[1] ?? null;
  if (result === null) return { result: null, reason: null };
  const kept = /^reason (\w+)/.exec(comment ?? '')?.[1] as EndReason | undefined;
  const ending = /(?:\+|\b(?:by|on)\s)\s*(.*)$/i.exec(value)?.[1] ?? '';
  return { result, reason: kept ?? REASONS.find(([pattern]) => pattern.test(ending))?.[1] ?? null };
}

const SETUP: readonly (readonly [name: string, content: number])[] = [
  ['AB', BLACK],
  ['AW', WHITE],
  ['AE', EMPTY],
];

const SETUP_NAMES = SETUP.map(([name]) => name);

/** Properties that are read at every node, and at the first one only. */
const READ: ReadonlySet<string> = new Set(['B', 'W', 'C', 'LB', 'AB', 'AW', 'AE', 'PL']);
const READ_AT_ROOT: ReadonlySet<string> = new Set([...READ, 'FF', 'GM', 'CA', 'AP', 'SZ']);

function hasMove({ properties }: SgfNode): boolean {
  return properties.has('B') || properties.has('W');
}

/** @returns whose turn PL says that it is; null: it does not */
function playerOf(properties: SgfProperties): Color | null {
  const letter = firstOf(properties, 'PL')?.trim().charAt(0).toUpperCase();
  return letter === 'B' ? BLACK : letter === 'W' ? WHITE : null;
}

function firstColorFrom(start: SgfNode): Color | null {
  let node: SgfNode | undefined = start;
  while (node !== undefined && !hasMove(node)) node = node.children[0];
  return node === undefined ? null : node.properties.has('B') ? BLACK : WHITE;
}

function textOf(properties: SgfProperties, names: readonly string[]): string {
  const texts = names.map((name) => {
    const values = properties.get(name) ?? [];
    const shown = values.slice(0, 3).map((value) => `[${value.slice(0, 10)}]`);
    return values.length === 0 ? '' : `${name}${shown.join('')}${values.length > 3 ? '...' : ''}`;
  });
  return texts.join('');
}

interface GrowingNode extends GameNode {
  labels: ReadonlyMap<number, string>;
  unread: ReadonlyMap<string, readonly string[]>;
  readonly children: GrowingNode[];
}

function growingNode(ply: Ply): GrowingNode {
  return { ply, comment: '', labels: NO_ENTRIES, unread: NO_ENTRIES, children: [] };
}

interface Place {
  readonly before: GrowingNode;
  readonly turns: number;
  /** Either side may move next: at the start and after setup stones. */
  readonly isOpen: boolean;
}

/** Reads one game. All lines share a board, on which moves are undone. */
class TreeReader {
  readonly setup: readonly Ply[];
  readonly notes: string[] = [];
  readonly losses: string[] = [];
  private readonly width: number;
  private readonly height: number;
  private readonly cells: Uint8Array;
  /** Nodes whose setup is that of the first position. */
  private readonly start = new Set<SgfNode>();
  /** Turns of the line to the current node, after the setup. */
  private readonly line: Ply[] = [];

  constructor(
    source: SgfNode,
    private readonly facts: GameFacts,
  ) {
    const { size: width, height = width } = facts;
    this.width = width;
    this.height = height;
    this.cells = new Uint8Array(width * height);
    this.setup = this.setupFrom(source);
    for (const [turn, ply] of this.setup.entries()) if (ply !== null) this.cells[this.cellOf(ply)] = colorAt(turn);
  }

  /** Many editors write a stone per node, so the setup extends to the first move, or to where the line parts. */
  private setupFrom(source: SgfNode): Ply[] {
    const stones = new Map<number, number>();
    let player: Color | null = null;
    let last = source;
    for (let node: SgfNode | undefined = source; node !== undefined; ) {
      const { properties, children }: SgfNode = node;
      last = node;
      this.start.add(node);
      for (const [cell, content] of this.contentsOf(properties)) {
        stones.delete(cell);
        if (content !== EMPTY) stones.set(cell, content);
      }
      if (hasMove(node)) break;
      player = playerOf(properties) ?? player;
      node = children.length === 1 ? children[0] : undefined;
    }
    const pointsOf = (color: Color) =>
      [...stones].flatMap(([cell, content]) => (content === color ? [pointOfCell(cell, this.width)] : []));
    const [black, white] = [pointsOf(BLACK), pointsOf(WHITE)];
    const first = stones.size === 0 ? null : firstColorFrom(last);
    return setupPlies(black, white, player ?? first ?? (black.length > white.length ? WHITE : BLACK));
  }

  /** @param onFault called with what ends the main line @returns the root @throws UserError instead, without it */
  read(source: SgfNode, onFault?: (reason: string) => void): GameNode {
    const root = growingNode(null);
    const first: Place = { before: root, turns: 0, isOpen: true };
    // Not by recursion along a line, as games are long.
    const waiting: [node: SgfNode, place: Place, isMain: boolean][] = [[source, first, true]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [node, place, isMain] = next;
      while (this.line.length > place.turns) this.undo();
      try {
        const after = this.play(node, place);
        this.remark(after.before, node, node === source ? READ_AT_ROOT : READ);
        // The last is taken first; the main line has to be the first to grow.
        for (const [i, child] of [...node.children.entries()].reverse()) {
          waiting.push([child, after, isMain && i === 0]);
        }
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        if (!isMain) this.losses.push(`a variation is cut: ${messageOf(error)}`);
        else if (onFault === undefined) throw error;
        else onFault(messageOf(error));
      }
    }
    return root;
  }

  /** Plays what a node says. @returns where the following nodes continue @throws UserError if that is impossible */
  private play(node: SgfNode, { before, isOpen }: Place): Place {
    const { properties } = node;
    let at = before;
    let isFree = isOpen;
    const add = (ply: Ply): void => {
      const known = at.children.find((child) => samePoint(child.ply, ply));
      const child = known ?? growingNode(ply);
      if (known === undefined) at.children.push(child);
      at = child;
      if (ply !== null) this.cells[this.cellOf(ply)] = this.color;
      this.line.push(ply);
    };
    const isStart = this.start.has(node);
    const stones = isStart ? [] : this.newStones(properties);
    if (stones.length > 0) {
      isFree = true;
      this.notes.push(`setup ${this.where} is read as moves and passes: ${textOf(properties, SETUP_NAMES)}`);
    }
    while (stones.length > 0) {
      const index = stones.findIndex(([, color]) => color === this.color);
      add(index < 0 ? null : pointOfCell(stones.splice(index, 1)[0][0], this.width));
    }
    for (const name of properties.keys()) {
      if (name !== 'B' && name !== 'W') continue;
      const ply = this.plyOf(name, properties);
      if (name !== letterOf(this.color)) {
        if (!isFree) throw new UserError(`${this.move}: expected ${letterOf(this.color)}`);
        this.notes.push(`${this.move}, ${textOf(properties, [name])}, is read with a pass before it`);
        add(null);
      }
      add(ply);
      isFree = false;
    }
    const player = isStart && !hasMove(node) ? null : playerOf(properties);
    // With a move, some programs mean the side that has moved.
    if (player !== null) isFree = hasMove(node) && player !== this.color;
    if (player !== null && player !== this.color && !isFree) {
      this.notes.push(`PL[${letterOf(player)}] ${this.where} is read as a pass`);
      add(null);
    }
    return { before: at, turns: this.line.length, isOpen: isFree };
  }

  /** @returns stones of a setup in mid-game that are not on the board yet @throws UserError if others are replaced */
  private newStones(properties: SgfProperties): [cell: number, content: number][] {
    const changes = [...this.contentsOf(properties)].filter(([cell, content]) => this.cells[cell] !== content);
    const odd = changes.find(([cell]) => this.cells[cell] !== EMPTY);
    if (odd === undefined) return changes;
    const [cell, content] = odd;
    const change = `${content === EMPTY ? 'removes' : 'replaces'} the stone on ${this.nameAt(cell)}`;
    throw new UserError(`setup ${this.where} is not supported: ${textOf(properties, SETUP_NAMES)} ${change}`);
  }

  /** @returns what the setup of a node puts on points, by cell; a list such as `aa:cc` is a rectangle */
  private contentsOf(properties: SgfProperties): Map<number, number> {
    const contents = new Map<number, number>();
    for (const [name, content] of SETUP) {
      for (const value of properties.get(name) ?? []) {
        if (value.trim() === '') continue;
        const [from, to = from] = value.split(':').map((corner) => this.pointOf(name, corner));
        for (const point of pointsBetween(from, to)) contents.set(this.cellOf(point), content);
      }
    }
    return contents;
  }

  /** @returns the move of a node @throws UserError unless there is exactly one, on an empty point */
  private plyOf(name: string, properties: SgfProperties): Ply {
    const values = properties.get(name) ?? [];
    if (values.length !== 1) throw new UserError(`${this.move}, ${textOf(properties, [name])}: expected one point`);
    const [value] = values;
    // A pass: nothing, or, in earlier versions of SGF, `tt` where the board has no such point.
    if (value.trim() === '' || (value === 'tt' && Math.max(this.width, this.height) < 20)) return null;
    const point = this.pointOf(`${this.move}, ${name}`, value);
    const now = this.cells[this.cellOf(point)];
    if (now === EMPTY) return point;
    const stone = now === BLACK ? 'a black stone' : 'a white stone';
    throw new UserError(`${this.move}, ${this.nameAt(this.cellOf(point))}: already occupied by ${stone}`);
  }

  /** @throws UserError unless the value is a point of the board */
  private pointOf(name: string, value: string): XY {
    const point = pointOfSgf(value.trim());
    if (point !== null && point.x < this.width && point.y < this.height) return point;
    throw new UserError(
      `${name}[${value.slice(0, 10)}]: expected two letters on the ${this.width}x${this.height} board`,
    );
  }

  private remark(node: GrowingNode, { properties }: SgfNode, read: ReadonlySet<string>): void {
    const comment = (properties.get('C') ?? []).join('\n');
    if (comment !== '') node.comment = node.comment === '' ? comment : `${node.comment}\n${comment}`;
    const labels = (properties.get('LB') ?? []).map((value): [number, string] => {
      const cell = this.cellOf(this.pointOf('LB', value.slice(0, 2)));
      return [cell, value.slice(3).replace(/\r?\n|\r/g, ' ')];
    });
    if (labels.length > 0) node.labels = new Map([...node.labels, ...labels]);
    for (const [name, values] of properties) {
      if (read.has(name) || (name === 'RU' && read === READ_AT_ROOT && this.facts.rule !== null)) continue;
      const known = node.unread.get(name) ?? [];
      const added = values.filter((value) => !known.includes(value));
      node.unread = new Map([...node.unread, [name, [...known, ...added]]]);
    }
  }

  private undo(): void {
    const ply = this.line.pop();
    if (ply) this.cells[this.cellOf(ply)] = EMPTY;
  }

  private get color(): Color {
    return colorAt(this.setup.length + this.line.length);
  }

  private get move(): string {
    return `move ${this.line.length + 1}`;
  }

  private get where(): string {
    return this.line.length === 0 ? 'before move 1' : `after move ${this.line.length}`;
  }

  private cellOf({ x, y }: XY): number {
    return y * this.width + x;
  }

  private nameAt(cell: number): string {
    return nameOf(pointOfCell(cell, this.width), this.height).toUpperCase();
  }
}
