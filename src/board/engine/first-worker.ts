/**
 * The first search worker of a visit. It is begun by a script of its own in the head of the page, so that its script is
 * fetched and read beside the page's, not behind it.
 */

interface FirstWorker {
  readonly worker: Worker;
  /** It has failed before anybody could listen. */
  isBroken: boolean;
}

const page = globalThis as typeof globalThis & { tengenFirstWorker?: FirstWorker | undefined };

function startWorker(): Worker {
  return new Worker(new URL('worker.js', document.baseURI));
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
    // Whoever takes one starts it, and is told why it cannot be.
  }
}

/** @returns the first worker, once, and new ones after that */
export function takeWorker(): Worker {
  const first = page.tengenFirstWorker;
  page.tengenFirstWorker = undefined;
  return first === undefined || first.isBroken ? startWorker() : first.worker;
}
