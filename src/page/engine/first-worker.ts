/**
 * The first search worker of a visit. A separate script in the head of the page starts it, so that the browser fetches
 * and compiles its script in parallel with the page's, not after it.
 */

interface FirstWorker {
  readonly worker: Worker;
  /** Whether it failed before it had a listener. */
  isBroken: boolean;
}

const page = globalThis as typeof globalThis & { tengenFirstWorker?: FirstWorker | undefined };

function startWorker(): Worker {
  return new Worker(new URL('search.js', document.baseURI));
}

export function beginFirstWorker(): void {
  try {
    const first: FirstWorker = { worker: startWorker(), isBroken: false };
    first.worker.onerror = (event) => {
      event.preventDefault();
      first.isBroken = true;
    };
    page.tengenFirstWorker = first;
  } catch {
    // The call that takes a worker tries again and reports the error.
  }
}

/** @returns the first worker on the first call, then new ones */
export function takeWorker(): Worker {
  const first = page.tengenFirstWorker;
  page.tengenFirstWorker = undefined;
  return first === undefined || first.isBroken ? startWorker() : first.worker;
}
