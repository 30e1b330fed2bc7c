/**
 * The network: a correction to the table's score. Each empty point has four lines through it; the rows of its lines are
 * summed and clipped at 0, and these features are summed over the board, once as Black sees the lines and once as White
 * does. A small layer turns both sums, the threats and the table's score into a score.
 *
 * The sums follow the position lazily, when an evaluation is requested: starting at the last position that is still on
 * the board (a checkpoint), only the lines near the stones placed since then change. Undoing costs nothing until then.
 */
import {
  bitOf,
  boardHeight,
  boardWidth,
  forgetPlies,
  lineIndexAt,
  lineRows,
  lowestPly,
  moveBefore,
  stepOf,
  stoneAt,
  stoneCount,
} from '../patterns/state.ts';
import { BLOCKED, CELLS, EMPTY, pointAt } from '../point.ts';
import {
  accumulators,
  extraInputs,
  LOG_LINE_SHIFT,
  lineLog,
  outputOf,
  replaceRows,
  rowAt,
  SIDE_BITS,
  WIDTH,
} from './kernels.ts';
import { learnedRule } from './learned.ts';
import { aheadNumber, behindNumber, LINE_REACH, rowOfSides, stoneWeight } from './lines.ts';

const DIRECTIONS = 4;
const SIDE_MASK = (1 << LINE_REACH) - 1;
const THREAT_BITS = 11;
const BIAS_INPUT = THREAT_BITS;
const TABLE_INPUT = BIAS_INPUT + 1;
/** The value 1 in the inputs that are not sums. */
export const INPUT_ONE = 1024;
const INPUT_BITS = 10;
/** The table's score is an input clamped to plus and minus this, score points; 200 points are {@link INPUT_ONE}. */
const TABLE_MOST = 1200;
const TABLE_SCALE_1024 = 5243;
/** Right shift of the output unit. */
export const OUTPUT_SHIFT = 14;

/**
 * Rule, as in learned.ts, whose network the host has filled in, plus one; 0: none wanted; -1: none for its rule yet.
 */
export const hasNetwork = new Int32Array(1);

/**
 * Number of a side by 2 * line + (0 back, 1 front), where line is point * DIRECTIONS + direction, at the last
 * checkpoint.
 */
const sideAt = new Uint8Array(CELLS * DIRECTIONS * 2);
/**
 * End of {@link lineLog}, which has the changes since the first checkpoint: index into {@link sideAt} and its old value
 * in one word, and the old row.
 */
let logTop = 0;
/** Where the entries of each checkpoint begin in the log. */
const logStart = new Int32Array(512);
/** Ply of the first checkpoint; the others follow at consecutive plies. */
let firstPly = 0;
let checkpoints = 0;
/** Stones at the last checkpoint, as in stoneAt: they are added one after the other. */
const addedAt = new Uint8Array(CELLS);
/** Point added with each checkpoint after the first. */
const pointOf = new Int32Array(512);

/** Weight of the correction, of 256; 0 where there is no network for the rule in force. */
export let networkWeight = 0;

/** @param weight of 256, 0 to use the table alone; takes effect with the next position that is set up */
export function setNetworkWeight(weight: number): void {
  networkWeight = hasNetwork[0] !== 0 && hasNetwork[0] === learnedRule() + 1 ? weight : 0;
  checkpoints = 0;
}

/** @returns correction for `side`, which is to move, score points @param table the table's score @param mask threats */
export function correction(side: number, table: number, mask: number): number {
  follow();
  for (let bit = 0; bit < THREAT_BITS; bit++) extraInputs[bit] = ((mask >> bit) & 1) << INPUT_BITS;
  extraInputs[BIAS_INPUT] = INPUT_ONE;
  const bounded = table > TABLE_MOST ? TABLE_MOST : table < -TABLE_MOST ? -TABLE_MOST : table;
  extraInputs[TABLE_INPUT] = Math.imul(bounded, TABLE_SCALE_1024) >> 10;
  return Math.imul(outputOf(side - 1, (checkpoints - 1) * WIDTH) >> OUTPUT_SHIFT, networkWeight) >> 8;
}

/** Brings the sums to the position on the board. */
function follow(): void {
  const keep = lowestPly - firstPly + 1;
  while (checkpoints > 0 && checkpoints > keep) dropCheckpoint();
  if (checkpoints === 0) startAnew();
  while (firstPly + checkpoints <= stoneCount) advance();
  forgetPlies();
}

