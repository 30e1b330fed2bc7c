/** Files of samples as blocks of whole positions, which are read one at a time: files may be larger than memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { decodeHeader, HEADER_BYTES } from '../../src/measure/selfplay/file-header.ts';
import { gameOfSample, SAMPLES, sampleEnd } from '../../src/measure/selfplay/sample-record.ts';
import { isHeldOut } from '../training/dataset.ts';

const BLOCK_POSITIONS = 1024;
/** Bytes that are read together, more than the longest position has. */
const PIECE = 1 << 22;

export interface SampleFile {
  readonly path: string;
  readonly rule: number;
  readonly seed: number;
  readonly bytes: number;
}

/** Consecutive positions of a file. */
export interface Block {
  /** Index of its file. */
  readonly file: number;
  /** Bytes in the file. */
  readonly from: number;
  readonly to: number;
  /** Positions to learn from, and positions of held-out games. */
  readonly training: number;
  readonly held: number;
}

/** @throws Error if it is not a file of samples */
export function openSamples(path: string): SampleFile {
  const file = openSync(path, 'r');
  try {
    const header = new Uint8Array(HEADER_BYTES);
    readSync(file, header, 0, HEADER_BYTES, 0);
    const { rule, seed } = decodeHeader(SAMPLES, header);
    return { path, rule, seed, bytes: fstatSync(file).size };
  } finally {
    closeSync(file);
  }
}

/** Game and end, in bytes, of every whole position of a file. */
function* positionsIn(file: number): Generator<{ readonly game: number; readonly end: number }> {
  const piece = new Uint8Array(PIECE);
  for (let from = HEADER_BYTES; ; ) {
    const bytes = piece.subarray(0, readSync(file, piece, 0, PIECE, from));
    let at = 0;
    for (let end = sampleEnd(bytes, at); end >= 0; end = sampleEnd(bytes, at)) {
      yield { game: gameOfSample(bytes, at), end: from + end };
      at = end;
    }
    if (at === 0) return;
    from += at;
  }
}

/** @returns the blocks of a file, without a position that is truncated at its end */
function blocksOf(files: readonly SampleFile[], index: number, heldShare: number): Block[] {
  const { path, seed } = files[index];
  const blocks: Block[] = [];
  const opened = openSync(path, 'r');
  let block: Block = { file: index, from: HEADER_BYTES, to: HEADER_BYTES, training: 0, held: 0 };
  try {
    for (const { game, end } of positionsIn(opened)) {
      const { training, held } = block;
      const isHeld = isHeldOut({ index: game }, seed, heldShare);
      block = { ...block, to: end, training: training + (isHeld ? 0 : 1), held: held + (isHeld ? 1 : 0) };
      if (training + held + 1 < BLOCK_POSITIONS) continue;
      blocks.push(block);
      block = { ...block, from: end, training: 0, held: 0 };
    }
  } finally {
    closeSync(opened);
  }
  return block.to > block.from ? [...blocks, block] : blocks;
}

/**
 * @param heldShare share of held-out games
 * @param most positions at most, to the nearest block
 * @returns the blocks of all files in their order
 */
export function findBlocks(files: readonly SampleFile[], heldShare: number, most = Infinity): Block[] {
  let before = 0;
  return files
    .flatMap((_, index) => blocksOf(files, index, heldShare))
    .filter(({ training, held }) => {
      before += training + held;
      return before - training - held < most;
    });
}

/** @returns the bytes of a block @throws the system's error, or Error if the file has become shorter */
export function readBlock(files: readonly SampleFile[], { file, from, to }: Block): Uint8Array {
  const { path } = files[file];
  const bytes = new Uint8Array(to - from);
  const opened = openSync(path, 'r');
  try {
    if (readSync(opened, bytes, 0, bytes.length, from) < bytes.length)
      throw new Error(`${path}: has become shorter while it was read`);
    return bytes;
  } finally {
    closeSync(opened);
  }
}
