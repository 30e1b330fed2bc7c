/** The part of the package ws that tengen uses: its own types are a separate package. */
declare module 'ws' {
  import { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';
  import type { Duplex } from 'node:stream';

  export class WebSocket extends EventEmitter {
    constructor(url: string, protocols: readonly string[], options: { readonly headers: Record<string, string> });
    /** The chosen subprotocol; empty: none. */
    readonly protocol: string;
    /** Bytes that wait to be sent. */
    readonly bufferedAmount: number;
    /** Stops and continues receiving. */
    pause(): void;
    resume(): void;
    send(data: string | Buffer): void;
    ping(): void;
    close(code: number, reason: string): void;
    terminate(): void;
  }

  export class WebSocketServer extends EventEmitter {
    constructor(options: {
      readonly noServer: true;
      readonly maxPayload: number;
      readonly perMessageDeflate: false;
      readonly handleProtocols: (protocols: Set<string>) => string | false;
    });
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, onOpen: (socket: WebSocket) => void): void;
    close(): void;
  }
}
