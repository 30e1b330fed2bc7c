/**
 * Learns move scores: the sum of a point's scores for the side to move and for its opponent should be highest where the
 * search found the best move. Cross-entropy of a softmax over all moves that the search would list.
 */
import { CODES, codeOf } from '../../src/kernel/eval/codes.ts';
import { CLASS_FIVE, CLASS_STRAIGHT_FOUR } from '../../src/kernel/patterns/points.ts';
import { countOf, shapesAt } from '../../src/kernel/patterns/state.ts';
import { BLACK, pointAt, WHITE } from '../../src/kernel/point.ts';
import { generateMoves, moveList } from '../../src/kernel/search/movegen.ts';
import { place, setUp } from '../../src/kernel/search/search.ts';
import type { DecodedFile, SelfPlayGame } from '../../src/measure/selfplay/record.ts';
import { NO_SCORE } from '../../src/measure/selfplay/record.ts';
import { Growing, isHeldOut } from './dataset.ts';
import { type ExpectedOfCodes, SharedTables, type ShareLists } from './shares.ts';

/** Move score per logit: the hand-set scores are about as decisive as this, and the weight of history relies on it. */
export const MOVE_SCALE = 24;
export const EXPECTED_MOVES: ExpectedOfCodes = { shape: 12, pair: 8, pointClass: 12, code: 6 };

/** Choices: the moves listed in a position, the best one first. */
export interface Choices {
  readonly count: number;
  /** Moves of choice i are start[i] to start[i + 1] - 1. */
  readonly start: Uint32Array;
  /**
   * Code for the side to move, and for the other side (plus CODES for White's where the colors have separate tables).
   */
  readonly own: Uint16Array;
  readonly other: Uint16Array;
  readonly held: Uint8Array;
}

/** Positions where there is a choice: no five to make or to stop, no straight four to make. */
function isChoice(side: number): boolean {
  return (
    countOf(side, CLASS_FIVE) === 0 &&
    countOf(BLACK + WHITE - side, CLASS_FIVE) === 0 &&
    countOf(side, CLASS_STRAIGHT_FOUR) === 0
  );
}

/**
 * @param perColor true if each color has separate tables (renju) @param most choices taken, from the last games first
 */
export function buildChoices(
  rule: number,
  files: readonly DecodedFile[],
  perColor: boolean,
  heldShare: number,
  most: number,
): Choices {
  const start = new Growing((n) => new Uint32Array(n));
  const own = new Growing((n) => new Uint16Array(n));
  const other = new Growing((n) => new Uint16Array(n));
  const held = new Growing((n) => new Uint8Array(n));
  const add = (point: number, side: number) => {
    const black = codeOf[shapesAt[point] & 0xffff];
    const white = codeOf[shapesAt[point] >>> 16] + (perColor ? CODES : 0);
    own.push(side === BLACK ? black : white);
    other.push(side === BLACK ? white : black);
  };
  const addGame = (game: SelfPlayGame, isHeld: number) => {
    setUp(game.size, game.size, rule, 5);
    game.plies.forEach(({ x, y, score, varied }, ply) => {
      const side = 1 + (ply & 1);
      const best = pointAt(x, y);
      if (score !== NO_SCORE && !varied && isChoice(side)) {
        const moves = generateMoves(side, 0);
        if (moves > 1 && moveList.subarray(0, moves).includes(best)) {
          start.push(own.length);
          held.push(isHeld);
          add(best, side);
          for (let i = 0; i < moves; i++) if (moveList[i] !== best) add(moveList[i], side);
        }
      }
      place(x, y, side);
    });
  };
  for (const { games, header } of [...files].reverse()) {
    for (const game of [...games].reverse()) {
      if (start.length >= most) break;
      addGame(game, isHeldOut(game, header.seed, heldShare) ? 1 : 0);
    }
  }
  const count = start.length;
  start.push(own.length);
  return { count, start: start.take(), own: own.take(), other: other.take(), held: held.take() };
}

export interface MoveTables {
  readonly own: Float64Array;
  readonly other: Float64Array;
}

export class MoveModel {
  private readonly shared: SharedTables<keyof MoveTables>;

  /** @param prior the tables to correct @param perColor whether each color has separate tables: renju */
  constructor(prior: MoveTables, perColor: boolean, expected: ExpectedOfCodes) {
    const codeLists: ShareLists = (builder, forbids) => builder.codeLists(expected, forbids);
    this.shared = new SharedTables(prior, MOVE_SCALE, perColor, { own: codeLists, other: codeLists });
  }

  get parameters(): number {
    return this.shared.parameters;
  }

  tables(parameters: Float64Array): MoveTables {
    return this.shared.tables(parameters);
  }

  /** Penalized loss over the choices that are not held out, and its gradient. @param weight of one choice */
  loss(parameters: Float64Array, data: Choices, weight: number, gradient: Float64Array): number {
    const tables = this.tables(parameters);
    const ofTables = this.shared.zeros();
    let loss = 0;
    for (let i = 0; i < data.count; i++) {
      if (data.held[i] !== 0) continue;
      loss += weight * choiceLoss(tables, data, i);
      for (let k = data.start[i]; k < data.start[i + 1]; k++) {
        const slope = weight * (share[k - data.start[i]] - (k === data.start[i] ? 1 : 0));
        ofTables.own[data.own[k]] += slope;
        ofTables.other[data.other[k]] += slope;
      }
    }
    return this.shared.penalized(loss, parameters, ofTables, gradient);
  }

  /** @returns approximate second derivatives by parameter, for scaling */
  curvature(data: Choices, weight: number): Float64Array {
    const tables = this.tables(new Float64Array(this.parameters));
    const ofTables = this.shared.zeros();
    for (let i = 0; i < data.count; i++) {
      if (data.held[i] !== 0) continue;
      choiceLoss(tables, data, i);
      for (let k = data.start[i]; k < data.start[i + 1]; k++) {
        const p = share[k - data.start[i]];
        ofTables.own[data.own[k]] += weight * p * (1 - p);
        ofTables.other[data.other[k]] += weight * p * (1 - p);
      }
    }
    return this.shared.curvature(ofTables);
  }
}

/** Probabilities of the moves of the last choice passed to {@link choiceLoss}. */
const share = new Float64Array(512);

/** @returns minus the logarithm of the best move's probability in choice i */
function choiceLoss(tables: MoveTables, data: Choices, i: number): number {
  const from = data.start[i];
  const moves = data.start[i + 1] - from;
  let highest = -Infinity;
  for (let m = 0; m < moves; m++) {
    share[m] = (tables.own[data.own[from + m]] + tables.other[data.other[from + m]]) / MOVE_SCALE;
    if (share[m] > highest) highest = share[m];
  }
  const best = share[0] - highest;
  let sum = 0;
  for (let m = 0; m < moves; m++) {
    share[m] = Math.exp(share[m] - highest);
    sum += share[m];
  }
  for (let m = 0; m < moves; m++) share[m] /= sum;
  return Math.log(sum) - best;
}

/** @returns mean loss over held-out choices (or the others), and how often the best move had the highest score */
export function rateMoves(tables: MoveTables, data: Choices, held: number): { loss: number; first: number } {
  let loss = 0;
  let first = 0;
  let count = 0;
  for (let i = 0; i < data.count; i++) {
    if (data.held[i] !== held) continue;
    loss += choiceLoss(tables, data, i);
    const moves = data.start[i + 1] - data.start[i];
    let isFirst = 1;
    for (let m = 1; m < moves; m++) if (share[m] > share[0]) isFirst = 0;
    first += isFirst;
    count++;
  }
  return { loss: loss / count, first: first / count };
}
