/** Moves that a book recommends, and a random choice among them. */
import { infoAt, movesFrom } from './book.ts';
import {
  AT_LEAST,
  BAD,
  type BookView,
  GOOD,
  LOST,
  MARKED,
  MIN_WIN,
  NEVER,
  NO_MOVE,
  type PositionInfo,
  WON,
} from './info.ts';
import { type Line, PASS } from './key.ts';

/** Moves whose value is this far below the best are not chosen, in points of the engine's scale. */
export const DEFAULT_MARGIN = 40;

/** A move of a book, with all its images if the position is symmetric. */
export interface Candidate {
  /** `y * size + x`. */
  readonly cells: readonly number[];
  readonly info: PositionInfo;
  /** Relative frequency of the choice; above 0. */
  readonly share: number;
}

function isWin({ mark, value }: PositionInfo): boolean {
  return (mark & WON) !== 0 || (value !== null && value >= MIN_WIN);
}

/** @param book whose wins have been checked @returns the same book with nothing but these */
export function winsOf(book: BookView): BookView {
  return {
    rule: book.rule,
    size: book.size,
    get count() {
      return book.count;
    },
    isVerified: true,
    find: (high, low) => {
      const index = book.find(high, low);
      return index >= 0 && isWin(book.info(index)) ? index : -1;
    },
    info: (index) => book.info(index),
  };
}

function isRefused({ mark, value, bound }: PositionInfo): boolean {
  return (mark & (NEVER | BAD | LOST | NO_MOVE)) !== 0 || (value !== null && value <= -MIN_WIN && bound !== AT_LEAST);
}

/**
 * The moves that a book recommends. The shortest wins come first. Then weights decide; where there are none, values
 * within the margin; then the results of games; then marks. A position without data is not recommended:
 * libraries are full of refuted moves. Where the position has no value, or only one of its moves has one, better moves
 * may be missing: a value more than the margin below even is then not recommended, whatever other data the move has.
 * Nor is one more than the margin below the value of the position.
 */
export function candidates(book: BookView, line: Line, margin = DEFAULT_MARGIN): Candidate[] {
  const byIndex = new Map<number, { cells: number[]; info: PositionInfo }>();
  for (const { cell, index } of movesFrom(book, line)) {
    if (cell === PASS) continue;
    const known = byIndex.get(index);
    if (known !== undefined) known.cells.push(cell);
    else byIndex.set(index, { cells: [cell], info: book.info(index) });
  }
  const all = [...byIndex.values()].filter(({ info }) => !isRefused(info));
  const wins = all.filter(({ info }) => isWin(info));
  if (wins.length > 0) {
    // Only the shortest wins keep the promise of a win within a number of moves.
    const shortest = Math.max(...wins.map(({ info }) => info.value ?? MIN_WIN));
    return wins.filter(({ info }) => (info.value ?? MIN_WIN) === shortest).map((move) => ({ ...move, share: 1 }));
  }
  const best = Math.max(...all.map(({ info }) => info.value ?? Number.NEGATIVE_INFINITY));
  const { value: own } = infoAt(book, line);
  const valued = [...byIndex.values()].filter(({ info }) => info.value !== null);
  const floor = own === null || valued.length < 2 ? -margin : -own - margin;
  const near = all.filter(({ info }) => info.value === null || info.value >= Math.max(best - margin, floor));
  const isBlack = line.plies.length % 2 === 0;
  for (const shareOf of [
    (info: PositionInfo) => info.weight,
    (info: PositionInfo) => (info.value === null ? 0 : 1),
    (info: PositionInfo) => (isBlack ? info.black : info.white) + info.draws / 2,
    (info: PositionInfo) => ((info.mark & (GOOD | MARKED)) !== 0 ? 1 : 0),
  ]) {
    const chosen = near.map((move) => ({ ...move, share: shareOf(move.info) })).filter(({ share }) => share > 0);
    if (chosen.length > 0) return chosen;
  }
  return [];
}

/** @param random 0 to below 1 @returns a move with a probability by its share; null if there is none */
export function chooseCandidate(moves: readonly Candidate[], random: number): Candidate | null {
  let rest = random * moves.reduce((sum, { share }) => sum + share, 0);
  for (const move of moves) {
    rest -= move.share;
    if (rest < 0) return move;
  }
  return moves.at(-1) ?? null;
}
