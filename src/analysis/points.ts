/** Points and moves in JSON: names such as "H8", objects with x and y from the top left, or pairs as ["B", "H8"]. */
import { BLACK, type Color, opponentOf, WHITE } from '../core/color.ts';
import { UserError } from '../core/errors.ts';
import type { XY } from '../core/point.ts';
import { shown } from '../core/text.ts';
import { type BoardSize, colorName, type Ply, readPoint, readRecord } from '../play/state/notation.ts';
import { MAX_PLIES } from './limits.ts';

/**
 * Reads a record such as "H8 I9 -", or a list of points where null is a passed turn, or of pairs of player and point.
 * @param first the side of the first move
 * @throws UserError
 */
export function readMoves(value: unknown, size: BoardSize, first: Color = BLACK): Ply[] {
  if (Array.isArray(value)) {
    requireFew(value.length);
    return value.map((one, i) => readMove(one, size, i % 2 === 0 ? first : opponentOf(first)));
  }
  if (typeof value !== 'string') throw new UserError(`moves ${shown(value)}: ${EXPECTED}`);
  if (value.trim() === '') return [];
  const plies = readRecord(value, size);
  if (plies === null) throw new UserError(`moves ${shown(value)}: ${EXPECTED}`);
  requireFew(plies.length);
  return plies;
}

function requireFew(count: number): void {
  if (count > MAX_PLIES) throw new UserError(`${count} moves: expected at most ${MAX_PLIES}`);
}

/** Reads "H8 I9" or a list of points. @throws UserError */
export function listOfPoints(name: string, value: unknown, size: BoardSize): XY[] {
  if (Array.isArray(value)) {
    requireRoom(name, value.length, size);
    return value.map((one) => readOne(name, one, size));
  }
  if (typeof value !== 'string') throw new UserError(`${name} ${shown(value)}: ${EXPECTED}`);
  if (value.trim() === '') return [];
  const plies = readRecord(value, size);
  if (plies === null || plies.includes(null)) throw new UserError(`${name} ${shown(value)}: ${EXPECTED}`);
  requireRoom(name, plies.length, size);
  return plies.filter((ply) => ply !== null);
}

function requireRoom(name: string, count: number, { width, height }: BoardSize): void {
  if (count <= width * height) return;
  throw new UserError(`${name}: ${count} points, expected at most ${width * height} on ${width}x${height}`);
}

/** Reads stones as pairs of player and point: [["B", "H8"], ["W", "I9"]]. @throws UserError */
export function readStones(name: string, value: unknown, size: BoardSize): { color: Color; point: XY }[] {
  if (!Array.isArray(value)) throw new UserError(`${name} ${shown(value)}: expected a list such as [["B", "H8"]]`);
  requireRoom(name, value.length, size);
  return value.map((one) => {
    if (!isPair(one)) throw new UserError(`${name} ${shown(one)}: expected a player and a point such as ["B", "H8"]`);
    return { color: readPlayer(name, one[0]), point: readOne(name, one[1], size) };
  });
}

/** Reads "B" or "W". @throws UserError */
export function readPlayer(name: string, value: unknown): Color {
  if (value === 'B' || value === 'b') return BLACK;
  if (value === 'W' || value === 'w') return WHITE;
  throw new UserError(`${name} ${shown(value)}: expected "B" or "W"`);
}

const EXPECTED = 'expected points such as "H8 J10", or a list of points';

function readMove(value: unknown, size: BoardSize, color: Color): Ply {
  if (value === null) return null;
  if (!isPair(value)) return readOne('moves', value, size);
  const [player, point] = value;
  if (readPlayer('moves', player) !== color) {
    throw new UserError(
      `moves ${shown(value)}: expected a move of ${colorName(color)}, or its pass as a pair with "pass"`,
    );
  }
  return typeof point === 'string' && /^(pass|-)$/i.test(point) ? null : readOne('moves', point, size);
}

function isPair(value: unknown): value is [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

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
