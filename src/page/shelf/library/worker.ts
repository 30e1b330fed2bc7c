/** The worker of the library: it stores, searches and reads games, so that no number of them blocks the page. */
import { messageOf } from '../../../core/errors.ts';
import type { ReadDefaults } from '../../../records/notation/convert.ts';
import { textPieces } from '../../../records/notation/file-text.ts';
import { answerCalls, reportEvent } from '../../state/worker-calls.ts';
import type { LibraryGame } from './games.ts';
import { readLibraryGames } from './read.ts';
import { explore, type GameFilter, type GameRef, type ListQuery, type SoughtPosition, search } from './search.ts';
import { GameCollector, type OwnGame, Shelves } from './shelves.ts';
import { type EditedFacts, sgfOfGame, withFacts } from './trees.ts';

export interface ListedGame
  extends Pick<LibraryGame, 'black' | 'white' | 'event' | 'date' | 'result' | 'comment' | 'rule' | 'width' | 'height'> {
  readonly ref: GameRef;
  readonly length: number;
}

/** What an import has done with the games that it has read. */
export interface AddedGames {
  /** Number of games that are stored and were not known. */
  readonly added: number;
  readonly known: number;
  /** Why games and files could not be read: the first few reasons. */
  readonly skipped: readonly string[];
  readonly skippedCount: number;
}

export interface AddProgress extends AddedGames {
  /** Share of the bytes, 0 to 1. */
  readonly share: number;
  readonly games: number;
}

/** Only workers have it. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** Bytes of a file that are read at once. */
const PIECE = 1 << 20;
/** Maximum number of games that the explorer lists for a position. */
const LATEST = 20;
/** Maximum number of reasons in a report. */
const REASONS = 5;
/** Number of games after which an import reports its progress and receives messages. */
const ROUND = 500;

const shelves = new Shelves(reportEvent);
/** The latest import. Each waits for the one before, so that it recognizes the games which that one adds. */
let latestAdd: Promise<unknown> = Promise.resolve();
/** Number of requests to stop, which end all imports requested before. */
let stops = 0;
/** The list requested last: its pages are requested one after the other. */
let listed: { readonly key: string; readonly refs: readonly GameRef[] } | null = null;

const api = {
  async list(query: ListQuery, from: number, count: number) {
    const key = JSON.stringify([shelves.version, query]);
    if (listed?.key !== key) listed = { key, refs: search(shelves.views, query) };
    const games = listed.refs.slice(from, from + count).flatMap(listedGame);
    return { total: listed.refs.length, deleted: shelves.deletedCount, games };
  },

  /** @returns what followed a position, and in `all` the number of games in the library */
  async explore(filter: GameFilter, position: SoughtPosition) {
    const { games, moves, latest } = explore(shelves.views, filter, position, LATEST);
    return { games, moves, latest: latest.flatMap(listedGame), all: shelves.count };
  },

  /** @returns null: it no longer exists */
  async read(ref: GameRef) {
    return gameAt(ref);
  },

  /** Adds the games of files that the library does not have. */
  async add(files: readonly File[], defaults: ReadDefaults, report: (progress: AddProgress) => void) {
    const before = stops;
    const added = latestAdd.then(() => add(files, defaults, report, () => stops !== before));
    latestAdd = added.catch(() => {});
    return added;
  },

  /** Stops reading files; games that are already stored stay. */
  async stop() {
    stops++;
  },

  /** Stores games that have ids. @returns the ids of those that are stored */
  async put(games: readonly OwnGame[]) {
    for (const game of games) await shelves.put(game);
    return games.map(({ id }) => id);
  },

  /** Changes the facts of a game. @returns false: it no longer exists */
  async edit(ref: GameRef, facts: EditedFacts) {
    return shelves.edit(ref, (game) => withFacts(game, facts));
  },

  /** @returns the games as SGF */
  async export(query: ListQuery) {
    const parts = search(shelves.views, query).flatMap((ref) => {
      const game = gameAt(ref);
      return game === null ? [] : [sgfOfGame(game)];
    });
    return new Blob(parts, { type: 'text/plain;charset=utf-8' });
  },

  /** @returns how many games were deleted */
  async delete(games: ListQuery | GameRef) {
    return shelves.delete('block' in games ? [games] : search(shelves.views, games));
  },

  /** Restores the games deleted last. @returns how many */
  async restore() {
    return shelves.restore();
  },

  /** Removes all deleted games for good. @returns how many */
  async purge() {
    return shelves.purge();
  },
};
export type LibraryApi = typeof api;

answerCalls(api, () => shelves.load());

async function add(
  files: readonly File[],
  defaults: ReadDefaults,
  onProgress: (progress: AddProgress) => void,
  isStopped: () => boolean,
): Promise<AddedGames> {
  const collector = new GameCollector(shelves);
  const skipped: string[] = [];
  let skippedCount = 0;
  const skip = (reason: string): void => {
    if (skipped.length < REASONS) skipped.push(reason);
    skippedCount++;
  };
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  let read = 0;
  let games = 0;
  const onPiece = (length: number): void => {
    read += length;
  };
  const done = (): AddedGames => ({ added: collector.added, known: collector.known, skipped, skippedCount });
  const report = () => {
    const share = bytes === 0 ? 1 : read / bytes;
    onProgress({ ...done(), share, games });
  };
  const store = async (): Promise<void> => {
    try {
      await collector.store();
    } finally {
      // Also if the browser refuses: what has been read until then is the result of this import.
      report();
    }
  };
  for (const file of files) {
    for (const game of gamesOf(file, defaults, onPiece, skip)) {
      games++;
      if (collector.take(game)) await store();
      if (games % ROUND !== 0) continue;
      report();
      await messages();
      if (isStopped()) break;
    }
    if (isStopped()) break;
  }
  await store();
  return done();
}

/** Lets the worker receive messages. */
function messages(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Reads the games of a file. @param onSkip called for what cannot be read: a game, or the rest of the file */
function* gamesOf(
  file: File,
  defaults: ReadDefaults,
  onPiece: (bytes: number) => void,
  onSkip: (reason: string) => void,
): Generator<LibraryGame> {
  const skip = (reason: string) => onSkip(`${file.name}: ${reason}`);
  try {
    yield* readLibraryGames({ name: file.name, text: () => textPieces(piecesOf(file, onPiece)) }, defaults, skip);
  } catch (error) {
    skip(messageOf(error));
  }
}

/** @returns the bytes of a file, piece by piece @throws DOMException if the file cannot be read */
function* piecesOf(file: Blob, onPiece: (bytes: number) => void): Generator<Uint8Array> {
  const reader = new FileReaderSync();
  for (let at = 0; at < file.size; at += PIECE) {
    const piece = reader.readAsArrayBuffer(file.slice(at, at + PIECE));
    onPiece(piece.byteLength);
    yield new Uint8Array(piece);
  }
}

function gameAt(ref: GameRef): LibraryGame | null {
  const view = shelves.view(ref);
  return view === null || ref.index >= view.count ? null : view.game(ref.index);
}

function listedGame(ref: GameRef): ListedGame[] {
  const game = gameAt(ref);
  if (game === null) return [];
  const { black, white, event, date, result, comment, rule, width, height, moves } = game;
  return [{ ref, black, white, event, date, result, comment, rule, width, height, length: moves.length }];
}
