/** Turns self-play games into training positions for the value table. */
import { CODES, codeOf } from '../../src/kernel/eval/codes.ts';
import { threatMask } from '../../src/kernel/eval/evaluate.ts';
import { THREAT_MASKS } from '../../src/kernel/eval/threat-mask.ts';
import { CLASS_FIVE, CLASS_FOUR_THREE, CLASS_STRAIGHT_FOUR } from '../../src/kernel/patterns/points.ts';
import { boardHeight, boardWidth, countOf, shapesAt, stoneAt } from '../../src/kernel/patterns/state.ts';
import { BLACK, EMPTY, pointAt, WHITE } from '../../src/kernel/point.ts';
import { isDecided } from '../../src/kernel/search/score.ts';
import { place, setUp } from '../../src/kernel/search/search.ts';
import { labelsOf } from '../../src/measure/selfplay/labels.ts';
import { NO_SCORE, type SelfPlayGame } from '../../src/measure/selfplay/record.ts';

/** Plies after the random opening that are skipped: the opening was chosen for its score. */
const SKIPPED_PLIES = 2;

/** Positions as sparse rows, all from the view of the side to move. */
export interface Dataset {
  readonly count: number;
  /** Entries of position i are start[i] to start[i + 1] - 1. */
  readonly start: Uint32Array;
  /** Code (plus CODES for White where the colors have their own tables). */
  readonly code: Uint16Array;
  /** Points with that code now plus one ply ago, own minus other: half points. */
  readonly times: Int16Array;
  /** Threat mask (plus THREAT_MASKS for White to move where the colors have their own tables). */
  readonly mask: Uint16Array;
  /** 0 lost, 0.5 draw, 1 won by the side to move. */
  readonly result: Float32Array;
  /** Target for the position, between results and search scores; see {@link labelsOf}. */
  readonly label: Float32Array;
  /** 1 if the position belongs to the validation games. */
  readonly held: Uint8Array;
  /** See {@link fitScoreScale}. */
  readonly scoreScale: number;
}

/** @returns the scale, score points, with which the games' search scores predict their results best */
export function fitScoreScale(games: readonly SelfPlayGame[]): number {
  let best = 0;
  let bestLoss = Infinity;
  for (let scale = 100; scale <= 600; scale += 20) {
    let loss = 0;
    for (const game of games) {
      for (let ply = game.openingPlies; ply < game.plies.length; ply++) {
        // Proven scores say nothing about the scale.
        const { score } = game.plies[ply];
        if (isDecided(score) !== 0) continue;
        const result = ply % 2 === 0 ? game.result / 2 : 1 - game.result / 2;
        loss += Math.log1p(Math.exp(score / scale)) - (result * score) / scale;
      }
    }
    if (loss < bestLoss) {
      bestLoss = loss;
      best = scale;
    }
  }
  return best;
}

/** A typed array that grows. */
export class Growing<T extends Uint32Array | Uint16Array | Int16Array | Uint8Array | Float32Array> {
  length = 0;
  private items: T;

  constructor(private readonly make: (size: number) => T) {
    this.items = make(1 << 16);
  }

  push(value: number): void {
    if (this.length === this.items.length) {
      const more = this.make(this.length * 2);
      more.set(this.items);
      this.items = more;
    }
    this.items[this.length++] = value;
  }

  take(): T {
    return this.items.subarray(0, this.length) as T;
  }
}

/** Adds the codes of all empty points to `counts`: own points count up, the other side's down. Black's view. */
function addCodes(counts: Int16Array, perColor: boolean, sign: number): void {
  const end = pointAt(boardWidth, boardHeight - 1);
  for (let point = pointAt(0, 0); point < end; point++) {
    if (stoneAt[point] !== EMPTY) continue;
    const shapes = shapesAt[point];
    const black = codeOf[shapes & 0xffff];
    const white = codeOf[shapes >>> 16];
    counts[black] += sign;
    counts[white + (perColor ? CODES : 0)] -= sign;
  }
}

/** Positions that reach the static evaluation: no five to stop and no win that the counts show. */
export function isQuiet(side: number): boolean {
  const other = BLACK + WHITE - side;
  return (
    countOf(side, CLASS_FIVE) === 0 &&
    countOf(other, CLASS_FIVE) === 0 &&
    countOf(side, CLASS_STRAIGHT_FOUR) === 0 &&
    countOf(side, CLASS_FOUR_THREE) === 0
  );
}

/**
 * @returns whether the game is held out for validation: it depends on the game alone, so it is the same in every run
 */
export function isHeldOut(game: Pick<SelfPlayGame, 'index'>, seed: number, heldShare: number): boolean {
  let mixed = Math.imul(game.index + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 4294967296 < heldShare;
}

/**
 * @param perColor true if each color has separate tables (renju)
 * @param heldShare share of games held out for validation
 * @param files games of each file with the file's seed
 * @param trace see {@link labelsOf}
 */
export function buildDataset(
  rule: number,
  files: readonly { readonly games: readonly SelfPlayGame[]; readonly seed: number }[],
  perColor: boolean,
  heldShare: number,
  trace: number,
): Dataset {
  const start = new Growing((n) => new Uint32Array(n));
  const code = new Growing((n) => new Uint16Array(n));
  const times = new Growing((n) => new Int16Array(n));
  const mask = new Growing((n) => new Uint16Array(n));
  const result = new Growing((n) => new Float32Array(n));
  const label = new Growing((n) => new Float32Array(n));
  const held = new Growing((n) => new Uint8Array(n));
  const tables = perColor ? 2 * CODES : CODES;
  const scoreScale = fitScoreScale(files.flatMap(({ games }) => games));
  let now = new Int16Array(tables);
  let before = new Int16Array(tables);
  for (const { games, seed } of files) {
    for (const game of games) {
      const isHeld = isHeldOut(game, seed, heldShare) ? 1 : 0;
      setUp(game.size, game.size, rule, 5);
      const labels = labelsOf(game, scoreScale, trace);
      now.fill(0);
      addCodes(now, perColor, 1);
      for (let ply = 0; ply < game.plies.length; ply++) {
        const side = 1 + (ply & 1);
        const played = game.plies[ply];
        if (played.score !== NO_SCORE && ply >= game.openingPlies + SKIPPED_PLIES && isQuiet(side)) {
          start.push(code.length);
          const sign = side === BLACK ? 1 : -1;
          for (let c = 0; c < tables; c++) {
            const sum = now[c] + before[c];
            if (sum === 0) continue;
            code.push(c);
            times.push(sign * sum);
          }
          mask.push(threatMask(side) + (perColor && side === WHITE ? THREAT_MASKS : 0));
          result.push(side === BLACK ? game.result / 2 : 1 - game.result / 2);
          label.push(labels[ply]);
          held.push(isHeld);
        }
        if (ply + 1 === game.plies.length || stoneAt[pointAt(played.x, played.y)] !== EMPTY) break;
        place(played.x, played.y, side);
        [now, before] = [before, now];
        now.fill(0);
        addCodes(now, perColor, 1);
      }
    }
  }
  const count = start.length;
  start.push(code.length);
  return {
    count,
    start: start.take(),
    code: code.take(),
    times: times.take(),
    mask: mask.take(),
    result: result.take(),
    label: label.take(),
    held: held.take(),
    scoreScale,
  };
}
