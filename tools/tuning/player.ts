/** One side of the tuner's games: a search with its own parameters. */
import { columnOf, rowOf } from '../../src/core/point.ts';
import { useLearnedWeights } from '../../src/engine/learned-weights.ts';
import { openSearch } from '../../src/engine/search-here.ts';
import type { XY } from '../../src/rules/position.ts';
import * as searchParams from '../../src/search/params.ts';
import { RESULT_BEST, RESULT_SCORE } from '../../src/search/result.ts';

const TABLE_BYTES = 16 << 20;
const WIN_LENGTH = 5;
const ANY_DEPTH = 200;
const UNTIMED_MS = 1 << 30;

export class Player {
  private readonly search = openSearch(TABLE_BYTES);
  private readonly defaults = this.search.params.slice();
  private rule = 0;
  private size = 0;

  constructor() {
    useLearnedWeights(this.search);
  }

  /** Whether both are one search, as where there is no memory for two. */
  isSameAs(other: Player): boolean {
    return this.search.params.buffer === other.search.params.buffer;
  }

  /** @param values parameters by name; all others are the engine's */
  startGame(values: Readonly<Record<string, number>>, rule: number, size: number): void {
    const indices = searchParams as unknown as Readonly<Record<string, number>>;
    const { params } = this.search;
    params.set(this.defaults);
    for (const [name, value] of Object.entries(values)) params[indices[name]] = value;
    this.rule = rule;
    this.size = size;
    this.search.setUp(size, size, rule, WIN_LENGTH);
    this.search.newGame();
  }

  /** @param moves from the empty board, Black first @returns the move after them, and its score for the mover */
  choose(moves: readonly XY[], nodes: number): { move: XY; score: number } {
    const { setUp, place, think, result } = this.search;
    setUp(this.size, this.size, this.rule, WIN_LENGTH);
    for (const [i, { x, y }] of moves.entries()) place(x, y, 1 + (i & 1));
    think(1 + (moves.length & 1), UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, nodes, 1);
    return { move: { x: columnOf(result[RESULT_BEST]), y: rowOf(result[RESULT_BEST]) }, score: result[RESULT_SCORE] };
  }
}
