/** Points and moves in JSON: names such as "H8", or objects with x and y from the top left. */
import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { shown } from '../../core/text.ts';
import { type BoardSize, type Ply, readPoint, readRecord } from '../../game/state/notation.ts';

/** Reads a record such as "H8 I9 -", or a list of points where null is a passed turn. @throws UserError */
export function readMoves(value: unknown, size: BoardSize): Ply[] {
  if (Array.isArray(value)) return value.map((one) => (one === null ? null : readOne('moves', one, size)));
  if (typeof value !== 'string') throw new UserError(`moves ${shown(value)}: ${EXPECTED}`);
  if (value.trim() === '') return [];
  const plies = readRecord(value, size);
  if (plies === null) throw new UserError(`moves ${shown(value)}: ${EXPECTED}`);
  return plies;
}

/** Reads "H8 I9" or a list of points. @throws UserError */
export function listOfPoints(name: string, value: unknown, size: BoardSize): XY[] {
  if (Array.isArray(value)) return value.map((one) => readOne(name, one, size));
  if (typeof value !== 'string') throw new UserError(`${name} ${shown(value)}: ${EXPECTED}`);
  if (value.trim() === '') return [];
  const plies = readRecord(value, size);
  if (plies === null || plies.includes(null)) throw new UserError(`${name} ${shown(value)}: ${EXPECTED}`);
  return plies.filter((ply) => ply !== null);
}

const EXPECTED = 'expected points such as "H8 J10", or a list of points';

function readOne(name: string, value: unknown, size: BoardSize): XY {
  if (typeof value === 'string') {
    const point = readPoint(value, size);
    if (point !== null) return point;
  } else if (typeof value === 'object' && value !== null && 'x' in value && 'y' in value) {
    const { x, y } = value;
    if (isWithin(x, size.width) && isWithin(y, size.height)) return { x, y };
  }
  throw new UserError(
    `${name} ${shown(value)}: expected a point such as "H8" or {"x": 7, "y": 7}, on ${size.width}x${size.height}`,
  );
}

function isWithin(value: unknown, side: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < side;
}
