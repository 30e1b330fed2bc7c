import { colorAt, WHITE } from '../../core/color.ts';
import { parseName } from '../../core/point.ts';
import { winsOf } from './choose.ts';
import type { BookView } from './info.ts';
import { PASS, tablesOf } from './key.ts';
import { BookReader, cellName } from './text.ts';

/**
 * The wins of a book after a first stone on the center, read as games need them: all of them would take a tenth of a
 * second.
 */
export class WinReader {
  private readonly reader = new BookReader();
  private readonly wins: BookView;
  /** The text after each second move that has not been read yet, by its cell: the least of its images. */
  private readonly parts = new Map<number, string>();

  /** @param text of a book @throws UserError if it is not one */
  constructor(text: string) {
    const [header, ...trees] = text.split(/\n(?=\S)/);
    this.reader.push(`${header}\n`);
    const { size } = this.reader.end();
    const center = cellName((size * size - 1) / 2, size);
    const [first, ...parts] = (trees.find((tree) => /^\w+/.exec(tree)?.[0] === center) ?? '').split(/\n(?= \S)/);
    this.reader.push(`${first}\n`);
    for (const part of parts) {
      const point = parseName(/^ (\w+)/.exec(part)?.[1] ?? '', size);
      if (point !== null) this.parts.set(leastImage(point.y * size + point.x, size), part);
    }
    this.wins = winsOf(this.reader.end());
  }

  /**
   * @param plies of a game, {@link PASS} for a pass
   * @returns the wins in its last position, and perhaps others; always the same object
   */
  read(plies: readonly number[]): BookView {
    // The book may have the position after any of White's stones as the second move.
    for (const [ply, cell] of plies.entries()) {
      if (cell === PASS || colorAt(ply) !== WHITE) continue;
      const place = leastImage(cell, this.wins.size);
      const part = this.parts.get(place);
      this.parts.delete(place);
      if (part !== undefined) this.reader.push(`${part}\n`);
    }
    return this.wins;
  }
}

/** @returns the least cell that a symmetry of the board turns a cell into */
function leastImage(cell: number, size: number): number {
  const { cells, image } = tablesOf(size);
  let least = cell;
  for (let at = cell; at < image.length; at += cells) least = Math.min(least, image[at]);
  return least;
}
