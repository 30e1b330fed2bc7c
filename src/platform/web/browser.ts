/** What is used of the browser, with its types: only the page's own folder is compiled with those of documents. */
import type { FromWebWorker, ToWebWorker } from './messages.ts';

/** A worker, seen from the page. */
export interface WebWorker {
  onmessage: ((event: { readonly data: FromWebWorker }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(message: ToWebWorker): void;
  terminate(): void;
}

/** The global scope of a worker. */
export interface WorkerScope {
  onmessage: ((event: { readonly data: ToWebWorker }) => void) | null;
  postMessage(message: FromWebWorker): void;
}

interface BrowserScope {
  /** Missing in old browsers; true where memory can be shared between threads. */
  readonly crossOriginIsolated?: boolean;
  readonly navigator?: { readonly userAgent?: string; readonly maxTouchPoints?: number };
}

const scope = globalThis as unknown as BrowserScope;

/** @returns whether a worker may be given memory of the page */
export function canShareMemory(): boolean {
  return scope.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';
}

const MEGABYTE = 1 << 20;

/** @returns bytes of a table that this device has to spare */
export function usualTableBytes(): number {
  const { userAgent = '', maxTouchPoints = 0 } = scope.navigator ?? {};
  if (/iPhone|iPod/.test(userAgent)) return 32 * MEGABYTE;
  // An iPad says that it is a Macintosh, but no Macintosh is touched.
  const isTablet = /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return (isTablet || /Android/.test(userAgent) ? 64 : 128) * MEGABYTE;
}
