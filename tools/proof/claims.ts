/** Makes an opening book of wins that the engine claims: nothing is proven. */
import { FREESTYLE } from '../../src/core/rule-code.ts';
import { Book, movesFrom } from '../../src/records/book/book.ts';
import { winsOf } from '../../src/records/book/choose.ts';
import { MIN_WIN, WIN_VALUE, WON } from '../../src/records/book/info.ts';
import { Line } from '../../src/records/book/key.ts';
import { BLACK, Board, FoursAfter, WHITE } from './board.ts';
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
  /** Positions in which the engine finds a win. */
  private readonly found = new Set<string>();

  /**
   * @param known Black's given moves: such a move wins if a win is claimed after every reply to it
   * @param given the answers in this book are not added
   */
  constructor(
    private readonly known: KnownMoves,
    private readonly host: ClaimHost,
    private readonly given: Book = new Book(FREESTYLE, 15),
  ) {
    this.book = new Book(FREESTYLE, given.size);
  }

  /**
   * Adds the answers that the given book lacks after a move of Black, if it claims that the move wins.
   * @param index of the position after the move @returns whether it does, without a proof
   */
  addMissing(index: number): boolean {
    const { given } = this;
    const { value, mark } = given.info(index);
    const isClaimed = value !== null && value >= MIN_WIN && (mark & WON) === 0;
    if (!isClaimed || given.sideOf(index) !== WHITE) return false;
    const game = [...given.lineTo(index).plies];
    const board = new Board(given.size);
    board.playGame(board.namesOf(game));
    const move = game.pop() ?? 0;
    board.undo(move);
    this.addReplies(board, move, game, this.isHard);
    return true;
  }

  private readonly isHard = (board: Board, game: readonly number[]): boolean => {
    const { given, found } = this;
    const { key } = board.canonical();
    if (found.has(key) || movesFrom(winsOf(given), new Line(given.rule, given.size, game)).length > 0) return false;
    if (this.host.isFound(board)) found.add(key);
    return !found.has(key);
  };

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
    isNeeded: (after: Board, game: readonly number[]) => boolean,
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
      else if (fours === null && isNeeded(board, next)) after = this.addAnswer(board, next);
      board.undo(reply);
      if (fours !== null) pool = [new FoursAfter(board, fours), ...pool];
      plies = after === null || plies === null ? null : Math.max(plies, 2 + after);
    }
    board.undo(move);
    return plies;
  }
}
