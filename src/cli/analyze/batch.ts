/** `tengen analyze --batch`: queries as lines of JSON on stdin, answers as lines on stdout. docs/batch.md is its description. */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { withoutByteOrderMark } from '../../core/byte-order-mark.ts';
import { MatchError } from '../../core/errors.ts';
import { createEngine } from '../../platform/node/engine.ts';
import { MOST_THREADS } from './limits.ts';
import { type Searcher, SearchQueue } from './queue.ts';
import { RequestError, readRequest } from './request.ts';

const OPTIONS = { batch: { type: 'boolean' }, threads: { type: 'string' }, table: { type: 'string' } } as const;

/** Table of one search in megabytes. It is emptied for each query, and its size is part of what decides the answer. */
const DEFAULT_TABLE_MB = 32;
const MOST_TABLE_MB = 1024;

export interface BatchOptions {
  /** Queries searched at once. */
  readonly threads: number;
  /** Bytes of each search's table. */
  readonly tableBytes: number;
}

/** Runs `tengen analyze --batch`. @returns the exit code */
export async function batchCommand(args: readonly string[]): Promise<number> {
  let options: BatchOptions;
  try {
    options = readBatchOptions(args);
  } catch (error) {
    if (!(error instanceof MatchError)) throw error;
    process.stderr.write(`tengen analyze: ${error.message}\n`);
    return 2;
  }
  // Nobody reads the answers any more.
  process.stdout.once('error', () => process.exit(1));
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const open = () => openSearcher(options.tableBytes);
  await answerLines(lines, options.threads, open, (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
  return 0;
}

/** @throws MatchError */
export function readBatchOptions(args: readonly string[]): BatchOptions {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
    return {
      threads: whole('threads', values.threads ?? '1', MOST_THREADS),
      tableBytes: whole('table', values.table ?? String(DEFAULT_TABLE_MB), MOST_TABLE_MB) << 20,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new MatchError(`${error.message.split('. ')[0]}: expected --batch with --threads and --table alone`);
  }
}

function whole(name: string, text: string, most: number): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new MatchError(`${name} "${text}": expected a whole number from 1 to ${most}`);
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
