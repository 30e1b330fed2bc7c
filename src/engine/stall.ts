/** Distinguishes a search thread that hangs from one that gets no processor. */
import { HEARTBEAT, IS_LOADED } from './control.ts';
import type { Platform } from './platform.ts';

/** How often to look at a thread that is to return. */
export const LOOK_MS = 250;
/** A search notices within milliseconds of CPU time that it must stop; its first tables take some hundred. */
const HUNG_CPU_MS = 2000;
/**
 * Where the system does not report CPU time, or the thread waits forever: 30 seconds. Counted in looks, since the time
 * during which the process was suspended says nothing.
 */
const HUNG_LOOKS = 120;

/** Watches one thread: {@link isHung} is to be called every {@link LOOK_MS}. */
export class StallWatch {
  private progress: number;
  private looks = 0;
  /** CPU time of the process at the last look, and the thread's share of it since its last progress. */
  private cpuMs: number;
  private ownCpuMs = 0;

  constructor(
    private readonly control: Int32Array,
    private readonly platform: Platform,
  ) {
    this.progress = this.readProgress();
    this.cpuMs = platform.cpuUse?.().ms ?? 0;
  }

  /** @returns whether the thread has had the processor for long without making progress */
  isHung(): boolean {
    const progress = this.readProgress();
    const { ms = 0, threads = 1 } = this.platform.cpuUse?.() ?? {};
    if (progress !== this.progress) {
      this.progress = progress;
      this.looks = 0;
      this.ownCpuMs = 0;
    } else {
      this.looks++;
      // Which thread has used the time is unknown.
      this.ownCpuMs += (ms - this.cpuMs) / Math.max(1, threads);
    }
    this.cpuMs = ms;
    return this.ownCpuMs >= HUNG_CPU_MS || this.looks >= HUNG_LOOKS;
  }

  private readProgress(): number {
    return Atomics.load(this.control, HEARTBEAT) + Atomics.load(this.control, IS_LOADED);
  }
}
