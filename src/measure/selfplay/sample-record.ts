/**
 * Labeled positions on disk, for training the evaluation. All numbers are little endian.
 *
 * A file is a header and then positions, appended one after the other:
 *
 *     header    4 bytes "TGSA", u8 version, u8 rule code, u16 options, u32 nodes a label, u32 seed
 *     position  u8 stones, u8 size, u8 result of its game for Black (0 loss, 1 draw, 2 win), u8 flags, u32 game,
 *               i16 label, i16 static evaluation, i16 alpha, i16 beta, then u16 x | y << 5 for each stone
 *
 * Stones alternate from Black on, and all scores are the side to move's. Flag 1: the position is the game's own.
 */
import { joinedBytes } from '../../core/bytes.ts';
import type { XY } from '../../core/point.ts';
import type { FileKind } from './file-header.ts';

export const SAMPLES: FileKind = {
  magic: 'TGSA',
  version: 1,
  name: 'a file of samples',
  versionName: 'samples of version',
};
/** Stones of a position at most: one byte counts them. */
export const MAX_STONES = 255;
const POSITION_BYTES = 16;
const FLAGS_AT = 3;
const GAME_AT = 4;
const STONE_BYTES = 2;
export const MAX_SAMPLE_BYTES = POSITION_BYTES + STONE_BYTES * MAX_STONES;
/** A game's position, not one from the tree of a search. */
const FLAG_PLAYED = 1;
/** What i16 holds; windows reach further. */
const MAX_SCORE = 32_000;

export interface Sample {
  readonly moves: readonly XY[];
  readonly size: number;
  /** 0 Black lost, 1 draw, 2 Black won. */
  readonly result: number;
  /** Whether the position was on the board, not only in the search. */
  readonly isPlayed: boolean;
  readonly game: number;
  /** Score of a search from this position, for the side to move, as the next three. */
  readonly label: number;
  readonly staticEval: number;
  readonly alpha: number;
  readonly beta: number;
}

/** @returns the bytes of one position @throws Error if it has more stones than a file can say */
export function encodeSample(sample: Sample): Uint8Array {
  if (sample.moves.length > MAX_STONES)
    throw new Error(`position of ${sample.moves.length} stones: expected at most ${MAX_STONES}`);
  const bytes = new Uint8Array(POSITION_BYTES + STONE_BYTES * sample.moves.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, sample.moves.length);
  view.setUint8(1, sample.size);
  view.setUint8(2, sample.result);
  view.setUint8(FLAGS_AT, sample.isPlayed ? FLAG_PLAYED : 0);
  view.setUint32(GAME_AT, sample.game, true);
  view.setInt16(8, sample.label, true);
  view.setInt16(10, sample.staticEval, true);
  view.setInt16(12, bounded(sample.alpha), true);
  view.setInt16(14, bounded(sample.beta), true);
  sample.moves.forEach(({ x, y }, i) => {
    view.setUint16(POSITION_BYTES + STONE_BYTES * i, x | (y << 5), true);
  });
  return bytes;
}

function bounded(score: number): number {
  return Math.max(-MAX_SCORE, Math.min(MAX_SCORE, score));
}

/** @returns the bytes of consecutive positions */
export function encodeSamples(samples: readonly Sample[]): Uint8Array {
  return joinedBytes(samples.map(encodeSample));
}

/** @returns the offset after the position at `at`, or -1 if it is truncated */
export function sampleEnd(bytes: Uint8Array, at: number): number {
  if (at + POSITION_BYTES > bytes.length) return -1;
  const end = at + POSITION_BYTES + STONE_BYTES * bytes[at];
  return end <= bytes.length ? end : -1;
}

/** @returns number of the game of the position at `at`, which is not cut off */
export function gameOfSample(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + GAME_AT, true);
}

/** @returns whether the position at `at`, which is not cut off, belongs to the game itself */
export function isPlayedSample(bytes: Uint8Array, at: number): boolean {
  return (bytes[at + FLAGS_AT] & FLAG_PLAYED) !== 0;
}

/** @returns the position at `at`, which is not cut off */
export function decodeSample(bytes: Uint8Array, at: number): Sample {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const moves = Array.from({ length: bytes[at] }, (_, i) => {
    const stone = view.getUint16(at + POSITION_BYTES + STONE_BYTES * i, true);
    return { x: stone & 31, y: stone >> 5 };
  });
  return {
    moves,
    size: bytes[at + 1],
    result: bytes[at + 2],
    isPlayed: isPlayedSample(bytes, at),
    game: gameOfSample(bytes, at),
    label: view.getInt16(at + 8, true),
    staticEval: view.getInt16(at + 10, true),
    alpha: view.getInt16(at + 12, true),
    beta: view.getInt16(at + 14, true),
  };
}

/** @returns the whole positions from `start` on, and where each ends */
export function decodeSamples(bytes: Uint8Array, start: number): { samples: Sample[]; ends: number[] } {
  const samples: Sample[] = [];
  const ends: number[] = [];
  for (let at = start, end = sampleEnd(bytes, at); end >= 0; at = end, end = sampleEnd(bytes, at)) {
    samples.push(decodeSample(bytes, at));
    ends.push(end);
  }
  return { samples, ends };
}
