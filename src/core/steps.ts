/** A long computation as a generator that can be interrupted at every step: run in slices, or all at once. */
export type Steps<T> = Generator<void, T>;

/** Bytes per step of a reader: a few milliseconds of parsing. */
const STEP_BYTES = 1 << 16;

/** Decides when a reader yields: after a number of records, or earlier if these are large. */
export class Pace {
  private records = 0;
  private bytes = 0;

  /** @param stepRecords records per step */
  constructor(private readonly stepRecords: number) {}

  /** Counts a record. @param bytes its size @returns whether a step ends here */
  isDue(bytes: number): boolean {
    this.records++;
    this.bytes += bytes;
    if (this.records < this.stepRecords && this.bytes < STEP_BYTES) return false;
    this.records = 0;
    this.bytes = 0;
    return true;
  }
}

export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
