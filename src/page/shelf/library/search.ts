/**
 * Searches games by their facts and by a position. A position is compared with the first moves of every game, in all
 * eight images at once: most games differ within a few moves, so no index is needed.
 */

import { BLACK, WHITE } from '../../../core/color.ts';
import { SYMMETRIES } from '../../../core/point.ts';
import { composed, inverse, tablesOf } from '../../../records/book/key.ts';
import { type BlockView, NO_STONE, RESULTS, type TextTable } from './games.ts';

export interface GameFilter {
  /** Part of a player's name, of the event or of the comment; empty: all. */
  readonly text: string;
  /** Part of a player's name; empty: all. */
  readonly player: string;
  /** Null: every rule. */
  readonly rule: number | null;
  /** Null: no bound. A game of an unknown year is within no bound. */
  readonly from: number | null;
  readonly to: number | null;
  /** Index in {@link RESULTS}; null: every result. */
  readonly result: number | null;
}

export const ALL_GAMES: GameFilter = { text: '', player: '', rule: null, from: null, to: null, result: null };

/** A position on a square board. */
export interface SoughtPosition {
  readonly size: number;
  /** 0 empty, 1 black, 2 white; `y * size + x`. */
  readonly cells: Uint8Array;
}

/** @returns for a block, whether a game of it is wanted; deleted games never are */
function matcherOf(filter: GameFilter): (view: BlockView) => (index: number) => boolean {
  const [text, player] = [filter.text, filter.player].map((words) => words.trim().toLowerCase());
  const { rule, from, to, result } = filter;
  const [hasText, hasPlayer] = [holdersOf(text), holdersOf(player)];
  return (view) => {
    const [withText, withPlayer] = [hasText(view.table), hasPlayer(view.table)];
    return (index) =>
      !view.isDeleted(index) &&
      (rule === null || view.rule(index) === rule) &&
      (from === null || (view.years[index] >= from && view.years[index] > 0)) &&
      (to === null || (view.years[index] <= to && view.years[index] > 0)) &&
      (result === null || view.result(index) === result) &&
      (withPlayer === null || PLAYERS.some((field) => withPlayer[view.textIndex(index, field)] === 1)) &&
      (withText === null || SEARCHED.some((field) => withText[view.textIndex(index, field)] === 1));
  };
}

const PLAYERS = ['black', 'white'] as const;
const SEARCHED = [...PLAYERS, 'event', 'comment'] as const;

/** @returns for a table, which of its texts contain these words, 0 or 1; null: all do */
function holdersOf(words: string): (table: TextTable) => Uint8Array | null {
  let last: { readonly table: TextTable; readonly holders: Uint8Array } | null = null;
  return (table) => {
    if (words === '') return null;
    if (last?.table !== table) {
      last = { table, holders: Uint8Array.from(table.texts, (one) => (one.toLowerCase().includes(words) ? 1 : 0)) };
    }
    return last.holders;
  };
}

/** Result of {@link PositionSeeker.next}: the game ends here or passes. */
const NO_MOVE = -1;
/** The game does not have the position. */
const NOT_FOUND = -2;

class PositionSeeker {
  private readonly size: number;
  private readonly stones: number;
  private readonly isPlayable: boolean;
  /** Bits of the images of the position that have a stone of the color there: `[(color - 1) * cells + cell]`. */
  private readonly images: Uint8Array;
  /** Cells of each image as cells of the position: of those that its symmetries make equal, the oldest. */
  private readonly back: Uint16Array;
  /** The symmetries that leave the position as it is. */
  private readonly own: number[] = [];

  constructor({ size, cells }: SoughtPosition) {
    const { image, cells: count } = tablesOf(size);
    this.size = size;
    this.images = new Uint8Array(2 * count);
    this.back = new Uint16Array(SYMMETRIES * count);
    let [blacks, whites] = [0, 0];
    for (const cell of cells) {
      if (cell === BLACK) blacks++;
      else if (cell === WHITE) whites++;
    }
    this.stones = blacks + whites;
    this.isPlayable = blacks === whites || blacks === whites + 1;
    for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
      let isSame = true;
      for (let cell = 0; cell < count; cell++) {
        const target = image[symmetry * count + cell];
        if (cells[target] !== cells[cell]) isSame = false;
        if (cells[cell] !== 0) this.images[(cells[cell] - 1) * count + target] |= 1 << symmetry;
      }
      if (isSame) this.own.push(symmetry);
    }
    for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
      const home = inverse(symmetry);
      for (let cell = 0; cell < count; cell++) {
        const ways = this.own.map((own) => image[composed(home, own) * count + cell]);
        this.back[symmetry * count + cell] = Math.min(...ways);
      }
    }
  }

  /** @returns the images of a move that are the same by the position's own symmetries */
  imagesOf(cell: number): number[] {
    const { image, cells } = tablesOf(this.size);
    return [...new Set(this.own.map((own) => image[own * cells + cell]))];
  }

  /** @returns the next move of a game, as a cell of the position, or {@link NO_MOVE} or {@link NOT_FOUND} */
  next(view: BlockView, index: number): number {
    const { size, stones, images } = this;
    if (!this.isPlayable || view.width(index) !== size || view.height(index) !== size) return NOT_FOUND;
    if (view.length(index) < stones) return NOT_FOUND;
    const { moves, starts } = view;
    const start = starts[index];
    const cells = size * size;
    let left = (1 << SYMMETRIES) - 1;
    for (let ply = 0; ply < stones; ply++) {
      const cell = moves[start + ply];
      if (cell === NO_STONE) return NOT_FOUND;
      left &= images[(ply & 1) * cells + cell];
      if (left === 0) return NOT_FOUND;
    }
    const at = start + stones;
    if (at >= starts[index + 1] || moves[at] === NO_STONE) return NO_MOVE;
    return this.back[(31 - Math.clz32(left & -left)) * cells + moves[at]];
  }
}

