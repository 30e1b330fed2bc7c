/** Waits that end early. */

export class Bell {
  private isRung = false;
  private wake: () => void = () => {};

  /** Ends the current wait, or else the next one. */
  readonly ring = (): void => {
    this.isRung = true;
    this.wake();
  };

  /** Waits for `ms`, or until the bell rings; not at all if it has rung since the last wait. */
  async wait(ms: number): Promise<void> {
    if (!this.isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isRung = false;
  }

  /** Waits until a promise settles, or until the bell rings; the next wait still ends at once. */
  async during(promise: Promise<unknown>): Promise<void> {
    if (this.isRung) return;
    await new Promise<void>((resolve, reject) => {
      this.wake = resolve;
      promise.then(() => resolve(), reject);
    });
  }
}

/** @returns null if the signal fires first */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(null);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
