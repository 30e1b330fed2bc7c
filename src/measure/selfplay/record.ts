/**
 * Self-play games on disk. All numbers are little endian.
 *
 * A file is a header and then games, appended one after the other:
 *
 *     header   4 bytes "TGSP", u8 version, u8 rule code, u16 options, u32 nodes a move, u32 seed
 *     game     u16 bytes that follow, u32 index of the game, u8 size, u8 result for Black (0 loss, 1 draw, 2 win),
 *              u8 opening plies, u8 0, then 4 bytes for each ply
 *     ply      u16 x | y << 5 | flags << 10, i16 score for the mover from the search before the move
 *
 * The first `openingPlies` plies are random and carry {@link NO_SCORE}. A last record that was cut off (the program was
 * stopped while writing) is ignored by readers and overwritten when the run is taken up again.
 */
import { decodeHeader, type FileHeader, type FileKind, HEADER_BYTES } from './file-header.ts';

export { HEADER_BYTES };

export const GAMES: FileKind = {
  magic: 'TGSP',
  version: 1,
  name: 'a self-play file',
  versionName: 'self-play file version',
};
const GAME_HEADER_BYTES = 8;
const PLY_BYTES = 4;

/** @returns bytes of a game that fills a board of this side */
export function maxGameBytes(size: number): number {
  return 2 + GAME_HEADER_BYTES + PLY_BYTES * size * size;
}

/** Score of a ply that was not searched. */
export const NO_SCORE = -32768;
/** Flag of a ply: the move is not the one the search liked best; it was chosen for variety. */
const FLAG_VARIED = 1;

export interface GamePly {
  readonly x: number;
  readonly y: number;
  /** From the search before the move, mover's view; {@link NO_SCORE} if there was none. */
  readonly score: number;
  /** Played for variety although the search liked another move better. */
  readonly varied: boolean;
}

export interface SelfPlayGame {
  /** Number of the game within its run: with the run's seed it determines the opening and all chance. */
  readonly index: number;
  readonly size: number;
  /** 0 Black lost, 1 draw, 2 Black won. */
  readonly result: number;
  readonly openingPlies: number;
  readonly plies: readonly GamePly[];
}

export function encodeGame(game: SelfPlayGame): Uint8Array {
  const length = GAME_HEADER_BYTES + PLY_BYTES * game.plies.length;
  const bytes = new Uint8Array(2 + length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, length, true);
  view.setUint32(2, game.index, true);
  view.setUint8(6, game.size);
  view.setUint8(7, game.result);
  view.setUint8(8, game.openingPlies);
  let at = 2 + GAME_HEADER_BYTES;
  for (const { x, y, score, varied } of game.plies) {
    view.setUint16(at, x | (y << 5) | ((varied ? FLAG_VARIED : 0) << 10), true);
    view.setInt16(at + 2, score, true);
    at += PLY_BYTES;
  }
  return bytes;
}

/**
 * Games of a whole file, and how many of its bytes they and the header take (less than all if the last was cut off).
 */
export interface DecodedFile {
  readonly header: FileHeader;
  readonly games: readonly SelfPlayGame[];
  readonly completeBytes: number;
}

/** @throws Error if the file is none of self-play */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const header = decodeHeader(GAMES, bytes);
  const { games, ends } = decodeGames(bytes, HEADER_BYTES);
  return { header, games, completeBytes: ends.at(-1) ?? HEADER_BYTES };
}

/** @returns the whole games from `start` on, and where each ends */
export function decodeGames(bytes: Uint8Array, start: number): { games: SelfPlayGame[]; ends: number[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const games: SelfPlayGame[] = [];
  const ends: number[] = [];
  let at = start;
  while (at + 2 <= bytes.length) {
    const length = view.getUint16(at, true);
    if (at + 2 + length > bytes.length || length < GAME_HEADER_BYTES) break;
    if ((length - GAME_HEADER_BYTES) % PLY_BYTES !== 0) break;
    games.push(decodeGame(view, at + 2, length));
    at += 2 + length;
    ends.push(at);
  }
  return { games, ends };
}

function decodeGame(view: DataView, start: number, length: number): SelfPlayGame {
  const plies: GamePly[] = [];
  for (let at = start + GAME_HEADER_BYTES; at < start + length; at += PLY_BYTES) {
    const word = view.getUint16(at, true);
    plies.push({
      x: word & 31,
      y: (word >> 5) & 31,
      score: view.getInt16(at + 2, true),
      varied: ((word >> 10) & FLAG_VARIED) !== 0,
    });
  }
  return {
    index: view.getUint32(start, true),
    size: view.getUint8(start + 4),
    result: view.getUint8(start + 5),
    openingPlies: view.getUint8(start + 6),
    plies,
  };
}
