/** A wait that ends early when there is something to do. */

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
}
