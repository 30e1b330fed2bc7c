/** The parts of the browser that tengen uses, with types: only the page's folder is compiled with the DOM's types. */
import type { FromWebWorker, ToWebWorker } from './messages.ts';

/** A worker as the page sees it. */
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

/** @returns whether the page can share memory with a worker */
export function canShareMemory(): boolean {
  return scope.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';
}

const MEGABYTE = 1 << 20;

/** @returns the default table size for this device, bytes */
export function usualTableBytes(): number {
  const { userAgent = '', maxTouchPoints = 0 } = scope.navigator ?? {};
  if (/iPhone|iPod/.test(userAgent)) return 32 * MEGABYTE;
  // An iPad claims to be a Macintosh, but no Macintosh has a touchscreen.
  const isTablet = /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return (isTablet || /Android/.test(userAgent) ? 64 : 128) * MEGABYTE;
}
