/** The worker of the library: it stores, searches and reads games, so that no number of them blocks the page. */
import { messageOf } from '../../../core/errors.ts';
import type { ReadDefaults } from '../../../records/notation/convert.ts';
import { textPieces } from '../../../records/notation/file-text.ts';
import type { LibraryGame } from './games.ts';
import type { AddedGames, FromLibraryWorker, LibraryTasks, ListedGame, TaskName, ToLibraryWorker } from './messages.ts';
import { readLibraryGames } from './read.ts';
import { explore, type GameRef, search } from './search.ts';
import { GameCollector, Shelves } from './shelves.ts';
import { sgfOfGame, withFacts } from './trees.ts';

interface Scope {
  onmessage: ((event: { readonly data: ToLibraryWorker }) => void) | null;
  postMessage(message: FromLibraryWorker): void;
}

/** Only workers have it. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

const scope = globalThis as unknown as Scope;
/** Bytes of a file that are read at once. */
const PIECE = 1 << 20;
/** Maximum number of games that the explorer lists for a position. */
const LATEST = 20;
/** Maximum number of reasons in a report. */
const REASONS = 5;
/** Number of games after which an import reports its progress and receives messages. */
const ROUND = 500;

const shelves = new Shelves(() => scope.postMessage({ type: 'changed' }));
/** The latest import. Each waits for the one before, so that it recognizes the games which that one adds. */
let latestAdd: Promise<unknown> = Promise.resolve();
/** Number of requests to stop, which end all imports requested before. */
let stops = 0;
/** The list requested last: its pages are requested one after the other. */
let listed: { readonly key: string; readonly refs: readonly GameRef[] } | null = null;

type Request<Name extends TaskName> = LibraryTasks[Name]['request'] & { readonly id: number };
type Handlers = {
  readonly [Name in TaskName]: (request: Request<Name>) => Promise<LibraryTasks[Name]['result']>;
};

const handlers: Handlers = {
  async list({ query, from, count }) {
    const key = JSON.stringify([shelves.version, query]);
    if (listed?.key !== key) listed = { key, refs: search(shelves.views, query) };
    const games = listed.refs.slice(from, from + count).flatMap(listedGame);
    return { total: listed.refs.length, deleted: shelves.deletedCount, games };
  },

  async explore({ filter, position }) {
    const { games, moves, latest } = explore(shelves.views, filter, position, LATEST);
    return { games, moves, latest: latest.flatMap(listedGame), all: shelves.count };
  },

  async read({ ref }) {
    return gameAt(ref);
  },

  async add(request) {
    const before = stops;
    const added = latestAdd.then(() => add(request, () => stops !== before));
    latestAdd = added.catch(() => {});
    return added;
  },

  async put({ games }) {
    for (const game of games) await shelves.put(game);
    return games.map(({ id }) => id);
  },

  async edit({ ref, facts }) {
    return shelves.edit(ref, (game) => withFacts(game, facts));
  },

  async export({ query }) {
    const parts = search(shelves.views, query).flatMap((ref) => {
      const game = gameAt(ref);
      return game === null ? [] : [sgfOfGame(game)];
    });
    return new Blob(parts, { type: 'text/plain;charset=utf-8' });
  },

  async delete({ games }) {
    return shelves.delete('block' in games ? [games] : search(shelves.views, games));
  },

  async restore() {
    return shelves.restore();
  },

  async purge() {
    return shelves.purge();
  },
};

scope.onmessage = ({ data }) => {
  if (data.type === 'stop') stops++;
  else void handle(data);
};

async function handle(request: Exclude<ToLibraryWorker, { readonly type: 'stop' }>): Promise<void> {
  const { id, type } = request;
  try {
    await shelves.load();
    const handler = handlers[type] as (request: unknown) => Promise<unknown>;
    scope.postMessage({ type: 'done', id, result: await handler(request) });
  } catch (error) {
    const name = (error as { readonly name?: unknown } | null)?.name;
    scope.postMessage({ type: 'failed', id, name: String(name), reason: messageOf(error) });
  }
}

async function add(
  { id, files, defaults }: Request<'add'>,
  isStopped: () => boolean,
): Promise<LibraryTasks['add']['result']> {
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
    scope.postMessage({ type: 'progress', id, progress: { ...done(), share, games } });
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
