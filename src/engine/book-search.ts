/** Searches a position for a book: the engine's best moves there. */
import { colorAt } from '../core/color.ts';
import { pointOfCell } from '../core/point.ts';
import type { Found } from '../records/book/expand.ts';
import { MIN_WIN, WIN_VALUE } from '../records/book/info.ts';
import { type Line, PASS } from '../records/book/key.ts';
import type { Engine, SearchInfo } from './api.ts';

/** How each position of a book is searched. */
export interface BookSearch {
  /** Node limit for all lines together. */
  readonly nodes: number;
  /** Number of best moves to search for. */
  readonly lines: number;
}

/**
 * Searches a position with an empty table: the result depends only on the position and on the limits, not on what the
 * engine did before.
 * @param engine with the rule and size of the line; its current position is lost
 * @returns null if there is nothing to search
 * @throws EngineError `cancelled` if the engine's think is cancelled
 */
export async function searchForBook(engine: Engine, line: Line, { nodes, lines }: BookSearch): Promise<Found | null> {
  const { size } = line;
  const stones = line.plies.flatMap((cell, ply) =>
    cell === PASS ? [] : [{ ...pointOfCell(cell, size), color: colorAt(ply) } as const],
  );
  engine.setPosition({ stones, sideToMove: line.sideToMove });
  engine.clearHash();
  const infos = new Map<number, SearchInfo>();
  const result = await engine.think({ maxNodes: nodes, lines, book: false }, (info) => {
    if (info.kind === 'iteration' && info.pv.length > 0) infos.set(info.line, info);
  });
  if (result.isFoul || result.source !== 'search') return null;
  const moves = (infos.size > 0 ? [...infos.values()] : [result])
    .filter(({ pv }) => pv.length > 0)
    .map(({ pv: [{ x, y }], score, winIn, depth }) => ({
      cell: y * size + x,
      value:
        winIn === null
          ? Math.max(1 - MIN_WIN, Math.min(MIN_WIN - 1, Math.round(score)))
          : Math.sign(winIn) * (WIN_VALUE - Math.abs(winIn)),
      depth,
    }))
    .sort((a, b) => b.value - a.value);
  if (moves.length === 0) return null;
  return { moves, depth: Math.max(...moves.map(({ depth }) => depth)) };
}
