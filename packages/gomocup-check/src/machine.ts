/** How busy the machine is during a step: the answers of a brain may then be late although it was fast. */
import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the timer of the check is due, ms. */
const PERIOD_MS = 10;
/** Delay of that timer from which on a machine counts as busy, ms. */
const LATE_MS = 100;

/** Begins to measure. @returns a function that ends it and describes a busy machine; null: it was not busy */
export function watchMachine(): () => string | null {
  const delay = monitorEventLoopDelay({ resolution: PERIOD_MS });
  delay.enable();
  return () => {
    delay.disable();
    return busyText(Math.round(delay.max / 1e6 - PERIOD_MS), loadavg()[0], availableParallelism());
  };
}

/** @param lateMs delay of the timer @param load processes that want to run; 0 where the system does not count them */
export function busyText(lateMs: number, load: number, processors: number): string | null {
  if (lateMs < LATE_MS && load <= processors) return null;
  const delays = lateMs < LATE_MS ? '' : `, a timer was ${lateMs} ms late`;
  return `the machine was busy: load ${load.toFixed(1)} on ${processors} processors${delays}; repeat this step on an idle one`;
}
