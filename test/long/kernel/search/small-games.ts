/** m,n,k games small enough to be solved, and the search playing them. Bundled and imported by mnk.test.ts. */
import type { Color } from '../../../../src/core/color.ts';
import type { XY } from '../../../../src/core/point.ts';
import { type Answer, ask, type Question, type Stone } from '../../../../tools/tactics/search.ts';

export { WIN_BOUND } from '../../../../src/kernel/search/score.ts';
export { type Answer, ask, useTableOf } from '../../../../tools/tactics/search.ts';

/** A game in progress: k stones in a row win. */
export interface SmallGame {
  readonly width: number;
  readonly height: number;
  readonly winLength: number;
  readonly stones: readonly Stone[];
}

export function toMove(game: SmallGame): Color {
  return game.stones.length % 2 === 0 ? 1 : 2;
}

export function played(game: SmallGame, { x, y }: XY): SmallGame {
  return { ...game, stones: [...game.stones, { x, y, color: toMove(game) }] };
}

export function questionOf({ width, height, winLength, stones }: SmallGame): Question {
  return { width, height, rule: 0, winLength, stones, color: stones.length % 2 === 0 ? 1 : 2 };
}

/** Nodes per move while the end is far. */
const NODES = 5000;
/** With this few empty points the search must see the end. */
export const EXHAUSTIVE_EMPTY = 12;

/** @returns the search's move, with no limit once few points are empty */
export function answerTo(game: SmallGame, keepsTable: boolean): Answer {
  const empty = game.width * game.height - game.stones.length;
  return ask(questionOf(game), { keepsTable, maxNodes: empty > EXHAUSTIVE_EMPTY ? NODES : 0 });
}

/** Value of a position to the side to move: 1 won, 0 drawn, -1 lost. By exhaustive search. */
export class Oracle {
  private readonly width: number;
  private readonly height: number;
  private readonly winLength: number;
  private readonly cells: Uint8Array;
  /** By the cells read as a number of base 3; thirty of them fit a double. */
  private readonly values = new Map<number, number>();

  constructor(width: number, height: number, winLength: number) {
    this.width = width;
    this.height = height;
    this.winLength = winLength;
    this.cells = new Uint8Array(width * height);
  }

  /** @returns value to the side to move; there must be no winner yet */
  valueOf(game: SmallGame): number {
    this.cells.fill(0);
    for (const { x, y, color } of game.stones) this.cells[y * this.width + x] = color;
    const key = game.stones.reduce((sum, { x, y, color }) => sum + color * 3 ** (y * this.width + x), 0);
    return this.value(toMove(game), key);
  }

  /** @returns true if the last stone of the game made a row that wins */
  isWon(game: SmallGame): boolean {
    this.cells.fill(0);
    for (const { x, y, color } of game.stones) this.cells[y * this.width + x] = color;
    const last = game.stones.at(-1);
    return last !== undefined && this.makesRow(last.y * this.width + last.x);
  }

  private value(color: Color, key: number): number {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const value = this.bestOfMoves(color, key);
    this.values.set(key, value);
    return value;
  }

  private bestOfMoves(color: Color, key: number): number {
    const empty = [...this.cells.keys()].filter((at) => this.cells[at] === 0);
    if (empty.length === 0) return 0;
    if (empty.some((at) => this.withStone(at, color, () => this.makesRow(at)))) return 1;
    let best = -1;
    for (const at of empty) {
      const next = key + color * 3 ** at;
      best = Math.max(best, 0 - this.withStone(at, color, () => this.value(color === 1 ? 2 : 1, next)));
      if (best === 1) break;
    }
    return best;
  }

  private withStone<T>(at: number, color: Color, body: () => T): T {
    this.cells[at] = color;
    const value = body();
    this.cells[at] = 0;
    return value;
  }

  /** @returns true if the stone at `at` is in a row that is long enough */
  private makesRow(at: number): boolean {
    const color = this.cells[at];
    const x = at % this.width;
    const y = (at - x) / this.width;
    const along = (dx: number, dy: number): number => {
      let length = 0;
      let [column, row] = [x + dx, y + dy];
      while (column >= 0 && row >= 0 && column < this.width && row < this.height) {
        if (this.cells[row * this.width + column] !== color) break;
        length++;
        column += dx;
        row += dy;
      }
      return length;
    };
    const steps = [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
    ];
    return steps.some(([dx, dy]) => along(dx, dy) + along(-dx, -dy) + 1 >= this.winLength);
  }
}

export function emptyPoints({ width, height, stones }: SmallGame): XY[] {
  const taken = new Set(stones.map(({ x, y }) => y * width + x));
  const points: XY[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (!taken.has(y * width + x)) points.push({ x, y });
  }
  return points;
}

/** Results of {@link playAllLines}. */
export interface Tally {
  wins: number;
  draws: number;
  losses: number;
  /** Games, as moves, in which the search lost value. */
  readonly faults: string[];
}

function text(game: SmallGame): string {
  return game.stones.map(({ x, y }) => String.fromCharCode(97 + x) + (y + 1)).join('');
}

/**
 * The search plays `color` against every line that the opponent can choose. A fault is a move after which the position
 * is worth less to the search than before, by the oracle, or an illegal one.
 */
export function playAllLines(game: SmallGame, color: Color, oracle: Oracle, tally: Tally): Tally {
  const mover = toMove(game);
  const empty = emptyPoints(game);
  if (game.stones.length > 0 && oracle.isWon(game)) {
    if (mover === color) tally.losses++;
    else tally.wins++;
    return tally;
  }
  if (empty.length === 0) {
    tally.draws++;
    return tally;
  }
  if (mover !== color) {
    for (const point of empty) playAllLines(played(game, point), color, oracle, tally);
    return tally;
  }
  const { move } = answerTo(game, false);
  if (move === null || !empty.some(({ x, y }) => x === move.x && y === move.y)) {
    tally.faults.push(`${text(game)}: illegal`);
    return tally;
  }
  const next = played(game, move);
  const valueBefore = oracle.valueOf(game);
  const valueAfter = oracle.isWon(next) ? 1 : 0 - oracle.valueOf(next);
  if (valueAfter < valueBefore) tally.faults.push(`${text(next)}: worth ${valueAfter} instead of ${valueBefore}`);
  return playAllLines(next, color, oracle, tally);
}
