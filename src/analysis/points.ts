/** Points and moves in JSON: names such as "H8", objects with x and y from the top left, or pairs as ["B", "H8"]. */
import { BLACK, type Color, WHITE } from '../core/color.ts';
import type { Ply, XY } from '../core/point.ts';
import { choice, described, fieldsOf, list, pair, type Schema, wholeNumber, wrongValue } from '../core/schema.ts';
import { type BoardSize, readPoint, readRecord } from '../play/state/notation.ts';
import { MAX_PLIES } from './limits.ts';

const LETTER = choice('B', 'W', 'b', 'w');

export const PLAYER: Schema<Color> = described(LETTER.json, (value, at) =>
  LETTER(value, at).toUpperCase() === 'B' ? BLACK : WHITE,
);

/** A point of the board, as a name or as x and y. */
function pointOn(size: BoardSize): Schema<XY> {
  const { width, height } = size;
  const xy = fieldsOf({ x: wholeNumber(0, width - 1), y: wholeNumber(0, height - 1) });
  return described({ anyOf: [{ type: 'string' }, xy.json] }, (value, at) => {
    if (typeof value === 'object' && value !== null && 'x' in value && 'y' in value) return xy(value, at);
    const point = typeof value === 'string' ? readPoint(value, size) : null;
    if (point !== null) return point;
    throw wrongValue(value, at, `a point such as "H8" or {"x": 7, "y": 7}, on ${width}x${height}`);
  });
}

/** A list, or a text such as `H8 I9 -`. */
function listOrText<T>(item: Schema<T>, size: BoardSize, most: number): Schema<readonly T[]> {
  const all = list(item, 0, most);
  return described({ anyOf: [{ type: 'string' }, all.json] }, (value, at) => {
    const isText = typeof value === 'string';
    const given = isText ? (value.trim() === '' ? [] : readRecord(value, size)) : value;
    if (Array.isArray(given)) return all(given, at);
    throw wrongValue(value, at, 'points such as "H8 J10", or a list of points');
  });
}

export function pointsOn(size: BoardSize): Schema<readonly XY[]> {
  return listOrText(pointOn(size), size, size.width * size.height);
}

/** Stones as pairs of player and point: `[["B", "H8"], ["W", "I9"]]`. */
export function stonesOn(size: BoardSize): Schema<readonly (readonly [Color, XY])[]> {
  return list(pair(PLAYER, pointOn(size), 'a player and a point such as ["B", "H8"]'), 0, size.width * size.height);
}

/** The moves of a game, each with its player if the client names one. A pass is null, and next to a player `pass`. */
export function movesOn(size: BoardSize): Schema<readonly (readonly [player: Color | null, ply: Ply])[]> {
  const point = pointOn(size);
  const ply = described<Ply>(point.json, (value, at) =>
    typeof value === 'string' && /^(pass|-)$/i.test(value) ? null : point(value, at),
  );
  const played = pair(PLAYER, ply);
  const move = described({ anyOf: [point.json, { type: 'null' }, played.json] }, (value, at) =>
    Array.isArray(value) && value.length === 2
      ? played(value, at)
      : ([null, value === null ? null : point(value, at)] as const),
  );
  return listOrText<readonly [Color | null, Ply]>(move, size, MAX_PLIES);
}
