/** Files that are read as they are asked for, and written whole or not at all. */
import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';

const PIECE = 1 << 20;

/** @returns the bytes of a file, read as they are asked for @throws what the system throws */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(PIECE);
      const length = readSync(file, piece, 0, PIECE, null);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** Writes a file beside the one that is there, and puts it in its place at the end. @throws what the system throws */
export function* writeWhole(path: string, pieces: Iterable<Uint8Array>): Generator<void, void> {
  const part = `${path}.part`;
  const file = openSync(part, 'w');
  let isWhole = false;
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
      yield;
    }
    isWhole = true;
  } finally {
    closeSync(file);
    if (isWhole) renameSync(part, path);
    else rmSync(part, { force: true });
  }
}
