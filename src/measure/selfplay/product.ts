/**
 * What a run makes of the number of a game: the game, or its labeled positions. Either is a piece of a file, in which
 * pieces follow each other from number 0 on.
 */
import { BLACK, colorAt } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import type { Kernel } from '../../engine/runtime/kernel.ts';
import { emptyPosition } from '../../rules/position.ts';
import { judgeMove } from '../../rules/referee.ts';
import { encodeHeader, type FileHeader, type FileKind } from './file-header.ts';
import { canonicalHash, type GenerateOptions, generateGame } from './generate.ts';
import { decodeGames, encodeGame, GAMES, maxGameBytes, NO_SCORE, type SelfPlayGame } from './record.ts';
import {
  decodeSample,
  decodeSamples,
  encodeSamples,
  gameOfSample,
  isPlayedSample,
  SAMPLES,
  type Sample,
  sampleEnd,
} from './sample-record.ts';
import { type Labeling, maxSamplesBytes, sampleGame } from './samples.ts';

export interface SelfPlayRun extends GenerateOptions {
  /** Games in the end. */
  readonly games: number;
  /** By the hand-set weights, not the learned ones. */
  readonly handset: boolean;
  /** A file of a network to judge by; null: the one in use. */
  readonly network: string | null;
  /** Its games are not kept, but positions with labels; null: the games. */
  readonly labels: Labeling | null;
}

export interface Piece {
  /** Number of its game. */
  readonly index: number;
  /** Identifies the opening of its game, see canonicalHash(). */
  readonly opening: number;
  /** As they are in the file. */
  readonly bytes: Uint8Array;
  readonly positions: number;
}

/** Asked with the stones of an opening; one that is not new is dropped, and another one drawn. */
export type IsNew = (size: number, moves: readonly XY[]) => boolean;

export interface Product {
  /** Bytes that a file starts with. */
  readonly head: Uint8Array;
  readonly kind: FileKind;
  readonly header: FileHeader;
  /** Names of the options of which the header has only a fingerprint. */
  readonly otherOptions: string;
  /** Only what follows it says that a piece of a file is whole: the last one may lack something. */
  readonly isOpenEnded: boolean;
  readonly maxPieceBytes: number;
  /** Plays a game. @param kernel from startGenerator() */
  make(kernel: Kernel, index: number, isNew: IsNew): Piece;
  /** @returns the pieces from `start` on, and the offset of the first byte after them */
  read(bytes: Uint8Array, start: number): { readonly pieces: Piece[]; readonly end: number };
  /** @returns what is wrong with a piece from elsewhere, or null */
  fault(piece: Piece, index: number): string | null;
}

/**
 * @param options of the header, see {@link FileHeader}; only a file needs them
 * @returns how the pieces of a run are made, read and checked
 */
export function productOf(run: SelfPlayRun, options = 0): Product {
  return run.labels === null ? gamesOf(run, options) : samplesOf(run, run.labels, options);
}

/**
 * Plays games as if each were the first of its run. Where its opening is new to the run it is the game of the run.
 * @param kernel from startGenerator()
 */
export function playRange(
  kernel: Kernel,
  product: Product,
  first: number,
  count: number,
  onPiece: (piece: Piece) => void,
): void {
  for (let index = first; index < first + count; index++) onPiece(product.make(kernel, index, () => true));
}

/**
 * Plays those games of a range again whose opening is taken by an earlier one, with the opening that the run gives
 * them.
 * @param kernel from startGenerator()
 * @param openings of the games of the range, as playRange() gave them @param taken those of all games before the range
 */
export function redrawRange(
  kernel: Kernel,
  product: Product,
  first: number,
  openings: readonly number[],
  taken: Iterable<number>,
  onPiece: (piece: Piece) => void,
): void {
  const seen = new Set(taken);
  for (const [i, opening] of openings.entries()) {
    if (seen.has(opening)) {
      const piece = product.make(kernel, first + i, (size, moves) => !seen.has(canonicalHash(size, moves)));
      seen.add(piece.opening);
      onPiece(piece);
    } else seen.add(opening);
  }
}

function gamesOf(run: SelfPlayRun, options: number): Product {
  const { rule, nodes, seed } = run;
  const header = { rule, nodes, seed, options };
  const piece = (game: SelfPlayGame, bytes: Uint8Array): Piece => {
    const { index, size, plies, openingPlies } = game;
    const opening = canonicalHash(size, plies.slice(0, openingPlies));
    return { index, opening, bytes, positions: plies.length - openingPlies };
  };
  return {
    kind: GAMES,
    header,
    otherOptions: '--sizes, --handset or --network',
    head: encodeHeader(GAMES, header),
    isOpenEnded: false,
    maxPieceBytes: maxGameBytes(Math.max(...run.sizes)),
    make: (_kernel, index, isNew) => {
      const game = generateGame(run, index, isNew);
      return piece(game, encodeGame(game));
    },
    read: (bytes, start) => {
      const { games, ends } = decodeGames(bytes, start);
      const pieces = games.map((game, i) => piece(game, bytes.subarray(ends[i - 1] ?? start, ends[i])));
      return { pieces, end: ends.at(-1) ?? start };
    },
    fault: ({ bytes }, index) => {
      const [game] = decodeGames(bytes, 0).games;
      return unlike(encodeGame(game), bytes, index) ?? recordFault(game, run, index);
    },
  };
}

