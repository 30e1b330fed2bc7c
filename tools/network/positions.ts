/** Reads files of samples into the positions that the network is trained on. */
import { RENJU, TOURNAMENT_CODES } from '../../src/core/rule-code.ts';
import { evaluate, threatMask } from '../../src/kernel/eval/evaluate.ts';
import { SIDE_BITS } from '../../src/kernel/eval/kernels.ts';
import { lineRow } from '../../src/kernel/eval/lines.ts';
import { sidesOf } from '../../src/kernel/eval/network.ts';
import { boardHeight, boardWidth, stoneAt, stoneCount, undo } from '../../src/kernel/patterns/state.ts';
import { BLACK, type EMPTY, pointAt } from '../../src/kernel/point.ts';
import { WIN_BOUND } from '../../src/kernel/search/score.ts';
import { place, setUp } from '../../src/kernel/search/search.ts';
import { logistic } from '../../src/measure/selfplay/labels.ts';
import { decodeSample, gameOfSample, type Sample, sampleEnd } from '../../src/measure/selfplay/sample-record.ts';
import { isHeldOut, isQuiet } from '../training/dataset.ts';
import type { SampleFile } from './sample-files.ts';

const DIRECTIONS = 4;
const WIN_LENGTH = 5;
const NO_STONE: typeof EMPTY = 0;
/** Initial capacity of an array. */
const MIN_ROOM = 1024;

/** Training positions. */
export interface Positions {
  readonly count: number;
  /** Rows of the lines of points with stones or an edge in sight, four each, Black's view. */
  readonly lines: Uint16Array;
  /** First point and number of points; this and all that follows by position. */
  readonly first: Uint32Array;
  readonly points: Uint16Array;
  /** 1 Black, 2 White to move. */
  readonly side: Uint8Array;
  /** Index of the hidden layer that evaluates it. */
  readonly head: Uint8Array;
  readonly mask: Uint16Array;
  /** Score of the table, side to move's view. */
  readonly table: Float32Array;
  /** Target of the network, 0 to 1. */
  readonly label: Float32Array;
  /** 1 if it was on the board, not only in the search. */
  readonly played: Uint8Array;
}

export interface Labeling {
  /** Score points per unit of the logistic function that turns search scores into expectations. */
  readonly scale: number;
  /** Expectation of a proven win. */
  readonly sure: number;
  /** Share of the result in the label of a position that was played. */
  readonly resultShare: number;
  readonly heldShare: number;
}

/**
 * Hidden layers of the given rules: renju has one for each side, because only Black has forbidden points.
 * @param rules codes as in INFO rule
 * @returns by rule code: heads for Black and for White to move
 */
export function headsOf(rules: Iterable<number>): ReadonlyMap<number, readonly [black: number, white: number]> {
  const heads = new Map<number, readonly [number, number]>();
  let next = 0;
  for (const rule of TOURNAMENT_CODES.filter((code) => new Set(rules).has(code))) {
    const black = next++;
    heads.set(rule, [black, rule === RENJU ? next++ : black]);
  }
  return heads;
}

/** Rows of all empty points with stones or an edge in sight, for the position on the kernel's board. */
export function lineRowsOf(into: Uint16Array, at: number): number {
  let next = at;
  for (let y = 0; y < boardHeight; y++) {
    for (let x = 0; x < boardWidth; x++) {
      const point = pointAt(x, y);
      if (stoneAt[point] !== NO_STONE) continue;
      let any = 0;
      for (let direction = 0; direction < DIRECTIONS; direction++) {
        const sides = sidesOf(point, direction);
        const row = lineRow(sides & ((1 << SIDE_BITS) - 1), sides >> SIDE_BITS);
        into[next + direction] = row;
        any |= row;
      }
      if (any !== 0) next += DIRECTIONS;
    }
  }
  return next;
}

function expectation(score: number, { scale, sure }: Labeling): number {
  if (score >= WIN_BOUND) return sure;
  return score <= -WIN_BOUND ? 1 - sure : logistic(score / scale);
}

