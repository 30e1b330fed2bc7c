/** Whether a thread hangs or only waits for the processor, on a system whose CPU time is scripted. */
import { describe, expect, test } from 'vitest';
import { CONTROL_WORDS, HEARTBEAT } from '../../../src/engine/control.ts';
import type { Platform } from '../../../src/engine/platform.ts';
import { LOOK_MS, StallWatch } from '../../../src/engine/stall.ts';

/** @returns a thread, its watch, and the CPU time of its process, null: the system does not report it */
function watched(reportsCpu: boolean, threads = 1) {
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  const cpu = { ms: 1000, threads };
  const platform = (reportsCpu ? { cpuUse: () => ({ ...cpu }) } : {}) as Platform;
  return { control, cpu, watch: new StallWatch(control, platform) };
}

/** @returns after how many looks the thread is given up; null: not within an hour */
function looksUntilHung({ watch }: { watch: StallWatch }, beforeLook: () => void): number | null {
  for (let look = 1; look * LOOK_MS <= 3_600_000; look++) {
    beforeLook();
    if (watch.isHung()) return look;
  }
  return null;
}

describe('a thread that does not return', () => {
  test('and uses CPU time without progress hangs', () => {
    const one = watched(true);
    const looks = looksUntilHung(one, () => {
      one.cpu.ms += LOOK_MS;
    });
    expect(looks).toBe(2000 / LOOK_MS);
  });

  test('is given as much CPU time next to other threads', () => {
    const one = watched(true, 4);
    // Two processors, of which others take a part.
    const looks = looksUntilHung(one, () => {
      one.cpu.ms += 2 * LOOK_MS;
    });
    expect(looks).toBe((4 * 2000) / (2 * LOOK_MS));
  });

  test('and gets little CPU time is slow: at a load of 20, two seconds later it is not given up', () => {
    const one = watched(true);
    for (let look = 0; look < 10_000 / LOOK_MS; look++) {
      one.cpu.ms += LOOK_MS / 10;
      expect(one.watch.isHung()).toBe(false);
    }
  });

  test.each([true, false])('but makes progress is never given up; CPU time reported: %s', (reportsCpu) => {
    const one = watched(reportsCpu);
    let look = 0;
    const looks = looksUntilHung(one, () => {
      one.cpu.ms += LOOK_MS;
      if (++look % 7 === 0) Atomics.add(one.control, HEARTBEAT, 1);
    });
    expect(looks).toBeNull();
  });

  test('without reports of CPU time, or without using any, is given up after half a minute', () => {
    for (const reportsCpu of [true, false]) {
      expect(looksUntilHung(watched(reportsCpu), () => {})).toBe(30_000 / LOOK_MS);
    }
  });
});