function samplesOf(run: SelfPlayRun, labels: Labeling, options: number): Product {
  const { rule, seed } = run;
  const header = { rule, nodes: labels.labelNodes, seed, options };
  const openingOf = ({ size, moves }: Sample): number => canonicalHash(size, moves);
  const piece = (samples: readonly Sample[], bytes: Uint8Array): Piece => {
    // The first position of the game itself is its opening.
    const first = samples.find(({ isPlayed }) => isPlayed);
    const opening = first === undefined ? Number.NaN : openingOf(first);
    return { index: samples[0].game, opening, bytes, positions: samples.length };
  };
  return {
    kind: SAMPLES,
    header,
    otherOptions: '--sizes, --nodes, --handset, --network, --period or --playouts',
    head: encodeHeader(SAMPLES, header),
    isOpenEnded: true,
    maxPieceBytes: maxSamplesBytes(Math.max(...run.sizes), labels),
    make: (kernel, index, isNew) => {
      const { samples } = sampleGame(kernel, { ...run, ...labels }, index, isNew);
      return piece(samples, encodeSamples(samples));
    },
    read: (bytes, start) => {
      const pieces: Piece[] = [];
      let from = start;
      let end = start;
      // Of most positions only the game is read: a file may hold more positions than memory does.
      let positions = 0;
      let opening = Number.NaN;
      const close = (): void => {
        if (positions === 0) return;
        pieces.push({ index: gameOfSample(bytes, from), opening, bytes: bytes.subarray(from, end), positions });
        [from, positions, opening] = [end, 0, Number.NaN];
      };
      for (let next = sampleEnd(bytes, end); next >= 0; next = sampleEnd(bytes, end)) {
        if (positions > 0 && gameOfSample(bytes, end) !== gameOfSample(bytes, from)) close();
        if (Number.isNaN(opening) && isPlayedSample(bytes, end)) opening = openingOf(decodeSample(bytes, end));
        positions++;
        end = next;
      }
      close();
      return { pieces, end };
    },
    fault: ({ bytes }, index) => {
      const { samples } = decodeSamples(bytes, 0);
      return unlike(encodeSamples(samples), bytes, index) ?? samplesFault(samples, run, index);
    },
  };
}

/** What a record has no room for is lost on the way there and back. */
function unlike(again: Uint8Array, bytes: Uint8Array, index: number): string | null {
  const isSame = again.length === bytes.length && again.every((byte, i) => byte === bytes[i]);
  return isSame ? null : `game ${index}: its record cannot be read`;
}

/** Plays a game from elsewhere again. @returns what is wrong with it, or null */
function recordFault(game: SelfPlayGame, options: GenerateOptions, index: number): string | null {
  const { size, plies, result, openingPlies } = game;
  if (game.index !== index) return `game ${game.index}: expected game ${index}`;
  const rule = ruleFromCode(options.rule);
  if (rule === null || !options.sizes.includes(size)) return `game ${index}: a board of size ${size}`;
  if (result > 2) return `game ${index}: result ${result}`;
  if (openingPlies === 0 || openingPlies > plies.length) return `game ${index}: an opening of ${openingPlies} moves`;
  const position = emptyPosition(size, size);
  for (const [ply, { x, y, score }] of plies.entries()) {
    const where = `game ${index}, move ${ply + 1}`;
    if (ply < openingPlies !== (score === NO_SCORE)) return `${where}: score ${score}`;
    if (x >= size || y >= size || position.cells[y * size + x] !== 0) return `${where} is not legal`;
    const color = colorAt(ply);
    const { outcome } = judgeMove(position, rule, x, y, color);
    const isLast = ply === plies.length - 1;
    if (outcome === 'foul') return `${where} is forbidden`;
    if (outcome === 'win' && !isLast) return `${where}: the game is over but continues`;
    if (outcome === 'win' && result !== (color === BLACK ? 2 : 0)) return `game ${index}: result ${result}`;
    position.cells[y * size + x] = color;
  }
  return null;
}

/** @returns what is wrong with labeled positions of a game from elsewhere, or null */
function samplesFault(samples: readonly Sample[], options: GenerateOptions, index: number): string | null {
  const { size } = samples[0];
  if (!options.sizes.includes(size)) return `game ${index}: a board of size ${size}`;
  if (!samples.some(({ isPlayed }) => isPlayed)) return `game ${index}: no position of the game itself`;
  for (const [i, sample] of samples.entries()) {
    const where = `game ${index}, position ${i + 1}`;
    if (sample.game !== index) return `game ${sample.game}: expected game ${index}`;
    if (sample.size !== size) return `${where}: a board of size ${sample.size}: expected ${size}`;
    if (sample.result > 2) return `${where}: result ${sample.result}`;
    if (!areOnPoints(sample.moves, size))
      return `${where}: expected one stone or more, each on a different point of the board`;
  }
  return null;
}

/** @returns whether there is a stone, and each is on a different point of the board */
function areOnPoints(moves: readonly XY[], size: number): boolean {
  const points = new Set(moves.map(({ x, y }) => y * size + x));
  return moves.length > 0 && points.size === moves.length && moves.every(({ x, y }) => x < size && y < size);
}
