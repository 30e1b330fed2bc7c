/** Points and moves as a line of JSON has them: names such as "H8", or objects with x and y from the top left. */
import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { type BoardSize, type Ply, readPoint, readRecord } from '../../game/state/notation.ts';

/** @returns what came, to be shown: the value as JSON, cut short */
export function shownJson(value: unknown): string {
  const shown = JSON.stringify(value) ?? 'missing';
  return shown.length > 60 ? `${shown.slice(0, 60)}...` : shown;
}

/** Reads a record such as "H8 I9 -", or a list of points in which null is a passed turn. @throws UserError */
export function readMoves(value: unknown, size: BoardSize): Ply[] {
  if (Array.isArray(value)) return value.map((one) => (one === null ? null : readOne('moves', one, size)));
  if (typeof value !== 'string') throw new UserError(`moves ${shownJson(value)}: ${EXPECTED}`);
  if (value.trim() === '') return [];
  const plies = readRecord(value, size);
  if (plies === null) throw new UserError(`moves ${shownJson(value)}: ${EXPECTED}`);
  return plies;
}

/** Reads "H8 I9" or a list of points. @throws UserError */
export function listOfPoints(name: string, value: unknown, size: BoardSize): XY[] {
  if (Array.isArray(value)) return value.map((one) => readOne(name, one, size));
  if (typeof value !== 'string') throw new UserError(`${name} ${shownJson(value)}: ${EXPECTED}`);
  if (value.trim() === '') return [];
  const plies = readRecord(value, size);
  if (plies === null || plies.includes(null)) throw new UserError(`${name} ${shownJson(value)}: ${EXPECTED}`);
  return plies.filter((ply) => ply !== null);
}

const EXPECTED = 'expected points such as "H8 J10" or a list of them';

function readOne(name: string, value: unknown, size: BoardSize): XY {
  if (typeof value === 'string') {
    const point = readPoint(value, size);
    if (point !== null) return point;
  } else if (typeof value === 'object' && value !== null && 'x' in value && 'y' in value) {
    const { x, y } = value;
    if (isWithin(x, size.width) && isWithin(y, size.height)) return { x, y };
  }
  throw new UserError(
    `${name} ${shownJson(value)}: expected a point such as "H8" or {"x": 7, "y": 7}, on ${size.width}x${size.height}`,
  );
}

function isWithin(value: unknown, side: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < side;
}
