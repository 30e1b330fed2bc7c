/**
 * Records that this browser stores, in one IndexedDB for all kinds. A record changes in one step: no other tab writes
 * between its reading and its writing. The other tabs are notified, and read it.
 */

const NAME = 'tengen';
/** In version 1, blocks and reviews had their own databases. */
const VERSION = 2;
const KINDS = ['studies', 'blocks', 'reviews'] as const;
type Kind = (typeof KINDS)[number];
const EARLIER_NAMES: Partial<Record<Kind, string>> = { blocks: 'tengen-library', reviews: 'tengen-reviews' };

/** Days for which what was deleted can be restored. */
export const RESTORABLE_DAYS = 30;

/** @returns the time since which deleted things can be restored, milliseconds since 1970 */
export function restorableSince(): number {
  return Date.now() - RESTORABLE_DAYS * 86_400_000;
}

let opened: Promise<IDBDatabase> | null = null;

interface RecordHooks<T> {
  /** Called with each stored record when it is loaded and when it has changed, in any tab; null: it is gone. */
  readonly hold: (id: string, record: T | null) => void;
  /** Called after a change by another tab. */
  readonly onOtherTab?: () => void;
}

export class Records<T extends { readonly id: string }> {
  private moving: Promise<void> | null = null;
  private readonly channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tengen.records');

  constructor(
    private readonly kind: Kind,
    private readonly hooks: RecordHooks<T> = { hold() {} },
  ) {
    this.channel?.addEventListener('message', ({ data }) => void (data.kind === kind && this.heard(data.id)));
  }

  /** @throws DOMException if the browser refuses, as the following do; nothing is changed then */
  async load(): Promise<void> {
    const all = await answerTo<T[]>((await this.records('readonly')).getAll());
    for (const record of all) this.hooks.hold(record.id, record);
  }

  async get(id: string): Promise<T | null> {
    return (await answerTo<T | undefined>((await this.records('readonly')).get(id))) ?? null;
  }

  /**
   * @param change receives the stored record, null if there is none; returns the record to store, or null for no change
   * @returns the changed record, or null
   */
  async change(id: string, change: (stored: T | null) => T | null): Promise<T | null> {
    let changed: T | null = null;
    await this.replace(id, (stored) => {
      changed = change(stored);
      return changed && [changed];
    });
    return changed;
  }

  /** As {@link change}. @param change returns the records to store in place of the stored one */
  async replace(id: string, change: (stored: T | null) => readonly T[] | null): Promise<void> {
    const records = await this.records('readwrite');
    let made: readonly T[] | null = null;
    try {
      made = change((await answerTo<T | undefined>(records.get(id))) ?? null);
      if (made !== null && !made.some((record) => record.id === id)) records.delete(id);
      for (const record of made ?? []) records.put(record);
    } catch (error) {
      records.transaction.abort();
      throw error;
    }
    await endOf(records.transaction);
    if (made === null) return;
    for (const changed of new Set([id, ...made.map((record) => record.id)])) {
      this.hooks.hold(changed, made.find((record) => record.id === changed) ?? null);
      this.channel?.postMessage({ kind: this.kind, id: changed });
    }
  }

  /** Reads a record that another tab has changed. If the browser refuses, this tab keeps the version that it has. */
  private async heard(id: string): Promise<void> {
    const record = await this.get(id).catch(() => undefined);
    if (record === undefined) return;
    this.hooks.hold(id, record);
    this.hooks.onOtherTab?.();
  }

  private async records(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    opened ??= openDatabase(NAME, VERSION, leave);
    try {
      const database = await opened;
      this.moving ??= moveEarlier(this.kind, database);
      await this.moving;
      return database.transaction(this.kind, mode).objectStore(this.kind);
    } catch (error) {
      // The next attempt begins again.
      this.moving = null;
      leave();
      throw error;
    }
  }
}

function leave(): void {
  opened = null;
}

/** Moves the records of a database of version 1, unless that was interrupted after it had moved them. */
async function moveEarlier(kind: Kind, database: IDBDatabase): Promise<void> {
  const name = EARLIER_NAMES[kind];
  // Some browsers cannot list their databases: there an empty one is opened.
  if (name === undefined || (await indexedDB.databases?.())?.every((one) => one.name !== name)) return;
  const earlier = await openDatabase(name, 1, () => {});
  const all = await answerTo(earlier.transaction(kind).objectStore(kind).getAll());
  const transaction = database.transaction(kind, 'readwrite');
  const records = transaction.objectStore(kind);
  const known = await answerTo(records.getAllKeys());
  for (const record of all) if (!known.includes(record.id)) records.put(record);
  await endOf(transaction);
  earlier.close();
  indexedDB.deleteDatabase(name);
}

/** @param onClosed called when the browser or a newer version of the page, in another tab, has closed it */
async function openDatabase(name: string, version: number, onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const kind of KINDS) {
      if (!result.objectStoreNames.contains(kind)) result.createObjectStore(kind, { keyPath: 'id' });
    }
  };
  const database = await answerTo(request);
  database.onclose = onClosed;
  database.onversionchange = () => {
    database.close();
    onClosed();
  };
  return database;
}

function answerTo<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
  });
}
