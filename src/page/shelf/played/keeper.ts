/**
 * Stores the games of all tabs. Each game has its own key in localStorage; a new tab begins with the last one. A tab
 * also stores its game in sessionStorage, which survives a reload.
 *
 * When a tab closes or begins another game, it marks its game as closed. If another game was played later, no tab will
 * begin with the closed one, and it moves to the library.
 */
import { forget, keepInTab, keptNames, newId, readFromTab, readKept, remember } from '../../state/storage.ts';
import { type KeptGame, keptOf, type PageGame, restored } from './saving.ts';

/** In sessionStorage: the game of this tab. In localStorage, of earlier versions: the game played last. */
const OWN = 'game';
/** Followed by the id. */
const SHARED = 'game.';
/** The id of a game of an earlier version. */
const EARLIER_ID = 'earlier';

/** A tab that crashes leaves its game open. After this time the game counts as closed. */
const OPEN_MS = 7 * 86_400_000;

export interface StoredGame extends KeptGame {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** When the tab that shows it began to; null: no tab does. */
  readonly openSince: number | null;
}

export class GameKeeper {
  private id = newId();
  /** The game of this tab as it is stored; null: it is not. */
  own: StoredGame | null = null;
  /** Id of a game that this tab has replaced by a new one. */
  private replaced: string | null = null;
  /** The game of an earlier visit; null: none, or one that this version does not understand. */
  readonly restored: PageGame | null;

  constructor() {
    importEarlier();
    const own = readFromTab(OWN) as Partial<StoredGame> | null;
    const found = own ?? lastOf(storedGames());
    this.restored = found === null ? null : restored(found);
    if (found !== null && this.restored !== null) this.claim(found.id ?? EARLIER_ID, found.savedAt ?? 0);
    addEventListener('pagehide', () => this.mark(null));
    addEventListener('pageshow', ({ persisted }) => persisted && this.resume());
  }

  /** Continues a stored game, unless another tab shows it or has continued it: then this tab continues a copy. */
  private claim(id: string, savedAt: number): void {
    const shared = readStored(id);
    const isFree = shared !== null && shared.openSince === null && shared.savedAt === savedAt;
    this.id = isFree ? id : newId();
    this.own = isFree ? shared : null;
    this.mark(Date.now());
  }

  /** The page is shown again from the browser's cache of pages. */
  private resume(): void {
    if (this.own !== null) this.claim(this.own.id, this.own.savedAt);
  }

  /** Begins another game: once it is saved, it replaces the current one. */
  begin(): void {
    this.replaced ??= this.own?.id ?? null;
    this.own = null;
    this.id = newId();
  }

  save(game: PageGame): void {
    this.own = { ...keptOf(game), id: this.id, savedAt: Date.now(), openSince: Date.now() };
    const isSaved = keepInTab(OWN, SHARED + this.id, this.own);
    if (!isSaved || this.replaced === null) return;
    const replaced = readStored(this.replaced);
    this.replaced = null;
    if (replaced === null) return;
    remember(SHARED + replaced.id, { ...replaced, openSince: null });
    this.onReplaced?.();
  }

  /** Called once another game has replaced the current one, which counts as closed then. */
  onReplaced: (() => void) | null = null;

  private mark(openSince: number | null): void {
    if (this.own === null) return;
    this.own = { ...this.own, openSince };
    remember(SHARED + this.own.id, this.own);
  }
}

function importEarlier(): void {
  const earlier = readKept(OWN) as KeptGame | null;
  if (earlier === null) return;
  const id = readStored(EARLIER_ID) === null ? EARLIER_ID : newId();
  if (remember(SHARED + id, { ...earlier, id, savedAt: 0, openSince: null })) forget(OWN);
}

function readStored(id: string): StoredGame | null {
  return readKept(SHARED + id) as StoredGame | null;
}

function storedGames(): StoredGame[] {
  return keptNames(SHARED).flatMap((name) => {
    const game = readKept(name) as StoredGame | null;
    return game === null ? [] : [game];
  });
}

function lastOf(games: readonly StoredGame[]): StoredGame | null {
  return games.reduce<StoredGame | null>((last, game) => (game.savedAt > (last?.savedAt ?? -1) ? game : last), null);
}

/** @returns the games that no tab shows and no new tab begins with */
export function closedGames(now = Date.now()): StoredGame[] {
  const games = storedGames();
  const last = lastOf(games);
  const isClosed = ({ openSince, savedAt }: StoredGame) =>
    openSince === null || now - Math.max(openSince, savedAt) > OPEN_MS;
  return games.filter((game) => game !== last && isClosed(game));
}

export function forgetGame({ id }: StoredGame): void {
  forget(SHARED + id);
}
