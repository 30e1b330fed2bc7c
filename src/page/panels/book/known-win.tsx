/** What the book of wins (docs/internals/proof.md) says about a position, for the analysis and for the challenge. */
import { useEffect } from 'preact/hooks';
import { BLACK } from '../../../core/color.ts';
import { canHaveWins } from '../../../play/opponent/opponent.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { type BookWin, winShown } from '../../../records/book/look-up.ts';
import { say } from '../../lang/languages.ts';
import { colorText } from '../../parts/figures.ts';
import { BOOK_OF_WINS } from '../../shelf/book/own-books.ts';
import { BookShelf } from '../../shelf/book/shelf.ts';
import { useModel } from '../../state/model.ts';

const shelf = new BookShelf();

/** @returns the win in a position; null: the book has none; undefined: it has not answered yet */
export function useKnownWin(game: GameState): BookWin | null | undefined {
  const { book, reading, fault } = useModel(shelf).shown;
  useEffect(() => {
    if (book === null && reading === null && fault === null) void shelf.openOwn(BOOK_OF_WINS, game.variant);
    if (canHaveWins(BOOK_OF_WINS, game)) shelf.look(game);
  }, [game, book]);
  if (fault !== null || !canHaveWins(BOOK_OF_WINS, game)) return null;
  const shown = shelf.shownFor(game);
  return shown === null ? undefined : winShown(shown);
}

export function KnownWinText({ win }: { readonly win: BookWin | null | undefined }) {
  if (!win) return null;
  return <p class="advice">{say('winIsProven', { color: colorText(BLACK, say), moves: win.moves })}</p>;
}
