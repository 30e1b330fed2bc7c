/** Opening positions: the notations they are written in, their symmetries, and the order they are played in. */
import { type Color, colorAt } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { imageOf, nameOf, type Ply, readNames, SYMMETRIES, type XY } from '../../core/point.ts';
import { seededRandom, shuffled } from '../../core/random.ts';
import type { Rule } from '../../core/rule.ts';
import { emptyPosition, isLegal, judgeMove } from '../../rules/index.ts';
import { posName } from './pos.ts';
import { parsePsq } from './psq.ts';
import { stonesToWrite } from './saved-game.ts';

/**
 * `offset`: Gomocup's `x,y, x,y, ...`, offsets from the center floor(size / 2), y downward. `pos`: `h8i9`, rows counted
 * from the top. `pos-bottom`: the same with rows counted from the bottom, as renju diagrams do. `psq`: a Piskvork game.
 */
export type OpeningNotation = 'offset' | 'pos' | 'pos-bottom' | 'psq';

/** Stones in playing order, Black first. */
export type Opening = readonly XY[];

/** Reads one line of Gomocup's offset notation. @returns the points, or a text that says what is wrong */
export function parseOffsetLine(line: string, size: number): XY[] | string {
  const fields = line.split(/[\s,;]+/).filter((field) => field !== '');
  if (!fields.every((field) => /^[+-]?\d+$/.test(field)))
    return `"${line.slice(0, 60)}": expected offsets x,y, x,y, ...`;
  if (fields.length % 2 !== 0) return `"${line.slice(0, 60)}": expected an even number of offsets`;
  const center = Math.floor(size / 2);
  const points: XY[] = [];
  for (let i = 0; i < fields.length; i += 2) {
    points.push({ x: Number(fields[i]) + center, y: Number(fields[i + 1]) + center });
  }
  return points;
}

/** @returns the line of Gomocup's offset notation for `opening` */
export function formatOffsetLine(opening: Opening, size: number): string {
  const center = Math.floor(size / 2);
  return opening.map(({ x, y }) => `${x - center},${y - center}`).join(', ');
}

/**
 * Reads one line of pos notation: names such as `h8i9`, `h8 i9` or `1. h8 i9`.
 * @param fromBottom row 1 is the bottom row
 * @returns the points, or a text that says what is wrong
 */
export function parsePosLine(line: string, size: number, fromBottom = false): XY[] | string {
  const points = readNames(line, (row) => (fromBottom ? size - row : row - 1));
  return points !== null && points.length > 0 ? points : `"${line.slice(0, 60)}": expected moves such as h8i9`;
}

/** @returns `opening` in pos notation. @param fromBottom row 1 is the bottom row */
export function formatPosLine(opening: Opening, size: number, fromBottom = false): string {
  return opening.map((point) => (fromBottom ? nameOf(point, size) : posName(point))).join('');
}

/** What is wrong with `opening` on an empty board of this size under `rule`, or null. The game must not be over. */
export function faultOfOpening(opening: readonly Ply[], size: number, rule: Rule, height = size): string | null {
  const position = emptyPosition(size, height);
  for (const [i, ply] of opening.entries()) {
    if (ply === null) continue;
    const { x, y } = ply;
    const color: Color = colorAt(i);
    if (!isLegal(position, x, y))
      return `stone ${i + 1} at ${x},${y} is off the ${size}x${height} board or on another stone`;
    const { outcome } = judgeMove(position, rule, x, y, color);
    if (outcome === 'win') return `stone ${i + 1} already wins`;
    if (outcome === 'foul') return `stone ${i + 1} is a forbidden move`;
    position.cells[y * size + x] = color;
  }
  return opening.length >= size * height ? 'the board is full' : null;
}

/** An openings file taken apart. */
export interface OpeningsFile {
  readonly openings: readonly Opening[];
  /** One line for each skipped opening. */
  readonly warnings: readonly string[];
}

/**
 * Reads the openings in `text`. Blank lines and lines starting with `#` are skipped, openings that do not fit the
 * board or the rule are skipped with a warning.
 * @param notation `auto`: by the first line
 */
export function parseOpenings(
  text: string,
  notation: OpeningNotation | 'auto',
  size: number,
  rule: Rule,
): OpeningsFile {
  const openings: Opening[] = [];
  const warnings: string[] = [];
  const take = (where: string, points: XY[] | string) => {
    const fault = typeof points === 'string' ? points : faultOfOpening(points, size, rule);
    if (fault === null) openings.push(points as XY[]);
    else warnings.push(`${where}: ${fault}`);
  };
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const kind = notation === 'auto' ? guessNotation(lines) : notation;
  if (kind === 'psq') {
    const game = parsePsq(text);
    if (game.size !== size)
      throw new UserError(`opening game on a ${game.size}x${game.size} board: expected ${size}x${size}`);
    take('psq', stonesToWrite(game));
    return { openings, warnings };
  }
  for (const [i, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue;
    take(
      `line ${i + 1}`,
      kind === 'offset' ? parseOffsetLine(line, size) : parsePosLine(line, size, kind === 'pos-bottom'),
    );
  }
  return { openings, warnings };
}

function guessNotation(lines: readonly string[]): OpeningNotation {
  const first = lines.find((line) => line !== '' && !line.startsWith('#')) ?? '';
  if (/^Piskvorky\b/.test(first)) return 'psq';
  return /[a-z]\d/i.test(first) ? 'pos' : 'offset';
}

/**
 * The symmetries in the order of a match: quarter turns, then the same after a reflection. Recorded matches rely on it.
 */
const MATCH_ORDER = [0, 5, 3, 6, 1, 7, 2, 4];

/**
 * @param symmetry 0 identity, 1 to 3 quarter turns, 4 to 7 the same after a reflection @returns the image of `point`
 */
export function transform(point: XY, size: number, symmetry: number): XY {
  return imageOf(point, size, MATCH_ORDER[symmetry]);
}

/** How a match walks through its openings. */
export interface OpeningOrder {
  readonly order: 'sequential' | 'random';
  /** `none`: as written. `cycle`: each further pass through the list is turned. `random`: a seeded choice each time. */
  readonly symmetry: 'none' | 'cycle' | 'random';
  readonly seed: number;
}

/**
 * The opening for each place in the schedule: a function of the place alone, so a resumed match continues with the same
 * openings.
 * @returns function from the place (0, 1, 2, ...) to the opening; the empty board if the list is empty
 */
export function openingSequence(
  list: readonly Opening[],
  size: number,
  options: OpeningOrder,
): (place: number) => Opening {
  if (list.length === 0) return () => [];
  const ordered = options.order === 'random' ? shuffled(list, seededRandom(options.seed)) : list;
  return (place) => {
    const pass = Math.floor(place / ordered.length);
    const symmetry =
      options.symmetry === 'none'
        ? 0
        : options.symmetry === 'cycle'
          ? pass % SYMMETRIES
          : Math.floor(seededRandom(Math.imul(options.seed + 1, 0x9e3779b1) + place)() * SYMMETRIES);
    return ordered[place % ordered.length].map((point) => transform(point, size, symmetry));
  };
}
