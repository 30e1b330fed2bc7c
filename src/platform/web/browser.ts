/** The parts of the browser that tengen uses, with types: only the page's folder is compiled with the DOM's types. */
import type { FromWorker, ToWorker, WorkerSetup } from '../../engine/messages.ts';

/** What a page sends: first the setup, as a browser passes no data to a worker that it starts. */
export type ToWebWorker = ToWorker | { readonly type: 'setup'; readonly setup: WorkerSetup };

/** A worker as the page sees it. */
export interface WebWorker {
  onmessage: ((event: { readonly data: FromWorker }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(message: ToWebWorker): void;
  terminate(): void;
}

export interface WorkerScope {
  onmessage: ((event: { readonly data: ToWebWorker }) => void) | null;
  postMessage(message: FromWorker): void;
}

/** The type of the browser's `Worker`; a module that uses it declares it with this. */
export type WorkerConstructor = new (url: string | URL, options?: { type: 'module' }) => WebWorker;

declare const Worker: WorkerConstructor;

interface BrowserScope {
  readonly origin?: string;
  readonly location?: { readonly href: string };
  /** Only in a page. */
  readonly document?: { readonly baseURI: string; readonly currentScript: { readonly src?: string } | null };
  readonly navigator?: { readonly userAgent?: string; readonly maxTouchPoints?: number };
}

const scope = globalThis as unknown as BrowserScope;

const MEGABYTE = 1 << 20;

/** @returns the default table size for this device, bytes */
export function usualTableBytes(): number {
  const { userAgent = '', maxTouchPoints = 0 } = scope.navigator ?? {};
  if (/iPhone|iPod/.test(userAgent)) return 32 * MEGABYTE;
  // An iPad claims to be a Macintosh, but no Macintosh has a touchscreen.
  const isTablet = /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return (isTablet || /Android/.test(userAgent) ? 64 : 128) * MEGABYTE;
}

/** @returns the address of the `<script>` that is running; that of the page in a module or a callback */
export function scriptAddress(): string {
  return scope.document?.currentScript?.src || pageAddress();
}

function pageAddress(): string {
  return scope.document?.baseURI ?? scope.location?.href ?? '';
}

/** @returns whether an address is another server's, from which a browser starts no worker */
export function isForeign(url: string): boolean {
  return /^https?:/.test(url) && new URL(url).origin !== scope.origin;
}

/**
 * Starts a worker from any address. A browser refuses the script of another server, such as a CDN, but a script of the
 * page's own may load it. A fragment is passed on to the worker.
 * @throws Error if the browser refuses
 */
export function startScript(address: string | URL): WebWorker {
  const url = String(address);
  const { href, hash } = /^(?:blob|data):/.test(url) ? { href: url, hash: '' } : new URL(url, pageAddress());
  if (!isForeign(href)) return new Worker(href);
  return startSource(`importScripts(${JSON.stringify(href)})`, hash);
}

/** Starts a worker from the text of its script. @param hash fragment of its address */
export function startSource(script: string, hash = ''): WebWorker {
  const blob = new Blob([script], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(blob) + hash);
}
