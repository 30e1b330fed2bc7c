/** Makes an opening book of wins that the engine claims: nothing is proven. */
import { FREESTYLE } from '../../src/core/rule-code.ts';
import { Book } from '../../src/records/book/book.ts';
import { WIN_VALUE } from '../../src/records/book/info.ts';
import { BLACK, type Board, FoursAfter, WHITE } from './board.ts';
import { addGame } from './book.ts';
import { repliesOf } from './check.ts';
import { findFours } from './fours.ts';
import type { KnownMoves } from './known.ts';
import type { Claim } from './prover.ts';

export interface ClaimHost {
  /**
   * @param isFresh whether the engine forgets what it has learned from other positions
   * @returns what it says about a position, Black to move
   */
  claim(board: Board, isFresh: boolean): Claim | null;
  /** @returns whether the engine finds a win without the book */
  isFound(board: Board): boolean;
}

export class ClaimBook {
  readonly book: Book;
  /** Games after which no win is claimed, White's reply last. */
  readonly open: string[] = [];
  /** Plies of the wins that were claimed; null: none was. */
  private readonly seen = new Map<string, number | null>();
  private readonly isHard = (board: Board): boolean => !this.host.isFound(board);

  /** @param known Black's given moves: such a move wins if a win is claimed after every reply to it */
  constructor(
    private readonly known: KnownMoves,
    private readonly host: ClaimHost,
    size = 15,
  ) {
    this.book = new Book(FREESTYLE, size);
  }

  /**
   * Adds Black's answer, and those to White's replies that the engine would not find.
   * @param board Black to move @param game the moves that led to it
   * @returns plies until Black's five, or null if no win is claimed
   */
  addAnswer(board: Board, game: readonly number[]): number | null {
    const canonical = board.canonical();
    const before = this.seen.get(canonical.key);
    if (before !== undefined) return before;
    const known = this.known.at(board, canonical);
    const claim = known === undefined ? this.claim(board) : null;
    const move = known ?? claim?.move;
    let plies = claim?.winIn ?? null;
    if (known !== undefined) plies = this.addReplies(board, known, game, () => true);
    else if (claim !== null && plies !== null) this.addReplies(board, claim.move, game, this.isHard);
    this.seen.set(canonical.key, plies);
    if (plies === null || move === undefined) this.open.push(board.namesOf(game));
    else addGame(this.book, [...game, move], { value: WIN_VALUE - plies });
    return plies;
  }

  private claim(board: Board): Claim | null {
    const claim = this.host.claim(board, false);
    return claim?.winIn === null ? this.host.claim(board, true) : claim;
  }

  /** The same after a four of White, which leaves Black one move; the book does not need it. */
  private addForced(board: Board, game: readonly number[]): number | null {
    const [move, another] = board.completions(WHITE);
    if (another === undefined) return this.addReplies(board, move, game, this.isHard);
    this.open.push(board.namesOf(game));
    return null;
  }

  /** @returns plies until Black's five after Black's move, or null if a reply is open */
  private addReplies(
    board: Board,
    move: number,
    game: readonly number[],
    isNeeded: (after: Board) => boolean,
  ): number | null {
    board.play(move, BLACK);
    let plies: number | null = 3;
    let pool: FoursAfter[] = [];
    for (const reply of repliesOf(board)) {
      if (pool.some((win) => win.meets(reply))) continue;
      board.play(reply, WHITE);
      const fours = findFours(board);
      const next = [...game, move, reply];
      let after: number | null = 1;
      if (fours === null && board.threatensFive(WHITE)) after = this.addForced(board, next);
      else if (fours === null && isNeeded(board)) after = this.addAnswer(board, next);
      board.undo(reply);
      if (fours !== null) pool = [new FoursAfter(board, fours), ...pool];
      plies = after === null || plies === null ? null : Math.max(plies, 2 + after);
    }
    board.undo(move);
    return plies;
  }
}
