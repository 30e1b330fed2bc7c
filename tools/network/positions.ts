/** Reads files of samples into what the network is trained on. */

import { RENJU, RULE_CODES } from '../../src/core/rule-code.ts';
import { evaluate, threatMask } from '../../src/kernel/eval/evaluate.ts';
import { lineRow } from '../../src/kernel/eval/lines.ts';
import { sidesOf } from '../../src/kernel/eval/network.ts';
import { boardHeight, boardWidth, stoneAt, stoneCount, undo } from '../../src/kernel/patterns/state.ts';
import { BLACK, type EMPTY, pointAt } from '../../src/kernel/point.ts';
import { WIN_BOUND } from '../../src/kernel/search/score.ts';
import { place, setUp } from '../../src/kernel/search/search.ts';
import { HEADER_BYTES } from '../../src/selfplay/file-header.ts';
import { logistic } from '../../src/selfplay/labels.ts';
import { decodeSample, decodeSamplesHeader, type Sample, sampleEnd } from '../../src/selfplay/sample-record.ts';
import { isHeldOut, isQuiet } from '../training/dataset.ts';

const DIRECTIONS = 4;
const WIN_LENGTH = 5;
const NO_STONE: typeof EMPTY = 0;
/** Points of a chunk, 8 bytes each: no array gets too large for its index. */
const CHUNK_POINTS = 1 << 24;

/** Positions in the order of the files. */
export interface Positions {
  readonly count: number;
  /** Rows of the lines of points with stones or an edge in sight, four each, Black's view. */
  readonly chunks: readonly Uint16Array[];
  /** Chunk, first point in it and number of points. */
  readonly chunk: Uint8Array;
  readonly first: Uint32Array;
  readonly points: Uint16Array;
  /** 1 Black, 2 White to move. */
  readonly side: Uint8Array;
  /** Hidden layer that judges it. */
  readonly head: Uint8Array;
  readonly mask: Uint16Array;
  /** Score of the table, side to move's view. */
  readonly table: Float32Array;
  /** What the network is taught, 0 to 1. */
  readonly label: Float32Array;
  /** 1 if it was on the board, not only in the search. */
  readonly played: Uint8Array;
  /** 1 if its game is held out. */
  readonly held: Uint8Array;
}

export interface Labelling {
  /** Score points per unit of the logistic function that turns search scores into expectations. */
  readonly scale: number;
  /** Expectation that stands for a proven win. */
  readonly sure: number;
  /** Share of the result in the label of a position that was played. */
  readonly resultShare: number;
  readonly heldShare: number;
}

/**
 * Hidden layers of the rules given: renju has one for each side, since forbidden points are Black's alone.
 * @param rules codes as in INFO rule
 * @returns by rule code: heads for Black and for White to move
 */
export function headsOf(rules: Iterable<number>): ReadonlyMap<number, readonly [black: number, white: number]> {
  const heads = new Map<number, readonly [number, number]>();
  let next = 0;
  for (const rule of RULE_CODES.filter((code) => new Set(rules).has(code))) {
    const black = next++;
    heads.set(rule, [black, rule === RENJU ? next++ : black]);
  }
  return heads;
}

/** Rows of all empty points that are not empty far and wide, of the position that the kernel holds. */
export function lineRowsOf(into: Uint16Array, at: number): number {
  let next = at;
  for (let y = 0; y < boardHeight; y++) {
    for (let x = 0; x < boardWidth; x++) {
      const point = pointAt(x, y);
      if (stoneAt[point] !== NO_STONE) continue;
      let any = 0;
      for (let direction = 0; direction < DIRECTIONS; direction++) {
        const sides = sidesOf(point, direction);
        const row = lineRow(sides & 0xff, sides >> 8);
        into[next + direction] = row;
        any |= row;
      }
      if (any !== 0) next += DIRECTIONS;
    }
  }
  return next;
}

function expectation(score: number, { scale, sure }: Labelling): number {
  if (score >= WIN_BOUND) return sure;
  return score <= -WIN_BOUND ? 1 - sure : logistic(score / scale);
}

/** Puts a position on the board, from the one before it where they have moves in common. */
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

/**
 * @param files contents of files of rules that are in `heads`
 * @param most positions at most
 */
export function readPositions(
  files: readonly Uint8Array[],
  heads: ReturnType<typeof headsOf>,
  labelling: Labelling,
  most: number,
): Positions {
  const chunks: Uint16Array[] = [];
  const chunk = new Uint8Array(most);
  const first = new Uint32Array(most);
  const points = new Uint16Array(most);
  const side = new Uint8Array(most);
  const head = new Uint8Array(most);
  const mask = new Uint16Array(most);
  const table = new Float32Array(most);
  const label = new Float32Array(most);
  const played = new Uint8Array(most);
  const held = new Uint8Array(most);
  let count = 0;
  let top = CHUNK_POINTS;
  let before: Sample | null = null;
  for (const bytes of files) {
    const { rule, seed } = decodeSamplesHeader(bytes);
    const own = heads.get(rule);
    if (own === undefined) throw new Error(`samples of rule ${rule}: expected ${[...heads.keys()].join(', ')}`);
    before = null;
    for (let at = HEADER_BYTES; count < most; ) {
      const end = at < bytes.length ? sampleEnd(bytes, at) : -1;
      if (end < 0) break;
      const sample = decodeSample(bytes, at);
      at = end;
      before = goTo(sample, before, rule);
      const toMove = 1 + (sample.moves.length & 1);
      if (!isQuiet(toMove)) continue;
      if (top + sample.size * sample.size > CHUNK_POINTS) {
        chunks.push(new Uint16Array(DIRECTIONS * CHUNK_POINTS));
        top = 0;
      }
      const end4 = lineRowsOf(chunks[chunks.length - 1], DIRECTIONS * top);
      chunk[count] = chunks.length - 1;
      first[count] = top;
      points[count] = end4 / DIRECTIONS - top;
      top = end4 / DIRECTIONS;
      side[count] = toMove;
      head[count] = own[toMove - 1];
      mask[count] = threatMask(toMove);
      table[count] = evaluate(toMove);
      const searched = expectation(sample.label, labelling);
      const result = toMove === BLACK ? sample.result / 2 : 1 - sample.result / 2;
      const share = sample.isPlayed ? labelling.resultShare : 0;
      label[count] = (1 - share) * searched + share * result;
      played[count] = sample.isPlayed ? 1 : 0;
      held[count] = isHeldOut({ index: sample.game }, seed, labelling.heldShare) ? 1 : 0;
      count++;
    }
  }
  return { count, chunks, chunk, first, points, side, head, mask, table, label, played, held };
}