function dropCheckpoint(): void {
  checkpoints--;
  addedAt[pointOf[checkpoints]] = EMPTY;
  for (const start = logStart[checkpoints]; logTop > start; ) {
    logTop -= 2;
    const place = lineLog[logTop] >> SIDE_BITS;
    sideAt[place] = lineLog[logTop];
    rowAt[place >> 1] = lineLog[logTop + 1];
  }
}

/** Without a checkpoint: computes all empty points from their lines. */
function startAnew(): void {
  logTop = 0;
  rowAt.fill(0);
  addedAt.set(stoneAt);
  accumulators.fill(0, 0, WIDTH);
  firstPly = stoneCount;
  checkpoints = 1;
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    for (let y = 0; y < boardHeight; y++) {
      for (let x = 0; x < boardWidth; x++) {
        const point = pointAt(x, y);
        if (stoneAt[point] === EMPTY) readLine(point, direction);
      }
    }
    replaceRows(0, logTop, 0, 0, -1);
    logTop = 0;
  }
}

/**
 * @returns the cells on the back side of a point, as lines.ts numbers sides, and those on its front from bit
 *   {@link SIDE_BITS} on
 */
export function sidesOf(point: number, direction: number): number {
  const rows = lineIndexAt[direction * CELLS + point];
  const bit = bitOf(direction, point);
  const black = lineRows[rows];
  const white = lineRows[rows + 1];
  const shift = bit - LINE_REACH;
  const behind = ((black >>> shift) & SIDE_MASK) | (((white >>> shift) & SIDE_MASK) << LINE_REACH);
  const ahead = ((black >>> (bit + 1)) & SIDE_MASK) | (((white >>> (bit + 1)) & SIDE_MASK) << LINE_REACH);
  return behind | (ahead << SIDE_BITS);
}

/** Reads a line from the bit rows. */
function readLine(point: number, direction: number): void {
  const sides = sidesOf(point, direction);
  const line = point * DIRECTIONS + direction;
  sideAt[2 * line] = behindNumber(sides & ((1 << SIDE_BITS) - 1));
  sideAt[2 * line + 1] = aheadNumber(sides >> SIDE_BITS);
  rowAt[line] = rowOfSides(sideAt[2 * line], sideAt[2 * line + 1]) * WIDTH;
  lineLog[logTop++] = line << LOG_LINE_SHIFT;
  lineLog[logTop++] = 0;
}

/** From the last checkpoint to the next: only lines near the added stone change. */
function advance(): void {
  const point = moveBefore(stoneCount - firstPly - checkpoints + 1);
  const start = logTop;
  logStart[checkpoints] = start;
  const color = stoneAt[point];
  addedAt[point] = color;
  pointOf[checkpoints] = point;
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    addStone(point, direction, stepOf[direction], 0, color);
    addStone(point, direction, -stepOf[direction], 1, color);
  }
  const to = checkpoints * WIDTH;
  replaceRows(start, logTop, to - WIDTH, to, point * DIRECTIONS);
  checkpoints++;
}

/**
 * The points in one direction from a stone have it on their `side`. Whether a point is empty is hard to predict, so
 * there is no branch on it: entries of occupied points are overwritten, and their rows are never used.
 */
function addStone(point: number, direction: number, step: number, side: number, color: number): void {
  // A local copy: after a store into an array, compilers read the variables of the module again.
  let top = logTop;
  let neighbor = point + step;
  for (let distance = 0; distance < LINE_REACH; distance++, neighbor += step) {
    const stone = addedAt[neighbor];
    if (stone === BLOCKED) break;
    const isEmpty = stone === EMPTY ? 1 : 0;
    const line = neighbor * DIRECTIONS + direction;
    const place = 2 * line + side;
    const number = sideAt[place];
    const next = number + Math.imul(color * stoneWeight[distance], isEmpty);
    lineLog[top] = (place << SIDE_BITS) | number;
    lineLog[top + 1] = rowAt[line];
    top += 2 * isEmpty;
    sideAt[place] = next;
    rowAt[line] = rowOfSides(next, sideAt[place ^ 1]) * WIDTH;
  }
  logTop = top;
}
