/** What the browser stores between two visits. If it refuses, the page says so. */
import { Model } from './model.ts';

const PREFIX = 'tengen.';

/** Why the browser did not store something. */
type StorageRefusal = 'full' | 'unavailable';

/** Whether the browser has stored everything. */
class Keeping extends Model {
  private readonly failed = new Map<string, StorageRefusal>();
  private isDismissed = false;

  /** Why the latest change is not stored; null: it is, or the message was dismissed. */
  get problem(): StorageRefusal | null {
    if (this.isDismissed) return null;
    const [first = null] = this.failed.values();
    return first;
  }

  /** Notes the result of an attempt. @param name of what was to be stored @param error null: it is stored */
  report(name: string, error: unknown): void {
    if (error === null) {
      if (!this.failed.delete(name)) return;
      this.isDismissed = false;
    } else this.failed.set(name, refusalOf(error));
    this.changed();
  }

  /** Reports the result of a task. */
  watch(name: string, task: Promise<unknown>): Promise<void> {
    return task.then(
      () => this.report(name, null),
      (error) => this.report(name, error),
    );
  }

  /** Hides the message until something has been stored. */
  dismiss(): void {
    this.isDismissed = true;
    this.changed();
  }
}

export const keeping = new Keeping();

function refusalOf(error: unknown): StorageRefusal {
  return (error as { readonly name?: unknown } | null)?.name === 'QuotaExceededError' ? 'full' : 'unavailable';
}

/** @returns the value stored under a name, or null */
export function readKept(name: string): unknown {
  return readFrom(() => localStorage, name);
}

/** Stores the user's work. */
export function keep(name: string, value: unknown): void {
  keeping.report(
    name,
    keepIn(() => localStorage, name, value),
  );
}

/** Stores a preference, which is no loss if the browser refuses. @returns whether it is stored */
export function remember(name: string, value: unknown): boolean {
  return keepIn(() => localStorage, name, value) === null;
}

/** As {@link remember}, for {@link readKeptInTab}. */
export function rememberInTab(name: string, value: unknown): void {
  remember(name, value);
  keepIn(() => sessionStorage, name, value);
}

/** As {@link readKept}; prefers what this tab has stored. */
export function readKeptInTab(name: string): unknown {
  return readFromTab(name) ?? readKept(name);
}

/** @returns the value stored under a name in this tab, or null */
export function readFromTab(name: string): unknown {
  return readFrom(() => sessionStorage, name);
}

/** As {@link keep}, twice: for this tab, and under another name for all tabs. @returns whether both are stored */
export function keepInTab(name: string, sharedName: string, value: unknown): boolean {
  const refusedForAll = keepIn(() => localStorage, sharedName, value);
  const refused = keepIn(() => sessionStorage, name, value) ?? refusedForAll;
  keeping.report(name, refused);
  return refused === null;
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Without access nothing was stored.
  }
}

export function keptNames(beginning: string): string[] {
  try {
    const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
    return names.filter((name) => name.startsWith(PREFIX + beginning)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Even the access can throw. */
type Store = () => Storage;

function readFrom(store: Store, name: string): unknown {
  try {
    return JSON.parse(store().getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns the error; null: it is stored */
function keepIn(store: Store, name: string, value: unknown): unknown {
  try {
    store().setItem(PREFIX + name, JSON.stringify(value));
    return null;
  } catch (error) {
    return error ?? new Error('refused');
  }
}

/** @returns a new id; not by crypto.randomUUID, which pages on plain http lack */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
