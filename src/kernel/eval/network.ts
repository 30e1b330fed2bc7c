/**
 * The network: a correction to the table's score. Each empty point has four lines through it; the rows of its lines are summed and cut
 * off at 0, and these features are summed over the board, once as Black sees the lines and once as White does. A small
 * layer makes a score of both sums, the threats and the table's score.
 *
 * The sums follow the position lazily, when an evaluation is asked for: from the last position that is still on the board
 * (a checkpoint) only the lines near the stones since then change. Undoing costs nothing until then.
 */
import {
  bitOf,
  boardHeight,
  boardWidth,
  forgetPlies,
  lineOf,
  lineRows,
  lowestPly,
  moveBefore,
  stepOf,
  stoneAt,
  stoneCount,
} from '../patterns/state.ts';
import { CELLS, EMPTY, pointAt } from '../point.ts';
import {
  accumulators,
  inputs,
  MOST_REPLACEMENTS,
  NO_POINT_ROW,
  outputOf,
  REPLACEMENT_WORDS,
  replacements,
  replaceRows,
  WIDTH,
} from './kernels.ts';
import { learnedRule } from './learned.ts';
import { LINE_REACH, lineRow } from './lines.ts';

const DIRECTIONS = 4;
const SIDE_MASK = (1 << LINE_REACH) - 1;
const THREAT_BITS = 11;
const BIT_INPUT = WIDTH;
const BIAS_INPUT = BIT_INPUT + THREAT_BITS;
const TABLE_INPUT = BIAS_INPUT + 1;
/** What stands for 1 in the inputs that are no sums. */
export const INPUT_ONE = 1024;
/** The table's score is an input within plus and minus this, score points; 200 points are {@link INPUT_ONE}. */
const TABLE_MOST = 1200;
const TABLE_SCALE = 200;
/** Bits taken off the output unit. */
export const OUTPUT_SHIFT = 14;

/** Rule whose network has been filled in by the host, as in learned.ts, and one; 0: none. */
export const hasNetwork = new Int32Array(1);

/** Row by point * DIRECTIONS + direction, as it is at the last checkpoint. Of interest while the point is empty. */
const rowAt = new Int16Array(CELLS * DIRECTIONS);
/** What the rows were before: index and row. */
const log = new Int32Array(1 << 15);
let logTop = 0;
/** Ply of each checkpoint, and where its entries in the log begin. */
const checkpointPly = new Int32Array(512);
const checkpointLog = new Int32Array(512);
/** Number of checkpoints. */
let checkpoints = 0;
let queued = 0;

/** What the correction counts, of 256; 0 where there is no network for the rule in force. */
export let networkWeight = 0;

/** @param weight of 256, 0 to leave the table alone; counts from the next position that is set up */
export function setNetworkWeight(weight: number): void {
  networkWeight = hasNetwork[0] !== 0 && hasNetwork[0] === learnedRule() + 1 ? weight : 0;
  checkpoints = 0;
}

/** @returns correction for `side`, which is to move, score points @param table the table's score @param mask threats */
export function correction(side: number, table: number, mask: number): number {
  follow();
  const from = (checkpoints - 1) * WIDTH;
  for (let c = 0; c < WIDTH; c++) inputs[c] = accumulators[from + c];
  for (let bit = 0; bit < THREAT_BITS; bit++) inputs[BIT_INPUT + bit] = ((mask >> bit) & 1) * INPUT_ONE;
  inputs[BIAS_INPUT] = INPUT_ONE;
  const bounded = table > TABLE_MOST ? TABLE_MOST : table < -TABLE_MOST ? -TABLE_MOST : table;
  inputs[TABLE_INPUT] = (Math.imul(bounded, INPUT_ONE) / TABLE_SCALE) | 0;
  return Math.imul(outputOf(side - 1) >> OUTPUT_SHIFT, networkWeight) >> 8;
}

