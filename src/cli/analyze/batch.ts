/** `tengen analyze --batch`: queries on stdin and answers on stdout, as JSON lines; see docs/guide/batch.md. */
import { createInterface } from 'node:readline';
import { createEngine } from '../../platform/node/engine.ts';
import type { BatchOptions } from './options.ts';
import { type Searcher, SearchQueue } from './queue.ts';
import { RequestError, readRequest } from './request.ts';

/** Answers the queries on stdin. @returns the exit code */
export async function runBatch({ threads, tableBytes }: BatchOptions): Promise<number> {
  // The reader of the answers is gone.
  process.stdout.once('error', () => process.exit(1));
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const open = () => openSearcher(tableBytes);
  await answerLines(lines, threads, open, (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
  return 0;
}

/**
 * Answers queries until the lines end and every query has its answer.
 * @param open creates an engine
 * @param send receives each answer
 */
export async function answerLines(
  lines: AsyncIterable<string>,
  threads: number,
  open: () => Searcher,
  send: (answer: object) => void,
): Promise<void> {
  const queue = new SearchQueue(threads, open, send);
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') handle(line, number, queue, send);
  }
  await queue.done();
  queue.close();
}

function handle(line: string, number: number, queue: SearchQueue, send: (answer: object) => void): void {
  try {
    const request = readRequest(line, `line ${number}`);
    if (request.kind === 'query') queue.add(request.query);
    else send({ cancel: request.id, cancelled: queue.cancel(request.id) });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    send({ id: error.id, error: error.message, code: 'bad-request' });
  }
}

function openSearcher(tableBytes: number): Searcher {
  const engine = createEngine({ onDebug: (text) => process.stderr.write(`tengen analyze: ${text}\n`) });
  engine.setTableBytes(tableBytes);
  return engine;
}
