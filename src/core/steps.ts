/** Long work as a generator, which gives way to other work at every step: done in slices, or all at once. */
export type Steps<T> = Generator<void, T>;

/** Does all of it at once. @returns what comes of it */
export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
