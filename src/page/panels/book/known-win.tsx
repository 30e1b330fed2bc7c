/** What the book of wins (docs/internals/proof.md) says about a position, for the analysis and for the challenge. */
import { useEffect } from 'preact/hooks';
import { BLACK } from '../../../core/color.ts';
import type { XY } from '../../../core/point.ts';
import { type GameState, sideToMove } from '../../../play/state/game-state.ts';
import { readPoint } from '../../../play/state/notation.ts';
import { isWin, type PositionInfo, WIN_VALUE, WON } from '../../../records/book/info.ts';
import { say } from '../../lang/languages.ts';
import { colorText } from '../../parts/figures.ts';
import { hasKnownWins } from '../../shelf/book/known-wins.ts';
import { BOOK_OF_WINS } from '../../shelf/book/own-books.ts';
import { BookShelf } from '../../shelf/book/shelf.ts';
import { useModel } from '../../state/model.ts';

/** A win of Black that the book has. */
export interface KnownWin {
  /** Black's moves to the five, at most. */
  readonly moves: number;
  readonly isProven: boolean;
  /** Black's move; null: White is to move. */
  readonly point: XY | null;
}

const shelf = new BookShelf();

/** @returns the win in a position; null: the book has none; undefined: it has not answered yet */
export function useKnownWin(game: GameState): KnownWin | null | undefined {
  const { book, reading, fault } = useModel(shelf).shown;
  useEffect(() => {
    if (book === null && reading === null && fault === null) void shelf.openOwn(BOOK_OF_WINS, game.variant);
    if (hasKnownWins(game)) shelf.look(game);
  }, [game, book]);
  if (fault !== null || !hasKnownWins(game)) return null;
  const shown = shelf.shownFor(game);
  if (shown === null) return undefined;
  if (sideToMove(game) !== BLACK) return isWin(shown.info) ? winOf(shown.info, null) : null;
  const best = shown.next.find(({ info }) => isWin(info));
  return best === undefined ? null : winOf(best.info, readPoint(best.move, game.variant));
}

function winOf({ value, mark }: PositionInfo, point: XY | null): KnownWin {
  const plies = WIN_VALUE - (value ?? 0);
  return { moves: Math.ceil(plies / 2) - (point === null ? 1 : 0), isProven: (mark & WON) !== 0, point };
}

export function KnownWinText({ win }: { readonly win: KnownWin | null | undefined }) {
  if (!win) return null;
  const { moves, isProven } = win;
  return <p class="advice">{say(isProven ? 'winIsProven' : 'winIsFound', { color: colorText(BLACK, say), moves })}</p>;
}
