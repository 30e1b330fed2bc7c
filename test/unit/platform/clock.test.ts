import { afterEach, expect, test, vi } from 'vitest';
import { clockSince, monotonicMs } from '../../../src/platform/node/clock.ts';

afterEach(() => vi.restoreAllMocks());

/** Lets time pass as a script says. @param pauses before each reading of a clock, ms; 0 after the last */
function scriptTime(pauses: readonly number[]): void {
  let ms = 5000;
  let reading = 0;
  const read = () => {
    ms += pauses[reading++] ?? 0;
    return ms;
  };
  vi.spyOn(process, 'hrtime').mockImplementation(() => {
    const at = read();
    return [Math.floor(at / 1000), (at % 1000) * 1e6];
  });
  // Every thread counts from its own start.
  vi.spyOn(performance, 'now').mockImplementation(() => read() - 4321);
}

test('a thread that is interrupted between the readings of two clocks has the time of the others', () => {
  scriptTime([]);
  const epochMs = monotonicMs();
  // The first two readings are 42 and 9 ms apart; a later one is not interrupted.
  scriptTime([0, 42, 0, 9]);
  const clock = clockSince(epochMs);
  expect(clock()).toBe(51);
});
