/** Finds the replies of White that a book of wins leaves open, and adds the wins that answer them. */
import { FREESTYLE } from '../../src/core/rule-code.ts';
import { runToEnd } from '../../src/core/steps.ts';
import { type Book, movesFrom } from '../../src/records/book/book.ts';
import { candidates, winsOf } from '../../src/records/book/choose.ts';
import { type PositionInfo, WIN_VALUE, WON } from '../../src/records/book/info.ts';
import { Line } from '../../src/records/book/key.ts';
import { mergeSteps } from '../../src/records/book/merge.ts';
import { type BookTree, bookTreeOf, movesTo } from '../../src/records/book/tree.ts';
import { Board } from './board.ts';
import { repliesOf } from './check.ts';

/** A winning move of a book. */
export interface Win {
  /** The moves that lead to the position, the winning one last. */
  readonly game: readonly number[];
  /** White's replies that do not lose at once. */
  readonly replies: readonly number[];
}

/** @returns the winning move that leads to the position with this number; null: it is none, or the first one */
export function winAt(book: Book, tree: BookTree, index: number): Win | null {
  const game = movesTo(book, tree, index);
  if ((book.info(index).mark & WON) === 0 || game.length < 3) return null;
  const board = new Board(book.size);
  board.playGame(board.namesOf(game));
  return { game, replies: repliesOf(board) };
}

/**
 * @param seconds second moves of the games to look at; null: all
 * @param isFound whether the engine finds a win of Black, to move, after a game, without the book
 * @param report called after each of Black's moves with the number of the position, from 0
 * @returns the games after which neither the book nor the engine has a win
 */
export function* openGames(
  book: Book,
  seconds: readonly number[] | null,
  isFound: (game: readonly number[]) => boolean,
  report: (index: number) => void,
): Generator<readonly number[]> {
  const wins = winsOf(book);
  const tree = bookTreeOf(book);
  const hasMove = (game: readonly number[]) => candidates(wins, new Line(FREESTYLE, book.size, game)).length > 0;
  for (let index = 0; index < book.count; index++) {
    const win = winAt(book, tree, index);
    if (win === null || (seconds !== null && !seconds.includes(win.game[1]))) continue;
    for (const reply of win.replies) {
      const after = [...win.game, reply];
      if (!hasMove(after) && !isFound(after)) yield after;
    }
    report(index);
  }
}

/** @returns plies of a win after the move that makes it, itself included */
function pliesOf(info: PositionInfo): number {
  return WIN_VALUE - (info.value ?? 0);
}

/**
 * Adds wins to a book without replacing its own, and raises lengths that have become too small: a win takes at least
 * two plies more than the win after any reply.
 * @returns number of wins whose length was raised
 */
export function addWins(book: Book, added: Book): number {
  runToEnd(mergeSteps(book, added, { values: 'first', addsResults: false, onConflict: () => {} }));
  const wins = winsOf(book);
  const tree = bookTreeOf(book);
  const games = [...Array(book.count).keys()]
    .filter((index) => (book.info(index).mark & WON) !== 0)
    .map((index) => ({ index, game: movesTo(book, tree, index) }));
  let raised = 0;
  // Later positions first: their lengths decide those of the earlier ones.
  for (const { index, game } of games.sort((a, b) => b.game.length - a.game.length)) {
    const answers = movesFrom(book, new Line(book.rule, book.size, game)).flatMap(({ cell }) =>
      candidates(wins, new Line(book.rule, book.size, [...game, cell])).slice(0, 1),
    );
    const plies = Math.max(...answers.map(({ info }) => pliesOf(info) + 2));
    if (plies <= pliesOf(book.info(index))) continue;
    book.set(index, { value: WIN_VALUE - plies });
    raised++;
  }
  return raised;
}
