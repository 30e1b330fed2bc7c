/** Serves the files of the page and nothing else. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  tbook: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
};

/** The first three let threads share memory. */
const HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' blob: data:; connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** @param files by name; index.html is also served for `/` @returns a server that does not listen yet */
export function boardServer(files: Readonly<Record<string, string>>): Server {
  return createServer(pageListener(files));
}

/** @param files by name; index.html is also served for `/` @returns what answers the requests for them */
export function pageListener(files: Readonly<Record<string, string>>): RequestListener {
  const prepared = new Map(Object.entries(files).map(([name, text]) => [`/${name}`, prepare(name, text)]));
  const index = prepared.get('/index.html');
  if (index !== undefined) prepared.set('/', index);
  return (request, response) => answer(prepared, request, response);
}

function prepare(name: string, text: string) {
  const plain = Buffer.from(text);
  const tag = `"${createHash('sha256').update(plain).digest('hex').slice(0, 16)}"`;
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const headers = { ...HEADERS, 'Content-Type': type, ETag: tag, Vary: 'Accept-Encoding' };
  return { plain, gzipped: gzipSync(plain, { level: 9 }), headers, tag };
}

function answer(
  files: ReadonlyMap<string, ReturnType<typeof prepare>>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = '', url = '/', headers } = request;
  const file = files.get(url.split('?', 1)[0]);
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { ...HEADERS, Allow: 'GET, HEAD' }).end();
  } else if (file === undefined) {
    response.writeHead(404, { ...HEADERS, 'Content-Type': 'text/plain' }).end('no such file\n');
  } else if (headers['if-none-match'] === file.tag) {
    response.writeHead(304, file.headers).end();
  } else {
    const isGzipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    const body = isGzipped ? file.gzipped : file.plain;
    const encoding = isGzipped ? { 'Content-Encoding': 'gzip' } : {};
    response.writeHead(200, { ...file.headers, ...encoding, 'Content-Length': body.length });
    response.end(method === 'HEAD' ? undefined : body);
  }
}
