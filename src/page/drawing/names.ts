/** The names of points, columns and rows as they are drawn. */
import type { XY } from '../../core/point.ts';
import { columnLetterOf, labelOf } from '../../play/state/notation.ts';

export interface BoardNames {
  of(point: XY): string;
  /** @param x from the left */
  column(x: number): string;
  /** @param y from the top */
  row(y: number): string;
}

export function usualNames(height: number): BoardNames {
  return {
    of: (point) => labelOf(point, height),
    column: columnLetterOf,
    row: (y) => String(height - y),
  };
}
