/**
 * The service worker: caches the page for offline use, and adds the headers that let threads share memory where the
 * server sends none.
 */

/** Inserted by the build: the files of the page, and a name that changes with any of them. */
declare const BOARD_FILES: readonly string[];
/** Files that are cached on first use. */
declare const BOARD_BOOKS: readonly string[];
declare const BOARD_NAME: string;

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  addEventListener(name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly scope: string };
}

const scope = globalThis as unknown as Scope;
const CACHE = `tengen-board-${BOARD_NAME}`;

scope.addEventListener('install', (event) => {
  event.waitUntil(keepAll());
});

/** Fetches again the books that an earlier version has cached. */
async function keepAll(): Promise<void> {
  const wanted = [...BOARD_FILES];
  for (const book of BOARD_BOOKS) if ((await caches.match(book)) !== undefined) wanted.push(book);
  const cache = await caches.open(CACHE);
  await cache.addAll(wanted.map((file) => new Request(file, { cache: 'no-cache' })));
}

scope.addEventListener('activate', (event) => {
  event.waitUntil(dropOld());
  // Not waited for: Firefox also claims the page's workers, one of which answers only after its search, and holds back
  // all requests of the page until the activation is complete.
  void scope.clients.claim();
});

scope.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void scope.skipWaiting();
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope.registration.scope)) return;
  event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
  if (kept !== undefined) return isolated(kept);
  const fetched = await fetch(request);
  const isBook = BOARD_BOOKS.some((book) => new URL(book, scope.registration.scope).href === request.url);
  if (isBook && fetched.ok) await cache.put(request, fetched.clone());
  return isolated(fetched);
}

/** @returns the same response with the headers of cross-origin isolation */
function isolated(response: Response): Response {
  if (response.status === 0 || response.body === null) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function dropOld(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('tengen-board-') && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
