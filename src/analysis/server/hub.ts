/** What the two kinds of connections need from the server. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AnalysisClient } from '../client.ts';
import type { HttpRefusal, PlacedLine } from './messages.ts';

export interface Hub {
  readonly page: RequestListener;
  /** The state of the server as JSON. */
  readonly health: object;
  readonly metricsText: string;
  /** @returns why a request is refused; null: it is not */
  refusalOf(request: IncomingMessage, needsToken: boolean): HttpRefusal | null;
  /** @param send receives each answer @returns a client, which must {@link leave} */
  enter(send: (answer: object) => void): AnalysisClient;
  /** Answers or queues the lines of a request, in turns with other clients. @returns the number of accepted ones */
  obey(client: AnalysisClient, lines: readonly PlacedLine[]): Promise<number>;
  /** Ends the searches of a client that has left. */
  leave(client: AnalysisClient): void;
  /** Reports an error of the program itself; the caller closes the connection. */
  failed(error: unknown): void;
}