/** Sets up a position, starting from the previous one where they have moves in common. */
function goTo(sample: Sample, before: Sample | null, rule: number): Sample {
  const { moves, size } = sample;
  let common = 0;
  if (before?.size === size) {
    const isSame = (i: number) => moves[i].x === before.moves[i].x && moves[i].y === before.moves[i].y;
    while (common < moves.length && common < before.moves.length && isSame(common)) common++;
    while (stoneCount > common) undo();
  } else {
    setUp(size, size, rule, WIN_LENGTH);
  }
  for (let i = common; i < moves.length; i++) place(moves[i].x, moves[i].y, 1 + (i & 1));
  return sample;
}

/** Which positions of a file to read. */
export type Wanted = 'training' | 'held' | 'all';

/** Positions in growing arrays that are reused. */
export class PositionStore implements Positions {
  count = 0;
  lines = new Uint16Array(0);
  first = new Uint32Array(0);
  points = new Uint16Array(0);
  side = new Uint8Array(0);
  head = new Uint8Array(0);
  mask = new Uint16Array(0);
  table = new Float32Array(0);
  label = new Float32Array(0);
  played = new Uint8Array(0);
  private top = 0;

  /** @param heads hidden layers by rule, see {@link headsOf} */
  constructor(
    private readonly heads: ReturnType<typeof headsOf>,
    private readonly labeling: Labeling,
  ) {}

  clear(): void {
    this.count = 0;
    this.top = 0;
  }

  /**
   * Adds the positions that reach the static evaluation.
   * @param bytes whole positions
   * @param file that they are from
   */
  read(bytes: Uint8Array, { rule, seed }: Pick<SampleFile, 'rule' | 'seed'>, wanted: Wanted): void {
    const own = this.heads.get(rule);
    if (own === undefined) throw new Error(`samples of rule ${rule}: expected ${[...this.heads.keys()].join(', ')}`);
    const { heldShare } = this.labeling;
    let before: Sample | null = null;
    for (let at = 0, end = sampleEnd(bytes, at); end >= 0; at = end, end = sampleEnd(bytes, at)) {
      const isHeld = isHeldOut({ index: gameOfSample(bytes, at) }, seed, heldShare);
      if (wanted !== 'all' && isHeld !== (wanted === 'held')) continue;
      before = goTo(decodeSample(bytes, at), before, rule);
      if (isQuiet(sideToMove(before))) this.add(before, own);
    }
  }

  /** Adds the position on the kernel's board. */
  private add(sample: Sample, heads: readonly [black: number, white: number]): void {
    const { labeling, top } = this;
    const i = this.count++;
    this.reserve(this.count, top + sample.size * sample.size);
    const toMove = sideToMove(sample);
    this.first[i] = top;
    this.top = lineRowsOf(this.lines, DIRECTIONS * top) / DIRECTIONS;
    this.points[i] = this.top - top;
    this.side[i] = toMove;
    this.head[i] = heads[toMove - 1];
    this.mask[i] = threatMask(toMove);
    this.table[i] = evaluate(toMove);
    const searched = expectation(sample.label, labeling);
    const result = toMove === BLACK ? sample.result / 2 : 1 - sample.result / 2;
    const share = sample.isPlayed ? labeling.resultShare : 0;
    this.label[i] = (1 - share) * searched + share * result;
    this.played[i] = sample.isPlayed ? 1 : 0;
  }

  private reserve(positions: number, points: number): void {
    this.lines = withRoom(this.lines, DIRECTIONS * points);
    if (positions <= this.first.length) return;
    this.first = withRoom(this.first, positions);
    this.points = withRoom(this.points, positions);
    this.side = withRoom(this.side, positions);
    this.head = withRoom(this.head, positions);
    this.mask = withRoom(this.mask, positions);
    this.table = withRoom(this.table, positions);
    this.label = withRoom(this.label, positions);
    this.played = withRoom(this.played, positions);
  }
}

function sideToMove({ moves }: Sample): number {
  return 1 + (moves.length & 1);
}

/** @returns `items`, or a copy with a larger capacity, at least `length` */
function withRoom<T extends Uint8Array | Uint16Array | Uint32Array | Float32Array>(items: T, length: number): T {
  if (length <= items.length) return items;
  const more = new (items.constructor as new (length: number) => T)(Math.max(length, 2 * items.length, MIN_ROOM));
  more.set(items);
  return more;
}
