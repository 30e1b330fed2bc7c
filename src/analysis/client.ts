/** The requests of one client: a run of `tengen analyze --batch`, or a connection to `tengen serve`. */
import { VERSION } from '../engine/version.ts';
import type { QueryBounds } from './query.ts';
import type { Asker, SearchQueue } from './queue.ts';
import { type Request, RequestError, readRequest } from './request.ts';

export interface AnalysisClientOptions {
  readonly bounds: QueryBounds;
  /** Largest numbers of unanswered queries of this client, and of waiting ones of all clients. */
  readonly maxPending: number;
  readonly maxWaiting: number;
  readonly send: (answer: object) => void;
}

export class AnalysisClient implements Asker {
  hasLeft = false;

  constructor(
    private readonly queue: SearchQueue,
    private readonly options: AnalysisClientOptions,
  ) {}

  send(answer: object): void {
    this.options.send(answer);
  }

  /**
   * Answers one line, or queues what it asks for.
   * @param place of the line, for an error without an id
   * @returns whether it was a valid request that was accepted
   */
  receive(line: string, place: string): boolean {
    try {
      this.obey(readRequest(line, place, this.options.bounds, (count) => this.refusalOf(count)));
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.send({ id: error.id, error: error.message, code: error.code });
      return false;
    }
  }

  /** @returns when all queries so far have their answers */
  done(): Promise<void> {
    return this.queue.done(this);
  }

  /** Ends all searches with what they have found. */
  finish(): void {
    this.queue.terminate(this, () => true);
  }

  /** The client has left: ends its searches without answers. */
  leave(): void {
    this.hasLeft = true;
    this.queue.drop(this);
  }

  private obey(request: Request): void {
    const { queue } = this;
    if (request.kind === 'cancel') {
      this.send({ cancel: request.cancel, cancelled: queue.cancel(this, request.cancel) });
    } else if (request.kind === 'action') {
      const { action } = request;
      if (action.action === 'query_version') {
        const { maxNodes, maxMs } = this.options.bounds;
        this.send({ ...action, version: VERSION, maxNodes, maxTimeMs: maxMs });
        return;
      }
      queue.terminate(
        this,
        ({ id, turnNumber }) =>
          (action.action === 'terminate_all' || id === action.terminateId) &&
          (action.turnNumbers?.includes(turnNumber) ?? true),
      );
      this.send(action);
    } else {
      for (const query of request.queries) queue.add(query, this);
    }
  }

  private refusalOf(count: number): string | null {
    const { maxPending, maxWaiting } = this.options;
    const pending = this.queue.pending(this);
    if (pending + count > maxPending) {
      return `${pending} queries of this client are pending: expected at most ${maxPending} with this one; wait for answers`;
    }
    const { waiting } = this.queue;
    if (waiting + count <= maxWaiting) return null;
    return `${waiting} queries are waiting: expected at most ${maxWaiting} with this one; try again later`;
  }
}
