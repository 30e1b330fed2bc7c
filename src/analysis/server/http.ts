/** HTTP: POST /analyze with JSON lines, GET /health and /metrics, the page. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { shown } from '../../core/text.ts';
import type { Hub } from './hub.ts';
import { MAX_BODY } from './limits.ts';
import { type HttpRefusal, httpRefusalText, JSON_TYPE, linesOf, refuse, sendAnswer } from './messages.ts';

const NDJSON = 'application/x-ndjson; charset=utf-8';
/** The version of the format that Prometheus asks for. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Methods of each path; every other path belongs to the page. */
const METHODS: Readonly<Record<string, string>> = { '/analyze': 'POST', '/health': 'GET', '/metrics': 'GET' };

export async function answerHttp(server: Hub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '/', headers } = request;
  const path = url.split('?', 1)[0];
  const isApi = Object.hasOwn(METHODS, path);
  // Its own page needs no such headers, and must keep those that the page sets itself.
  if (isApi) for (const [name, value] of corsHeaders(headers.origin)) response.setHeader(name, value);
  // Monitoring may see that the server lives, and the page asks its user for the token.
  const needsToken = isApi && path !== '/health' && method !== 'OPTIONS';
  const refusal = server.refusalOf(request, needsToken);
  if (refusal !== null) sendRefusal(response, refusal);
  else if (!isApi) server.page(request, response);
  else if (method === 'OPTIONS') answerPreflight(request, response, METHODS[path]);
  else if (method !== METHODS[path]) {
    const error = `${method} ${path}: expected ${METHODS[path]}`;
    sendRefusal(response, refuse(405, 'bad-method', error, { Allow: `${METHODS[path]}, OPTIONS` }));
  } else if (path === '/health') send(response, 200, JSON_TYPE, `${JSON.stringify(server.health)}\n`);
  else if (path === '/metrics') send(response, 200, METRICS_TYPE, server.metricsText);
  else await answerQueries(server, request, response);
}

async function answerQueries(server: Hub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  if (body === null) return;
  if (typeof body !== 'string') return sendRefusal(response, body);
  const lines = linesOf(body);
  if ('status' in lines) return sendRefusal(response, lines);
  const early: object[] = [];
  let write = (answer: object): void => void early.push(answer);
  const client = server.enter((answer) => write(answer));
  response.once('close', () => server.leave(client));
  const accepted = await server.obey(client, lines);
  // The status covers the whole request: an error only if nothing of it was accepted.
  const isBusy = early.some((answer) => 'code' in answer && answer.code === 'busy');
  const status = accepted > 0 ? 200 : isBusy ? 503 : 400;
  response.writeHead(status, {
    'Content-Type': NDJSON,
    'Cache-Control': 'no-store',
    // Without this, nginx would buffer the answers.
    'X-Accel-Buffering': 'no',
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
  });
  response.flushHeaders();
  write = (answer) => writeAnswer(response, answer);
  for (const answer of early) write(answer);
  await client.done();
  response.end();
}

/** Writes one line. */
function writeAnswer(response: ServerResponse, answer: object): void {
  if (response.destroyed) return;
  const send = (text: string) => response.write(`${text}\n`);
  sendAnswer({ waiting: response.writableLength, send, disconnect: () => response.destroy() }, answer);
}

/** @returns the body; a refusal if it is too large or not UTF-8; null if the client has left */
async function readBody(request: IncomingMessage): Promise<string | HttpRefusal | null> {
  const tooLarge = refuse(413, 'too-large', `body too large: expected at most ${MAX_BODY} bytes`, {
    Connection: 'close',
  });
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (Number(length) > MAX_BODY) return tooLarge;
  if (encoding !== undefined && encoding !== 'identity') {
    return refuse(415, 'bad-request', `Content-Encoding ${shown(encoding)}: expected an uncompressed body`);
  }
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_BODY) return tooLarge;
      parts.push(part);
    }
  } catch {
    return null;
  }
  try {
    return UTF_8.decode(Buffer.concat(parts));
  } catch {
    return refuse(400, 'bad-request', 'body with invalid UTF-8: expected JSON in UTF-8');
  }
}

/** The origin itself is checked by {@link Hub.refusalOf}. */
function corsHeaders(origin: string | undefined): [string, string][] {
  const vary: [string, string] = ['Vary', 'Origin'];
  return origin === undefined ? [vary] : [vary, ['Access-Control-Allow-Origin', origin]];
}

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse, method: string): void {
  const isPrivate = headers['access-control-request-private-network'] === 'true';
  response.writeHead(204, {
    'Access-Control-Allow-Methods': method,
    'Access-Control-Allow-Headers': 'authorization, content-type',
    'Access-Control-Max-Age': '600',
    ...(isPrivate ? { 'Access-Control-Allow-Private-Network': 'true' } : {}),
  });
  response.end();
}

function sendRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  if (refusal.status === 403) response.removeHeader('Access-Control-Allow-Origin');
  send(response, refusal.status, JSON_TYPE, httpRefusalText(refusal), refusal.headers);
}

function send(response: ServerResponse, status: number, type: string, body: string, headers: OutgoingHttpHeaders = {}) {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body);
}
