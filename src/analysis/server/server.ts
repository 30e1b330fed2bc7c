/** The server: HTTP and WebSocket clients, one queue of queries, a pool of engines. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { VERSION } from '../../engine/version.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';
import { AnalysisClient } from '../client.ts';
import type { QueryBounds } from '../query.ts';
import { SearchQueue } from '../queue.ts';
import { type AccessRules, originRefusal, tokenRefusal } from './access.ts';
import { answerHttp } from './http.ts';
import type { Hub } from './hub.ts';
import { CHECK_MS, CLOSE_MS, HEAD_MS, IDLE_MS, MAX_HEAD, PING_MS, REQUEST_MS, STUCK_MS } from './limits.ts';
import { type HttpRefusal, type PlacedLine, refuse, refuseUpgrade } from './messages.ts';
import { Metrics } from './metrics.ts';
import { openSockets, type Sockets, within } from './sockets.ts';
import { Pipelines, Turns } from './turns.ts';

export interface ServerOptions {
  readonly access: AccessRules;
  readonly bounds: QueryBounds;
  readonly engines: number;
  /** Creates an engine. */
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

  get page(): RequestListener {
    return this.options.page;
  }

  get health(): object {
    const { engines, running, waiting, clients } = this.gauges;
    const status = this.isClosing ? 'closing' : 'ok';
    return { status, version: VERSION, upSeconds: this.metrics.upSeconds, engines, running, waiting, clients };
  }

  get metricsText(): string {
    return this.metrics.text(this.gauges);
  }

  refusalOf({ headers }: IncomingMessage, needsToken: boolean): HttpRefusal | null {
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
    answerHttp(this, request, response).catch((error) => {
      this.failed(error);
      response.destroy();
    });
    await closed;
    this.metrics.responded(response.statusCode);
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