export interface PlayedMove {
  /** The oldest of its images. */
  readonly cell: number;
  readonly images: readonly number[];
  readonly games: number;
  readonly black: number;
  readonly draws: number;
  readonly white: number;
  /** Average over the games whose year is known; null: none. */
  readonly year: number | null;
}

/** A game of the library: the id of its block, and its index there. */
export interface GameRef {
  readonly block: string;
  readonly index: number;
}

export interface Explored {
  readonly games: number;
  /** The moves after it, the most frequent one first. */
  readonly moves: readonly PlayedMove[];
  /** Some of the games, the latest first. */
  readonly latest: readonly GameRef[];
}

/** @param latest maximum number of games to list */
export function explore(
  views: readonly BlockView[],
  filter: GameFilter,
  position: SoughtPosition,
  latest: number,
): Explored {
  const seeker = new PositionSeeker(position);
  const matches = matcherOf(filter);
  const counts = new Uint32Array(position.cells.length * RESULTS.length);
  const years = new Float64Array(position.cells.length * 2);
  const found: { ref: GameRef; year: number }[] = [];
  let games = 0;
  /** The year of the oldest game in `found`, once there are enough. */
  let oldest = -1;
  const cut = (): void => {
    found.sort((a, b) => b.year - a.year);
    found.length = Math.min(found.length, latest);
    oldest = found.length < latest ? -1 : (found[found.length - 1]?.year ?? -1);
  };
  for (const view of views) {
    const isWanted = matches(view);
    for (let index = 0; index < view.count; index++) {
      const cell = seeker.next(view, index);
      if (cell === NOT_FOUND || !isWanted(index)) continue;
      games++;
      const year = view.years[index];
      if (year > oldest) {
        found.push({ ref: { block: view.id, index }, year });
        if (found.length > 8 * latest) cut();
      }
      if (cell === NO_MOVE) continue;
      counts[cell * RESULTS.length + view.result(index)]++;
      if (year === 0) continue;
      years[2 * cell] += year;
      years[2 * cell + 1]++;
    }
  }
  cut();
  const moves = Array.from(position.cells.keys())
    .flatMap((cell): PlayedMove[] => {
      const [unknown, black, draws, white] = counts.subarray(cell * RESULTS.length, (cell + 1) * RESULTS.length);
      const total = unknown + black + draws + white;
      if (total === 0) return [];
      const dated = years[2 * cell + 1];
      const year = dated === 0 ? null : Math.round(years[2 * cell] / dated);
      return [{ cell, images: seeker.imagesOf(cell), games: total, black, draws, white, year }];
    })
    .sort((a, b) => b.games - a.games || a.cell - b.cell);
  return { games, moves, latest: found.map(({ ref }) => ref) };
}

export type SortField = 'added' | 'date' | 'black' | 'white' | 'event' | 'length';

export interface ListQuery {
  readonly filter: GameFilter;
  /** Null: games with any position. */
  readonly position: SoughtPosition | null;
  readonly sort: SortField;
  readonly isDescending: boolean;
}

export function search(views: readonly BlockView[], { filter, position, sort, isDescending }: ListQuery): GameRef[] {
  const seeker = position === null ? null : new PositionSeeker(position);
  const matches = matcherOf(filter);
  const found: GameRef[] = [];
  const keys: number[] = [];
  for (const view of views) {
    const isWanted = matches(view);
    for (let index = 0; index < view.count; index++) {
      if (seeker !== null && seeker.next(view, index) === NOT_FOUND) continue;
      if (!isWanted(index)) continue;
      keys.push(keyOf(view, index, sort));
      found.push({ block: view.id, index });
    }
  }
  const sign = isDescending ? -1 : 1;
  // Equal keys keep the order in which the games were added.
  const order = [...found.keys()].sort((a, b) => sign * (keys[a] - keys[b]) || a - b);
  return order.map((i) => found[i]);
}

function keyOf(view: BlockView, index: number, sort: SortField): number {
  if (sort === 'added') return view.addedAt;
  if (sort === 'length') return view.length(index);
  return view.table.ranks[view.textIndex(index, sort)];
}
