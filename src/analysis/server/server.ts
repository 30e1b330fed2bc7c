/** The server: HTTP and WebSocket clients, one queue of queries, a pool of engines. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { shown } from '../../core/text.ts';
import { VERSION } from '../../engine/version.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';
import { AnalysisClient } from '../client.ts';
import type { QueryBounds } from '../query.ts';
import { SearchQueue } from '../queue.ts';
import { type AccessRules, originRefusal, tokenRefusal } from './access.ts';
import { CHECK_MS, CLOSE_MS, HEAD_MS, IDLE_MS, MAX_BODY, MAX_HEAD, PING_MS, REQUEST_MS, STUCK_MS } from './limits.ts';
import {
  type HttpRefusal,
  httpRefusalText,
  JSON_TYPE,
  linesOf,
  type PlacedLine,
  refuse,
  refuseUpgrade,
  sendAnswer,
} from './messages.ts';
import { Metrics } from './metrics.ts';
import { type Hub, openSockets, type Sockets, within } from './sockets.ts';
import { Pipelines, Turns } from './turns.ts';

const NDJSON = 'application/x-ndjson; charset=utf-8';
/** The version of the format that Prometheus asks for. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Methods of each path; every other path belongs to the page. */
const METHODS: Readonly<Record<string, string>> = { '/analyze': 'POST', '/health': 'GET', '/metrics': 'GET' };

export interface ServerOptions {
  readonly access: AccessRules;
  readonly bounds: QueryBounds;
  readonly engines: number;
  readonly open: () => Searcher;
  /** Most waiting queries of all clients, and unanswered ones of one client. */
  readonly maxWaiting: number;
  readonly maxPending: number;
  readonly maxConnections: number;
  readonly page: RequestListener;
  /** Receives errors of the program itself, each of which ends only its connection. */
  readonly onFault: (error: unknown) => void;
}

export class AnalysisServer implements Hub {
  /** Does not listen yet. */
  readonly http: Server;
  readonly metrics = new Metrics();
  private readonly queue: SearchQueue;
  private readonly turns = new Turns();
  private readonly pipelines = new Pipelines();
  private readonly clients = new Set<AnalysisClient>();
  private isClosing = false;

  /** @param sockets null: the package ws is not installed */
  private constructor(
    private readonly options: ServerOptions,
    private readonly sockets: Sockets | null,
  ) {
    const { engines, open } = options;
    this.queue = new SearchQueue({ engines, open, onEnd: (ended) => this.metrics.ended(ended) });
    this.http = createServer(
      {
        headersTimeout: HEAD_MS,
        requestTimeout: REQUEST_MS,
        keepAliveTimeout: IDLE_MS,
        connectionsCheckingInterval: CHECK_MS,
        maxHeaderSize: MAX_HEAD,
        // Finds clients that vanished without closing their connection.
        keepAlive: true,
        keepAliveInitialDelay: PING_MS,
      },
      (request, response) => this.pipelines.add(request.socket, () => this.answer(request, response)),
    );
    this.http.maxConnections = options.maxConnections;
    // A client that waits for a search is idle too, but nothing waits for it.
    this.http.setTimeout(STUCK_MS, (socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
    this.http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    this.http.on('clientError', (error, socket) => refuseUpgrade(socket, unreadable(error)));
  }

  static async create(options: ServerOptions): Promise<AnalysisServer> {
    return new AnalysisServer(options, await openSockets());
  }

  get hasSockets(): boolean {
    return this.sockets !== null;
  }

  get health(): object {
    const { engines, running, waiting, clients } = this.gauges;
    const status = this.isClosing ? 'closing' : 'ok';
    return { status, version: VERSION, upSeconds: this.metrics.upSeconds, engines, running, waiting, clients };
  }

  get metricsText(): string {
    return this.metrics.text(this.gauges);
  }

  /** @returns why a request is refused; null: it is not */
  private refusalOf({ headers }: IncomingMessage, needsToken: boolean): HttpRefusal | null {
    const { access } = this.options;
    return originRefusal(headers, access) ?? (needsToken ? tokenRefusal(headers, access) : null);
  }

  enter(send: (answer: object) => void): AnalysisClient {
    const { bounds, maxPending, maxWaiting } = this.options;
    const client = new AnalysisClient(this.queue, { bounds, maxPending, maxWaiting, send });
    this.clients.add(client);
    return client;
  }

  async obey(client: AnalysisClient, lines: readonly PlacedLine[]): Promise<number> {
    let accepted = 0;
    await this.turns.run(lines, ([line, place]) => {
      if (client.hasLeft) return false;
      if (client.receive(line, place)) accepted++;
      return true;
    });
    if (this.isClosing) client.finish();
    return accepted;
  }

  leave(client: AnalysisClient): void {
    this.clients.delete(client);
    client.leave();
  }

  /** Ends all searches, which answer with what they have found, then all connections. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.http.close();
    for (const client of this.clients) client.finish();
    await within(CLOSE_MS, this.queue.done());
    // A turn of the event loop, in which the last answers are sent.
    await new Promise((resolve) => setImmediate(resolve));
    this.http.closeAllConnections();
    await this.sockets?.close();
    this.queue.close();
  }

  failed(error: unknown): void {
    this.options.onFault(error);
  }

  /** @returns when the response has been sent, or its client has left */
  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = once(response, 'close');
    this.respond(request, response).catch((error) => {
      this.failed(error);
      response.destroy();
    });
    await closed;
    this.metrics.responded(response.statusCode);
  }

  /** HTTP: POST /analyze with JSON lines, GET /health and /metrics, the page. */
  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    const path = url.split('?', 1)[0];
    const isApi = Object.hasOwn(METHODS, path);
    // The origin is checked below. The server's page needs no such headers, and must keep those that it sets itself.
    if (isApi) response.setHeader('Vary', 'Origin');
    if (isApi && headers.origin !== undefined) response.setHeader('Access-Control-Allow-Origin', headers.origin);
    // Monitoring may see that the server lives, and the page asks its user for the token.
    const needsToken = isApi && path !== '/health' && method !== 'OPTIONS';
    const refusal = this.refusalOf(request, needsToken);
    if (refusal !== null) sendRefusal(response, refusal);
    else if (!isApi) this.options.page(request, response);
    else if (method === 'OPTIONS') answerPreflight(request, response, METHODS[path]);
    else if (method !== METHODS[path]) {
      const error = `${method} ${path}: expected ${METHODS[path]}`;
      sendRefusal(response, refuse(405, 'bad-method', error, { Allow: `${METHODS[path]}, OPTIONS` }));
    } else if (path === '/health') send(response, 200, JSON_TYPE, `${JSON.stringify(this.health)}\n`);
    else if (path === '/metrics') send(response, 200, METRICS_TYPE, this.metricsText);
    else await this.answerQueries(request, response);
  }

