/** A wait that ends before its time when there is something to see to. */

export class Bell {
  private isRung = false;
  private wake: () => void = () => {};

  /** Ends the wait of now, or the next one. */
  readonly ring = (): void => {
    this.isRung = true;
    this.wake();
  };

  /** @returns after so many ms, or when the bell rings; at once if it has rung since the last wait */
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
