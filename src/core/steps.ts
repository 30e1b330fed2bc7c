/** A long computation as a generator that can be interrupted at every step: run in slices, or all at once. */
export type Steps<T> = Generator<void, T>;

/** Runs a computation to its end. @returns its result */
export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
