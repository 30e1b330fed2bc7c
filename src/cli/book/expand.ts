/** `tengen book expand`: extends a book by the engine's search, on this machine or by the workers of a fleet. */
import { type BookSearch, searchForBook } from '../../engine/book-search.ts';
import { type FleetSearch, leadBookSearch, MAX_UNSAVED } from '../../measure/fleet/book-work.ts';
import { processPlayer } from '../../measure/fleet/range-player.ts';
import { EnginePool } from '../../platform/node/engine-pool.ts';
import { onStopSignal } from '../../platform/node/streams.ts';
import type { Book } from '../../records/book/book.ts';
import { type Expansion, expandBook, type SearchAll } from '../../records/book/expand.ts';
import type { Reporter } from '../../records/book/files.ts';

const SAVE_EVERY_MS = 30_000;

export interface ExpandRequest extends Expansion, BookSearch {
  /** Concurrent searches on this machine. */
  readonly threads: number;
  /** Address of the fleet that searches; null: this machine searches. */
  readonly fleet: string | null;
}

/** Where positions are searched. */
interface Searcher extends Omit<FleetSearch, 'leave'> {
  /** @param isOver whether the whole request is done */
  close(isOver: boolean): Promise<void>;
}

/**
 * Expands a book and saves it periodically and at the end; a signal ends it after the last complete round.
 * @param file of the book, whose lock is held
 * @param io `save` writes the book
 * @returns number of searched positions, and whether a signal ended the search early
 */
export async function expandFile(
  file: string,
  book: Book,
  request: ExpandRequest,
  io: Reporter & { readonly save: () => void },
) {
  const stop = new AbortController();
  const release = onStopSignal(() => stop.abort());
  const of = Number.isFinite(request.positions) ? ` of ${request.positions}` : '';
  let count = 0;
  try {
    const searcher = await openSearcher(file, book, request, stop.signal, io.note);
    let isOver = false;
    try {
      let savedAt = Date.now();
      const save = (): void => {
        io.save();
        searcher.saved();
        savedAt = Date.now();
      };
      await expandBook(book, request, searcher.search, (done, text) => {
        count = done;
        io.progress(`${done}${of}: ${text}`);
        if (Date.now() - savedAt >= SAVE_EVERY_MS || searcher.unsaved + request.ahead > MAX_UNSAVED) save();
      }).catch((error) => {
        if (!stop.signal.aborted) throw error;
      });
      save();
      isOver = !stop.signal.aborted;
    } finally {
      await searcher.close(isOver);
    }
    return { count, isStopped: stop.signal.aborted };
  } finally {
    release();
  }
}

async function openSearcher(
  file: string,
  { rule, size }: Book,
  request: ExpandRequest,
  signal: AbortSignal,
  note: (text: string) => void,
): Promise<Searcher> {
  const { nodes, lines, positions, threads, fleet } = request;
  if (fleet === null) return searchHere(new EnginePool({ rule, size }), request, threads, signal);
  const { openRedisTransport } = await import('../../measure/fleet/redis/transport.ts');
  const transport = await openRedisTransport(fleet, note);
  try {
    const player = processPlayer(process.argv[1]);
    const planned = Number.isFinite(positions) ? positions : null;
    const leading = { name: file, positions: planned, player, onNotice: note };
    const led = await leadBookSearch({ rule, size, nodes, lines }, leading, signal, transport);
    return {
      search: led.search,
      get unsaved() {
        return led.unsaved;
      },
      saved: () => led.saved(),
      close: async (isOver) => {
        await led.leave(isOver);
        await transport.close();
      },
    };
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/** Searches in this process, `threads` positions at a time. */
function searchHere(engines: EnginePool, search: BookSearch, threads: number, signal: AbortSignal): Searcher {
  const searchAll: SearchAll = async (lines) => {
    const found: Awaited<ReturnType<SearchAll>>[number][] = lines.map(() => null);
    const waiting = lines.entries();
    const work = async (): Promise<void> => {
      for (const [i, line] of waiting) {
        found[i] = await engines.use(signal, (engine) => searchForBook(engine, line, search));
      }
    };
    await Promise.all(Array.from({ length: Math.min(threads, lines.length) }, work));
    return found;
  };
  return { search: searchAll, unsaved: 0, saved: () => {}, close: () => engines.close() };
}
