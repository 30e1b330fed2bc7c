/** Adds games to a book: the result is counted in every position of the game. */
import { nameOf } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { CONTINUOUS_BIT } from '../../core/rule-code.ts';
import type { SavedGame } from '../notation/saved-game.ts';
import type { Book } from './book.ts';
import { Line } from './key.ts';

/** @returns why a game was skipped, in a few words; null if it was added */
export function addGame(book: Book, game: SavedGame, plies: number): string | null {
  if (game.size !== book.size) return `a board of ${game.size}, not of ${book.size}`;
  const other = otherKind(book, game.rule, game.winLength ?? null);
  if (other !== null) return other;
  const cells = game.moves.map(({ x, y }) => y * book.size + x);
  const odd = game.moves.findIndex(
    ({ x, y }, ply) => !(x >= 0 && y >= 0 && x < book.size && y < book.size) || cells.indexOf(cells[ply]) !== ply,
  );
  if (odd >= 0) return `move ${odd + 1}, ${nameOf(game.moves[odd], book.size)}, is not on an empty point`;
  if (cells.length === 0) return 'no moves';
  const result = game.result === null ? null : game.result === 'black' ? 0 : game.result === 'draw' ? 1 : 2;
  const line = new Line(book.rule, book.size);
  for (const cell of cells.slice(0, plies)) {
    line.push(cell);
    const index = book.ensure(line);
    if (result !== null) book.countGame(index, result);
  }
  return null;
}

/** @param rule null: not stated @param winLength null: not stated @returns why a game of it cannot be in a book */
export function otherKind(book: Book, rule: number | null, winLength: number | null): string | null {
  if (rule !== null && (rule & ~CONTINUOUS_BIT) !== book.rule && ruleFromCode(rule) !== null) {
    return `rule ${rule}, not ${book.rule}`;
  }
  return winLength === null || winLength === 5 ? null : `${winLength} in a row, not 5`;
}