  private async answerQueries(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (body === null) return;
    if (typeof body !== 'string') return sendRefusal(response, body);
    const lines = linesOf(body);
    if ('status' in lines) return sendRefusal(response, lines);
    const early: object[] = [];
    let write = (answer: object): void => void early.push(answer);
    const client = this.enter((answer) => write(answer));
    response.once('close', () => this.leave(client));
    const accepted = await this.obey(client, lines);
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
    const sendText = (text: string) => response.write(`${text}\n`);
    const disconnect = () => response.destroy();
    write = (answer) => {
      if (!response.destroyed) sendAnswer(answer, response.writableLength, sendText, disconnect);
    };
    for (const answer of early) write(answer);
    await client.done();
    response.end();
  }

  private get gauges() {
    const { running, waiting } = this.queue;
    return { engines: this.options.engines, running, waiting, clients: this.clients.size };
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      this.ignoreUpgrade(request, socket, head);
      return;
    }
    const refusal = this.upgradeRefusal(request);
    if (refusal !== null) refuseUpgrade(socket, refusal);
    const status = refusal === null ? this.sockets?.open(this, request, socket, head) : refusal.status;
    if (status !== undefined) this.metrics.responded(status);
  }

  /** Answers a request that offers another protocol, such as h2c by Java's HttpClient, as if it did not. */
  private ignoreUpgrade({ method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
    const lines = [`${method} ${url} HTTP/1.1`];
    for (let i = 0; i < rawHeaders.length; i += 2) {
      if (rawHeaders[i].toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
    }
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
    this.http.emit('connection', socket);
  }

  private upgradeRefusal(request: IncomingMessage): HttpRefusal | null {
    const refusal = this.refusalOf(request, true);
    if (refusal !== null) return refusal;
    const path = request.url?.split('?', 1)[0];
    if (path !== '/analyze') return refuse(404, 'not-found', `WebSocket at ${path}: expected /analyze`);
    if (this.sockets !== null) return null;
    return refuse(501, 'unavailable', 'WebSocket: expected the package ws next to tengen (npm install ws)');
  }
}

/** @returns the refusal of bytes that are not a request */
function unreadable(error: NodeJS.ErrnoException): HttpRefusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const expected = `its headers within ${HEAD_MS / 1000} s, all of it within ${REQUEST_MS / 1000} s`;
    return refuse(408, 'timeout', `request not complete: expected ${expected}`);
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return refuse(431, 'too-large', `headers too large: expected at most ${MAX_HEAD} bytes`);
  }
  return refuse(400, 'bad-request', 'not an HTTP request: expected HTTP/1.1');
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
