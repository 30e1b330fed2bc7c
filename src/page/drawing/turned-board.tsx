/** The board from another side: turned clockwise by quarters, with the names that its points have. */
import { useMemo } from 'preact/hooks';
import { pointOfCell, type XY } from '../../core/point.ts';
import type { BoardSize } from '../../play/state/notation.ts';
import { Board, type BoardNames, type BoardProps, usualNames } from './board.tsx';

/** Quarters of a turn. */
export type Turn = 0 | 1 | 2 | 3;

export function TurnedBoard({ turn, ...props }: BoardProps & { readonly turn: Turn }) {
  const { position } = props;
  const { width, height } = position;
  const grid = useMemo(
    () => (turn === 0 ? null : { places: placesOf(position, turn), names: namesOf(position, turn) }),
    [width, height, turn],
  );
  const stones = useMemo(() => {
    if (grid === null) return null;
    const cells = moved(position.cells, grid.places);
    return { position: { ...sidesOf(position, turn), cells }, numbers: moved(props.numbers, grid.places) };
  }, [position, props.numbers, grid]);
  if (grid === null || stones === null) return <Board {...props} />;
  const view = (point: XY): XY => turned(point, position, turn);
  const views = (points: readonly XY[]): XY[] => points.map(view);
  const real = (point: XY): XY => turnedBack(point, position, turn);
  return (
    <Board
      {...props}
      {...stones}
      names={grid.names}
      marks={props.marks.map((mark) => ({ ...mark, point: view(mark.point) }))}
      ghosts={props.ghosts.map((ghost) => ({ ...ghost, point: view(ghost.point) }))}
      explanations={props.explanations.map(({ points, ends }) => ({ points: views(points), ends: views(ends) }))}
      winningRows={props.winningRows.map(views)}
      remarks={new Map([...props.remarks].map(([at, text]) => [grid.places[at], text]))}
      onPlay={(point) => props.onPlay(real(point))}
      onHover={(point) => props.onHover(point === null ? null : real(point))}
    />
  );
}

/** @param size of the board that the point is on @returns the point on the board turned clockwise */
function turned({ x, y }: XY, { width, height }: BoardSize, turn: Turn): XY {
  switch (turn) {
    case 0:
      return { x, y };
    case 1:
      return { x: height - 1 - y, y: x };
    case 2:
      return { x: width - 1 - x, y: height - 1 - y };
    case 3:
      return { x: y, y: width - 1 - x };
  }
}

/** Reverses {@link turned}. @param size of the board before the turn */
function turnedBack(point: XY, size: BoardSize, turn: Turn): XY {
  // The turn that completes the circle.
  return turned(point, sidesOf(size, turn), ((4 - turn) % 4) as Turn);
}

function sidesOf({ width, height }: BoardSize, turn: Turn): BoardSize {
  return turn % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** @returns the index of each point on the turned board, by its index */
function placesOf(size: BoardSize, turn: Turn): number[] {
  const sides = sidesOf(size, turn);
  return Array.from({ length: size.width * size.height }, (_, at) => {
    const { x, y } = turned(pointOfCell(at, size.width), size, turn);
    return y * sides.width + x;
  });
}

function moved<T extends Uint8Array | Uint16Array>(values: T, places: readonly number[]): T {
  const result = values.slice() as T;
  for (const [at, place] of places.entries()) result[place] = values[at];
  return result;
}

function namesOf(size: BoardSize, turn: Turn): BoardNames {
  const usual = usualNames(size.height);
  const real = (point: XY): XY => turnedBack(point, size, turn);
  // On a board on its side the letters run along the rows.
  const along = ({ x, y }: XY, isColumn: boolean): string =>
    (turn % 2 === 0) === isColumn ? usual.column(x) : usual.row(y);
  return {
    of: (point) => usual.of(real(point)),
    column: (x) => along(real({ x, y: 0 }), true),
    row: (y) => along(real({ x: 0, y }), false),
  };
}
