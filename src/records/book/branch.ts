/** The branch of a book below a position: removes it, or collects it. */
import type { Steps } from '../../core/steps.ts';
import { type Book, movesFrom } from './book.ts';
import type { BookView } from './info.ts';
import { Line } from './key.ts';

/** Fate of a position: it stays with its branch, it stays and its branch is examined, or it goes with its branch. */
export type Fate = 'stays' | 'look on' | 'goes';

const STEP = 64;

/** @returns the places of all positions below the one at the end of a line, without that one */
export function* branchSteps(book: Book, line: Line): Steps<Set<number>> {
  const found = new Set<number>();
  yield* followSteps(book, line, (index) => found.size !== found.add(index).size);
  return found;
}

/**
 * Removes positions below the one at the end of a line.
 * @param fateOf decides about a position; called once for each
 * @returns number of removed positions
 */
export function* pruneSteps(book: Book, line: Line, fateOf: (index: number) => Fate): Steps<number> {
  const seen = new Set<number>();
  const tops: number[][] = [];
  const gone = new Set<number>();
  yield* followSteps(book, line, (index, { plies }) => {
    if (seen.has(index)) return false;
    seen.add(index);
    const fate = fateOf(index);
    if (fate === 'goes') {
      gone.add(index);
      tops.push([...plies]);
    }
    return fate === 'look on';
  });
  for (const plies of tops) {
    yield* followSteps(book, new Line(book.rule, book.size, plies), (index) => gone.size !== gone.add(index).size);
  }
  gone.delete(0);
  yield* removeSteps(book, gone);
  return gone.size;
}

export function* removeSteps(book: Book, places: ReadonlySet<number>): Steps<void> {
  // The last position takes the place of a removed one, so higher places must be removed first.
  const descending = [...places].sort((a, b) => b - a);
  for (const [count, index] of descending.entries()) {
    if (count % STEP === STEP - 1) yield;
    book.remove(index);
  }
}

/** @param enters whether to descend below a position; called for every move that leads to it */
export function* followSteps(book: BookView, from: Line, enters: (index: number, line: Line) => boolean): Steps<void> {
  const line = new Line(book.rule, book.size, from.plies);
  const waiting: { readonly length: number; readonly cell: number; readonly index: number }[] = [];
  const open = (): void => {
    const length = line.plies.length;
    for (const { cell, index } of movesFrom(book, line)) waiting.push({ length, cell, index });
  };
  open();
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++count % STEP === 0) yield;
    line.cutTo(next.length);
    line.push(next.cell);
    if (enters(next.index, line)) open();
  }
}
