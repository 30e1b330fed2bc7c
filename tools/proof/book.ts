/** Makes an opening book of the moves with which a checked certificate wins. */
import { FREESTYLE } from '../../src/core/rule-code.ts';
import { Book } from '../../src/records/book/book.ts';
import { type PositionInfo, WIN_VALUE, WON } from '../../src/records/book/info.ts';
import { Line } from '../../src/records/book/key.ts';
import { BLACK, type Board, WHITE } from './board.ts';
import { moveOf, type Records } from './check.ts';

/** Up to this many stones of White, the book has all positions. */
const ALL_UP_TO = 2;

/** Adds a game to a book, with data about its last position. @param game cells in playing order */
function addGame(book: Book, game: readonly number[], info: Partial<PositionInfo>): void {
  const line = new Line(book.rule, book.size);
  for (const cell of game) {
    line.push(cell);
    book.ensure(line);
  }
  book.set(book.at(line), info);
}

/** @param moves of Black, the one that leads to the position included */
function winIn(moves: number): Partial<PositionInfo> {
  return { mark: WON, value: WIN_VALUE - (2 * moves - 1) };
}

/** Adds the proven wins after some moves to a book. */
export class BookMaker {
  readonly book: Book;
  private readonly seen = new Set<string>();

  /**
   * @param proven that the checker accepted
   * @param isFound whether the engine finds a win of Black, to move, after a game, without the book
   */
  constructor(
    private readonly proven: Records,
    private readonly isFound: (game: readonly number[]) => boolean,
    size = 15,
  ) {
    this.book = new Book(FREESTYLE, size);
  }

  /**
   * If all replies lose, the position before them is a win as well.
   * @param board White to move @param game the moves that led to it @param replies of White
   */
  addReplies(board: Board, game: readonly number[], replies: readonly number[]): void {
    const moves: number[] = [];
    for (const reply of replies) {
      board.play(reply, WHITE);
      const [found] = this.proven.find(board);
      if (found !== undefined) {
        moves.push(this.proven.movesAt(board, found));
        this.addPosition(board, [...game, reply]);
      }
      board.undo(reply);
    }
    if (moves.length === board.emptyCells().length) addGame(this.book, game, winIn(1 + Math.max(...moves)));
  }

  /** @param board Black to move @param game the moves that led to it */
  addPosition(board: Board, game: readonly number[]): void {
    this.addWin(board.copy(), board.copy(), game);
  }

  /** @param board Black to move @param guide whose record has the move @param game the moves that led to the board */
  private addWin(board: Board, guide: Board, game: readonly number[]): void {
    const { key } = board.canonical();
    if (this.seen.has(key)) return;
    this.seen.add(key);
    for (const found of this.proven.find(guide)) {
      const move = moveOf(guide, found);
      const next: { readonly reply: number; readonly guide: Board }[] = [];
      const moves = this.proven.movesOf(board, guide, found, (reply, answer) => {
        const after = answer.guide.copy();
        after.play(answer.reply, WHITE);
        next.push({ reply, guide: after });
      });
      if (typeof moves === 'string') continue;
      addGame(this.book, [...game, move], winIn(moves));
      for (const { reply, guide } of next) {
        const after = board.copy();
        after.play(move, BLACK);
        after.play(reply, WHITE);
        const played = [...game, move, reply];
        const isNeeded = after.stones(WHITE).length <= ALL_UP_TO || !this.isFound(played);
        if (isNeeded) this.addWin(after, guide, played);
      }
      return;
    }
  }
}
