/** What the browser keeps between two visits. It may refuse: then nothing is kept. */

const PREFIX = 'tengen.';

/** @returns the value kept under a name, or null */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows and full disks.
  }
}
