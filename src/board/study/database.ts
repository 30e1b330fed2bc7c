/** The studies of this browser, in IndexedDB. */
import type { StudyRecord } from './record.ts';

const NAME = 'tengen';
const VERSION = 1;
const STUDIES = 'studies';

export class StudyDatabase {
  private opened: Promise<IDBDatabase> | null = null;

  /** @throws DOMException if the browser refuses */
  async all(): Promise<StudyRecord[]> {
    return answerTo((await this.transaction('readonly')).getAll());
  }

  async get(id: string): Promise<StudyRecord | null> {
    return (await answerTo<StudyRecord | undefined>((await this.transaction('readonly')).get(id))) ?? null;
  }

  /**
   * Changes a study in one step: no other tab writes between its reading and its writing.
   * @param change receives the stored study, null if there is none; returns the study to store, or null for no change
   * @throws DOMException if the browser refuses; nothing is changed then
   */
  async update(id: string, change: (stored: StudyRecord | null) => StudyRecord | null): Promise<void> {
    const studies = await this.transaction('readwrite');
    const { transaction } = studies;
    const reading = studies.get(id);
    let refusal: unknown = null;
    reading.onsuccess = () => {
      try {
        const changed = change((reading.result as StudyRecord | undefined) ?? null);
        if (changed !== null) studies.put(changed);
      } catch (error) {
        refusal = error;
        transaction.abort();
      }
    };
    await endOf(transaction).catch((error) => {
      throw refusal ?? error;
    });
  }

  async remove(id: string): Promise<void> {
    const studies = await this.transaction('readwrite');
    studies.delete(id);
    await endOf(studies.transaction);
  }

  private async transaction(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.opened ??= this.open();
    try {
      return (await this.opened).transaction(STUDIES, mode).objectStore(STUDIES);
    } catch (error) {
      // The next attempt opens it again.
      this.opened = null;
      throw error;
    }
  }

  private async open(): Promise<IDBDatabase> {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STUDIES, { keyPath: 'id' });
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
