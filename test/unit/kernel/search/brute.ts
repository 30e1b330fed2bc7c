/**
 * A solver for short wins that knows nothing of shapes, classes or tables: it places stones, looks for winning rows,
 * and tries every reply. It may miss a win (it does not try every quiet attacking move), but what it calls a win is
 * one.
 */
import { type Color, opponentOf } from '../../../../src/core/color.ts';
import { forbidsTo, type Rule } from '../../../../src/core/rule.ts';
import { forbiddenAt, type Position } from '../../../../src/rules/index.ts';

/** Steps along the four lines. */
const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const;

export class BruteForce {
  readonly width: number;
  readonly height: number;
  readonly cells: Uint8Array;
  readonly rule: Rule;
  /**
   * The last winning fours found, tried first the next time: a refutation of one bad move nearly always refutes the
   * others.
   */
  private readonly lastFour = [-1, -1, -1];

  constructor(position: Position, rule: Rule) {
    this.width = position.width;
    this.height = position.height;
    this.cells = position.cells.slice();
    this.rule = rule;
  }

  /** @returns true if a stone of `color` on the empty cell `at` makes a row that wins */
  isWin(at: number, color: Color): boolean {
    const x0 = at % this.width;
    const y0 = (at - x0) / this.width;
    return STEPS.some(([dx, dy]) => {
      const ahead = this.run(x0, y0, dx, dy, color);
      const behind = this.run(x0, y0, -dx, -dy, color);
      const length = ahead + behind + 1;
      if (length < this.rule.winLength) return false;
      const exact = this.rule.renju ? color === 1 : this.rule.exactFive;
      if (length > this.rule.winLength) return !exact;
      if (!this.rule.caro) return true;
      const other = opponentOf(color);
      const first = this.at(x0 + (ahead + 1) * dx, y0 + (ahead + 1) * dy);
      const last = this.at(x0 - (behind + 1) * dx, y0 - (behind + 1) * dy);
      return !(first === other && last === other);
    });
  }

  /** @returns true if the rule forbids the empty cell `at` to `color` */
  isFoul(at: number, color: Color): boolean {
    if (!forbidsTo(this.rule, color)) return false;
    const x = at % this.width;
    const y = (at - x) / this.width;
    // A double-three needs two other stones in each of two lines, every other foul at least as many.
    return this.stonesNear(x, y, color) >= 4 && forbiddenAt(this, x, y, this.rule, color) !== null;
  }

  /** @returns true if a stone on the empty cell `at` neither wins nor is a foul, and leaves `color` a five to make */
  makesFour(at: number, color: Color): boolean {
    if (this.isWin(at, color) || this.isFoul(at, color)) return false;
    return this.withStone(at, color, () => this.newWinningCells(at, color).length > 0);
  }

  /** @returns the empty cells on which `color` would win at once */
  winningCells(color: Color): number[] {
    return this.emptyCells().filter((at) => this.isWin(at, color));
  }

  emptyCells(): number[] {
    const cells: number[] = [];
    for (let at = 0; at < this.cells.length; at++) if (this.cells[at] === 0) cells.push(at);
    return cells;
  }

  /**
   * @param plies 1, 3 or 5, counting the winner's first move and the five
   * @returns true if `color`, which is to move, is found to win in at most that many plies
   */
  winsWithin(color: Color, plies: number): boolean {
    if (this.emptyCells().some((at) => this.isWin(at, color))) return true;
    if (plies < 3) return false;
    const dangers = this.winningCells(opponentOf(color));
    const known = this.lastFour[color];
    if (known >= 0 && this.cells[known] === 0 && this.isWinningFour(known, color, plies, dangers)) return true;
    const cells = this.emptyCells().filter((at) => this.hasCompany(at, color));
    const four = cells.find((at) => this.isWinningFour(at, color, plies, dangers));
    if (four !== undefined) {
      this.lastFour[color] = four;
      return true;
    }
    return plies >= 5 && cells.some((at) => this.isWinningQuietMove(at, color, plies, dangers));
  }

  /** @returns true if `color` loses within `plies` (2 or 4) after playing the empty cell `at`, or may not play there */
  losesAfter(at: number, color: Color, plies: number): boolean {
    if (this.isWin(at, color)) return false;
    if (this.isFoul(at, color)) return true;
    return this.withStone(at, color, () => this.winsWithin(opponentOf(color), plies - 1));
  }

