/** What the browser keeps between two visits. It may refuse, which is said on the page. */
import { Model } from './model.ts';

const PREFIX = 'tengen.';

/** Why something could not be kept. */
export type StorageRefusal = 'full' | 'unavailable';

/** Whether all that was to be kept is kept. */
export class Keeping extends Model {
  private readonly failed = new Map<string, StorageRefusal>();
  private isDismissed = false;

  /** Why the latest change is not kept, to be shown; null: it is kept, or the message was dismissed. */
  get problem(): StorageRefusal | null {
    if (this.isDismissed) return null;
    const [first = null] = this.failed.values();
    return first;
  }

  /** @param name of what was to be kept @param error null: it was kept */
  tell(name: string, error: unknown): void {
    if (error === null) {
      if (!this.failed.delete(name)) return;
      this.isDismissed = false;
    } else this.failed.set(name, refusalOf(error));
    this.changed();
  }

  /** Not shown again before something has been kept. */
  dismiss(): void {
    this.isDismissed = true;
    this.changed();
  }
}

export const keeping = new Keeping();

function refusalOf(error: unknown): StorageRefusal {
  return (error as { readonly name?: unknown } | null)?.name === 'QuotaExceededError' ? 'full' : 'unavailable';
}

/** @returns the value kept under a name, or null */
export function readKept(name: string): unknown {
  return readFrom(() => localStorage, name);
}

/** Keeps what somebody has worked on. */
export function keep(name: string, value: unknown): void {
  keeping.tell(
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

/** As {@link readKept}; of what several tabs have kept, this tab's own. */
export function readKeptInTab(name: string): unknown {
  return readFromTab(name) ?? readKept(name);
}

/** @returns the value stored under a name in this tab, or null */
export function readFromTab(name: string): unknown {
  return readFrom(() => sessionStorage, name);
}

/**
 * As {@link keep}, twice: for this tab, and under another name for all tabs.
 * @returns whether both are stored
 */
export function keepInTab(name: string, sharedName: string, value: unknown): boolean {
  const refusedForAll = keepIn(() => localStorage, sharedName, value);
  const refused = keepIn(() => sessionStorage, name, value) ?? refusedForAll;
  keeping.tell(name, refused);
  return refused === null;
}

/** Nothing is kept under a name any more. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // What cannot be kept need not be removed.
  }
}

/** @returns the names that begin so and have a value */
export function keptNames(beginning: string): string[] {
  try {
    const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
    return names.filter((name) => name.startsWith(PREFIX + beginning)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Access alone may throw. */
type Store = () => Storage;

function readFrom(store: Store, name: string): unknown {
  try {
    return JSON.parse(store().getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns why not, or null */
function keepIn(store: Store, name: string, value: unknown): unknown {
  try {
    store().setItem(PREFIX + name, JSON.stringify(value));
    return null;
  } catch (error) {
    return error ?? new Error('refused');
  }
}
