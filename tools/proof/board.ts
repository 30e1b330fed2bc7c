/**
 * The board of the prover and of its checker. It shares no code with the engine: rows are found by counting the stones
 * in every window of five points. Freestyle: five or more win, so a side has won once it fills a window.
 */

export const BLACK = 1;
export const WHITE = 2;
export type Side = typeof BLACK | typeof WHITE;

const ROW = 5;
/** What a stone of White adds to the count of a window; a stone of Black adds 1. */
const UNIT = ROW + 1;
const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;
const SYMMETRIES = [0, 1, 2, 3, 4, 5, 6, 7];

/** A position up to symmetry. */
export interface Canonical {
  /** Black's stones, a slash, White's stones, each in order: `h8i6/i7g5`. */
  readonly key: string;
  /** Which symmetry leads from the board to the key; see {@link Board.turned}. */
  readonly symmetry: number;
  /** All that do: several for a symmetric position. */
  readonly symmetries: readonly number[];
}

function unitOf(side: Side): number {
  return side === BLACK ? 1 : UNIT;
}

/** What all boards of a size share. */
class Geometry {
  readonly windows: number[][] = [];
  readonly windowsOf: number[][];
  readonly names: readonly string[];
  /** Per symmetry, where it takes each cell. */
  readonly turns: readonly (readonly number[])[];
  readonly turnsBack: readonly (readonly number[])[];

  constructor(private readonly size: number) {
    const cells = Array.from({ length: size * size }, (_, cell) => cell);
    this.names = cells.map((cell) => String.fromCharCode(97 + (cell % size)) + (size - Math.floor(cell / size)));
    this.windowsOf = cells.map(() => []);
    for (const cell of cells) {
      for (const [dx, dy] of STEPS) this.addWindow(cell % size, Math.floor(cell / size), dx, dy);
    }
    this.turns = SYMMETRIES.map((symmetry) => cells.map((cell) => this.turnedCell(cell, symmetry)));
    this.turnsBack = this.turns.map((turn) => turn.map((_, cell) => turn.indexOf(cell)));
  }

  private addWindow(x: number, y: number, dx: number, dy: number): void {
    const inside = (at: number): boolean => at >= 0 && at < this.size;
    if (!inside(x + (ROW - 1) * dx) || !inside(y + (ROW - 1) * dy)) return;
    const window = Array.from({ length: ROW }, (_, i) => (y + i * dy) * this.size + x + i * dx);
    for (const cell of window) this.windowsOf[cell]?.push(this.windows.length);
    this.windows.push(window);
  }

  private turnedCell(cell: number, symmetry: number): number {
    const last = this.size - 1;
    let [x, y] = [cell % this.size, Math.floor(cell / this.size)];
    if (symmetry & 1) x = last - x;
    if (symmetry & 2) y = last - y;
    return symmetry & 4 ? x * this.size + y : y * this.size + x;
  }
}

const geometries = new Map<number, Geometry>();

export class Board {
  /** Per cell: 0 if empty, or the side whose stone it holds. Cells are counted by rows from the top left. */
  readonly cells: Uint8Array;
  private readonly geometry: Geometry;
  /** Stones in each window: Black's plus {@link UNIT} times White's. */
  private readonly counts: Uint8Array;
  /** The windows with such a count, for those with three to five stones of one side and none of the other. */
  private readonly windows: (Set<number> | undefined)[] = [];

  constructor(readonly size: number) {
    this.geometry = geometries.get(size) ?? new Geometry(size);
    geometries.set(size, this.geometry);
    this.cells = new Uint8Array(size * size);
    this.counts = new Uint8Array(this.geometry.windows.length);
    for (const unit of [1, UNIT]) for (let stones = 3; stones <= ROW; stones++) this.windows[stones * unit] = new Set();
  }

  copy(): Board {
    const copy = new Board(this.size);
    this.cells.forEach((side, cell) => {
      if (side !== 0) copy.play(cell, side as Side);
    });
    return copy;
  }

  play(cell: number, side: Side): void {
    if (this.cells[cell] !== 0) throw new Error(`${this.nameOf(cell)} is not empty`);
    this.cells[cell] = side;
    this.count(cell, unitOf(side));
  }

  undo(cell: number): void {
    const side = this.cells[cell] as Side;
    this.count(cell, -unitOf(side));
    this.cells[cell] = 0;
  }

  private count(cell: number, change: number): void {
    const { counts, windows } = this;
    for (const window of this.geometry.windowsOf[cell]) {
      const before = counts[window];
      const after = before + change;
      counts[window] = after;
      windows[before]?.delete(window);
      windows[after]?.add(window);
    }
  }

  /** @returns the windows with that many stones of the side and none of the other */
  private windowsWith(stones: 3 | 4 | 5, side: Side): ReadonlySet<number> {
    return this.windows[stones * unitOf(side)] as Set<number>;
  }

  hasFive(side: Side): boolean {
    return this.windowsWith(ROW, side).size > 0;
  }

  /** @returns whether {@link completions} has any */
  threatensFive(side: Side): boolean {
    return this.windowsWith(4, side).size > 0;
  }

  /** @returns the empty cells where the side would make five */
  completions(side: Side): number[] {
    return this.emptyOf(this.windowsWith(4, side)).sort((a, b) => a - b);
  }