/** Brings the sums to the position on the board. */
function follow(): void {
  while (checkpoints > 0 && checkpointPly[checkpoints - 1] > lowestPly) dropCheckpoint();
  if (checkpoints === 0) startAnew();
  else if (checkpointPly[checkpoints - 1] < stoneCount) advance();
  forgetPlies();
}

function dropCheckpoint(): void {
  checkpoints--;
  for (const start = checkpointLog[checkpoints]; logTop > start; ) {
    logTop -= 2;
    rowAt[log[logTop]] = log[logTop + 1];
  }
}

function addCheckpoint(): void {
  checkpointPly[checkpoints] = stoneCount;
  checkpointLog[checkpoints] = logTop;
  checkpoints++;
}

function startAnew(): void {
  logTop = 0;
  rowAt.fill(0);
  accumulators.fill(0, 0, WIDTH);
  addCheckpoint();
  for (let y = 0; y < boardHeight; y++) {
    for (let x = 0; x < boardWidth; x++) {
      const point = pointAt(x, y);
      if (stoneAt[point] !== EMPTY) continue;
      for (let direction = 0; direction < DIRECTIONS; direction++) setRow(point, direction, 0);
    }
  }
  flush(0, 0);
  // There is nothing to go back to.
  logTop = 0;
}

function advance(): void {
  const from = (checkpoints - 1) * WIDTH;
  const to = from + WIDTH;
  const first = checkpointPly[checkpoints - 1];
  addCheckpoint();
  for (let c = 0; c < WIDTH; c++) accumulators[to + c] = accumulators[from + c];
  for (let back = stoneCount - first; back > 0; back--) {
    const point = moveBefore(back);
    takePoint(point, to);
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const step = stepOf[direction];
      for (let distance = -LINE_REACH; distance <= LINE_REACH; distance++) {
        const neighbour = point + distance * step;
        if (stoneAt[neighbour] === EMPTY) setRow(neighbour, direction, to);
      }
    }
  }
  flush(to, stoneCount - first);
}

/** Takes the features of a point away that has got a stone since the last checkpoint. */
function takePoint(point: number, to: number): void {
  const at = point * DIRECTIONS;
  queue(rowAt[at], NO_POINT_ROW, rowAt[at + 1], rowAt[at + 2], rowAt[at + 3], to);
}

/** Puts the row of a line as it is now. */
function setRow(point: number, direction: number, to: number): void {
  const at = point * DIRECTIONS + direction;
  const row = currentRow(point, direction);
  const old = rowAt[at];
  if (row === old) return;
  log[logTop] = at;
  log[logTop + 1] = old;
  logTop += 2;
  rowAt[at] = row;
  const base = point * DIRECTIONS;
  queue(
    old,
    row,
    rowAt[base + ((direction + 1) & 3)],
    rowAt[base + ((direction + 2) & 3)],
    rowAt[base + ((direction + 3) & 3)],
    to,
  );
}

function currentRow(point: number, direction: number): number {
  const line = lineOf[direction * CELLS + point];
  const bit = bitOf(direction, point);
  const black = lineRows[line];
  const white = lineRows[line + 1];
  const shift = bit - LINE_REACH;
  const behind = ((black >>> shift) & SIDE_MASK) | (((white >>> shift) & SIDE_MASK) << LINE_REACH);
  const ahead = ((black >>> (bit + 1)) & SIDE_MASK) | (((white >>> (bit + 1)) & SIDE_MASK) << LINE_REACH);
  return lineRow(behind, ahead);
}

function queue(old: number, row: number, second: number, third: number, fourth: number, to: number): void {
  if (queued === MOST_REPLACEMENTS) flush(to, 0);
  const at = queued * REPLACEMENT_WORDS;
  replacements[at] = old * WIDTH;
  replacements[at + 1] = row * WIDTH;
  replacements[at + 2] = second * WIDTH;
  replacements[at + 3] = third * WIDTH;
  replacements[at + 4] = fourth * WIDTH;
  queued++;
}

function flush(to: number, taken: number): void {
  replaceRows(queued, to, to, taken);
  queued = 0;
}
