/** Long work of several clients in short turns, so that no client delays the others, or the searches, for long. */

/** Milliseconds of a turn. A request of 1000 lines takes up to 450 ms. */
const TURN_MS = 5;

export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** Calls `act` with each item, in turns with the other callers, until it returns false. */
  async run<T>(items: readonly T[], act: (item: T) => boolean): Promise<void> {
    let endMs = 0;
    for (const item of items) {
      if (performance.now() >= endMs) {
        await this.next();
        endMs = performance.now() + TURN_MS;
      }
      if (!act(item)) return;
    }
  }

  /** @returns when the caller may begin a turn: one does in each turn of the event loop */
  private next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.waiting.push(resolve) === 1) setImmediate(() => this.begin());
    });
  }

  private begin(): void {
    this.waiting.shift()?.();
    if (this.waiting.length > 0) setImmediate(() => this.begin());
  }
}
