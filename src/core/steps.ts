/** A long computation as a generator that can be interrupted at every step: run in slices, or all at once. */
export type Steps<T> = Generator<void, T>;

/** Bytes per step of a reader: a few milliseconds of parsing. */
const STEP_BYTES = 1 << 16;

/**
 * Decides when a reader yields: after a number of records, or earlier if these are large.
 * @returns a function that counts a record of some bytes and returns whether a step ends there
 */
export function paceOf(stepRecords: number): (bytes: number) => boolean {
  let [records, total] = [0, 0];
  return (bytes) => {
    records++;
    total += bytes;
    if (records < stepRecords && total < STEP_BYTES) return false;
    [records, total] = [0, 0];
    return true;
  };
}

export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
