/** `tengen analyze --batch`: queries on stdin and answers on stdout, as JSON lines; see docs/guide/batch.md. */
import { createInterface } from 'node:readline';
import { AnalysisClient } from '../../analysis/client.ts';
import { OWN_BOUNDS } from '../../analysis/query.ts';
import { SearchQueue } from '../../analysis/queue.ts';
import { createEngine } from '../../platform/node/engine.ts';
import { complain } from '../../platform/node/streams.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';
import type { readBatchOptions } from './options.ts';

/** Answers the queries on stdin. @returns the exit code */
export async function runBatch({ threads, tableBytes }: ReturnType<typeof readBatchOptions>): Promise<number> {
  // The reader of the answers is gone.
  process.stdout.once('error', () => process.exit(1));
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const open = () => openSearcher(tableBytes, 'analyze');
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
  const queue = new SearchQueue({ engines: threads, open });
  const unlimited = { maxPending: Number.POSITIVE_INFINITY, maxWaiting: Number.POSITIVE_INFINITY };
  const client = new AnalysisClient(queue, { bounds: OWN_BOUNDS, ...unlimited, send });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') client.receive(line, `line ${number}`);
  }
  await client.done();
  queue.close();
}

/** @param command named in front of what the engine reports on stderr */
export function openSearcher(tableBytes: number, command: string): Searcher {
  const engine = createEngine({ onDebug: (text) => complain(`tengen ${command}: ${text}`) });
  engine.setTableBytes(tableBytes);
  return engine;
}
