/** Turns of the clients, so that none delays the others, or the searches, for long. */
import type { Socket } from 'node:net';

/** Milliseconds of a turn. A request of 1000 lines takes up to 450 ms. */
const TURN_MS = 5;

/** Requests of a connection that may wait for an earlier one before no more are read. */
const MAX_PIPELINED = 16;

type Answer = () => Promise<void>;

/** Answers the requests of each connection one at a time: HTTP clients may send any number before they read. */
export class Pipelines {
  private readonly queues = new WeakMap<Socket, Answer[]>();

  /** @param answer returns when the request has its response */
  add(socket: Socket, answer: Answer): void {
    const queue = this.queues.get(socket) ?? this.open(socket);
    if (queue.push(answer) === 1) void this.work(socket, queue);
    else if (queue.length > MAX_PIPELINED) socket.pause();
  }

  private open(socket: Socket): Answer[] {
    const queue: Answer[] = [];
    this.queues.set(socket, queue);
    // Reading the body of a request continues its connection.
    socket.on('resume', () => {
      if (queue.length > MAX_PIPELINED) socket.pause();
    });
    socket.once('close', () => {
      queue.length = 0;
    });
    return queue;
  }

  private async work(socket: Socket, queue: Answer[]): Promise<void> {
    while (queue.length > 0) {
      await queue[0]();
      queue.shift();
      if (queue.length === MAX_PIPELINED) socket.resume();
    }
  }
}

/** Long tasks of several clients in short turns. */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** Calls `act` with each item, in turns with the other callers, until it returns false. */
  async run<T>(items: readonly T[], act: (item: T) => boolean): Promise<void> {
    let endMs = 0;
    for (const item of items) {
      if (performance.now() >= endMs) {
        await this.next();
        endMs = performance.now() + TURN_MS;
      }
      if (!act(item)) return;
    }
  }

  /** @returns when the caller may begin a turn: one does in each turn of the event loop */
  private next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.waiting.push(resolve) === 1) setImmediate(() => this.begin());
    });
  }

  private begin(): void {
    this.waiting.shift()?.();
    if (this.waiting.length > 0) setImmediate(() => this.begin());
  }
}
