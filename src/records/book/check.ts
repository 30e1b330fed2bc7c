/** Finds faults in a book: forbidden moves, games that continue after their end, contradictory marks. */
import { BLACK, type Color, EMPTY, WHITE } from '../../core/color.ts';
import { pointOfCell } from '../../core/point.ts';
import { type Rule, ruleFromCode } from '../../core/rule.ts';
import type { Steps } from '../../core/steps.ts';
import { emptyPosition, type Position } from '../../rules/position.ts';
import { judgeMove } from '../../rules/referee.ts';
import type { Book } from './book.ts';
import { BAD, DRAWN, GOOD, LOST, NEVER, NO_MOVE, WON } from './info.ts';
import { inverse, KeyMaker, PASS, tablesOf } from './key.ts';
import { bookTreeOf, eachParent, movesTo, walk } from './tree.ts';

/** Positions per step, less one: a mask. */
const STEP = 0xff;

export interface BookFault {
  readonly kind: 'marks' | 'forbidden' | 'continues';
  readonly index: number;
  readonly moves: readonly number[];
  readonly text: string;
}

/** @param onFault called for every fault @returns number of positions that no line of the book reaches */
export function* checkSteps(book: Book, onFault: (fault: BookFault) => void): Steps<number> {
  const tree = bookTreeOf(book);
  const rule = ruleFromCode(book.rule);
  const { cells, image } = tablesOf(book.size);
  let walked = 0;
  for (const { index } of walk(tree)) {
    if ((++walked & STEP) === 0) yield;
    const report = (kind: BookFault['kind'], text: string): void =>
      onFault({ kind, index, moves: movesTo(book, tree, index), text });
    const info = book.info(index);
    if ((info.mark & GOOD) !== 0 && (info.mark & BAD) !== 0) report('marks', 'marked good and bad');
    const outcomes = [WON, LOST, DRAWN].filter((bit) => (info.mark & bit) !== 0).length;
    if (outcomes > 1) report('marks', 'marked with two outcomes');
    if (info.weight > 0 && (info.mark & (NEVER | LOST | NO_MOVE)) !== 0)
      report('marks', `weight ${info.weight}, and marked as no move to play`);
    const move = tree.moves[index];
    if (rule === null || tree.parents[index] < 0 || move === PASS) continue;
    const position = emptyPosition(book.size, book.size);
    for (const color of [BLACK, WHITE] as const) {
      for (const cell of book.stones(index, color)) position.cells[cell] = color;
    }
    // The move of the tree, as it lies in the frame of the position's key.
    const outcome = judgeLast(position, rule, image[inverse(tree.frames[index]) * cells + move]);
    const isRefused = (info.mark & (NEVER | LOST | BAD | NO_MOVE)) !== 0;
    // The order of the moves decides whether the last one was a foul.
    if (outcome === 'foul' && isReachedLegally(book, rule, index, position)) continue;
    if (outcome === 'foul' && !isRefused)
      report('forbidden', `forbidden to ${book.sideOf(index) === BLACK ? 'White' : 'Black'}, and not marked x`);
    if (outcome !== 'none' && tree.firstChild[index] >= 0 && (info.mark & NO_MOVE) === 0) {
      report('continues', `the game continues after ${outcome === 'win' ? 'a win' : 'a forbidden move'}`);
    }
  }
  return tree.roots.length - 1;
}

/** @returns whether a move from one of its parents in the book leads to a position without a foul */
function isReachedLegally(book: Book, rule: Rule, index: number, position: Position): boolean {
  let isLegal = false;
  eachParent(book, new KeyMaker(book.rule, book.size), index, (_, cell) => {
    isLegal ||= cell !== PASS && judgeLast(position, rule, cell) !== 'foul';
  });
  return isLegal;
}

/** @param position after the move @returns what the move to a cell, on which its stone lies, has done */
function judgeLast(position: Position, rule: Rule, cell: number) {
  const color = position.cells[cell] as Color;
  const { x, y } = pointOfCell(cell, position.width);
  position.cells[cell] = EMPTY;
  const { outcome } = judgeMove(position, rule, x, y, color);
  position.cells[cell] = color;
  return outcome;
}

export function statsOf(book: Book) {
  const byPly: number[] = [];
  const counts = { withValue: 0, withWeight: 0, withComment: 0, withLabel: 0, withMark: 0, deepest: 0 };
  const games = { black: 0, draws: 0, white: 0 };
  for (let index = 0; index < book.count; index++) {
    const { black, white } = book.stoneCounts(index);
    const ply = black + white;
    byPly[ply] = (byPly[ply] ?? 0) + 1;
    const info = book.info(index);
    if (info.value !== null) counts.withValue++;
    if (info.weight > 0) counts.withWeight++;
    if (info.comment !== '') counts.withComment++;
    if (info.label !== '') counts.withLabel++;
    if (info.mark !== 0) counts.withMark++;
    counts.deepest = Math.max(counts.deepest, info.depth);
    if (ply === 1 && book.sideOf(index) !== BLACK) {
      games.black += info.black;
      games.draws += info.draws;
      games.white += info.white;
    }
  }
  // Positions that no line of the book leads to.
  const unreached = bookTreeOf(book).roots.length - 1;
  return { positions: book.count, byPly: Array.from(byPly, (n) => n ?? 0), ...counts, games, unreached };
}