  /** @returns the empty cells where the side would make a four that one more stone makes a five */
  fourMoves(side: Side): number[] {
    return this.emptyOf(this.windowsWith(3, side));
  }

  /** @returns the empty cells of some windows */
  private emptyOf(windows: Iterable<number>): number[] {
    const found: number[] = [];
    for (const window of windows) {
      for (const cell of this.geometry.windows[window])
        if (this.cells[cell] === 0 && !found.includes(cell)) found.push(cell);
    }
    return found;
  }

  emptyCells(): number[] {
    return this.stones(0);
  }

  /** @param side 0: the empty cells */
  stones(side: Side | 0): number[] {
    const found: number[] = [];
    for (let cell = 0; cell < this.cells.length; cell++) if (this.cells[cell] === side) found.push(cell);
    return found;
  }

  /** @returns where a symmetry takes the cells */
  turned(cells: readonly number[], symmetry: number): number[] {
    return cells.map((cell) => this.geometry.turns[symmetry][cell]);
  }

  /** @returns the cells that a symmetry takes to these */
  turnedBack(cells: readonly number[], symmetry: number): number[] {
    return cells.map((cell) => this.geometry.turnsBack[symmetry][cell]);
  }

  canonical(): Canonical {
    let symmetries = SYMMETRIES;
    const texts = ([BLACK, WHITE] as const).map((side) => {
      const stones = this.stones(side);
      const each = symmetries.map((symmetry) => this.namesOf(Uint8Array.from(this.turned(stones, symmetry)).sort()));
      const least = each.reduce((a, b) => (b < a ? b : a));
      symmetries = symmetries.filter((_, i) => each[i] === least);
      return least;
    });
    return { key: texts.join('/'), symmetry: symmetries[0], symmetries };
  }

  /** Sets up a position. @param text a {@link Canonical.key} */
  setUp(text: string): void {
    for (const side of [BLACK, WHITE] as const) for (const cell of this.stones(side)) this.undo(cell);
    const [black, white, rest] = text.split('/');
    if (white === undefined || rest !== undefined) throw new Error(`position "${text}": expected BLACK/WHITE`);
    for (const cell of this.cellsOf(black)) this.play(cell, BLACK);
    for (const cell of this.cellsOf(white)) this.play(cell, WHITE);
  }

  /** Plays a game from the empty board. @param game its moves, Black first */
  playGame(game: string): void {
    this.setUp('/');
    for (const [i, cell] of this.cellsOf(game).entries()) this.play(cell, i % 2 === 0 ? BLACK : WHITE);
  }

  nameOf(cell: number): string {
    return this.geometry.names[cell];
  }

  namesOf(cells: Iterable<number>): string {
    let text = '';
    for (const cell of cells) text += this.nameOf(cell);
    return text;
  }

  /** @param text points such as `h8i7` @returns their cells */
  cellsOf(text: string): number[] {
    if (!/^([a-z]\d+)*$/.test(text)) throw new Error(`"${text}": expected points such as h8i7`);
    return (text.match(/[a-z]\d+/g) ?? []).map((name) => {
      const [x, y] = [name.charCodeAt(0) - 97, this.size - Number(name.slice(1))];
      if (x >= this.size || y < 0 || y >= this.size) throw new Error(`point ${name} is not on the board`);
      return y * this.size + x;
    });
  }
}

/**
 * Plays Black's moves, and White's only answer to each. White may not have a five within reach after any of them.
 * @param line Black's moves; the board is as before afterwards
 * @param points is given every empty point where one more stone of White could change the outcome
 * @returns whether they win: each makes a four, until one makes a five or threatens two
 */
export function winsByFours(board: Board, line: readonly number[], points?: Set<number>): boolean {
  const played: number[] = [];
  let hasWon = false;
  for (const move of line) {
    if (board.cells[move] !== 0) break;
    board.play(move, BLACK);
    played.push(move);
    points?.add(move);
    hasWon = board.hasFive(BLACK);
    if (hasWon || board.threatensFive(WHITE)) break;
    const fives = board.completions(BLACK);
    if (points !== undefined) for (const point of [...fives, ...board.fourMoves(WHITE)]) points.add(point);
    hasWon = fives.length > 1;
    if (fives.length !== 1) break;
    board.play(fives[0], WHITE);
    played.push(fives[0]);
  }
  for (const cell of played.reverse()) board.undo(cell);
  return hasWon;
}

/** A win by fours after one of Black's moves, whatever White replies elsewhere. */
export class FoursAfter {
  /** Black's moves until five, at most. */
  readonly moves: number;
  private readonly points = new Set<number>();
  private readonly wins: boolean;

  /** @param board White to move, with no five within reach */
  constructor(
    private readonly board: Board,
    readonly line: readonly number[],
  ) {
    this.moves = line.length + 1;
    this.wins = winsByFours(board, line, this.points);
  }

  /** @returns whether the fours win after a reply, which is not on the board. A stone of White never helps Black */
  meets(reply: number): boolean {
    const { board, line, points, wins } = this;
    if (!wins || !points.has(reply)) return wins;
    board.play(reply, WHITE);
    const stillWins = winsByFours(board, line);
    board.undo(reply);
    return stillWins;
  }
}