  /** A move that threatens a five, every answer to which loses. */
  private isWinningFour(at: number, color: Color, plies: number, dangers: readonly number[]): boolean {
    const other = opponentOf(color);
    let wins = false;
    this.withStone(at, color, () => {
      if (dangers.some((danger) => this.isOpenFor(danger, other))) return;
      const fives = this.newWinningCells(at, color);
      wins = fives.length > 0 && this.stopsOf(fives).every((reply) => this.isHopeless(reply, color, plies, fives));
    });
    return wins && !this.isFoul(at, color);
  }

  /** Outside caro a five is stopped only on its own point; under caro also by blocking it, so every cell is tried. */
  private stopsOf(fives: readonly number[]): readonly number[] {
    if (this.rule.caro) return this.emptyCells();
    return fives.length === 1 ? fives : [];
  }

  /** @returns true if `reply` of the opponent of `color` leaves a five open, is a foul, or loses within plies - 2 */
  private isHopeless(reply: number, color: Color, plies: number, fives: readonly number[]): boolean {
    const other = opponentOf(color);
    return this.withStone(reply, other, () => {
      if (fives.some((five) => this.isOpenFor(five, color))) return true;
      this.cells[reply] = 0;
      const foul = this.isFoul(reply, other);
      this.cells[reply] = other;
      return foul || (plies >= 5 && this.winsWithin(color, plies - 2));
    });
  }

  /** A move that threatens to win in three, every answer to which still loses. */
  private isWinningQuietMove(at: number, color: Color, plies: number, dangers: readonly number[]): boolean {
    const other = opponentOf(color);
    let wins = false;
    this.withStone(at, color, () => {
      if (dangers.some((danger) => this.isOpenFor(danger, other))) return;
      const threats = this.emptyCells().filter(
        (cell) => this.hasCompany(cell, color) && this.isWinningFour(cell, color, plies - 2, []),
      );
      wins =
        threats.length > 0 &&
        this.emptyCells().every(
          (reply) =>
            this.isFoul(reply, other) ||
            this.withStone(reply, other, () => {
              const replyDangers = this.newWinningCells(reply, other);
              return threats.some((t) => this.cells[t] === 0 && this.isWinningFour(t, color, plies - 2, replyDangers));
            }),
        );
    });
    return wins && !this.isFoul(at, color);
  }

  private withStone<T>(at: number, color: Color, body: () => T): T {
    this.cells[at] = color;
    const value = body();
    this.cells[at] = 0;
    return value;
  }

  private isOpenFor(at: number, color: Color): boolean {
    return this.cells[at] === 0 && this.isWin(at, color);
  }

  /** Cells on the lines of a new stone where its owner could win. */
  private newWinningCells(at: number, color: Color): number[] {
    const x0 = at % this.width;
    const y0 = (at - x0) / this.width;
    const cells: number[] = [];
    const reach = this.rule.winLength;
    for (const [dx, dy] of STEPS) {
      for (let i = -reach; i <= reach; i++) {
        if (this.at(x0 + i * dx, y0 + i * dy) !== 0) continue;
        const cell = (y0 + i * dy) * this.width + x0 + i * dx;
        if (this.isWin(cell, color)) cells.push(cell);
      }
    }
    return cells;
  }

  /** @returns the contents of (x, y), or -1 off the board */
  private at(x: number, y: number): number {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? this.cells[y * this.width + x] : -1;
  }

  private run(x: number, y: number, dx: number, dy: number, color: Color): number {
    let length = 0;
    while (this.at(x + (length + 1) * dx, y + (length + 1) * dy) === color) length++;
    return length;
  }

  /** @returns true if one line of the cell has enough stones of `color` for a three, close enough for one row */
  private hasCompany(at: number, color: Color): boolean {
    const wanted = this.rule.winLength - 3;
    const x = at % this.width;
    const y = (at - x) / this.width;
    return STEPS.some(([dx, dy]) => this.countOnLine(x, y, dx, dy, color, this.rule.winLength) >= wanted);
  }

  private stonesNear(x: number, y: number, color: Color): number {
    return STEPS.reduce((sum, [dx, dy]) => sum + this.countOnLine(x, y, dx, dy, color, 5), 0);
  }

  private countOnLine(x: number, y: number, dx: number, dy: number, color: Color, reach: number): number {
    let count = 0;
    for (let i = 1; i <= reach; i++) {
      if (this.at(x + i * dx, y + i * dy) === color) count++;
      if (this.at(x - i * dx, y - i * dy) === color) count++;
    }
    return count;
  }
}
