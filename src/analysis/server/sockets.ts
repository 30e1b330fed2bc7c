/** WebSockets: each message is one or several requests, each answer is one message. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import type { AnalysisClient } from '../client.ts';
import { CLOSE_MS, MAX_BODY, PING_MS } from './limits.ts';
import { linesOf, type PlacedLine, refuse, refuseUpgrade, sendAnswer } from './messages.ts';

/** The subprotocol that the server speaks, next to which a client can send its token. */
const PROTOCOL = 'tengen';
/** Status of an upgrade that is not a handshake of WebSocket. */
const BAD_HANDSHAKE = 400;
/** Close code: the server stops. */
const GOING_AWAY = 1001;
/** Close code: an error of the server. */
const INTERNAL_ERROR = 1011;

/** What a connection needs from the server. */
export interface Hub {
  /** @param send receives each answer @returns a client, which must {@link leave} */
  enter(send: (answer: object) => void): AnalysisClient;
  /** Answers or queues the lines of a request, in turns with other clients. @returns the number of accepted ones */
  obey(client: AnalysisClient, lines: readonly PlacedLine[]): Promise<number>;
  /** Ends the searches of a client that has left. */
  leave(client: AnalysisClient): void;
  /** Reports an error of the program itself; the caller closes the connection. */
  failed(error: unknown): void;
}

/** @returns null if the package ws is not installed */
export async function openSockets(): Promise<Sockets | null> {
  const ws = await loadPackage();
  if (ws === null) return null;
  const acceptor = new ws.WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has(PROTOCOL) ? PROTOCOL : false),
  });
  acceptor.on('wsClientError', ({ message }: Error, socket: Duplex) => {
    const error = `WebSocket: ${message}: expected a handshake of version 13, RFC 6455`;
    refuseUpgrade(socket, refuse(BAD_HANDSHAKE, 'bad-request', error, { 'Sec-WebSocket-Version': '13' }));
  });
  return new Sockets(acceptor);
}

async function loadPackage(): Promise<typeof import('ws') | null> {
  try {
    return await import('ws');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    return null;
  }
}

export class Sockets {
  /** The open ones, and whether each has answered the last ping. */
  private readonly isAlive = new Map<WebSocket, boolean>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly acceptor: WebSocketServer) {
    this.timer = setInterval(() => this.ping(), PING_MS).unref();
  }

  /** @returns the HTTP status of the answer */
  open(server: Hub, request: IncomingMessage, socket: Duplex, head: Buffer): number {
    let status = BAD_HANDSHAKE;
    this.acceptor.handleUpgrade(request, socket, head, (opened) => {
      status = 101;
      this.attach(server, opened);
    });
    return status;
  }

  /** Closes all sockets, if need be without their consent. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const open = [...this.isAlive.keys()];
    const closed = open.map((socket) => once(socket, 'close'));
    for (const socket of open) socket.close(GOING_AWAY, 'the server stops');
    await within(CLOSE_MS, Promise.all(closed));
    for (const socket of open) socket.terminate();
    this.acceptor.close();
  }

  private attach(server: Hub, socket: WebSocket): void {
    const send = (text: string) => socket.send(text);
    const disconnect = () => socket.terminate();
    const client = server.enter((answer) => sendAnswer(answer, socket.bufferedAmount, send, disconnect));
    this.isAlive.set(socket, true);
    let messages = 0;
    /** The message received last, obeyed after those before it. */
    let last = Promise.resolve();
    const obey = async (data: Buffer, isBinary: boolean, place: string) => {
      const lines = isBinary
        ? refuse(400, 'bad-request', 'binary, expected text')
        : linesOf(data.toString('utf8'), `${place} line`);
      if ('status' in lines) client.send({ id: null, error: `${place}: ${lines.error}`, code: lines.code });
      else await server.obey(client, lines);
    };
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const number = ++messages;
      // Until this message has been obeyed, only what has already arrived is received.
      socket.pause();
      last = last
        .then(() => obey(data, isBinary, `message ${number}`))
        .catch((error) => {
          server.failed(error);
          socket.close(INTERNAL_ERROR, 'internal error');
        })
        .then(() => {
          if (number === messages) socket.resume();
        });
    });
    socket.on('pong', () => this.isAlive.set(socket, true));
    socket.on('close', () => {
      this.isAlive.delete(socket);
      server.leave(client);
    });
    // The package closes the socket, with a code that names the fault.
    socket.on('error', () => {});
  }

  private ping(): void {
    for (const [socket, isAlive] of this.isAlive) {
      if (!isAlive) {
        socket.terminate();
        continue;
      }
      this.isAlive.set(socket, false);
      socket.ping();
    }
  }
}

/** @returns when a promise has settled or the time is up, in milliseconds */
export async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isUp = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, isUp]);
  clearTimeout(timer);
}
