/** The blocks of the library: in memory for searches, and in IndexedDB. */
import { Records, restorableSince } from '../../state/records.ts';
import { newId } from '../../state/storage.ts';
import { BLOCK_GAMES, BlockView, blockOf, type GameBlock, type LibraryGame, TextTable } from './games.ts';
import type { GameRef } from './search.ts';

/** A game with its own id, such as one played on the page: storing it again replaces it. */
export interface OwnGame {
  readonly id: string;
  readonly game: LibraryGame;
}

export class Shelves {
  private readonly records: Records<GameBlock>;
  private readonly blocks = new Map<string, BlockView>();
  private readonly table = new TextTable();
  private loading: Promise<void> | null = null;
  /** Increases with every change. */
  version = 0;

  /** @param onOtherTab called when another tab has changed the library */
  constructor(onOtherTab: () => void) {
    this.records = new Records('blocks', { hold: (id, block) => this.hold(id, block), onOtherTab });
  }

  /** @throws DOMException if the browser refuses */
  load(): Promise<void> {
    this.loading ??= this.readAll().catch((error) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  private async readAll(): Promise<void> {
    await this.records.load();
    await this.purge(restorableSince()).catch(() => {
      // The next visit tries again.
    });
  }

  /** The blocks in the order in which they were added. */
  get views(): BlockView[] {
    return [...this.blocks.values()].sort((a, b) => a.addedAt - b.addedAt || (a.id < b.id ? -1 : 1));
  }

  /** Number of games that are not deleted. */
  get count(): number {
    return this.total - this.deletedCount;
  }

  private get total(): number {
    return this.views.reduce((sum, { count }) => sum + count, 0);
  }

  get deletedCount(): number {
    return this.views.reduce((sum, { deleted }) => sum + Object.keys(deleted).length, 0);
  }

  view({ block }: GameRef): BlockView | null {
    return this.blocks.get(block) ?? null;
  }

  /** Stores games as new blocks. @param prefix of their ids @throws DOMException if the browser refuses */
  async add(prefix: string, number: number, games: readonly LibraryGame[]): Promise<void> {
    const id = `${prefix}.${String(number).padStart(6, '0')}`;
    const made = blockOf(id, Date.now(), games);
    await this.records.change(id, () => made);
  }

  /**
   * Stores a game as a separate block, in place of an earlier version with the same id. A deleted game stays deleted
   * unless it has changed, and what the user has changed about it stays.
   */
  async put({ id, game }: OwnGame): Promise<void> {
    await this.records.change(id, (stored) => {
      if (stored === null) return blockOf(id, Date.now(), [game]);
      const before = new BlockView(stored).game(0);
      const { isEdited = false } = stored;
      if (isEdited && before.moves.join() === game.moves.join()) return null;
      const { black, white, event, date, comment } = before;
      const next = isEdited ? { ...game, black, white, event, date, comment } : game;
      const block = blockOf(id, stored.addedAt, [next]);
      // Both as a block reads them, so with their properties in the same order.
      if (JSON.stringify(before) === JSON.stringify(new BlockView(block).game(0))) return null;
      return { ...block, isEdited };
    });
  }

  /** Changes a game. @returns whether it still exists @throws what `edit` throws; nothing is changed then */
  async edit({ block, index }: GameRef, edit: (game: LibraryGame) => LibraryGame): Promise<boolean> {
    let isFound = false;
    await this.records.change(block, (stored) => {
      if (stored === null || index >= stored.ends.length) return null;
      isFound = true;
      const view = new BlockView(stored);
      const games = Array.from({ length: view.count }, (_, i) => view.game(i));
      games[index] = edit(games[index]);
      const { id, addedAt, deleted } = stored;
      return { ...blockOf(id, addedAt, games), deleted, isEdited: true };
    });
    return isFound;
  }

  /** Marks games as deleted. @returns how many were not deleted already */
  async delete(refs: readonly GameRef[]): Promise<number> {
    const now = Date.now();
    let count = 0;
    for (const [id, indices] of byBlock(refs)) {
      await this.records.change(id, (stored) => {
        if (stored === null) return null;
        const fresh = indices.filter((index) => index < stored.ends.length && !(index in stored.deleted));
        count += fresh.length;
        const marks = Object.fromEntries(fresh.map((index) => [index, now]));
        return { ...stored, deleted: { ...stored.deleted, ...marks } };
      });
    }
    return count;
  }

  /** Restores the games of the last deletion. @returns how many */
  async restore(): Promise<number> {
    const last = Math.max(0, ...this.views.flatMap(({ deleted }) => Object.values(deleted)));
    let count = 0;
    for (const { id, deleted } of this.views) {
      if (!Object.values(deleted).includes(last)) continue;
      await this.records.change(id, (stored) => {
        if (stored === null) return null;
        const left = Object.entries(stored.deleted).filter(([, at]) => at !== last);
        count += Object.keys(stored.deleted).length - left.length;
        return { ...stored, deleted: Object.fromEntries(left) };
      });
    }
    return count;
  }

  /**
   * Removes deleted games for good. The remaining games of a block move to a new one: an index in a block always
   * refers to the same game. Each block is replaced in one step by what it holds then, as another tab may have restored
   * its games, or removed them too.
   * @param before only games deleted before this time, milliseconds since 1970
   * @returns how many
   */
  async purge(before = Number.POSITIVE_INFINITY): Promise<number> {
    let count = 0;
    for (const { id, deleted } of this.views) {
      if (!Object.values(deleted).some((at) => at < before)) continue;
      await this.records.replace(id, (stored) => {
        if (stored === null) return [];
        const rest = withoutDeleted(stored, before);
        count += stored.ends.length - (rest?.ends.length ?? 0);
        return rest === null ? [] : [rest];
      });
    }
    return count;
  }

  /** @param block null: it is gone */
  private hold(id: string, block: GameBlock | null): void {
    if (block === null) this.blocks.delete(id);
    else this.blocks.set(id, new BlockView(block, this.table));
    this.version++;
  }
}

/**
 * @param before only games deleted before this time, milliseconds since 1970
 * @returns a block without those games: the block itself if it has none, otherwise a new one; null: no game is left
 */
function withoutDeleted(block: GameBlock, before: number): GameBlock | null {
  const { deleted } = block;
  const view = new BlockView(block);
  const left = Array.from({ length: view.count }, (_, i) => i).filter((i) => !(i in deleted && deleted[i] < before));
  if (left.length === view.count) return block;
  if (left.length === 0) return null;
  const games = left.map((i) => view.game(i));
  const marks = left.flatMap((i, at) => (i in deleted ? [[at, deleted[i]]] : []));
  return { ...blockOf(newId(), block.addedAt, games), deleted: Object.fromEntries(marks) };
}

function byBlock(refs: readonly GameRef[]): Map<string, number[]> {
  const blocks = new Map<string, number[]>();
  for (const { block, index } of refs) {
    const known = blocks.get(block);
    if (known === undefined) blocks.set(block, [index]);
    else known.push(index);
  }
  return blocks;
}

/** Collects new games and stores them block by block. */
export class GameCollector {
  private readonly prefix = newId();
  private readonly prints = new Set<number>();
  private waiting: LibraryGame[] = [];
  private blocks = 0;
  added = 0;
  /** Number of games that the library already had. */
  known = 0;

  constructor(private readonly shelves: Shelves) {
    for (const view of shelves.views) {
      for (let index = 0; index < view.count; index++) {
        if (!view.isDeleted(index)) this.prints.add(view.fingerprint(index));
      }
    }
  }

  /** @returns whether the games fill a block: then call {@link store} */
  take(game: LibraryGame): boolean {
    this.waiting.push(game);
    return this.waiting.length >= BLOCK_GAMES;
  }

  /** @throws DOMException if the browser refuses; games that are already stored stay */
  async store(): Promise<void> {
    const games = this.waiting;
    this.waiting = [];
    const view = new BlockView(blockOf('', 0, games));
    const fresh = games.filter((_, i) => {
      const print = view.fingerprint(i);
      if (this.prints.has(print)) return false;
      this.prints.add(print);
      return true;
    });
    this.known += games.length - fresh.length;
    if (fresh.length === 0) return;
    await this.shelves.add(this.prefix, this.blocks++, fresh);
    this.added += fresh.length;
  }
}
