/** Records that this browser stores, in IndexedDB. */

const VERSION = 1;

export class RecordDatabase<T extends { readonly id: string }> {
  private readonly name: string;
  private readonly store: string;
  private opened: Promise<IDBDatabase> | null = null;

  /** @param name of the database @param store that it has */
  constructor(name: string, store: string) {
    this.name = name;
    this.store = store;
  }

  /** @throws DOMException if the browser refuses */
  async all(): Promise<T[]> {
    return answerTo((await this.transaction('readonly')).getAll());
  }

  async get(id: string): Promise<T | null> {
    return (await answerTo<T | undefined>((await this.transaction('readonly')).get(id))) ?? null;
  }

  /**
   * Changes a record in one step: no other tab writes between its reading and its writing.
   * @param change receives the stored record, null if there is none; returns the record to store, or null for no change
   * @throws DOMException if the browser refuses; nothing is changed then
   */
  update(id: string, change: (stored: T | null) => T | null): Promise<void> {
    return this.replace(id, (stored) => {
      const changed = change(stored);
      return changed === null ? null : [changed];
    });
  }

  /**
   * Replaces a record by others in one step, or removes it.
   * @param change receives the stored record, null if there is none; returns the records to store in its place, or null
   *   for no change
   * @throws DOMException if the browser refuses; nothing is changed then
   */
  async replace(id: string, change: (stored: T | null) => readonly T[] | null): Promise<void> {
    const records = await this.transaction('readwrite');
    const { transaction } = records;
    const reading = records.get(id);
    let refusal: unknown = null;
    reading.onsuccess = () => {
      try {
        const made = change((reading.result as T | undefined) ?? null);
        if (made === null) return;
        if (!made.some((record) => record.id === id)) records.delete(id);
        for (const record of made) records.put(record);
      } catch (error) {
        refusal = error;
        transaction.abort();
      }
    };
    await endOf(transaction).catch((error) => {
      throw refusal ?? error;
    });
  }

  remove(id: string): Promise<void> {
    return this.replace(id, () => []);
  }

  private async transaction(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.opened ??= this.open();
    try {
      return (await this.opened).transaction(this.store, mode).objectStore(this.store);
    } catch (error) {
      // The next attempt opens it again.
      this.opened = null;
      throw error;
    }
  }

  private async open(): Promise<IDBDatabase> {
    const request = indexedDB.open(this.name, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(this.store, { keyPath: 'id' });
    const database = await answerTo(request);
    const leave = () => {
      this.opened = null;
    };
    database.onclose = leave;
    // A newer version of the page, in another tab, need not wait.
    database.onversionchange = () => {
      database.close();
      leave();
    };
    return database;
  }
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
