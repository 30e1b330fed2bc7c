/** The running time of the side to move. */
export class RunningClock {
  /** Null: the clock is stopped. */
  private since: number | null = null;
  private flag: ReturnType<typeof setTimeout> | undefined;

  get isRunning(): boolean {
    return this.since !== null;
  }

  /** Milliseconds since it was started. */
  get runningMs(): number {
    return this.since === null ? 0 : performance.now() - this.since;
  }

  /** @param leftMs time after which `onFlag` is called, perhaps slightly early, unless the clock is stopped */
  start(leftMs: number, onFlag: () => void): void {
    this.stop();
    this.since = performance.now();
    this.flag = setTimeout(onFlag, leftMs);
  }

  /** @returns milliseconds since it was started */
  stop(): number {
    const ms = this.runningMs;
    clearTimeout(this.flag);
    this.since = null;
    return ms;
  }
}
