/** `tengen analyze --batch`: queries as JSON lines on stdin, answers as lines on stdout; see docs/guide/batch.md. */
import { createInterface } from 'node:readline';
import { withoutByteOrderMark } from '../../core/byte-order-mark.ts';
import { createEngine } from '../../platform/node/engine.ts';
import type { BatchOptions } from './options.ts';
import { type Searcher, SearchQueue } from './queue.ts';
import { RequestError, readRequest } from './request.ts';

/** Answers what stdin asks. @returns the exit code */
export async function runBatch({ threads, tableBytes }: BatchOptions): Promise<number> {
  // Nobody reads the answers any more.
  process.stdout.once('error', () => process.exit(1));
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const open = () => openSearcher(tableBytes);
  await answerLines(lines, threads, open, (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
  return 0;
}

/**
 * Answers queries until the lines end and everything asked is answered.
 * @param open makes an engine @param tell gets each answer
 */
export async function answerLines(
  lines: AsyncIterable<string>,
  threads: number,
  open: () => Searcher,
  tell: (answer: object) => void,
): Promise<void> {
  const queue = new SearchQueue(threads, open, tell);
  for await (const line of lines) {
    const query = withoutByteOrderMark(line);
    if (query.trim() !== '') obey(query, queue, tell);
  }
  await queue.done();
  queue.close();
}

function obey(line: string, queue: SearchQueue, tell: (answer: object) => void): void {
  try {
    const request = readRequest(line);
    if (request.kind === 'query') queue.add(request.query);
    else tell({ cancel: request.id, cancelled: queue.cancel(request.id) });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    tell({ id: error.id, error: error.message, code: 'bad-request' });
  }
}

function openSearcher(tableBytes: number): Searcher {
  const engine = createEngine({ onDebug: (text) => process.stderr.write(`tengen analyze: ${text}\n`) });
  engine.setTableBytes(tableBytes);
  return engine;
}
