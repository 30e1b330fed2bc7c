/**
 * Book moves: which of them a think may use, and the brief search that verifies them. Those of a verified book go
 * without one: what it leaves in the table can hide a win from the first search after the book.
 */
import { BLACK, BLOCKED, opponentOf, WHITE } from '../core/color.ts';
import { NO_LIMIT_MS } from '../core/limits.ts';
import { pointOfCell, type XY } from '../core/point.ts';
import { picked, seededRandom } from '../core/random.ts';
import { CONTINUOUS_BIT } from '../core/rule-code.ts';
import { candidates, chooseCandidate, DEFAULT_MARGIN } from '../records/book/choose.ts';
import type { BookView } from '../records/book/info.ts';
import { type Line, lineOfStones } from '../records/book/key.ts';
import { emptyCount } from '../rules/position.ts';
import { isFoul, isLegal, judgeMove } from '../rules/referee.ts';
import type { BookOptions, ThinkLimits } from './api.ts';
import { addStone, type Game, type PositionView } from './game.ts';
import type { TimePlan } from './time.ts';

const CHECK_NODES = 20_000;
const CHECK_SHARE = 0.2;
const MAX_CHECKED = 3;

export interface ChosenBookMove extends XY {
  /** From the book, from the view of the side to move; null: unknown. */
  readonly value: number | null;
  /** Whether it is played without a search. */
  readonly isVerified: boolean;
}

export class BookMoves {
  private readonly margin: number;
  private readonly random: () => number;

  constructor(
    private readonly books: readonly BookView[],
    { margin = DEFAULT_MARGIN, seed }: BookOptions,
  ) {
    this.margin = margin;
    this.random = seed === undefined ? Math.random : seededRandom(seed);
  }

  /** @returns moves in the order to try them; none if the limits rule books out or the books have none */
  movesFor(view: PositionView, limits: ThinkLimits): ChosenBookMove[] {
    const { lines = 1, solve = false, book: isWanted = true, maxMs, excluded = [] } = limits;
    const excludedHere = isWanted === 'anywhere' ? [] : excluded;
    if (!isWanted || lines > 1 || solve || maxMs === 0) return [];
    const line = bookLineOf(view);
    if (line === null) return [];
    const moves: ChosenBookMove[] = [];
    for (const book of this.books.filter(({ rule, size }) => rule === line.rule && size === line.size)) {
      let known = candidates(book, line, this.margin)
        .map((move) => ({
          ...move,
          cells: move.cells.filter((cell) => isPlayable(view, pointOfCell(cell, view.width), excludedHere)),
        }))
        .filter(({ cells }) => cells.length > 0);
      while (moves.length < MAX_CHECKED) {
        const move = chooseCandidate(known, this.random());
        if (move === null) break;
        known = known.filter((other) => other !== move);
        const cell = picked(move.cells, this.random);
        const isVerified = book.isVerified ?? false;
        moves.push({ ...pointOfCell(cell, view.width), value: move.info.value, isVerified });
      }
    }
    return moves;
  }
}

function isPlayable(view: PositionView, point: XY, excluded: readonly XY[]): boolean {
  const isExcluded = excluded.some(({ x, y }) => x === point.x && y === point.y);
  return !isExcluded && isLegal(view, point.x, point.y) && !isFoul(view, view.rule, point, view.sideToMove);
}

/** @returns the stones as alternating moves; null for a game that no book covers */
export function bookLineOf(view: PositionView): Line | null {
  const { width, height, rule, stones, sideToMove } = view;
  if (width !== height || rule.winLength !== 5 || stones.some(({ color }) => color === BLOCKED)) return null;
  const [black, white] = [BLACK, WHITE].map((color) =>
    stones.filter((stone) => stone.color === color).map(({ x, y }) => y * width + x),
  );
  return lineOfStones({ rule: rule.code & ~CONTINUOUS_BIT, size: width }, black, white, sideToMove);
}

/** @returns the position after a move; null if the move ends the game */
export function positionAfter(view: PositionView, { x, y }: XY): PositionView | null {
  const { sideToMove, rule } = view;
  if (emptyCount(view) === 1 || judgeMove(view, rule, x, y, sideToMove).outcome !== 'none') return null;
  const after: Game = { ...view, cells: view.cells.slice(), stones: view.stones.slice() };
  addStone(after, { x, y, color: sideToMove });
  after.sideToMove = opponentOf(sideToMove);
  return after;
}

/** @returns limits for the search that verifies a book move, within those of the think */
export function checkLimitsOf(
  limits: ThinkLimits,
  times: TimePlan,
): { readonly limits: ThinkLimits; readonly times: TimePlan } {
  const maxNodes = Math.min(CHECK_NODES, limits.maxNodes ?? CHECK_NODES);
  const shared = (ms: number) => (ms === NO_LIMIT_MS ? ms : Math.floor(ms * CHECK_SHARE));
  return {
    limits: { ...limits, maxNodes, lines: 1, excluded: [], showRoot: false },
    times: { maxMs: shared(times.maxMs), optimumMs: shared(times.optimumMs) },
  };
}
