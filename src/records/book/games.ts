/** Adds games to a book: the result is counted in every position of the game. */
import { ruleFromCode } from '../../core/rule.ts';
import { CONTINUOUS_BIT } from '../../core/rule-code.ts';
import { misplaced, type SavedGame } from '../notation/saved-game.ts';
import type { Book } from './book.ts';
import { Line, PASS } from './key.ts';

/** @returns why a game was skipped, in a few words; null if it was added */
export function addGame(book: Book, game: SavedGame, plies: number): string | null {
  const other = otherKind(book, game);
  if (other !== null) return other;
  const cells = game.moves.map((ply) => (ply === null ? PASS : ply.y * book.size + ply.x));
  const fault = misplaced(game);
  if (fault !== null) return fault;
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

/** @returns why a game of another board, rule or length cannot be in a book; null: it can */
export function otherKind(
  book: Book,
  { size, height = size, rule, winLength = 5 }: Pick<SavedGame, 'size' | 'height' | 'rule' | 'winLength'>,
): string | null {
  if (size !== book.size || height !== size) {
    return `a board of ${height === size ? size : `${size}x${height}`}, not of ${book.size}`;
  }
  if (rule !== null && (rule & ~CONTINUOUS_BIT) !== book.rule && ruleFromCode(rule) !== null) {
    return `rule ${rule}, not ${book.rule}`;
  }
  return winLength === 5 ? null : `${winLength} in a row, not 5`;
}
